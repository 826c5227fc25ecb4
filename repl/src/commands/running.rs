//! Runs a command as it was typed.

use super::suggestion::{elsewhere, suggestion};
use super::{failed, find};
use crate::flow::Flow;
use crate::front::Front;
use crate::split::cell_of_command;

/// Runs a command as typed, from its `%` on.
pub fn run(front: &mut Front, text: &str) -> anyhow::Result<Flow> {
    let whole_cell = text.starts_with("%%");
    let rest = text.trim_start_matches('%');
    let name_end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let (name, arguments) = rest.split_at(name_end);
    let Some(command) = find(name) else {
        unknown(front, name);
        return Ok(Flow::Failed);
    };
    if whole_cell && !command.takes_cell {
        front.session.render().error(format_args!(
            "`%%{name}` takes no cell; the command is `%{name}`"
        ));
        return Ok(Flow::Failed);
    }
    let arguments = cell_of_command(text).unwrap_or(arguments).trim();
    let before = &text[..arguments.as_ptr() as usize - text.as_ptr() as usize];
    front.line += before.matches('\n').count() as u32;
    if command.arguments.is_empty() && !arguments.is_empty() && !whole_cell {
        return failed(front, &format!("usage: `%{name}`"));
    }
    match command.takes_path {
        true => (command.run)(front, &with_home(arguments, std::env::var("HOME").ok())),
        false => (command.run)(front, arguments),
    }
}

/// The arguments with the home directory in place of `~` where a word begins with `~/`, as shells have it.
pub(super) fn with_home(arguments: &str, home: Option<String>) -> String {
    let mut result = String::with_capacity(arguments.len());
    for word in arguments.split_inclusive(char::is_whitespace) {
        match (word.strip_prefix('~'), &home) {
            (Some(rest), Some(home)) if rest.starts_with('/') || rest.trim().is_empty() => {
                result += home;
                result += rest;
            }
            _ => result += word,
        }
    }
    result
}

pub(super) fn unknown(front: &Front, name: &str) {
    let render = front.session.render();
    render.error(format_args!("there is no command `%{name}`"));
    if let Some(sentence) = elsewhere(name) {
        return render.hint(sentence);
    }
    match suggestion(name) {
        Some(command) => render.hint(format_args!("did you mean `%{command}`?")),
        None => render.hint("`%help` lists the commands"),
    }
}
