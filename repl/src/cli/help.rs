//! What the command line tells about itself: usage, examples, versions, and what a word that it does not know may have meant.

use std::sync::LazyLock;

use clap::{Command, CommandFactory as _};

use super::Arguments;
use crate::render::Render;
use crate::settings::VARIABLES;

/// How `chevron` is called.
pub const USAGE: &str = "chevron [OPTIONS] [FILE [ARGUMENTS]...]
       chevron [OPTIONS] -e CODE
       chevron [OPTIONS] <COMMAND>";

/// Examples of `chevron run`.
pub const OF_RUN: &str = "Examples:
  chevron run program.cu 1000 --fast    calls its main with these arguments
  chevron run -O3 -I include program.cu
  chevron run -arch=sm_90 -rdc=true a.cu b.cu
                                        flags of nvcc may stay: what does not matter is passed over
  chevron run --project build app 1000  runs CMake's target `app`, with an argument
  generate | chevron run -              the program comes from a pipe
  chevron run notes.ipynb               runs a notebook's cells; also .md files with ```cuda blocks
  chevron run notes.ipynb -o out.ipynb  keeps what they put out";

/// Examples of `chevron symbols`.
pub(super) const OF_SYMBOLS: &str = "\
Examples:
  chevron symbols saxpy.gfx942.hsaco
  chevron symbols kernels.cubin program.o

Nothing is loaded: the files alone are read. A device function whose calls were all inlined is not in them.
The status is 1 if a file cannot be read.";

/// Examples of `chevron compile`.
pub const OF_COMPILE: &str = "Examples:
  chevron compile saxpy.hip --arch gfx942            writes saxpy.gfx942.hsaco
  chevron compile saxpy.cu --arch gfx1100,sm_90 -o out
                                                     writes also out/saxpy.sm_90.ptx
  chevron compile saxpy.cu --arch gfx90a --device-libs /opt/rocm
  chevron compile sort.cu --arch sm_90 --headers toolkit
                                                     reads an installed toolkit's headers, Thrust's and the like too
  chevron compile saxpy.cu --arch cpu                writes saxpy.cpu.image: `cuModuleLoad` reads it on the CPU device

A file's kernels and device variables are symbols of what is made. The table shows what each kernel needs of a GPU.
The status is 1 if a file does not compile.";

/// Examples of `chevron cache`.
pub const OF_CACHE: &str = "Examples:
  chevron cache           where it is, and what it holds of each kind
  chevron cache verify    checks every entry, and takes out what is damaged
  chevron cache clear     costs time only, when kernels are compiled again";

/// Examples of `chevron jupyter`.
pub const OF_JUPYTER: &str = "Examples:
  chevron jupyter install                 for this user; then start `jupyter lab`
  chevron jupyter install --sys-prefix    in the Python environment that is active
  chevron jupyter install --device cpu --name chevron-cpu";

/// Examples of `chevron completions`.
pub const OF_COMPLETIONS: &str = "Examples:
  chevron completions bash > ~/.local/share/bash-completion/completions/chevron
  chevron completions zsh > \"${fpath[1]}/_chevron\"
  chevron completions fish > ~/.config/fish/completions/chevron.fish";

/// Examples of `chevron man`.
pub const OF_MAN: &str = "Examples:
  chevron man | man -l -
  chevron man run | man -l -
  chevron man > ~/.local/share/man/man1/chevron.1";

/// Options that say something to an action that runs no code of the user's.
const OF_CACHE_OPTIONS: &[&str] = &["no_cache", "cache_dir", "color", "quiet", "help"];
const OF_DEVICES_OPTIONS: &[&str] = &["device", "color", "quiet", "help"];
const OF_DOCTOR_OPTIONS: &[&str] = &[
    "device",
    "arch",
    "cuda_path",
    "libdevice",
    "headers",
    "no_cache",
    "cache_dir",
    "color",
    "quiet",
    "help",
];

/// Actions, with the options that their help shows; all others show all.
const FEW_OPTIONS: &[(&str, &[&str])] = &[
    ("cache", OF_CACHE_OPTIONS),
    ("completions", &["help"]),
    ("devices", OF_DEVICES_OPTIONS),
    ("doctor", OF_DOCTOR_OPTIONS),
    ("man", &["help"]),
];

/// Words that people try, and what they mean.
const MEANT: &[(&str, &str)] = &[
    ("version", "chevron --version"),
    ("repl", "chevron"),
    ("shell", "chevron"),
    ("prompt", "chevron"),
    ("interactive", "chevron"),
    ("exec", "chevron run FILE"),
    ("start", "chevron run FILE"),
    ("list", "chevron devices"),
    ("gpus", "chevron devices"),
    ("info", "chevron doctor"),
    ("check", "chevron doctor"),
    ("clean", "chevron cache clear"),
];

/// The command whose actions' help shows their own options only.
pub fn command(command: Command) -> Command {
    let mut command = command;
    // Options of the whole come to the actions when it is built.
    command.build();
    for (action, options) in FEW_OPTIONS {
        command = command.mut_subcommand(action, |action| only_with(action, options));
    }
    command
}

fn only_with(action: Command, options: &[&str]) -> Command {
    let inner: Vec<String> = (action.get_subcommands())
        .map(|it| it.get_name().to_owned())
        .collect();
    let action = action.mut_args(|it| match options.contains(&it.get_id().as_str()) {
        true => it,
        false => it.hide(true),
    });
    (inner.iter()).fold(action, |action, name| match name.as_str() {
        "help" => action,
        name => action.mut_subcommand(name, |it| only_with(it, options)),
    })
}

/// Is this word an action of the command line?
pub fn is_action(word: &str) -> bool {
    actions().iter().any(|it| it == word)
}

/// The actions there are; clap adds the last one.
fn actions() -> Vec<String> {
    let command = Arguments::command();
    let ours = command.get_subcommands().map(Command::get_name);
    ours.chain(["help"]).map(str::to_owned).collect()
}

/// Says that a word is neither an action nor a file, and what it may have meant.
pub fn tell_unknown(render: &Render, word: &str) {
    render.error(format_args!(
        "there is no file `{word}`, and no command of that name"
    ));
    match meant(word) {
        Some(meant) => render.hint(format_args!("did you mean `{meant}`?")),
        None => render.hint("`chevron help` lists the commands"),
    }
}

/// What was meant by a word that is no action, if it is near to one.
fn meant(word: &str) -> Option<String> {
    let word = word.to_lowercase();
    if let Some((_, meant)) = MEANT.iter().find(|(tried, _)| *tried == word) {
        return Some((*meant).to_owned());
    }
    let actions = actions();
    let begun = actions
        .iter()
        .find(|it| word.len() > 1 && (it.starts_with(&word) || word.starts_with(it.as_str())));
    let near = actions
        .iter()
        .map(|it| (strsim::damerau_levenshtein(&word, it), it))
        .filter(|(distance, it)| *distance <= 2 && *distance < it.len() - 1)
        .min();
    let action = begun.or(near.map(|(_, it)| it))?;
    Some(format!("chevron {action}"))
}

/// This program's version, that of the compiler in it, and the commit that it was built of.
pub fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let (major, minor, patch) = devicecc::llvm_version();
        let own = env!("CARGO_PKG_VERSION");
        let commit =
            option_env!("CHEVRON_COMMIT").map_or(String::new(), |it| format!(", commit {it}"));
        format!("{own} (LLVM and clang {major}.{minor}.{patch}{commit})")
    });
    &VERSION
}

/// Examples, and the environment variables.
pub fn of_all() -> String {
    let mut help = String::from(
        "Examples:
  chevron                         a prompt
  chevron program.cu 1000         runs a program, with an argument
  chevron -i kernels.cu           a prompt that has what the file defines
  chevron -e '1 + 1'              runs a cell and shows its value
  chevron --device cpu < cells    runs cells, as if they were typed

Environment:
",
    );
    for variable in VARIABLES {
        help += &format!("  {:<20} {}\n", variable.name, variable.summary);
    }
    help + "\nWith no action: a prompt; if stdin is not a terminal, cells are read from it, and the status is 1 if one failed."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_suggested() {
        for (word, expected) in [
            ("rnu", Some("chevron run")),
            ("docter", Some("chevron doctor")),
            ("caches", Some("chevron cache")),
            ("Device", Some("chevron devices")),
            ("version", Some("chevron --version")),
            ("frobnicate", None),
            ("x", None),
        ] {
            assert_eq!(meant(word).as_deref(), expected, "{word}");
        }
    }
}
