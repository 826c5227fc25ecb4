//! What is meant by a name that no command has.

use super::COMMANDS;
use crate::session::slips::slips;

/// What people call commands elsewhere.
const SYNONYMS: &[(&str, &str)] = &[
    ("run", "load"),
    ("open", "load"),
    ("source", "load"),
    ("exec", "load"),
    ("timeit", "bench"),
    ("benchmark", "bench"),
    ("prof", "profile"),
    ("prun", "profile"),
    ("del", "undo"),
    ("delete", "undo"),
    ("revert", "undo"),
    ("back", "undo"),
    ("list", "who"),
    ("whos", "who"),
    ("type", "who"),
    ("info", "doc"),
    ("pinfo", "doc"),
    ("pdoc", "doc"),
    ("vars", "who"),
    ("exit", "quit"),
    ("bye", "quit"),
    ("q", "quit"),
    ("hist", "history"),
    ("set", "config"),
    ("options", "config"),
    ("memory", "mem"),
    ("leaks", "mem"),
    ("allocations", "mem"),
    ("disasm", "asm"),
    ("disassemble", "asm"),
    ("x86", "asm"),
    ("assembly", "asm"),
    ("llvm", "ir"),
    ("cubin", "sass"),
    ("gcn", "amdgcn"),
    ("rdna", "amdgcn"),
    ("hsaco", "amdgcn"),
    ("occ", "occupancy"),
    ("tiers", "tier"),
    ("vectors", "tier"),
    ("vectorise", "tier"),
    ("vectorize", "tier"),
    ("gpu", "devices"),
    ("write", "save"),
    ("store", "save"),
    ("rerun", "replay"),
    ("errors", "notes"),
    ("settings", "config"),
    ("sh", "bash"),
    ("shell", "bash"),
    ("commands", "help"),
    ("lsmagic", "help"),
    ("magic", "help"),
    ("quickref", "help"),
    ("man", "help"),
    ("writefile", "file"),
    ("autoreload", "watch"),
    ("edit", "watch"),
    ("recall", "replay"),
    ("pdb", "debug"),
    ("logstart", "save"),
];

/// What people know from IPython, Colab or a shell and have here in another way.
const ELSEWHERE: &[(&[&str], &str)] = &[
    (
        &[
            "cuda",
            "cu",
            "cpp",
            "cplusplus",
            "chevron",
            "cuda_group_save",
            "cuda_group_run",
        ],
        "cells are CUDA C++ as they are: leave this line out",
    ),
    (
        &["load_ext", "reload_ext"],
        "there is nothing to load: cells are CUDA C++ as they are (in a Python notebook `%load_ext chevron` works)",
    ),
    (
        &["matplotlib", "pylab"],
        "`%plot VALUES` draws; <chevron/display.h> has more kinds of plots",
    ),
    (
        &[
            "pwd", "ls", "cat", "less", "mkdir", "rm", "cp", "mv", "pip", "conda", "env", "sx",
            "system", "sc",
        ],
        "`!COMMAND` runs a shell's command: `!ls -l`",
    ),
    (
        &["cd"],
        "`chdir(\"DIR\");` of <unistd.h> changes the session's directory",
    ),
    (
        &["clear", "cls"],
        "Ctrl-L clears the screen, `%reset` forgets the session",
    ),
    (
        &["html", "markdown", "latex", "svg"],
        "`chevron::html(TEXT)` of <chevron/display.h> and its like show such texts",
    ),
];

/// What a command of another program is here, in a sentence.
pub fn elsewhere(name: &str) -> Option<&'static str> {
    let found = ELSEWHERE.iter().find(|(names, _)| names.contains(&name));
    found.map(|(_, sentence)| *sentence)
}

/// The command that is meant: by what it is called elsewhere, by its beginning, or by a slip or two.
pub fn suggestion(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    if let Some((_, meant)) = SYNONYMS.iter().find(|(synonym, _)| *synonym == name) {
        return Some(meant);
    }
    let started = COMMANDS
        .iter()
        .filter(|command| name.len() > 1 && command.name.starts_with(&name))
        .map(|command| command.name);
    let near = COMMANDS.iter().map(|command| {
        (
            strsim::damerau_levenshtein(&name, command.name),
            command.name,
        )
    });
    started.take(1).next().or_else(|| {
        // A short name is a slip away from many.
        near.filter(|(distance, _)| *distance <= slips(name.len()))
            .min()
            .map(|(_, word)| word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_suggested() {
        for (typed, expected) in [
            ("hlep", Some("help")),
            ("quti", Some("quit")),
            ("dev", Some("devices")),
            ("Who", Some("who")),
            ("run", Some("load")),
            ("set", Some("config")),
            ("foo", None),
            ("sh", Some("bash")),
            ("edit", Some("watch")),
            ("timeit", Some("bench")),
            ("shell", Some("bash")),
            ("hisotry", Some("history")),
            ("frobnicate", None),
            ("", None),
        ] {
            assert_eq!(suggestion(typed), expected, "{typed:?}");
        }
    }

    #[test]
    fn what_is_suggested_is_there_and_nothing_twice() {
        let is_command = |name: &str| COMMANDS.iter().any(|it| it.name == name);
        let mut seen = Vec::new();
        for (name, meant) in SYNONYMS {
            assert!(is_command(meant) && !is_command(name), "{name}: {meant}");
            seen.push(*name);
        }
        seen.extend(ELSEWHERE.iter().flat_map(|(names, _)| *names));
        let count = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), count);
    }
}
