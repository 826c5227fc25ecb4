//! Words as a shell takes them: apart, and in quotes.

/// Words as a shell would take them: blanks separate, quotes and backslashes join.
pub fn split_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (character, quote) {
            (c, Some(q)) if c == q => quote = None,
            ('\\', None | Some('"')) => word.get_or_insert_default().extend(characters.next()),
            (c, Some(_)) => word.get_or_insert_default().push(c),
            (c @ ('"' | '\''), None) => {
                word.get_or_insert_default();
                quote = Some(c);
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, None) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// In quotes, if `split_words` would not take it as one word.
pub fn quoted(word: &str) -> String {
    if split_words(word) == [word] {
        word.to_owned()
    } else {
        format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        assert_eq!(split_words("a  b"), ["a", "b"]);
        assert_eq!(
            split_words(r#""a b" 'c "d"' e\ f """#),
            ["a b", "c \"d\"", "e f", ""]
        );
        assert_eq!(split_words("  "), [""; 0]);
        for word in ["plain", "with space", "quo\"te", "back\\slash", ""] {
            assert_eq!(split_words(&quoted(word)), [word]);
        }
    }
}
