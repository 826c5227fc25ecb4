//! Everything that is not the prompt: programs, session files, pipes, `-e`.

use std::io::BufRead;
use std::path::{Path, PathBuf};

use devicecc::{Language, Source, Unit};
use jit::client::Death;

use crate::front::{Flow, Front};
use crate::interrupt::Interrupt;
use crate::render::Render;
use crate::session::{CellEnd, Session};
use crate::settings::{CellMarks, Keep, Settings};
use crate::source_file::{Kinds, read_source};
use crate::split::{Input, Splitter, split_lines, split_marked};

/// Runs a program of these files, each a translation unit of its own; the result is this process's exit status. One file in CUDA is run as by `file`.
pub fn files(
    settings: Settings,
    render: Render,
    paths: &[PathBuf],
    arguments: Vec<String>,
) -> anyhow::Result<u8> {
    let mut units = Vec::new();
    for path in paths {
        let kinds = match paths.len() {
            1 => Kinds::Streams,
            _ => Kinds::Regular,
        };
        let text = read_source(path, kinds).map_err(anyhow::Error::msg)?;
        let is_session = split_marked(&text).is_some();
        if paths.len() == 1 && (is_session || Language::of(path, &text) == Language::Cuda) {
            return file(settings, render, path, &text, arguments);
        }
        anyhow::ensure!(
            !is_session,
            "`{}` is a session (it has `// %%` marks) and no part of a program of several files",
            path.display()
        );
        let (path, text) = (path.clone(), text.into());
        units.push(Unit { path, text });
    }
    let source = Source::Units(units.into());
    program(settings, render, "", source, paths, arguments)
}

/// Runs a file; the result is this process's exit status. With `// %%` marks it is a session, else one cell, whose `main` is
/// called with `arguments` if there is one, and whose status it is then.
fn file(
    settings: Settings,
    render: Render,
    path: &Path,
    text: &str,
    arguments: Vec<String>,
) -> anyhow::Result<u8> {
    if let Some(inputs) = split_marked(text) {
        let mut settings = settings;
        // What it includes may lie beside it, as beside a program.
        if let Some(beside) = path.parent().filter(|it| !it.as_os_str().is_empty()) {
            settings.compiler.include_dirs.push(beside.to_owned());
        }
        return inputs_of(settings, render, &inputs);
    }
    let source = Source::File(path.to_owned());
    program(
        settings,
        render,
        text,
        source,
        &[path.to_owned()],
        arguments,
    )
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
        session.close_after_program();
        let status = status_of_program(&death);
        // An error that the program never looked at is a failure all the same.
        return Ok(if status == 0 {
            unhandled.into()
        } else {
            status
        });
    }
    let ran = session.cells().last().is_some_and(|cell| cell.facts.runs);
    if matches!(end, CellEnd::Done { .. }) && !ran {
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
    let good = session.close();
    Ok(u8::from(!good || matches!(end, CellEnd::Failed)))
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
    inputs_of(settings, render, &split_lines(text))
}

/// Reads cells from stdin, line by line: each runs as soon as it is certain that it is complete.
pub fn pipe(settings: Settings, render: Render) -> anyhow::Result<u8> {
    let interrupt = Interrupt::default();
    if settings.cell_marks != CellMarks::Off {
        // Who reads the marks follows the cells one by one, and may interrupt one; otherwise Ctrl-C ends a pipe as a whole.
        interrupt.install(render.clone())?;
    }
    let mut front = Front::new(Session::start(settings, render, interrupt)?);
    let mut stdin = std::io::stdin().lock();
    let mut splitter = Splitter::default();
    let mut failed = false;
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
                Flow::Quit => {
                    front.tell_uncalled_main();
                    let asked = front.exit_status;
                    let good = front.session.close();
                    return Ok(asked.unwrap_or(u8::from(failed || !good)));
                }
            }
        }
        if ended {
            front.tell_uncalled_main();
            let good = front.session.close();
            return Ok(u8::from(failed || !good));
        }
    }
}

fn inputs_of(settings: Settings, render: Render, inputs: &[Input]) -> anyhow::Result<u8> {
    let mut front = Front::new(Session::start(settings, render, Interrupt::default())?);
    let flow = front.inputs(inputs)?;
    front.tell_uncalled_main();
    let asked = front.exit_status;
    let good = front.session.close();
    Ok(asked.unwrap_or(u8::from(flow == Flow::Failed || !good)))
}
