//! The engine: kernels, launches, and the memory and threads that they share.

use std::ffi::c_void;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::fault::{Fault, FaultKind};
use super::grid::GridRun;
use super::heap::Heap;
use super::pool::Pool;
use super::{fiber, interrupt, trap};
use crate::device::Rested;
use crate::wire::{Site, Tier};

/// Threads of a block at most, as on every GPU.
pub const BLOCK_THREADS_MAX: u32 = 1024;

/// Shared memory of a block at most, static and dynamic, bytes: what the largest GPUs give on request.
pub const SHARED_BYTES_MAX: u32 = 227 * 1024;

/// Launches expected to take less than this run on the calling thread alone: waking another one takes about as long.
pub(super) const INLINE_MAX: Duration = Duration::from_micros(8);

/// What an engine is made with.
#[derive(Clone, Debug)]
pub struct Config {
    /// Host threads that run blocks, callers included; at least 1.
    pub threads: usize,
    /// Threads of a warp: 32 or 64.
    pub warp_size: u32,
    /// Stack of one device thread (tier Thread), bytes.
    pub stack_bytes: usize,
    /// Device memory, bytes; allocations beyond it fail.
    pub memory_bytes: usize,
}

impl Default for Config {
    /// All cores, warps of 32, 64 KiB of stack, the machine's memory.
    fn default() -> Config {
        Config {
            threads: std::thread::available_parallelism().map_or(1, NonZero::get),
            warp_size: 32,
            stack_bytes: 64 * 1024,
            memory_bytes: physical_bytes(),
        }
    }
}

fn physical_bytes() -> usize {
    // SAFETY: sysconf reads facts of the system.
    let pages = unsafe { libc::sysconf(libc::_SC_PHYS_PAGES) };
    usize::try_from(pages)
        .unwrap_or(0)
        .saturating_mul(super::memory::page_bytes())
}

/// A kernel ready to run.
#[derive(Debug)]
pub struct CpuKernel {
    entry: *const (),
    tier: Tier,
    /// Static shared memory, bytes.
    pub shared_bytes: u32,
    /// Name for people.
    pub display: String,
    /// Synchronising calls by site number.
    pub sites: Vec<Site>,
    /// `__launch_bounds__` maximum; 0 if none.
    pub max_threads: u32,
    /// Time of one block as the last launch took it, ns; `u64::MAX` before the first.
    block_ns: AtomicU64,
}

// SAFETY: the entry is code, which any thread may run (the constructor's contract); the rest is plain data.
unsafe impl Send for CpuKernel {}
// SAFETY: as above; the one field that changes is atomic.
unsafe impl Sync for CpuKernel {}

impl CpuKernel {
    /// A kernel with its linked entry.
    ///
    /// # Safety
    /// - `entry` is a function with the layout that ARCHITECTURE.md gives for `tier`, and stays mapped as long as this lives.
    /// - Its variable table is filled.
    pub unsafe fn new(
        entry: *const (),
        tier: Tier,
        shared_bytes: u32,
        display: String,
        sites: Vec<Site>,
        max_threads: u32,
    ) -> CpuKernel {
        let block_ns = AtomicU64::new(u64::MAX);
        CpuKernel {
            entry,
            tier,
            shared_bytes,
            display,
            sites,
            max_threads,
            block_ns,
        }
    }

    /// Address of its entry.
    pub fn entry(&self) -> *const () {
        self.entry
    }

    /// How its blocks run.
    pub fn tier(&self) -> Tier {
        self.tier
    }

    /// Whether a launch is so small that waking other threads costs more than it gains, by what the last one took.
    fn small(&self, blocks: u64) -> bool {
        let expected_ns = self.block_ns.load(Ordering::Relaxed).saturating_mul(blocks);
        blocks == 1 || u128::from(expected_ns) < INLINE_MAX.as_nanos()
    }

    fn learn(&self, elapsed: Duration, threads: usize, blocks: u64) {
        let total_ns = elapsed.as_nanos().saturating_mul(threads as u128);
        let block_ns = u64::try_from(total_ns / u128::from(blocks)).unwrap_or(u64::MAX - 1);
        self.block_ns.store(block_ns, Ordering::Relaxed);
    }
}

/// A launch configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Blocks along each axis.
    pub grid: [u32; 3],
    /// Threads of a block along each axis.
    pub block: [u32; 3],
    /// Dynamic shared memory of a block, bytes.
    pub dynamic_shared: u32,
    /// True: all blocks are resident at once and may wait for each other at `grid.sync()`.
    pub cooperative: bool,
}

impl Grid {
    /// Threads of a block.
    pub fn block_threads(&self) -> u64 {
        self.block
            .iter()
            .fold(1, |threads: u64, &n| threads.saturating_mul(u64::from(n)))
    }

    /// Blocks.
    pub fn blocks(&self) -> u64 {
        self.grid
            .iter()
            .fold(1, |blocks: u64, &n| blocks.saturating_mul(u64::from(n)))
    }
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
        self.check(kernel, grid)?;
        trap::prepare_thread();
        let start = Instant::now();
        let run = GridRun::new(kernel, grid, args, &self.heap, &self.config);
        let blocks = run.blocks();
        let alone = self.config.threads == 1 || blocks == 1;
        let mut worker = self.pool.check_out();
        if !alone && !kernel.small(blocks) {
            self.pool.announce(&run);
        }
        worker.work(&run, (!alone).then_some(&self.pool));
        let helped = self.pool.retire(&run);
        self.pool.check_in(worker);
        let outcome = run.finish();
        if outcome.is_ok() {
            kernel.learn(
                start.elapsed(),
                if helped { self.config.threads } else { 1 },
                blocks,
            );
        }
        outcome
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
        if grid.cooperative && kernel.tier == Tier::Thread && blocks > blocks_max {
            return Err(Fault::of_launch(
                FaultKind::CooperativeLaunchTooLarge,
                format!(
                    "cooperative launch of `{name}` with {blocks} blocks of {threads} threads; {blocks_max} blocks can be resident at once"
                ),
            ));
        }
        Ok(())
    }
}
