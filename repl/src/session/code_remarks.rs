//! Remarks on a kernel's code, with the places that they name as people call them.

use devicecc::cell::SourceFrame;
use devicecc::emit::Remark;

use super::Session;

/// What is shown of a line's text at most, in characters.
const TEXT_MAX: usize = 60;

/// A place as people call it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Place {
    /// `cell 3:7`.
    name: String,
    /// The line there.
    text: String,
}

impl Session {
    /// The words of a remark: `cell 3:7` where it has `{0}`.
    pub fn remark_text(&self, remark: &Remark) -> String {
        let places = remark.places.iter().map(|frames| self.place_of(frames));
        filled(&remark.text, &places.collect::<Vec<_>>())
    }

    /// The same, if its first place is the user's.
    pub fn remark_on_text(&self, remark: &Remark) -> Option<String> {
        self.place_of(remark.places.first()?)?;
        Some(self.remark_text(remark))
    }

    /// The user's innermost line of a place, as what is inlined may be a library's.
    fn place_of(&self, frames: &[SourceFrame]) -> Option<Place> {
        let mut known = frames.iter();
        let (name, text) = known.find_map(|it| self.source_line(&it.file, it.line))?;
        Some(Place { name, text })
    }
}

/// The words with the places in them.
fn filled(words: &str, places: &[Option<Place>]) -> String {
    let place = |at: &str| {
        let number = at.parse::<usize>().ok()?;
        places.get(number).cloned().flatten()
    };
    let mut text = String::new();
    let mut rest = words;
    while let Some((before, behind)) = rest.split_once('{') {
        text += before;
        let Some((inside, after)) = behind.split_once('}') else {
            text.push('{');
            rest = behind;
            continue;
        };
        text += &match (inside.strip_suffix(" text"), inside.split_once('-')) {
            (Some(at), _) => place(at).map_or_else(unknown, |it| {
                format!("`{}`, {}", shortened(&it.text), it.name)
            }),
            (None, Some((first, last))) => lines(place(first), place(last)),
            (None, None) => place(inside).map_or_else(unknown, |it| it.name),
        };
        rest = after;
    }
    text + rest
}

fn unknown() -> String {
    "a line that is not known".to_owned()
}

/// All from one line to another one: `cell 3:4-6`.
fn lines(first: Option<Place>, last: Option<Place>) -> String {
    let (Some(first), Some(last)) = (first, last) else {
        return unknown();
    };
    let (of_first, of_last) = (first.name.rsplit_once(':'), last.name.rsplit_once(':'));
    match (of_first, of_last) {
        _ if first == last => first.name,
        (Some((file, _)), Some((same, line))) if file == same => format!("{}-{line}", first.name),
        _ => format!("{} to {}", first.name, last.name),
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(TEXT_MAX) {
        Some((end, _)) => format!("{}\u{2026}", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_stand_in_the_words() {
        let place = |name: &str, text: &str| {
            Some(Place {
                name: name.to_owned(),
                text: text.to_owned(),
            })
        };
        let all = [place("cell 3:4", "if (x)"), place("cell 3:6", "}"), None];
        let of = |words: &str| filled(words, &all);
        assert_eq!(
            of("at {0}, in ({0 text})"),
            "at cell 3:4, in (`if (x)`, cell 3:4)"
        );
        assert_eq!(of("{0-1}: a; {0-0}: b"), "cell 3:4-6: a; cell 3:4: b");
        assert_eq!(of("at {2}"), "at a line that is not known");
        assert_eq!(of("`operator{`"), "`operator{`");
    }
}
