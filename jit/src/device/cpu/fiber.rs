//! Device threads and the fibers that they run on.

use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
use std::cell::Cell;
use std::ffi::c_char;
use std::io;
use std::ptr;
use std::sync::OnceLock;

use super::abi::Thread;
use super::block::Resident;
use super::children::Children;
use super::limits::BLOCK_THREADS_MAX;
use super::memory::{Mapping, page_bytes};
use super::switch;
use super::warp::WarpOp;

/// Least stack of a device thread, bytes: what `printf` needs with some room.
pub(super) const STACK_BYTES_MIN: usize = 16 * 1024;

/// Inaccessible space below each stack, bytes. A frame smaller than this cannot step over it.
const GUARD_BYTES: usize = 64 * 1024;

/// Stacks differ in where they begin within a page, so that the hot ends of many do not share the same cache sets.
const COLOUR_BYTES: usize = 128;
const COLOURS: usize = 32;

/// Memory that a resident thread costs: the pages of its stack that every kernel touches, and its share of tables.
const RESIDENT_THREAD_BYTES: usize = 12 * 1024;

/// Threads that may be resident at once on a system without cheap guard pages, where each takes two of 65,530 mappings.
const MAPPED_THREADS_MAX: u32 = 16 * 1024;

/// Threads that may be resident at once in one grid, with this much device memory.
pub(super) fn resident_threads_max(memory_bytes: usize) -> u32 {
    let fit = u32::try_from(memory_bytes / 8 / RESIDENT_THREAD_BYTES).unwrap_or(u32::MAX);
    let mapped = if guards_are_cheap() {
        256 * 1024
    } else {
        MAPPED_THREADS_MAX
    };
    // One block always fits.
    fit.min(mapped).max(BLOCK_THREADS_MAX)
}

fn guards_are_cheap() -> bool {
    static CHEAP: OnceLock<bool> = OnceLock::new();
    *CHEAP.get_or_init(|| {
        Mapping::accessible(page_bytes()).is_ok_and(|page| page.guard(0, page_bytes()))
    })
}

/// What a fiber tells its scheduler when it gives up the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signal {
    /// It waits; `DeviceThread::wait` says for what.
    Blocked,
    /// It can go on, but others should first.
    Yielded,
    /// Its work is done; it can be given more.
    Returned,
    /// It asks to end the launch; `DeviceThread::failure` says why.
    Failed,
    /// A signal of the processor ended it; `trap::caught` says which.
    Trapped,
    /// It waits for what its block has launched.
    WaitsForChildren,
    /// It waits for the other lanes of its warp, but only to keep in step with them in a loop that waits for somebody.
    Stepped,
}

impl Signal {
    fn from_value(value: usize) -> Signal {
        const ALL: [Signal; 7] = [
            Signal::Blocked,
            Signal::Yielded,
            Signal::Returned,
            Signal::Failed,
            Signal::Trapped,
            Signal::WaitsForChildren,
            Signal::Stepped,
        ];
        ALL[value]
    }
}

/// What a thread waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Wait {
    /// Not waiting: never has, or has been let go.
    Nothing,
    /// A barrier of the block; `threads` is 0 if it is for the whole block.
    Barrier { id: u32, threads: u32 },
    /// An operation among the lanes in `mask`.
    Warp { op: WarpOp, mask: u64 },
    /// `grid.sync()`.
    Grid,
    /// `cluster.sync()`.
    Cluster,
}

/// Why a thread asks to end the launch.
#[derive(Clone, Copy, Debug)]
pub(super) enum Failure {
    /// It did not.
    None,
    /// `__trap()`.
    Trap,
    /// `assert`; the texts are constants of the kernel.
    Assert {
        expression: *const c_char,
        file: *const c_char,
        line: u32,
        function: *const c_char,
    },
    /// A warp operation by a lane that its mask does not name.
    LaneNotInMask { op: WarpOp, mask: u64 },
    /// A named barrier that does not exist.
    NoSuchBarrier(u32),
    /// A block that the cluster does not have.
    NoSuchBlock(u32),
    /// `grid.sync()` in an ordinary launch.
    NotCooperative,
    /// A synchronising primitive in a kernel that was compiled as having none.
    WrongTier,
}

/// A device thread and the fiber under it.
///
/// The compiled code sees the first field. In tier Block one of these stands for all threads that a worker runs.
#[repr(C)]
pub(super) struct DeviceThread {
    pub(super) abi: Thread,
    /// The fiber, while it does not run.
    context: usize,
    /// The scheduler that resumed the fiber, while it runs.
    scheduler: usize,
    /// Its block's state; null where one call runs a whole block.
    pub(super) resident: *mut Resident,
    /// What its grid has launched, where `resident` does not say it.
    pub(super) children: *const Children<'static>,
    /// What indices alone do not say, for the primitives.
    pub(super) warp_size: u32,
    /// Shared memory of its block, bytes.
    pub(super) shared_bytes: u32,
    pub(super) wait: Wait,
    /// The synchronising call that it waits at or failed at.
    pub(super) site: u32,
    pub(super) failure: Failure,
    /// Its output is held back.
    pub(super) quiet: bool,
    stack: FiberStack,
    run: RunThread,
}

thread_local! {
    static CURRENT: Cell<*mut DeviceThread> = const { Cell::new(ptr::null_mut()) };
}

/// The device thread that this host thread runs at the moment; null outside of device code.
#[inline(always)]
pub(super) fn current() -> *mut DeviceThread {
    CURRENT.get()
}

impl DeviceThread {
    /// A thread on a stack that nothing else uses, whose every turn is one call of `run`.
    pub(super) fn new(stack: FiberStack, run: RunThread) -> DeviceThread {
        let abi = Thread {
            tid: [0; 3],
            linear: 0,
            lane: 0,
            warp: 0,
            block: ptr::null(),
        };
        DeviceThread {
            abi,
            context: stack.start(),
            scheduler: 0,
            resident: ptr::null_mut(),
            children: ptr::null(),
            warp_size: 0,
            shared_bytes: 0,
            wait: Wait::Nothing,
            site: 0,
            failure: Failure::None,
            quiet: false,
            stack,
            run,
        }
    }

    /// Runs the thread until it gives up the processor.
    ///
    /// # Safety
    /// `thread` is valid, does not run, and what its `run` needs is in place.
    #[inline(always)]
    pub(super) unsafe fn resume(thread: *mut DeviceThread) -> Signal {
        CURRENT.set(thread);
        // SAFETY: the thread is valid and does not run, so its context is at rest.
        let brought = unsafe {
            let save = &raw mut (*thread).scheduler;
            switch::switch(save, (*thread).context, thread as usize)
        };
        Signal::from_value(brought)
    }

    /// Gives up the processor; returns when the scheduler resumes the thread, and gives where that is now.
    ///
    /// # Safety
    /// `thread` is the one that runs this.
    #[inline(always)]
    pub(super) unsafe fn suspend(thread: *mut DeviceThread, signal: Signal) -> *mut DeviceThread {
        // SAFETY: the thread runs, so its scheduler is at rest.
        let brought = unsafe {
            let save = &raw mut (*thread).context;
            switch::switch(save, (*thread).scheduler, signal as usize)
        };
        brought as *mut DeviceThread
    }

    /// Brings what a switch to the thread touches first into the cache.
    #[inline(always)]
    pub(super) fn prefetch(&self) {
        // SAFETY: a prefetch touches nothing, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(self.context as *const i8) };
    }

    /// Forgets what the thread was doing, so that it can be given new work. Nothing on its stack needs to be dropped: device
    /// code has no destructors to run, and the contract of `RunThread` keeps our own frames free of them.
    pub(super) fn reset(&mut self) {
        self.context = self.stack.start();
        self.wait = Wait::Nothing;
        self.failure = Failure::None;
    }

    /// Whether an address lies in the thread's stack or the guard below it.
    pub(super) fn stack_contains(&self, address: usize) -> bool {
        (self.stack.limit..self.stack.top).contains(&address)
    }

    /// Whether an address lies in the guard below the thread's stack.
    pub(super) fn guard_contains(&self, address: usize) -> bool {
        (self.stack.limit..self.stack.limit + GUARD_BYTES).contains(&address)
    }

    /// Where the thread's scheduler goes on if the thread is cut off (instruction pointer, stack pointer, `rdx`), as if the thread
    /// had suspended itself with `Trapped`.
    ///
    /// # Safety
    /// The thread runs.
    pub(super) unsafe fn cut_off(&self) -> (usize, usize, usize) {
        // SAFETY: the thread runs, so its scheduler is at rest.
        let (instruction, stack) = unsafe { switch::continuation(self.scheduler) };
        (instruction, stack, Signal::Trapped as usize)
    }
}

/// Says that no device thread runs on this host thread.
pub(super) fn leave_device_code() {
    CURRENT.set(ptr::null_mut());
}

/// One turn of a thread. Nothing on its stack may need to be dropped while it can be interrupted.
pub(super) type RunThread = unsafe fn(*mut DeviceThread);

/// What a fiber does: one turn after the other.
unsafe extern "sysv64" fn turns(_: usize, _: usize, thread: usize) -> ! {
    let mut thread = thread as *mut DeviceThread;
    loop {
        // SAFETY: `resume` passes the valid thread that this fiber belongs to. Between turns it may have moved.
        unsafe {
            ((*thread).run)(thread);
            thread = DeviceThread::suspend(thread, Signal::Returned);
        }
    }
}

/// A stack within `Stacks`; it does not own its memory.
pub(super) struct FiberStack {
    /// One past the highest usable address; a multiple of 16.
    top: usize,
    /// Lowest address of the guard.
    limit: usize,
}

impl FiberStack {
    /// The context of a fiber that has not begun.
    fn start(&self) -> usize {
        // SAFETY: the stack belongs to one fiber, which does not run when its thread is made or reset.
        unsafe { switch::start_on(self.top, turns) }
    }
}

/// Memory of several stacks, each with its guard below. Must outlive the fibers on them. Copies of the process do not have it: a checkpoint before each cell would make each launch
/// copy two pages a thread (a block of 1,024: 13 ms).
pub(super) struct Stacks {
    mapping: Mapping,
    /// From one stack's guard to the next one's.
    stride: usize,
    count: usize,
}

impl Stacks {
    /// Reserves stacks; their pages take memory when touched.
    pub(super) fn new(count: usize, stack_bytes: usize) -> io::Result<Stacks> {
        let stack_bytes = stack_bytes.next_multiple_of(page_bytes());
        let stride = GUARD_BYTES + stack_bytes;
        let too_many = || io::Error::other("stacks exceed the address space");
        let bytes = stride.checked_mul(count).ok_or_else(too_many)?;
        let mapping = if guards_are_cheap() {
            let mapping = Mapping::accessible(bytes)?;
            if !(0..count).all(|index| mapping.guard(index * stride, GUARD_BYTES)) {
                return Err(io::Error::last_os_error());
            }
            mapping
        } else {
            let mapping = Mapping::inaccessible(bytes)?;
            for index in 0..count {
                mapping.open(index * stride + GUARD_BYTES, stack_bytes)?;
            }
            mapping
        };
        mapping.leave_out_of_copies();
        Ok(Stacks {
            mapping,
            stride,
            count,
        })
    }

    /// The stacks, each to be used once at a time.
    pub(super) fn iter(&self) -> impl Iterator<Item = FiberStack> + '_ {
        (0..self.count).map(|index| {
            let limit = self.mapping.base() + index * self.stride;
            FiberStack {
                top: limit + self.stride - index % COLOURS * COLOUR_BYTES,
                limit,
            }
        })
    }
}
