//! One call runs all threads of a block, on a stack of its own so that a fault can be unwound: tier Block, and tier Thread in regions.

use std::ffi::c_void;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use super::abi::{Block, BlockEntry, Span, ThreadEntry, position};
use super::again;
use super::arena::{ContextArena, SharedArena};
use super::fault::Fault;
use super::fiber::{DeviceThread, Signal, Stacks, leave_device_code};
use super::grid::GridRun;
use super::kernel::Regions;
use super::trap::Caught;
use super::{report, trail, trap};

/// Stack of a worker for blocks of tier Block, bytes; its pages take memory when touched.
const STACK_BYTES: usize = 8 << 20;

/// What runs a block.
#[derive(Clone, Copy)]
pub(super) enum WholeBlock {
    /// Any span of its threads, one after the other.
    Span(BlockEntry),
    /// All of its threads, region by region. The other entry runs one thread.
    Regions(Regions, ThreadEntry),
}

/// Runs whole blocks for one worker.
pub(super) struct SpanRunner {
    /// Dropped before the stack under it.
    thread: Box<SpanThread>,
    _stacks: Stacks,
    arena: SharedArena,
    context: ContextArena,
}

/// The device thread that stands for all threads of a block, and what it runs.
#[repr(C)]
struct SpanThread {
    /// First, so that a pointer to it is one to the whole.
    thread: DeviceThread,
    code: Option<WholeBlock>,
    context: *mut c_void,
    block: Block,
    span: Span,
    next: u64,
    end: u64,
    stop: *const AtomicBool,
}

impl SpanRunner {
    pub(super) fn new() -> io::Result<SpanRunner> {
        let stacks = Stacks::new(1, STACK_BYTES)?;
        let no_stack = || io::Error::other("no stack");
        let stack = stacks.iter().next().ok_or_else(no_stack)?;
        let mut thread = Box::new(SpanThread {
            thread: DeviceThread::new(stack, run_blocks),
            code: None,
            context: std::ptr::null_mut(),
            block: Block::NONE,
            span: Span::whole([0; 3]),
            next: 0,
            end: 0,
            stop: std::ptr::null(),
        });
        thread.thread.abi.block = &raw const thread.block;
        Ok(SpanRunner {
            thread,
            _stacks: stacks,
            arena: SharedArena::default(),
            context: ContextArena::default(),
        })
    }

    /// Readies for blocks of a launch.
    pub(super) fn prepare(&mut self, run: &GridRun, code: WholeBlock) -> io::Result<()> {
        let shape = &run.shape;
        let this = &mut *self.thread;
        this.code = Some(code);
        if let WholeBlock::Regions(regions, _) = code {
            this.context = self.context.take(shape.threads, regions.thread_bytes)?;
        }
        this.block.block_dim = shape.block;
        this.block.grid_dim = shape.grid;
        this.block.dynamic_shared_bytes = shape.dynamic_shared_bytes;
        this.block.args = shape.args;
        this.block.shared = self.arena.take(shape.shared_bytes)?;
        this.span = Span::whole(shape.block);
        this.thread.warp_size = shape.warp_size;
        this.thread.shared_bytes = shape.shared_bytes;
        this.thread.children = shape.children;
        this.stop = run.stop_flag();
        Ok(())
    }

    /// Runs blocks of the launch that it was readied for.
    pub(super) fn run(&mut self, run: &GridRun, blocks: Range<u64>) -> Result<(), Fault> {
        let signal = self.resume(blocks);
        if signal == Signal::Returned {
            return Ok(());
        }
        let (caught, trail) = (trap::caught(), trail::take());
        let failure = self.thread.thread.failure;
        let block = self.thread.next;
        self.thread.thread.reset();
        let interrupted = caught.as_ref().is_some_and(Caught::is_interrupt);
        if let (Some(WholeBlock::Regions(_, entry)), false) = (self.thread.code, interrupted)
            && let Some(fault) = again::on_fibers(run, entry, block)
        {
            return Err(fault);
        }
        // A thread that was interrupted is not at fault, and may never end.
        let linear = if interrupted {
            None
        } else {
            self.locate(run, block, signal)
        };
        let place = report::Place {
            block_idx: run.block_idx(block),
            thread_idx: linear.map(|linear| position(u64::from(linear), run.shape.block)),
            trail,
        };
        self.thread.thread.failure = failure;
        let fault = report::fault(&self.thread.thread, caught, place, run);
        self.thread.thread.reset();
        Err(fault)
    }

    /// Finds the thread at fault by running the block again, one thread at a time, until that happens again. The launch is over
    /// anyway; what the threads before it print is held back.
    fn locate(&mut self, run: &GridRun, block: u64, signal: Signal) -> Option<u32> {
        if !matches!(self.thread.code, Some(WholeBlock::Span(_))) {
            return None;
        }
        self.thread.thread.quiet = true;
        let never = AtomicBool::new(false);
        self.thread.stop = &raw const never;
        let found = (0..run.shape.threads).find(|&linear| {
            self.thread.span = Span::one(linear, run.shape.block);
            let again = self.resume(block..block + 1);
            if again != Signal::Returned {
                self.thread.thread.reset();
            }
            again == signal
        });
        trap::caught();
        trail::take();
        self.thread.thread.quiet = false;
        found
    }

    fn resume(&mut self, blocks: Range<u64>) -> Signal {
        self.thread.next = blocks.start;
        self.thread.end = blocks.end;
        let thread: *mut SpanThread = &mut *self.thread;
        // SAFETY: the thread is valid, does not run, and was readied.
        let signal = unsafe { DeviceThread::resume(thread.cast()) };
        leave_device_code();
        signal
    }
}

/// Runs the blocks that the thread was given.
///
/// # Safety
/// `thread` is the first field of a readied `SpanThread`.
unsafe fn run_blocks(thread: *mut DeviceThread) {
    let this: *mut SpanThread = thread.cast();
    // SAFETY: the caller gives a whole `SpanThread`, which only this fiber uses while it runs; the entry's contract is that of
    // the kernel's constructor, and `stop` outlives the launch.
    unsafe {
        let Some(code) = (*this).code else { return };
        let grid_dim = (*this).block.grid_dim;
        let mut block_idx = position((*this).next, grid_dim);
        while (*this).next < (*this).end && !(*(*this).stop).load(Ordering::Relaxed) {
            (*this).block.block_idx = block_idx;
            match code {
                WholeBlock::Span(entry) => {
                    entry(&raw const (*this).block, &raw const (*this).span);
                }
                WholeBlock::Regions(regions, _) => {
                    (regions.entry)(&raw const (*this).block, (*this).context);
                }
            }
            (*this).next += 1;
            block_idx = following(block_idx, grid_dim);
        }
    }
}

/// The position after `at` in a box of these extents, x innermost.
fn following(at: [u32; 3], extents: [u32; 3]) -> [u32; 3] {
    let [x, y, z] = at;
    if x + 1 < extents[0] {
        [x + 1, y, z]
    } else if y + 1 < extents[1] {
        [0, y + 1, z]
    } else {
        [0, 0, z + 1]
    }
}
