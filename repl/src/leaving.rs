//! Words that people type to get help or to get out, and that are no C++ of the session's: `help`, `?`, `quit`, `exit(3);`, `:q`.

use std::path::Path;

/// What a person means by such a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meant {
    /// A list of commands.
    Help,
    /// What this name is.
    About(String),
    /// The session's end.
    Quit,
    /// The session's end, with this status.
    Exit(u8),
    /// A line for a shell.
    Shell(String),
}

/// What a cell means that is one of these words; `defined` says whether the session defines a name.
pub fn meant(text: &str, defined: impl Fn(&str) -> bool) -> Option<Meant> {
    let text = text.trim();
    if let Some(meant) = marked(text) {
        return Some(meant);
    }
    let text = text.strip_suffix(';').unwrap_or(text).trim_end();
    if let Some(status) = exit_status(text) {
        return (!defined("exit")).then_some(Meant::Exit(status));
    }
    let word = text.strip_suffix("()").unwrap_or(text).trim_end();
    let meant = match word {
        "help" => Meant::Help,
        "quit" | "exit" => Meant::Quit,
        _ => return None,
    };
    (!defined(word)).then_some(meant)
}

/// Is this text complete as it stands, though C++ would have it go on?
pub fn is_complete(text: &str) -> bool {
    marked(text.trim()).is_some()
}

/// Is this the beginning of a line for a shell, behind the program's name?
pub fn is_for_shell(text: &str) -> bool {
    let command = text.trim_start().strip_prefix('!');
    command.is_some_and(|it| it.trim_start().contains(char::is_whitespace) && is_of_shell(it))
}

/// Those that no C++ begins or ends with.
fn marked(text: &str) -> Option<Meant> {
    match text {
        "?" | ":help" | ":h" | ":?" | ".help" => return Some(Meant::Help),
        ":q" | ":q!" | ":wq" | ":quit" | ":exit" | ".quit" | ".exit" | ".q" => {
            return Some(Meant::Quit);
        }
        _ => {}
    }
    let about = text.strip_prefix('?').or_else(|| text.strip_suffix('?'));
    if let Some(name) = about.map(str::trim).filter(|it| is_name(it)) {
        return Some(Meant::About(name.to_owned()));
    }
    let command = text.strip_prefix('!')?;
    is_of_shell(command).then(|| Meant::Shell(command.trim().to_owned()))
}

/// Is this a line for a shell? `!ls -l` is one, but `!done`, `!f(x)` and `!a && b` are values.
fn is_of_shell(line: &str) -> bool {
    if line.contains('\n') {
        return false;
    }
    let mut words = line.split_whitespace();
    let (Some(first), next) = (words.next(), words.next()) else {
        return false;
    };
    const OPERATORS: &[&str] = &[
        "&&", "||", "==", "!=", "<", ">", "<=", ">=", "?", "+", "-", "*", "/", "%", "&", "|", "^",
        "and", "or", ";",
    ];
    let operator = next.is_some_and(|it| OPERATORS.contains(&it));
    !operator && !line.trim_end().ends_with(';') && is_program(first)
}

/// Is it a program by its path, or by its name somewhere in PATH? A shell's own `cd` and `exit` change nothing here.
fn is_program(word: &str) -> bool {
    let named = |it: char| it.is_ascii_alphanumeric() || "_-.+/~".contains(it);
    if !word.chars().all(named) || word.starts_with('-') {
        return false;
    }
    if word.contains('/') {
        return Path::new(word).is_file() || word.starts_with('~');
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|it| it.join(word).is_file())
}

fn is_name(text: &str) -> bool {
    let good = |it: char| it.is_alphanumeric() || it == '_' || it == ':';
    text.starts_with(|it: char| it.is_alphabetic() || it == '_') && text.chars().all(good)
}

/// The 3 of `exit(3)`; a status is a byte.
fn exit_status(text: &str) -> Option<u8> {
    let name_end = text.find('(')?;
    let (name, rest) = text.split_at(name_end);
    // `std::exit` and the rest are a program's, and what a cell of one does is taken back.
    if name.trim_end() != "exit" {
        return None;
    }
    let argument = rest.strip_prefix('(')?.strip_suffix(')')?.trim();
    match argument {
        "EXIT_SUCCESS" => Some(0),
        "EXIT_FAILURE" => Some(1),
        number => number.parse::<i32>().ok().map(|it| it as u8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_mean_what_people_mean() {
        for (text, expected) in [
            ("help", Some(Meant::Help)),
            (" ? ", Some(Meant::Help)),
            ("quit();", Some(Meant::Quit)),
            ("exit", Some(Meant::Quit)),
            (":q", Some(Meant::Quit)),
            ("exit( -1 );", Some(Meant::Exit(255))),
            ("std::exit(1);", None),
            ("exit(3)", Some(Meant::Exit(3))),
            ("saxpy?", Some(Meant::About("saxpy".into()))),
            ("?ns::f", Some(Meant::About("ns::f".into()))),
            ("!ls -l", Some(Meant::Shell("ls -l".into()))),
            ("!/bin/sh -c x", Some(Meant::Shell("/bin/sh -c x".into()))),
            ("!done", None),
            ("exit(f());", None),
            ("helper", None),
            ("x = quit;", None),
            ("a ? b : c", None),
        ] {
            assert_eq!(meant(text, |_| false), expected, "{text:?}");
        }
    }

    #[test]
    fn names_of_the_session_come_first() {
        assert_eq!(meant("help", |it| it == "help"), None);
        assert_eq!(meant("exit(2);", |it| it == "exit"), None);
    }
}
