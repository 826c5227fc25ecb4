//! What clang knows of a place in a text that somebody types. It is asked in a copy of the process: the session stays as it is, whatever clang makes of the text.

use std::ops::Range;

use crate::Compiler;

/// What ends a field of an answer, and a record of them (`ast/code_completion.h` of the shim).
const FIELD_END: u8 = 0x1f;
const RECORD_END: u8 = 0x1e;

/// One way in which a text goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// `function`, `kernel`, `type`, `variable`, `member`, `keyword`, `macro`, `namespace` or `file`.
    pub kind: String,
    /// The name.
    pub name: String,
    /// The name with what one wants to know of it: parameters and type.
    pub label: String,
    /// Lesser ones come first: the session's names of the type that the place wants, its other names and a class's own members, what headers declare,
    /// keywords.
    pub rank: u32,
}

/// One thing that can be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overload {
    /// Name, parameters and what it gives.
    pub text: String,
    /// The bytes of the text that each parameter is.
    pub parameters: Vec<Range<usize>>,
}

/// One declaration of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// As of a proposal.
    pub kind: String,
    /// As C++ writes it.
    pub text: String,
    /// The comment that belongs to it, without its marks; may be empty.
    pub comment: String,
    /// The file that has it, or `cell N`; empty if none does.
    pub file: String,
    /// The line of it; 0 if none.
    pub line: u32,
}

#[derive(Clone, Copy)]
enum Question {
    Complete = 0,
    Signatures = 1,
    About = 2,
}

impl Compiler {
    /// How a text goes on at a byte of it; in no order.
    pub fn complete(&mut self, text: &str, position: usize) -> Vec<Proposal> {
        let records = self.ask(Question::Complete, text, position);
        let proposals = records.into_iter().filter_map(|record| {
            let [kind, name, label, rank] = record.try_into().ok()?;
            let rank = rank.parse().ok()?;
            let name = without_known_end(name, &text[position..]);
            Some(Proposal {
                kind,
                name,
                label,
                rank,
            })
        });
        proposals.collect()
    }

    /// What can be called where the argument begins at a byte of a text, and the number of the argument, from 0.
    pub fn signatures(&mut self, text: &str, argument: usize) -> (Vec<Overload>, usize) {
        let mut number = 0;
        let records = self.ask(Question::Signatures, text, argument);
        let overloads = records.into_iter().filter_map(|record| {
            let [_, text, argument, places]: [String; 4] = record.try_into().ok()?;
            number = argument.parse().ok()?;
            let parameters = places.split_terminator(',').filter_map(|it| {
                let (begin, end) = it.split_once('-')?;
                Some(begin.parse().ok()?..end.parse().ok()?)
            });
            Some(Overload {
                parameters: parameters.collect(),
                text,
            })
        });
        (overloads.collect(), number)
    }

    /// The declarations of the name that ends a text, such as `std::vector` or `v.size`.
    pub fn declarations(&mut self, name: &str) -> Vec<Declaration> {
        let records = self.ask(Question::About, name, name.len());
        let declarations = records.into_iter().filter_map(|record| {
            let [kind, text, comment, file, line] = record.try_into().ok()?;
            Some(Declaration {
                kind,
                text,
                comment,
                file,
                line: line.parse().ok()?,
            })
        });
        declarations.collect()
    }

    fn ask(&mut self, what: Question, text: &str, position: usize) -> Vec<Vec<String>> {
        let number = self.next;
        let answer = self.session.ask(what as i32, text, position, number);
        records(&answer.unwrap_or_default())
    }
}

/// A header's name without the bracket that ends it, if the text has that.
fn without_known_end(mut name: String, after: &str) -> String {
    if let Some(end @ ('>' | '"')) = after.chars().next()
        && name.ends_with(end)
    {
        name.pop();
    }
    name
}

fn records(answer: &[u8]) -> Vec<Vec<String>> {
    let records = answer.split(|it| *it == RECORD_END);
    let fields = records.filter_map(|record| {
        let record = record.strip_suffix(&[FIELD_END])?;
        let fields = record.split(|it| *it == FIELD_END);
        Some(
            fields
                .map(|it| String::from_utf8_lossy(it).into_owned())
                .collect(),
        )
    });
    fields.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_records_of_fields() {
        assert_eq!(
            records(b"a\x1f\x1fc\x1f\x1ed\x1f\x1e\x1e"),
            [vec!["a", "", "c"], vec!["d"]]
        );
        assert_eq!(records(b""), Vec::<Vec<String>>::new());
    }
}
