//! The host threads that help launches: started when first needed, asleep when there is nothing to do.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

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
    /// Counts announcements: there may be work, or the end has come. Helpers watch it without the lock and sleep on it, because a futex wakes the ones
    /// that are wanted by one call of the system, and a condition variable any one or all.
    announcements: AtomicU32,
    idle_workers: Mutex<Vec<Worker>>,
}

#[derive(Default)]
struct State {
    grids: Vec<Announced>,
    helpers: Vec<JoinHandle<()>>,
    /// Of each helper.
    asleep: Vec<bool>,
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
        if state.asleep.contains(&false) {
            return Err(Unrest::Settling);
        }
        Ok(PoolAtRest {
            state,
            idle_workers: &self.shared.idle_workers,
        })
    }

    /// How many helpers are to work on a grid that one thread would need this long for.
    pub(super) fn helpers_for(&self, work: Duration, run: &GridRun) -> usize {
        let useful = usize::try_from(run.blocks() - 1).unwrap_or(usize::MAX);
        helpers_for(work).min(useful).min(self.shared.helpers())
    }

    /// Asks for help if the grid has taken longer than help takes to come, and what is left wants more helpers than were asked.
    pub(super) fn offer(&self, run: &GridRun) {
        let wanted = run.wanted.load(Ordering::Relaxed);
        if wanted < self.shared.helpers() && run.has_work() && run.elapsed() > INLINE_MAX {
            let helpers = self.helpers_for(run.work_left(), run);
            if helpers > wanted {
                self.announce(run, helpers);
            }
        }
    }

    /// Asks so many helpers, at least one, for help with a grid, the same ones for each launch while there is no other. `retire` must follow before `run` goes out of scope.
    pub(super) fn announce(&self, run: &GridRun, helpers: usize) {
        let shared = &self.shared;
        let before = run.wanted.swap(helpers, Ordering::Relaxed);
        let mut state = shared.lock();
        if before == 0 {
            // SAFETY: a grid on the list is alive, because its launch takes it off under this lock before it ends.
            let busy = |grid: &Announced| unsafe { (*grid.0).wanted.load(Ordering::Relaxed) };
            let first = state.grids.iter().map(busy).sum::<usize>() % shared.helpers();
            run.first_helper.store(first, Ordering::Relaxed);
            state.grids.push(Announced((&raw const *run).cast()));
        }
        let last = run.first_helper.load(Ordering::Relaxed) + helpers;
        shared.start_helpers(&mut state, last.min(shared.helpers()));
        let must_wake = |helper: &usize| {
            state.asleep[*helper] && run.number_of(*helper, shared.helpers()).is_some()
        };
        let wakes = (0..state.asleep.len())
            .filter(must_wake)
            .fold(0, |all, it| all | bit_of(it));
        shared.tell(state, wakes);
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
        self.state.asleep.clear();
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
            self.shared.tell(state, u32::MAX);
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

    /// How many helpers there may be.
    fn helpers(&self) -> usize {
        self.config.threads - 1
    }

    /// Starts helpers until there are so many.
    fn start_helpers(self: &Arc<Shared>, state: &mut State, wanted: usize) {
        while state.helpers.len() < wanted {
            let (shared, number) = (Arc::clone(self), state.helpers.len());
            let thread = std::thread::Builder::new().name(format!("chevron-cpu-{number}"));
            match thread.spawn(move || shared.help(number)) {
                Ok(handle) => state.helpers.push(handle),
                // The caller runs the grid with whom there is.
                Err(_) => break,
            }
            state.asleep.push(false);
        }
    }

    /// Announces a change of the state, and wakes the helpers that sleep with one of these bits.
    fn tell(&self, state: MutexGuard<'_, State>, wakes: u32) {
        // Under the lock, so that a helper who is counted as awake does not fall asleep over it.
        self.announcements.fetch_add(1, Ordering::Release);
        // Those who are woken want the lock.
        drop(state);
        if let Some(wakes) = NonZeroU32::new(wakes) {
            let (word, flags) = (&self.announcements, futex::Flags::PRIVATE);
            // As many as there are: the kernel takes the count for a signed number. It fails for an address that is none, and this is one.
            let _ = futex::wake_bitset(word, flags, i32::MAX.unsigned_abs(), wakes);
        }
    }

    fn check_out(&self) -> Worker {
        let idle = lock(&self.idle_workers).pop();
        idle.unwrap_or_default()
    }

    fn check_in(&self, worker: Worker) {
        lock(&self.idle_workers).push(worker);
    }

    /// The life of the helper with this number.
    fn help(&self, number: usize) {
        prepare_thread();
        let mut state = self.lock();
        while !state.shutdown {
            let seen = self.announcements.load(Ordering::Acquire);
            let found = state.grids.iter().find_map(|grid| {
                // SAFETY: a grid on the list is alive, because its launch takes it off under this lock before it ends. One that this helper has joined
                // lives longer: its launch waits for the helpers that it counts.
                let run = unsafe { &*grid.0 };
                let place = run.number_of(number, self.helpers())?;
                run.has_work().then_some((run, place))
            });
            if let Some((run, place)) = found {
                run.join();
                drop(state);
                let mut worker = self.check_out();
                let start = Instant::now();
                worker.work(run, place, None);
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
                state.asleep[number] = true;
                drop(state);
                self.sleep(number, seen);
                state = self.lock();
                state.asleep[number] = false;
            }
        }
    }

    /// Sleeps until it is woken; not if there was an announcement after the one seen, and now and then it wakes for no reason.
    fn sleep(&self, number: usize, seen: u32) {
        let bits = NonZeroU32::new(bit_of(number)).unwrap_or(NonZeroU32::MAX);
        let (word, flags) = (&self.announcements, futex::Flags::PRIVATE);
        let _ = futex::wait_bitset(word, flags, seen, None, bits);
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

/// What a helper sleeps with; many of them share one.
fn bit_of(helper: usize) -> u32 {
    1 << (helper % 32)
}
