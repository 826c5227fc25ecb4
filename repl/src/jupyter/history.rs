//! The inputs of a kernel, as history requests ask for them.

use serde_json::{Value, json};

use super::message::Request;

/// The number by which history knows this kernel's own session.
const SESSION: i64 = 1;

/// Inputs that are kept.
const ENTRIES_MAX: usize = 10_000;

struct Entry {
    number: u32,
    input: String,
    output: Option<String>,
}

/// The inputs, oldest first.
#[derive(Default)]
pub struct History(Vec<Entry>);

impl History {
    /// Adds an input.
    pub fn add(&mut self, number: u32, input: &str) {
        if self.0.len() == ENTRIES_MAX {
            self.0.remove(0);
        }
        self.0.push(Entry {
            number,
            input: input.to_owned(),
            output: None,
        });
    }

    /// The value of the newest input.
    pub fn output(&mut self, text: String) {
        if let Some(entry) = self.0.last_mut() {
            entry.output = Some(text);
        }
    }

    /// What a request asks for.
    pub fn found(&self, request: &Request) -> Value {
        let count = request
            .number("n")
            .map_or(usize::MAX, |it| it.max(0) as usize);
        let found: Vec<&Entry> = match request.text("hist_access_type") {
            "range" => self.range(request),
            "search" => self.search(request, count),
            _ => self
                .0
                .iter()
                .skip(self.0.len().saturating_sub(count))
                .collect(),
        };
        let with_output = request.flag("output", false);
        let shown = found.into_iter().map(|entry| match with_output {
            true => json!([SESSION, entry.number, [entry.input, entry.output]]),
            false => json!([SESSION, entry.number, entry.input]),
        });
        json!({"status": "ok", "history": shown.collect::<Vec<_>>()})
    }

    /// Session 0, or one of none before this one, is this one.
    fn range(&self, request: &Request) -> Vec<&Entry> {
        if ![0, SESSION].contains(&request.number("session").unwrap_or(0)) {
            return Vec::new();
        }
        let start = request.number("start").unwrap_or(0);
        let stop = request.number("stop").unwrap_or(i64::MAX);
        let within = |it: &&Entry| (start..stop).contains(&i64::from(it.number));
        self.0.iter().filter(within).collect()
    }

    fn search(&self, request: &Request, count: usize) -> Vec<&Entry> {
        let pattern: Vec<char> = request.text("pattern").chars().collect();
        let matched = |it: &&Entry| matches(&pattern, &it.input.chars().collect::<Vec<_>>());
        let mut found: Vec<&Entry> = self.0.iter().filter(matched).collect();
        if request.flag("unique", false) {
            let mut seen = std::collections::HashSet::new();
            // The newest of each stays.
            found.reverse();
            found.retain(|it| seen.insert(&it.input));
            found.reverse();
        }
        let older = found.len().saturating_sub(count);
        found.split_off(older)
    }
}

/// Does a text match a pattern of a shell's: `*` for any text, `?` for any character?
fn matches(pattern: &[char], text: &[char]) -> bool {
    let (mut at, mut next) = (0, 0);
    // Where the last `*` stands, and what of the text it has taken.
    let mut star: Option<(usize, usize)> = None;
    while at < text.len() {
        match pattern.get(next) {
            Some('*') => {
                star = Some((next, at));
                next += 1;
            }
            Some(letter) if *letter == '?' || *letter == text[at] => {
                at += 1;
                next += 1;
            }
            _ => {
                let Some((stands, taken)) = star else {
                    return false;
                };
                star = Some((stands, taken + 1));
                (at, next) = (taken + 1, stands + 1);
            }
        }
    }
    pattern[next..].iter().all(|letter| *letter == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(content: Value) -> Request {
        let Value::Object(content) = content else {
            panic!("an object");
        };
        Request {
            identities: Vec::new(),
            header: Value::Null,
            kind: "history_request".into(),
            content,
        }
    }

    #[test]
    fn inputs_are_found() {
        let mut history = History::default();
        for (number, input) in (1..).zip(["int a;", "a", "a", "f(a)"]) {
            history.add(number, input);
            history.output(number.to_string());
        }
        let found = |content| {
            let found = history.found(&asked(content))["history"].clone();
            let numbers = found.as_array().expect("a list").iter();
            numbers
                .map(|it| it[1].as_u64().unwrap_or(0))
                .collect::<Vec<_>>()
        };
        assert_eq!(found(json!({"hist_access_type": "tail", "n": 2})), [3, 4]);
        assert_eq!(
            found(json!({"hist_access_type": "range", "session": 0, "start": 2, "stop": 4})),
            [2, 3]
        );
        assert!(found(json!({"hist_access_type": "range", "session": -3})).is_empty());
        let search = |pattern: &str, n: i64, unique: bool| {
            found(
                json!({"hist_access_type": "search", "pattern": pattern, "n": n, "unique": unique}),
            )
        };
        assert_eq!(search("*a*", 2, false), [3, 4]);
        assert_eq!(search("?", 9, true), [3]);
        assert_eq!(search("*(*)", 9, false), [4]);
        assert!(search("b*", 9, false).is_empty());
        let with_output = history.found(&asked(json!({"n": 1, "output": true})));
        assert_eq!(with_output["history"][0][2], json!(["f(a)", "4"]));
    }
}
