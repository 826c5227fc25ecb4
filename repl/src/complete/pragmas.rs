//! Pragmas that say something about the code that follows them, which belongs to their cell.

use crate::lexer::{TokenKind, tokens};

/// OpenMP's pragmas that stand alone, by their first words.
const ALONE: &[&[&str]] = &[
    &["barrier"],
    &["taskwait"],
    &["taskyield"],
    &["flush"],
    &["cancel"],
    &["cancellation"],
    &["depobj"],
    &["interop"],
    &["scan"],
    &["error"],
    &["nothing"],
    &["threadprivate"],
    &["groupprivate"],
    &["allocate"],
    &["requires"],
    &["assumes"],
    &["begin"],
    &["end"],
    &["declare", "reduction"],
    &["declare", "mapper"],
    &["declare", "target"],
    &["target", "update"],
    &["target", "enter"],
    &["target", "exit"],
];

/// Does this directive say something about the statement or function behind it?
pub fn is_before_code(directive: &str) -> bool {
    // The `#` makes the rest a directive, not tokens.
    let Some(rest) = directive.trim_start().strip_prefix('#') else {
        return false;
    };
    let words: Vec<&str> = (tokens(rest).iter())
        .filter(|it| it.kind != TokenKind::Comment && it.kind != TokenKind::Splice)
        .take_while(|it| it.kind == TokenKind::Word)
        .map(|it| it.text(rest))
        .collect();
    match words.as_slice() {
        ["pragma", "omp", about @ ..] => {
            !about.is_empty() && !ALONE.iter().any(|it| about.starts_with(it))
        }
        ["pragma", "unroll" | "nounroll", ..] | ["pragma", "clang", "loop", ..] => true,
        ["pragma", "GCC", "unroll" | "ivdep", ..] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_pragma_waits_for() {
        for directive in [
            "#pragma omp parallel",
            "#  pragma omp /* all */ for reduction(+ : sum)",
            "#pragma omp parallel \\\n  for",
            "#pragma omp critical(name)",
            "#pragma omp declare simd",
            "#pragma omp target data map(to : x)",
            "#pragma unroll 4",
        ] {
            assert!(is_before_code(directive), "{directive}");
        }
        for directive in [
            "#pragma omp barrier",
            "#pragma omp taskwait",
            "#pragma omp declare reduction(m : int : omp_out)",
            "#pragma omp threadprivate(x)",
            "#pragma omp",
            "#pragma once",
            "#pragma GCC diagnostic push",
            "#include <omp.h>",
            "#define omp parallel",
        ] {
            assert!(!is_before_code(directive), "{directive}");
        }
    }
}
