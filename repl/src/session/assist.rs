//! What helps while one types: how a name goes on, what a call takes, what a name is.

use std::collections::BTreeSet;

use super::Session;
use crate::lexer::words;

/// One way to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// What replaces the text from `Completion::begin` to the cursor.
    pub text: String,
    /// What is shown for it, a function's signature say; the text itself if nothing else is known.
    pub label: String,
    /// What it is, in a word for a list: `function`, `kernel`, `type`, `variable`, `member`, `keyword`, `macro`, `namespace`, `command`, `file`.
    pub kind: &'static str,
}

/// The ways in which a text goes on at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// Where what is replaced begins, as a byte of the text; it ends at the cursor.
    pub begin: usize,
    /// The ways, best first.
    pub candidates: Vec<Candidate>,
}

/// What can be called where the cursor stands within the parentheses of a call, or within `<<<` of a launch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signatures {
    /// The overloads, best first: the text, and the bytes of it that are each parameter.
    pub overloads: Vec<(String, Vec<std::ops::Range<usize>>)>,
    /// The parameter that is being typed, from 0.
    pub parameter: usize,
}

/// What a name is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The declarations, as C++ has them; several for overloads.
    pub declarations: Vec<String>,
    /// The comment before the newest definition, without its marks.
    pub documentation: Option<String>,
    /// More lines for people: the cell or file, registers and shared memory of a kernel.
    pub facts: Vec<String>,
    /// The newest definition's text, if a cell has it.
    pub source: Option<String>,
}

impl Session {
    /// How a cell's text goes on at a place (a byte of it).
    pub fn complete(&mut self, text: &str, position: usize) -> Completion {
        let typed = &text[..position];
        let begin = typed
            .rfind(|c: char| !c.is_alphanumeric() && c != '_' && c != ':')
            .map_or(0, |at| {
                at + typed[at..].chars().next().map_or(1, char::len_utf8)
            });
        let (before, word) = typed.split_at(begin);
        // Members are not known, and nothing else stands there.
        if word.is_empty() || before.ends_with('.') || before.ends_with("->") {
            return Completion {
                begin: position,
                candidates: Vec::new(),
            };
        }
        let items = self.cells.iter().flat_map(|cell| cell.items());
        let names: BTreeSet<&str> = items.map(|item| item.name.as_str()).collect();
        let keywords = words::NEVER_LAST
            .iter()
            .chain(words::OTHER_KEYWORDS)
            .map(|it| (*it, "keyword"));
        let candidates = names
            .into_iter()
            .map(|it| (it, "name"))
            .chain(keywords)
            .filter(|(it, _)| it.starts_with(word) && *it != word)
            .map(|(it, kind)| Candidate {
                text: it.to_owned(),
                label: it.to_owned(),
                kind,
            });
        Completion {
            begin,
            candidates: candidates.collect(),
        }
    }

    /// What can be called at a place of a cell's text.
    pub fn signatures(&mut self, _text: &str, _position: usize) -> Signatures {
        Signatures::default()
    }

    /// What a name is; `None` if nothing is known of it.
    pub fn about(&mut self, _name: &str) -> Option<About> {
        None
    }
}
