//! Running a notebook's cells in a session: shown as a session's are, or with what they put out written back.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use serde_json::{Value, json};

use super::record::Recorder;
use super::{Format, Kind, Notebook, NotebookCell};
use crate::commands;
use crate::flow::Flow;
use crate::front::Front;
use crate::interrupt::Interrupt;
use crate::jupyter::notebook::Notebook as Shown;
use crate::jupyter::publisher::Outlet as _;
use crate::jupyter::streams::{self, Streams};
use crate::render::Render;
use crate::session::Session;
use crate::settings::{Color, Settings};
use crate::source_file::{Kinds, read_text};
use crate::split::{Input, split_cell};

/// What is asked of a run.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// Where the notebook is written with what its cells put out.
    pub output: Option<PathBuf>,
    /// No cell runs after one that failed.
    pub stop_on_error: bool,
    /// The first cell of code that runs, from 1.
    pub from: Option<u32>,
}

impl Wishes {
    /// Is nothing asked for?
    pub fn are_none(&self) -> bool {
        self.output.is_none() && !self.stop_on_error && self.from.is_none()
    }
}

/// Reads a notebook. The error is for people.
pub fn read(path: &Path) -> Result<Notebook, String> {
    let text = read_text(path, Kinds::Regular)?;
    let notebook = Format::of(path).read(&text);
    notebook.map_err(|error| format!("`{}` cannot be read: {error}", path.display()))
}

/// Writes a notebook in the format that the file's name tells.
pub fn write(path: &Path, notebook: &Notebook) -> anyhow::Result<()> {
    let text = Format::of(path).write(notebook);
    std::fs::write(path, text).with_context(|| format!("`{}` cannot be written", path.display()))
}

/// Runs a notebook's cells of code, in a session of its own; gives the process's exit status.
///
/// # Errors
/// The session cannot start or go on, or the result cannot be written.
pub fn file(
    mut settings: Settings,
    render: Render,
    path: &Path,
    wishes: &Wishes,
) -> anyhow::Result<u8> {
    let mut notebook = read(path).map_err(anyhow::Error::msg)?;
    let count = code_cells(&notebook).count();
    if let Some(from) = wishes.from {
        anyhow::ensure!(
            from >= 1 && from as usize <= count,
            "`--from {from}`: `{}` has the cells 1 to {count}",
            path.display()
        );
    }
    // What it includes may lie beside it.
    if let Some(beside) = path.parent().filter(|it| !it.as_os_str().is_empty()) {
        settings.compiler.include_dirs.push(beside.to_owned());
    }
    if let Some(output) = &wishes.output {
        return recorded(settings, &mut notebook, output, wishes);
    }
    let session = Session::start(settings, render, Interrupt::default())?;
    let mut front = Front::new(session, commands::run);
    let flow = cells(&mut front, path, &notebook, wishes)?;
    front.tell_uncalled_main();
    Ok(front.close(flow == Flow::Failed))
}

/// The cells of code, with their numbers.
fn code_cells(notebook: &Notebook) -> impl Iterator<Item = (u32, &NotebookCell)> {
    let code = notebook.cells.iter().filter(|it| it.kind == Kind::Code);
    (1u32..).zip(code)
}

/// Runs a notebook's cells in a session that goes on. What is wrong with one is told by the file and the line in it; of an `.ipynb` by the cell's number
/// and the line in that: `a.ipynb[3]:2`.
///
/// # Errors
/// The session cannot go on.
pub fn cells(
    front: &mut Front,
    path: &Path,
    notebook: &Notebook,
    wishes: &Wishes,
) -> anyhow::Result<Flow> {
    let mut result = Flow::Done;
    let reading = front.begin_reading();
    let from = wishes.from.unwrap_or(1);
    let mut left = code_cells(notebook).filter(|it| it.0 >= from);
    while let Some((number, cell)) = left.next() {
        let named = match Format::of(path) {
            Format::Ipynb => PathBuf::from(format!("{}[{number}]", path.display())),
            Format::Percent | Format::Markdown => path.to_owned(),
        };
        let inputs = inputs_of(cell);
        match front.inputs_of_reading(&named, reading, &inputs)? {
            Flow::Done => continue,
            Flow::Quit => return Ok(Flow::Quit),
            Flow::Failed if cell.may_fail() && !front.session.interrupted() => continue,
            Flow::Failed => result = Flow::Failed,
        }
        if front.session.interrupted() || wishes.stop_on_error {
            tell_left(front.session.render(), left.count());
            break;
        }
    }
    Ok(result)
}

fn tell_left(render: &Render, left: usize) {
    match left {
        0 => {}
        1 => render.note("one more cell was not run"),
        left => render.note(format_args!("{left} more cells were not run")),
    }
}

/// The inputs of a cell, by the lines of its file.
fn inputs_of(cell: &NotebookCell) -> Vec<Input> {
    let mut inputs = split_cell(&cell.text);
    for input in &mut inputs {
        let (Input::Cell(piece) | Input::Command(piece) | Input::Note(piece)) = input;
        piece.first_line += cell.first_line - 1;
        piece.last_line += cell.first_line - 1;
    }
    inputs
}

/// Runs a notebook, and writes it with what its cells put out.
fn recorded(
    settings: Settings,
    notebook: &mut Notebook,
    output: &Path,
    wishes: &Wishes,
) -> anyhow::Result<u8> {
    anyhow::ensure!(
        Format::of(output) == Format::Ipynb,
        "`{}`: only a notebook (`.ipynb`) has a place for what cells put out",
        output.display()
    );
    // Before any thread is started.
    let (ends, log) = streams::replace()?.into_parts();
    let log = File::from(log);
    let recorder = Arc::new(Recorder::default());
    let streams = Streams::start(ends, recorder.clone())?;
    let shown = Arc::new(Shown::new(recorder.clone(), Arc::clone(&streams)));
    let render = Render::new(false, Color::Always).with_front_end(shown.clone());
    jit_api::client::print_by_lines();
    let mut settings = settings;
    settings.compiler.color = true;
    let session = Session::start(settings, render, Interrupt::default());
    let mut run = Run {
        front: Front::new(session?, commands::run),
        shown,
        streams,
        recorder,
    };
    let from = wishes.from.unwrap_or(1);
    let (mut failed, mut lost) = (Vec::new(), None);
    for (number, cell) in code_cells(notebook).filter(|it| it.0 >= from) {
        let flow = run.cell(number, &cell.text).unwrap_or_else(|error| {
            lost = Some(error);
            Flow::Failed
        });
        if flow == Flow::Failed && cell.may_fail() && lost.is_none() {
            continue;
        }
        if flow == Flow::Failed {
            failed.push(number.to_string());
        }
        if flow == Flow::Quit || lost.is_some() || (flow == Flow::Failed && wishes.stop_on_error) {
            break;
        }
    }
    let status = run.front.close(!failed.is_empty());
    // What earlier cells show may have been replaced by later ones, so all is taken at the end.
    let outputs = run.recorder.take();
    let ran = outputs.len();
    let code = notebook.cells.iter_mut().filter(|it| it.kind == Kind::Code);
    let behind = code.skip(from as usize - 1);
    for ((number, cell), outputs) in (from..).zip(behind).zip(outputs) {
        cell.rest
            .insert("outputs".to_owned(), Value::Array(outputs));
        cell.rest
            .insert("execution_count".to_owned(), json!(number));
    }
    write(output, notebook)?;
    if let Some(error) = lost {
        let _ = writeln!(&log, "error: the session is lost: {error:#}");
    }
    let summary = match failed.len() {
        0 => format!("{ran} cells ran"),
        1 => format!("{ran} cells ran, and cell {} failed", failed[0]),
        _ => format!("{ran} cells ran, and these failed: {}", failed.join(", ")),
    };
    let _ = writeln!(&log, "{summary}; `{}` is written", output.display());
    Ok(status)
}

/// A session whose outputs are recorded.
struct Run {
    front: Front,
    shown: Arc<Shown>,
    streams: Arc<Streams>,
    recorder: Arc<Recorder>,
}

impl Run {
    /// Runs a cell until an input fails.
    fn cell(&mut self, number: u32, text: &str) -> anyhow::Result<Flow> {
        self.streams.begin();
        self.recorder.begin();
        self.shown.begin(number, false);
        self.front.notebook = Some(number);
        let mut flow = Flow::Done;
        for input in split_cell(text) {
            flow = self.front.input(&input)?;
            if flow != Flow::Done {
                break;
            }
        }
        self.front.tell_uncalled_main();
        self.streams.end();
        if let Some(error) = self.shown.failure(flow) {
            self.recorder.publish("error", &error.content());
        }
        Ok(flow)
    }
}
