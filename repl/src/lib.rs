//! The command line: prompt, pipes, files, commands and all printing. It knows neither clang nor devices: `devicecc` compiles,
//! `jit` runs.

mod cli;
mod commands;
mod compile;
pub mod complete;
mod display;
mod doctor;
mod flow;
mod front;
mod front_end;
mod history_file;
mod images;
mod interrupt;
mod jupyter;
mod leaving;
pub mod lexer;
mod notebook;
mod pasted;
mod preferences;
mod profile;
mod project;
mod prompt;
mod render;
mod run;
mod screen;
mod session;
mod settings;
mod shell;
mod source_file;
pub mod split;
mod standard;
mod symbols;
mod sys;
mod terminal;
mod transcript;
mod words;
mod workers;

/// Runs the command line of this process to its end.
pub fn main() -> ! {
    cli::main()
}
