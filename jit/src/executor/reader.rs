//! The reader thread: messages are taken as they come, also while a cell runs.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, MutexGuard};
use std::thread;

use super::assembly::Assembly;
use super::connection::{Connection, Incoming};
use super::{Parts, process, stop_device};
use crate::interrupt;
use crate::lock::lock;
use crate::runtime;
use crate::wire::{EXIT_CUT_OFF, Request};

/// What the reader holds while it reads and handles a message: who holds it instead knows the reader at rest.
#[derive(Default)]
pub(super) struct Gate {
    turn: Mutex<()>,
    /// Kernels, and failures of some, that have been handled.
    kernels: AtomicU64,
}

impl Gate {
    /// Waits until the reader is at rest, and keeps it so.
    pub(super) fn turn(&self) -> MutexGuard<'_, ()> {
        lock(&self.turn)
    }

    /// Kernels, and failures of some, that the session has sent and the reader has handled.
    pub(super) fn kernels(&self) -> u64 {
        self.kernels.load(Ordering::Relaxed)
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
    let assembly = Assembly::new(modules, connection);
    while incoming.wait() {
        let _turn = gate.turn();
        let Some(request) = incoming.next() else {
            break;
        };
        match request {
            Request::Kernel(image) => {
                assembly.take(image);
                gate.kernels.fetch_add(1, Ordering::Relaxed);
            }
            Request::KernelFailed {
                symbol,
                cell,
                message,
            } => {
                modules.fail_kernel(&symbol, cell, message);
                gate.kernels.fetch_add(1, Ordering::Relaxed);
            }
            Request::Interrupt { cell } => interrupt::request(cell, stop_device),
            other => {
                // Here, so that images that come after it are judged by it.
                if let Request::Quit = &other {
                    // The driver's libraries are torn down at the end, and threads must be out of them.
                    assembly.wait();
                }
                if let Request::Undo { first } = &other {
                    assembly.wait();
                    modules.undo_kernels(*first);
                }
                if let Request::Cell(cell) = &other {
                    interrupt::announce(cell.number);
                }
                if to_main.send(other).is_err() {
                    break;
                }
            }
        }
    }
    // The session is gone, and with it whoever could use what a cell still computes; or user code has cut us off.
    process::end_now(EXIT_CUT_OFF);
}
