//! Threads that have the driver make code objects of texts such as PTX, so that neither the session's next message nor another kernel waits.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::connection::Connection;
use crate::idle_threads::IdleThreads;
use crate::lock::lock;
use crate::modules::Modules;
use crate::runtime;
use crate::wire::{CodeKind, Edition, KernelImage, QUIET_BEFORE_OPTIMISING};

/// Threads at most: the driver's assembler scales to about so many.
const THREADS_MAX: usize = 8;

/// Takes the kernels that the session sends. Belongs to the thread that reads its messages.
pub(super) struct Assembly(Arc<Pool>);

struct Pool {
    modules: &'static Modules,
    connection: &'static Connection,
    threads_max: usize,
    state: Mutex<State>,
    /// Told when a kernel is where it belongs.
    done: Condvar,
}

struct State {
    images: VecDeque<KernelImage>,
    /// Those that are to take drafts' places, for which nobody waits as a rule.
    replacements: VecDeque<KernelImage>,
    /// Threads that are at those.
    replacing: usize,
    /// Threads that may be at those at once: the others are kept for kernels that launches wait for.
    replacing_max: usize,
    idle: IdleThreads,
    threads: usize,
    /// Images that wait or are being assembled.
    pending: usize,
    /// When the newest cell came.
    cell_came: Instant,
}

/// What a thread is to do.
#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
enum Next {
    /// Assemble this; whether it takes a draft's place.
    Assemble(KernelImage, bool),
    /// Look again after this time: cells follow each other closely.
    Rest(Duration),
    Nothing,
}

impl Assembly {
    pub(super) fn new(modules: &'static Modules, connection: &'static Connection) -> Assembly {
        let threads = thread::available_parallelism().map_or(1, |threads| threads.get());
        let threads_max = threads.min(THREADS_MAX);
        Assembly(Arc::new(Pool {
            modules,
            connection,
            threads_max,
            state: Mutex::new(State::new(threads_max)),
            done: Condvar::new(),
        }))
    }

    /// A cell has come: what takes drafts' places waits a moment.
    pub(super) fn cell_came(&self) {
        self.0.state().cell_came = Instant::now();
    }

    /// Loads a kernel, now or, if that takes long, soon.
    pub(super) fn take(&self, image: KernelImage) {
        let Pool {
            modules,
            connection,
            ..
        } = *self.0;
        if !matches!(image.kind, CodeKind::Text { .. }) {
            modules.add_kernel(image);
            return;
        }
        let mut state = self.0.state();
        self.0.call_thread(&mut state);
        if state.threads == 0 {
            // The system gave none.
            drop(state);
            return assemble(modules, connection, image);
        }
        state.pending += 1;
        match image.edition {
            Edition::Optimised => state.replacements.push_back(image),
            Edition::Draft | Edition::Only => state.images.push_back(image),
        }
    }

    /// Waits until all kernels are where they belong that are there or on their way there. Cells from `first` on are about to be taken back, or all: what
    /// would take drafts' places for them, or for kernels that later cells define, is given up, and the rest of it goes on afterwards.
    pub(super) fn settle(&self, first: u32) {
        let Pool { modules, .. } = *self.0;
        let mut state = self.0.state();
        let mut later = std::mem::take(&mut state.replacements);
        state.pending -= later.len();
        let mut state = self
            .0
            .done
            .wait_while(state, |state| state.pending > 0)
            .unwrap_or_else(PoisonError::into_inner);
        // What is superseded now must not come when what superseded it is taken back.
        later.retain(|image| image.cell < first && modules.wants(image));
        state.pending = later.len();
        state.replacements = later;
        if !state.replacements.is_empty() {
            self.0.call_thread(&mut state);
        }
    }
}

impl Pool {
    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Wakes a thread that has nothing to do, or starts one.
    fn call_thread(self: &Arc<Pool>, state: &mut State) {
        if state.idle.wake_one() || state.threads == self.threads_max {
            return;
        }
        let pool = Arc::clone(self);
        let thread = thread::Builder::new().name(format!("chevron-text-{}", state.threads));
        let started = thread.spawn(move || {
            runtime::toolkit::relax_capture();
            loop {
                pool.work();
            }
        });
        state.threads += usize::from(started.is_ok());
    }

    /// Does what is to be done next, or waits for it.
    fn work(self: &Arc<Pool>) {
        let mut state = self.state();
        let rest = match state.next() {
            Next::Assemble(image, replaces) => {
                if state.may_replace() {
                    self.call_thread(&mut state);
                }
                drop(state);
                assemble(self.modules, self.connection, image);
                let mut state = self.state();
                state.pending -= 1;
                state.replacing -= usize::from(replaces);
                drop(state);
                return self.done.notify_all();
            }
            Next::Rest(rest) => Some(rest),
            Next::Nothing => None,
        };
        state.idle.join();
        drop(state);
        match rest {
            Some(rest) => thread::park_timeout(rest),
            None => thread::park(),
        }
        self.state().idle.leave();
    }
}

impl State {
    fn new(threads_max: usize) -> State {
        State {
            images: VecDeque::new(),
            replacements: VecDeque::new(),
            replacing: 0,
            replacing_max: threads_max.div_ceil(2),
            idle: IdleThreads::default(),
            threads: 0,
            pending: 0,
            cell_came: Instant::now(),
        }
    }

    fn may_replace(&self) -> bool {
        self.replacing < self.replacing_max && !self.replacements.is_empty()
    }

    /// What the calling thread is to do next.
    fn next(&mut self) -> Next {
        if let Some(image) = self.images.pop_front() {
            return Next::Assemble(image, false);
        }
        if !self.may_replace() {
            return Next::Nothing;
        }
        let quiet = self.cell_came.elapsed();
        if quiet < QUIET_BEFORE_OPTIMISING {
            return Next::Rest(QUIET_BEFORE_OPTIMISING - quiet);
        }
        match self.replacements.pop_front() {
            Some(image) => {
                self.replacing += 1;
                Next::Assemble(image, true)
            }
            None => Next::Nothing,
        }
    }
}

fn assemble(modules: &Modules, connection: &Connection, image: KernelImage) {
    // Launches do not wait for the session to have it.
    if let Some(made) = modules.add_kernel(image) {
        connection.send(&made.event());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(symbol: &str) -> KernelImage {
        KernelImage {
            symbol: symbol.to_owned(),
            edition: Edition::Optimised,
            ..KernelImage::default()
        }
    }

    fn assembled(state: &mut State) -> Option<(String, bool)> {
        match state.next() {
            Next::Assemble(image, replaces) => Some((image.symbol, replaces)),
            Next::Rest(_) | Next::Nothing => None,
        }
    }

    #[test]
    fn what_replaces_drafts_waits_until_cells_no_longer_follow_each_other_closely() {
        let mut state = State::new(4);
        state.replacements.extend(["a", "b", "c"].map(image));
        state.images.push_back(image("new"));
        assert_eq!(assembled(&mut state), Some(("new".to_owned(), false)));
        assert!(matches!(state.next(), Next::Rest(rest) if rest <= QUIET_BEFORE_OPTIMISING));
        state.cell_came = Instant::now() - QUIET_BEFORE_OPTIMISING;
        assert_eq!(assembled(&mut state), Some(("a".to_owned(), true)));
        assert_eq!(assembled(&mut state), Some(("b".to_owned(), true)));
        // The other half of the threads is kept for what launches wait for.
        assert!(matches!(state.next(), Next::Nothing));
        state.images.push_back(image("newer"));
        assert_eq!(assembled(&mut state), Some(("newer".to_owned(), false)));
    }
}
