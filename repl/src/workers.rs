//! Threads that compile kernels while the session goes on. A launch waits for its own kernel only, in the executor.
//!
//! A new kernel is drafted first: that takes 2 ms. Threads of lower priority make the optimised code, when no cell has been entered
//! for a moment.
//!
//! Images are kept here as well: a new executor gets them all again. The lock that guards them is held while one is sent, so none
//! can go to an executor that is being replaced.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use devicecc::cell::Kernel;
use devicecc::targets::KernelTarget;
use jit_api::client::ModuleSender;
use jit_api::idle_threads::IdleThreads;
use jit_api::wire::QUIET_BEFORE_OPTIMISING;
use kernels_cache::Cache;

use crate::images;

mod emission;
mod image;

use emission::{draft_all, finish_one, optimise_all};
use image::Image;
pub use image::{KernelNeeds, Making};

/// The pool. Dropped: the threads end after what they are at.
pub struct Workers {
    shared: Arc<Shared>,
}

/// What became of one kernel.
#[derive(Clone, Debug)]
pub struct KernelReport {
    /// The cell that defined or instantiated it.
    pub cell: u32,
    /// Name for people.
    pub display: String,
    /// How blocks run, in words, or why it could not be compiled.
    pub result: Result<&'static str, String>,
    /// It came from the cache.
    pub cached: bool,
    /// Time on the worker's thread.
    pub emit: Duration,
    /// The part of it that went into writing its text, if that was made.
    pub text: Option<Duration>,
    /// The code object that the executor has to make of what was sent: its name.
    pub code_object: Option<String>,
    /// How long that took, once it is done; or how long the code object took that was made here.
    pub assembled: Option<Duration>,
}

/// Numbers since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Kernels compiled.
    pub compiled: u64,
    /// Kernels taken from the cache.
    pub cached: u64,
}

/// How long kernels that are not wanted any more are waited for before they are given up: most are done at once, and in the cache then.
const FINISHED_WITHIN: Duration = Duration::from_millis(300);

/// What is added to an optimising thread's niceness: it must not slow down a cell that is compiled or run meanwhile.
const OPTIMISING_NICENESS: i32 = 10;

struct Job {
    cell: u32,
    /// Jobs are numbered in the order in which they come: a later one of the same kernel is newer, whatever its cell's number is.
    serial: u64,
    kernel: Kernel,
    /// Whether better code may follow what is made first.
    draft: bool,
    /// Set to have a thread that is at it give it up.
    stop: Arc<AtomicBool>,
}

/// A kernel that a thread compiles, as in its job.
struct UnderWay {
    cell: u32,
    /// Nothing was made of it before: it counts as unfinished.
    first: bool,
    serial: u64,
    display: String,
    stop: Arc<AtomicBool>,
}

struct Shared {
    cache: Cache,
    target: Arc<dyn KernelTarget>,
    state: Mutex<State>,
    /// Told when a job is done.
    changed: Condvar,
    /// Told when there is a draft, and at the end.
    drafted: Condvar,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    /// Drafting threads without a job.
    idle: IdleThreads,
    /// Drafted kernels that wait to be optimised; those left at the end are dropped.
    drafts: VecDeque<Job>,
    /// What threads are at.
    under_way: Vec<UnderWay>,
    /// Cells whose kernels are to come.
    expected: usize,
    /// Kernels among those that are given up when they come, by their names for people.
    given_up: Vec<String>,
    /// When the last cell was entered, or had been compiled.
    entered: Option<Instant>,
    /// That cell is being compiled. However long this takes, it is no rest.
    compiling: bool,
    /// Jobs queued or under way, or still to come, by cell.
    unfinished: HashMap<u32, usize>,
    stop: bool,
    /// Jobs so far.
    serial: u64,
    /// The newest cell that is a program.
    program: Option<u32>,
    /// Kernels of a GPU are made well at once.
    well: bool,
    executor: Option<ModuleSender>,
    images: HashMap<String, Image>,
    reports: Vec<KernelReport>,
    /// The last cell whose closures were cut, and how long that took.
    cut: Option<(u32, Duration)>,
    counts: Counts,
}

impl Workers {
    /// Starts `threads` threads (at least one); they send to nobody until `attach`. Fails if the system gives no thread.
    pub fn start(
        threads: usize,
        cache: Cache,
        target: Arc<dyn KernelTarget>,
    ) -> std::io::Result<Workers> {
        let workers = Workers {
            shared: Arc::new(Shared {
                cache,
                target,
                state: Mutex::default(),
                changed: Condvar::new(),
                drafted: Condvar::new(),
            }),
        };
        for number in 0..threads.max(1) {
            let shared = workers.shared.clone();
            std::thread::Builder::new()
                .name(format!("draft-{number}"))
                .spawn(move || draft_all(&shared))?;
            let shared = workers.shared.clone();
            std::thread::Builder::new()
                .name(format!("optimise-{number}"))
                .spawn(move || optimise_all(&shared))?;
        }
        Ok(workers)
    }

    /// Cells are to come: what their first kernel needs is made ready, unless kernels have no drafts.
    pub fn get_ready(&self) {
        let well = self.shared.lock().well;
        if !well {
            self.shared.target.get_ready();
        }
    }

    /// A cell is entered: what is not needed for it waits.
    pub fn cell_entered(&self) {
        let mut state = self.shared.lock();
        state.entered = Some(Instant::now());
        state.compiling = true;
    }

    /// That cell has been compiled, or rejected: what it runs may take long, and better code helps it then.
    pub fn cell_compiled(&self) {
        let mut state = self.shared.lock();
        state.entered = Some(Instant::now());
        state.compiling = false;
    }

    /// What the newest code of the kernels of this name needs, as far as there is some; in order of their names.
    pub fn needs_of(&self, name: &str) -> Vec<KernelNeeds> {
        let state = self.shared.lock();
        let needs = state.images.values().filter_map(|it| it.needs_of(name));
        let mut needs: Vec<KernelNeeds> = needs.collect();
        needs.sort_by(|a, b| a.display.cmp(&b.display));
        needs
    }

    /// What the newest code of all kernels needs, as far as there is some, in order of their names.
    pub fn needs(&self) -> Vec<KernelNeeds> {
        let state = self.shared.lock();
        let kernels = state.images.iter().filter(|(symbol, _)| is_kernel(symbol));
        let mut needs: Vec<KernelNeeds> = kernels.filter_map(|(_, it)| it.needs()).collect();
        needs.sort_by(|a, b| a.display.cmp(&b.display));
        needs
    }

    /// What the newest code of the kernel with this symbol needs.
    pub fn needs_of_symbol(&self, symbol: &str) -> Option<KernelNeeds> {
        self.shared.lock().images.get(symbol)?.needs()
    }

    /// The kernels that have been compiled: their symbols and names for people.
    pub fn kernels(&self) -> Vec<(String, String)> {
        let state = self.shared.lock();
        let named = state.images.iter().filter(|(symbol, _)| is_kernel(symbol));
        let named =
            named.filter_map(|(symbol, image)| Some((symbol.clone(), image.display()?.to_owned())));
        named.collect()
    }

    /// What the kernels are compiled for.
    pub fn target(&self) -> &dyn KernelTarget {
        &*self.shared.target
    }

    /// The same, for another thread.
    pub fn shared_target(&self) -> Arc<dyn KernelTarget> {
        Arc::clone(&self.shared.target)
    }

    /// From now on images go to this executor; it gets all that there are first.
    pub fn attach(&self, executor: ModuleSender) {
        self.go_on_with(executor, 0);
    }

    /// From now on images go to this executor, which knows the first `known` of those that the one before got; it gets the others first.
    pub fn go_on_with(&self, executor: ModuleSender, known: u64) {
        let mut state = self.shared.lock();
        for (symbol, image) in &mut state.images {
            image.send_unless_known(symbol, &executor, known);
        }
        state.executor = Some(executor);
    }

    /// The cell is a whole program, or has its `main`: what is submitted of it from now on.
    pub fn cell_is_program(&self, cell: u32) {
        self.shared.lock().program = Some(cell);
    }

    /// From now on kernels of a GPU are made well at once, or else drafted first: of a draft's code faults' lines are not always found.
    pub fn without_drafts(&self, well: bool) {
        self.shared.lock().well = well;
    }

    /// Compiles a cell's kernels.
    pub fn submit(&self, cell: u32, kernels: Vec<Kernel>) {
        self.shared.submit(&mut self.shared.lock(), cell, kernels);
    }

    /// Compiles the kernels again that run on the host's processor, because its target makes other code from now on; `closure_of` cuts the closure of a symbol once more.
    pub fn make_again(&self, closure_of: &mut dyn FnMut(&str) -> Option<Vec<u8>>) {
        let images: Vec<_> = (self.shared.lock().images.values())
            .filter_map(|it| Some((it.cell, it.of_host()?.clone())))
            .collect();
        for (cell, image) in images {
            let Some(bitcode) = closure_of(&image.symbol) else {
                continue;
            };
            self.submit(cell, vec![images::kernel_again(&image, bitcode)]);
        }
    }

    /// Kernels of this cell are to come, from any thread: it has kernels to compile until they are there.
    pub fn expect(&self, cell: u32) -> Expected {
        let mut state = self.shared.lock();
        state.expected += 1;
        *state.unfinished.entry(cell).or_default() += 1;
        drop(state);
        Expected {
            shared: Arc::clone(&self.shared),
            cell,
        }
    }

    /// How long cutting the closures of this cell took, if it was the last one of which any came from `expect`.
    pub fn closures_took(&self, cell: u32) -> Duration {
        let cut = self.shared.lock().cut;
        cut.filter(|&(of, _)| of == cell)
            .map_or(Duration::ZERO, |(_, took)| took)
    }

    /// Gives up compiling the kernels of this name: launches of them fail, and say why. If no thread has come to them, what threads are at takes too long.
    /// False if they have not come yet.
    pub fn give_up(&self, display: &str) -> bool {
        let mut state = self.shared.lock();
        if state.give_up(|it| it.display == display) > 0 {
            return true;
        }
        let queued = state.give_up_queued(|it| it.kernel.display == display) > 0;
        if queued {
            state.give_up(|it| it.first);
        } else if state.expected > 0 {
            state.given_up.push(display.to_owned());
        }
        queued
    }

    /// What gives up all that threads are at.
    pub fn stopper(&self) -> Box<dyn Fn() + Send> {
        let shared = Arc::clone(&self.shared);
        Box::new(move || {
            let mut state = shared.lock();
            state.give_up(|_| true);
            state.give_up_queued(|_| true);
        })
    }

    /// Forgets the kernels of cells that are taken back, from `first` on: when it returns, no executor gets an image of theirs any more.
    pub fn forget_from(&self, first: u32) {
        let mut state = self.shared.lock();
        let State {
            jobs, unfinished, ..
        } = &mut *state;
        jobs.retain(|job| {
            let stays = job.cell < first;
            if !stays {
                finish_one(unfinished, job.cell);
            }
            stays
        });
        let unfinished = |state: &State| state.unfinished.keys().any(|&cell| cell >= first);
        let waited = self
            .shared
            .changed
            .wait_timeout_while(state, FINISHED_WITHIN, |state| unfinished(state));
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.drop_from(first);
        drop(state);
        self.shared.wait_while(unfinished);
        let mut state = self.shared.lock();
        state.drafts.retain(|job| job.cell < first);
        state.images.retain(|_, image| image.cell < first);
    }

    /// Waits until a cell's kernels are compiled.
    pub fn wait(&self, cell: u32) {
        self.shared
            .wait_while(|state| state.unfinished.contains_key(&cell));
    }

    /// Waits until nothing is left to do.
    pub fn wait_all(&self) {
        self.shared.wait_while(|state| !state.unfinished.is_empty());
    }

    /// A code object that the executor has made of an image: the next executor gets it instead.
    pub fn code_object(&self, key: &str, bytes: &[u8]) {
        let mut state = self.shared.lock();
        for image in state.images.values_mut() {
            image.made(key, bytes);
        }
    }

    /// What was done since the last call.
    pub fn take_reports(&self) -> Vec<KernelReport> {
        std::mem::take(&mut self.shared.lock().reports)
    }

    /// Numbers since the start.
    pub fn counts(&self) -> Counts {
        self.shared.lock().counts
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.stop = true;
        state.idle.wake_all();
        drop(state);
        self.shared.drafted.notify_all();
        self.shared.target.end();
    }
}

/// A cell's kernels that are to come.
pub struct Expected {
    shared: Arc<Shared>,
    cell: u32,
}

impl Expected {
    /// They have come; cutting their closures took so long.
    pub fn submit(self, kernels: Vec<Kernel>, took: Duration) {
        let mut state = self.shared.lock();
        if !kernels.is_empty() {
            state.cut = Some((self.cell, took));
        }
        self.shared.submit(&mut state, self.cell, kernels);
    }
}

impl Drop for Expected {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.expected -= 1;
        state.given_up.clear();
        finish_one(&mut state.unfinished, self.cell);
        drop(state);
        self.shared.changed.notify_all();
    }
}

impl State {
    /// A thread takes the job.
    fn begin(&mut self, job: Job, first: bool) -> Job {
        self.under_way.push(UnderWay {
            cell: job.cell,
            first,
            serial: job.serial,
            display: job.kernel.display.clone(),
            stop: Arc::clone(&job.stop),
        });
        job
    }

    /// It is done with it. False if nobody wants that any more.
    fn end(&mut self, serial: u64) -> bool {
        let before = self.under_way.len();
        self.under_way.retain(|it| it.serial != serial);
        self.under_way.len() < before
    }

    /// What threads are at of the cells from `first` on is given up, and wanted no more.
    fn drop_from(&mut self, first: u32) {
        self.give_up(|it| it.cell >= first);
        let State {
            under_way,
            unfinished,
            ..
        } = self;
        under_way.retain(|it| {
            let stays = it.cell < first;
            if !stays && it.first {
                finish_one(unfinished, it.cell);
            }
            stays
        });
    }

    /// Gives up what threads are at, as far as `which` says so; gives how many that are.
    fn give_up(&mut self, which: impl Fn(&UnderWay) -> bool) -> usize {
        let given_up = self.under_way.iter().filter(|it| which(it));
        given_up
            .inspect(|it| it.stop.store(true, Ordering::Relaxed))
            .count()
    }

    /// The same for what waits for a thread: it is left as soon as one has come to it.
    fn give_up_queued(&mut self, which: impl Fn(&Job) -> bool) -> usize {
        let given_up = self.jobs.iter().filter(|it| which(it));
        given_up
            .inspect(|it| it.stop.store(true, Ordering::Relaxed))
            .count()
    }
}

impl Shared {
    /// A thread that panicked cannot have left the state half-changed: emission runs without the lock.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn wait_while(&self, condition: impl Fn(&State) -> bool) {
        let guard = self.lock();
        drop(
            self.changed
                .wait_while(guard, |state| condition(state))
                .unwrap_or_else(|poisoned| poisoned.into_inner()),
        );
    }

    fn submit(&self, state: &mut State, cell: u32, kernels: Vec<Kernel>) {
        if kernels.is_empty() {
            return;
        }
        let well = state.well || state.program == Some(cell);
        let draft = !well || self.target.facts().always_drafts;
        *state.unfinished.entry(cell).or_default() += kernels.len();
        for kernel in kernels {
            state.serial += 1;
            let serial = state.serial;
            let stop = state.given_up.contains(&kernel.display);
            state.jobs.push_back(Job {
                cell,
                serial,
                kernel,
                draft,
                stop: Arc::new(AtomicBool::new(stop)),
            });
            state.idle.wake_one();
        }
    }

    fn next_job(&self) -> Option<Job> {
        loop {
            let mut state = self.lock();
            if state.stop {
                return None;
            }
            if let Some(job) = state.jobs.pop_front() {
                return Some(state.begin(job, true));
            }
            state.idle.join();
            drop(state);
            std::thread::park();
        }
    }

    fn next_draft(&self) -> Option<Job> {
        let waiting = |state: &mut State| state.drafts.is_empty() && !state.stop;
        let mut state = self.lock();
        loop {
            state = self
                .drafted
                .wait_while(state, waiting)
                .unwrap_or_else(PoisonError::into_inner);
            let quiet = match state.entered {
                _ if state.compiling => Duration::ZERO,
                Some(entered) => entered.elapsed(),
                None => Duration::MAX,
            };
            if state.stop {
                return None;
            }
            if quiet >= QUIET_BEFORE_OPTIMISING {
                let job = state.drafts.pop_front()?;
                return Some(state.begin(job, false));
            }
            drop(state);
            std::thread::sleep(QUIET_BEFORE_OPTIMISING - quiet);
            state = self.lock();
        }
    }

    /// Sends an image to the executor and keeps it for the next one.
    fn deliver(&self, state: &mut State, symbol: String, mut image: Image) {
        if let Some(executor) = &state.executor {
            image.send(&symbol, executor);
        }
        state.images.insert(symbol, image);
    }
}

/// Is it a kernel's symbol? Code of functions that have addresses comes as kernels do, under names that begin so.
pub fn is_kernel(symbol: &str) -> bool {
    !symbol.starts_with('&')
}
