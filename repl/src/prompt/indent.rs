//! New lines at the prompt: which key begins one, and how far it is indented.

use std::sync::{Arc, Mutex, PoisonError};

use rustyline::{
    Cmd, ConditionalEventHandler, Editor, Event, EventContext, EventHandler, Helper, InputMode,
    KeyCode, KeyEvent, Modifiers, Movement, RepeatCount, history::History,
};

use crate::complete::{self, Completeness};
use crate::lexer::{Token, TokenKind, tokens};
use crate::pasted::{INDENTATION, Keys};
use crate::preferences::{INDENT, Preferences};
use crate::split;

/// Enter goes on with an indented line where the text waits for more; Alt-Enter and Ctrl-O do so anywhere. Backspace in front of a line's first
/// letter goes back by one indentation, and a `}` there goes below the line with its `{`.
pub fn bind<H: Helper, I: History>(
    editor: &mut Editor<H, I>,
    keys: &Keys,
    preferences: &Preferences,
    brace: &Brace,
) {
    let new_line = |when| NewLine {
        keys: keys.clone(),
        preferences: preferences.clone(),
        when,
    };
    let enter = KeyEvent(KeyCode::Enter, Modifiers::NONE);
    editor.bind_sequence(enter, handler(new_line(When::Waiting)));
    for key in [
        KeyEvent(KeyCode::Enter, Modifiers::ALT),
        KeyEvent::ctrl('O'),
    ] {
        editor.bind_sequence(key, handler(new_line(When::Always)));
    }
    let back = KeyEvent(KeyCode::Backspace, Modifiers::NONE);
    editor.bind_sequence(back, handler(Back(keys.clone(), preferences.clone())));
    let close = KeyEvent(KeyCode::Char('}'), Modifiers::NONE);
    editor.bind_sequence(
        close,
        handler(Close {
            keys: keys.clone(),
            preferences: preferences.clone(),
            brace: brace.clone(),
        }),
    );
}

/// Does this text wait for more lines?
pub fn waits(text: &str) -> bool {
    split::copied_waits(text)
        .unwrap_or_else(|| matches!(split::check(text), Completeness::Incomplete(_)))
}

fn handler(of: impl ConditionalEventHandler + 'static) -> EventHandler {
    EventHandler::Conditional(Box::new(of))
}

#[derive(PartialEq)]
enum When {
    Always,
    Waiting,
}

struct NewLine {
    keys: Keys,
    preferences: Preferences,
    when: When,
}

impl ConditionalEventHandler for NewLine {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        // Text that is pasted has its own indentation.
        let pasted = self.keys.press() || self.keys.are_together();
        let always = self.when == When::Always;
        if context.input_mode() != InputMode::Insert || pasted && !always {
            return None;
        }
        let (text, before) = (context.line(), &context.line()[..context.pos()]);
        let goes_on = always || waits(text) && !complete::forced(text);
        let spaces = match self.preferences.is_on(&INDENT) {
            true => indentation(before),
            false => String::new(),
        };
        goes_on.then(|| Cmd::Insert(1, format!("\n{spaces}")))
    }
}

struct Back(Keys, Preferences);

impl ConditionalEventHandler for Back {
    fn handle(&self, _: &Event, n: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        self.0.press();
        let (before, behind) = context.line().split_at(context.pos());
        let here = context.input_mode() == InputMode::Insert && n <= 1;
        // Lines below would be moved too.
        let alone = here && self.1.is_on(&INDENT) && !behind.contains('\n');
        (alone && is_indentation(before)).then_some(Cmd::Dedent(Movement::WholeLine))
    }
}

/// A closing brace before anything else in its line.
struct Close {
    keys: Keys,
    preferences: Preferences,
    brace: Brace,
}

/// A closing brace that was pressed, with the blanks that belong before it. No command of rustyline puts a text in place of another one and goes behind it, but completion does:
/// so the key asks for one, and gets this line. Clones are one.
#[derive(Clone, Default)]
pub struct Brace(Arc<Mutex<Option<String>>>);

impl Brace {
    /// The line that the brace makes, if what is completed is one.
    pub fn take(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn put(&self, line: String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(line);
    }
}

impl ConditionalEventHandler for Close {
    fn handle(&self, _: &Event, n: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        let pasted = self.keys.press() || self.keys.are_together();
        let here = context.input_mode() == InputMode::Insert && n <= 1;
        if pasted || !here || !self.preferences.is_on(&INDENT) {
            return None;
        }
        let spaces = spaces_of_brace(&context.line()[..context.pos()])?;
        self.brace.put(format!("{spaces}}}"));
        Some(Cmd::Complete)
    }
}

/// The blanks that a closing brace behind this text is to have before it, if they are fewer than it has: there is nothing else in its line, and the line of the brace
/// that it closes begins with fewer.
fn spaces_of_brace(before: &str) -> Option<&str> {
    let (_, line) = before.rsplit_once('\n')?;
    let found = tokens(before);
    if !line.bytes().all(|it| it == b' ') || found.last().is_some_and(|it| !it.terminated) {
        return None;
    }
    let (open, _) = open_brackets(before, &found);
    let at = *open.last()?;
    let wanted = spaces_of_line(before, at);
    (before[at..].starts_with('{') && wanted.len() < line.len()).then_some(wanted)
}

/// Brackets that are open, by where they stand; and the first one that the last line closes for a line before it.
fn open_brackets(text: &str, found: &[Token]) -> (Vec<usize>, Option<usize>) {
    let last_line = text.rfind('\n').map_or(0, |at| at + 1);
    let (mut open, mut closed) = (Vec::new(), None::<usize>);
    for token in found {
        match token.kind {
            TokenKind::Open(_) => open.push(token.begin),
            TokenKind::Close(_) => {
                let begin = open.pop();
                if token.begin >= last_line
                    && let Some(begin) = begin.filter(|it| *it < last_line)
                {
                    closed = Some(begin);
                }
            }
            _ => {}
        }
    }
    (open, closed)
}

/// The spaces with which the line after this text begins.
fn indentation(before: &str) -> String {
    let found = tokens(before);
    let last_line = before.rfind('\n').map_or(0, |at| at + 1);
    if let Some(last) = found.last()
        && !last.terminated
    {
        // The spaces would be part of a string.
        return match last.kind {
            TokenKind::RawLiteral => String::new(),
            _ => spaces_of_line(before, last_line).to_owned(),
        };
    }
    let (open, closed) = open_brackets(before, &found);
    match (open.last(), closed) {
        (Some(at), _) if *at >= last_line => {
            let outer = closed.unwrap_or(last_line);
            format!("{}{INDENTATION}", spaces_of_line(before, outer))
        }
        (_, Some(at)) => spaces_of_line(before, at).to_owned(),
        _ => spaces_of_line(before, last_line).to_owned(),
    }
}

/// Is what the last line of several has so far a number of whole indentations?
fn is_indentation(before: &str) -> bool {
    let Some((_, line)) = before.rsplit_once('\n') else {
        return false;
    };
    !line.is_empty() && line.len() % INDENTATION.len() == 0 && line.bytes().all(|it| it == b' ')
}

/// The white space with which the line begins that has this byte.
fn spaces_of_line(text: &str, at: usize) -> &str {
    let begin = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let line = text[begin..].split('\n').next().unwrap_or_default();
    &line[..line.len() - line.trim_start().len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_brace_goes_below_its_line() {
        for (before, expected) in [
            ("void f() {\n    ", Some("")),
            ("void f() {\n    if (x) {\n        ", Some("    ")),
            ("void f() {\n    if (x) {\n    ", None),
            ("void f() {\n    g(\n        ", None),
            ("void f() {\n    x = ", None),
            ("void f() {\n    R\"(\n    ", None),
            ("void f() {\n    /*\n    ", None),
            ("void f() {", None),
            ("int x =\n    ", None),
        ] {
            assert_eq!(spaces_of_brace(before), expected, "{before}");
        }
    }

    #[test]
    fn lines_are_indented_by_what_is_open() {
        for (before, expected) in [
            ("void f() {", 4),
            ("void f() {\n    int x = 1;", 4),
            ("void f() {\n    if (x) {", 8),
            ("void f() {\n    if (x) {\n        y();\n    }", 4),
            ("void f() {\n    if (x) {\n    } else {", 8),
            ("k<<<1, 2>>>(a,", 4),
            ("int x = f(a,\n          b);", 0),
            ("void f() {\n    g(a,\n      b);", 4),
            ("struct S {\n    int a[3] = {", 8),
            ("auto t = R\"(  {", 0),
            ("void f() {\n    auto t = R\"(a {", 0),
            ("  /* {", 2),
            ("void f() { // {", 4),
            ("// {", 0),
            ("auto s = \"{\";", 0),
            ("}", 0),
        ] {
            assert_eq!(indentation(before).len(), expected, "{before}");
        }
    }

    #[test]
    fn backspace_takes_whole_indentations() {
        for (before, expected) in [
            ("void f() {\n    ", true),
            ("void f() {\n        ", true),
            ("void f() {\n   ", false),
            ("void f() {\n    x", false),
            ("void f() {\n", false),
            ("    ", false),
        ] {
            assert_eq!(is_indentation(before), expected, "{before:?}");
        }
    }
}
