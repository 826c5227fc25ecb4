//! Kernels, and the grids that they are launched with.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::abi::RegionsEntry;
use super::limits::Config;
use super::sanitizer::WatchedKernel;
use crate::wire::{Site, Tier};

/// Code that runs whole blocks of a kernel of tier Thread.
#[derive(Clone, Copy, Debug)]
pub struct Regions {
    /// Its entry.
    pub entry: RegionsEntry,
    /// Memory that it needs, bytes for each thread.
    pub thread_bytes: u32,
    whole_warps: bool,
    one_axis: bool,
    whole_rows: bool,
}

impl Regions {
    /// The code with this entry, and what it needs as one word (docs/tiers.md).
    pub fn new(entry: RegionsEntry, needs: u32) -> Regions {
        Regions {
            entry,
            thread_bytes: needs & ((1 << 29) - 1),
            whole_warps: needs >> 31 != 0,
            one_axis: needs >> 30 & 1 != 0,
            whole_rows: needs >> 29 & 1 != 0,
        }
    }

    /// May it run blocks of this shape?
    fn fits(&self, [x, y, z]: [u32; 3], warp_size: u32) -> bool {
        let whole = warp_size == 32 && (x * y * z).is_multiple_of(32);
        (!self.whole_warps || whole)
            && (!self.one_axis || y * z == 1)
            && (!self.whole_rows || x.is_multiple_of(32))
    }
}

/// A kernel ready to run.
#[derive(Debug)]
pub struct CpuKernel {
    entry: *const (),
    tier: Tier,
    regions: Option<Regions>,
    /// Static shared memory, bytes.
    pub shared_bytes: u32,
    /// Name for people.
    pub display: String,
    /// Synchronising calls by site number.
    pub sites: Vec<Site>,
    /// `__launch_bounds__` maximum; 0 if none.
    pub max_threads: u32,
    /// What is known of it if it tells the sanitizer of its accesses.
    pub(super) watched: Option<WatchedKernel>,
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
            regions: None,
            shared_bytes,
            display,
            sites,
            max_threads,
            watched: None,
            block_ns,
        }
    }

    /// With code that runs whole blocks.
    ///
    /// # Safety
    /// It is the same kernel, and stays mapped as long as this lives.
    pub unsafe fn with_regions(self, regions: Option<Regions>) -> CpuKernel {
        CpuKernel { regions, ..self }
    }

    /// As a kernel of tier Watched.
    pub(super) fn watched(self, watched: Option<WatchedKernel>) -> CpuKernel {
        CpuKernel { watched, ..self }
    }

    /// Its code that runs whole blocks, if there is any for blocks of this shape.
    pub(super) fn regions_for(&self, block: [u32; 3], config: &Config) -> Option<Regions> {
        let fits = |regions: &Regions| config.regions && regions.fits(block, config.warp_size);
        self.regions.filter(fits)
    }

    /// Address of its entry.
    pub fn entry(&self) -> *const () {
        self.entry
    }

    /// How its blocks run.
    pub fn tier(&self) -> Tier {
        self.tier
    }

    /// What one thread would need for so many blocks, by the last launch; without one it is no time that ends.
    pub(super) fn expected(&self, blocks: u64) -> Duration {
        Duration::from_nanos(self.block_ns.load(Ordering::Relaxed).saturating_mul(blocks))
    }

    /// A launch's threads worked on so many blocks for this long, all together.
    pub(super) fn learn(&self, work: Duration, blocks: u64) {
        let block_ns = u64::try_from(work.as_nanos() / u128::from(blocks)).unwrap_or(u64::MAX - 1);
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
    /// Blocks of a cluster along each axis; ones: there are no clusters.
    pub cluster: [u32; 3],
}

impl Grid {
    /// Threads of a block.
    pub fn block_threads(&self) -> u64 {
        self.block
            .iter()
            .fold(1, |threads: u64, &n| threads.saturating_mul(u64::from(n)))
    }

    /// Blocks of a cluster.
    pub fn cluster_blocks(&self) -> u64 {
        self.cluster.iter().map(|&n| u64::from(n)).product()
    }

    /// Blocks.
    pub fn blocks(&self) -> u64 {
        self.grid
            .iter()
            .fold(1, |blocks: u64, &n| blocks.saturating_mul(u64::from(n)))
    }
}
