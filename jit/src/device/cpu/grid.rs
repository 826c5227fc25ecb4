//! One running grid, as the threads that work on it share it.

use std::ffi::c_void;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::abi::position;
use super::block::Shape;
use super::children::Children;
use super::cluster::Cluster;
use super::fault::{Fault, FaultKind};
use super::heap::Heap;
use super::interrupt::Ending;
use super::kernel::{CpuKernel, Grid};
use super::limits::Config;
use super::sanitizer::LaunchWatch;
use super::shares::{Shares, take_piece};
use crate::lock::lock;
use crate::wire::Tier;

/// Time that a thread spins before it sleeps, waiting for another one.
pub(super) const SPIN: Duration = Duration::from_micros(20);

/// Time between two looks at the stop flag while a thread sleeps.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Blocks that one thread takes at once from a grid that nobody else knows of yet, or whose code may be replaced.
const CHUNK_MAX: u64 = 16;

/// Says whether better code for a grid's kernel is there, which its remaining blocks are to run.
pub(super) type GivesWay<'launch> = Option<&'launch (dyn Fn() -> bool + Sync)>;

/// What of a grid is to run.
#[derive(Clone, Copy)]
pub(super) struct Part<'launch> {
    /// The first block.
    pub(super) first: u64,
    pub(super) gives_way: GivesWay<'launch>,
}

impl Part<'_> {
    /// All of it.
    pub(super) const WHOLE: Part<'static> = Part {
        first: 0,
        gives_way: None,
    };
}

/// A grid from its launch to its end. Lives on the launching thread's stack.
pub(super) struct GridRun<'launch> {
    pub(super) kernel: &'launch CpuKernel,
    pub(super) heap: &'launch Heap,
    pub(super) shape: Shape,
    /// Device memory and threads of the engine.
    pub(super) config: &'launch Config,
    /// What its threads launch.
    children: &'launch Children<'launch>,
    pub(super) barrier: GridBarrier,
    /// Threads beside the caller that work on it now. Changed under the pool's lock.
    pub(super) helpers: AtomicUsize,
    /// How often one has joined.
    joined: AtomicU32,
    /// How many helpers are to know of it: none until it is announced.
    pub(super) wanted: AtomicUsize,
    /// The first of these. Changed under the pool's lock.
    pub(super) first_helper: AtomicUsize,
    blocks: u64,
    /// The cluster that all of them are in.
    of_cluster: Option<&'launch Cluster>,
    /// The block it began with.
    first: u64,
    next: AtomicU64,
    /// Instead of `next`, if its blocks are dealt out to threads.
    shares: Option<Shares>,
    /// How long its threads have worked on it, all together, nanoseconds.
    work_ns: AtomicU64,
    gives_way: GivesWay<'launch>,
    pub(super) ending: Ending,
    fault: Mutex<Option<Fault>>,
    /// What the sanitizer keeps of the launch of a watched kernel.
    pub(super) watch: Option<LaunchWatch>,
    start: Instant,
}

// SAFETY: all that changes is atomic or locked; the argument pointers in `shape` are read only, and valid until the run ends
// (the contract of `Engine::run`).
unsafe impl Sync for GridRun<'_> {}

impl<'launch> GridRun<'launch> {
    /// A grid that has not begun.
    ///
    /// # Safety
    /// `args` has an address for each of the kernel's parameters.
    pub(super) unsafe fn new(
        kernel: &'launch CpuKernel,
        grid: &Grid,
        args: *const *const c_void,
        heap: &'launch Heap,
        config: &'launch Config,
        children: &'launch Children<'launch>,
    ) -> GridRun<'launch> {
        let shape = Shape {
            grid: grid.grid,
            block: grid.block,
            // The engine has checked that they are few.
            threads: grid.block_threads() as u32,
            warp_size: config.warp_size,
            // The dynamic array begins where the static part ends.
            shared_bytes: kernel.shared_bytes + grid.dynamic_shared,
            dynamic_shared_bytes: grid.dynamic_shared,
            args,
            cooperative: grid.cooperative,
            stack_bytes: config.stack_bytes,
            cluster: std::ptr::null(),
            children: std::ptr::from_ref(children).cast(),
        };
        let blocks = grid.blocks();
        let code = kernel.entry() as usize;
        let extents = (grid.grid, grid.block);
        let watch = kernel.watched.as_ref().map(|it| {
            // SAFETY: as the caller says.
            unsafe { LaunchWatch::begin(it, &kernel.display, code, extents, args, heap) }
        });
        GridRun {
            kernel,
            heap,
            shape,
            config,
            children,
            barrier: GridBarrier::new(blocks),
            helpers: AtomicUsize::new(0),
            joined: AtomicU32::new(0),
            wanted: AtomicUsize::new(0),
            first_helper: AtomicUsize::new(0),
            blocks,
            of_cluster: None,
            first: 0,
            next: AtomicU64::new(0),
            shares: None,
            work_ns: AtomicU64::new(0),
            gives_way: None,
            ending: Ending::default(),
            fault: Mutex::new(None),
            watch,
            start: Instant::now(),
        }
    }

    /// Runs this cluster alone, whose blocks wait for each other as those of a cooperative grid do.
    pub(super) fn cluster(mut self, cluster: &'launch Cluster) -> GridRun<'launch> {
        self.blocks = cluster.blocks();
        self.barrier = GridBarrier::new(self.blocks);
        self.shape.cooperative = true;
        self.shape.cluster = cluster;
        self.of_cluster = Some(cluster);
        self
    }

    /// Begins with a later block than the first, and ends early where better code comes. A cooperative grid does neither: its blocks wait for each other.
    pub(super) fn part(mut self, part: Part<'launch>) -> GridRun<'launch> {
        self.first = part.first;
        self.next = AtomicU64::new(part.first);
        self.gives_way = part.gives_way.filter(|_| !self.shape.cooperative);
        self
    }

    /// Deals its blocks out to so many threads, if none of them may wait for another one and all are for this code.
    pub(super) fn deal(&mut self, threads: usize) {
        let whole = self.kernel.tier() == Tier::Block
            || self
                .kernel
                .regions_for(self.shape.block, self.config)
                .is_some();
        if whole && !self.shape.cooperative && self.gives_way.is_none() {
            self.shares = Some(Shares::new(&(self.first..self.blocks), threads));
        }
    }

    /// Are its remaining blocks for better code?
    fn over(&self) -> bool {
        self.gives_way.is_some_and(|it| it())
    }

    /// The block that it began with.
    pub(super) fn first(&self) -> u64 {
        self.first
    }

    /// The first block that nobody has taken; of one that is dealt out, the block that it would be if they were taken in order.
    pub(super) fn taken(&self) -> u64 {
        if let Some(shares) = &self.shares {
            return self.first + shares.taken();
        }
        self.next.load(Ordering::Relaxed).min(self.blocks)
    }

    /// Another thread works on it from now on, under the pool's lock.
    pub(super) fn join(&self) {
        self.helpers.fetch_add(1, Ordering::Relaxed);
        self.joined.fetch_add(1, Ordering::Relaxed);
    }

    /// The number that a helper has among its threads, if it is to help; of so many helpers in all. The caller has 0.
    pub(super) fn number_of(&self, helper: usize, of: usize) -> Option<usize> {
        let first = self.first_helper.load(Ordering::Relaxed);
        let place = (helper + of - first) % of;
        (place < self.wanted.load(Ordering::Relaxed)).then_some(1 + place)
    }

    /// How many threads beside the caller have worked on it.
    pub(super) fn joined(&self) -> u32 {
        self.joined.load(Ordering::Relaxed)
    }

    /// Blocks in all.
    pub(super) fn blocks(&self) -> u64 {
        self.blocks
    }

    /// `blockIdx` of a block.
    pub(super) fn block_idx(&self, block: u64) -> [u32; 3] {
        match self.of_cluster {
            Some(cluster) => cluster.block_idx(block),
            None => position(block, self.shape.grid),
        }
    }

    /// Takes blocks for the thread with this number.
    pub(super) fn take_as(&self, number: usize) -> Option<Range<u64>> {
        match &self.shares {
            Some(_) if self.stopped() => None,
            Some(shares) => shares.take(number),
            None => self.take(),
        }
    }

    /// Takes the next blocks, for a thread that has none; no more once better code is there.
    pub(super) fn take(&self) -> Option<Range<u64>> {
        match self.over() {
            true => None,
            false => self.take_beside(),
        }
    }

    /// Takes the next blocks, in order: several at once while there are many, single ones towards the end. Blocks that a thread has may wait for them.
    pub(super) fn take_beside(&self) -> Option<Range<u64>> {
        let shares = 8 * self.config.threads as u64;
        let few = self.gives_way.is_some() || self.wanted.load(Ordering::Relaxed) == 0;
        let piece = |left: u64| match left / shares {
            _ if self.shape.cooperative => 1,
            piece if few => piece.min(CHUNK_MAX),
            piece => piece,
        };
        match self.stopped() {
            true => None,
            false => take_piece(&self.next, self.blocks, piece),
        }
    }

    /// Whether blocks are left to take.
    pub(super) fn has_work(&self) -> bool {
        let has_work = match &self.shares {
            Some(shares) => shares.has_work(),
            None => self.next.load(Ordering::Relaxed) < self.blocks,
        };
        has_work && !self.stopped() && !self.over()
    }

    /// One of its threads has worked on it for so long.
    pub(super) fn has_worked(&self, time: Duration) {
        let time_ns = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.work_ns.fetch_add(time_ns, Ordering::Relaxed);
    }

    /// How long its threads have worked on it, all together. Whole once its helpers have left.
    pub(super) fn work(&self) -> Duration {
        Duration::from_nanos(self.work_ns.load(Ordering::Relaxed))
    }

    /// What one thread would need for the blocks that nobody has taken, if they are like those before them.
    pub(super) fn work_left(&self) -> Duration {
        let taken = self.taken();
        let (done, left) = (taken - self.first, self.blocks - taken);
        let threads = 1 + self.helpers.load(Ordering::Relaxed) as u128;
        let left_ns =
            self.elapsed().as_nanos() * threads * u128::from(left) / u128::from(done.max(1));
        Duration::from_nanos(u64::try_from(left_ns).unwrap_or(u64::MAX))
    }

    /// Time since the launch.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The flag that ends the grid early.
    pub(super) fn stop_flag(&self) -> &AtomicBool {
        &self.ending.stop
    }

    /// Whether the grid ends early.
    pub(super) fn stopped(&self) -> bool {
        self.ending.stop.load(Ordering::Relaxed)
    }

    /// Ends the grid with a fault; the first one counts.
    pub(super) fn fail(&self, fault: Fault) {
        lock(&self.fault).get_or_insert(fault);
        self.ending.stop.store(true, Ordering::Relaxed);
        self.barrier.wake();
    }

    /// Ends the grid for want of memory for its stacks or shared memory.
    pub(super) fn fail_memory(&self, error: &std::io::Error) {
        let message = format!(
            "no memory for the threads of `{}`: {error}",
            self.kernel.display
        );
        self.fail(Fault::of_launch(FaultKind::OutOfMemory, message));
    }

    /// Runs what a block has launched so far.
    pub(super) fn run_children(&self, block_idx: [u32; 3]) {
        let [x, y, z] = block_idx.map(u64::from);
        let [width, height, _] = self.shape.grid.map(u64::from);
        if !self.children.run_of_block(x + width * (y + height * z)) {
            // What is told is why that one failed.
            self.fail(Fault::of_launch(
                FaultKind::LaunchFailure,
                "a launched kernel failed",
            ));
        }
    }

    /// A block has come to `grid.sync()`. Gives what `GridBarrier::generation` has to exceed for it to go on.
    pub(super) fn arrive_at_barrier(&self) -> u64 {
        let (generation, result) = self.barrier.arrive();
        self.judge(result);
        if let Some(watch) = &self.watch
            && self.barrier.generation() > generation
        {
            watch.all_blocks_met();
        }
        generation
    }

    /// All threads of a block have returned.
    pub(super) fn block_finished(&self) {
        if self.shape.cooperative {
            let result = self.barrier.leave();
            self.judge(result);
        }
    }

    fn judge(&self, result: Result<(), Incomplete>) {
        let Err(Incomplete { waiting, returned }) = result else {
            return;
        };
        let barrier = match self.of_cluster {
            Some(_) => "cluster.sync()",
            None => "grid.sync()",
        };
        let message = format!(
            "{barrier} can never complete: {waiting} of {} blocks wait there, {returned} have returned",
            self.blocks
        );
        self.fail(Fault::of_launch(FaultKind::Deadlock, message));
    }

    /// The outcome, once nobody works on the grid any more.
    pub(super) fn finish(self) -> Result<(), Fault> {
        match self
            .fault
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
        {
            Some(fault) => Err(fault),
            None if self.ending.interrupted.into_inner() => {
                Err(Fault::of_launch(FaultKind::Interrupted, "interrupted"))
            }
            None => Ok(()),
        }
    }
}

/// The barrier of a cooperative grid. Its parties are blocks.
pub(super) struct GridBarrier {
    blocks: u64,
    generation: AtomicU64,
    state: Mutex<Parties>,
    changed: Condvar,
}

#[derive(Default)]
struct Parties {
    waiting: u64,
    returned: u64,
}

/// Some blocks wait, and all others have returned.
struct Incomplete {
    waiting: u64,
    returned: u64,
}

impl GridBarrier {
    fn new(blocks: u64) -> GridBarrier {
        let (generation, state) = (AtomicU64::new(0), Mutex::default());
        GridBarrier {
            blocks,
            generation,
            state,
            changed: Condvar::new(),
        }
    }

    /// How often the barrier has completed.
    pub(super) fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    /// Waits until the barrier has completed again since `generation`, or `stop`.
    pub(super) fn wait(&self, generation: u64, stop: &AtomicBool) {
        let done = || self.generation() > generation || stop.load(Ordering::Relaxed);
        let start = Instant::now();
        while start.elapsed() < SPIN {
            if done() {
                return;
            }
            std::hint::spin_loop();
        }
        let mut state = lock(&self.state);
        while !done() {
            // Not for ever: an interrupt sets the flag from a handler, which can tell nobody.
            state = self
                .changed
                .wait_timeout(state, LOOK_EVERY)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }

    fn arrive(&self) -> (u64, Result<(), Incomplete>) {
        let mut state = lock(&self.state);
        let generation = self.generation();
        state.waiting += 1;
        (generation, self.complete(&mut state))
    }

    fn leave(&self) -> Result<(), Incomplete> {
        let mut state = lock(&self.state);
        state.returned += 1;
        self.complete(&mut state)
    }

    fn complete(&self, state: &mut Parties) -> Result<(), Incomplete> {
        let Parties { waiting, returned } = *state;
        if waiting == 0 || waiting + returned < self.blocks {
            return Ok(());
        }
        if returned > 0 {
            return Err(Incomplete { waiting, returned });
        }
        state.waiting = 0;
        self.generation.fetch_add(1, Ordering::Release);
        self.changed.notify_all();
        Ok(())
    }

    fn wake(&self) {
        // With the lock, so that nobody is between looking at the stop flag and going to sleep.
        let _state = lock(&self.state);
        self.changed.notify_all();
    }
}
