//! A running block of a watched kernel: its shared memory, and what its threads know of each other.

use super::launch::LaunchWatch;
use super::order::Order;
use super::shadow::{Cell, WORD_BYTES, Written};
use super::{State, with};

/// What is kept of a block; of one after the other.
pub(in crate::device::cpu) struct BlockWatch {
    /// The launch, which outlives the block.
    launch: *const LaunchWatch,
    pub(super) run: u32,
    pub(super) order: Order,
    /// First address and size of the block's shared memory.
    pub(super) shared: (usize, usize),
    pub(super) shared_cells: Vec<Cell>,
    pub(super) shared_written: Written,
    /// A thread of the block has fenced.
    pub(super) fenced: bool,
}

impl BlockWatch {
    /// For blocks of a launch.
    pub(in crate::device::cpu) fn new(launch: &LaunchWatch, shared: (usize, usize)) -> BlockWatch {
        let (_, shared_bytes) = shared;
        BlockWatch {
            launch,
            run: 0,
            order: Order::default(),
            shared,
            shared_cells: vec![Cell::default(); shared_bytes.div_ceil(WORD_BYTES)],
            shared_written: Written::new(shared_bytes),
            fenced: false,
        }
    }

    /// A block begins.
    pub(in crate::device::cpu) fn begin(
        &mut self,
        block_idx: [u32; 3],
        threads: u32,
        warp_size: u32,
    ) {
        self.run = self.launch().run_of(block_idx);
        self.order.begin(threads, warp_size);
        self.shared_written.clear();
        self.fenced = false;
    }

    /// Other blocks may write its shared memory, which nobody sees.
    pub(in crate::device::cpu) fn others_write(&mut self) {
        self.shared_written.set(0, self.shared.1);
    }

    pub(super) fn launch(&self) -> &'static LaunchWatch {
        // SAFETY: the launch's worker makes this of its launch, and drops it before that ends; what is given is used by the worker's own threads meanwhile.
        unsafe { &*self.launch }
    }

    /// All threads that have not returned have met.
    #[cold]
    pub(in crate::device::cpu) fn block_met(&mut self) {
        if let Some(now) = with(State::tick) {
            self.order.block_met(now);
        }
    }

    /// These have met at a named barrier.
    #[cold]
    pub(in crate::device::cpu) fn threads_met(&mut self, threads: impl Iterator<Item = u32>) {
        if let Some(now) = with(State::tick) {
            self.order.threads_met(&threads.collect::<Vec<_>>(), now);
        }
    }

    /// Lanes of a warp have met; `whole`: all that have not returned.
    #[cold]
    pub(in crate::device::cpu) fn lanes_met(&mut self, warp: u32, lanes: u64, whole: bool) {
        if let Some(now) = with(State::tick) {
            self.order.lanes_met(warp, lanes, whole, now);
        }
    }

    /// All blocks have met at `grid.sync()`, and this one goes on.
    pub(in crate::device::cpu) fn grid_met(&mut self) {
        let met = self.launch().grid_met.get();
        self.order.all_learn(met);
    }
}
