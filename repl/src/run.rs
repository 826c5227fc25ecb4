//! Everything that is not the prompt: programs, session files, pipes, `-e`.

use std::io::BufRead;
use std::path::{Path, PathBuf};

use devicecc::library::DIRECTIVE;
use devicecc::{Language, Source, Unit};
use jit_api::client::Death;

use crate::commands::{self, is_library, load_one};
use crate::flow::Flow;
use crate::front::Front;
use crate::interrupt::Interrupt;
use crate::lexer::{Token, TokenKind, tokens};
use crate::notebook::run::Wishes;
use crate::notebook::{self, Format};
use crate::render::Render;
use crate::session::{CellEnd, Session};
use crate::settings::{CellMarks, Keep, Settings};
use crate::source_file::{Kinds, read_source, read_units};
use crate::split::{Input, Splitter, is_command, split_lines, split_marked};

/// Status of a program that ended well and of which the sanitizer has found something.
const FINDINGS: u8 = 86;

/// What a session begins with, before anything is read from a terminal or a pipe.
pub enum Opening {
    /// Nothing.
    Nothing,
    /// The text of `-e`.
    Code(String),
    /// A file, and arguments of the `main` that it may have.
    File(PathBuf, Vec<String>),
}

impl Opening {
    /// Runs it in a session that goes on.
    pub fn run(&self, front: &mut Front) -> anyhow::Result<Flow> {
        match self {
            Opening::Nothing => Ok(Flow::Done),
            Opening::Code(text) => front.inputs(&split_lines(text)),
            Opening::File(path, arguments) => open_file(front, path, arguments),
        }
    }
}

/// Runs a program of these files, each a translation unit of its own; the result is this process's exit status. One file in CUDA is a program or a
/// session, which has `// %%` marks.
pub fn files(
    settings: Settings,
    render: Render,
    paths: &[PathBuf],
    arguments: Vec<String>,
    wishes: &Wishes,
) -> anyhow::Result<u8> {
    let (libraries, sources): (Vec<PathBuf>, Vec<PathBuf>) =
        paths.iter().cloned().partition(|it| is_library(it));
    if !libraries.is_empty() {
        tell_wishes_of_programs(wishes)?;
        return with_libraries(settings, render, &sources, &libraries, arguments);
    }
    if let [path] = paths {
        if is_notebook(path) || (!wishes.are_none() && is_session(path)?) {
            return notebook(settings, render, path, &arguments, wishes);
        }
        tell_wishes_of_programs(wishes)?;
        return file(settings, render, path, arguments, split_marked);
    }
    tell_wishes_of_programs(wishes)?;
    let units = read_units(paths, " and no part of a program of several files")
        .map_err(anyhow::Error::msg)?;
    let source = Source::Units(units);
    program(settings, render, "", source, paths, arguments)
}

/// Runs a program of one file in CUDA that uses libraries of device code: as if it took them in at its end, where no line of it has another number for that.
fn with_libraries(
    settings: Settings,
    render: Render,
    sources: &[PathBuf],
    libraries: &[PathBuf],
    arguments: Vec<String>,
) -> anyhow::Result<u8> {
    let [path] = sources else {
        anyhow::bail!(
            "libraries of device code go with one source file; of several, the one that uses a library says `{DIRECTIVE} \"NAME.bc\"`"
        );
    };
    let mut text = read_source(path, Kinds::Streams).map_err(anyhow::Error::msg)?;
    anyhow::ensure!(
        split_marked(&text).is_none(),
        "`{}` is a session (it has `// %%` marks): `%load` in it takes a library in",
        path.display()
    );
    for library in libraries {
        text += &format!("\n{DIRECTIVE} \"{}\"", library.display());
    }
    text.push('\n');
    let source = Source::File(path.clone());
    program(settings, render, &text, source, sources, arguments)
}

fn tell_wishes_of_programs(wishes: &Wishes) -> anyhow::Result<()> {
    anyhow::ensure!(
        wishes.are_none(),
        "`--output` (`-o`), `--from` and `--stop-on-error` are for notebooks and sessions (files with `// %%` marks); this is a program, which is run at once and written nowhere: leave them out"
    );
    Ok(())
}

/// Is it a notebook by its name: `.ipynb` or `.md`?
fn is_notebook(path: &Path) -> bool {
    Format::of(path) != Format::Percent
}

/// Has a file marks?
fn is_session(path: &Path) -> anyhow::Result<bool> {
    let text = read_source(path, Kinds::Regular).map_err(anyhow::Error::msg)?;
    Ok(split_marked(&text).is_some())
}

fn notebook(
    settings: Settings,
    render: Render,
    path: &Path,
    arguments: &[String],
    wishes: &Wishes,
) -> anyhow::Result<u8> {
    tell_unused_arguments(&render, path, arguments);
    notebook::run::file(settings, render, path, wishes)
}

/// Runs a file as `chevron FILE` does: a program if it has a `main`; else a session, whose cells are between its marks or, without any, as if its
/// lines were typed.
pub fn opened(
    settings: Settings,
    render: Render,
    path: &Path,
    arguments: Vec<String>,
) -> anyhow::Result<u8> {
    if is_notebook(path) {
        return notebook(settings, render, path, &arguments, &Wishes::default());
    }
    file(settings, render, path, arguments, inputs_unless_program)
}

/// Runs a file; `inputs_of`: the inputs of its text, if that is a session's.
fn file(
    settings: Settings,
    render: Render,
    path: &Path,
    arguments: Vec<String>,
    inputs_of: fn(&str) -> Option<Vec<Input>>,
) -> anyhow::Result<u8> {
    let text = read_source(path, Kinds::Streams).map_err(anyhow::Error::msg)?;
    match inputs_of(&text) {
        Some(inputs) => session_file(settings, render, path, &inputs, &arguments),
        None => program_of_a_file(settings, render, path, text, arguments),
    }
}

/// The inputs of a session's file; `None`: it is a program.
fn inputs_unless_program(text: &str) -> Option<Vec<Input>> {
    split_marked(text).or_else(|| (!defines_main(text)).then(|| split_lines(text)))
}

/// Brings a file into a session that goes on.
fn open_file(front: &mut Front, path: &Path, arguments: &[String]) -> anyhow::Result<Flow> {
    if is_notebook(path) {
        return match notebook::run::read(path) {
            Ok(notebook) => notebook::run::cells(front, path, &notebook, &Wishes::default()),
            Err(message) => {
                front.session.render().error(message);
                Ok(Flow::Failed)
            }
        };
    }
    let text = match read_source(path, Kinds::Streams) {
        Ok(text) => text,
        Err(message) => {
            front.session.render().error(message);
            return Ok(Flow::Failed);
        }
    };
    match inputs_unless_program(&text) {
        Some(inputs) => front.inputs_of_file(path, &inputs),
        None => load_one(front, &text, path, Some(arguments)),
    }
}

fn session_file(
    settings: Settings,
    render: Render,
    path: &Path,
    inputs: &[Input],
    arguments: &[String],
) -> anyhow::Result<u8> {
    tell_unused_arguments(&render, path, arguments);
    let mut settings = settings;
    // What it includes may lie beside it, as beside a program.
    if let Some(beside) = path.parent().filter(|it| !it.as_os_str().is_empty()) {
        settings.compiler.include_dirs.push(beside.to_owned());
    }
    let session = Session::start(settings, render.clone(), Interrupt::default())?;
    let mut front = Front::new(session, commands::run);
    let flow = front.inputs_of_file(path, inputs)?;
    if flow == Flow::Done && !inputs.is_empty() && nothing_ran(&front, inputs) {
        tell_nothing_ran(&render, &[path.to_owned()]);
    }
    status_at_end(front, flow == Flow::Failed)
}

fn tell_unused_arguments(render: &Render, path: &Path, arguments: &[String]) {
    if !arguments.is_empty() {
        render.warning(format_args!(
            "`{}` is a session and has no `main`: its arguments are not used",
            path.display()
        ));
    }
}

/// Is there nothing but definitions?
fn nothing_ran(front: &Front, inputs: &[Input]) -> bool {
    let command = |it: &Input| matches!(it, Input::Command(_));
    !inputs.iter().any(command) && !front.session.cells().iter().any(|it| it.facts.runs)
}

fn tell_nothing_ran(render: &Render, paths: &[PathBuf]) {
    let names: Vec<String> = paths
        .iter()
        .map(|it| format!("`{}`", it.display()))
        .collect();
    let have = match names.len() {
        1 => "has no `main` and no statements: nothing of it ran",
        _ => "have no `main` and no statements: nothing of them ran",
    };
    render.note(format_args!("{} {have}", names.join(" and ")));
}

/// Runs a program of one file, as what it is: in CUDA, C++ or C.
fn program_of_a_file(
    settings: Settings,
    render: Render,
    path: &Path,
    text: String,
    arguments: Vec<String>,
) -> anyhow::Result<u8> {
    let paths = &[path.to_owned()];
    if Language::of(path, &text) == Language::Cuda {
        let source = Source::File(path.to_owned());
        return program(settings, render, &text, source, paths, arguments);
    }
    let (path, text) = (path.to_owned(), text.into());
    let source = Source::Units([Unit { path, text }].into());
    program(settings, render, "", source, paths, arguments)
}

/// Runs a program as one cell.
fn program(
    settings: Settings,
    render: Render,
    text: &str,
    source: Source,
    paths: &[PathBuf],
    arguments: Vec<String>,
) -> anyhow::Result<u8> {
    // What ends a program is its end.
    let settings = Settings {
        checkpoint: Keep::Off,
        ..settings
    };
    let mut session = Session::start(settings, render.clone(), Interrupt::default())?;
    let words = std::iter::once(paths[0].to_string_lossy().into_owned())
        .chain(arguments)
        .collect();
    let end = session.run_cell(text, source, Some(words))?;
    if let CellEnd::Program { death, unhandled } = end {
        let found = session.findings() > 0;
        session.close_after_program();
        return Ok(match status_of_program(&death) {
            0 if found => FINDINGS,
            // An error that the program never looked at is a failure all the same.
            0 => unhandled.into(),
            status => status,
        });
    }
    let ran = session.cells().last().is_some_and(|cell| cell.facts.runs);
    if matches!(end, CellEnd::Done { .. }) && !ran {
        tell_nothing_ran(&render, paths);
    }
    let good = session.close();
    Ok(u8::from(!good || matches!(end, CellEnd::Failed)))
}

/// Does a text define a function `main`? A macro that does is not seen.
fn defines_main(text: &str) -> bool {
    let lines = text.lines().filter(|line| !is_command(line));
    let text = &lines.collect::<Vec<_>>().join("\n");
    let code = |it: &Token| {
        !matches!(
            it.kind,
            TokenKind::Comment | TokenKind::Directive | TokenKind::Newline | TokenKind::Splice
        )
    };
    let code: Vec<Token> = tokens(text).into_iter().filter(code).collect();
    code.windows(3).any(|three| {
        let [before, name, after] = three else {
            return false;
        };
        let typed = before.kind == TokenKind::Word && before.text(text) != "return";
        typed
            && name.kind == TokenKind::Word
            && name.text(text) == "main"
            && after.kind == TokenKind::Open(b'(')
    })
}

fn status_of_program(death: &Death) -> u8 {
    match death {
        Death::Exit(status) => *status as u8,
        Death::Signal(signal) => (128 + signal) as u8, // as shells say it
        _ => 1,
    }
}

/// Runs the text of `-e`.
pub fn text(settings: Settings, render: Render, text: &str) -> anyhow::Result<u8> {
    let interrupt = Interrupt::default();
    interrupt.install_without_prompt(render.clone())?;
    let mut front = Front::new(Session::start(settings, render, interrupt)?, commands::run);
    let flow = front.inputs(&split_lines(text))?;
    status_at_end(front, flow == Flow::Failed)
}

/// Reads cells from stdin, line by line: each runs as soon as it is certain that it is complete.
pub fn pipe(settings: Settings, render: Render, opening: &Opening) -> anyhow::Result<u8> {
    let interrupt = Interrupt::default();
    if settings.cell_marks != CellMarks::Off {
        // Who reads the marks follows the cells one by one, and may interrupt one; otherwise Ctrl-C ends a pipe as a whole.
        interrupt.install(render.clone())?;
    } else {
        interrupt.install_without_prompt(render.clone())?;
    }
    let mut front = Front::new(Session::start(settings, render, interrupt)?, commands::run);
    let opened = opening.run(&mut front)?;
    if opened == Flow::Quit {
        return status_at_end(front, false);
    }
    let mut stdin = std::io::stdin().lock();
    let mut splitter = Splitter::default();
    let mut failed = opened == Flow::Failed;
    let mut line = Vec::new();
    loop {
        line.clear();
        let ended = stdin.read_until(b'\n', &mut line)? == 0;
        if ended {
            splitter.end();
        } else {
            let text = String::from_utf8_lossy(&line);
            splitter.line(text.strip_suffix('\n').unwrap_or(&text));
        }
        while let Some(input) = splitter.next_input() {
            match front.input(&input)? {
                Flow::Done => {}
                Flow::Failed => failed = true,
                Flow::Quit => return status_at_end(front, failed),
            }
        }
        if ended {
            return status_at_end(front, failed);
        }
    }
}

/// Ends a session of which an input `failed` or none did; gives the process's exit status.
fn status_at_end(mut front: Front, failed: bool) -> anyhow::Result<u8> {
    front.tell_uncalled_main();
    Ok(front.close(failed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_told_from_a_session() {
        for (text, program) in [
            ("#include <cstdio>\nint main() { return 0; }", true),
            ("auto main(int, char **) -> int {}", true),
            ("int /* status */ main\n(void) {}", true),
            ("// int main()\nint x = 1;\nx", false),
            ("const char *s = \"int main()\";", false),
            ("%load p.cu\nmain()", false),
            ("int domain(); int main_2();", false),
            ("auto f = [] { return main(); };", false),
            ("", false),
        ] {
            assert_eq!(defines_main(text), program, "{text}");
            assert_eq!(inputs_unless_program(text).is_none(), program, "{text}");
        }
        let marked = inputs_unless_program("// %%\nint main() {}").expect("it has marks");
        assert_eq!(marked.len(), 1);
    }
}
