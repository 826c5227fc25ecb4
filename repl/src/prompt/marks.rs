//! The mark before lines that go on with an input. rustyline begins these lines at the screen's left edge and draws nothing before them, so the mark takes the place
//! of the first blank of their indentation. Where a line has none yet, the mark is a hint behind the cursor.

use crate::complete::Completeness;
use crate::split;
use crate::transcript::{MARK, without_mark};

/// Blanks that a line needs: one for the mark, one that sets it apart.
const ROOM: &str = "  ";

/// Adds a piece of what is typed, with a mark in each line of it that goes on with the input and has room. `begin` is what the mark's colour begins with.
pub fn push_marked(drawn: &mut String, piece: &str, begin: &str) {
    let end = if begin.is_empty() { "" } else { "\x1b[0m" };
    for (number, line) in piece.split('\n').enumerate() {
        if number > 0 {
            drawn.push('\n');
        }
        match line.strip_prefix(ROOM) {
            Some(rest) if number > 0 => {
                *drawn += &format!("{begin}{MARK}{end}{}{rest}", &ROOM[1..]);
            }
            _ => *drawn += line,
        }
    }
}

/// The hint for the last line of several, where nothing but the cursor is and no mark has room; `reason` has it tell what the input waits for.
pub fn hint(text: &str, reason: bool) -> Option<String> {
    let (_, line) = text.rsplit_once('\n')?;
    if line.starts_with(ROOM) || !line.trim().is_empty() {
        return None;
    }
    let cell = split::cell_of_command(text);
    Some(match split::check(text) {
        _ if !reason => MARK.to_string(),
        _ if split::takes_any_text(text) => format!("{MARK} a blank line ends the text"),
        _ if cell.is_some_and(|it| it.trim().is_empty()) => format!("{MARK} waits for a cell"),
        Completeness::Incomplete(wait) => format!("{MARK} waits for {wait}"),
        _ => MARK.to_string(),
    })
}

/// A text that was copied from the screen, without the marks.
pub fn taken_off(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(without_mark).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str) -> String {
        let mut drawn = String::new();
        push_marked(&mut drawn, text, "");
        drawn
    }

    #[test]
    fn marks_take_the_place_of_blanks_and_go_again() {
        let text = "  void f() {\n    g();\n\n  }\n }\n";
        let drawn = "  void f() {\n⋮   g();\n\n⋮ }\n }\n";
        assert_eq!(marked(text), drawn);
        assert_eq!(taken_off(drawn), text);
        assert_eq!(taken_off("int x;"), "int x;");
    }

    #[test]
    fn a_line_without_room_has_a_hint() {
        for (text, expected) in [
            ("int x =\n", Some("⋮ waits for an operand")),
            ("void f()\n", Some("⋮ waits for a body or `;`")),
            ("int x = 1;\n", Some("⋮")),
            ("%%bash\nls\n", Some("⋮ a blank line ends the text")),
            ("%%time\n", Some("⋮ waits for a cell")),
            ("%%time\nf(\n", Some("⋮ waits for `)`")),
            ("void f() {\n    ", None),
            ("int x =\n4", None),
            ("int x =", None),
        ] {
            assert_eq!(hint(text, true).as_deref(), expected, "{text}");
        }
        assert_eq!(hint("int x =\n", false).as_deref(), Some("⋮"));
    }
}
