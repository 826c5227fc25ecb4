//! Words of the command line, put as clap takes them.

use std::ffi::OsString;

use clap::CommandFactory as _;
use devicecc::Language;

use super::{Arguments, help, nvcc_flags};
use crate::commands::is_library;
use crate::notebook::Format;

/// Flags of compilers become ours (`nvcc_flags`); what follows a file, or the files of `run`, is the program's, and is put behind `--`.
pub fn clang_style(words: Vec<OsString>) -> Vec<OsString> {
    let mut result: Vec<OsString> = Vec::new();
    let mut words = words.into_iter();
    result.extend(words.next());
    let mut action = String::new();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy().into_owned();
        if text == "--" {
            result.push(word);
            break;
        }
        if let Some(ours) = nvcc_flags::ours(&text, &action, &mut words) {
            result.extend(ours);
        } else if text.starts_with('-') && text.len() > 1 {
            let takes_next = takes_next_word(&text);
            result.push(word);
            if takes_next {
                result.extend(words.next());
            }
        } else if action == "run" && Format::of(text.as_ref()) != Format::Percent {
            // A notebook has no arguments: what follows is the command line's own.
            result.push(word);
        } else if action == "run" {
            result.push(word);
            let mut rest = words.peekable();
            while let Some(file) =
                rest.next_if(|it| Language::is_source(it.as_ref()) || is_library(it.as_ref()))
            {
                result.push(file);
            }
            rest.next_if(|it| *it == "--");
            result.push("--".into());
            result.extend(rest);
            return result;
        } else if action.is_empty() && !help::is_action(&text) {
            result.extend([word, "--".into()]);
            break;
        } else {
            if action.is_empty() {
                action = text;
            }
            result.push(word);
        }
    }
    result.extend(words);
    result
}

/// Is the word after this option its value?
fn takes_next_word(option: &str) -> bool {
    let command = Arguments::command();
    let of_run = command.find_subcommand("run");
    let of_run = of_run.into_iter().flat_map(|it| it.get_arguments());
    let mut takers = command
        .get_arguments()
        .chain(of_run)
        .filter(|argument| argument.get_action().takes_values());
    match option.strip_prefix("--") {
        Some(long) => takers.any(|argument| argument.get_long() == Some(long)),
        // `-I dir`, but not `-Idir`.
        None => {
            option.len() == 2
                && takers.any(|argument| argument.get_short() == option.chars().nth(1))
        }
    }
}
