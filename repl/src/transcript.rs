//! Text that was copied from a session, prompt marks and outputs included: `1> int x = 3;`, `>>> x`, `In [2]: x`, `$ chevron`.

use std::borrow::Cow;

/// What the prompt draws before a line that goes on with an input, in place of its first blank; as wide as a blank.
pub const MARK: char = '⋮';

/// What a line of a copied session begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Chevron's own: `12> `.
    Numbered,
    /// `>>> `, or IPython's `In [1]: `; lines that go on begin with `... `.
    Foreign,
    /// A shell's `$ `: what follows is not for Chevron.
    Shell,
}

/// The mark at the beginning of a line, and the text behind it.
pub fn mark(line: &str) -> Option<(Mark, &str)> {
    if let Some(rest) = behind(line, "$") {
        return Some((Mark::Shell, rest));
    }
    if let Some(rest) = behind(line, ">>>") {
        return Some((Mark::Foreign, rest));
    }
    if let Some((number, rest)) = line.strip_prefix("In [").and_then(|it| it.split_once(']'))
        && is_number(number)
    {
        return behind(rest, ":").map(|rest| (Mark::Foreign, rest));
    }
    let (number, _) = line.split_once('>')?;
    let rest = behind(&line[number.len()..], ">")?;
    is_number(number).then_some((Mark::Numbered, rest))
}

/// The text behind a mark that a blank or the line's end follows.
fn behind<'a>(line: &'a str, mark: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(mark)?;
    match rest.strip_prefix(' ') {
        Some(text) => Some(text),
        None => rest.is_empty().then_some(rest),
    }
}

/// A line that goes on with a cell, without Python's or IPython's `...` in front.
pub fn without_dots(line: &str) -> &str {
    let dots = line.trim_start();
    let rest = behind(dots, "...").or_else(|| behind(dots, "...:"));
    rest.unwrap_or(line)
}

/// A line that goes on with a cell, with the blank that the prompt's mark took the place of.
pub fn without_mark(line: &str) -> Cow<'_, str> {
    match line.strip_prefix(MARK) {
        Some(rest) => Cow::Owned(format!(" {rest}")),
        None => Cow::Borrowed(line),
    }
}

/// Does a text begin with a prompt mark?
pub fn begins(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty());
    first.is_some_and(|line| mark(line).is_some())
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_told_from_code() {
        for (line, expected) in [
            ("1> int x;", Some((Mark::Numbered, "int x;"))),
            ("204>", Some((Mark::Numbered, ""))),
            (">>>   f();", Some((Mark::Foreign, "  f();"))),
            ("In [7]: y", Some((Mark::Foreign, "y"))),
            ("$ chevron -q", Some((Mark::Shell, "chevron -q"))),
            (">>>(out);", None),
            ("1 > x", None),
            ("1>x", None),
            ("1>> 2", None),
            ("> x", None),
            ("x> y", None),
            ("In [x]: y", None),
            ("$x = 3;", None),
        ] {
            assert_eq!(mark(line), expected, "{line:?}");
        }
    }

    #[test]
    fn dots_of_other_prompts_go() {
        assert_eq!(without_dots("...     return 1;"), "    return 1;");
        assert_eq!(without_dots("   ...: }"), "}");
        assert_eq!(without_dots("  x = 1;"), "  x = 1;");
        assert_eq!(without_mark("⋮   return 1;"), "    return 1;");
        assert_eq!(without_mark("  return 1;"), "  return 1;");
    }
}
