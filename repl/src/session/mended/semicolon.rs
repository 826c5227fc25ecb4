//! The `;` of a declaration at the end of an input, which a person who is used to other prompts leaves out.

use devicecc::cell::{Complaint, Diagnostic};

use super::Edits;
use crate::lexer::tokens;

/// Is it a `;` that clang missed?
pub(super) fn concerns(error: &Diagnostic) -> bool {
    error.complaint == Complaint::MissingSemicolon
}

/// Puts it there if that is behind the last token.
pub(super) fn supply(text: &str, at: usize, edits: &mut Edits) -> Option<()> {
    let tokens = tokens(text);
    let last = tokens.iter().rfind(|it| it.is_significant())?;
    (at == last.end).then(|| edits.replace(at, at, ";".to_owned()))
}
