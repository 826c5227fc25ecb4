//! Assembler with operands or qualifiers as a statement, which C++ has in functions only. In a block it is one.

use devicecc::cell::{Complaint, Diagnostic};

use super::Edits;
use crate::lexer::{Token, TokenKind, tokens};

/// Could it be about such a statement? clang reads assembler outside of functions, and misses the `)` where operands begin.
pub(super) fn concerns(error: &Diagnostic) -> bool {
    matches!(
        error.complaint,
        Complaint::MissingParenthesis | Complaint::AssemblerQualifier
    )
}

/// Puts the statement around this place into a block, if it is assembler.
pub(super) fn enclose(text: &str, at: usize, edits: &mut Edits) -> Option<()> {
    let tokens = tokens(text);
    let significant: Vec<&Token> = tokens.iter().filter(|it| it.is_significant()).collect();
    let statement = statement_around(text, &significant, at)?;
    let (first, last) = (statement.first()?, statement.last()?);
    // A macro's name stands for what it hides.
    let is_assembler = ["asm", "__asm", "__asm__"].contains(&first.text(text)) || first.begin == at;
    if !is_assembler {
        return None;
    }
    let end = if last.text(text) == ";" { " }" } else { "; }" };
    edits.replace(first.begin, first.begin, "{ ".to_owned());
    edits.replace(last.end, last.end, end.to_owned());
    Some(())
}

/// The tokens of the statement outside of brackets that holds this place, its `;` included.
fn statement_around<'t>(text: &str, tokens: &'t [&'t Token], at: usize) -> Option<&'t [&'t Token]> {
    let (mut begin, mut depth) = (0, 0u32);
    for (number, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) => depth = depth.checked_sub(1)?,
            _ => {}
        }
        let ends = matches!(token.kind, TokenKind::Close(b'}') | TokenKind::Directive)
            || token.text(text) == ";";
        if depth > 0 || !ends {
            continue;
        }
        if at < token.end {
            return Some(&tokens[begin..=number]);
        }
        begin = number + 1;
    }
    tokens
        .get(begin..)
        .filter(|rest| rest.first().is_some_and(|it| it.begin <= at))
}
