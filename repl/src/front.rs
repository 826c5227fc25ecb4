//! What stands between a source of inputs (prompt, pipe, file) and the session: cells go on, commands are run here.

use std::path::Path;
use std::sync::Arc;

use devicecc::Source;
use jit_api::wire::ShownMost;

use crate::flow::Flow;
use crate::leaving::{self, Meant};
use crate::preferences::{DEVICE_ELEMENTS, ELEMENTS, Preferences};
use crate::session::{CellEnd, Session, shared_text};
use crate::settings::CellMarks;
use crate::shell;
use crate::split::{COPIED, Input, Piece};

/// Runs a command as typed, from its `%` on.
pub type RunCommand = fn(&mut Front, &str) -> anyhow::Result<Flow>;

/// What was typed, and the number that its prompt showed.
pub struct TypedInput {
    /// The number.
    pub number: u32,
    /// The text.
    pub text: Arc<str>,
}

/// A session with what belongs to the person who types.
pub struct Front {
    /// The session.
    pub session: Session,
    /// Commands stand above this.
    run_command: RunCommand,
    /// Inputs so far, failed ones too, oldest first.
    pub history: Vec<TypedInput>,
    /// Print a breakdown after every cell.
    pub time_cells: bool,
    /// Print what kernels need after the cell that defines them.
    pub verbose: bool,
    /// Files that `%load` is reading, one inside the other.
    pub loading: u32,
    /// The file whose inputs are being run, if they are a file's, and which reading that is.
    reading: Option<(Arc<Path>, u32)>,
    /// How often a file's inputs were run.
    readings: u32,
    /// The line of it where the cell that runs next begins.
    pub line: u32,
    /// The number that a notebook shows for the cell whose inputs are being run, if they are a notebook's.
    pub notebook: Option<u32>,
    /// How the person likes the prompt.
    pub preferences: Preferences,
    /// Prompt marks were taken off, which is told once.
    told_of_marks: bool,
    /// How to call a `main` that was defined and that no later input mentions.
    uncalled_main: Option<&'static str>,
    /// The status that the user asked for by leaving with `exit(N)`.
    pub exit_status: Option<u8>,
}

impl Front {
    /// Takes a session that has just started.
    pub fn new(session: Session, run_command: RunCommand) -> Front {
        session.expect_cells();
        Front {
            session,
            run_command,
            history: Vec::new(),
            time_cells: false,
            verbose: false,
            loading: 0,
            reading: None,
            readings: 0,
            line: 1,
            notebook: None,
            preferences: Preferences::default(),
            told_of_marks: false,
            uncalled_main: None,
            exit_status: None,
        }
    }

    /// Runs one input. `Err`: the session cannot go on.
    pub fn input(&mut self, input: &Input) -> anyhow::Result<Flow> {
        if let Input::Note(piece) = input {
            if piece.text != COPIED || !std::mem::replace(&mut self.told_of_marks, true) {
                self.session.render().note(&piece.text);
            }
            return Ok(Flow::Done);
        }
        let texts = self.history.iter().map(|it| &it.text);
        let text = shared_text(texts, input.piece().text.as_str().into());
        self.history.push(TypedInput {
            number: self.session.next_number(),
            text: Arc::clone(&text),
        });
        let Piece {
            first_line,
            last_line,
            ..
        } = input.piece();
        let lines = format!("lines={first_line}-{last_line}");
        self.line = *first_line;
        self.session.show_most(ShownMost {
            elements: self.preferences.number(&ELEMENTS),
            allocated: self.preferences.number(&DEVICE_ELEMENTS),
        });
        let marks = match self.loading {
            0 => self.session.settings().cell_marks,
            _ => CellMarks::Off,
        };
        if marks != CellMarks::Off {
            self.session.mark_running(lines.clone());
        }
        let flow = match input {
            Input::Note(_) => Flow::Done,
            Input::Command(piece) => (self.run_command)(self, &piece.text)?,
            Input::Cell(piece) => match leaving::meant(&piece.text, |it| self.defines(it)) {
                Some(meant) => self.do_meant(meant)?,
                None => match self.session.kernel_alone(&text) {
                    Some(about) => {
                        self.session.render().text(about);
                        Flow::Done
                    }
                    None => {
                        self.tell_missing(piece);
                        self.cell_of_user(text)?
                    }
                },
            },
        };
        if marks != CellMarks::Off {
            let failed = u32::from(flow == Flow::Failed);
            let mut fields = format!("{lines} failed={failed}");
            if marks == CellMarks::Counts {
                fields += &format!(" {}", self.session.counts_line());
            }
            self.session.render().cell_mark(&fields);
        }
        Ok(flow)
    }

    /// Runs inputs until one quits or is interrupted; failed if one failed.
    pub fn inputs(&mut self, inputs: &[Input]) -> anyhow::Result<Flow> {
        let mut result = Flow::Done;
        self.session.forget_interrupt();
        for (number, input) in inputs.iter().enumerate() {
            match self.input(input)? {
                Flow::Done => {}
                Flow::Failed => result = Flow::Failed,
                Flow::Quit => return Ok(Flow::Quit),
            }
            let left = inputs.len() - number - 1;
            if self.session.interrupted() && left > 0 {
                let inputs = if left == 1 {
                    "input was"
                } else {
                    "inputs were"
                };
                self.session.render().note(format_args!(
                    "because of the interrupt {left} more {inputs} not run"
                ));
                return Ok(Flow::Failed);
            }
        }
        Ok(result)
    }

    /// Runs the inputs of a file: what they have wrong is told by its name and lines.
    pub fn inputs_of_file(&mut self, path: &Path, inputs: &[Input]) -> anyhow::Result<Flow> {
        let reading = self.begin_reading();
        self.inputs_of_reading(path, reading, inputs)
    }

    /// A file's inputs are about to be run, in one piece or in several.
    pub fn begin_reading(&mut self) -> u32 {
        self.readings += 1;
        self.readings
    }

    /// As `inputs_of_file`, for a piece of what is read.
    pub fn inputs_of_reading(
        &mut self,
        path: &Path,
        reading: u32,
        inputs: &[Input],
    ) -> anyhow::Result<Flow> {
        let outer = self.reading.replace((path.into(), reading));
        let flow = self.inputs(inputs);
        self.reading = outer;
        flow
    }

    /// Where the cell that runs next is from.
    pub fn source(&self) -> Source {
        let line = self.line;
        match (&self.reading, self.notebook) {
            (Some((path, reading)), _) => Source::Part {
                path: Arc::clone(path),
                line,
                reading: *reading,
            },
            (None, Some(number)) => Source::Notebook { number, line },
            (None, None) => Source::Prompt,
        }
    }

    /// Runs a cell.
    pub fn cell(&mut self, text: impl Into<Arc<str>>, source: Source) -> anyhow::Result<Flow> {
        let end = self.session.run_cell(text, source, None)?;
        Ok(self.ended(end).0)
    }

    /// Runs a cell that the user wrote; gives the signature of the `main` that it defines, too.
    fn cell_with_main(&mut self, text: Arc<str>) -> anyhow::Result<(Flow, Option<String>)> {
        let end = self.session.run_cell(text, self.source(), None)?;
        Ok(self.ended(end))
    }

    /// Ends the session; gives the process's exit status: the user's, if one was asked for.
    pub fn close(self, failed: bool) -> u8 {
        let good = self.session.close();
        self.exit_status.unwrap_or(u8::from(failed || !good))
    }

    /// Tells what the newest cell's kernels need, if the person wants to be told.
    pub fn tell_new_kernels(&mut self) {
        if self.verbose {
            for line in self.session.facts_of_new_kernels() {
                self.session.render().note(line);
            }
        }
    }

    fn ended(&mut self, end: CellEnd) -> (Flow, Option<String>) {
        if matches!(end, CellEnd::Done { .. }) {
            self.tell_new_kernels();
        }
        if self.time_cells {
            self.show_timings();
        }
        match end {
            CellEnd::Done { main } => (Flow::Done, main),
            CellEnd::Failed | CellEnd::Program { .. } => (Flow::Failed, None),
        }
    }

    /// A cell that the user entered, and whether it leaves a `main` that nobody has called.
    fn cell_of_user(&mut self, text: Arc<str>) -> anyhow::Result<Flow> {
        let mentions = mentions_of_main(&text);
        if mentions > 0 {
            self.uncalled_main = None;
        }
        let (flow, main) = self.cell_with_main(text)?;
        if mentions == 1 {
            self.uncalled_main = main.as_deref().map(call_of);
        }
        Ok(flow)
    }

    /// Says once that a `main` was defined and that nothing has called it: who enters a program expects that it runs.
    pub fn tell_uncalled_main(&mut self) {
        if let Some(call) = self.uncalled_main.take() {
            self.session.render().note(format_args!(
                "`main` is defined, and nothing has called it: call it with `{call}`, or run the file as a program with `chevron run FILE`"
            ));
        }
    }

    fn defines(&self, name: &str) -> bool {
        let cells = self.session.cells().iter();
        cells
            .flat_map(|cell| cell.items())
            .any(|it| it.name == name)
    }

    /// Does what a person means by a word that is no C++.
    fn do_meant(&mut self, meant: Meant) -> anyhow::Result<Flow> {
        match meant {
            Meant::Help => (self.run_command)(self, "%help"),
            Meant::About(name) => (self.run_command)(self, &format!("%doc {name}")),
            Meant::Quit => (self.run_command)(self, "%quit"),
            Meant::Exit(status) => {
                self.exit_status = Some(status);
                Ok(Flow::Quit)
            }
            Meant::Shell(line) => {
                shell::line(self.session.render(), &line);
                Ok(Flow::Done)
            }
        }
    }

    /// Prints where the last cell's time went.
    pub fn show_timings(&mut self) {
        let timings = self.session.timings().to_string();
        self.session.render().text(timings);
    }

    fn tell_missing(&self, piece: &Piece) {
        if let Some(missing) = piece.missing {
            let lines = match (piece.first_line, piece.last_line) {
                (first, last) if first == last => format!("line {first}"),
                (first, last) => format!("lines {first}-{last}"),
            };
            self.session.render().note(format_args!(
                "{lines} submitted as is, still waiting for {missing}"
            ));
        }
    }
}

/// How a cell calls a `main` of this signature.
fn call_of(signature: &str) -> &'static str {
    let parameters = signature.split_once('(').map_or("", |(_, rest)| rest);
    match parameters.matches(',').count() {
        0 => "main()",
        1 => "main(0, nullptr)",
        _ => "main(0, nullptr, nullptr)",
    }
}

/// How often the text has the word `main`, in comments too: who mentions it knows of it.
fn mentions_of_main(text: &str) -> usize {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .filter(|word| *word == "main")
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_of_main_goes_by_its_signature() {
        assert_eq!(call_of("int main()"), "main()");
        assert_eq!(
            call_of("int main(int argc, char **argv)"),
            "main(0, nullptr)"
        );
    }

    #[test]
    fn main_is_a_word_of_its_own() {
        assert_eq!(
            mentions_of_main("int main() { return domain + main_2; }"),
            1
        );
        assert_eq!(mentions_of_main("int main() {}\nmain()"), 2);
        assert_eq!(mentions_of_main("remains"), 0);
    }
}
