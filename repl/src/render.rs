//! The only module that prints. Values and what commands are asked for go to stdout; diagnostics, errors and notes to stderr.
//!
//! Nothing is told by colour alone. What cannot be written is dropped, and that is told once.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use jit_api::client::{CrashReport, Death};
use jit_api::wire::DeviceFault;

use crate::front_end::{Bundle, Failure, FrontEnd, Shown, Tone};
use crate::screen::Screen;
use crate::settings::{Color, NO_COLOR};

mod faults;
mod notebook_numbers;

use faults::{fault_text, how, triple};

/// Some output could not be written.
static OUTPUT_LOST: AtomicBool = AtomicBool::new(false);

/// How to print.
#[derive(Clone, Debug)]
pub struct Render {
    color: bool,
    /// Values are coloured too.
    color_values: bool,
    quiet: bool,
    /// Where cells are from, by their numbers: of those that a file has.
    places: Arc<Mutex<BTreeMap<u32, String>>>,
    /// Gets values and what cells show; without one they are printed.
    front_end: Option<Arc<dyn FrontEnd>>,
    /// The terminal that a person reads values on, if one does.
    pub screen: Option<Screen>,
}

/// What a notebook calls its cells begins so.
const OF_NOTEBOOK: &str = "cell [";

/// A call in the user's code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The function; empty for a cell's statements.
    pub function: String,
    /// `cell 3:2`, or a file and line.
    pub place: String,
    /// It had called a library's function, and that is where the process ended.
    pub in_library: bool,
}

/// A line of a backtrace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// A call in the user's code, and how often it stands there in a row.
    Calls(Call, usize),
    /// So many calls are not shown.
    LeftOut(usize),
    /// There are more, and nobody counted them.
    Deeper,
}

impl Display for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Frame::Calls(call, times) => {
                let Call {
                    function,
                    place,
                    in_library,
                } = call;
                if *in_library {
                    f.write_str("in a library's function, called ")?;
                }
                match function.as_str() {
                    "" => write!(f, "at {place}")?,
                    function => write!(f, "at {place} in `{function}`")?,
                }
                match times {
                    1 => Ok(()),
                    times => write!(f, ", {times} calls in a row"),
                }
            }
            Frame::LeftOut(count) => write!(f, "… {count} calls left out"),
            Frame::Deeper => f.write_str("… and more calls"),
        }
    }
}

const RED: &str = "\x1b[1;31m";
const MAGENTA: &str = "\x1b[1;35m";
const CYAN: &str = "\x1b[1;36m";
const DIM: &str = "\x1b[2m";
const RESET: &str = "\x1b[0m";

/// Names with commas between them, at most `most`, and how many more there are; nothing if there is none.
pub fn listed(names: &[String], most: usize) -> Option<String> {
    let shown = names[..names.len().min(most)].join(", ");
    match names.len() {
        0 => None,
        count if count > most => Some(format!("{shown} and {} more", count - most)),
        _ => Some(shown),
    }
}

impl Render {
    /// With `Color::Auto` it is used if stderr is a terminal that has it and `NO_COLOR` is not set.
    pub fn new(quiet: bool, color: Color) -> Render {
        let plain = NO_COLOR.value().is_some()
            || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let shown_by = |terminal: bool| match color {
            Color::Auto => !plain && terminal,
            Color::Always => true,
            Color::Never => false,
        };
        let on_stderr = shown_by(std::io::stderr().is_terminal());
        Render {
            color: on_stderr,
            color_values: on_stderr && shown_by(std::io::stdout().is_terminal()),
            quiet,
            places: Arc::default(),
            front_end: None,
            screen: None,
        }
    }

    /// Has values and what cells show given to a front end, which takes them in several forms.
    pub fn with_front_end(mut self, front_end: Arc<dyn FrontEnd>) -> Render {
        self.front_end = Some(front_end);
        self
    }

    /// From now on messages about this cell tell that it is from there.
    pub fn cell_is_from(&self, cell: u32, place: Option<String>) {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        match place {
            Some(place) => places.insert(cell, place),
            None => places.remove(&cell),
        };
    }

    /// What messages call a cell: `cell 3`, or `cell 3 (cells.cu:9)`.
    pub fn named(&self, cell: u32) -> String {
        let places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        match places.get(&cell) {
            // What a notebook calls it is name enough.
            Some(place) if place.starts_with(OF_NOTEBOOK) => place.clone(),
            Some(place) => format!("cell {cell} ({place})"),
            None => format!("cell {cell}"),
        }
    }

    /// Is colour to be used?
    pub fn color(&self) -> bool {
        self.color
    }

    /// A cell's value.
    pub fn value(&self, type_name: &str, value: &str) {
        if let Some(front_end) = &self.front_end {
            front_end.value(Bundle::plain(format!("({type_name}) {value}")));
            return;
        }
        let screen = self.screen.as_ref();
        let laid_out = screen.and_then(|it| it.laid_out(value, type_name.chars().count() + 3));
        let value = laid_out.as_deref().unwrap_or(value);
        let text = match self.color_values {
            true => format!("{DIM}({type_name}){RESET} {value}\n"),
            false => format!("({type_name}) {value}\n"),
        };
        if !screen.is_some_and(|it| it.page(&text)) {
            self.out(&text);
        }
    }

    /// A cell's value in several forms.
    pub fn value_in_forms(&self, type_name: &str, bundle: Bundle) {
        if let Some(front_end) = &self.front_end {
            front_end.value(bundle);
            return;
        }
        for text in bundle.plain_texts() {
            // A line is a value like others; a picture speaks for itself, and so do the header's own types.
            match text.contains(['\n', '\x1b']) || type_name.starts_with("chevron::") {
                true => self.text(text),
                false => self.value(type_name, text),
            }
        }
    }

    /// A line that tells how far a loop has come, as it stands.
    pub fn progress_line(&self, text: &str) {
        self.err(text);
    }

    /// Whether values go to a front end that takes several forms.
    pub fn has_front_end(&self) -> bool {
        self.front_end.is_some()
    }

    /// Are values to have colours?
    pub fn colors_values(&self) -> bool {
        self.color_values
    }

    /// What a cell shows in the middle of its run.
    pub fn show(&self, shown: Shown) {
        if let Some(front_end) = &self.front_end {
            front_end.show(shown);
            return;
        }
        for text in shown.bundle.plain_texts() {
            self.text(text);
        }
    }

    /// Takes away what the cell has shown so far, where that can be done: of a terminal's lines the last one.
    pub fn clear(&self, wait: bool) {
        if let Some(front_end) = &self.front_end {
            front_end.clear(wait);
        } else if std::io::stdout().is_terminal() && crate::terminal::is_drawn() {
            self.out("\r\x1b[K");
        }
    }

    /// What a command was asked for; a line's end is added.
    pub fn text(&self, text: impl Display) {
        self.out(&format!("{text}\n"));
    }

    /// Ctrl-C at a prompt where the terminal itself takes in the line: it is gone, and another is asked for.
    pub fn prompt_anew(&self, prompt: &str) {
        self.out(&format!("\n{prompt}"));
    }

    /// Goes to the next line of a terminal if a program has left the cursor within one: the prompt, which is drawn over its line, would
    /// hide what stands there.
    pub fn end_open_line(&self, columns: usize) {
        // Blanks for a whole line fill one that is empty, and go on in the next one otherwise.
        self.out(&format!("{:columns$}\r", ""));
    }

    /// What clang said, as clang rendered it.
    pub fn diagnostics(&self, rendered: &str) {
        let end = if rendered.is_empty() || rendered.ends_with('\n') {
            ""
        } else {
            "\n"
        };
        let tone = match first_error(&without_colors(rendered)) {
            None => Tone::Warning,
            Some(value) => {
                self.failed("CompileError", value);
                Tone::Error
            }
        };
        self.tell(tone, &format!("{rendered}{end}"));
    }

    /// Something went wrong.
    pub fn error(&self, message: impl Display) {
        let message = message.to_string();
        self.failed("Error", message.lines().next().unwrap_or_default());
        self.labelled("error", RED, &message);
    }

    /// A check of the sanitizer's has found something.
    pub fn finding(&self, check: &str, number: u32, message: &str) {
        self.failed(check, message.lines().next().unwrap_or_default());
        self.labelled(&format!("{check} #{number}"), RED, message);
    }

    /// Something may be wrong.
    pub fn warning(&self, message: impl Display) {
        self.labelled("warning", MAGENTA, &message.to_string());
    }

    /// Something to know; `--quiet` drops it.
    pub fn note(&self, message: impl Display) {
        if !self.quiet {
            self.labelled("note", CYAN, &message.to_string());
        }
    }

    /// What the user may do about the error just told.
    pub fn hint(&self, message: impl Display) {
        self.labelled("hint", CYAN, &message.to_string());
    }

    /// An error of this program or its surroundings, with its causes.
    pub fn failure(&self, error: &anyhow::Error) {
        self.error(format_args!("{error:#}"));
    }

    /// A C++ exception left a cell.
    pub fn exception(&self, cell: u32, type_name: &str, what: Option<&str>) {
        self.failed(type_name, what.unwrap_or("an uncaught exception"));
        let what = what.map(|what| format!(": {what}")).unwrap_or_default();
        self.error(format_args!(
            "{}: uncaught exception `{type_name}`{what}",
            self.named(cell)
        ));
    }

    /// A device error of a cell.
    pub fn fault(&self, cell: u32, fault: &DeviceFault) {
        let text = fault_text(&self.named(cell), fault);
        self.failed(&fault.error, text.lines().next().unwrap_or_default());
        self.error(text);
    }

    /// A device error of a program.
    pub fn program_fault(&self, name: &str, fault: &DeviceFault) {
        self.error(fault_text(&format!("`{name}`"), fault));
    }

    /// A cell was interrupted and could be stopped, and with it a kernel.
    pub fn interrupted(&self, cell: u32, kernel: Option<&DeviceFault>, unwound: bool) {
        self.failed("Interrupted", &self.named(cell));
        let kernel = kernel
            .map(|fault| {
                format!(
                    " in kernel `{}` <<<{}, {}>>>",
                    fault.kernel,
                    triple(fault.grid),
                    triple(fault.block)
                )
            })
            .unwrap_or_default();
        let lost = if unwound {
            ""
        } else {
            ", but what its functions had locally was not destroyed"
        };
        self.error(format_args!(
            "{} was interrupted{kernel}; its state is kept{lost}",
            self.named(cell)
        ));
    }

    /// A cell was interrupted before it ran, and is no part of the session.
    pub fn interrupted_compilation(&self, cell: u32) {
        self.failed("Interrupted", &self.named(cell));
        self.error(format_args!(
            "{} was interrupted while it was compiled; the session is as before",
            self.named(cell)
        ));
    }

    /// A cell was interrupted while it waited for a kernel to be compiled; that is given up.
    pub fn interrupted_wait(&self, cell: u32, kernel: &DeviceFault) {
        self.failed("Interrupted", &self.named(cell));
        self.error(format_args!(
            "{} was interrupted while kernel `{}` was compiled, which is given up; the cell's state is kept",
            self.named(cell),
            kernel.kernel
        ));
        self.hint("define the kernel again to launch it");
    }

    /// The executor ended, while a cell ran or between two of them; `report` is what it told of its end.
    pub fn death(&self, cell: Option<u32>, death: &Death, report: Option<&CrashReport>) {
        let started_by = report.and_then(|report| report.thread_of);
        let what = match cell {
            Some(cell) if started_by.is_some_and(|it| it != cell) => {
                format!("the executor ended while {} ran", self.named(cell))
            }
            Some(cell) => format!("{} ended the executor", self.named(cell)),
            None => "the executor ended between two cells".to_owned(),
        };
        let text = format!("{what}: {}", how(death, report));
        self.failed(death.signal_name().unwrap_or("Ended"), &text);
        self.error(text);
    }

    /// An executor was ended because its cell did not stop.
    pub fn interrupted_by_force(&self, cell: u32) {
        let cell = self.named(cell);
        self.failed("Interrupted", &cell);
        self.error(format_args!(
            "{cell} was interrupted: it could not be stopped cleanly, so the executor was ended"
        ));
    }

    /// The executor did not come to its end in good order when it was asked to.
    pub fn end_death(&self, death: &Death, report: Option<&CrashReport>) {
        self.error(format_args!(
            "the executor ended while static destructors ran: {}",
            how(death, report)
        ));
    }

    /// How a program ended.
    pub fn program_death(&self, name: &str, death: &Death, report: Option<&CrashReport>) {
        self.error(format_args!("`{name}`: {}", how(death, report)));
    }

    /// The calls that led to the executor's end, innermost first.
    pub fn frames(&self, frames: &[Frame]) {
        let mut text = String::new();
        for frame in frames {
            text += &format!("  {frame}\n");
        }
        self.tell(Tone::Error, &text);
    }

    /// The end of an input's output, for test runners: see tests/README.md.
    pub fn cell_mark(&self, fields: &str) {
        let mark = format!("\x1echevron {fields}\n");
        self.out(&mark);
        self.err(&mark);
    }

    /// A cell begins to be compiled and can be interrupted from now on, for test runners: see tests/README.md.
    pub fn compiling_mark(&self, fields: &str) {
        self.err(&format!("\x1ecompiling {fields}\n"));
    }

    /// A cell begins to run and can be interrupted from now on, for test runners: see tests/README.md.
    pub fn running_mark(&self, fields: &str) {
        self.err(&format!("\x1erunning {fields}\n"));
    }

    fn labelled(&self, label: &str, color: &str, message: &str) {
        let tone = match label {
            "note" => Tone::Note,
            "warning" => Tone::Warning,
            _ => Tone::Error,
        };
        if self.color {
            self.tell(tone, &format!("{color}{label}:{RESET} {message}\n"));
        } else {
            self.tell(tone, &format!("{label}: {message}\n"));
        }
    }

    fn tell(&self, tone: Tone, text: &str) {
        match &self.front_end {
            Some(front_end) => front_end.told(tone, &self.as_notebook_says(text)),
            None => self.err(text),
        }
    }

    fn failed(&self, name: &str, value: &str) {
        if let Some(front_end) = &self.front_end {
            let (name, value) = (name.to_owned(), self.as_notebook_says(value));
            front_end.failed(Failure { name, value });
        }
    }

    /// A message with the numbers that a notebook shows in the place of the session's own: `cell [7]` for `cell 3`.
    pub fn as_notebook_says(&self, text: &str) -> String {
        let places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        notebook_numbers::in_place_of_own(text, &places)
    }

    /// Flushed at once: the executor writes to the same place.
    fn out(&self, text: &str) {
        let said = (self.front_end.is_some()).then(|| self.as_notebook_says(text));
        let text = said.as_deref().unwrap_or(text);
        let mut stdout = std::io::stdout().lock();
        let written = stdout
            .write_all(text.as_bytes())
            .and_then(|()| stdout.flush());
        drop(stdout);
        if let Err(error) = written
            && !OUTPUT_LOST.swap(true, Ordering::Relaxed)
            // Whoever reads the output has seen enough, as in `chevron doctor | head -1`.
            && error.kind() != std::io::ErrorKind::BrokenPipe
        {
            self.error(format_args!("the output cannot be written: {error}"));
        }
    }

    /// Whether some output could not be written.
    pub fn output_was_lost() -> bool {
        OUTPUT_LOST.load(Ordering::Relaxed)
    }

    fn err(&self, text: &str) {
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
    }
}

/// What the first error of a compiler's messages says.
fn first_error(rendered: &str) -> Option<&str> {
    let mut errors = rendered
        .lines()
        .filter_map(|line| line.split_once("error: "));
    errors.next().map(|(_, said)| said)
}

/// A line for each row, with the columns aligned.
pub fn aligned<const N: usize>(rows: &[[String; N]]) -> String {
    let widths: [usize; N] = std::array::from_fn(|column| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    });
    let lines = rows.iter().map(|row| {
        let cells = row.iter().zip(widths);
        let line: String = cells
            .map(|(cell, width)| format!("{cell:<width$}  "))
            .collect();
        line.trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A text without the codes that colour it.
pub fn without_colors(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|it: char| it.is_ascii_alphabetic());
        result += end.map_or("", |end| &part[end + 1..]);
    }
    result
}

#[cfg(test)]
mod tests {
    use jit_api::wire::FaultCause;

    use super::*;

    #[test]
    fn faults_say_where() {
        let fault = DeviceFault {
            cause: FaultCause::Error,
            error: "cudaErrorIllegalAddress".into(),
            message: "a store to 0x10\nof 4 bytes".into(),
            kernel: "k".into(),
            grid: [1, 1, 1],
            block: [32, 1, 1],
            dynamic_shared_bytes: 0,
            cooperative: false,
            block_idx: Some([0, 0, 0]),
            thread_idx: Some([3, 0, 0]),
            place: None,
        };
        assert_eq!(
            fault_text("cell 4", &fault),
            "cell 4: kernel `k` <<<(1,1,1), (32,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (3,0,0)\n  a store to \
             0x10\n  of 4 bytes"
        );
        let bare = DeviceFault {
            kernel: String::new(),
            message: String::new(),
            block_idx: None,
            thread_idx: None,
            ..fault
        };
        assert_eq!(
            fault_text("cell 4", &bare),
            "cell 4: cudaErrorIllegalAddress"
        );
    }
}
