//! Which call or launch the end of a text stands in, read off its tokens.

use crate::lexer::{Token, TokenKind, tokens, words};

/// The innermost call that a text leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Call<'a> {
    /// The brackets of a launch.
    Launch {
        /// What is launched, as far as it is one name.
        kernel: &'a str,
        /// The argument under way, from 0.
        argument: usize,
    },
    /// Parentheses, or braces, of which clang knows what they call.
    Function {
        /// Where the bracket stands, a parenthesis or a brace.
        bracket: usize,
        /// Where the argument under way begins.
        argument_begin: usize,
    },
}

/// A bracket that is open.
struct Open {
    kind: TokenKind,
    begin: usize,
    /// What stands before it.
    name: Option<Token>,
    argument: usize,
    argument_begin: usize,
}

impl<'a> Call<'a> {
    pub(super) fn around(typed: &'a str) -> Option<Call<'a>> {
        let mut open: Vec<Open> = Vec::new();
        let mut before: Option<Token> = None;
        for token in tokens(typed).into_iter().filter(Token::is_significant) {
            match token.kind {
                TokenKind::Open(_) | TokenKind::LaunchOpen => open.push(Open {
                    kind: token.kind,
                    begin: token.begin,
                    name: before,
                    argument: 0,
                    argument_begin: token.end,
                }),
                TokenKind::Close(_) => close(&mut open, token.kind),
                TokenKind::LaunchClose => {
                    open.pop_if(|it| it.kind == TokenKind::LaunchOpen);
                }
                TokenKind::Operator if token.text(typed) == "," => {
                    if let Some(innermost) = open.last_mut() {
                        innermost.argument += 1;
                        innermost.argument_begin = token.end;
                    }
                }
                // No call goes on after a statement's end.
                TokenKind::Operator if token.text(typed) == ";" => {
                    while open
                        .last()
                        .is_some_and(|it| it.kind != TokenKind::Open(b'{'))
                    {
                        open.pop();
                    }
                }
                _ => {}
            }
            before = Some(token);
        }
        // A subscript within a call's argument is part of that.
        while open
            .last()
            .is_some_and(|it| it.kind == TokenKind::Open(b'['))
        {
            open.pop();
        }
        let innermost = open.pop()?;
        let name = innermost.name.map_or("", |it| it.text(typed));
        // A block, or what a class is made of.
        let calls = name.ends_with('>') || !(name.is_empty() || words::is_keyword(name));
        let braced = innermost.kind == TokenKind::Open(b'{');
        if braced && (!calls || name.ends_with([')', '=', ',', ';', '{', '}'])) {
            return None;
        }
        Some(match innermost.kind {
            TokenKind::LaunchOpen => Call::Launch {
                kernel: name,
                argument: innermost.argument,
            },
            _ => Call::Function {
                bracket: innermost.begin,
                argument_begin: innermost.argument_begin,
            },
        })
    }

    /// Does the text end within a literal or a comment?
    pub(super) fn is_in_literal(typed: &str) -> bool {
        tokens(typed).last().is_some_and(|it| {
            let kinds = [
                TokenKind::Literal,
                TokenKind::RawLiteral,
                TokenKind::Comment,
            ];
            let line = it.text(typed).starts_with("//");
            kinds.contains(&it.kind) && (line || !it.terminated)
        })
    }
}

/// Takes the bracket away that this one closes, and what was left open in it.
fn close(open: &mut Vec<Open>, closing: TokenKind) {
    let TokenKind::Close(byte) = closing else {
        return;
    };
    let opening = TokenKind::Open(match byte {
        b')' => b'(',
        b']' => b'[',
        _ => b'{',
    });
    if let Some(at) = open.iter().rposition(|it| it.kind == opening) {
        open.truncate(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn argument(typed: &str) -> Option<&str> {
        match Call::around(typed)? {
            Call::Function { argument_begin, .. } => Some(&typed[argument_begin..]),
            Call::Launch { .. } => None,
        }
    }

    #[test]
    fn the_innermost_open_call_counts() {
        for (typed, expected) in [
            ("f(", Some("")),
            ("f(a, g(1, 2), b", Some(" b")),
            ("f(a, g(1, 2", Some(" 2")),
            ("f(a[1], x[2", Some(" x[2")),
            ("f(\"(,", Some("\"(,")),
            ("f(1);", None),
            ("f(1", Some("1")),
            ("k<<<1, 2>>>(p, ", Some(" ")),
            ("int x = 1;", None),
            ("f(1; g(", Some("")),
            ("std::vector<int>{1, ", Some(" ")),
            ("Ball ball{", Some("")),
            ("void f() { ", None),
            ("if (x) {", None),
            ("do {", None),
        ] {
            assert_eq!(argument(typed), expected, "{typed}");
        }
    }

    #[test]
    fn a_launch_is_one() {
        let launch = |typed| Call::around(typed);
        let made = |kernel, argument| Some(Call::Launch { kernel, argument });
        assert_eq!(launch("k<<<"), made("k", 0));
        assert_eq!(launch("x = 1; saxpy<<<dim3(1, 2), b"), made("saxpy", 1));
        assert_eq!(launch("k<<<1, 2, 0, "), made("k", 3));
    }

    #[test]
    fn literals_and_comments_are_no_place_for_names() {
        for typed in ["\"ab", "x; // ab", "/* a"] {
            assert!(Call::is_in_literal(typed), "{typed}");
        }
        assert!(!Call::is_in_literal("\"a\" ab"));
    }
}
