//! The reader thread: messages are taken as they come, also while a cell runs.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::assembly::Assembly;
use super::connection::{Connection, Incoming};
use super::ends::end_cut_off;
use super::{Parts, display, programs, stop_device};
use crate::interrupt;
use crate::lock::lock;
use crate::modules::Modules;
use crate::runtime;
use crate::wire::{CodeKind, KernelImage, Request};

/// What the reader holds while it reads and handles a message: who holds it instead knows the reader at rest.
#[derive(Default)]
pub(super) struct Gate {
    turn: Mutex<Turn>,
    /// The reader has come to its gate.
    came: Condvar,
    /// Kernels, and failures of some, that have been handled.
    kernels: AtomicU64,
}

/// Whose turn it is, the lock tells.
#[derive(Default)]
pub(super) struct Turn {
    /// The reader has started: until then it may be at anything, in the middle of an allocation too.
    started: bool,
}

impl Gate {
    /// Waits until the reader is at rest, and keeps it so.
    pub(super) fn turn(&self) -> MutexGuard<'_, Turn> {
        self.came
            .wait_while(lock(&self.turn), |turn| !turn.started)
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// There is to be a reader that has not started.
    fn expect_reader(&self) {
        lock(&self.turn).started = false;
    }

    /// The reader does nothing any more but wait for messages, and handle them when it is its turn.
    fn reader_came(&self) {
        lock(&self.turn).started = true;
        self.came.notify_all();
    }

    /// Kernels, and failures of some, that the session has sent and the reader has handled.
    pub(super) fn kernels(&self) -> u64 {
        self.kernels.load(Ordering::Relaxed)
    }
}

/// What the session sends of a kernel.
enum Arrival {
    Image(Box<KernelImage>),
    /// It could not be compiled, for this reason.
    Failure {
        symbol: String,
        cell: u32,
        message: String,
    },
}

impl Arrival {
    /// Whether it belongs to a cell that is to come after this one, and only has to be linked.
    fn waits_for_its_cell(&self, newest: u32) -> bool {
        matches!(self, Arrival::Image(image) if image.kind == CodeKind::Elf && image.cell > newest)
    }
}

/// Kernels on their way to their slots.
struct Kernels {
    assembly: Assembly,
    modules: &'static Modules,
    gate: &'static Gate,
    /// The newest cell that has come.
    cell: u32,
    /// Those whose cells have not come, and what came after them: the session sends a cell a moment later, and it is to be linked first, because
    /// that is what the user waits for.
    waiting: VecDeque<Arrival>,
}

impl Kernels {
    fn take(&mut self, arrival: Arrival) {
        self.waiting.push_back(arrival);
        self.handle(self.cell);
    }

    fn cell_came(&mut self, cell: u32) {
        self.cell = cell;
        self.assembly.cell_came();
        self.handle(cell);
    }

    /// Waits until all kernels are where they belong, before cells from `first` on are taken back.
    fn settle(&mut self, first: u32) {
        self.handle(u32::MAX);
        self.assembly.settle(first);
    }

    /// Handles kernels in the order in which they came, until one waits for its cell.
    fn handle(&mut self, cell: u32) {
        let ready = |arrival: &mut Arrival| !arrival.waits_for_its_cell(cell);
        while let Some(arrival) = self.waiting.pop_front_if(ready) {
            match arrival {
                Arrival::Image(image) => self.assembly.take(*image),
                Arrival::Failure {
                    symbol,
                    cell,
                    message,
                } => self.modules.fail_kernel(&symbol, cell, message),
            }
            self.gate.kernels.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Starts the thread. Kernels are loaded and cells interrupted there, the other requests come out here.
pub(super) fn start(
    connection: &'static Connection,
    incoming: Incoming,
    parts: Parts,
    gate: &'static Gate,
) -> io::Result<Receiver<Request>> {
    let (to_main, requests) = mpsc::channel();
    gate.expect_reader();
    thread::Builder::new()
        .name("chevron-reader".to_owned())
        .spawn(move || read(connection, incoming, parts, gate, &to_main))?;
    Ok(requests)
}

fn read(
    connection: &'static Connection,
    mut incoming: Incoming,
    Parts { modules, .. }: Parts,
    gate: &'static Gate,
    to_main: &Sender<Request>,
) {
    runtime::toolkit::relax_capture();
    let mut kernels = Kernels {
        assembly: Assembly::new(modules, connection),
        modules,
        gate,
        cell: 0,
        waiting: VecDeque::new(),
    };
    gate.reader_came();
    while incoming.wait() {
        let _turn = gate.turn();
        let Some(request) = incoming.next() else {
            break;
        };
        match request {
            Request::Kernel(image) => kernels.take(Arrival::Image(Box::new(image))),
            Request::KernelFailed {
                symbol,
                cell,
                message,
            } => kernels.take(Arrival::Failure {
                symbol,
                cell,
                message,
            }),
            Request::Displayed(number) => display::shown(number),
            Request::Compiled(made) => programs::compiled(*made),
            Request::Interrupt { cell } => interrupt::request(cell, stop_device),
            other => {
                let cell = match &other {
                    Request::Cell(cell) => Some(cell.number),
                    _ => None,
                };
                // Here, so that images that come after it are judged by it.
                if let Request::Quit = &other {
                    // The driver's libraries are torn down at the end, and threads must be out of them.
                    kernels.settle(0);
                }
                if let Request::Undo { first } = &other {
                    kernels.settle(*first);
                    modules.undo_kernels(*first);
                }
                if let Some(cell) = cell {
                    interrupt::announce(cell);
                }
                if to_main.send(other).is_err() {
                    break;
                }
                if let Some(cell) = cell {
                    kernels.cell_came(cell);
                }
            }
        }
    }
    // The session is gone, and with it whoever could use what a cell still computes; or user code has cut us off.
    end_cut_off();
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_reader_that_has_not_started_is_not_at_rest() {
        let gate = Arc::new(Gate::default());
        for _ in 0..2 {
            gate.expect_reader();
            let (told, took_it) = mpsc::channel();
            let other = Arc::clone(&gate);
            let copier = thread::spawn(move || {
                drop(other.turn());
                told.send(()).expect("the test waits for it");
            });
            assert!(took_it.recv_timeout(Duration::from_millis(20)).is_err());
            gate.reader_came();
            took_it.recv().expect("the reader is there");
            copier.join().expect("it does not panic");
        }
    }
}
