//! The engine: launches, and the memory and threads that they share.

use std::cell::Cell;
use std::ffi::c_void;

use super::children::Children;
use super::cluster::Cluster;
use super::fault::{Fault, FaultKind};
use super::grid::{GridRun, Part};
use super::heap::Heap;
use super::kernel::{CpuKernel, Grid};
use super::limits::{BLOCK_THREADS_MAX, Config, SHARED_BYTES_MAX};
use super::pool::Pool;
use super::worker::{AskForHelp, prepare_thread};
use super::{fiber, interrupt, sanitizer};
use crate::device::{Rested, profile};
use crate::wire::Tier;

thread_local! {
    /// Threads that ran the last grid of this thread, while a profile is taken.
    static THREADS: Cell<u32> = const { Cell::new(1) };
}

/// How many threads ran the grid that this thread ran last, while a profile is taken.
pub(super) fn threads_of_last_run() -> u32 {
    THREADS.get()
}

/// Runs grids on all cores. Shared by all streams; grids of different callers really run at the same time.
pub struct Engine {
    config: Config,
    heap: Heap,
    pool: Pool,
}

impl Engine {
    /// An engine that uses `threads` host threads (callers included), and defaults for the rest.
    pub fn new(threads: usize) -> Engine {
        Engine::with(Config {
            threads,
            ..Config::default()
        })
    }

    /// An engine. Threads start when the first launch needs them.
    pub fn with(mut config: Config) -> Engine {
        config.threads = config.threads.max(1);
        config.stack_bytes = config.stack_bytes.max(fiber::STACK_BYTES_MIN);
        if config.warp_size != 64 {
            config.warp_size = 32;
        }
        let heap = Heap::new(config.memory_bytes);
        let pool = Pool::new(config.clone());
        Engine { config, heap, pool }
    }

    /// What it was made with, limits applied.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Device memory.
    pub fn heap(&self) -> &Heap {
        &self.heap
    }

    /// Blocks that a cooperative launch of a kernel of tier Thread may have at most. Tier Block has no such limit.
    pub fn cooperative_blocks_max(&self, block_threads: u32) -> u64 {
        u64::from(fiber::resident_threads_max(self.config.memory_bytes) / block_threads.max(1))
    }

    /// Runs a grid and returns when it has ended; the calling thread helps. Device output goes to stdout as it comes.
    ///
    /// # Safety
    /// `args` points to one pointer per parameter of the kernel, each to a value of its type, valid until this returns.
    /// What the kernel does with the memory it is given is the user's own; wild accesses are reported where they hit nothing.
    pub unsafe fn run(
        &self,
        kernel: &CpuKernel,
        grid: &Grid,
        args: *const *const c_void,
    ) -> Result<(), Fault> {
        // SAFETY: the caller's duty is the same.
        unsafe {
            let children = Children::none();
            self.run_part(kernel, grid, args, &children, Part::WHOLE)
                .map(drop)
        }
    }

    /// Runs a grid from a block on, until it has ended or better code is there for the rest. Gives the first block that has not run. What its threads launch
    /// and nobody waits for is in `children` then.
    ///
    /// # Safety
    /// As for `run`.
    pub(super) unsafe fn run_part(
        &self,
        kernel: &CpuKernel,
        grid: &Grid,
        args: *const *const c_void,
        children: &Children<'_>,
        part: Part<'_>,
    ) -> Result<u64, Fault> {
        self.check(kernel, grid)?;
        prepare_thread();
        if grid.cluster_blocks() > 1 && self.runs_fibers(kernel, grid) {
            // SAFETY: the caller's duty.
            unsafe { self.run_clusters(kernel, grid, args, children) }?;
            return Ok(grid.blocks());
        }
        // SAFETY: the caller's duty.
        let run = unsafe { GridRun::new(kernel, grid, args, &self.heap, &self.config, children) };
        self.work(kernel, run.part(part))
    }

    /// Runs the clusters of a grid one after another.
    ///
    /// # Safety
    /// As for `run`.
    unsafe fn run_clusters(
        &self,
        kernel: &CpuKernel,
        grid: &Grid,
        args: *const *const c_void,
        children: &Children<'_>,
    ) -> Result<(), Fault> {
        let shared_bytes = kernel.shared_bytes + grid.dynamic_shared;
        for number in 0..grid.blocks() / grid.cluster_blocks() {
            let cluster = Cluster::of_grid(number, grid.grid, grid.cluster, shared_bytes);
            // SAFETY: the caller's duty.
            let run =
                unsafe { GridRun::new(kernel, grid, args, &self.heap, &self.config, children) };
            self.work(kernel, run.cluster(&cluster))?;
        }
        Ok(())
    }

    /// Runs a grid from its first block on. Gives the first block that has not run.
    fn work(&self, kernel: &CpuKernel, mut run: GridRun<'_>) -> Result<u64, Fault> {
        let first = run.first();
        let blocks = run.blocks() - first;
        let alone = self.config.threads == 1 || blocks == 1 || kernel.watched.is_some();
        let mut worker = self.pool.check_out();
        let helpers = self.pool.helpers_for(kernel.expected(blocks), &run);
        if !alone && helpers > 0 {
            run.deal(1 + helpers);
            self.pool.announce(&run, helpers);
        }
        let ask: AskForHelp = &|run| self.pool.offer(run);
        worker.work(&run, 0, (!alone).then_some(ask));
        run.has_worked(run.elapsed());
        self.pool.retire(&run);
        self.pool.check_in(worker);
        let (taken, work) = (run.taken(), run.work());
        if profile::is_taken() {
            THREADS.set(1 + run.joined());
        }
        let outcome = run.finish();
        if kernel.watched.is_some() {
            sanitizer::tell_findings();
        }
        outcome?;
        if taken > first {
            kernel.learn(work, taken - first);
        }
        Ok(taken)
    }

    /// Makes the grids that run end with `FaultKind::Interrupted`, as far as that can be done at this moment; to be called again
    /// until they have.
    pub fn interrupt(&self) {
        interrupt::interrupt();
    }

    /// As `Device::rest`.
    pub(super) fn rest(&self) -> Rested<'_> {
        Ok(Box::new(self.pool.rest()?))
    }

    /// Does each thread have a fiber? Blocks that do not wait for each other need none.
    fn runs_fibers(&self, kernel: &CpuKernel, grid: &Grid) -> bool {
        kernel.tier() != Tier::Block && kernel.regions_for(grid.block, &self.config).is_none()
    }

    fn check(&self, kernel: &CpuKernel, grid: &Grid) -> Result<(), Fault> {
        let refuse =
            |message: String| Err(Fault::of_launch(FaultKind::InvalidConfiguration, message));
        let name = &kernel.display;
        let (threads, blocks) = (grid.block_threads(), grid.blocks());
        if threads == 0 || blocks == 0 {
            return refuse(format!("launch of `{name}` with an empty grid or block"));
        }
        let threads_max = match kernel.max_threads {
            0 => BLOCK_THREADS_MAX,
            bound => bound.min(BLOCK_THREADS_MAX),
        };
        if threads > u64::from(threads_max) {
            return refuse(format!(
                "launch of `{name}` with {threads} threads per block; it can have {threads_max}"
            ));
        }
        let shared = u64::from(kernel.shared_bytes) + u64::from(grid.dynamic_shared);
        if shared > u64::from(SHARED_BYTES_MAX) {
            return refuse(format!(
                "launch of `{name}` with {shared} bytes of shared memory; a block can have {SHARED_BYTES_MAX}"
            ));
        }
        // Threads of a block are few, as was just checked.
        let blocks_max = self.cooperative_blocks_max(threads as u32);
        let (together, kind) = match grid.cooperative {
            true => (blocks, "cooperative launch"),
            false => (grid.cluster_blocks(), "clusters in a launch"),
        };
        if together > blocks_max && self.runs_fibers(kernel, grid) && together > 1 {
            return Err(Fault::of_launch(
                FaultKind::CooperativeLaunchTooLarge,
                format!(
                    "{kind} of `{name}` with {together} blocks of {threads} threads; {blocks_max} blocks can be resident at once"
                ),
            ));
        }
        Ok(())
    }
}
