//! Threads that have the driver make code objects of PTX, so that neither the session's next message nor another kernel waits.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::connection::Connection;
use crate::idle_threads::IdleThreads;
use crate::lock::lock;
use crate::modules::Modules;
use crate::runtime;
use crate::wire::{CodeKind, Edition, Event, KernelImage};

/// Threads at most: the driver's assembler scales to about so many.
const THREADS_MAX: usize = 8;

/// Takes the kernels that the session sends. Belongs to the thread that reads its messages.
pub(super) struct Assembly {
    modules: &'static Modules,
    connection: &'static Connection,
    pool: Arc<Pool>,
    threads_max: usize,
}

#[derive(Default)]
struct Pool {
    state: Mutex<State>,
    /// Told when a kernel is where it belongs.
    done: Condvar,
}

#[derive(Default)]
struct State {
    images: VecDeque<KernelImage>,
    /// Those that are to take drafts' places, for which nobody waits as a rule.
    replacements: VecDeque<KernelImage>,
    /// Threads that are at those.
    replacing: usize,
    idle: IdleThreads,
    threads: usize,
    /// Images that wait or are being assembled.
    pending: usize,
}

impl Assembly {
    pub(super) fn new(modules: &'static Modules, connection: &'static Connection) -> Assembly {
        let threads = thread::available_parallelism().map_or(1, |threads| threads.get());
        Assembly {
            modules,
            connection,
            pool: Arc::default(),
            threads_max: threads.min(THREADS_MAX),
        }
    }

    /// Loads a kernel, now or, if that takes long, soon.
    pub(super) fn take(&self, image: KernelImage) {
        if !matches!(image.kind, CodeKind::Ptx { .. }) {
            self.modules.add_kernel(image);
            return;
        }
        let mut state = self.pool.state();
        let replaces = image.edition == Edition::Optimised;
        if !state.idle.wake_one() && state.threads < self.threads_max {
            self.start_thread(&mut state);
        }
        if state.threads == 0 {
            // The system gave none.
            return assemble(self.modules, self.connection, image);
        }
        state.pending += 1;
        if replaces {
            state.replacements.push_back(image);
        } else {
            state.images.push_back(image);
        }
    }

    /// Gives up what would take drafts' places, but for what is being assembled: the session ends.
    pub(super) fn keep_drafts(&self) {
        let mut state = self.pool.state();
        state.pending -= state.replacements.len();
        state.replacements.clear();
    }

    /// Waits until all kernels are where they belong.
    pub(super) fn wait(&self) {
        let state = self.pool.state();
        drop(
            self.pool
                .done
                .wait_while(state, |state| state.pending > 0)
                .unwrap_or_else(PoisonError::into_inner),
        );
    }

    fn start_thread(&self, state: &mut State) {
        let (modules, connection) = (self.modules, self.connection);
        let pool = Arc::clone(&self.pool);
        let thread = thread::Builder::new().name(format!("chevron-ptx-{}", state.threads));
        let started = thread.spawn(move || {
            runtime::toolkit::relax_capture();
            loop {
                pool.work(modules, connection);
                thread::park();
            }
        });
        state.threads += usize::from(started.is_ok());
    }
}

impl Pool {
    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Assembles until nothing is left to do; then the calling thread is idle.
    fn work(&self, modules: &Modules, connection: &Connection) {
        loop {
            let mut state = self.state();
            let Some((image, replaces)) = state.next_image() else {
                return state.idle.join();
            };
            drop(state);
            assemble(modules, connection, image);
            let mut state = self.state();
            state.pending -= 1;
            state.replacing -= usize::from(replaces);
            drop(state);
            self.done.notify_all();
        }
    }
}

impl State {
    /// What is to be assembled next, and whether it takes a draft's place. Half of the threads are kept for kernels that launches wait for.
    fn next_image(&mut self) -> Option<(KernelImage, bool)> {
        if let Some(image) = self.images.pop_front() {
            return Some((image, false));
        }
        if self.replacing >= self.threads.div_ceil(2) {
            return None;
        }
        let image = self.replacements.pop_front()?;
        self.replacing += 1;
        Some((image, true))
    }
}

fn assemble(modules: &Modules, connection: &Connection, image: KernelImage) {
    // Launches do not wait for the session to have it.
    if let Some(made) = modules.add_kernel(image) {
        connection.send(&Event::CodeObject {
            key: made.key,
            bytes: made.bytes,
            made_ns: made.took.as_nanos() as u64,
        });
    }
}
