//! The top level of a text: its statements as short lists of elements, with everything in brackets folded to one element.

use super::conditionals::Conditionals;
use super::{Token, TokenKind, tokens};

/// What a statement consists of, seen from outside all brackets.
#[derive(Clone, Debug, PartialEq)]
pub enum ElementKind {
    /// A name or keyword.
    Word,
    /// A number.
    Number,
    /// A string or character.
    Literal,
    /// Punctuation, `;` included.
    Operator,
    /// Brackets that are closed; the byte is the opening one, `<` for a launch configuration. The tokens are those inside.
    Group(u8, Vec<Token>),
    /// A preprocessor directive.
    Directive,
}

/// One element with its place in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Element<'a> {
    /// What it is.
    pub kind: ElementKind,
    /// Its text.
    pub text: &'a str,
    /// First byte.
    pub begin: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Element<'_> {
    /// Is it this word?
    pub fn is_word(&self, word: &str) -> bool {
        self.kind == ElementKind::Word && self.text == word
    }

    /// Is it one of these words?
    pub fn is_one_of(&self, words: &[&str]) -> bool {
        self.kind == ElementKind::Word && words.contains(&self.text)
    }

    /// Is it this punctuation?
    pub fn is_operator(&self, operator: &str) -> bool {
        self.kind == ElementKind::Operator && self.text == operator
    }

    /// Is it a group in these brackets?
    pub fn is_group(&self, open: u8) -> bool {
        matches!(self.kind, ElementKind::Group(o, _) if o == open)
    }
}

/// What is still open at the end of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// A bracket; the byte is the opening one, `<` for a launch configuration.
    Bracket(u8),
    /// `/* …`
    Comment,
    /// `R"( …`
    RawLiteral,
    /// `#if …`
    Conditional,
    /// A backslash at the end.
    Splice,
}

/// The top level of a text.
#[derive(Clone, Debug, Default)]
pub struct Outline<'a> {
    /// Elements outside all brackets, in order.
    pub elements: Vec<Element<'a>>,
    /// The outermost thing that is still open.
    pub open: Option<Open>,
    /// True if all open brackets are those of namespaces and linkage specifications.
    pub open_are_scopes: bool,
    /// True if a closing bracket stands where none is open: clang will say so.
    pub stray_close: bool,
}

#[derive(Clone)]
struct Bracket {
    open: u8,
    token: usize,
    /// It opens the body of a namespace or of `extern "C"`.
    scope: bool,
}

/// Reads the outline of a text. Brackets are matched as clang recovers: a closing bracket closes what was opened since its own
/// opening one, and is passed over inside a block that has none. Of the branches of an `#if`, the first decides, but for
/// that of `#if 0`.
pub fn outline(text: &str) -> Outline<'_> {
    let tokens = tokens(text);
    let mut reader = Reader {
        text,
        tokens: &tokens,
        stack: Vec::new(),
        conditionals: Conditionals::default(),
        outline: Outline::default(),
    };
    for at in 0..tokens.len() {
        reader.read(at);
    }
    reader.finish()
}

struct Reader<'a, 't> {
    text: &'a str,
    tokens: &'t [Token],
    stack: Vec<Bracket>,
    conditionals: Conditionals<Bracket>,
    outline: Outline<'a>,
}

impl<'a> Reader<'a, '_> {
    fn read(&mut self, at: usize) {
        let token = self.tokens[at];
        match token.kind {
            TokenKind::Newline | TokenKind::Splice | TokenKind::Comment => {}
            TokenKind::Open(open) => self.open(open, at),
            TokenKind::LaunchOpen => self.open(b'<', at),
            TokenKind::Close(close) => self.close(close, at),
            TokenKind::LaunchClose => {
                if self
                    .stack
                    .last()
                    .is_some_and(|bracket| bracket.open == b'<')
                {
                    self.pop_to(self.stack.len() - 1, at);
                } else {
                    self.element(ElementKind::Operator, token);
                }
            }
            TokenKind::Directive => self.directive(token),
            TokenKind::Word => self.element(ElementKind::Word, token),
            TokenKind::Number => self.element(ElementKind::Number, token),
            TokenKind::Literal | TokenKind::RawLiteral => self.element(ElementKind::Literal, token),
            TokenKind::Operator => {
                // No `;` stands in a launch configuration outside of its own brackets: that `<<<` was none.
                while token.text(self.text) == ";"
                    && self
                        .stack
                        .last()
                        .is_some_and(|bracket| bracket.open == b'<')
                {
                    self.stack.pop();
                }
                self.element(ElementKind::Operator, token);
            }
        }
    }

    fn element(&mut self, kind: ElementKind, token: Token) {
        if self.stack.is_empty() {
            self.outline.elements.push(Element {
                kind,
                text: token.text(self.text),
                begin: token.begin,
                end: token.end,
            });
        }
    }

    fn open(&mut self, open: u8, at: usize) {
        let scope =
            open == b'{' && self.stack.iter().all(|bracket| bracket.scope) && self.opens_scope(at);
        self.stack.push(Bracket {
            open,
            token: at,
            scope,
        });
    }

    /// Is the `{` at this token that of `namespace a::b` or `extern "C"`?
    fn opens_scope(&self, at: usize) -> bool {
        let before = self.tokens[..at]
            .iter()
            .rev()
            .filter(|token| token.is_significant());
        for (distance, token) in before.enumerate() {
            let text = token.text(self.text);
            match token.kind {
                TokenKind::Word if text == "namespace" => return true,
                TokenKind::Word if text == "extern" => return distance == 1,
                TokenKind::Word => {}
                TokenKind::Literal if distance == 0 => {}
                TokenKind::Operator if text == "::" => {}
                _ => return false,
            }
        }
        false
    }

    fn close(&mut self, close: u8, at: usize) {
        let open = match close {
            b')' => b'(',
            b']' => b'[',
            _ => b'{',
        };
        let block = self.stack.iter().rposition(|bracket| bracket.open == b'{');
        match self.stack.iter().rposition(|bracket| bracket.open == open) {
            // A block is never closed by another kind of bracket that was opened outside of it.
            Some(depth) if open == b'{' || block.is_none_or(|block| block < depth) => {
                self.pop_to(depth, at)
            }
            _ if block.is_some() => {}
            _ => self.outline.stray_close = true,
        }
    }

    fn pop_to(&mut self, depth: usize, at: usize) {
        let bracket = self.stack.drain(depth..).next();
        if let (true, Some(bracket)) = (self.stack.is_empty(), bracket) {
            let (begin, end) = (self.tokens[bracket.token].begin, self.tokens[at].end);
            let inner = self.tokens[bracket.token + 1..at]
                .iter()
                .filter(|token| token.is_significant())
                .copied()
                .collect();
            let kind = ElementKind::Group(bracket.open, inner);
            self.outline.elements.push(Element {
                kind,
                text: &self.text[begin..end],
                begin,
                end,
            });
        }
    }

    fn directive(&mut self, token: Token) {
        self.conditionals
            .directive(token.text(self.text), &mut self.stack);
        if !token.terminated {
            self.outline.open = Some(Open::Comment);
        }
        self.element(ElementKind::Directive, token);
    }

    fn finish(mut self) -> Outline<'a> {
        let last = self.tokens.last();
        let unterminated = |kind| last.is_some_and(|token| token.kind == kind && !token.terminated);
        self.outline.open_are_scopes =
            !self.stack.is_empty() && self.stack.iter().all(|bracket| bracket.scope);
        let open = if unterminated(TokenKind::RawLiteral) {
            Some(Open::RawLiteral)
        } else if unterminated(TokenKind::Comment) && !ends_with_splice(self.text) {
            Some(Open::Comment)
        } else if ends_with_splice(self.text) {
            Some(Open::Splice)
        } else if let Some(bracket) = self.stack.first() {
            Some(Open::Bracket(bracket.open))
        } else if !self.conditionals.is_empty() {
            Some(Open::Conditional)
        } else {
            None
        };
        self.outline.open = open.or(self.outline.open);
        self.outline
    }
}

fn ends_with_splice(text: &str) -> bool {
    text.trim_end_matches([' ', '\t', '\r']).ends_with('\\')
}

/// The last statement of a list of elements; directives are left out.
pub fn last_statement<'e, 'a>(elements: &'e [Element<'a>]) -> Vec<&'e Element<'a>> {
    let elements: Vec<&Element> = elements
        .iter()
        .filter(|element| element.kind != ElementKind::Directive)
        .collect();
    let mut begin = 0;
    for at in 0..elements.len().saturating_sub(1) {
        let statement = &elements[begin..=at];
        let (element, next) = (elements[at], elements[at + 1]);
        let follows_on = (next.is_word("else")
            && statement.iter().any(|element| element.is_word("if")))
            || (next.is_word("while") && statement[0].is_word("do"))
            || next.is_word("catch");
        let ends = if element.is_operator(";") {
            true
        } else {
            // A block ends a statement if a word follows, unless it is the body of a type or an initialiser.
            element.is_group(b'{')
                && (next.kind == ElementKind::Word || next.is_group(b'['))
                && !statement[0]
                    .is_one_of(&["typedef", "struct", "class", "union", "enum", "using"])
                && !statement.iter().any(|element| element.is_operator("="))
        };
        if ends && !follows_on {
            begin = at + 1;
        }
    }
    elements[begin..].to_vec()
}
