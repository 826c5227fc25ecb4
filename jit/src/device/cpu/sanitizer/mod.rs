//! The sanitizer: what compiled kernels tell of their accesses is compared with what memory there is and who accessed it before. docs/sanitizer.md tells how.
//!
//! All its state is behind one lock, the *gate*. A worker holds it while a watched kernel's threads run, so the functions that they call take none.

mod accesses;
mod block;
mod book;
mod entries;
mod host_calls;
mod launch;
mod memory;
mod order;
mod races;
mod shadow;
mod traffic;
mod what;

use std::cell::Cell;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock};

use self::book::Book;
use self::host_calls::Call;
use self::memory::Memory;
use self::traffic::Traffic;
use crate::device::rows;
use crate::lock::lock;
use crate::wire::{Checks, Finding, KernelTraffic};

pub(super) use self::block::BlockWatch;
pub(super) use self::entries::{functions, kernel_allocated, kernel_frees};
pub(super) use self::launch::{LaunchWatch, WatchedKernel};
pub(crate) use self::memory::MemoryName;

/// What is looked for; none: the sanitizer is off.
static CHECKS: AtomicU32 = AtomicU32::new(0);

/// The program relies on kernels that reach all memory of the process.
static HOST_MEMORY_ALLOWED: AtomicBool = AtomicBool::new(false);

/// Threads of host code that wait for the lock.
static WAITING: AtomicU32 = AtomicU32::new(0);

static STATE: Mutex<Option<Box<State>>> = Mutex::new(None);

thread_local! {
    /// The state, while this thread holds the gate for kernels.
    static HELD: Cell<*mut State> = const { Cell::new(ptr::null_mut()) };
}

/// Memory that is aligned for any access.
#[repr(align(64))]
#[derive(Clone, Copy)]
struct Line {
    _bytes: [u8; 64],
}

impl Line {
    const ZEROS: Line = Line { _bytes: [0; 64] };
}

/// All that the sanitizer knows.
#[derive(Default)]
pub(super) struct State {
    memory: Memory,
    book: Book,
    /// Moves on at each meeting of threads.
    clock: u32,
    /// The last run of a block that a launch was given.
    last_run: u32,
    /// What bad accesses get in place of what they ask for.
    scratch: Vec<Line>,
    /// What kernels move and compute, if that is counted.
    traffic: Traffic,
}

impl State {
    /// A moment after all accesses so far.
    fn tick(&mut self) -> u32 {
        self.clock += 1;
        self.clock
    }

    fn checks(&self) -> Checks {
        checks()
    }
}

/// Is it on?
#[inline]
pub(crate) fn is_on() -> bool {
    CHECKS.load(Ordering::Relaxed) != 0
}

/// What is looked for.
fn checks() -> Checks {
    Checks(CHECKS.load(Ordering::Relaxed))
}

/// From now on this is looked for. Memory that there is already has to be told by `allocated`.
pub(crate) fn look_for(checks: Checks) {
    CHECKS.store(checks.0, Ordering::Relaxed);
    let mut state = lock(&STATE);
    if checks.is_empty() {
        *state = None;
    } else {
        rows::tell(&HostRows);
        state.get_or_insert_default();
    }
}

/// What the host copies and fills counts as an access of the program's.
struct HostRows;

impl rows::Watcher for HostRows {
    fn copied(&self, target: usize, source: usize, bytes: usize) {
        if is_on() {
            copied(target, source, bytes);
        }
    }

    fn filled(&self, target: usize, bytes: usize) {
        if is_on() {
            filled(target, bytes);
        }
    }
}

/// Kernels may reach the host's memory: the program has asked whether they can.
pub(crate) fn allow_host_memory() {
    HOST_MEMORY_ALLOWED.store(true, Ordering::Relaxed);
}

/// The right to run watched kernels.
pub(super) struct Gate {
    _state: MutexGuard<'static, Option<Box<State>>>,
}

impl Gate {
    /// Waits for it. None if the sanitizer is off: then what kernels tell is ignored.
    pub(super) fn enter() -> Option<Gate> {
        while WAITING.load(Ordering::Relaxed) > 0 {
            // The lock is not fair, and host code would wait for as long as kernels run.
            std::thread::yield_now();
        }
        let mut guard = lock(&STATE);
        let state: *mut State = &mut **guard.as_mut()?;
        HELD.set(state);
        Some(Gate { _state: guard })
    }
}

impl Drop for Gate {
    fn drop(&mut self) {
        HELD.set(ptr::null_mut());
    }
}

/// The state, if this thread holds the gate.
///
/// # Safety
/// The reference is not kept across a suspension of the device thread, nor is there another one.
unsafe fn held<'turn>() -> Option<&'turn mut State> {
    // SAFETY: while it is set, this thread holds the lock of what it points to.
    unsafe { HELD.get().as_mut() }
}

fn with<T>(work: impl FnOnce(&mut State) -> T) -> Option<T> {
    // SAFETY: no reference to the state is held where host code or a worker calls this.
    if let Some(state) = unsafe { held() } {
        return Some(work(state));
    }
    WAITING.fetch_add(1, Ordering::Relaxed);
    let mut state = lock(&STATE);
    WAITING.fetch_sub(1, Ordering::Relaxed);
    state.as_deref_mut().map(work)
}

/// The API has given out memory just now, whose bytes nobody has written.
pub(crate) fn allocated(base: u64, bytes: usize, name: MemoryName) {
    let call = Call::here();
    with(|it| it.memory.add(base as usize, bytes, name, true, call));
}

/// This memory was given out before the sanitizer was on, while this cell ran.
pub(crate) fn was_allocated(base: u64, bytes: usize, name: MemoryName, cell: u32) {
    let call = Call::of_cell(cell);
    with(|it| it.memory.add(base as usize, bytes, name, false, call));
}

/// The API has taken back memory.
pub(crate) fn freed(base: u64) {
    let call = Call::here();
    with(|it| it.memory.remove(base as usize, call));
}

/// The API has written bytes of memory for the host.
pub(crate) fn filled(address: usize, bytes: usize) {
    with(|it| it.memory.wrote(address, bytes));
}

/// The API has copied bytes of memory.
pub(crate) fn copied(target: usize, source: usize, bytes: usize) {
    with(|it| it.memory.copied(target, source, bytes));
}

/// What kernels moved and computed since the last call, if that is counted.
pub(crate) fn take_traffic() -> Vec<KernelTraffic> {
    with(|it| it.traffic.take()).unwrap_or_default()
}

/// Who allocated memory that is there still, as the session finds its line.
pub(crate) fn allocation(base: u64) -> Option<crate::wire::HostCall> {
    with(|it| {
        let region = it.memory.find(base as usize, 0)?;
        Some(region.allocated.told("allocated"))
    })
    .flatten()
}

/// Takes what was found, and how often something was found at places that are too many to be told.
type Tell = Box<dyn Fn(Vec<Finding>, u64) + Send + Sync>;

static TELL: OnceLock<Tell> = OnceLock::new();

/// From now on what is found goes here, at the end of the launch.
pub(crate) fn tell_to(tell: impl Fn(Vec<Finding>, u64) + Send + Sync + 'static) {
    // The process's one session is told.
    drop(TELL.set(Box::new(tell)));
}

/// Tells what was found since the last call.
pub(super) fn tell_findings() {
    let found = with(|it| (it.book.take(), it.book.take_more()));
    if let (Some((findings, more)), Some(tell)) = (found, TELL.get())
        && (!findings.is_empty() || more > 0)
    {
        tell(findings, more);
    }
}
