//! What `_` means: the value that the session showed last.

use devicecc::Source;
use devicecc::cell::{Complaint, Kept, Rejected};

use super::Session;

impl Session {
    /// Where a text is from, and what `_` means in it if it has that name and the session has not.
    pub(super) fn with_last_value(&self, text: &str, source: Source) -> Source {
        let own = || {
            let mut items = self.cells().iter().flat_map(|cell| cell.items());
            items.any(|item| item.name == NAME)
        };
        let in_file = matches!(source, Source::File(_) | Source::Units(_));
        if in_file || !has_word(text, NAME) || own() {
            return source;
        }
        match self.last_value() {
            Ok((serial, type_name)) => source.origin().clone().with_last(serial, type_name),
            Err(_) => source,
        }
    }

    /// Why `_` means nothing, if a cell was rejected because of that.
    pub(super) fn hint_about_last(&self, rejected: &Rejected) -> Option<String> {
        let concerns = |name: &str| {
            rejected.errors().any(|it| {
                it.complaint == Complaint::UnknownName
                    && it.message.split('\'').nth(1) == Some(name)
            })
        };
        if let Some(older) = OLDER.iter().find(|it| concerns(it)) {
            return Some(format!(
                "there is no `{older}`: `{NAME}` is the value that was shown last; give older ones a name, `auto x = …`"
            ));
        }
        let why = concerns(NAME).then(|| self.last_value().err())?;
        why.map(|why| format!("`{NAME}` is the value that was shown last: {why}"))
    }

    /// The value's number and type, or why there is none.
    fn last_value(&self) -> Result<(u32, &str), String> {
        let Some(shown) = self.shown_last().get() else {
            return Err("none was".to_owned());
        };
        let cell = self.render().named(shown.cell);
        if let Some(why) = shown.lost {
            return Err(format!("that of {cell} is gone: {why}"));
        }
        let (serial, type_name) = match &shown.kept {
            Kept::As { serial, type_name } => (*serial, type_name),
            Kept::Not { why } => return Err(format!("that of {cell} is not kept, as {why}")),
        };
        let later = self.cells().iter().rev();
        let later = later.take_while(|it| it.number > shown.cell);
        let mut anew = later.flat_map(|it| it.replaced());
        let names = |name: &str| has_word(type_name, name.rsplit("::").next().unwrap_or(name));
        match anew.find(|it| names(it.name)) {
            Some(it) => Err(format!(
                "that of {cell} is of an older version of `{}`",
                it.name
            )),
            None => Ok((serial, type_name)),
        }
    }
}

/// What the value is called.
const NAME: &str = "_";

/// What IPython has for values before the last.
const OLDER: &[&str] = &["__", "___", "Out"];

/// Is this name one of the text's words?
fn has_word(text: &str, name: &str) -> bool {
    let of_word = |it: char| it.is_alphanumeric() || it == '_';
    text.contains(name) && text.split(|it| !of_word(it)).any(|word| word == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_a_word_of_its_own() {
        for (text, expected) in [
            ("_ + 1", true),
            ("f(_)", true),
            ("auto [a, _] = g();", true),
            ("int a_b = __x;", false),
            ("1'000", false),
        ] {
            assert_eq!(has_word(text, NAME), expected, "{text}");
        }
        assert!(has_word("std::vector<ns::Point>", "Point"));
        assert!(!has_word("std::vector<ns::Points>", "Point"));
    }
}
