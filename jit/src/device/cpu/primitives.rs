//! The device primitives: what compiled kernels call. docs/primitives.md is their source.
//!
//! They run on the stack of a device thread. None of them holds anything that needs dropping while it is suspended.

use std::ffi::{c_char, c_int, c_longlong, c_uint, c_ulonglong, c_void};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use super::block::{BARRIERS, Votes};
use super::cluster::Cluster;
use super::fiber::{self, DeviceThread, Failure, Signal, Wait};
use super::printf::{printed, printf};
use super::warp::{Input, Reduction, STEP_WAITS, Shuffle, WarpOp};
use super::{sanitizer, trail};

/// The site of what stands for no call in the source.
const NO_SITE: c_uint = c_uint::MAX;

/// Names and addresses for the linker that loads code objects.
pub fn primitives() -> &'static [(&'static str, *const ())] {
    struct Table(Vec<(&'static str, *const ())>);
    // SAFETY: the addresses are those of functions.
    unsafe impl Send for Table {}
    // SAFETY: as above.
    unsafe impl Sync for Table {}
    static TABLE: OnceLock<Table> = OnceLock::new();
    let own = [
        ("__chv_tid_x", tid::<0> as *const ()),
        ("__chv_tid_y", tid::<1> as *const ()),
        ("__chv_tid_z", tid::<2> as *const ()),
        ("__chv_ctaid_x", ctaid::<0> as *const ()),
        ("__chv_ctaid_y", ctaid::<1> as *const ()),
        ("__chv_ctaid_z", ctaid::<2> as *const ()),
        ("__chv_ntid_x", ntid::<0> as *const ()),
        ("__chv_ntid_y", ntid::<1> as *const ()),
        ("__chv_ntid_z", ntid::<2> as *const ()),
        ("__chv_nctaid_x", nctaid::<0> as *const ()),
        ("__chv_nctaid_y", nctaid::<1> as *const ()),
        ("__chv_nctaid_z", nctaid::<2> as *const ()),
        ("__chv_lane", lane as *const ()),
        ("__chv_warp_size", warp_size as *const ()),
        (
            "__chv_dynamic_shared_bytes",
            dynamic_shared_bytes as *const (),
        ),
        ("__chv_shared_base", shared_base as *const ()),
        ("__chv_is_shared", is_shared as *const ()),
        ("__chv_clock", clock as *const ()),
        ("__chv_global_timer", global_timer as *const ()),
        ("__chv_trap", trap as *const ()),
        ("__chv_assert_fail", assert_fail as *const ()),
        ("__chv_printf", printf as *const ()),
        ("__chv_printed", printed as *const ()),
        ("__chv_malloc", allocate as *const ()),
        ("__chv_free", release as *const ()),
        ("__chv_sync_block", sync_block as *const ()),
        ("__chv_sync_block_count", sync_block_count as *const ()),
        ("__chv_sync_block_and", sync_block_and as *const ()),
        ("__chv_sync_block_or", sync_block_or as *const ()),
        ("__chv_sync_named", sync_named as *const ()),
        ("__chv_sync_grid", sync_grid as *const ()),
        ("__chv_sync_cluster", sync_cluster as *const ()),
        (
            "__chv_sync_cluster_extent",
            sync_cluster_extent as *const (),
        ),
        (
            "__chv_sync_cluster_shared",
            sync_cluster_shared as *const (),
        ),
        ("__chv_sync_cluster_owner", sync_cluster_owner as *const ()),
        ("__chv_sync_warp", sync_warp as *const ()),
        ("__chv_sync_ballot", sync_ballot as *const ()),
        ("__chv_sync_shuffle", sync_shuffle as *const ()),
        ("__chv_sync_match_any", sync_match_any as *const ()),
        ("__chv_sync_match_all", sync_match_all as *const ()),
        ("__chv_sync_reduce", sync_reduce as *const ()),
        ("__chv_sync_active_mask", sync_active_mask as *const ()),
        ("__chv_sync_step", sync_step as *const ()),
        ("__chv_sync_yield", sync_yield as *const ()),
    ];
    let all = || Table(own.into_iter().chain(sanitizer::functions()).collect());
    &TABLE.get_or_init(all).0
}

/// A kernel has called `malloc`: memory of the C library may be a kernel's.
static KERNELS_ALLOCATE: AtomicBool = AtomicBool::new(false);

/// Has a kernel ever called `malloc`?
pub(super) fn kernels_allocate() -> bool {
    KERNELS_ALLOCATE.load(Ordering::Relaxed)
}

extern "C" fn allocate(bytes: usize) -> *mut c_void {
    KERNELS_ALLOCATE.store(true, Ordering::Relaxed);
    // SAFETY: `malloc` has no preconditions.
    let memory = unsafe { libc::malloc(bytes) };
    sanitizer::kernel_allocated(memory as usize, bytes);
    memory
}

extern "C" fn release(memory: *mut c_void) {
    sanitizer::kernel_frees(memory as usize);
    // SAFETY: the kernel passes what `allocate` gave it, or null.
    unsafe { libc::free(memory) }
}

/// The device thread that calls.
///
/// # Safety
/// A kernel calls (only kernels call primitives). The reference is not kept across a suspension.
#[inline(always)]
unsafe fn caller<'turn>() -> &'turn DeviceThread {
    // SAFETY: a device thread runs, and it is valid while it runs.
    unsafe { &*fiber::current() }
}

/// Defines functions that read a field of the block by axis.
macro_rules! block_index {
    ($($name:ident: $field:ident),*) => {$(
        pub(super) extern "C" fn $name<const AXIS: usize>() -> c_uint {
            // SAFETY: called by a kernel; a running thread's block is valid.
            unsafe { (*caller().abi.block).$field[AXIS] }
        }
    )*};
}

block_index!(ctaid: block_idx, ntid: block_dim, nctaid: grid_dim);

pub(super) extern "C" fn tid<const AXIS: usize>() -> c_uint {
    // SAFETY: called by a kernel.
    unsafe { caller().abi.tid[AXIS] }
}

pub(super) extern "C" fn lane() -> c_uint {
    // SAFETY: called by a kernel.
    unsafe { caller().abi.lane }
}

pub(super) extern "C" fn warp_size() -> c_uint {
    // SAFETY: called by a kernel.
    unsafe { caller().warp_size }
}

pub(super) extern "C" fn dynamic_shared_bytes() -> c_uint {
    // SAFETY: called by a kernel; a running thread's block is valid.
    unsafe { (*caller().abi.block).dynamic_shared_bytes }
}

pub(super) extern "C" fn shared_base() -> *mut c_char {
    // SAFETY: called by a kernel; a running thread's block is valid.
    unsafe { (*caller().abi.block).shared }
}

pub(super) extern "C" fn is_shared(address: *const c_void) -> c_int {
    // SAFETY: called by a kernel.
    let thread = unsafe { caller() };
    // SAFETY: a running thread's block is valid.
    let base = unsafe { (*thread.abi.block).shared } as usize;
    c_int::from((base..base + thread.shared_bytes as usize).contains(&(address as usize)))
}

pub(super) extern "C" fn clock() -> c_longlong {
    // SAFETY: every x86-64 processor has a time stamp counter.
    unsafe { std::arch::x86_64::_rdtsc() }.cast_signed()
}

pub(super) extern "C" fn global_timer() -> c_ulonglong {
    let mut now = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: writes the struct it is given.
    unsafe { libc::clock_gettime(libc::CLOCK_REALTIME, &mut now) };
    now.tv_sec.cast_unsigned() * 1_000_000_000 + now.tv_nsec.cast_unsigned()
}

/// Ends the launch; the fiber is never resumed.
///
/// # Safety
/// `thread` is the calling one.
pub(super) unsafe fn fail(thread: *mut DeviceThread, failure: Failure, site: c_uint) -> ! {
    // SAFETY: the calling thread is valid, and nobody else looks at it while it runs.
    unsafe {
        (*thread).failure = failure;
        (*thread).site = site;
        loop {
            DeviceThread::suspend(thread, Signal::Failed);
        }
    }
}

pub(super) extern "C" fn trap() {
    trail::note_here();
    // SAFETY: called by a kernel.
    unsafe { fail(fiber::current(), Failure::Trap, 0) }
}

pub(super) extern "C" fn assert_fail(
    expression: *const c_char,
    file: *const c_char,
    line: c_uint,
    function: *const c_char,
) {
    let failure = Failure::Assert {
        expression,
        file,
        line,
        function,
    };
    // SAFETY: called by a kernel.
    unsafe { fail(fiber::current(), failure, 0) }
}

/// Waits at a barrier of the block.
fn barrier(id: c_uint, threads: c_uint, vote: Option<bool>, site: c_uint) -> Votes {
    let thread = fiber::current();
    // SAFETY: called by a kernel; the thread and its block's state are valid, and the references end before the suspension.
    unsafe {
        let resident = (*thread).resident;
        if resident.is_null() {
            fail(thread, Failure::WrongTier, site);
        }
        if id as usize >= BARRIERS {
            fail(thread, Failure::NoSuchBarrier(id), site);
        }
        if !(*resident).arrive_at_barrier(&(*thread).abi, id, threads, vote) {
            (*thread).wait = Wait::Barrier { id, threads };
            (*thread).site = site;
            DeviceThread::suspend(thread, Signal::Blocked);
        }
        (*resident).votes(id)
    }
}

pub(super) extern "C" fn sync_block(site: c_uint) {
    barrier(0, 0, None, site);
}

pub(super) extern "C" fn sync_block_count(predicate: c_int, site: c_uint) -> c_int {
    // A block has few threads.
    barrier(0, 0, Some(predicate != 0), site).yes as c_int
}

pub(super) extern "C" fn sync_block_and(predicate: c_int, site: c_uint) -> c_int {
    c_int::from(barrier(0, 0, Some(predicate != 0), site).no == 0)
}

pub(super) extern "C" fn sync_block_or(predicate: c_int, site: c_uint) -> c_int {
    c_int::from(barrier(0, 0, Some(predicate != 0), site).yes != 0)
}

pub(super) extern "C" fn sync_named(id: c_uint, threads: c_uint, site: c_uint) {
    barrier(id, threads, None, site);
}

pub(super) extern "C" fn sync_grid(site: c_uint) {
    let thread = fiber::current();
    // SAFETY: as in `barrier`.
    unsafe {
        let resident = (*thread).resident;
        if resident.is_null() {
            fail(thread, Failure::WrongTier, site);
        }
        if !(*resident).cooperative || !(*resident).cluster.is_null() {
            fail(thread, Failure::NotCooperative, site);
        }
        wait_for_blocks(thread, Wait::Grid, site);
    }
}

/// Waits for all blocks of the grid that runs.
///
/// # Safety
/// `thread` is the calling one, of a block of tier Thread in a cooperative grid or a cluster.
unsafe fn wait_for_blocks(thread: *mut DeviceThread, wait: Wait, site: c_uint) {
    // SAFETY: as in `barrier`.
    unsafe {
        (*(*thread).resident).arrive_at_grid_barrier(&(*thread).abi);
        (*thread).wait = wait;
        (*thread).site = site;
        DeviceThread::suspend(thread, Signal::Blocked);
    }
}

/// The calling thread, and its cluster; none where the launch has no clusters.
fn thread_and_cluster<'turn>(site: c_uint) -> (*mut DeviceThread, Option<&'turn Cluster>) {
    let thread = fiber::current();
    // SAFETY: as in `barrier`; the cluster lives until its blocks have run.
    unsafe {
        let resident = (*thread).resident;
        if resident.is_null() {
            fail(thread, Failure::WrongTier, site);
        }
        (thread, (*resident).cluster.as_ref())
    }
}

/// All threads of the cluster meet. Without clusters a block is one.
pub(super) extern "C" fn sync_cluster(site: c_uint) {
    match thread_and_cluster(site) {
        // SAFETY: a cluster runs as a cooperative grid does.
        (thread, Some(_)) => unsafe { wait_for_blocks(thread, Wait::Cluster, site) },
        (_, None) => sync_block(site),
    }
}

/// Blocks of the cluster along an axis.
pub(super) extern "C" fn sync_cluster_extent(axis: c_uint, site: c_uint) -> c_uint {
    let (_, cluster) = thread_and_cluster(site);
    cluster.map_or(1, |it| it.extents.get(axis as usize).copied().unwrap_or(1))
}

/// Where the shared memory of a block of the cluster begins; waits until that block runs.
pub(super) extern "C" fn sync_cluster_shared(rank: c_uint, site: c_uint) -> *mut c_char {
    loop {
        let (thread, cluster) = thread_and_cluster(site);
        let found = match cluster {
            Some(cluster) => cluster.shared_of(rank),
            None => (rank == 0).then(|| shared_base()),
        };
        match found {
            // SAFETY: the calling thread.
            None => unsafe { fail(thread, Failure::NoSuchBlock(rank), site) },
            // SAFETY: as above.
            Some(base) if base.is_null() && cluster.is_some() => unsafe {
                DeviceThread::suspend(thread, Signal::Yielded);
            },
            Some(base) => return base,
        }
    }
}

/// The rank of the block of the cluster in whose shared memory an address lies; that of no block if it lies in none.
pub(super) extern "C" fn sync_cluster_owner(address: *const c_void, site: c_uint) -> c_uint {
    let (_, cluster) = thread_and_cluster(site);
    let owner = match cluster {
        Some(cluster) => cluster.owner(address as usize),
        None => (is_shared(address) != 0).then_some(0),
    };
    owner.unwrap_or(c_uint::MAX)
}

/// Takes part in an operation of the warp.
#[inline(always)]
fn among_lanes(op: WarpOp, mask: u64, input: Input, site: c_uint) -> u64 {
    let thread = fiber::current();
    // SAFETY: as in `barrier`.
    unsafe {
        let resident = (*thread).resident;
        if resident.is_null() {
            fail(thread, Failure::WrongTier, site);
        }
        let lane = (*thread).abi.lane;
        if mask >> lane & 1 == 0 {
            fail(thread, Failure::LaneNotInMask { op, mask }, site);
        }
        if !(*resident).arrive_at_warp(&(*thread).abi, op, mask, input) {
            (*thread).wait = Wait::Warp { op, mask };
            (*thread).site = site;
            DeviceThread::suspend(thread, Signal::Blocked);
        }
        (*resident).warp((*thread).abi.warp).result(lane)
    }
}

fn of_value(value: u64) -> Input {
    Input {
        value,
        ..Input::default()
    }
}

pub(super) extern "C" fn sync_warp(mask: c_ulonglong, site: c_uint) {
    among_lanes(WarpOp::Sync, mask, Input::default(), site);
}

pub(super) extern "C" fn sync_ballot(
    mask: c_ulonglong,
    predicate: c_int,
    site: c_uint,
) -> c_ulonglong {
    among_lanes(
        WarpOp::Ballot,
        mask,
        of_value(u64::from(predicate != 0)),
        site,
    )
}

pub(super) extern "C" fn sync_shuffle(
    mask: c_ulonglong,
    value: c_ulonglong,
    operand: c_uint,
    width: c_uint,
    kind: c_uint,
    site: c_uint,
) -> c_ulonglong {
    let op = WarpOp::Shuffle(Shuffle::from_number(kind));
    among_lanes(
        op,
        mask,
        Input {
            value,
            operand,
            width,
        },
        site,
    )
}

pub(super) extern "C" fn sync_match_any(
    mask: c_ulonglong,
    value: c_ulonglong,
    site: c_uint,
) -> c_ulonglong {
    among_lanes(WarpOp::MatchAny, mask, of_value(value), site)
}

pub(super) extern "C" fn sync_match_all(
    mask: c_ulonglong,
    value: c_ulonglong,
    all: *mut c_int,
    site: c_uint,
) -> c_ulonglong {
    let same = among_lanes(WarpOp::MatchAll, mask, of_value(value), site);
    // SAFETY: the kernel passes a pointer to an int of its own; if it does not, the fault is its own.
    unsafe { *all = c_int::from(same != 0) };
    same
}

pub(super) extern "C" fn sync_reduce(
    mask: c_ulonglong,
    value: c_uint,
    kind: c_uint,
    site: c_uint,
) -> c_uint {
    let op = WarpOp::Reduce(Reduction::from_number(kind));
    // The result of 32-bit operands is 32 bits wide.
    among_lanes(op, mask, of_value(u64::from(value)), site) as c_uint
}

pub(super) extern "C" fn sync_active_mask(site: c_uint) -> c_ulonglong {
    let thread = fiber::current();
    // SAFETY: as in `barrier`.
    unsafe {
        let resident = (*thread).resident;
        if resident.is_null() {
            fail(thread, Failure::WrongTier, site);
        }
        (*resident).ask_active_mask(&(*thread).abi, site);
        (*thread).wait = Wait::Warp {
            op: WarpOp::ActiveMask(site),
            mask: 0,
        };
        (*thread).site = site;
        DeviceThread::suspend(thread, Signal::Blocked);
        (*resident)
            .warp((*thread).abi.warp)
            .result((*thread).abi.lane)
    }
}

pub(super) extern "C" fn sync_step(number: c_uint) {
    let thread = fiber::current();
    // SAFETY: as in `barrier`.
    unsafe {
        let resident = (*thread).resident;
        if resident.is_null() {
            fail(thread, Failure::WrongTier, NO_SITE);
        }
        if (*resident).arrive_at_step(&(*thread).abi, number) {
            return;
        }
        (*thread).wait = Wait::Warp {
            op: WarpOp::Step(number),
            mask: 0,
        };
        (*thread).site = NO_SITE;
        let signal = if number & STEP_WAITS == 0 {
            Signal::Blocked
        } else {
            Signal::Stepped
        };
        DeviceThread::suspend(thread, signal);
    }
}

pub(super) extern "C" fn sync_yield(_site: c_uint) {
    let thread = fiber::current();
    // SAFETY: called by a kernel.
    unsafe {
        if (*thread).resident.is_null() {
            std::hint::spin_loop();
        } else {
            DeviceThread::suspend(thread, Signal::Yielded);
        }
    }
}
