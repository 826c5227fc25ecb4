//! Programs that user code has compiled while it runs: the session does it, and this waits for what comes of it.

use std::collections::HashMap;
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use super::connection::Connection;
use super::crash;
use crate::interrupt;
use crate::lock::lock;
use crate::runtime;
use crate::wire::{Event, ProgramMade, ProgramSource};

static CONNECTION: OnceLock<&'static Connection> = OnceLock::new();

/// What threads wait for, by number.
static WAITING: Mutex<Waiting> = Mutex::new(Waiting {
    newest: 0,
    programs: None,
});
static COME: Condvar = Condvar::new();

/// How often a thread that waits looks whether its cell is to be stopped.
const LOOK_EVERY: Duration = Duration::from_millis(20);

struct Waiting {
    newest: u64,
    /// None: it has not come yet.
    programs: Option<HashMap<u64, Option<ProgramMade>>>,
}

/// Programs are sent there from now on.
pub(super) fn start(connection: &'static Connection) {
    CONNECTION.get_or_init(|| connection);
    runtime::compile_programs_with(compile);
}

/// For the reader: this has come of a program.
pub(super) fn compiled(made: ProgramMade) {
    let mut waiting = lock(&WAITING);
    let programs = waiting.programs.get_or_insert_default();
    // Who was interrupted does not want it any more.
    if let Some(place) = programs.get_mut(&made.number) {
        *place = Some(made);
        COME.notify_all();
    }
}

/// Has the session compile a program. None: the cell is to be stopped, or there is no session to ask.
fn compile(source: ProgramSource) -> Option<ProgramMade> {
    let connection = CONNECTION.get().filter(|_| !crash::is_fork())?;
    let mut waiting = lock(&WAITING);
    waiting.newest += 1;
    let number = waiting.newest;
    waiting
        .programs
        .get_or_insert_default()
        .insert(number, None);
    drop(waiting);
    connection.send(&Event::Compile(Box::new(ProgramSource {
        number,
        ..source
    })));
    let mut waiting = lock(&WAITING);
    loop {
        let programs = waiting.programs.get_or_insert_default();
        if programs.get(&number).is_none_or(Option::is_some) || interrupt::asked_here() {
            return programs.remove(&number).flatten();
        }
        let waited = COME.wait_timeout(waiting, LOOK_EVERY);
        waiting = waited.unwrap_or_else(PoisonError::into_inner).0;
    }
}
