//! Tokens of text that comes line by line: what a line is made of also depends on what the lines before it have left open.

use super::{Scanner, Token, TokenKind};

/// What is open where a line begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Inside {
    /// Nothing.
    #[default]
    Code,
    /// `/* …`
    Comment,
    /// `// … \`
    LineComment,
    /// A raw string that ends with these bytes.
    Raw(Vec<u8>),
    /// A string or character that a backslash continues; its quote.
    Literal(u8),
}

/// A directive is looked at only as far as this: its name and condition stand at its beginning.
const DIRECTIVE_BYTES_MAX: usize = 256;

/// The state of the lexer between two lines.
#[derive(Clone, Debug, Default)]
pub struct Carry {
    inside: Inside,
    /// A directive goes on in the next line; its text so far.
    directive: Option<String>,
    /// The line before ended with a backslash.
    spliced: bool,
    /// Something stood before that backslash.
    line_begun: bool,
}

/// A significant token of a line, or a directive that has ended with it.
#[derive(Debug)]
pub enum Item<'a> {
    /// A token; its place is in the line.
    Token(Token),
    /// A directive's text, at least its beginning.
    Directive(&'a str),
}

impl Carry {
    /// Is the next line's beginning part of a comment?
    pub fn in_comment(&self) -> bool {
        matches!(self.inside, Inside::Comment | Inside::LineComment)
    }

    /// Is it part of a block comment?
    pub fn in_block_comment(&self) -> bool {
        self.inside == Inside::Comment
    }

    /// Is it part of a raw string?
    pub fn in_raw_literal(&self) -> bool {
        matches!(self.inside, Inside::Raw(_))
    }

    /// Does the next line begin in code that this one has begun: a directive, a string?
    pub fn goes_on_with_code(&self) -> bool {
        self.directive.is_some() || matches!(self.inside, Inside::Raw(_) | Inside::Literal(_))
    }

    /// Does the next line belong to what the last one began, whatever it has?
    pub fn goes_on(&self) -> bool {
        self.inside != Inside::Code || self.directive.is_some() || self.spliced
    }

    /// Reads a line, without its end, and gives what it has but for comments.
    pub fn line(&mut self, line: &str, give: &mut dyn FnMut(Item)) {
        let spliced = ends_with_splice(line);
        let mut scanner = Scanner {
            bytes: line.as_bytes(),
            at: 0,
        };
        let mut line_start = !(self.spliced && self.line_begun);
        if self.inside != Inside::Code {
            line_start = self.inside == Inside::Comment && line_start;
        }
        self.finish(&mut scanner);
        if let Some(text) = &mut self.directive
            && text.len() < DIRECTIVE_BYTES_MAX
        {
            text.push(' ');
            text.push_str(line);
        }
        while self.inside == Inside::Code {
            skip_blanks(&mut scanner);
            if scanner.at >= scanner.bytes.len() {
                break;
            }
            if line_start && self.directive.is_none() && scanner.peek(0) == b'#' {
                self.directive = Some(line[scanner.at..].to_owned());
                scanner.at += 1;
                continue;
            }
            let Some(token) = scanner.next(false) else {
                break;
            };
            match token.kind {
                TokenKind::Comment | TokenKind::Splice | TokenKind::Newline => {}
                _ => {
                    line_start = false;
                    if self.directive.is_none() {
                        give(Item::Token(token));
                    }
                }
            }
            if !token.terminated {
                self.inside = begun(&token, line, spliced);
            }
        }
        self.spliced = spliced && !matches!(self.inside, Inside::Comment | Inside::Raw(_));
        self.line_begun = !line_start;
        if self.inside == Inside::Code
            && !self.spliced
            && let Some(text) = self.directive.take()
        {
            give(Item::Directive(&text));
        }
    }

    /// Steps over the rest of what the lines before have begun, as far as it is in this line.
    fn finish(&mut self, scanner: &mut Scanner) {
        let end = match &self.inside {
            Inside::Code => return,
            Inside::Comment => find(scanner.bytes, b"*/"),
            Inside::Raw(end) => find(scanner.bytes, end),
            Inside::LineComment => {
                if scanner.line_comment().1 {
                    self.inside = Inside::Code;
                }
                return;
            }
            Inside::Literal(quote) => {
                let (at, terminated) = rest_of_literal(scanner.bytes, *quote);
                scanner.at = at;
                let line_ends =
                    std::str::from_utf8(scanner.bytes).is_ok_and(|it| !ends_with_splice(it));
                if terminated || line_ends {
                    self.inside = Inside::Code;
                }
                return;
            }
        };
        match end {
            Some(end) => {
                scanner.at = end;
                self.inside = Inside::Code;
            }
            None => scanner.at = scanner.bytes.len(),
        }
    }
}

/// What a token begins that the line does not end.
fn begun(token: &Token, line: &str, spliced: bool) -> Inside {
    let text = token.text(line);
    match token.kind {
        TokenKind::Comment if text.starts_with("//") => Inside::LineComment,
        TokenKind::Comment => Inside::Comment,
        TokenKind::RawLiteral => {
            let delimiter = text
                .split_once('"')
                .and_then(|(_, rest)| rest.split_once('('))
                .map_or("", |(delimiter, _)| delimiter);
            Inside::Raw(format!("){delimiter}\"").into_bytes())
        }
        // Without a backslash its line's end is its end.
        TokenKind::Literal if spliced => {
            let quote = text.bytes().find(|byte| matches!(byte, b'"' | b'\''));
            quote.map_or(Inside::Code, Inside::Literal)
        }
        _ => Inside::Code,
    }
}

/// Where a literal ends that goes on at the line's beginning, and whether it ends there by its quote.
fn rest_of_literal(bytes: &[u8], quote: u8) -> (usize, bool) {
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            byte if byte == quote => return (at + 1, true),
            _ => at += 1,
        }
    }
    (bytes.len(), false)
}

fn skip_blanks(scanner: &mut Scanner) {
    while matches!(scanner.peek(0), b' ' | b'\t' | b'\r' | 0x0b | 0x0c)
        || (scanner.at < scanner.bytes.len() && scanner.peek(0) == 0)
    {
        scanner.at += 1;
    }
}

/// One past the first `what`.
fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    let at = bytes.windows(what.len()).position(|it| it == what)?;
    Some(at + what.len())
}

fn ends_with_splice(text: &str) -> bool {
    text.trim_end_matches([' ', '\t', '\r']).ends_with('\\')
}
