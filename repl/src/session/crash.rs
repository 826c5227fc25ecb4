//! How an executor ended, told in terms of the cells: one line, and the calls that led there.

use std::collections::{HashMap, HashSet};

use devicecc::cell::SourceFrame;
use devicecc::emit;
use devicecc::targets::FaultPlace;
use jit_api::client::{CodePlace, CrashReport, Death, ProgramErrors};
use jit_api::wire::{DeviceFault, KernelPlace, ProgramFault};

use super::explain::Trouble;
use super::{Committed, Session};
use crate::render::{Call, Frame};
use crate::terminal::Terminal;

/// What the cell that calls a loaded file's `main` begins with. Its text is none of the user's: no call is told to be there.
pub(crate) const CALL_OF_MAIN: &str =
    "#pragma clang diagnostic push\n#pragma clang diagnostic ignored \"-Wmain\"\n";

/// Calls shown from the innermost on.
const INNERMOST_MAX: usize = 12;

/// Calls shown before the outermost one, itself included, if there are too many.
const OUTERMOST_MAX: usize = 4;

/// Parts of paths of headers that come with compilers and systems: their functions say little about a mistake of the user's.
const LIBRARY_PATHS: [&str; 5] = [
    "/usr/include/",
    "/usr/lib/",
    "/chevron/include/",
    "/include/c++/",
    "/lib/clang/",
];

impl Session {
    /// Tells how the executor ended. `cell`: the one that ran then; its code may be among the committed cells or be `running`.
    pub(super) fn tell_death(&self, cell: Option<u32>, death: &Death, running: Option<&Committed>) {
        if *death == Death::Signal(libc::SIGPIPE) && Terminal::has_no_reader() {
            // As the session would end if it had written itself.
            crate::sys::exit_now(128 + libc::SIGPIPE as u8);
        }
        self.tell_end(running, |report| self.render().death(cell, death, report));
    }

    /// Tells how a program ended that did not end in good order.
    pub(super) fn tell_program_death(&self, death: &Death, running: &Committed) {
        if matches!(death, Death::Exit(_)) {
            return;
        }
        self.tell_end(Some(running), |report| {
            (self.render()).program_death(&running.source_name(), death, report);
        });
    }

    /// Tells of a program's device errors: kernels' faults, and launches that were refused unless the program has read why and come to a good end all the same.
    pub(super) fn tell_program_errors(
        &mut self,
        errors: ProgramErrors,
        death: &Death,
        running: &Committed,
    ) {
        let well = *death == Death::Exit(0) && !errors.unhandled;
        for note in errors.notes {
            self.render()
                .note(format_args!("`{}`: {note}", running.source_name()));
        }
        for ProgramFault {
            fault,
            launch_refused,
        } in errors.faults
        {
            if !launch_refused || !well {
                self.render().program_fault(&running.source_name(), &fault);
                self.tell_fault_place(&fault);
            }
        }
    }

    /// Tells of an end by `tell`, and which calls led there.
    pub(super) fn tell_end(
        &self,
        running: Option<&Committed>,
        tell: impl FnOnce(Option<&CrashReport>),
    ) {
        let report = self.executor().crash_report();
        tell(report.as_ref());
        if let Some(report) = report {
            self.render().frames(&self.frames(&report, running));
        }
    }

    /// Tells of a device error of a cell, and where in the user's text it came from, as far as that is known. Of a GPU's the next executor helps to tell that.
    pub(super) fn tell_fault(&mut self, cell: u32, fault: &DeviceFault) {
        self.note_failed(Trouble::Fault(Box::new(fault.clone())));
        self.render().fault(cell, fault);
        self.tell_fault_place(fault);
    }

    fn tell_fault_place(&mut self, fault: &DeviceFault) {
        if let Some(place) = fault.place.as_ref().filter(|place| place.code.is_empty()) {
            // The fault is told, and its place is a help only.
            self.tell_kernel_place(place);
        }
    }

    /// Tells where in the user's text an instruction of a kernel came from, as far as that is known.
    pub(super) fn tell_kernel_place(&mut self, place: &KernelPlace) {
        let found = (self.compiler_mut().kernel_source(&place.symbol)).map(|source| {
            let fault = FaultPlace {
                symbol: &place.symbol,
                entry: &place.entry,
                offsets: &place.offsets,
            };
            let (target, cache) = (self.workers().shared_target(), self.cache().clone());
            let executor = self.executor_mut();
            let ask = &mut |text, draft| executor.text_line(text, draft, place).ok()?;
            target.lines(&fault, &source, &cache, ask)
        });
        self.tell_kernel_frames(&found.unwrap_or_default());
    }

    /// What was inlined at a place of a kernel's code, innermost first, and the kernel.
    fn tell_kernel_frames(&self, sources: &[SourceFrame]) {
        let mut calls = Calls::default();
        for source in sources {
            // What the compiler adds, and what lost its line when code was moved.
            if source.line != 0 {
                calls.add(source, || format!("{}:{}", source.file, source.line));
            }
        }
        self.render().frames(&calls.shown());
    }

    fn frames(&self, report: &CrashReport, running: Option<&Committed>) -> Vec<Frame> {
        let sources = self.sources(&report.frames, running);
        let mut calls = Calls {
            frames: Vec::new(),
            in_library: report.in_library,
        };
        for place in &report.frames {
            let mut cells = running.into_iter().chain(self.cells());
            if cells.any(|it| it.number == place.cell && it.text.starts_with(CALL_OF_MAIN)) {
                continue;
            }
            for source in sources.get(place).map_or(&[][..], Vec::as_slice) {
                // A cell's entry, and what the compiler adds.
                if !source.function.is_empty() || source.line != 0 {
                    calls.add(source, || self.place_name(source, place.cell, running));
                }
            }
        }
        let mut frames = calls.shown();
        if report.deeper {
            frames.push(Frame::Deeper);
        }
        frames
    }

    /// Where each place comes from; the prelude's are none of the user's.
    pub(super) fn sources(
        &self,
        frames: &[CodePlace],
        running: Option<&Committed>,
    ) -> HashMap<CodePlace, Vec<SourceFrame>> {
        let distinct: HashSet<CodePlace> = frames.iter().copied().collect();
        let mut found = HashMap::new();
        for cell in self.cells().iter().chain(running) {
            let places: Vec<CodePlace> = distinct
                .iter()
                .copied()
                .filter(|place| place.cell == cell.number)
                .collect();
            if places.is_empty() {
                continue;
            }
            let sources = self.sources_in(cell, &places);
            found.extend(places.into_iter().zip(sources));
        }
        found
    }

    fn sources_in(&self, cell: &Committed, places: &[CodePlace]) -> Vec<Vec<SourceFrame>> {
        let Some(code) = &cell.code else {
            return Vec::new();
        };
        let (Some(host), object) = (&code.host, &code.object) else {
            return Vec::new();
        };
        let offsets: Vec<(u32, u64)> = places.iter().map(|it| (it.section, it.offset)).collect();
        let optimize = self.settings().compiler.optimize;
        let frames = emit::host_frames(host, &code.entry, object, optimize, &offsets);
        // The cell's number is known all the same.
        frames.unwrap_or_else(|_| vec![vec![SourceFrame::default()]; places.len()])
    }

    /// `cell 3:2`, or `file.h:2`.
    pub(super) fn place_name(
        &self,
        source: &SourceFrame,
        cell: u32,
        running: Option<&Committed>,
    ) -> String {
        let mut newest_first = running.into_iter().chain(self.cells().iter().rev());
        let typed =
            newest_first.find(|it| it.facts.source.line_table_name(&it.text) == source.file);
        match (typed, source.line) {
            (Some(it), line) => format!("{}:{line}", it.source_name()),
            (None, 0) => format!("cell {cell}"),
            (None, line) => format!("{}:{line}", source.file),
        }
    }
}

/// Calls to show, gathered from the innermost on.
#[derive(Default)]
pub(super) struct Calls {
    frames: Vec<Frame>,
    /// The next call led into a library's code; what is not shown between two calls is a library's too.
    in_library: bool,
}

impl Calls {
    /// Is it in a header that comes with a compiler or the system?
    pub(super) fn is_library(source: &SourceFrame) -> bool {
        LIBRARY_PATHS.iter().any(|part| source.file.contains(part))
    }

    /// Adds a call, unless it is in a library's header; the same one again is counted.
    pub(super) fn add(&mut self, source: &SourceFrame, place: impl FnOnce() -> String) {
        if Calls::is_library(source) {
            self.in_library |= self.frames.is_empty();
            return;
        }
        let call = Call {
            function: source.function.clone(),
            place: place(),
            in_library: std::mem::take(&mut self.in_library),
        };
        match self.frames.last_mut() {
            Some(Frame::Calls(last, times)) if *last == call => *times += 1,
            _ => self.frames.push(Frame::Calls(call, 1)),
        }
    }

    /// What was gathered, without calls between the innermost and the outermost ones if there are too many.
    pub(super) fn shown(mut self) -> Vec<Frame> {
        let left_out = (self.frames.len()).saturating_sub(INNERMOST_MAX + OUTERMOST_MAX);
        if left_out > 0 {
            let middle = INNERMOST_MAX..INNERMOST_MAX + left_out;
            self.frames.splice(middle, [Frame::LeftOut(left_out)]);
        }
        self.frames
    }
}
