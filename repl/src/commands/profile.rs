//! `%profile` tells what the devices did while a cell ran.

use super::{failed, file_option, told_usage};
use crate::flow::Flow;
use crate::front::Front;
use crate::front_end::{Bundle, Form, Shown};
use crate::profile::{bars, picture, summary, trace};

const USAGE: &str =
    "%profile [-o FILE] CODE, or %%profile [-o FILE] and the cell on the lines below";

/// `%profile [-o FILE] CODE`, also with the code as a cell.
pub fn profile(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let (file, code) = file_option(arguments, "-o");
    let code_at = code.len() - code.trim_start().len();
    front.line += code[..code_at].matches('\n').count() as u32;
    let code = code.trim();
    if code.is_empty() {
        return told_usage(front, USAGE);
    }
    if let Err(why) = front.session.begin_profile()? {
        return failed(front, &why);
    }
    let flow = front.cell(code, front.source())?;
    let profile = front.session.end_profile()?;
    if flow == Flow::Failed && profile.activities.is_empty() {
        return Ok(flow);
    }
    let render = front.session.render();
    render.text(summary(&profile));
    if let Some(text) = bars(&profile.activities) {
        match picture(&profile.activities) {
            Some(svg) if render.has_front_end() => {
                let mut bundle = Bundle::plain(text);
                bundle
                    .forms
                    .push(("image/svg+xml".to_owned(), Form::Text(svg)));
                render.show(Shown {
                    bundle,
                    id: None,
                    replaces: false,
                });
            }
            _ => render.text(text),
        }
    }
    let Some(file) = file else {
        return Ok(flow);
    };
    match std::fs::write(file, trace(&profile)) {
        Ok(()) => {
            render.note(format_args!(
                "`{file}` is written, for `chrome://tracing` or https://ui.perfetto.dev"
            ));
            Ok(flow)
        }
        Err(error) => failed(front, &format!("`{file}` cannot be written: {error}")),
    }
}
