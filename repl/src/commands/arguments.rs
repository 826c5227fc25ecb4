//! What commands share: options in their arguments, and how a wrong command is told.

use crate::flow::Flow;
use crate::front::Front;

/// The file behind an option that arguments begin with, if they do, and the rest of them.
pub(super) fn file_option<'a>(arguments: &'a str, option: &str) -> (Option<&'a str>, &'a str) {
    match arguments.strip_prefix(option) {
        Some(rest) if rest.starts_with(char::is_whitespace) => {
            let rest = rest.trim_start();
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            (Some(&rest[..end]), &rest[end..])
        }
        _ => (None, arguments),
    }
}

/// Tells what is wrong with a command.
pub(super) fn failed(front: &Front, message: &str) -> anyhow::Result<Flow> {
    front.session.render().error(message);
    Ok(Flow::Failed)
}

/// Tells how a command is written that was written otherwise.
pub(super) fn told_usage(front: &Front, usage: &str) -> anyhow::Result<Flow> {
    failed(front, &format!("usage: `{usage}`"))
}
