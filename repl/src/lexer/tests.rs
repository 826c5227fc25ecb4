use super::{TokenKind, directive_name, tokens};

/// Kinds and texts of the tokens, newlines left out.
fn read(text: &str) -> Vec<(TokenKind, &str)> {
    tokens(text)
        .iter()
        .filter(|token| token.kind != TokenKind::Newline)
        .map(|token| (token.kind, token.text(text)))
        .collect()
}

#[test]
fn tokens_of_one_kind() {
    use TokenKind::*;
    let rows: &[(&str, TokenKind)] = &[
        ("threadIdx", Word),
        ("größe", Word),
        ("0x1p-3f", Number),
        ("1'000'000ull", Number),
        (".5e+3", Number),
        ("\"a \\\" b\"", Literal),
        ("u8\"x\"", Literal),
        ("'\\''", Literal),
        ("L'x'", Literal),
        ("R\"(a \" b)\"", RawLiteral),
        ("u8R\"x(a )\" b)x\"", RawLiteral),
        ("R\"(two\nlines)\"", RawLiteral),
        ("\"spliced \\\n string\"", Literal),
        ("// to the end", Comment),
        ("// spliced \\\n on", Comment),
        ("/* a\n b */", Comment),
        ("#define F(x) \\\n  (x)", Directive),
        ("# include <a/*b>", Directive),
        ("#define A \"/*\"", Directive),
        ("#define B 1 /* over\n lines */ + 2", Directive),
        ("#error don't", Directive),
        ("<<<", LaunchOpen),
        (">>>", LaunchClose),
        ("<%", Open(b'{')),
        (":>", Close(b']')),
        ("->*", Operator),
        ("<=>", Operator),
    ];
    for (text, kind) in rows {
        // `#include <a/*b>` opens a comment in clang too: only the kind is of interest there.
        let found = read(text);
        assert_eq!(found, vec![(*kind, *text)], "{text:?}");
    }
}

#[test]
fn sequences() {
    let texts = |text| {
        read(text)
            .into_iter()
            .map(|(_, text)| text)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        texts("k<<<1, 32>>>(p);"),
        ["k", "<<<", "1", ",", "32", ">>>", "(", "p", ")", ";"]
    );
    assert_eq!(texts("a<::b>"), ["a", "<", "::", "b", ">"]);
    assert_eq!(texts("x=1'0+'c'"), ["x", "=", "1'0", "+", "'c'"]);
    assert_eq!(texts("R\"bad delim(x)\" y"), ["R\"bad delim(x)\"", "y"]);
    assert_eq!(texts("a # b\n#if 1\nc"), ["a", "#", "b", "#if 1", "c"]);
    assert_eq!(texts("a \\\n b"), ["a", "\\\n", "b"]);
}

#[test]
fn unterminated() {
    for (text, last) in [
        ("x = \"abc", false),
        ("R\"(abc", false),
        ("/* abc", false),
        ("'a", false),
        ("\"a\"", true),
        ("// a", true),
    ] {
        assert_eq!(
            tokens(text).last().map(|token| token.terminated),
            Some(last),
            "{text:?}"
        );
    }
}

#[test]
fn directive_names() {
    for (text, name) in [
        ("#if 1", "if"),
        ("# ifdef X", "ifdef"),
        ("#", ""),
        ("#endif// x", "endif"),
    ] {
        assert_eq!(directive_name(text), name);
    }
}

#[test]
fn every_byte_sequence_is_tokens_in_order() {
    const ALPHABET: &[u8] = b"aR\"'\\\n/*#<>:%{}()[]; if\xe91";
    let mut state = 1u32;
    for _ in 0..2_000 {
        let text: String = (0..24)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                ALPHABET[(state >> 24) as usize % ALPHABET.len()] as char
            })
            .collect();
        let mut end = 0;
        for token in tokens(&text) {
            assert!(token.begin >= end && token.end > token.begin, "{text:?}");
            assert!(!token.text(&text).is_empty());
            end = token.end;
        }
        assert!(end <= text.len());
    }
}
