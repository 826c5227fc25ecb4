//! Colours of what is typed.

use super::marks::push_marked;
use crate::lexer::{TokenKind, tokens, words};

/// The codes of a theme; each is ended by a reset.
pub struct Theme {
    comment: &'static str,
    literal: &'static str,
    number: &'static str,
    directive: &'static str,
    launch: &'static str,
    keyword: &'static str,
    /// A bracket and its partner.
    pair: &'static str,
    /// What stands before lines that go on.
    mark: &'static str,
}

const STANDARD: Theme = Theme {
    comment: "\x1b[2m",
    literal: "\x1b[32m",
    number: "\x1b[36m",
    directive: "\x1b[35m",
    launch: "\x1b[33m",
    keyword: "\x1b[34m",
    pair: "\x1b[1;36m",
    mark: "\x1b[2m",
};

const BRIGHT: Theme = Theme {
    comment: "\x1b[90m",
    literal: "\x1b[92m",
    number: "\x1b[96m",
    directive: "\x1b[95m",
    launch: "\x1b[93m",
    keyword: "\x1b[94m",
    pair: "\x1b[1;96m",
    mark: "\x1b[90m",
};

const MONO: Theme = Theme {
    comment: "\x1b[2m",
    literal: "",
    number: "",
    directive: "\x1b[1m",
    launch: "\x1b[1m",
    keyword: "\x1b[1m",
    pair: "\x1b[7m",
    mark: "\x1b[2m",
};

/// Without colours.
pub const PLAIN: Theme = Theme {
    comment: "",
    literal: "",
    number: "",
    directive: "",
    launch: "",
    keyword: "",
    pair: "",
    mark: "",
};

/// The theme of this name.
pub fn of(name: &str) -> &'static Theme {
    match name {
        "bright" => &BRIGHT,
        "mono" => &MONO,
        _ => &STANDARD,
    }
}

/// The text with colour codes, and a pair of brackets that stands out; with `marks`, lines that go on are marked. With the codes taken out it is the same text, and as
/// wide with the marks.
pub fn colored(text: &str, pair: Option<[usize; 2]>, theme: &Theme, marks: bool) -> String {
    let mut result = String::with_capacity(text.len() * 2);
    let mut end = 0;
    let plain = |result: &mut String, piece: &str| match marks {
        true => push_marked(result, piece, theme.mark),
        false => *result += piece,
    };
    for token in tokens(text) {
        let color = match token.kind {
            TokenKind::Comment => theme.comment,
            TokenKind::Literal | TokenKind::RawLiteral => theme.literal,
            TokenKind::Number => theme.number,
            TokenKind::Directive => theme.directive,
            TokenKind::LaunchOpen | TokenKind::LaunchClose => theme.launch,
            TokenKind::Word if words::is_keyword(token.text(text)) => theme.keyword,
            TokenKind::Open(_) | TokenKind::Close(_)
                if pair.is_some_and(|it| it.contains(&token.begin)) =>
            {
                theme.pair
            }
            _ => continue,
        };
        plain(&mut result, &text[end..token.begin]);
        for (number, line) in token.text(text).split('\n').enumerate() {
            let mut line = line;
            if number > 0 {
                // Blanks of a raw string are its own.
                let blanks = match token.kind {
                    TokenKind::RawLiteral => 0,
                    _ => line.len() - line.trim_start_matches(' ').len(),
                };
                plain(&mut result, &format!("\n{}", &line[..blanks]));
                line = &line[blanks..];
            }
            // Codes do not cross lines: the editor draws each on its own.
            result += &match color {
                "" => line.to_owned(),
                _ => format!("{color}{line}\x1b[0m"),
            };
        }
        end = token.end;
    }
    plain(&mut result, &text[end..]);
    result
}

#[cfg(test)]
mod tests {
    use super::super::brackets::pair_at;
    use super::*;
    use crate::preferences::THEME;
    use crate::transcript::MARK;

    #[test]
    fn colours_change_no_text() {
        for text in [
            "__global__ void k() { /* a\n b */ }",
            "k<<<1, 2>>>(\"x\"); // é",
            "#define X \\\n 1\nR\"(a\nb)\"",
            "void f() {\n    g(); /* a\n       b */\n    R\"(\n    x)\";\n}",
        ] {
            let pair = pair_at(text, text.len());
            for theme in [&STANDARD, &BRIGHT, &MONO, &PLAIN] {
                let marked = colored(text, pair, theme, true);
                assert!(colored(text, pair, theme, false).find(MARK).is_none());
                let mut plain = marked.replace(MARK, " ");
                for code in [
                    theme.comment,
                    theme.literal,
                    theme.number,
                    theme.directive,
                    theme.launch,
                    theme.keyword,
                    theme.pair,
                    theme.mark,
                    "\x1b[0m",
                ] {
                    plain = plain.replace(code, "");
                }
                assert_eq!(plain, text);
            }
        }
    }

    #[test]
    fn each_theme_of_the_table_is_there() {
        for name in THEME.values {
            let marked = colored("int", None, of(name), true);
            assert_ne!(marked, "int", "{name}");
        }
        assert_ne!(of("bright").keyword, of("standard").keyword);
        assert_ne!(of("mono").keyword, of("standard").keyword);
    }

    /// A measure too: it tells what it took.
    #[test]
    fn a_cell_of_200_lines_is_coloured_between_two_keys() {
        let lines = [
            "__global__ void saxpy(int n, float a, const float *x, float *y) { // one of each kind",
            "  int i = blockIdx.x * blockDim.x + threadIdx.x;",
            "  if (i < n) y[i] = a * x[i] + 0.5f * 0x1p-3 + sizeof(\"text\\n\") + 'c';",
            "}",
            "saxpy<<<(n + 255) / 256, 256>>>(n, 2.0f, x, y); /* a launch */",
        ];
        let text = lines.join("\n").repeat(200 / lines.len());
        let best = (0..50).map(|_| {
            let begin = std::time::Instant::now();
            assert!(colored(&text, None, &STANDARD, true).len() > text.len());
            begin.elapsed()
        });
        // The best of many: what else the machine does is not measured.
        let best = best.min().expect("it ran");
        let said = format!("a cell of 200 lines is coloured in {best:?}\n");
        let _ = std::io::Write::write_all(&mut std::io::stdout(), said.as_bytes());
    }
}
