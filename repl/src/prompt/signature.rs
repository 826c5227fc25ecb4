//! What a call takes, shown behind the cursor while its arguments are typed.

use std::cell::RefCell;

use rustyline::hint::Hint;

use crate::session::Session;
use crate::session::assist::Signatures;
use crate::split::is_command;

/// Characters of a hint at most; a longer one would wrap.
const LENGTH_MAX: usize = 100;

/// The signature that was asked for last. The session is asked once an argument: its answer takes as long as a few keys.
#[derive(Default)]
pub struct Signature(RefCell<Option<Asked>>);

struct Asked {
    /// What was typed up to where the argument begins.
    before: String,
    hint: Option<Shown>,
}

/// A hint that is looked at, and not taken over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown(String);

impl Hint for Shown {
    fn display(&self) -> &str {
        &self.0
    }

    fn completion(&self) -> Option<&str> {
        None
    }
}

impl Signature {
    /// What is shown behind this text; nothing where no argument is typed.
    pub fn at(&self, session: &mut Session, text: &str) -> Option<Shown> {
        let before = &text[..argument_begin(text)?];
        let mut asked = self.0.borrow_mut();
        if let Some(asked) = asked.as_ref().filter(|it| it.before == before) {
            return asked.hint.clone();
        }
        let hint = shown(&session.signatures(text, text.len()));
        *asked = Some(Asked {
            before: before.to_owned(),
            hint: hint.clone(),
        });
        hint
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

/// The best overload, with the parameter that is typed in brackets, and how many others there are.
fn shown(signatures: &Signatures) -> Option<Shown> {
    let (text, parameters) = signatures.overloads.first()?;
    let mut hint = String::from("  ");
    match parameters.get(signatures.parameter) {
        Some(parameter) if text.get(parameter.clone()).is_some() => {
            hint += &text[..parameter.start];
            hint += &format!("[{}]", &text[parameter.clone()]);
            hint += &text[parameter.end..];
        }
        _ => hint += text,
    }
    if let more @ 1.. = signatures.overloads.len() - 1 {
        hint += &format!("  (+{more})");
    }
    let hint = hint.replace('\n', " ");
    Some(Shown(match hint.char_indices().nth(LENGTH_MAX) {
        Some((end, _)) => format!("{}…", &hint[..end]),
        None => hint,
    }))
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
            shown(&signatures),
            Some(Shown("  f(int a, [int b])  (+1)".to_owned()))
        );
        assert_eq!(shown(&Signatures::default()), None);
    }
}
