//! PTX as a file of its own.

use super::{Part, fatbin};

/// The text, if the bytes are PTX.
pub(super) fn text(bytes: &[u8]) -> Option<&str> {
    // Some tools leave the zero at the end that drivers want.
    let end = bytes.iter().rposition(|it| *it != 0)? + 1;
    let text = str::from_utf8(&bytes[..end]).ok()?;
    (directive(text, ".version").is_some() && !text.contains('\0')).then_some(text)
}

/// What it holds.
pub(super) fn part(text: &str) -> Part {
    let target = directive(text, ".target").unwrap_or("no GPU that it names");
    let target = target.split(',').next().unwrap_or(target).trim();
    Part::Object {
        what: format!("PTX for {target}"),
        symbols: fatbin::of_ptx(text),
    }
}

/// What stands behind a directive.
fn directive<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut lines = text.lines();
    lines.find_map(|line| Some(line.trim_start().strip_prefix(name)?.trim()))
}
