//! What a call takes, shown behind the cursor while its arguments are typed.

use std::cell::RefCell;

use rustyline::hint::Hint;

use crate::session::Session;
use crate::session::assist::Signatures;
use crate::split::is_command;

/// Characters of a hint at most: nobody reads more while typing.
const LENGTH_MAX: usize = 120;

/// Characters below which a hint says nothing.
const LENGTH_MIN: usize = 16;

/// The signature that was asked for last. The session is asked once an argument: its answer takes as long as a few keys.
#[derive(Default)]
pub struct Signature(RefCell<Option<Asked>>);

struct Asked {
    /// What was typed up to where the argument begins.
    before: String,
    signatures: Signatures,
}

/// A hint that is looked at, and not taken over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown(String);

impl Shown {
    /// A hint with this text.
    pub fn new(text: String) -> Shown {
        Shown(text)
    }
}

impl Hint for Shown {
    fn display(&self) -> &str {
        &self.0
    }

    fn completion(&self) -> Option<&str> {
        None
    }
}

impl Signature {
    /// What is shown behind this text; nothing where no argument is typed. `columns` are the screen's.
    pub fn at(&self, session: &mut Session, text: &str, columns: Option<usize>) -> Option<Shown> {
        let before = &text[..argument_begin(text)?];
        let room = room_behind(text, &format!("{}> ", session.next_number()), columns);
        let mut asked = self.0.borrow_mut();
        if let Some(asked) = asked.as_ref().filter(|it| it.before == before) {
            return shown(&asked.signatures, room);
        }
        let signatures = session.signatures(text, text.len());
        let hint = shown(&signatures, room);
        *asked = Some(Asked {
            before: before.to_owned(),
            signatures,
        });
        hint
    }
}

/// Characters behind a text up to the end of its last row; the usual most if too few are left there, so that a hint wraps.
fn room_behind(text: &str, prompt: &str, columns: Option<usize>) -> usize {
    let before = match text.rsplit_once('\n') {
        Some((_, line)) => line.chars().count(),
        None => prompt.len() + text.chars().count(),
    };
    match columns {
        Some(columns @ 1..) => match columns - before % columns - 1 {
            room if room < LENGTH_MIN => LENGTH_MAX,
            room => room.min(LENGTH_MAX),
        },
        _ => LENGTH_MAX,
    }
}

/// Where the argument begins that a text ends in: behind the last bracket or comma that is not closed again.
fn argument_begin(text: &str) -> Option<usize> {
    if is_command(text) {
        return None;
    }
    let mut depth = 0;
    for (at, letter) in text.char_indices().rev() {
        match letter {
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' if depth > 0 => depth -= 1,
            '(' => return Some(at + 1),
            ',' if depth == 0 => return Some(at + 1),
            '<' if depth == 0 && text[..at].ends_with("<<") => return Some(at + 1),
            '>' if depth == 0 && text[..at].ends_with(">>") => return None,
            ';' | '{' | '[' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// The best overload, with the parameter that is typed in brackets, and how many others there are, in `room` characters.
fn shown(signatures: &Signatures, room: usize) -> Option<Shown> {
    let (text, parameters) = signatures.overloads.first()?;
    let text = text.replace('\n', " ");
    // The kernel's name stands just before.
    let begin = text.find("<<<").unwrap_or(0);
    let others = match signatures.overloads.len() - 1 {
        0 => String::new(),
        more => format!("  (+{more})"),
    };
    let room = room.saturating_sub("  ".len() + others.len());
    let fitted = match parameters.get(signatures.parameter) {
        Some(parameter) if text.get(parameter.clone()).is_some() => fitted(
            &text[begin.min(parameter.start)..parameter.start],
            &format!("[{}]", &text[parameter.clone()]),
            &text[parameter.end..],
            room,
        ),
        _ => fitted(&text[begin..], "", "", room),
    };
    Some(Shown(format!("  {fitted}{others}")))
}

/// A signature in `room` characters. If it is longer, the parameter that is typed stays, and those before it go first.
fn fitted(before: &str, parameter: &str, behind: &str, room: usize) -> String {
    let long = |before: &str| before.chars().count() + parameter.chars().count() >= room;
    let mut text = before.to_owned();
    if let (true, Some(open)) = (long(before), before.find('(')) {
        text = format!("{}…, ", &before[..=open]);
    }
    text += parameter;
    text += behind;
    match text.char_indices().nth(room) {
        Some(_) => {
            let kept: String = text.chars().take(room.saturating_sub(1)).collect();
            format!("{}…", kept.trim_end())
        }
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_begin_behind_what_is_open() {
        for (text, begin) in [
            ("f(", Some(2)),
            ("f(a, g(b), c", Some(10)),
            ("k<<<", Some(4)),
            ("k<<<1, 2", Some(6)),
            ("k<<<1, 2>>>", None),
            ("k<<<1, 2>>>(x", Some(12)),
            ("f(a)", None),
            ("int x = 3", None),
            ("%who f(", None),
        ] {
            assert_eq!(argument_begin(text), begin, "{text}");
        }
    }

    #[test]
    fn the_parameter_that_is_typed_stands_out() {
        let signatures = Signatures {
            overloads: vec![
                ("f(int a, int b)".to_owned(), vec![2..7, 9..14]),
                ("f(float, char)".to_owned(), vec![2..7, 9..13]),
            ],
            parameter: 1,
        };
        assert_eq!(
            shown(&signatures, 100),
            Some(Shown("  f(int a, [int b])  (+1)".to_owned()))
        );
        assert_eq!(shown(&Signatures::default(), 100), None);
        let launch = Signatures {
            overloads: vec![(
                "k<<<grid, block>>>  ≤ 64 threads".to_owned(),
                vec![4..8, 10..15],
            )],
            parameter: 1,
        };
        let expected = "  <<<grid, [block]>>>  ≤ 64 threads".to_owned();
        assert_eq!(shown(&launch, 100), Some(Shown(expected)));
    }

    #[test]
    fn a_long_signature_keeps_the_parameter_that_is_typed() {
        let (before, parameter) = ("copy(float *to, const float *from, ", "[size_t count]");
        assert_eq!(
            fitted(before, parameter, ", int kind)", 80),
            "copy(float *to, const float *from, [size_t count], int kind)"
        );
        assert_eq!(
            fitted(before, parameter, ", int kind)", 40),
            "copy(…, [size_t count], int kind)"
        );
        assert_eq!(
            fitted(before, parameter, ", int kind)", 30),
            "copy(…, [size_t count], int k…"
        );
        assert_eq!(room_behind("f(", "1> ", Some(80)), 74);
        assert_eq!(room_behind("g(1,\n    f(", "1> ", Some(80)), 73);
        assert_eq!(room_behind(&"x".repeat(72), "1> ", Some(80)), LENGTH_MAX);
    }
}
