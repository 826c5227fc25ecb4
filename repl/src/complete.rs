//! Is a text a complete cell? Decided by the lexer alone, so that a prompt never hangs on what the parser thinks.
//!
//! The bias: an incomplete input is never called complete where more lines could make sense of it; what no line can mend (a stray
//! closing bracket, a missing quote) is complete, and clang says what is wrong. Two blank lines, or a line of only `;;`, submit
//! what is there as it is.

use std::fmt::{self, Display};

use crate::lexer::outline::{Element, ElementKind, Open, Outline, last_statement, outline};
use crate::lexer::tokens;
use crate::lexer::{Token, TokenKind};

mod heads;
mod pragmas;

/// What a text is, as far as lines go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// Blank, or only comments and empty statements.
    Empty,
    /// A cell.
    Complete,
    /// More lines must come.
    Incomplete(Wait),
}

/// What an incomplete text waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// A closing bracket, `*/`, the end of a raw string, `#endif`, the line after a backslash.
    Closing(Open),
    /// An operand: the text ends with an operator, a comma, a type…
    Operand,
    /// A body, or a `;`: the text ends with the head of a definition or a statement.
    Body,
    /// What a pragma is about.
    Statement,
}

impl Display for Wait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wait::Closing(Open::Bracket(b'(')) => "`)`",
            Wait::Closing(Open::Bracket(b'[')) => "`]`",
            Wait::Closing(Open::Bracket(b'<')) => "`>>>`",
            Wait::Closing(Open::Bracket(_)) => "`}`",
            Wait::Closing(Open::Comment) => "`*/`",
            Wait::Closing(Open::RawLiteral) => "the end of a raw string",
            Wait::Closing(Open::Conditional) => "`#endif`",
            Wait::Closing(Open::Splice) => "the line after `\\`",
            Wait::Operand => "an operand",
            Wait::Body => "a body or `;`",
            Wait::Statement => "the statement that the pragma is about",
        })
    }
}

/// Says whether `text` is a complete cell.
pub fn check(text: &str) -> Completeness {
    let outline = outline(text);
    if let Some(open) = outline.open {
        // Inside brackets that a later line cannot close in the right order, clang's error is the better answer.
        let mendable = !outline.stray_close || !matches!(open, Open::Bracket(b'(' | b'[' | b'<'));
        return if mendable {
            Completeness::Incomplete(Wait::Closing(open))
        } else {
            Completeness::Complete
        };
    }
    if outline.stray_close {
        return Completeness::Complete;
    }
    if outline.elements.iter().all(|it| it.is_operator(";")) {
        return Completeness::Empty;
    }
    let last = outline.elements.last();
    if last.is_some_and(|it| it.kind == ElementKind::Directive && pragmas::is_before_code(it.text))
    {
        return Completeness::Incomplete(Wait::Statement);
    }
    match heads::waits_for(&last_statement(&outline.elements), text) {
        Some(wait) => Completeness::Incomplete(wait),
        None => Completeness::Complete,
    }
}

/// Says whether a typed text is to be submitted although it is incomplete: its last two lines are blank, or its last one is `;;`.
pub fn forced(text: &str) -> bool {
    let mut lines = text.split('\n').rev();
    match lines.next().map(str::trim) {
        Some(";;") => true,
        Some("") => {
            lines.next().is_some_and(|line| line.trim().is_empty()) && lines.next().is_some()
        }
        _ => false,
    }
}

/// The text without the line of `;;` that forced it.
pub fn without_force(text: &str) -> &str {
    let trimmed = text.trim_end();
    match trimmed.rsplit_once('\n') {
        Some((before, last)) if last.trim() == ";;" => before,
        _ if trimmed.trim() == ";;" => "",
        _ => text,
    }
}

/// Says whether only scopes that a file leaves open for long (namespaces, `extern "C"`) or comments and raw strings are open: blank
/// lines inside them are no sign of a mistake.
pub fn blank_lines_are_usual(text: &str) -> bool {
    let outline = outline(text);
    outline.open_are_scopes || matches!(outline.open, Some(Open::Comment | Open::RawLiteral))
}

/// What the line after a complete text does to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// It belongs to the same cell.
    Joins,
    /// It begins another cell.
    Begins,
    /// It is a comment: the line after it decides.
    Comment,
}

/// Could any next line join this complete text? If not, there is no need to wait for one.
pub fn may_go_on(text: &str) -> bool {
    let outline = outline(text);
    let statement = last_statement(&outline.elements);
    let conditional = statement
        .iter()
        .any(|element| element.is_one_of(&["if", "try"]));
    let ends =
        |last: &&Element| last.is_operator(";") || heads::ends_with_its_body(&statement, text);
    !ends_with_directive(&outline)
        && (conditional || statement.last().is_some_and(|last| !ends(last)))
}

/// Says whether `line`, which follows the complete `text` where input is not typed by hand, belongs to the same cell, as `else` does
/// after an `if`, `{` after a function's head, or `<< x;` after a stream.
pub fn next(text: &str, line: &str) -> Next {
    let tokens = tokens(line);
    let Some(first) = tokens.iter().find(|token| token.is_significant()) else {
        let comment = tokens.iter().any(|token| token.kind == TokenKind::Comment);
        return if comment { Next::Comment } else { Next::Begins };
    };
    let outline = outline(text);
    let statement = last_statement(&outline.elements);
    let Some(last) = statement.last() else {
        return Next::Begins;
    };
    if ends_with_directive(&outline) {
        return Next::Begins;
    }
    let contains = |word: &str| statement.iter().any(|element| element.is_word(word));
    let terminated = last.is_operator(";");
    let joins = match (first.kind, first.text(line)) {
        (TokenKind::Word, "else") => contains("if"),
        (TokenKind::Word, "catch") => contains("try"),
        // `const char *name;` after a call without `;` is a declaration of its own.
        (TokenKind::Word, "const" | "mutable") => {
            let after = tokens.iter().filter(|token| token.is_significant()).nth(1);
            last.is_group(b'(') && after.is_none_or(|after| goes_on_function_head(after, line))
        }
        (TokenKind::Word, "noexcept" | "override" | "final" | "requires") => last.is_group(b'('),
        (TokenKind::Open(b'{'), _) => heads::could_be_head(&statement),
        (TokenKind::Open(_), _) => heads::is_unfinished_declaration(&statement),
        (TokenKind::LaunchOpen, _) => !terminated,
        (TokenKind::Operator, operator) if !terminated => joins_by_operator(operator, &statement),
        _ => false,
    };
    if joins { Next::Joins } else { Next::Begins }
}

/// May this stand behind the `const` of a member function's head?
fn goes_on_function_head(token: &Token, line: &str) -> bool {
    match token.kind {
        TokenKind::Open(b'{') => true,
        TokenKind::Word => {
            ["noexcept", "override", "final", "requires", "volatile"].contains(&token.text(line))
        }
        TokenKind::Operator => ["->", "&", "&&", "=", ";"].contains(&token.text(line)),
        _ => false,
    }
}

/// A `%` is left out: a line that starts with it is a command. Signs may begin a value, so they join only what cannot stand alone.
fn joins_by_operator(operator: &str, statement: &[&Element]) -> bool {
    match operator {
        ";" => true,
        "." | "->" | "->*" | ".*" | "<<" | ">>" | "==" | "!=" | "<=" | ">=" | "<=>" | "<" | ">"
        | "?" | ":" | "," | "=" | "&&" | "||" | "|" | "^" | "/" | "+=" | "-=" | "*=" | "/="
        | "&=" | "|=" | "^=" | "<<=" | ">>=" => true,
        "+" | "-" | "*" | "&" => heads::is_unfinished_declaration(statement),
        _ => false,
    }
}

fn ends_with_directive(outline: &Outline) -> bool {
    outline
        .elements
        .last()
        .is_some_and(|element| element.kind == ElementKind::Directive)
}

#[cfg(test)]
mod tests;
