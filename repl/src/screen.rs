//! Long values at a terminal: lists in columns, and what is longer than the screen in a pager.

use std::io::{Write as _, stdin, stdout};
use std::process::{Command, Stdio};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::tcgetwinsize;

use crate::preferences::{COLUMNS, PAGER, Preferences};

/// What pages if `PAGER` names nothing: it leaves short texts and their colours as they are.
const PAGER_DEFAULT: &str = "less -FRX";

/// Elements that are few enough for lines as they break.
const ELEMENTS_MIN: usize = 10;

/// The terminal that a person reads values on.
#[derive(Clone)]
pub struct Screen(Preferences);

impl std::fmt::Debug for Screen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Screen")
    }
}

impl Screen {
    /// One for somebody who likes this.
    pub fn new(preferences: Preferences) -> Screen {
        Screen(preferences)
    }

    /// A value as it is read best. `before`: the width of what stands before it.
    pub fn laid_out(&self, value: &str, before: usize) -> Option<String> {
        let width = usize::from(tcgetwinsize(stdout()).ok()?.ws_col);
        let long = before + value.chars().count() > width;
        (long && width > 0 && self.0.is_on(&COLUMNS)).then(|| in_columns(value, width))?
    }

    /// Shows a text that has more lines than the screen page by page; false if it is to be printed: it is short, nothing pages here, or what is typed
    /// ahead would be taken for the pager's.
    pub fn page(&self, text: &str) -> bool {
        let Ok(size) = tcgetwinsize(stdout()) else {
            return false;
        };
        let (rows, width) = (usize::from(size.ws_row), usize::from(size.ws_col).max(1));
        if lines(text, width) < rows || !self.0.is_on(&PAGER) || is_typed_ahead() {
            return false;
        }
        let named = std::env::var("PAGER")
            .ok()
            .filter(|it| !it.trim().is_empty());
        run_pager(named.as_deref().unwrap_or(PAGER_DEFAULT), text)
    }
}

/// Lines that a text takes on a screen of this width.
fn lines(text: &str, width: usize) -> usize {
    let taken = |line: &str| line.chars().count().div_ceil(width).max(1);
    text.lines().map(taken).sum()
}

fn is_typed_ahead() -> bool {
    let input = stdin();
    let mut polled = [PollFd::new(&input, PollFlags::IN)];
    poll(&mut polled, Some(&Timespec::default())).is_ok_and(|ready| ready > 0)
}

/// Has it shown the text?
fn run_pager(command: &str, text: &str) -> bool {
    let mut words = command.split_whitespace();
    let Some(program) = words.next() else {
        return false;
    };
    let started = Command::new(program)
        .args(words)
        .stdin(Stdio::piped())
        .spawn();
    let Ok(mut pager) = started else {
        return false;
    };
    if let Some(mut input) = pager.stdin.take() {
        // Who leaves the pager has read enough.
        let _ = input.write_all(text.as_bytes());
    }
    pager.wait().is_ok()
}

/// A list of short elements in columns, each line with the number of its first element; `None` for anything else.
fn in_columns(value: &str, width: usize) -> Option<String> {
    let open = value.find('{')?;
    let inner = value[open + 1..].strip_suffix('}')?;
    let mut elements: Vec<&str> = inner.split(", ").collect();
    let more = elements.pop_if(|last| last.starts_with('…'));
    // Elements of elements, and texts, have commas of their own.
    let parted = |it: &&str| it.contains(['{', '(', '"', '\'', ':']);
    if elements.len() < ELEMENTS_MIN || elements.iter().any(parted) {
        return None;
    }
    let widest = elements.iter().map(|it| it.chars().count()).max()?;
    let digits = (elements.len() - 1).to_string().len();
    let label = digits + "  [] ".len();
    let fitting = (width.saturating_sub(label) / (widest + 2)).max(1);
    let in_line = match fitting {
        10.. => fitting / 10 * 10,
        few => few,
    };
    let mut text = format!("{}{{\n", &value[..open]);
    for (at, line) in elements.chunks(in_line).enumerate() {
        text += &format!("  [{:>digits$}] ", at * in_line);
        let fields: Vec<String> = line.iter().map(|it| format!("{it:>widest$}")).collect();
        text += &fields.join(", ");
        let last = (at + 1) * in_line >= elements.len() && more.is_none();
        text += if last { "\n" } else { ",\n" };
    }
    if let Some(more) = more {
        text += &format!("  {more}\n");
    }
    Some(text + "}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_numbers_have_columns() {
        let numbers: Vec<String> = (0..25).map(|it| (it * it).to_string()).collect();
        let value = format!("device int[30] {{{}, … (30 in all)}}", numbers.join(", "));
        let laid_out = in_columns(&value, 60).expect("it is a list");
        assert_eq!(
            laid_out,
            "device int[30] {\n\
             \x20 [ 0]   0,   1,   4,   9,  16,  25,  36,  49,  64,  81,\n\
             \x20 [10] 100, 121, 144, 169, 196, 225, 256, 289, 324, 361,\n\
             \x20 [20] 400, 441, 484, 529, 576,\n\
             \x20 … (30 in all)\n}"
        );
        let narrow = in_columns(&value, 20).expect("it is a list");
        assert!(narrow.lines().all(|line| line.chars().count() <= 20));
    }

    #[test]
    fn other_values_stay_as_they_are() {
        for value in [
            "{1, 2, 3}",
            "\"a long text, with commas, and more, and more, and more, and so on, and on\"",
            "{{1, 2}, {3, 4}, {5, 6}, {7, 8}, {9, 10}, {1, 2}, {1, 2}, {1, 2}, {1, 2}, {1, 2}}",
            "{x: 1, y: 2, z: 3, a: 4, b: 5, c: 6, d: 7, e: 8, f: 9, g: 10, h: 11}",
            "42",
        ] {
            assert_eq!(in_columns(value, 30), None, "{value}");
        }
    }

    #[test]
    fn long_lines_take_several() {
        assert_eq!(lines("abc\n\nabcdef", 3), 4);
        assert_eq!(lines("", 3), 0);
    }
}
