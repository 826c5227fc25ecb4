//! Tests of the table of commands.

use super::help::usage;
use super::*;

#[test]
fn names_are_unique_words() {
    for (at, command) in COMMANDS.iter().enumerate() {
        assert!(command.name.chars().all(|c| c.is_ascii_lowercase()));
        assert!(
            !COMMANDS[..at]
                .iter()
                .any(|other| other.name == command.name),
            "{}",
            command.name
        );
        assert!(!command.summary.ends_with('.'), "{}", command.name);
    }
}

#[test]
fn a_tilde_is_the_home_directory() {
    let home = || Some("/home/me".to_owned());
    let loaded = with_home("~/a.cu 1 ~/b", home());
    assert_eq!(loaded, "/home/me/a.cu 1 /home/me/b");
    assert_eq!(with_home("~", home()), "/home/me");
    assert_eq!(with_home("a~/b ~other/c", home()), "a~/b ~other/c");
    assert_eq!(with_home("~/a", None), "~/a");
}

/// `COMMANDS.md` is made from the table: `CHEVRON_BLESS=1 cargo test -p repl commands_page` writes it.
#[test]
fn commands_page() {
    let mut page = String::from(
        "# Commands of the prompt\n\nMade from the table in `src/commands.rs`.\n\n| command | what it does |\n| --- | --- |\n",
    );
    for command in COMMANDS {
        let cell = if command.takes_cell {
            format!(", `%%{}`", command.name)
        } else {
            String::new()
        };
        let details = if command.details.is_empty() {
            String::new()
        } else {
            format!(". {}", command.details)
        };
        let escape = |text: String| text.replace('|', "\\|");
        let (left, right) = (
            format!("`{}`{cell}", usage(command)),
            format!("{}{details}", command.summary),
        );
        let examples: Vec<String> = examples::of(command.name)
            .iter()
            .map(|it| format!("`{}`", it.replace('\n', "` ⏎ `")))
            .collect();
        let right = format!("{right}<br>{}", examples.join(", "));
        page += &format!("| {} | {} |\n", escape(left), escape(right));
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/COMMANDS.md");
    if std::env::var_os("CHEVRON_BLESS").is_some() {
        std::fs::write(path, &page).expect("the page can be written");
    }
    assert_eq!(
        std::fs::read_to_string(path).unwrap_or_default(),
        page,
        "bless it: CHEVRON_BLESS=1 cargo test -p repl commands_page"
    );
}
