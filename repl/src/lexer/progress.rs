//! What is open at the end of a text that comes line by line, in time that does not grow with the text.
//!
//! It tells what `outline` tells of the whole text, as far as it tells anything: brackets are matched by the same rules.

use super::TokenKind;
use super::carry::{Carry, Item};
use super::conditionals::Conditionals;
use super::outline::Open;

/// A bracket that is open, with a number that no other one has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bracket {
    open: u8,
    number: u64,
}

/// How far a text has come.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    carry: Carry,
    stack: Vec<Bracket>,
    conditionals: Conditionals<Bracket>,
    stray_close: bool,
    brackets: u64,
}

impl Progress {
    /// Takes the next line, without its end.
    pub fn line(&mut self, line: &str) {
        let mut carry = std::mem::take(&mut self.carry);
        carry.line(line, &mut |item| match item {
            Item::Token(token) => self.token(token.kind, token.text(line)),
            Item::Directive(text) => self.conditionals.directive(text, &mut self.stack),
        });
        self.carry = carry;
    }

    /// What is open for certain, whatever the text means. Nothing if that is for the whole text to tell.
    pub fn open(&self) -> Option<Open> {
        if self.carry.in_raw_literal() {
            return Some(Open::RawLiteral);
        }
        if self.carry.in_block_comment() {
            return Some(Open::Comment);
        }
        // The rest is told of the whole text: whether more lines can mend it depends on more than what is open.
        if self.stray_close || self.carry.goes_on() {
            return None;
        }
        match self.stack.first() {
            Some(bracket) => Some(Open::Bracket(bracket.open)),
            None if !self.conditionals.is_empty() => Some(Open::Conditional),
            None => None,
        }
    }

    /// Is the next line's beginning in what a file has blank lines in without a mistake, and whose text must not be taken for code: a comment, a raw string,
    /// what an `#if` chooses or leaves out?
    pub fn is_set_apart(&self) -> bool {
        self.carry.in_comment() || self.carry.in_raw_literal() || !self.conditionals.is_empty()
    }

    /// Tells one set of open brackets from others.
    pub fn brackets(&self) -> (usize, u64) {
        (
            self.stack.len(),
            self.stack.last().map_or(0, |it| it.number),
        )
    }

    fn token(&mut self, kind: TokenKind, text: &str) {
        let in_launch = |stack: &[Bracket]| stack.last().is_some_and(|it| it.open == b'<');
        match kind {
            TokenKind::Open(open) => self.push(open),
            TokenKind::LaunchOpen => self.push(b'<'),
            TokenKind::Close(close) => self.close(close),
            TokenKind::LaunchClose if in_launch(&self.stack) => drop(self.stack.pop()),
            TokenKind::Operator if text == ";" => {
                while in_launch(&self.stack) {
                    self.stack.pop();
                }
            }
            _ => {}
        }
    }

    fn push(&mut self, open: u8) {
        self.brackets += 1;
        let number = self.brackets;
        self.stack.push(Bracket { open, number });
    }

    fn close(&mut self, close: u8) {
        let open = match close {
            b')' => b'(',
            b']' => b'[',
            _ => b'{',
        };
        let last = |open| self.stack.iter().rposition(|it| it.open == open);
        let block = last(b'{');
        match last(open) {
            Some(depth) if open == b'{' || block.is_none_or(|block| block < depth) => {
                self.stack.truncate(depth)
            }
            _ if block.is_some() => {}
            _ => self.stray_close = true,
        }
    }
}

#[cfg(test)]
mod tests;
