//! One launch of a watched kernel.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ffi::c_void;

use super::book::New;
use super::{State, checks, with};
use crate::device::cpu::abi::position;
use crate::device::cpu::fault::{Fault, FaultKind};
use crate::device::cpu::heap::Heap;
use crate::wire::{Check, ThreadAccess, WatchedPlace};

/// What is known of a kernel that tells of its accesses.
#[derive(Clone, Debug)]
pub(in crate::device::cpu) struct WatchedKernel {
    /// Mangled symbol.
    pub(in crate::device::cpu) symbol: String,
    /// Symbol of its entry.
    pub(in crate::device::cpu) entry: String,
    /// Sizes of its parameters, bytes.
    pub(in crate::device::cpu) param_bytes: Vec<u32>,
}

/// A launch from its start to its end.
pub(in crate::device::cpu) struct LaunchWatch {
    pub(super) kernel: WatchedKernel,
    display: String,
    /// What tells code objects apart.
    pub(super) code: usize,
    grid: [u32; 3],
    block: [u32; 3],
    /// The run of its first block.
    first_run: u32,
    blocks: u32,
    heap: *const Heap,
    /// Where its parameters lie: first address and size of each.
    parameters: Vec<(usize, usize)>,
    /// All blocks have met at this moment.
    pub(super) grid_met: Cell<u32>,
    /// By a word's address over its size: up to when accesses are known to who reads it, because a thread that had fenced wrote it.
    pub(super) released: RefCell<HashMap<usize, u32>>,
}

// SAFETY: the heap outlives the launch and may be used by any thread.
unsafe impl Send for LaunchWatch {}
// SAFETY: one worker alone runs a watched launch, and changes what can be changed here.
unsafe impl Sync for LaunchWatch {}

impl LaunchWatch {
    /// A launch begins: each block gets a number of its own.
    ///
    /// # Safety
    /// `args` has an address for each of the kernel's parameters.
    pub(in crate::device::cpu) unsafe fn begin(
        kernel: &WatchedKernel,
        display: &str,
        code: usize,
        (grid, block): ([u32; 3], [u32; 3]),
        args: *const *const c_void,
        heap: &Heap,
    ) -> LaunchWatch {
        let blocks: u64 = grid.iter().map(|&it| u64::from(it)).product();
        let blocks = u32::try_from(blocks).unwrap_or(u32::MAX / 2);
        let first_run = with(|it| it.reserve(blocks)).unwrap_or(1);
        let parameters = (kernel.param_bytes.iter().enumerate())
            // SAFETY: as the caller says.
            .map(|(index, &bytes)| (unsafe { *args.add(index) } as usize, bytes as usize))
            .collect();
        let watch = LaunchWatch {
            kernel: kernel.clone(),
            display: display.to_owned(),
            code,
            grid,
            block,
            first_run,
            blocks,
            heap,
            parameters,
            grid_met: Cell::new(0),
            released: RefCell::default(),
        };
        if checks().counts_traffic() {
            with(|it| it.traffic.begin(&watch));
        }
        watch
    }

    /// Threads of all blocks.
    pub(super) fn threads(&self) -> u64 {
        let extents = self.grid.iter().chain(&self.block);
        extents.map(|&it| u64::from(it)).product()
    }

    /// Is a block among so many that are spread over the launch?
    pub(super) fn is_sampled(&self, run: u32, blocks: u32) -> bool {
        let step = (self.blocks / blocks).max(1);
        let at = run.wrapping_sub(self.first_run);
        at.is_multiple_of(step) && at / step < blocks
    }

    /// The run of a block.
    pub(super) fn run_of(&self, block_idx: [u32; 3]) -> u32 {
        let [x, y, z] = block_idx;
        let linear = u64::from(x)
            + u64::from(self.grid[0]) * (u64::from(y) + u64::from(self.grid[1]) * u64::from(z));
        // Of more blocks than numbers the last ones share one: nothing is told of them.
        self.first_run + (linear.min(u64::from(self.blocks) - 1)) as u32
    }

    /// Is it one of this launch's?
    #[inline]
    pub(super) fn has_run(&self, run: u32) -> bool {
        run.wrapping_sub(self.first_run) < self.blocks
    }

    /// Does an address lie in one of the parameters?
    pub(super) fn is_parameter(&self, address: usize) -> bool {
        let within = |&(base, bytes): &(usize, usize)| address.wrapping_sub(base) < bytes;
        self.parameters.iter().any(within)
    }

    /// The first address of the device's own allocation that an address lies in.
    pub(super) fn heap_allocation(&self, address: usize) -> Option<usize> {
        // SAFETY: the engine that runs the launch owns the heap, and waits for its end.
        let heap = unsafe { &*self.heap };
        heap.find(address).map(|it| it.base)
    }

    /// A thread's access for people, by its block's run and its number in the block.
    pub(super) fn access(&self, what: String, run: u32, thread: u32, place: u32) -> ThreadAccess {
        ThreadAccess {
            what,
            block_idx: position(u64::from(run - self.first_run), self.grid),
            thread_idx: position(u64::from(thread), self.block),
            place: Some(WatchedPlace {
                symbol: self.kernel.symbol.clone(),
                entry: self.kernel.entry.clone(),
                number: place,
            }),
        }
    }

    /// The kernel's name for people.
    pub(super) fn name(&self) -> String {
        self.display.clone()
    }

    /// All blocks have come to `grid.sync()`.
    pub(in crate::device::cpu) fn all_blocks_met(&self) {
        if let Some(now) = with(State::tick) {
            self.grid_met.set(now);
        }
    }

    /// The launch has failed: if that is because threads did not meet it is a finding, too.
    pub(in crate::device::cpu) fn failed(&self, fault: &Fault) {
        let is_ours = match fault.error {
            FaultKind::Deadlock => true,
            FaultKind::LaunchFailure => !fault.message.starts_with("the kernel executed a trap"),
            _ => false,
        };
        if !is_ours || !checks().has(Check::Sync) {
            return;
        }
        let first = fault.message.lines().next().unwrap_or_default();
        let place = |[x, y, z]: [u32; 3]| format!("({x},{y},{z})");
        let block = fault.block_idx.map(place).unwrap_or_default();
        let new = || New {
            message: format!("in block {block}, {first}"),
            kernel: self.name(),
            access: None,
            other: None,
            memory: Vec::new(),
        };
        with(|it| it.book.add((Check::Sync, self.code, 0, "not met"), new));
    }
}

impl State {
    /// Numbers for so many blocks; the first one.
    fn reserve(&mut self, blocks: u32) -> u32 {
        // Far from the end of what numbers there are: all that is remembered of accesses is forgotten.
        if self.last_run.checked_add(blocks).is_none() || self.clock > u32::MAX / 2 {
            self.memory.forget_accesses();
            (self.last_run, self.clock) = (0, 0);
        }
        let first = self.last_run + 1;
        self.last_run = self.last_run.saturating_add(blocks);
        first
    }
}
