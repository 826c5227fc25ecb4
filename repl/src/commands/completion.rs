//! How an input goes on: a command and its arguments by the table, a cell by the session. The prompt and notebooks call it.

use std::path::Path;

use super::{COMMANDS, Command, config, find, with_home};
use crate::leaving;
use crate::session::Session;
use crate::session::assist::{Candidate, Completion};
use crate::split::{cell_of_command, is_command};

/// How an input goes on at a place (a byte of it): a cell, a command, or a `%%` command with its cell.
pub fn complete(session: &mut Session, text: &str, position: usize) -> Completion {
    let typed = text.get(..position).unwrap_or(text);
    if let Some(completion) = complete_line(session, typed) {
        return completion;
    }
    let body = cell_of(text);
    let before = text.len() - body.len();
    let mut completion = session.complete(body, position.saturating_sub(before));
    completion.begin += before;
    completion
}

/// How a line goes on that is no C++: a command, a question about a name, a line for a shell. `None` if it is C++ where it ends.
pub fn complete_line(session: &mut Session, typed: &str) -> Option<Completion> {
    if leaving::is_for_shell(typed) {
        return Some(complete_path(typed, last_word(typed)));
    }
    if let Some(completion) = complete_command(typed, typed.len()) {
        return Some(completion);
    }
    let begin = begin_of_name(typed)?;
    let mut completion = session.complete(&typed[begin..], typed.len() - begin);
    completion.begin += begin;
    let kernels = |it: &Candidate| it.kind == "kernel";
    if takes_kernel(typed) && completion.candidates.iter().any(kernels) {
        completion.candidates.retain(kernels);
    }
    Some(completion)
}

/// Is this a command whose argument is a kernel?
fn takes_kernel(typed: &str) -> bool {
    let name = typed.trim_start().strip_prefix('%');
    let name = name.and_then(|it| it.split_whitespace().next());
    name.and_then(find)
        .is_some_and(|it| it.arguments.contains("KERNEL"))
}

/// The part of an input that is a cell: what stands behind the name of a command that takes one.
fn cell_of(text: &str) -> &str {
    let trimmed = text.trim_start();
    if !is_command(text) {
        return text;
    }
    let rest = trimmed.find(char::is_whitespace).map(|at| &trimmed[at..]);
    cell_of_command(text).or(rest).unwrap_or_default()
}

/// Where the name of the session's begins that a line asks for: `%who NAME`, `?NAME`.
fn begin_of_name(typed: &str) -> Option<usize> {
    let start = typed.len() - typed.trim_start().len();
    if let Some(name) = typed[start..].strip_prefix('?') {
        // A blank behind it belongs to C++: the middle of `a ? b : c`.
        let of_name = |it: char| it.is_alphanumeric() || it == '_' || it == ':';
        return name.chars().all(of_name).then_some(start + 1);
    }
    let (name, _) = typed[start..]
        .strip_prefix('%')?
        .split_once(char::is_whitespace)?;
    let takes_name = find(name).is_some_and(|it| takes_name(it) && !it.takes_cell);
    takes_name.then(|| typed.len() - last_word(typed).len())
}

/// Is a command's argument the name of something that the session has, or an expression?
fn takes_name(command: &Command) -> bool {
    let expression = ["KERNEL", "EXPR"]
        .iter()
        .any(|it| command.arguments.contains(it));
    expression || ["who", "doc", "symbols"].contains(&command.name)
}

fn last_word(typed: &str) -> &str {
    typed.rsplit(char::is_whitespace).next().unwrap_or_default()
}

/// How a command goes on; `None` if the place is in a cell.
pub fn complete_command(text: &str, position: usize) -> Option<Completion> {
    let typed = text.get(..position)?;
    if !is_command(typed) {
        return None;
    }
    let start = typed.len() - typed.trim_start().len();
    let name = typed[start..].trim_start_matches('%');
    let with_cell = typed[start..].starts_with("%%");
    let Some((name, rest)) = name.split_once(char::is_whitespace) else {
        let commands = COMMANDS.iter().filter(|it| it.takes_cell || !with_cell);
        let candidates = commands.map(|it| (it.name, described(it)));
        return Some(those_that_go_on(typed, name, candidates));
    };
    let command = find(name);
    if with_cell && command.is_none_or(|it| it.takes_cell) {
        return None;
    }
    let last = last_word(rest);
    let before_last = rest[..rest.len() - last.len()].trim_end();
    Some(match command {
        None => those_that_go_on(typed, last, std::iter::empty()),
        Some(it) if it.takes_path && !last.starts_with('-') => complete_path(typed, last),
        // The file that a listing or a trace goes to.
        Some(it) if it.words.contains(&"-o") && last_word(before_last) == "-o" => {
            complete_path(typed, last)
        }
        Some(it) if takes_name(it) && !it.takes_cell && !last.starts_with('-') => return None,
        Some(it) if it.name == "config" => {
            let words = config::words_behind(before_last);
            those_that_go_on(typed, last, words.iter().map(|it| (*it, (*it).to_owned())))
        }
        Some(it) if it.name == "help" => {
            let commands = COMMANDS.iter().map(|it| (it.name, described(it)));
            those_that_go_on(typed, last, commands)
        }
        Some(it) => {
            let words = it.words.iter().map(|it| (*it, (*it).to_owned()));
            let completion = those_that_go_on(typed, last, words);
            // Else its argument is a cell.
            if it.takes_cell && (last.is_empty() || completion.candidates.is_empty()) {
                return None;
            }
            completion
        }
    })
}

fn described(command: &Command) -> String {
    format!("{}: {}", command.name, command.summary)
}

/// Those of `words` that go on from `typed`'s last part.
fn those_that_go_on<'a>(
    typed: &str,
    last: &str,
    words: impl Iterator<Item = (&'a str, String)>,
) -> Completion {
    let candidates = words
        .filter(|(word, _)| word.starts_with(last) && *word != last)
        .map(|(word, label)| Candidate {
            text: word.to_owned(),
            label,
            kind: "command",
        });
    Completion {
        begin: typed.len() - last.len(),
        candidates: candidates.collect(),
    }
}

/// The files that go on from a path; directories with `/`. `~` is the home directory.
fn complete_path(typed: &str, path: &str) -> Completion {
    let name = path.rsplit('/').next().unwrap_or_default();
    let directory = &path[..path.len() - name.len()];
    let place = match directory {
        "" => ".".to_owned(),
        _ => with_home(directory, std::env::var("HOME").ok()),
    };
    let entries = std::fs::read_dir(Path::new(&place)).into_iter().flatten();
    let mut candidates: Vec<Candidate> = entries
        .flatten()
        .filter_map(|entry| {
            let mut text = entry.file_name().into_string().ok()?;
            // Hidden files are shown to who asks for them.
            if !text.starts_with(name) || (text.starts_with('.') && name.is_empty()) {
                return None;
            }
            if entry.path().is_dir() {
                text.push('/');
            }
            Some(Candidate {
                label: text.clone(),
                text,
                kind: "file",
            })
        })
        .collect();
    candidates.sort_by(|a, b| a.text.cmp(&b.text));
    Completion {
        begin: typed.len() - name.len(),
        candidates,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(typed: &str) -> Option<(usize, Vec<String>)> {
        let completion = complete_command(typed, typed.len())?;
        let candidates = completion.candidates.into_iter().map(|it| it.text);
        Some((completion.begin, candidates.collect()))
    }

    #[test]
    fn commands_and_their_words() {
        let words = |begin, words: &[&str]| {
            Some((begin, words.iter().map(|it| (*it).to_owned()).collect()))
        };
        assert_eq!(texts("%unde"), words(1, &["undef"]));
        assert_eq!(texts("  %sync o"), words(8, &["on", "off"]));
        assert_eq!(texts("%help rep"), words(6, &["replay"]));
        assert_eq!(texts("%who -"), words(5, &["-v", "-d"]));
        assert_eq!(texts("%config theme b"), words(14, &["bright"]));
        assert_eq!(texts("%config pager "), words(14, &["on", "off"]));
        assert_eq!(texts("%config ed"), words(8, &["editing"]));
        assert_eq!(texts("%config elements "), words(17, &[]));
        assert_eq!(texts("%nothing x"), words(9, &[]));
        assert_eq!(texts("%%ti"), words(2, &["time"]));
        assert_eq!(texts("%%una"), words(2, &[]));
    }

    #[test]
    fn kernels_are_wanted_by_some() {
        for (typed, expected) in [
            ("%ptx fi", true),
            ("%occupancy k", true),
            ("%who fi", false),
            ("fi", false),
            ("% ", false),
        ] {
            assert_eq!(takes_kernel(typed), expected, "{typed}");
        }
    }

    #[test]
    fn cells_are_no_commands() {
        for text in [
            "int x",
            "%: define",
            "%%time\nint x",
            "%%norun int",
            "%time f(x)",
            "%who sax",
            "%ptx --arch sm_80 sax",
            "%show v.",
        ] {
            assert_eq!(texts(text), None, "{text}");
        }
    }

    #[test]
    fn names_are_asked_for_by_the_last_word() {
        for (typed, begin) in [
            ("%who -d sax", Some(8)),
            ("%doc std::ve", Some(5)),
            ("?sax", Some(1)),
            ("? sax", None),
            ("%asm ", Some(5)),
            ("%time sax", None),
            ("sax", None),
        ] {
            assert_eq!(begin_of_name(typed), begin, "{typed}");
        }
    }

    #[test]
    fn the_cell_of_a_command_is_what_stands_behind_its_name() {
        assert_eq!(cell_of("int x"), "int x");
        assert_eq!(cell_of("%%time\nint x"), "\nint x");
        assert_eq!(cell_of("%time v.si"), " v.si");
    }

    #[test]
    fn paths_go_on_part_by_part() {
        let directory = tempfile::tempdir().expect("a directory can be made");
        for file in ["saxpy.cu", "sad.cu", ".hidden"] {
            std::fs::write(directory.path().join(file), "").expect("a file can be written");
        }
        std::fs::create_dir(directory.path().join("sub")).expect("a directory can be made");
        let at = format!("%load -n {}/s", directory.path().display());
        let (begin, found) = texts(&at).expect("it is a command");
        assert_eq!(begin, at.len() - 1);
        assert_eq!(found, ["sad.cu", "saxpy.cu", "sub/"]);
        let all = texts(&at[..at.len() - 1]).expect("it is a command").1;
        assert!(!all.contains(&".hidden".to_owned()));
    }
}
