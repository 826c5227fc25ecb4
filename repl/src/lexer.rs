//! Tokens of CUDA C++ text, for completeness, splitting and colouring. It decides what a line *is made of*, never what it means:
//! that is clang's.
//!
//! Handled: comments, strings and characters with prefixes and escapes, raw strings with delimiters, digit separators, line
//! splices (also with spaces after the backslash, as clang takes them), directives with everything they hold, digraph brackets,
//! launch brackets `<<<` and `>>>`, names in UTF-8.
//!
//! Not handled: trigraphs (gone since C++17), `%:` for `#` (a line that starts with `%` is a command), macros that hide brackets.

pub mod carry;
mod conditionals;
pub mod outline;
pub mod progress;
pub mod words;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A name or keyword.
    Word,
    /// A number, with its suffix.
    Number,
    /// A string or character literal, prefix included.
    Literal,
    /// A raw string, prefix included.
    RawLiteral,
    /// A line or block comment.
    Comment,
    /// A whole preprocessor directive, to the end of its logical line.
    Directive,
    /// One of `(`, `[`, `{`, given as that byte also if written as a digraph.
    Open(u8),
    /// One of `)`, `]`, `}`.
    Close(u8),
    /// `<<<`
    LaunchOpen,
    /// `>>>`, which may also close three template argument lists.
    LaunchClose,
    /// Any other punctuation.
    Operator,
    /// End of a line that is not spliced to the next one.
    Newline,
    /// A backslash at a line's end.
    Splice,
}

/// One token. Spans are byte offsets that lie on character boundaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// First byte.
    pub begin: usize,
    /// One past the last byte.
    pub end: usize,
    /// False if the text ended, or for ordinary literals the line ended, inside it.
    pub terminated: bool,
}

impl Token {
    /// Its text.
    pub fn text<'a>(&self, source: &'a str) -> &'a str {
        &source[self.begin..self.end]
    }

    /// Neither white space nor a comment.
    pub fn is_significant(&self) -> bool {
        !matches!(
            self.kind,
            TokenKind::Comment | TokenKind::Newline | TokenKind::Splice
        )
    }
}

/// All tokens of a text, in order. Never fails: what is no token of C++ becomes an `Operator`.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut scanner = Scanner {
        bytes: text.as_bytes(),
        at: 0,
    };
    let mut tokens = Vec::new();
    let mut line_start = true;
    while let Some(token) = scanner.next(line_start) {
        line_start = match token.kind {
            TokenKind::Newline => true,
            TokenKind::Comment | TokenKind::Splice => line_start,
            _ => false,
        };
        tokens.push(token);
    }
    tokens
}

/// The name of a directive, such as `ifdef`; empty for a lone `#`.
pub fn directive_name(directive: &str) -> &str {
    let rest = directive
        .trim_start_matches('#')
        .trim_start_matches([' ', '\t']);
    &rest[..rest
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .unwrap_or(rest.len())]
}

/// Operators of several bytes, longest first; `<<<` and `>>>` are tokens of their own.
const OPERATORS: &[&str] = &[
    "<<=", ">>=", "<=>", "->*", "...", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++", "--",
    "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "->", "::", ".*", "##",
];

/// Longest delimiter of a raw string that the standard allows, in bytes.
const RAW_DELIMITER_BYTES_MAX: usize = 16;

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn starts_with(&self, what: &str) -> bool {
        self.bytes[self.at..].starts_with(what.as_bytes())
    }

    /// Length of a line splice here, 0 if there is none; at the text's end a lone backslash is one too.
    fn splice(&self) -> usize {
        if self.peek(0) != b'\\' {
            return 0;
        }
        let mut length = 1;
        while matches!(self.peek(length), b' ' | b'\t' | b'\r') {
            length += 1;
        }
        match self.bytes.get(self.at + length) {
            Some(b'\n') => length + 1,
            Some(_) => 0,
            None => length,
        }
    }

    fn next(&mut self, line_start: bool) -> Option<Token> {
        while matches!(self.peek(0), b' ' | b'\t' | b'\r' | 0x0b | 0x0c)
            || (self.at < self.bytes.len() && self.peek(0) == 0)
        {
            self.at += 1;
        }
        if self.at >= self.bytes.len() {
            return None;
        }
        let begin = self.at;
        let (kind, terminated) = self.scan(line_start);
        Some(Token {
            kind,
            begin,
            end: self.at,
            terminated,
        })
    }

    fn scan(&mut self, line_start: bool) -> (TokenKind, bool) {
        let splice = self.splice();
        if splice > 0 {
            self.at += splice;
            return (TokenKind::Splice, true);
        }
        match self.peek(0) {
            b'\n' => {
                self.at += 1;
                (TokenKind::Newline, true)
            }
            b'#' if line_start => self.directive(),
            b'/' if self.peek(1) == b'/' => self.line_comment(),
            b'/' if self.peek(1) == b'*' => self.block_comment(),
            b'"' | b'\'' => self.literal(),
            c if c.is_ascii_digit() || (c == b'.' && self.peek(1).is_ascii_digit()) => {
                self.number()
            }
            c if is_word_byte(c) => self.word(),
            _ => self.punctuation(),
        }
    }

    fn directive(&mut self) -> (TokenKind, bool) {
        self.at += 1;
        let mut terminated = true;
        loop {
            let before = self.at;
            match self.next(false) {
                None => break,
                Some(token) if token.kind == TokenKind::Newline => {
                    self.at = before;
                    break;
                }
                Some(token) if token.kind == TokenKind::Splice && self.at >= self.bytes.len() => {
                    terminated = false
                }
                // An apostrophe in `#error don't` is no open literal; an open comment or raw string is.
                Some(token) if !token.terminated && self.at >= self.bytes.len() => {
                    terminated = token.kind == TokenKind::Literal
                }
                Some(_) => {}
            }
        }
        (TokenKind::Directive, terminated)
    }

    fn line_comment(&mut self) -> (TokenKind, bool) {
        while self.at < self.bytes.len() && self.peek(0) != b'\n' {
            let splice = self.splice();
            self.at += splice.max(1);
            if splice > 0 && self.at >= self.bytes.len() {
                return (TokenKind::Comment, false);
            }
        }
        (TokenKind::Comment, true)
    }

    fn block_comment(&mut self) -> (TokenKind, bool) {
        self.at += 2;
        while self.at < self.bytes.len() {
            if self.starts_with("*/") {
                self.at += 2;
                return (TokenKind::Comment, true);
            }
            self.at += 1;
        }
        (TokenKind::Comment, false)
    }

    /// A string or character literal; it ends at the line's end if its quote is missing, as clang takes it.
    fn literal(&mut self) -> (TokenKind, bool) {
        let quote = self.peek(0);
        self.at += 1;
        while self.at < self.bytes.len() && self.peek(0) != b'\n' {
            let splice = self.splice();
            if splice > 0 {
                self.at += splice;
            } else if self.peek(0) == b'\\' {
                self.at += 2;
            } else if self.peek(0) == quote {
                self.at += 1;
                return (TokenKind::Literal, true);
            } else {
                self.at += 1;
            }
        }
        self.at = self.at.min(self.bytes.len());
        (TokenKind::Literal, false)
    }

    /// A raw string from its quote on; `None` if its delimiter is none, which makes it an ordinary string to clang.
    fn raw_literal(&mut self) -> Option<(TokenKind, bool)> {
        let rest = &self.bytes[self.at + 1..];
        let length = rest
            .iter()
            .position(|&c| c == b'(' || c == b'"' || c == b'\n')
            .unwrap_or(rest.len());
        let delimiter = &rest[..length];
        let valid = length <= RAW_DELIMITER_BYTES_MAX
            && !delimiter
                .iter()
                .any(|c| c.is_ascii_whitespace() || b")\\".contains(c));
        if !valid || rest.get(length) != Some(&b'(') {
            return None;
        }
        let end = [b")", delimiter, b"\""].concat();
        let body = self.at + 1 + length + 1;
        match self.bytes[body..]
            .windows(end.len())
            .position(|window| window == end)
        {
            Some(at) => {
                self.at = body + at + end.len();
                Some((TokenKind::RawLiteral, true))
            }
            None => {
                self.at = self.bytes.len();
                Some((TokenKind::RawLiteral, false))
            }
        }
    }

    fn number(&mut self) -> (TokenKind, bool) {
        while self.at < self.bytes.len() {
            let c = self.peek(0);
            if matches!(c, b'e' | b'E' | b'p' | b'P') && matches!(self.peek(1), b'+' | b'-') {
                self.at += 2;
            } else if is_word_byte(c) || c == b'.' || (c == b'\'' && is_word_byte(self.peek(1))) {
                self.at += 1;
            } else {
                break;
            }
        }
        (TokenKind::Number, true)
    }

    fn word(&mut self) -> (TokenKind, bool) {
        let begin = self.at;
        while self.at < self.bytes.len() && is_word_byte(self.peek(0)) {
            self.at += 1;
        }
        let word = &self.bytes[begin..self.at];
        if self.peek(0) == b'"' && matches!(word, b"R" | b"LR" | b"uR" | b"UR" | b"u8R") {
            return self.raw_literal().unwrap_or_else(|| self.literal());
        }
        if matches!(self.peek(0), b'"' | b'\'') && matches!(word, b"L" | b"u" | b"U" | b"u8") {
            return self.literal();
        }
        (TokenKind::Word, true)
    }

    fn punctuation(&mut self) -> (TokenKind, bool) {
        let digraph = match (self.peek(0), self.peek(1)) {
            (b'<', b'%') => Some(TokenKind::Open(b'{')),
            (b'%', b'>') => Some(TokenKind::Close(b'}')),
            // `<::` is `<` and `::` unless `:` or `>` follows.
            (b'<', b':') if self.peek(2) != b':' || matches!(self.peek(3), b':' | b'>') => {
                Some(TokenKind::Open(b'['))
            }
            (b':', b'>') => Some(TokenKind::Close(b']')),
            _ => None,
        };
        if let Some(kind) = digraph {
            self.at += 2;
            return (kind, true);
        }
        let (kind, length) = match self.peek(0) {
            c @ (b'(' | b'[' | b'{') => (TokenKind::Open(c), 1),
            c @ (b')' | b']' | b'}') => (TokenKind::Close(c), 1),
            b'<' if self.starts_with("<<<") => (TokenKind::LaunchOpen, 3),
            b'>' if self.starts_with(">>>") => (TokenKind::LaunchClose, 3),
            _ => (
                TokenKind::Operator,
                OPERATORS
                    .iter()
                    .find(|op| self.starts_with(op))
                    .map_or(1, |op| op.len()),
            ),
        };
        self.at += length;
        (kind, true)
    }
}

/// Bytes of names: also those of UTF-8 sequences, so that spans stay on character boundaries.
fn is_word_byte(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_' || c == b'$' || c >= 0x80
}

#[cfg(test)]
mod tests;
