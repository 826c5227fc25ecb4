//! Texts that clang rejects and that have one meaning at a prompt: the same text as C++ wants it.

use std::collections::BTreeMap;
use std::sync::Arc;

use devicecc::Source;
use devicecc::cell::{Cell, Diagnostic, Rejected};

use super::Session;
use super::definitions::Definitions;

mod assembler;
mod captures;
mod semicolon;

impl Session {
    /// Compiles a cell, mended if it must be; gives it with the text that compiled. What is told of a cell that cannot be mended is
    /// about the text as it was typed.
    pub(super) fn compile(
        &mut self,
        text: Arc<str>,
        source: &Source,
    ) -> anyhow::Result<Result<(Cell, Arc<str>), Rejected>> {
        let rejected = match self
            .compiler_mut()
            .compile_ahead(Arc::clone(&text), source)?
        {
            Ok(cell) => return Ok(Ok((cell, text))),
            Err(rejected) => rejected,
        };
        let is_typed = !matches!(source.origin(), Source::File(_));
        let Some(text) = is_typed
            .then(|| mended(&text, &rejected, || self.definitions()))
            .flatten()
        else {
            return Ok(Err(rejected));
        };
        let text: Arc<str> = text.into();
        let again = self
            .compiler_mut()
            .compile_ahead(Arc::clone(&text), source)?;
        Ok(again.map(|cell| (cell, text)).map_err(|_| rejected))
    }
}

/// The text without what clang rejected in it, if all of that can be mended. `session`: what it defines.
fn mended<'a>(
    text: &str,
    rejected: &Rejected,
    session: impl FnOnce() -> Definitions<'a>,
) -> Option<String> {
    let concerns = [semicolon::concerns, captures::concerns, assembler::concerns];
    if !(rejected.errors()).all(|error| concerns.iter().any(|it| it(error))) {
        return None;
    }
    let (session, mut edits) = (session(), Edits::default());
    let lambdas = captures::Lambdas::of(text, &session);
    for error in rejected.errors() {
        let at = offset(text, error)?;
        if semicolon::concerns(error) {
            semicolon::supply(text, at, &mut edits)?;
        } else if assembler::concerns(error) {
            assembler::enclose(text, at, &mut edits)?;
        } else {
            lambdas.spell_out(error, at, &mut edits)?;
        }
    }
    edits.applied(text)
}

/// Where in the text a diagnostic points, in bytes.
pub(super) fn offset(text: &str, diagnostic: &Diagnostic) -> Option<usize> {
    let line = text
        .split_inclusive('\n')
        .nth((diagnostic.line as usize).checked_sub(1)?)?;
    let begin = line.as_ptr() as usize - text.as_ptr() as usize;
    Some(begin + (diagnostic.column as usize).checked_sub(1)?)
}

/// What is to be changed in a text: by its first byte, one past the last one, and what takes its place.
#[derive(Debug, Default)]
struct Edits(BTreeMap<usize, (usize, String)>);

impl Edits {
    /// At one place what is there first stays.
    fn replace(&mut self, begin: usize, end: usize, with: String) {
        self.0.entry(begin).or_insert((end, with));
    }

    fn applied(self, text: &str) -> Option<String> {
        let mut edited = text.to_owned();
        for (&begin, (end, with)) in self.0.iter().rev() {
            edited.replace_range(begin..*end, with);
        }
        (!self.0.is_empty()).then_some(edited)
    }
}

#[cfg(test)]
mod tests;
