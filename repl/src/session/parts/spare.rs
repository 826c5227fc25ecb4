//! The spare executor: started while the session is quiet, so that the next one is there at once when this one ends.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use jit_api::client::{Ended, Executor, Setup};
use jit_api::wire::{CellImage, Outcome};

use crate::settings::Settings;

/// How long the session must have been quiet: a script that runs through needs no spare, and pays for none. Who types on at once must not
/// share the processor with its start either (`#include <vector>` took 154 ms instead of 102 at 150 ms).
const QUIET_BEFORE_START: Duration = Duration::from_secs(1);

/// Starts after which no more are tried in a row if none gives an executor.
const FAILURES_MAX: u32 = 3;

/// At most one spare executor, with the prelude linked and its device open. Dropped: it ends.
pub(in crate::session) struct Spare {
    shared: Arc<Shared>,
}

struct Shared {
    setup: Setup,
    prelude: CellImage,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    ready: Option<Executor>,
    /// One is being started.
    starting: bool,
    /// A cell is being compiled or runs.
    busy: bool,
    /// The thread waits for the end of that cell. At the end of others it is not woken: that takes time from cells that follow each other closely.
    waits_for_end: bool,
    /// When the session became quiet; `None` until its first cell has ended.
    quiet_since: Option<Instant>,
    failures: u32,
    stop: bool,
}

impl Spare {
    /// Keeps a spare executor on the session's device from the end of the first cell on.
    pub(in crate::session) fn keep(
        settings: &Settings,
        prelude: CellImage,
    ) -> std::io::Result<Spare> {
        let shared = Arc::new(Shared {
            setup: settings.executor(),
            prelude,
            state: Mutex::default(),
            changed: Condvar::new(),
        });
        let keeper = Arc::clone(&shared);
        thread::Builder::new()
            .name("spare-executor".to_owned())
            .spawn(move || keeper.keep())?;
        Ok(Spare { shared })
    }

    /// A cell is entered: nothing is started while it is compiled and runs.
    pub(in crate::session) fn cell_entered(&self) {
        self.shared.lock().busy = true;
    }

    /// The cell has ended.
    pub(in crate::session) fn cell_ended(&self) {
        let mut state = self.shared.lock();
        state.busy = false;
        state.quiet_since = Some(Instant::now());
        let wake = std::mem::take(&mut state.waits_for_end);
        // The thread would wake to wait for the lock.
        drop(state);
        if wake {
            self.shared.changed.notify_all();
        }
    }

    /// The spare, if there is one or will soon be. Its prelude has run; kernels, libraries and cells are not in it.
    pub(in crate::session) fn take(&self) -> Option<Executor> {
        let mut state = self
            .shared
            .changed
            .wait_while(self.shared.lock(), |state| state.starting)
            .unwrap_or_else(PoisonError::into_inner);
        // From its end on there may be another.
        state.waits_for_end = true;
        state.ready.take().filter(Executor::alive)
    }
}

impl Drop for Spare {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.stop = true;
        state.ready = None;
        self.shared.changed.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The thread's life.
    fn keep(&self) {
        while self.wait_for_quiet() {
            let made = self.start();
            let mut state = self.lock();
            state.starting = false;
            state.failures = if made.is_some() {
                0
            } else {
                state.failures + 1
            };
            if !state.stop {
                state.ready = made;
            }
            self.changed.notify_all();
        }
    }

    /// Waits until a spare is to be started; false: never again.
    fn wait_for_quiet(&self) -> bool {
        let mut state = self.lock();
        loop {
            if state.stop || state.failures == FAILURES_MAX {
                return false;
            }
            let wanted = state.ready.is_none();
            let quiet = state
                .quiet_since
                .filter(|_| wanted && !state.busy)
                .map(|since| since.elapsed());
            state.waits_for_end = wanted && quiet.is_none();
            state = match quiet {
                Some(quiet) if quiet >= QUIET_BEFORE_START => {
                    state.starting = true;
                    return true;
                }
                Some(quiet) => {
                    self.changed
                        .wait_timeout(state, QUIET_BEFORE_START - quiet)
                        .unwrap_or_else(PoisonError::into_inner)
                        .0
                }
                None => self
                    .changed
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    /// A failure is no news: when an executor is needed it is started again, and the error told.
    fn start(&self) -> Option<Executor> {
        let mut executor = Executor::start_with(&self.setup).ok()?;
        match executor.run(self.prelude.clone(), &mut |_| {}) {
            Ended::Finished {
                outcome: Outcome::Done,
                ..
            } => Some(executor),
            _ => None,
        }
    }
}
