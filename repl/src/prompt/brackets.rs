//! The bracket at the cursor and the one that belongs to it, for the eye.

use crate::lexer::{TokenKind, tokens};

/// Where the bracket at the cursor stands and where its partner does, the earlier one first. The one under the cursor counts first, then the one
/// just typed before it. Brackets in comments and literals are text.
pub fn pair_at(text: &str, position: usize) -> Option<[usize; 2]> {
    near_bracket(text, position).then_some(())?;
    let (mut open, mut pairs) = (Vec::new(), Vec::new());
    for token in tokens(text) {
        match token.kind {
            // Digraphs are brackets of two characters, which nobody needs to find.
            TokenKind::Open(_) | TokenKind::Close(_) if token.end - token.begin > 1 => return None,
            TokenKind::Open(letter) => open.push((letter, token.begin)),
            TokenKind::Close(letter) => {
                if let Some((opened, begin)) = open.pop()
                    && closing(opened) == letter
                {
                    pairs.push([begin, token.begin]);
                }
            }
            _ => {}
        }
    }
    let with = |at: usize| pairs.iter().find(|pair| pair.contains(&at)).copied();
    with(position).or_else(|| with(position.checked_sub(1)?))
}

/// Is there a bracket under the cursor, or just before it?
pub fn near_bracket(text: &str, position: usize) -> bool {
    let around = position.saturating_sub(1)..(position + 1).min(text.len());
    let bytes = text.as_bytes().get(around).unwrap_or_default();
    bytes.iter().any(|it| b"()[]{}".contains(it))
}

fn closing(open: u8) -> u8 {
    match open {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_find_their_partners() {
        for (text, position, pair) in [
            ("f(a[1])", 1, Some([1, 6])),
            ("f(a[1])", 7, Some([1, 6])),
            ("f(a[1])", 6, Some([1, 6])),
            ("f(a[1])", 4, Some([3, 5])),
            ("f(')')", 6, Some([1, 5])),
            ("f(')')", 3, None),
            ("f(\"é\")", 7, Some([1, 6])),
            ("f(x", 1, None),
            ("f(x]", 4, None),
            ("x + y", 2, None),
            ("", 0, None),
        ] {
            assert_eq!(pair_at(text, position), pair, "{text} at {position}");
        }
    }
}
