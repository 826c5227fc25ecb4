//! Mistakes in the first kernels that a person writes. What clang says of them is about what it takes them for: shifts, comparisons, a constructor.

use devicecc::Source;
use devicecc::cell::{Complaint, ItemKind, Rejected};

use super::definitions::Definitions;
use crate::lexer::{Token, TokenKind, tokens};

/// A mistake that the text alone tells: where it is, and what to say in place of what clang says.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mistake {
    /// First byte of what is wrong.
    pub at: usize,
    /// What is wrong with it.
    pub message: String,
}

/// The mistake that is behind all of clang's errors, if one is found. `is_kernel` tells names of the session's kernels.
pub(super) fn found(text: &str, is_kernel: impl Fn(&str) -> bool) -> Option<Mistake> {
    let kept = |it: &Token| {
        !matches!(
            it.kind,
            TokenKind::Newline | TokenKind::Comment | TokenKind::Splice
        )
    };
    let tokens: Vec<Token> = tokens(text).into_iter().filter(kept).collect();
    let here = kernels_of(text, &tokens);
    let is_kernel = |name: &str| here.contains(&name) || is_kernel(name);
    (0..tokens.len()).find_map(|at| {
        brackets_of_launch(text, &tokens, at, &is_kernel)
            .or_else(|| kernel_without_void(text, &tokens, at))
    })
}

/// Names of kernels that the text itself defines.
fn kernels_of<'a>(text: &'a str, tokens: &[Token]) -> Vec<&'a str> {
    let is = |token: &Token, word: &str| token.text(text) == word;
    let named = tokens.windows(3).filter(|it| {
        it[1].kind == TokenKind::Word && is(&it[0], "void") && it[2].kind == TokenKind::Open(b'(')
    });
    match tokens.iter().any(|it| is(it, "__global__")) {
        true => named.map(|it| it[1].text(text)).collect(),
        false => Vec::new(),
    }
}

/// `k<<<1, 8>>(out)`, `k<<1, 8>>>(out)`: one of the brackets has an angle too few.
fn brackets_of_launch(
    text: &str,
    tokens: &[Token],
    at: usize,
    is_kernel: &impl Fn(&str) -> bool,
) -> Option<Mistake> {
    let name = tokens.get(at)?;
    let open = tokens.get(at + 1)?;
    if name.kind != TokenKind::Word {
        return None;
    }
    let mistake = |at: usize, what: &str| {
        let name = name.text(text);
        Some(Mistake {
            at,
            message: format!("{what}: a launch is `{name}<<<blocks, threads>>>(arguments)`"),
        })
    };
    let opens = open.kind == TokenKind::LaunchOpen;
    let shifts = text[open.begin..].starts_with("<<") && !opens;
    if !(opens || shifts && is_kernel(name.text(text))) {
        return None;
    }
    let close = close_of(text, tokens, at + 2)?;
    match (opens, tokens[close].kind == TokenKind::LaunchClose) {
        (true, false) => mistake(tokens[close].begin, "`>>>` is missing here"),
        (false, _) => mistake(open.begin, "`<<<` is missing here"),
        (true, true) => None,
    }
}

/// The first of the angles, outside of brackets, that close a launch's configuration: before the `(` of the arguments.
fn close_of(text: &str, tokens: &[Token], from: usize) -> Option<usize> {
    let (mut depth, mut short) = (0usize, None);
    for (at, token) in tokens.iter().enumerate().skip(from) {
        match token.kind {
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) if depth == 0 => break,
            TokenKind::Close(_) => depth -= 1,
            TokenKind::LaunchClose if depth == 0 => return Some(at),
            TokenKind::LaunchOpen => break,
            TokenKind::Operator if depth == 0 => match token.text(text) {
                ";" => break,
                angles if angles.starts_with('>') => {
                    // `>>` may be one token or two.
                    let last = tokens[at..]
                        .iter()
                        .take_while(|it| it.text(text) == ">")
                        .count();
                    let Some(next) = tokens.get(at + last.max(1)) else {
                        break;
                    };
                    if next.kind == TokenKind::Open(b'(') {
                        short = short.or(Some(at));
                    }
                }
                _ => {}
            },
            _ => {}
        }
    }
    short
}

/// `__global__ k(int *p) {}`
fn kernel_without_void(text: &str, tokens: &[Token], at: usize) -> Option<Mistake> {
    let word = |at: usize| {
        let token = tokens.get(at)?;
        (token.kind == TokenKind::Word).then(|| token.text(text))
    };
    if word(at)? != "__global__" {
        return None;
    }
    let mut next = at + 1;
    while matches!(word(next)?, "static" | "inline" | "extern") {
        next += 1;
    }
    let name = word(next)?;
    let is_call = name == "__launch_bounds__" || name == "__attribute__" || name == "decltype";
    if is_call || tokens.get(next + 1)?.kind != TokenKind::Open(b'(') {
        return None;
    }
    Some(Mistake {
        at: tokens[next].begin,
        message: format!(
            "a kernel has no type before its name; it returns `void`: `__global__ void {name}(...)`"
        ),
    })
}

impl Mistake {
    /// The line that it is in, from 1.
    pub fn line(&self, text: &str) -> u32 {
        1 + text[..self.at].matches('\n').count() as u32
    }

    /// As clang renders an error.
    pub fn rendered(&self, text: &str, source: &Source, cell: u32) -> String {
        let begin = text[..self.at].rfind('\n').map_or(0, |it| it + 1);
        let line = text[begin..].lines().next().unwrap_or_default();
        let cell = source.cell_name(cell);
        let number = self.line(text) + source.lines_before();
        let column = self.at - begin + 1;
        let before: String = text[begin..self.at]
            .chars()
            .map(|it| if it == '\t' { '\t' } else { ' ' })
            .collect();
        format!(
            "{cell}:{number}:{column}: error: {}\n{number:>5} | {line}\n      | {before}^\n",
            self.message
        )
    }
}

/// What helps after an error of clang's that is right, but says nothing of what to do.
pub(super) fn hints(rejected: &Rejected, defined: &Definitions) -> Vec<String> {
    let mut hints: Vec<String> = Vec::new();
    for error in rejected.errors() {
        let name = error.message.split('\'').nth(1).unwrap_or("k");
        let complaint = error.complaint;
        let hint = if complaint == Complaint::KernelCalled {
            format!("a kernel is launched: `{name}<<<blocks, threads>>>(arguments)`")
        } else if complaint == Complaint::DeviceOnly && defined.has(name, ItemKind::DeviceFunction)
        {
            format!("call it in a kernel, or define `{name}` as `__host__ __device__`")
        } else if complaint == Complaint::LaunchArguments {
            "a launch is `k<<<blocks, threads>>>(arguments)`".to_owned()
        } else {
            continue;
        };
        if !hints.contains(&hint) {
            hints.push(hint);
        }
    }
    hints
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> Option<(usize, String)> {
        found(text, |name| name == "fill").map(|it| (it.at, it.message))
    }

    #[test]
    fn brackets_of_launches_are_counted() {
        for (text, at) in [
            ("fill<<<2, 64>>(data);", 12),
            ("fill<<2, 64>>>(data);", 4),
            ("fill<<2, 64>>(data);", 4),
            ("other<<<2, n > 3>>(data)", 16),
            ("fill<<<f(2), 64>(data)", 15),
        ] {
            let found = message(text);
            assert_eq!(found.as_ref().map(|it| it.0), Some(at), "{text}: {found:?}");
        }
    }

    #[test]
    fn what_is_right_is_left_alone() {
        for text in [
            "fill<<<2, 64>>>(data);",
            "fill<<<dim3(2), 64>>>(data, 1 << 3);",
            "std::cout << 2 >> (x)",
            "x << 3;",
            "__global__ void fill(float *p) {}",
            "__global__ __launch_bounds__(64) void fill(float *p) {}",
            "template <int N> __global__ void fill(float *p) {}",
        ] {
            assert_eq!(message(text), None, "{text}");
        }
    }

    #[test]
    fn a_kernel_without_a_type_is_found() {
        assert_eq!(
            message("int x;\n__global__ mine() {}").map(|it| it.0),
            Some(18)
        );
        let text = "int x;\n__global__ mine() {}";
        let rendered = found(text, |_| false).map(|it| it.rendered(text, &Source::Prompt, 4));
        let rendered = rendered.unwrap_or_default();
        assert!(rendered.starts_with("cell 4:2:12: error: "), "{rendered}");
        assert!(
            rendered.ends_with("    2 | __global__ mine() {}\n      |            ^\n"),
            "{rendered}"
        );
    }
}
