//! The host threads that help launches: started when first needed, asleep when there is nothing to do.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use rustix::thread::futex;

use super::grid::{GridRun, SPIN};
use super::interrupt;
use super::limits::{Config, INLINE_MAX, helpers_for};
use super::worker::{Worker, prepare_thread};
use crate::device::{Rest, Unrest};
use crate::lock::lock;

/// The helping threads, and what they share with callers.
pub(super) struct Pool {
    shared: Arc<Shared>,
}

struct Shared {
    config: Config,
    state: Mutex<State>,
    /// Told to callers: a helper has left a grid.
    left: Condvar,
    /// Counts announcements: there may be work, or the end has come. Helpers watch it without the lock and sleep on it, because a futex wakes several
    /// of them by one call of the system, and a condition variable either one or all.
    announcements: AtomicU32,
    idle_workers: Mutex<Vec<Worker>>,
}

#[derive(Default)]
struct State {
    grids: Vec<Announced>,
    helpers: Vec<JoinHandle<()>>,
    asleep: usize,
    callers_waiting: usize,
    shutdown: bool,
}

/// A grid that helpers may join. Its launch takes it off the list and waits for its helpers before it goes out of scope.
#[derive(Clone, Copy)]
struct Announced(*const GridRun<'static>);

// SAFETY: a `GridRun` may be shared between threads; who dereferences it is settled in `help`.
unsafe impl Send for Announced {}

impl Pool {
    pub(super) fn new(config: Config) -> Pool {
        let shared = Shared {
            config,
            state: Mutex::default(),
            left: Condvar::new(),
            announcements: AtomicU32::new(0),
            idle_workers: Mutex::default(),
        };
        Pool {
            shared: Arc::new(shared),
        }
    }

    /// A worker's state that nobody else uses.
    pub(super) fn check_out(&self) -> Worker {
        self.shared.check_out()
    }

    /// Gives a worker's state back.
    pub(super) fn check_in(&self, worker: Worker) {
        self.shared.check_in(worker);
    }

    /// Keeps the helpers asleep for as long as the result lives.
    pub(super) fn rest(&self) -> Result<PoolAtRest<'_>, Unrest> {
        let state = self.shared.lock();
        if !state.grids.is_empty() {
            return Err(Unrest::Working);
        }
        if state.asleep < state.helpers.len() {
            return Err(Unrest::Settling);
        }
        Ok(PoolAtRest {
            state,
            idle_workers: &self.shared.idle_workers,
        })
    }

    /// Asks for help if the grid has taken longer than help takes to come, and what is left wants more helpers than were asked.
    pub(super) fn offer(&self, run: &GridRun) {
        let wanted = run.wanted.load(Ordering::Relaxed);
        if wanted < self.shared.config.threads - 1 && run.has_work() && run.elapsed() > INLINE_MAX {
            let helpers = helpers_for(run.work_left());
            if helpers > wanted {
                self.announce(run, helpers);
            }
        }
    }

    /// Asks so many other threads to help with a grid. `retire` must follow before `run` goes out of scope.
    pub(super) fn announce(&self, run: &GridRun, helpers: usize) {
        let shared = &self.shared;
        let useful = usize::try_from(run.blocks() - 1).unwrap_or(usize::MAX);
        let wanted = helpers.min(useful).min(shared.config.threads - 1);
        let before = run.wanted.fetch_max(wanted, Ordering::Relaxed);
        if wanted <= before {
            return;
        }
        let mut state = shared.lock();
        if before == 0 {
            state.grids.push(Announced((&raw const *run).cast()));
        }
        while state.helpers.len() < wanted {
            let helper = Arc::clone(shared);
            let name = format!("chevron-cpu-{}", state.helpers.len());
            match std::thread::Builder::new()
                .name(name)
                .spawn(move || helper.help())
            {
                Ok(handle) => state.helpers.push(handle),
                // The caller runs the grid with whom there is.
                Err(_) => break,
            }
        }
        let awake = state.helpers.len() - state.asleep;
        shared.tell(state, wanted.saturating_sub(awake.max(before)));
    }

    /// Ends help for a grid: afterwards nobody but the caller knows of it.
    pub(super) fn retire(&self, run: &GridRun) {
        if run.wanted.load(Ordering::Relaxed) == 0 {
            return;
        }
        let shared = &self.shared;
        shared
            .lock()
            .grids
            .retain(|grid| !std::ptr::eq(grid.0.cast(), run));
        let start = Instant::now();
        while start.elapsed() < SPIN {
            if run.helpers.load(Ordering::Acquire) == 0 {
                return;
            }
            std::hint::spin_loop();
        }
        let mut state = shared.lock();
        state.callers_waiting += 1;
        while run.helpers.load(Ordering::Acquire) != 0 {
            state = shared
                .left
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        state.callers_waiting -= 1;
    }
}

/// A pool whose helpers are asleep.
pub(super) struct PoolAtRest<'a> {
    state: MutexGuard<'a, State>,
    idle_workers: &'a Mutex<Vec<Worker>>,
}

impl Rest for PoolAtRest<'_> {
    fn threads(&self) -> usize {
        self.state.helpers.len()
    }

    fn forget_threads(&mut self) {
        self.state.asleep = 0;
        // Their handles speak of threads of another process.
        self.state.helpers.drain(..).for_each(std::mem::forget);
        // A copy does not have what lay on the stacks of theirs (`fiber::Stacks`).
        lock(self.idle_workers).clear();
        interrupt::forget_other_threads();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let helpers = {
            let mut state = self.shared.lock();
            state.shutdown = true;
            let helpers = std::mem::take(&mut state.helpers);
            self.shared.tell(state, helpers.len());
            helpers
        };
        for helper in helpers {
            // A helper that panicked has said so itself.
            let _ = helper.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Announces a change of the state, and wakes so many of the helpers that sleep.
    fn tell(&self, state: MutexGuard<'_, State>, sleepers: usize) {
        // Under the lock, so that a helper who is counted as awake does not fall asleep over it.
        self.announcements.fetch_add(1, Ordering::Release);
        // Those who are woken want the lock.
        drop(state);
        if sleepers > 0 {
            let count = u32::try_from(sleepers).unwrap_or(u32::MAX);
            // It fails for an address that is none, and this is one.
            let _ = futex::wake(&self.announcements, futex::Flags::PRIVATE, count);
        }
    }

    fn check_out(&self) -> Worker {
        let idle = lock(&self.idle_workers).pop();
        idle.unwrap_or_default()
    }

    fn check_in(&self, worker: Worker) {
        lock(&self.idle_workers).push(worker);
    }

    /// A helper's life.
    fn help(&self) {
        prepare_thread();
        let mut state = self.lock();
        while !state.shutdown {
            let seen = self.announcements.load(Ordering::Acquire);
            // SAFETY: a grid on the list is alive, because its launch takes it off under this lock before it ends.
            let found = state
                .grids
                .iter()
                .copied()
                .find(|grid| unsafe { (*grid.0).has_work() });
            if let Some(Announced(run)) = found {
                // SAFETY: it is alive now, and its launch waits for the helpers that it counts.
                let run = unsafe { &*run };
                run.join();
                drop(state);
                let mut worker = self.check_out();
                let start = Instant::now();
                worker.work(run, None);
                run.has_worked(start.elapsed());
                self.check_in(worker);
                state = self.lock();
                // The last use of `run`: from here on its launch may end.
                run.helpers.fetch_sub(1, Ordering::Release);
                if state.callers_waiting > 0 {
                    self.left.notify_all();
                }
                continue;
            }
            drop(state);
            let announced = self.watch(seen);
            state = self.lock();
            if !announced {
                state.asleep += 1;
                drop(state);
                // It returns at once if there was an announcement after `seen`, and now and then for no reason.
                let _ = futex::wait(&self.announcements, futex::Flags::PRIVATE, seen, None);
                state = self.lock();
                state.asleep -= 1;
            }
        }
    }

    /// Watches for an announcement for a short time.
    fn watch(&self, seen: u32) -> bool {
        let start = Instant::now();
        while start.elapsed() < SPIN {
            if self.announcements.load(Ordering::Acquire) != seen {
                return true;
            }
            std::hint::spin_loop();
        }
        false
    }
}
