use super::Progress;
use crate::complete::{Completeness, Wait, check};
use crate::lexer::outline::Open;

/// Numbers that look random, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }
}

/// Lines of pieces that open, close and hide things, in any order.
const PIECES: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<<<",
    ">>>",
    "; ",
    "/*",
    "*/",
    "// c",
    "//",
    "\"s{\"",
    "'}'",
    "\"open",
    "R\"x(",
    ")x\"",
    ")\"",
    "#if 0",
    "#if 1",
    "#else",
    "#endif",
    "#define M",
    "x",
    " ",
    "\\",
    "\\ ",
    "<%",
    "%>",
    "1'000",
    "u8R\"(",
    "#error don't",
    "a /* b */ c",
    "\n",
    "\n",
    "\n",
    "\\\n",
    "*/ #endif",
];

#[test]
fn what_is_open_line_by_line_is_open_in_the_whole_text() {
    let mut dice = Dice(1);
    let mut told = 0;
    for _ in 0..40_000 {
        let text: String = (0..2 + dice.below(24))
            .map(|_| PIECES[dice.below(PIECES.len())])
            .collect();
        let mut progress = Progress::default();
        let mut before = String::new();
        // The lexer takes a backslash before one at a line's end for an escape, also in a string that has no end.
        if text.contains(r"\\") {
            continue;
        }
        for line in text.split('\n') {
            progress.line(line);
            before += line;
            if let Some(open) = progress.open() {
                told += 1;
                let found = check(&before);
                let waits = matches!(found, Completeness::Incomplete(Wait::Closing(_)));
                // A comment that a directive opens hides more than `check` knows.
                assert!(waits || before.contains('#'), "{before:?}: {found:?}");
                let expected = Completeness::Incomplete(Wait::Closing(open));
                assert!(
                    found == expected || before.contains('\\') || before.contains('#'),
                    "{before:?}: {found:?}"
                );
            }
            before.push('\n');
        }
    }
    assert!(told > 1000, "the pieces leave something open: {told}");
}

#[test]
fn what_files_are_made_of_is_told() {
    for (lines, open) in [
        (
            &["const int t[] = {", "  1, 2,"][..],
            Some(Open::Bracket(b'{')),
        ),
        (
            &["int f(int a) {", "  if (a) { return 1; }", "  // }"],
            Some(Open::Bracket(b'{')),
        ),
        (&["/* a", "b"], Some(Open::Comment)),
        (&["auto s = R\"d(", ")\" }"], Some(Open::RawLiteral)),
        (&["#if 0", "}"], None),
        (&["#if 0", "int x;"], Some(Open::Conditional)),
        (&["int f() {", "}"], None),
    ] {
        let mut progress = Progress::default();
        lines.iter().for_each(|line| progress.line(line));
        assert_eq!(progress.open(), open, "{lines:?}");
    }
}
