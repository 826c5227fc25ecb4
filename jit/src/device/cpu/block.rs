//! A resident block of tier Thread: its threads, who of them can run, its barriers.
//!
//! Everything here happens on one host thread at a time. Primitives call into it from the fibers, the scheduler from outside of
//! them; both go through a raw pointer, and neither holds a reference across a switch.

use std::io;

use super::abi::{Block, ThreadEntry, position};
use super::arena::SharedArena;
use super::children::Children;
use super::cluster::Cluster;
use super::fiber::{DeviceThread, Signal, Stacks, leave_device_code};
use super::ring::Ring;
use super::sanitizer::{BlockWatch, LaunchWatch};
use super::warp::{Input, Warp, WarpOp, lanes};

/// Barriers of a block, as hardware has them.
pub(super) const BARRIERS: usize = 16;

/// Turns that lanes released by warp operations get in a row before others do.
const HOT_TURNS_MAX: u32 = 2048;

/// Turns in one slice: a block that runs longer lets its worker look at the rest of the world.
const SLICE_TURNS_MAX: u32 = 16 * 1024;

/// Why a block's slice of time ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slice {
    /// All threads have returned.
    Finished,
    /// All live threads wait at `grid.sync()`.
    AtGridBarrier,
    /// The threads that could run only spin.
    Spinning,
    /// It ran long.
    Expired,
    /// No thread can ever run again.
    Deadlocked,
    /// This thread ended the launch by a signal of the processor.
    Trapped(u32),
    /// This thread asked to end the launch.
    Failed(u32),
    /// This thread waits for what the block has launched; `go_on` lets it.
    WaitsForChildren(u32),
}

/// How `__syncthreads_count` and its kin were answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Votes {
    pub(super) yes: u32,
    pub(super) no: u32,
}

#[derive(Default)]
struct Barrier {
    waiting: Vec<u32>,
    /// Threads that it is for; 0: all of the block.
    threads: u32,
    /// Of those that wait.
    votes: Votes,
    /// Of the last completion. Read by the released threads before the barrier can complete again.
    outcome: Votes,
}

/// A launch as its blocks see it.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub(super) grid: [u32; 3],
    pub(super) block: [u32; 3],
    pub(super) threads: u32,
    pub(super) warp_size: u32,
    pub(super) shared_bytes: u32,
    pub(super) dynamic_shared_bytes: u32,
    pub(super) args: *const *const std::ffi::c_void,
    pub(super) cooperative: bool,
    pub(super) stack_bytes: usize,
    /// The cluster that runs; null if there are none.
    pub(super) cluster: *const Cluster,
    /// What its threads launch.
    pub(super) children: *const Children<'static>,
}

/// What of a launch each thread's own fields hold: block, warp size, shared memory in bytes.
type Indices = ([u32; 3], u32, u32);

fn indices_of(shape: &Shape) -> Option<Indices> {
    Some((shape.block, shape.warp_size, shape.shared_bytes))
}

/// State of one resident block. Kept from block to block and from launch to launch: its fibers are made once.
pub(super) struct Resident {
    pub(super) abi: Block,
    entry: Option<ThreadEntry>,
    pub(super) cooperative: bool,
    /// The cluster that it is in; null if there are none.
    pub(super) cluster: *const Cluster,
    /// What the grid's threads launch.
    pub(super) children: *const Children<'static>,
    /// Dropped before the stacks under them.
    threads: Vec<DeviceThread>,
    stacks: Vec<Stacks>,
    arena: SharedArena,
    count: u32,
    exited: u32,
    warps: Vec<Warp>,
    warp_size: u32,
    barriers: [Barrier; BARRIERS],
    /// Barriers at which somebody waits, one bit each.
    pending_barriers: u32,
    at_grid_barrier: u32,
    ready: Ring,
    /// Released by warp operations: run first, so that a warp's stacks stay in the cache.
    hot: Ring,
    hot_turns: u32,
    /// What the threads' own fields were set for.
    indexed_for: Option<Indices>,
    /// What the sanitizer keeps of a watched kernel's block.
    pub(super) watch: Option<Box<BlockWatch>>,
}

impl Resident {
    pub(super) fn new() -> Resident {
        Resident {
            abi: Block::NONE,
            entry: None,
            cooperative: false,
            cluster: std::ptr::null(),
            children: std::ptr::null(),
            threads: Vec::new(),
            stacks: Vec::new(),
            arena: SharedArena::default(),
            count: 0,
            exited: 0,
            warps: Vec::new(),
            warp_size: 0,
            barriers: Default::default(),
            pending_barriers: 0,
            at_grid_barrier: 0,
            ready: Ring::default(),
            hot: Ring::default(),
            hot_turns: 0,
            indexed_for: None,
            watch: None,
        }
    }

    /// Readies for blocks of a launch. `self` must not move until it is readied again.
    pub(super) fn prepare(&mut self, entry: ThreadEntry, shape: &Shape) -> io::Result<()> {
        let count = shape.threads as usize;
        if self.threads.len() < count {
            let stacks = Stacks::new(count - self.threads.len(), shape.stack_bytes)?;
            self.threads.extend(
                stacks
                    .iter()
                    .map(|stack| DeviceThread::new(stack, run_thread)),
            );
            self.stacks.push(stacks);
            self.ready = Ring::with_capacity(count);
            self.hot = Ring::with_capacity(count);
            self.indexed_for = None;
        }
        if self.warp_size != shape.warp_size {
            self.warps.clear();
        }
        self.warp_size = shape.warp_size;
        let warps = shape.threads.div_ceil(shape.warp_size) as usize;
        while self.warps.len() < warps {
            self.warps.push(Warp::new(shape.warp_size));
        }
        self.entry = Some(entry);
        self.cooperative = shape.cooperative;
        self.cluster = shape.cluster;
        self.children = shape.children;
        self.count = shape.threads;
        self.abi.block_dim = shape.block;
        self.abi.grid_dim = shape.grid;
        self.abi.dynamic_shared_bytes = shape.dynamic_shared_bytes;
        self.abi.args = shape.args;
        self.abi.shared = self.arena.take(shape.shared_bytes)?;
        if self.indexed_for != indices_of(shape) {
            self.index_threads(shape);
        }
        Ok(())
    }

    fn index_threads(&mut self, shape: &Shape) {
        let this: *mut Resident = self;
        for linear in 0..shape.threads {
            let thread = &mut self.threads[linear as usize];
            thread.resident = this;
            thread.abi.block = &raw const self.abi;
            thread.abi.tid = position(u64::from(linear), shape.block);
            thread.abi.linear = linear;
            thread.abi.lane = linear % shape.warp_size;
            thread.abi.warp = linear / shape.warp_size;
            thread.warp_size = shape.warp_size;
            thread.shared_bytes = shape.shared_bytes;
        }
        self.indexed_for = indices_of(shape);
    }

    /// Starts a block; the one before has finished or was abandoned.
    pub(super) fn begin(&mut self, block_idx: [u32; 3]) {
        self.abi.block_idx = block_idx;
        // SAFETY: null, or the cluster of the launch that `prepare` was for, which lives until the launch ends.
        if let Some(cluster) = unsafe { self.cluster.as_ref() } {
            cluster.begins(block_idx, self.abi.shared);
        }
        self.exited = 0;
        self.at_grid_barrier = 0;
        self.hot_turns = 0;
        self.hot.clear();
        self.ready.fill(self.count);
        let mut left = self.count;
        for warp in &mut self.warps {
            let lanes = left.min(self.warp_size);
            if lanes == 0 {
                break;
            }
            warp.begin(lanes);
            left -= lanes;
        }
    }

    /// The sanitizer keeps books of the block that has begun.
    pub(super) fn watch(&mut self, launch: &LaunchWatch, shape: &Shape) {
        let shared = (self.abi.shared as usize, shape.shared_bytes as usize);
        let watch = self
            .watch
            .get_or_insert_with(|| Box::new(BlockWatch::new(launch, shared)));
        watch.begin(self.abi.block_idx, self.count, self.warp_size);
        if !self.cluster.is_null() {
            watch.others_write();
        }
    }

    /// Does an address lie in the shared memory of a block of its cluster?
    pub(super) fn is_of_cluster(&self, address: usize) -> bool {
        // SAFETY: null, or the cluster of the launch that runs, which lives until that ends.
        let cluster = unsafe { self.cluster.as_ref() };
        cluster.is_some_and(|it| it.owner(address).is_some())
    }

    /// Does an address lie in the stack of one of the block's threads?
    pub(super) fn is_stack(&self, address: usize) -> bool {
        let threads = self.threads.iter().take(self.count as usize);
        threads.into_iter().any(|it| it.stack_contains(address))
    }

    /// Holds back what the threads print. For a block whose state is thrown away afterwards.
    pub(super) fn hush(&mut self) {
        for thread in &mut self.threads {
            thread.quiet = true;
        }
    }

    /// Makes the threads forget the block; it will not go on.
    pub(super) fn abandon(&mut self) {
        self.threads
            .iter_mut()
            .take(self.count as usize)
            .for_each(DeviceThread::reset);
        self.barriers = Default::default();
        self.pending_barriers = 0;
    }

    /// A thread of the block.
    pub(super) fn thread(&self, linear: u32) -> &DeviceThread {
        &self.threads[linear as usize]
    }

    /// Threads of the block.
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// Whether a thread has returned.
    pub(super) fn has_exited(&self, linear: u32) -> bool {
        let (warp, lane) = warp_and_lane(linear, self.warp_size);
        self.warps[warp as usize].live() >> lane & 1 == 0
    }

    /// A warp of the block.
    #[inline(always)]
    pub(super) fn warp(&self, warp: u32) -> &Warp {
        &self.warps[warp as usize]
    }

    /// Threads that have not yet come to a barrier.
    pub(super) fn missing_at_barrier(&self, id: u32) -> u32 {
        let barrier = &self.barriers[id as usize];
        // Waiting threads are at most those of a block.
        let here = barrier.waiting.len() as u32;
        match barrier.threads {
            0 => self.count - self.exited - here,
            threads => threads.saturating_sub(here),
        }
    }

    /// Lets threads run until the block ends, waits for others, or has run for a slice.
    ///
    /// # Safety
    /// `this` is valid, readied, and used by this host thread only.
    pub(super) unsafe fn run(this: *mut Resident) -> Slice {
        // SAFETY: as the caller promises; no reference is held while a thread runs.
        let slice = unsafe { Resident::run_threads(this) };
        leave_device_code();
        slice
    }

    /// # Safety
    /// As `run`.
    unsafe fn run_threads(this: *mut Resident) -> Slice {
        let mut idle_turns = 0;
        for _ in 0..SLICE_TURNS_MAX {
            // SAFETY: `this` is valid, and each reference made of it here ends before a thread is resumed.
            let Some(linear) = (unsafe { (*this).next() }) else {
                // SAFETY: as above.
                match unsafe { (*this).stalled() } {
                    Some(slice) => return slice,
                    None => continue,
                }
            };
            // SAFETY: rings hold indices of the block's threads, none of which runs.
            let signal = unsafe {
                let threads = (*this).threads.as_mut_ptr();
                if let Some(next) = (*this).peek() {
                    (*threads.add(next as usize)).prefetch();
                }
                DeviceThread::resume(threads.add(linear as usize))
            };
            // SAFETY: no thread runs any more.
            let block = unsafe { &mut *this };
            match signal {
                Signal::Blocked => idle_turns = 0,
                // Going round a waiting loop is no progress.
                Signal::Stepped => {}
                Signal::Returned => {
                    idle_turns = 0;
                    block.exit(linear);
                }
                Signal::Yielded => {
                    block.ready.push(linear);
                    idle_turns += 1;
                    if idle_turns > 2 * block.ready.len() && !block.settle_all(true) {
                        return Slice::Spinning;
                    }
                }
                Signal::Trapped => return Slice::Trapped(linear),
                Signal::Failed => return Slice::Failed(linear),
                Signal::WaitsForChildren => return Slice::WaitsForChildren(linear),
            }
        }
        Slice::Expired
    }

    /// What the thread's block has launched has ended.
    pub(super) fn go_on(&mut self, linear: u32) {
        self.ready.push(linear);
    }

    fn next(&mut self) -> Option<u32> {
        let fair = self.hot_turns < HOT_TURNS_MAX || self.ready.len() == 0;
        if fair && let Some(linear) = self.hot.pop() {
            self.hot_turns += 1;
            return Some(linear);
        }
        self.hot_turns = 0;
        self.ready.pop()
    }

    /// Probably the thread after the one that `next` gave.
    #[inline(always)]
    fn peek(&self) -> Option<u32> {
        self.hot.first().or_else(|| self.ready.first())
    }

    /// Nobody can run. What now? None: somebody can, after all.
    fn stalled(&mut self) -> Option<Slice> {
        if self.exited == self.count {
            return Some(Slice::Finished);
        }
        if self.hot.len() > 0 || self.settle_all(false) {
            return None;
        }
        if self.at_grid_barrier + self.exited == self.count {
            return Some(Slice::AtGridBarrier);
        }
        Some(Slice::Deadlocked)
    }

    fn settle_all(&mut self, forced: bool) -> bool {
        let mut any = false;
        for warp in 0..self.count.div_ceil(self.warp_size) {
            let released = self.warps[warp as usize].settle(forced);
            self.release_lanes(warp, released);
            any |= released != 0;
        }
        any
    }

    fn release_lanes(&mut self, warp: u32, released: u64) {
        let first = warp * self.warp_size;
        for lane in lanes(released) {
            self.hot.push(first + lane);
        }
    }

    fn exit(&mut self, linear: u32) {
        self.exited += 1;
        let (warp, lane) = warp_and_lane(linear, self.warp_size);
        let released = self.warps[warp as usize].exit(lane);
        self.lanes_met(warp, released);
        self.release_lanes(warp, released);
        self.settle(warp);
        let mut pending = self.pending_barriers;
        while pending != 0 {
            let id = pending.trailing_zeros();
            pending &= pending - 1;
            if self.barriers[id as usize].threads == 0 && self.missing_at_barrier(id) == 0 {
                self.release_barrier(id, None);
            }
        }
    }

    #[inline(always)]
    fn settle(&mut self, warp: u32) {
        let released = self.warps[warp as usize].settle(false);
        self.release_lanes(warp, released);
    }

    /// The running thread comes to a barrier. True: it is complete, go on. False: suspend.
    pub(super) fn arrive_at_barrier(
        &mut self,
        thread: &super::abi::Thread,
        id: u32,
        threads: u32,
        vote: Option<bool>,
    ) -> bool {
        let barrier = &mut self.barriers[id as usize];
        match vote {
            Some(true) => barrier.votes.yes += 1,
            Some(false) => barrier.votes.no += 1,
            None => {}
        }
        barrier.threads = if threads == self.count { 0 } else { threads };
        if self.missing_at_barrier(id) <= 1 {
            self.release_barrier(id, Some(thread.linear));
            return true;
        }
        self.barriers[id as usize].waiting.push(thread.linear);
        self.pending_barriers |= 1 << id;
        self.warps[thread.warp as usize].block(thread.lane);
        self.settle(thread.warp);
        false
    }

    /// `last`: the thread that came last and does not wait.
    fn release_barrier(&mut self, id: u32, last: Option<u32>) {
        let barrier = &mut self.barriers[id as usize];
        if let Some(watch) = &mut self.watch {
            match barrier.threads {
                0 => watch.block_met(),
                _ => watch.threads_met(barrier.waiting.iter().copied().chain(last)),
            }
        }
        barrier.outcome = std::mem::take(&mut barrier.votes);
        self.pending_barriers &= !(1 << id);
        if barrier.threads == 0 {
            // All live threads of the block were here.
            self.warps.iter_mut().for_each(Warp::unblock_all);
        } else {
            for &linear in &barrier.waiting {
                let (warp, lane) = warp_and_lane(linear, self.warp_size);
                self.warps[warp as usize].unblock(1 << lane);
            }
        }
        self.ready.extend(&barrier.waiting);
        barrier.waiting.clear();
    }

    /// How the threads of a barrier's last completion voted.
    pub(super) fn votes(&self, id: u32) -> Votes {
        self.barriers[id as usize].outcome
    }

    /// The running thread comes to a warp operation. True: it is complete, its result is there. False: suspend.
    #[inline(always)]
    pub(super) fn arrive_at_warp(
        &mut self,
        thread: &super::abi::Thread,
        op: WarpOp,
        mask: u64,
        input: Input,
    ) -> bool {
        let warp = &mut self.warps[thread.warp as usize];
        match warp.arrive(thread.lane, op, mask, input) {
            Some(released) => {
                self.lanes_met(thread.warp, released);
                self.release_lanes(thread.warp, released & !(1 << thread.lane));
                true
            }
            None => {
                self.settle(thread.warp);
                false
            }
        }
    }

    /// Lanes have met in an operation of their warp.
    #[inline(always)]
    fn lanes_met(&mut self, warp: u32, lanes: u64) {
        if let Some(watch) = &mut self.watch
            && lanes != 0
        {
            let live = self.warps[warp as usize].live();
            watch.lanes_met(warp, lanes, lanes == live);
        }
    }

    /// The running thread asks who stands there with it; it has to suspend.
    pub(super) fn ask_active_mask(&mut self, thread: &super::abi::Thread, site: u32) {
        self.warps[thread.warp as usize].ask_active_mask(thread.lane, site);
        self.settle(thread.warp);
    }

    /// The running thread comes to a point where it keeps in step with its warp. True: go on. False: suspend.
    #[inline(always)]
    pub(super) fn arrive_at_step(&mut self, thread: &super::abi::Thread, number: u32) -> bool {
        let released = self.warps[thread.warp as usize].step(thread.lane, number);
        let bit = 1 << thread.lane;
        self.release_lanes(thread.warp, released & !bit);
        released & bit != 0
    }

    /// The running thread comes to `grid.sync()`; it has to suspend.
    pub(super) fn arrive_at_grid_barrier(&mut self, thread: &super::abi::Thread) {
        self.at_grid_barrier += 1;
        self.warps[thread.warp as usize].block(thread.lane);
        self.settle(thread.warp);
    }

    /// All blocks have come to `grid.sync()`: the threads go on.
    pub(super) fn release_grid_barrier(&mut self) {
        self.at_grid_barrier = 0;
        if let Some(watch) = &mut self.watch {
            watch.grid_met();
        }
        self.warps.iter_mut().for_each(Warp::unblock_all);
        for linear in 0..self.count {
            if !self.has_exited(linear) {
                self.ready.push(linear);
            }
        }
    }
}

/// The warp and lane of a thread. Warp sizes are powers of two.
fn warp_and_lane(linear: u32, warp_size: u32) -> (u32, u32) {
    (
        linear >> warp_size.trailing_zeros(),
        linear & (warp_size - 1),
    )
}

/// One thread's run of the kernel, on its fiber.
///
/// # Safety
/// `thread` belongs to a resident block that is readied.
unsafe fn run_thread(thread: *mut DeviceThread) {
    // SAFETY: the block outlives the turns of its threads, and the entry's contract is the kernel's constructor's.
    unsafe {
        let resident = (*thread).resident;
        if let Some(entry) = (*resident).entry {
            entry(&raw const (*resident).abi, &raw const (*thread).abi);
        }
    }
}
