//! Kernels, and the grids that they are launched with.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::limits::INLINE_MAX;
use crate::wire::{Site, Tier};

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
    pub(super) fn small(&self, blocks: u64) -> bool {
        let expected_ns = self.block_ns.load(Ordering::Relaxed).saturating_mul(blocks);
        blocks == 1 || u128::from(expected_ns) < INLINE_MAX.as_nanos()
    }

    pub(super) fn learn(&self, elapsed: Duration, threads: usize, blocks: u64) {
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
