//! Random edits of what people type: what slips of fingers, lost lines and pastes of other files do to a session.

use std::ops::Range;

use fastrand::Rng;

/// Most edits of one session.
const EDITS_MAX: usize = 3;
/// Longest run of bytes that one edit deletes or inserts.
const RUN_BYTES_MAX: usize = 24;
/// What a slip inserts where it was not meant.
const SIGNS: &[&str] = &[
    "{", "}", "(", ")", "[", "]", "<", ">", "<<<", ">>>", "\"", "'", "/*", "*/", "//", "\\", ";",
    ",", "#", "R\"(", "::", "\n", "\n\n\n", ";;\n", "%", "\r",
];

/// The session with one to three edits, never the same as it was unless an edit did nothing; the same `rng` gives the same.
pub fn edited(session: &str, rng: &mut Rng) -> Vec<u8> {
    let mut text = session.as_bytes().to_vec();
    for _ in 0..rng.usize(1..=EDITS_MAX) {
        edit(&mut text, rng);
    }
    text
}

fn edit(text: &mut Vec<u8>, rng: &mut Rng) {
    if text.is_empty() {
        return text.extend_from_slice(b";");
    }
    match rng.u8(0..10) {
        0 | 1 => drop_range(text, &pick(&tokens(text), rng)),
        2 => drop_range(text, &pick(&lines(text), rng)),
        3 => {
            let begin = rng.usize(..text.len());
            let end = (begin + rng.usize(1..=RUN_BYTES_MAX)).min(text.len());
            drop_range(text, &(begin..end));
        }
        4 => swap(text, tokens, rng),
        5 => swap(text, lines, rng),
        6 => {
            let bytes: Vec<u8> = (0..rng.usize(1..=RUN_BYTES_MAX))
                .map(|_| rng.u8(..))
                .collect();
            insert(text, &bytes, rng);
        }
        // A line feed would often be swallowed between two others.
        7 => insert(text, &[0], rng),
        8 => {
            let sign = SIGNS[rng.usize(..SIGNS.len())];
            insert(text, sign.as_bytes(), rng);
        }
        _ => {
            let line = pick(&lines(text), rng);
            let copy = text[line.clone()].to_vec();
            text.splice(line.end..line.end, copy);
        }
    }
}

fn drop_range(text: &mut Vec<u8>, range: &Range<usize>) {
    text.drain(range.clone());
}

fn insert(text: &mut Vec<u8>, bytes: &[u8], rng: &mut Rng) {
    let at = rng.usize(..=text.len());
    text.splice(at..at, bytes.iter().copied());
}

/// Two parts change places.
fn swap(text: &mut Vec<u8>, parts: fn(&[u8]) -> Vec<Range<usize>>, rng: &mut Rng) {
    let parts = parts(text);
    let (a, b) = (pick(&parts, rng), pick(&parts, rng));
    let (first, second) = if a.start <= b.start { (a, b) } else { (b, a) };
    if first == second {
        return;
    }
    let swapped = [
        &text[second.clone()],
        &text[first.end..second.start],
        &text[first.clone()],
    ]
    .concat();
    text.splice(first.start..second.end, swapped);
}

fn pick(parts: &[Range<usize>], rng: &mut Rng) -> Range<usize> {
    parts
        .get(rng.usize(..parts.len().max(1)))
        .cloned()
        .unwrap_or(0..0)
}

/// Lines with their ends.
fn lines(text: &[u8]) -> Vec<Range<usize>> {
    let mut begin = 0;
    text.split_inclusive(|&byte| byte == b'\n')
        .map(|line| {
            let range = begin..begin + line.len();
            begin = range.end;
            range
        })
        .collect()
}

/// Words, and every other sign by itself; blanks are none.
fn tokens(text: &[u8]) -> Vec<Range<usize>> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let mut tokens: Vec<Range<usize>> = Vec::new();
    for (at, &byte) in text.iter().enumerate() {
        match tokens.last_mut() {
            Some(last) if last.end == at && is_word(byte) && is_word(text[at - 1]) => last.end += 1,
            _ if byte.is_ascii_whitespace() => {}
            _ => tokens.push(at..at + 1),
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_text() {
        let text = b"int x_1 = f(2);\n\n}";
        let of = |ranges: Vec<Range<usize>>| {
            ranges
                .into_iter()
                .map(|range| String::from_utf8_lossy(&text[range]).into_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            of(tokens(text)),
            ["int", "x_1", "=", "f", "(", "2", ")", ";", "}"]
        );
        assert_eq!(of(lines(text)), ["int x_1 = f(2);\n", "\n", "}"]);
    }

    #[test]
    fn a_seed_gives_the_same_edits_and_others_differ() {
        let session = "int x = 1;\n__global__ void k(int *p) { *p = x; }\nx\n";
        let of = |seed| edited(session, &mut Rng::with_seed(seed));
        assert_eq!(of(7), of(7));
        let distinct: std::collections::BTreeSet<_> = (0..200).map(of).collect();
        assert!(distinct.len() > 150, "{}", distinct.len());
    }

    #[test]
    fn parts_change_places() {
        for seed in 0..50 {
            let mut text = b"a b\nc\n".to_vec();
            swap(&mut text, tokens, &mut Rng::with_seed(seed));
            let mut sorted = text.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, b"\n\n abc", "{text:?}");
        }
    }
}
