//! A compiled cell runs, and is kept unless nothing of it was added.

use std::sync::Arc;

use anyhow::Context;
use devicecc::Source;
use devicecc::cell::{Cell, Kernel};
use jit_api::client::{Death, Ended, Given};
use jit_api::wire::{CellImage, FaultCause, Outcome};

use super::explain::Trouble;
use super::parts::Apart;
use super::{CellEnd, Committed, Session};
use crate::interrupt::{Stop, Stopped};

impl Session {
    /// Links and runs a compiled cell, and keeps it unless nothing of it was added.
    pub(super) fn commit(
        &mut self,
        mut cell: Cell,
        text: Arc<str>,
        source: Source,
        image: CellImage,
    ) -> anyhow::Result<CellEnd> {
        self.revive()?;
        self.open_openmp(&image)?;
        let number = cell.number;
        let program = image.main.is_some();
        let main = cell.main_type.take();
        let value_type = cell.value_type.take();
        let kept = cell.kept.take();
        let linked_ahead =
            image.run && cell.stubs_only && cell.variables.is_empty() && cell.thunks.is_empty();
        let committed = Committed::after(self.cells(), cell, text, source, &image);
        if linked_ahead {
            return self.commit_ahead(committed, image);
        }
        let run = image.run;
        let image = CellImage {
            sync: self.settings().sync && !program && run,
            shown: self.view().most(),
            ..image
        };
        let (ended, stopped) = self.run_image(number, image, value_type.as_deref(), program);
        let end = match ended {
            Ended::Finished {
                outcome,
                device_lost,
                link,
                run,
                exchange,
                load,
            } => {
                self.newest_mut().timings_mut().link = link;
                self.newest_mut().timings_mut().run = run;
                self.newest_mut().timings_mut().exchange = exchange;
                self.newest_mut().timings_mut().load = load;
                if outcome == Outcome::Done {
                    self.heap_mut().ran_well();
                    self.shown_last_mut().shown(number, kept);
                }
                self.finished(committed, outcome, main, device_lost)?
            }
            Ended::Died(death) if program => {
                let errors = self.executor_mut().program_errors();
                let unhandled = errors.unhandled;
                self.tell_program_findings(&committed);
                self.tell_program_errors(errors, &death, &committed);
                self.tell_program_death(&death, &committed);
                CellEnd::Program { death, unhandled }
            }
            Ended::Died(death) => {
                self.newest_mut().set_interrupted(stopped != Stopped::No);
                self.died(committed, &death)?;
                CellEnd::Failed
            }
        };
        self.take_reports();
        // What the cell did stays; only that it has not shown all is a failure.
        match end {
            CellEnd::Done { .. } if self.view_mut().take_failed() => Ok(CellEnd::Failed),
            end => Ok(end),
        }
    }

    /// A cell has come to its end, well or not, and the executor lives on.
    fn finished(
        &mut self,
        committed: Committed,
        outcome: Outcome,
        main: Option<String>,
        device_lost: bool,
    ) -> anyhow::Result<CellEnd> {
        let of = self.render().named(committed.number);
        let place = outcome.fault().and_then(|fault| fault.place.clone());
        let end = self.finish(committed, outcome, main)?;
        let end = match self.tell_findings(&of, None) {
            0 => end,
            // What it did stays, and is wrong.
            _ => CellEnd::Failed,
        };
        if device_lost {
            self.restart_after(place.as_deref())?;
        }
        Ok(end)
    }

    /// A cell has ended the executor, or Ctrl-C had to.
    fn died(&mut self, committed: Committed, death: &Death) -> anyhow::Result<()> {
        let number = committed.number;
        let of = self.render().named(number);
        self.tell_findings(&of, Some(&committed));
        if self.newest().interrupted() {
            self.render().interrupted_by_force(number);
        } else {
            let how = Trouble::Death(death.to_string());
            self.troubles_mut().failed(number, &committed.text, how);
            self.tell_death(Some(number), death, Some(&committed));
        }
        self.recover(Some(committed))
    }

    /// Runs a cell's code, which Ctrl-C interrupts, and shows its value.
    fn run_image(
        &mut self,
        number: u32,
        image: CellImage,
        value_type: Option<&str>,
        program: bool,
    ) -> (Ended, Stopped) {
        let stop = Stop {
            // A program ends as programs do.
            ask: (!program).then(|| Box::new(self.executor().interrupter(number)) as _),
            end: Some(Box::new(self.executor().killer())),
        };
        let interrupt = self.interrupt();
        let Apart {
            executor,
            compiler,
            view,
            ..
        } = self.apart();
        view.take_failed();
        let (ended, stopped) = interrupt.during(stop, || {
            view.tell_running();
            executor.run_beside(image, || compiler.prepare(), &mut |given| match given {
                Given::Value(value) => view.render().value(value_type.unwrap_or("?"), &value),
                Given::Display(display) => view.show(*display, number, value_type),
            })
        });
        self.view_mut().end_displays();
        self.show_what_was_left();
        self.view().restore_terminal();
        if !matches!(
            &ended,
            Ended::Finished {
                outcome: Outcome::Done,
                ..
            }
        ) {
            self.end_open_line();
        }
        (ended, stopped)
    }

    /// What was shown while no cell ran: by threads between two cells, by static destructors.
    pub(super) fn show_what_was_left(&mut self) {
        let newest = self.cells().newest_number();
        for display in self.executor_mut().take_displays() {
            self.view_mut().show(display, newest, None);
        }
    }

    /// What comes next begins a line of its own at a terminal, wherever a cell has left the cursor.
    pub fn end_open_line(&self) {
        self.view().end_open_line();
    }

    /// Keeps a cell of which nothing can fail or run, and has it linked while the user goes on: it is there when the next cell runs.
    fn commit_ahead(&mut self, committed: Committed, image: CellImage) -> anyhow::Result<CellEnd> {
        self.view_mut().tell_running();
        self.executor_mut().link_ahead(image);
        self.compiler_mut().prepare();
        let end = self.finish(committed, Outcome::Done, None)?;
        self.take_reports();
        Ok(end)
    }

    /// Takes note of cells that were linked meanwhile, once they are. That one could not be is no mistake of the user's.
    pub(super) fn await_linked(&mut self) {
        for linked in self.executor_mut().linked_ahead() {
            if linked.cell == self.newest().timings().number {
                self.newest_mut().timings_mut().link = linked.link;
            }
            let why = match linked.outcome {
                Outcome::Done => continue,
                Outcome::LinkFailed(message) => message,
                other => format!("{other:?}"),
            };
            self.render().error(format_args!(
                "{}: linking failed: {why}; its kernels are gone, enter it again",
                self.render().named(linked.cell)
            ));
            self.cells_mut().drop_code(linked.cell);
        }
    }

    fn finish(
        &mut self,
        mut committed: Committed,
        outcome: Outcome,
        main: Option<String>,
    ) -> anyhow::Result<CellEnd> {
        let number = committed.number;
        match outcome {
            Outcome::Undefined(symbols) => {
                self.tell_undefined(&committed, &symbols);
                self.take_back(number)?;
                return Ok(CellEnd::Failed);
            }
            Outcome::LinkFailed(message) => {
                let cell = self.render().named(number);
                self.render()
                    .error(format_args!("{cell}: linking failed: {message}"));
                self.take_back(number)?;
                return Ok(CellEnd::Failed);
            }
            Outcome::Done
            | Outcome::Exception { .. }
            | Outcome::Device(_)
            | Outcome::Interrupted { .. } => {
                committed.failed |= outcome != Outcome::Done;
                committed.leave_behind();
                self.cells_mut().keep(committed);
            }
        }
        match outcome {
            Outcome::Exception {
                type_name,
                what,
                fault,
            } => {
                self.note_failed(Trouble::Exception);
                self.render().exception(number, &type_name, what.as_deref());
                if let Some(fault) = fault {
                    self.tell_fault(number, &fault);
                }
            }
            Outcome::Device(fault) => self.tell_fault(number, &fault),
            Outcome::Interrupted {
                fault: Some(fault), ..
            } if fault.cause == FaultCause::NotCompiledYet => {
                self.newest_mut().set_interrupted(true);
                if !self.workers().give_up(&fault.kernel) {
                    // Its closure is being cut: nothing else is made of committed cells meanwhile.
                    self.compiler_mut().give_up(0);
                }
                self.render().interrupted_wait(number, &fault);
            }
            Outcome::Interrupted { fault, unwound } => {
                self.newest_mut().set_interrupted(true);
                self.render().interrupted(number, fault.as_ref(), unwound)
            }
            Outcome::Done | Outcome::Undefined(_) | Outcome::LinkFailed(_) => {
                return Ok(CellEnd::Done { main });
            }
        }
        Ok(CellEnd::Failed)
    }

    /// The newest cell, which is kept, has failed.
    pub(super) fn note_failed(&mut self, trouble: Trouble) {
        if let Some(cell) = self.cells().last() {
            let (number, text) = (cell.number, Arc::clone(&cell.text));
            self.troubles_mut().failed(number, &text, trouble);
        }
    }

    /// The compiler's side of a cell that did not link is taken back; the executor added nothing.
    pub(super) fn take_back(&mut self, cell: u32) -> anyhow::Result<()> {
        self.compiler_mut().give_up(cell);
        self.workers().forget_from(cell);
        self.take_reports();
        self.take_back_from(cell, 1)
    }

    /// The compiler takes cells back, then the executor; kernels get their older versions again.
    pub(super) fn take_back_from(&mut self, first: u32, cells: u32) -> anyhow::Result<()> {
        let kernels = self.take_back_in_compiler(first, cells)?;
        if let Err(death) = self.executor_mut().undo(first) {
            self.tell_death(None, &death, None);
            self.restart()?;
        }
        for kernel in kernels {
            self.workers().submit(kernel.cell, vec![kernel]);
        }
        self.shown_last_mut().taken_back(first);
        Ok(())
    }

    /// The compiler takes cells back; gives the kernels whose older versions are the newest again.
    pub(super) fn take_back_in_compiler(
        &mut self,
        first: u32,
        cells: u32,
    ) -> anyhow::Result<Vec<Kernel>> {
        let Apart {
            compiler,
            cells: kept,
            ..
        } = self.apart();
        let undone = compiler
            .undo(cells, kept.iter().map(Committed::past))
            .with_context(|| format!("cell {first} could not be taken back"))?;
        Ok(undone.kernels)
    }
}
