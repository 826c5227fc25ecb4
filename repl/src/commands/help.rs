//! `%help`: what the table of commands tells people.

use super::{COMMANDS, Command, examples, find, unknown};
use crate::flow::Flow;
use crate::front::Front;

/// `%help [COMMAND]`.
pub fn help(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let name = arguments.trim_start_matches('%');
    if name.is_empty() {
        front.session.render().text(overview());
        return Ok(Flow::Done);
    }
    let Some(command) = find(name) else {
        unknown(front, name);
        return Ok(Flow::Failed);
    };
    let mut text = format!("{}\n  {}", usage(command), command.summary);
    if command.takes_cell {
        text += &format!("\n  also `%%{}` with a cell", command.name);
    }
    if !command.details.is_empty() {
        text += &format!("\n  {}", command.details);
    }
    text += "\n";
    for example in examples::of(command.name) {
        text += &format!("\n    {}", example.replace('\n', "\n    "));
    }
    front.session.render().text(text);
    Ok(Flow::Done)
}

/// A command with its arguments, as usage lines show it.
pub(super) fn usage(command: &Command) -> String {
    format!("%{} {}", command.name, command.arguments)
        .trim_end()
        .to_owned()
}

fn overview() -> String {
    let width = COMMANDS
        .iter()
        .map(|command| usage(command).len())
        .max()
        .unwrap_or(0);
    let mut text = String::from(
        "A cell is C++, CUDA or HIP; a last expression without `;` is shown, a last declaration needs none. Two blank lines submit an incomplete cell.\n",
    );
    for command in COMMANDS {
        text += &format!("\n  {:<width$}  {}", usage(command), command.summary);
    }
    text
}
