//! `%profile` tells what the devices did while a cell ran.

use jit_api::wire::KernelTraffic;

use super::state::{bytes, table};
use super::{failed, file_option, told_usage};
use crate::flow::Flow;
use crate::front::Front;
use crate::front_end::{Bundle, Form, Shown};
use crate::profile::{bars, picture, summary, trace};

const USAGE: &str = "%profile [-o FILE|--memory] CODE, or %%profile [-o FILE|--memory] and the cell on the lines below";

/// `%profile [-o FILE|--memory] CODE`, also with the code as a cell.
pub fn profile(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let memory = arguments.trim_start().strip_prefix("--memory");
    if let Some(code) = memory.filter(|it| it.starts_with(char::is_whitespace) || it.is_empty()) {
        return profile_memory(front, code);
    }
    let (file, code) = file_option(arguments, "-o");
    let code = begins(front, code);
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

/// The code of a command, whose first line is where the next cell begins.
fn begins<'a>(front: &mut Front, code: &'a str) -> &'a str {
    let code_at = code.len() - code.trim_start().len();
    front.line += code[..code_at].matches('\n').count() as u32;
    code.trim()
}

/// `%profile --memory CODE`
fn profile_memory(front: &mut Front, code: &str) -> anyhow::Result<Flow> {
    let code = begins(front, code);
    if code.is_empty() {
        return told_usage(front, USAGE);
    }
    if let Err(why) = front.session.begin_counting()? {
        return failed(front, &why);
    }
    let flow = front.cell(code, front.source());
    let counted = front.session.end_counting()?;
    let flow = flow?;
    if counted.is_empty() && flow != Flow::Failed {
        front.session.render().text("no kernel ran");
    }
    for kernel in &counted {
        let accesses = front.session.accesses(kernel);
        let render = front.session.render();
        render.text(moved(kernel));
        if accesses.is_empty() {
            continue;
        }
        let heads = ["  line", "access", "a warp takes", "at best", ""].map(str::to_owned);
        let rows: Vec<[String; 5]> = std::iter::once(heads)
            .chain(accesses.iter().map(|it| {
                let [takes, least] = it.pieces();
                let warning = it.warning().unwrap_or_default();
                [format!("  {}", it.place), it.what(), takes, least, warning]
            }))
            .collect();
        table(render, &rows);
    }
    Ok(flow)
}

/// What a kernel moved and computed, in a line.
fn moved(it: &KernelTraffic) -> String {
    let launches = match it.launches {
        1 => "1 launch".to_owned(),
        count => format!("{count} launches"),
    };
    let shared = match it.shared_bytes {
        0 => String::new(),
        some => format!("; shared memory: {} asked for", bytes(some)),
    };
    format!(
        "{}, {launches} of {} threads: {} floating-point operations; global memory: {} read or written, {} asked for{shared}",
        it.kernel,
        it.threads / it.launches.max(1),
        it.operations,
        bytes(it.distinct_bytes),
        bytes(it.global_bytes)
    )
}
