//! Linking and running one cell.

use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr;
use std::time::Instant;

use super::connection::Connection;
use super::{Parts, again, beside, crash, ends, exits, support};
use crate::device::cpu::sanitizer;
use crate::interrupt::{Return, Running};
use crate::link::debugger::chevron_cell_ends;
use crate::link::{HostCell, LinkError, LinkedCell};
use crate::modules::slot_of_stub;
use crate::runtime::{self, toolkit};
use crate::wire::{CellImage, DeviceFault, Event, FaultCause, Outcome};

/// What the prelude calls its function that runs an entry and catches what leaves it.
const GUARD: &str = "__chv_guard";

/// The prelude's function that calls a program's `main`.
const CALL_MAIN: &str = "__chv_main";

type Entry = unsafe extern "C-unwind" fn();
type CallMain =
    unsafe extern "C" fn(usize, c_int, *const *const c_char, *const *const c_char) -> c_int;

/// Runs cells; belongs to the main thread.
pub(super) struct Cells {
    connection: &'static Connection,
    parts: Parts,
}

impl Cells {
    pub(super) fn new(connection: &'static Connection, parts: Parts) -> Cells {
        sanitizer::tell_to(|findings, more| {
            let leaks = Vec::new();
            connection.send(&Event::Findings {
                findings,
                more,
                leaks,
            });
        });
        Cells { connection, parts }
    }

    /// Links a cell, runs it if it asks for that, and reports.
    pub(super) fn take(&mut self, cell: CellImage) {
        beside::to_terminal();
        let running = Running::begin(cell.number, super::stop_device);
        let started = Instant::now();
        let linked = toolkit::outside_captures(|| self.link(&cell));
        let link_ns = started.elapsed().as_nanos() as u64;
        let started = Instant::now();
        runtime::begin_cell();
        let mut device_lost = false;
        let outcome = match linked {
            Ok(linked) if cell.run => {
                self.tell_code(&cell, linked.as_ref());
                if self.parts.modules.loading_waits() {
                    self.load_kernels(&cell, linked.as_ref(), &running);
                }
                // SAFETY: the compiler gives every host object an entry `void entry()`.
                let entry = linked
                    .map(|linked| unsafe { std::mem::transmute::<usize, Entry>(linked.entry) });
                self.parts.modules.hold();
                support::show_most(cell.shown);
                self.run(&cell, entry, &running, &mut device_lost)
            }
            Ok(linked) => {
                self.tell_code(&cell, linked.as_ref());
                Self::register_kernels(linked.as_ref());
                Outcome::Done
            }
            Err(LinkError::Undefined(symbols)) => Outcome::Undefined(symbols),
            Err(LinkError::Failed(message)) => Outcome::LinkFailed(message),
        };
        let run_ns = started.elapsed().as_nanos() as u64;
        let interrupted = running.interrupted();
        drop(running);
        if interrupted {
            // The device may have been asked once more after it was synchronised.
            runtime::end_interrupt();
        }
        for value in support::take_values() {
            self.connection.send(&value);
        }
        beside::to_pipe();
        chevron_cell_ends(cell.number);
        self.connection.send(&Event::Finished {
            cell: cell.number,
            outcome,
            device_lost,
            link_ns,
            run_ns,
            load_ns: self.parts.modules.take_loading_ns(),
        });
        // The session need not wait for that.
        if cell.run {
            self.parts.modules.release(cell.sync && !device_lost);
        }
        self.parts.linker.release(&cell.entry);
    }

    /// The session names places in the cell's code by this if the process dies.
    fn tell_code(&self, cell: &CellImage, linked: Option<&LinkedCell>) {
        if let Some(linked) = linked {
            self.connection.send(&Event::Linked {
                cell: cell.number,
                code: linked.code.clone(),
            });
        }
    }

    /// Makes the cell's variables, kernels and host code part of the session, or changes nothing.
    fn link(&self, cell: &CellImage) -> Result<Option<LinkedCell>, LinkError> {
        let Parts { linker, modules } = self.parts;
        let new = modules.new_variables(&cell.variables, &cell.definitions);
        let mut variables =
            { modules.create_variables(&new, &cell.thunks) }.map_err(LinkError::Failed)?;
        for made in variables.take_made() {
            self.connection.send(&made.event());
        }
        let linked = linker.add_cell(&HostCell {
            number: cell.number,
            object: cell.object.as_deref(),
            entry: &cell.entry,
            definitions: &cell.definitions,
            shadows: &variables.shadows(),
        })?;
        modules.commit(cell.number, cell.run, variables, &cell.kernels);
        if cell.number == 0 {
            runtime::call_by_prelude(|name| linker.address(name));
        }
        Ok(linked)
    }

    /// Waits for the kernels that the cell's code refers to, if they are several: where loading waits for kernels that run, one of them that waits for another
    /// could not end. Kernels that code reaches through stored pointers are not seen.
    fn load_kernels(&self, cell: &CellImage, linked: Option<&LinkedCell>, running: &Running) {
        Self::register_kernels(linked);
        let Parts { linker, modules } = self.parts;
        let main = cell.main.as_ref().and_then(|_| linker.address("main"));
        let roots: Vec<usize> = linked.map(|it| it.entry).into_iter().chain(main).collect();
        let stub = |address: usize| slot_of_stub(address as *const c_void);
        let slots: Vec<_> = linker
            .reached(&roots)
            .into_iter()
            .filter_map(stub)
            .collect();
        if slots.len() > 1 {
            for slot in slots {
                modules.settle(slot, &|| running.interrupted());
            }
        }
        modules.settle_functions(&|| running.interrupted());
    }

    /// Makes a cell's kernels launchable without running its entry, which would have done that first.
    fn register_kernels(linked: Option<&LinkedCell>) {
        if let Some(register) = linked.and_then(|linked| linked.register) {
            // SAFETY: the compiler gives it the type of an entry; it calls `__chv_register_kernel` alone.
            unsafe { std::mem::transmute::<usize, Entry>(register)() };
        }
    }

    /// Takes back what cells from `first` on defined; their kernels are the reader thread's business.
    pub(super) fn undo(&self, first: u32) {
        self.parts.modules.undo_variables(first);
        self.parts.linker.undo(first);
        self.connection.send(&Event::Undone);
    }

    fn run(
        &self,
        cell: &CellImage,
        entry: Option<Entry>,
        running: &Running,
        device_lost: &mut bool,
    ) -> Outcome {
        let returned = entry.map_or(Return::Done, |entry| self.call(cell, entry, running));
        // A child that the cell's code has forked comes to the cell's end too, and the session is its parent's.
        if crash::is_fork() {
            support::flush_output();
            if returned == Return::Exception {
                // As `std::terminate` would: its parent waits for the status.
                eprintln!("terminate called in a child of the cell: an exception was not caught");
                std::process::abort();
            }
            ends::end_now(0);
        }
        let mut outcome = match returned {
            Return::Done => Outcome::Done,
            Return::Exception => self.exception(),
            Return::Unwound | Return::Jumped => Outcome::Interrupted {
                fault: None,
                unwound: returned == Return::Unwound,
            },
        };
        if let (Some(arguments), Outcome::Done) = (&cell.main, &outcome) {
            return self.run_main(arguments);
        }
        support::flush_output();
        if cell.sync || running.interrupted() {
            let end = runtime::finish_cell();
            *device_lost = end.lost;
            for note in end.notes {
                let line = format!("cell {}: {note}", cell.number);
                self.connection.send(&Event::Log(line));
            }
            outcome = with_fault(outcome, end.fault);
            // What kernels printed comes with the synchronisation.
            support::flush_output();
        }
        outcome
    }

    /// Calls an entry.
    fn call(&self, cell: &CellImage, entry: Entry, running: &Running) -> Return {
        if let Some(device) = runtime::device().filter(|device| device.count() > 1)
            && let Some(toolkit) = device.toolkit()
        {
            toolkit.make_current();
        }
        match self.parts.linker.address(GUARD) {
            // The prelude is what defines the guard.
            Some(guard) if cell.number != 0 => {
                // SAFETY: the prelude defines it with the type of a guard; `entry` is an entry.
                unsafe { running.call(guard, entry as usize) }
            }
            _ => {
                // SAFETY: `entry` is an entry.
                unsafe { entry() };
                Return::Done
            }
        }
    }

    fn exception(&self) -> Outcome {
        match support::take_exception() {
            Some(exception) => Outcome::Exception {
                type_name: exception.type_name,
                what: exception.what,
                fault: None,
            },
            None => Outcome::Exception {
                type_name: "an unknown type".to_owned(),
                what: None,
                fault: None,
            },
        }
    }

    /// Calls the program's `main` and ends the process with its status.
    fn run_main(&self, arguments: &[String]) -> Outcome {
        let address = |name| self.parts.linker.address(name);
        let (Some(main), Some(call)) = (address("main"), address(CALL_MAIN)) else {
            return Outcome::LinkFailed("no cell defines `main`".to_owned());
        };
        // The system passes arguments as C strings, so one with a zero byte cannot have come from it.
        let arguments: Result<Vec<CString>, _> = arguments
            .iter()
            .map(|text| CString::new(text.as_str()))
            .collect();
        let Ok(arguments) = arguments else {
            return Outcome::LinkFailed(
                "an argument of the program has a zero byte in it".to_owned(),
            );
        };
        again::begin(&arguments);
        let mut pointers: Vec<*const c_char> = arguments.iter().map(|text| text.as_ptr()).collect();
        pointers.push(ptr::null());
        unsafe extern "C" {
            static environ: *const *const c_char;
        }
        let count = arguments.len() as c_int;
        // A program may call `exit`.
        crash::expect_end();
        let connection = self.connection;
        runtime::begin_program(|fault| {
            connection.send(&Event::ProgramFault(Box::new(fault)));
        });
        exits::at_program_end(connection);
        // SAFETY: the prelude defines `call` with this type. The session's `main` has one of C++'s types for it, all of which can be called
        // with these arguments. They stay until the process ends.
        let status = unsafe {
            std::mem::transmute::<usize, CallMain>(call)(main, count, pointers.as_ptr(), environ)
        };
        exits::exit(status)
    }
}

/// What a cell came to, with what the device says of it.
fn with_fault(outcome: Outcome, found: Option<DeviceFault>) -> Outcome {
    let Some(found) = found else { return outcome };
    match outcome {
        Outcome::Interrupted { unwound, .. } => Outcome::Interrupted {
            fault: (!found.kernel.is_empty()).then_some(found),
            unwound,
        },
        // The cell had ended; it waited for a kernel.
        Outcome::Done if found.cause == FaultCause::Interrupted => Outcome::Interrupted {
            fault: (!found.kernel.is_empty()).then_some(found),
            unwound: true,
        },
        Outcome::Done => Outcome::Device(found),
        Outcome::Exception {
            type_name, what, ..
        } => Outcome::Exception {
            type_name,
            what,
            fault: Some(found),
        },
        other => other,
    }
}
