//! What is meant by a name that no command has.

use super::COMMANDS;
use crate::session::slips::slips;

/// What people call commands elsewhere.
const SYNONYMS: &[(&str, &str)] = &[
    ("run", "load"),
    ("open", "load"),
    ("source", "load"),
    ("exec", "load"),
    ("bench", "time"),
    ("timeit", "time"),
    ("benchmark", "time"),
    ("prof", "time"),
    ("profile", "time"),
    ("del", "undo"),
    ("delete", "undo"),
    ("revert", "undo"),
    ("back", "undo"),
    ("ls", "who"),
    ("list", "who"),
    ("whos", "who"),
    ("type", "who"),
    ("doc", "who"),
    ("info", "who"),
    ("vars", "who"),
    ("exit", "quit"),
    ("bye", "quit"),
    ("q", "quit"),
    ("hist", "history"),
    ("set", "config"),
    ("options", "config"),
    ("env", "config"),
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
    ("gpu", "devices"),
    ("write", "save"),
    ("store", "save"),
    ("rerun", "replay"),
    ("clear", "reset"),
    ("errors", "notes"),
    ("settings", "config"),
    ("sh", "bash"),
    ("shell", "bash"),
    ("commands", "help"),
    ("man", "help"),
];

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
            ("edit", None),
            ("shell", Some("bash")),
            ("hisotry", Some("history")),
            ("frobnicate", None),
            ("", None),
        ] {
            assert_eq!(suggestion(typed), expected, "{typed:?}");
        }
    }
}
