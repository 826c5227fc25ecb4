//! What helps while one types in a notebook: completion, and what a name is.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::message::Request;
use crate::commands::COMMANDS;
use crate::commands::completion::complete_line;
use crate::front::Front;
use crate::session::assist::{About, Candidate};
use crate::split::is_command;

/// The byte of the text where the cursor stands, which is told in characters.
fn cursor(request: &Request) -> usize {
    let code = request.text("code");
    let characters = request.number("cursor_pos").unwrap_or(i64::MAX).max(0) as usize;
    code.char_indices()
        .nth(characters)
        .map_or(code.len(), |(at, _)| at)
}

/// The reply where nothing is known.
pub fn nothing(request: &Request) -> Value {
    let at = request.number("cursor_pos").unwrap_or(0);
    match request.kind.as_str() {
        "inspect_request" => json!({"status": "ok", "found": false, "data": {}, "metadata": {}}),
        _ => json!({
            "status": "ok",
            "matches": [],
            "cursor_start": at,
            "cursor_end": at,
            "metadata": {},
        }),
    }
}

/// How the text goes on.
pub fn complete(front: &mut Front, request: &Request) -> Value {
    let (code, at) = (request.text("code"), cursor(request));
    let line_begin = code[..at].rfind('\n').map_or(0, |it| it + 1);
    let session = &mut front.session;
    let (begin, candidates) = match complete_line(session, &code[line_begin..at]) {
        Some(found) => (line_begin + found.begin, found.candidates),
        None => {
            let found = session.complete(&without_commands(code), at);
            (found.begin, found.candidates)
        }
    };
    let characters = |end: usize| code[..end].chars().count();
    let (begin, end) = (characters(begin), characters(at));
    let candidates = by_text(candidates);
    let matches: Vec<&str> = candidates.iter().map(|it| it.text.as_str()).collect();
    let types = candidates.iter().map(|it| {
        json!({"start": begin, "end": end, "text": it.text, "type": it.kind, "signature": it.label})
    });
    json!({
        "status": "ok",
        "matches": matches,
        "cursor_start": begin,
        "cursor_end": end,
        "metadata": {"_jupyter_types_experimental": types.collect::<Vec<_>>()},
    })
}

/// One candidate for each text, the first one: lists show overloads by their name alone. The signature tells how many there are.
fn by_text(candidates: Vec<Candidate>) -> Vec<Candidate> {
    let mut places = HashMap::new();
    let mut result: Vec<(Candidate, usize)> = Vec::new();
    for candidate in candidates {
        let place = *(places.entry(candidate.text.clone())).or_insert(result.len());
        match result.get_mut(place) {
            Some((_, others)) => *others += 1,
            None => result.push((candidate, 0)),
        }
    }
    let told = result.into_iter().map(|(mut candidate, others)| {
        match others {
            0 => {}
            1 => candidate.label += " (and one overload)",
            _ => candidate.label += &format!(" (and {others} overloads)"),
        }
        candidate
    });
    told.collect()
}

/// The text with blanks in the place of commands: all else stands where it stood.
fn without_commands(code: &str) -> String {
    let mut result = String::with_capacity(code.len());
    for line in code.split_inclusive('\n') {
        if !is_command(line) {
            result += line;
            continue;
        }
        let name = line.trim_start().trim_start_matches('%');
        let name = name.split(char::is_whitespace).next().unwrap_or(name);
        let takes_cell = COMMANDS.iter().any(|it| it.name == name && it.takes_cell);
        let kept = match takes_cell {
            true => line.find(name).map_or(line.len(), |at| at + name.len()),
            false => line.trim_end().len(),
        };
        result += &" ".repeat(kept);
        result += &line[kept..];
    }
    result
}

/// What stands at the cursor.
pub fn inspect(front: &mut Front, request: &Request) -> Value {
    let (code, at) = (request.text("code"), cursor(request));
    let detailed = request.number("detail_level").unwrap_or(0) > 0;
    let forms = about_command(code, at).or_else(|| {
        let mut about = name_at(code, at).and_then(|name| front.session.about(name))?;
        for fact in &mut about.facts {
            *fact = front.session.render().as_notebook_says(fact);
        }
        Some((about.text(detailed), Some(markdown(&about, detailed))))
    });
    let forms = forms.or_else(|| {
        let found = front.session.signatures(&without_commands(code), at);
        let lines: Vec<String> = found.overloads.into_iter().map(|(text, _)| text).collect();
        (!lines.is_empty()).then(|| (lines.join("\n"), None))
    });
    let Some((plain, markdown)) = forms else {
        return nothing(request);
    };
    let mut data = json!({"text/plain": plain});
    if let Some(markdown) = markdown {
        data["text/markdown"] = json!(markdown);
    }
    json!({"status": "ok", "found": true, "data": data, "metadata": {}})
}

/// What a command does, if the cursor stands on its name.
fn about_command(code: &str, at: usize) -> Option<(String, Option<String>)> {
    let begin = code[..at].rfind('\n').map_or(0, |it| it + 1);
    let line = code[begin..].lines().next()?;
    if !is_command(line) {
        return None;
    }
    let name = line.trim_start().trim_start_matches('%');
    let name = name.split(char::is_whitespace).next()?;
    if at - begin > line.find(name)? + name.len() {
        return None;
    }
    let command = COMMANDS.iter().find(|it| it.name == name)?;
    let mut text = format!(
        "%{} {}\n{}",
        command.name, command.arguments, command.summary
    );
    if !command.details.is_empty() {
        text += &format!("\n{}", command.details);
    }
    Some((text, None))
}

/// The name, with its scopes, in which or behind which the cursor stands; behind an opening parenthesis too.
fn name_at(code: &str, at: usize) -> Option<&str> {
    let of_name = |it: char| it.is_alphanumeric() || it == '_' || it == ':';
    let typed = code[..at].trim_end_matches(['(', '<', ' ']);
    let end = if typed.len() == at {
        at + code[at..]
            .find(|it| !of_name(it) || it == ':')
            .unwrap_or(code.len() - at)
    } else {
        typed.len()
    };
    let before = &code[..end];
    let begin = before.rfind(|it| !of_name(it));
    let begin = begin.map_or(0, |it| {
        it + before[it..].chars().next().map_or(1, char::len_utf8)
    });
    let name = before[begin..].trim_matches(':');
    let is_name = name.starts_with(|it: char| it.is_alphabetic() || it == '_');
    is_name.then_some(name)
}

fn markdown(about: &About, detailed: bool) -> String {
    let fenced = |text: &str| format!("```c++\n{text}\n```");
    let mut parts = Vec::new();
    if !about.declarations.is_empty() {
        parts.push(fenced(&about.declarations.join("\n")));
    }
    parts.extend(about.documentation.clone());
    if !about.facts.is_empty() {
        parts.push(format!("- {}", about.facts.join("\n- ")));
    }
    if let Some(source) = about.source.as_deref().filter(|_| detailed) {
        parts.push(fenced(source));
    }
    parts.join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_at_the_cursor() {
        for (marked, name) in [
            ("sax|py(1)", Some("saxpy")),
            ("saxpy|(1)", Some("saxpy")),
            ("saxpy(|1)", Some("saxpy")),
            ("saxpy<<<|1, 2>>>(x)", Some("saxpy")),
            ("std::vec|tor<int>", Some("std::vector")),
            ("ä + größ|e", Some("größe")),
            ("1 + |", None),
            ("", None),
        ] {
            let at = marked.find('|').unwrap_or(0);
            assert_eq!(name_at(&marked.replace('|', ""), at), name, "{marked}");
        }
    }

    #[test]
    fn overloads_are_one_candidate() {
        let one = |text: &str, label: &str| Candidate {
            text: text.to_owned(),
            label: label.to_owned(),
            kind: "function",
        };
        let given = [
            ("f", "f()"),
            ("g", "g(int)"),
            ("f", "f(int)"),
            ("f", "f(x)"),
        ];
        let found = by_text(given.iter().map(|it| one(it.0, it.1)).collect());
        assert_eq!(
            found,
            [one("f", "f() (and 2 overloads)"), one("g", "g(int)")]
        );
    }

    #[test]
    fn commands_are_blanked_in_place() {
        let code = "%who -v\nint ä = 1;\n%%time f(\n  %lib x\n";
        let blank = without_commands(code);
        assert_eq!(blank, "       \nint ä = 1;\n       f(\n        \n");
        assert_eq!(blank.len(), code.len());
    }
}
