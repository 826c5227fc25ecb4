//! What lambdas capture of the session. Its variables are local ones to the user and global ones to C++, where a lambda cannot name
//! those in its capture list, has no capture-default outside functions, and on the device cannot reach those of the host at all. As
//! `[n = n]` it gets its copy.

use std::collections::BTreeSet;
use std::ops::Range;

use devicecc::cell::{Complaint, Diagnostic, ItemKind};

use super::super::definitions::Definitions;
use super::Edits;
use crate::lexer::{Token, TokenKind, tokens};

/// Is it about a capture?
pub(super) fn concerns(error: &Diagnostic) -> bool {
    matches!(
        error.complaint,
        Complaint::CaptureDefaultOutside | Complaint::CaptureOfGlobal | Complaint::OtherSide
    )
}

/// A lambda with a capture-default.
#[derive(Debug)]
struct Lambda {
    /// The default, `=` or `&`, in the text.
    default: Range<usize>,
    /// It copies.
    copies: bool,
    /// What comes behind the default is a `,` that ends here.
    comma_end: Option<usize>,
    /// Everything between introducer and body, by place among the tokens.
    head: Range<usize>,
    /// The body, by place among the tokens.
    body: Range<usize>,
    /// It is a `__device__` one.
    is_for_device: bool,
}

/// The lambdas with a capture-default of a text, outer ones first.
pub(super) struct Lambdas<'a> {
    text: &'a str,
    session: &'a Definitions<'a>,
    tokens: Vec<Token>,
    list: Vec<Lambda>,
}

impl<'a> Lambdas<'a> {
    pub(super) fn of(text: &'a str, session: &'a Definitions<'a>) -> Lambdas<'a> {
        let mut tokens = tokens(text);
        tokens.retain(Token::is_significant);
        let mut lambdas = Lambdas {
            text,
            session,
            tokens,
            list: Vec::new(),
        };
        lambdas.list = (0..lambdas.tokens.len())
            .filter_map(|at| lambdas.lambda(at))
            .collect();
        lambdas
    }

    /// Mends the capture that clang rejected here.
    pub(super) fn spell_out(&self, error: &Diagnostic, at: usize, edits: &mut Edits) -> Option<()> {
        if error.complaint == Complaint::CaptureDefaultOutside {
            let lambda = self.list.iter().find(|it| it.default.start == at)?;
            self.replace_default(lambda, edits);
            return Some(());
        }
        let name = error.message.split('\'').nth(1)?;
        if error.complaint == Complaint::CaptureOfGlobal {
            let end = at + name.len();
            edits.replace(end, end, format!(" = {name}"));
            return Some(());
        }
        let lambda = self.copying_around(at)?;
        if !self.is_copyable(name, lambda) {
            return None;
        }
        let list = self
            .copied(lambda)
            .into_iter()
            .map(|it| format!(", {it} = {it}"));
        edits.replace(lambda.default.end, lambda.default.end, list.collect());
        Some(())
    }

    fn word(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |it| it.text(self.text))
    }

    /// The lambda whose introducer begins at this token.
    fn lambda(&self, at: usize) -> Option<Lambda> {
        let default = self.tokens.get(at + 1)?;
        let behind = self.word(at + 2);
        if self.word(at) != "["
            || !["=", "&"].contains(&self.word(at + 1))
            || ![",", "]"].contains(&behind)
        {
            return None;
        }
        let head = self.closing(at)? + 1;
        let mut body = head;
        while self.word(body) != "{" {
            body = match self.word(body) {
                "(" | "[" => self.closing(body)? + 1,
                ";" | "" => return None,
                _ => body + 1,
            };
        }
        Some(Lambda {
            default: default.begin..default.end,
            copies: self.word(at + 1) == "=",
            comma_end: (behind == ",").then(|| self.tokens[at + 2].end),
            head: head..body,
            body: body..self.closing(body)?,
            is_for_device: (head..body).any(|it| self.word(it) == "__device__"),
        })
    }

    /// The bracket that closes this one.
    fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for at in open..self.tokens.len() {
            match self.tokens[at].kind {
                TokenKind::Open(_) => depth += 1,
                TokenKind::Close(_) => depth = depth.checked_sub(1)?,
                _ => {}
            }
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    /// The outermost lambda around this place, which must copy: those inside get the copy from it.
    fn copying_around(&self, at: usize) -> Option<&Lambda> {
        let bytes = |it: &Lambda| self.tokens[it.body.start].begin..self.tokens[it.body.end].end;
        self.list
            .iter()
            .find(|it| bytes(it).contains(&at))
            .filter(|it| it.copies)
    }

    /// Outside functions there is nothing local to refer to, so `&` says nothing; for `=` stands what it would copy.
    fn replace_default(&self, lambda: &Lambda, edits: &mut Edits) {
        let names = if lambda.copies {
            self.copied(lambda)
        } else {
            BTreeSet::new()
        };
        let comma = lambda.comma_end.filter(|_| names.is_empty());
        let list: Vec<String> = names.iter().map(|it| format!("{it} = {it}")).collect();
        edits.replace(
            lambda.default.start,
            comma.unwrap_or(lambda.default.end),
            list.join(", "),
        );
    }

    /// The session's variables that a lambda copies: those that its body names and its head does not.
    fn copied(&self, lambda: &Lambda) -> BTreeSet<&'a str> {
        let is_name = |at: usize| {
            self.tokens[at].kind == TokenKind::Word
                && ![".", "->", "::"].contains(&self.word(at - 1))
                && self.word(at + 1) != "::"
        };
        let shadowed: BTreeSet<&str> = lambda.head.clone().map(|at| self.word(at)).collect();
        let named = lambda
            .body
            .clone()
            .filter(|&at| is_name(at))
            .map(|at| self.word(at));
        named
            .filter(|name| !shadowed.contains(name) && self.is_copyable(name, lambda))
            .collect()
    }

    /// May the lambda get a copy of this variable? Constants are used as such, and the copy of an array would be a pointer to host
    /// memory.
    fn is_copyable(&self, name: &str, lambda: &Lambda) -> bool {
        let list = self.session.list();
        self.session
            .named(name)
            .iter()
            .map(|&at| list[at].item)
            .any(|item| {
                item.kind == ItemKind::Variable
                    && item.name == name
                    && !item.signature.starts_with("const ")
                    && !(lambda.is_for_device && item.signature.ends_with(']'))
            })
    }
}
