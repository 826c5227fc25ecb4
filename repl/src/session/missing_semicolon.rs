//! The `;` of a declaration at the end of an input, which a person who is used to other prompts leaves out.

use devicecc::cell::{Diagnostic, Rejected, Severity};

use crate::lexer::tokens;

/// The text with a `;` after its last token, if that is all that clang missed.
pub(super) fn supplied(text: &str, rejected: &Rejected) -> Option<String> {
    let mut errors = rejected
        .diagnostics
        .iter()
        .filter(|it| it.severity == Severity::Error);
    let (Some(error), None) = (errors.next(), errors.next()) else {
        return None;
    };
    let tokens = tokens(text);
    let last = tokens.iter().rfind(|it| it.is_significant())?;
    let missed = error.message.starts_with("expected ';'") && offset(text, error) == Some(last.end);
    missed.then(|| format!("{};{}", &text[..last.end], &text[last.end..]))
}

/// Where in the text a diagnostic points, in bytes.
fn offset(text: &str, diagnostic: &Diagnostic) -> Option<usize> {
    let line = text
        .split_inclusive('\n')
        .nth((diagnostic.line as usize).checked_sub(1)?)?;
    let begin = line.as_ptr() as usize - text.as_ptr() as usize;
    Some(begin + (diagnostic.column as usize).checked_sub(1)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn supplied_at(text: &str, line: u32, column: u32, more: &[&str]) -> Option<String> {
        let error = |message: &str| Diagnostic {
            severity: Severity::Error,
            message: message.to_owned(),
            source: String::new(),
            line,
            column,
        };
        let mut diagnostics = vec![error("expected ';' after top level declarator")];
        diagnostics.extend(more.iter().map(|it| error(it)));
        supplied(
            text,
            &Rejected {
                diagnostics,
                rendered: String::new(),
            },
        )
    }

    #[test]
    fn goes_before_a_comment() {
        assert_eq!(
            supplied_at("int a\n= 5 // five\n", 2, 4, &[]).as_deref(),
            Some("int a\n= 5; // five\n")
        );
    }

    #[test]
    fn only_at_the_end() {
        assert_eq!(supplied_at("int a = 5 b", 1, 10, &[]), None);
    }

    #[test]
    fn only_if_nothing_else_is_wrong() {
        assert_eq!(
            supplied_at("int a = ", 1, 8, &["expected expression"]),
            None
        );
    }

    #[test]
    fn an_error_without_a_place_mends_nothing() {
        assert_eq!(supplied_at("int a", 0, 0, &[]), None);
    }
}
