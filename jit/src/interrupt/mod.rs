//! Interrupts: a running cell is left half-way, and the executor lives on where that can be done cleanly.
//!
//! The reader thread is asked (`request`). From then on, until the cell has ended, a thread asks the device to end its kernels and sends the
//! cell's thread a signal, again and again. The handler looks where that thread is. In code of a cell, or in a blocking
//! system call of the C and C++ libraries below one, the stack is unwound to the guard as `pthread_exit` would, so destructors run. Where
//! that cannot be, but only frames of cells are on the stack, they are jumped over. In anything else, the next signal tries again.
//! Functions of the runtime API are never left from inside: they ask at their end (`at_api_end`).
//!
//! An executor that does not get out in time is ended by the session.

mod cell_thread;
mod cleanup;
pub(crate) mod code;
pub(crate) mod frames;
mod signal;
mod stop;

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use frames::{From, Stack};

use crate::lock::lock;

/// Time between two tries.
const TRY_EVERY: Duration = Duration::from_millis(2);

/// Tries between two looks at where code lies, which a cell may change.
const TRIES_PER_LOOK: u32 = 50;

/// Tries that find a stack which cannot be unwound before it is jumped over: the next instructions may do.
const GAPS_MAX: u32 = 20;

/// Is the cell that runs to be stopped?
pub(crate) fn asked() -> bool {
    REQUESTED.load(Ordering::Acquire)
}

/// The cell that runs; 0 while none does.
static CELL: AtomicU32 = AtomicU32::new(0);

/// The running cell is to be stopped.
static REQUESTED: AtomicBool = AtomicBool::new(false);

/// A cell that has been received and not begun, and whether it is to be stopped as soon as it begins.
static ANNOUNCED: Mutex<Option<(u32, bool)>> = Mutex::new(None);

/// Tries that found a gap.
static GAPS: AtomicU32 = AtomicU32::new(0);

/// Frames were jumped over.
static JUMPED: AtomicBool = AtomicBool::new(false);

/// Names and addresses for the linker.
pub(crate) fn builtins() -> [(&'static str, usize); 1] {
    [(
        "__chv_end_of_noexcept",
        stop::end_of_noexcept as *const () as usize,
    )]
}

/// Does the calling thread run a cell that is to be stopped?
pub(crate) fn asked_here() -> bool {
    REQUESTED.load(Ordering::Acquire) && cell_thread::on_cell_thread() && stop::running().is_some()
}

/// The cell that runs; 0 while none does.
pub(crate) fn running_cell() -> u32 {
    CELL.load(Ordering::Acquire)
}

/// Is the calling thread the one that runs cells?
pub(crate) fn on_cell_thread() -> bool {
    cell_thread::on_cell_thread()
}

/// How a cell's host code came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Return {
    /// By itself.
    Done,
    /// An exception left it.
    Exception,
    /// It was stopped; its local objects were destroyed.
    Unwound,
    /// It was stopped; its local objects were not destroyed.
    Jumped,
}

/// The cell that the main thread is at; dropped when it has ended.
pub(crate) struct Running(());

/// Installs the handlers; called once, by the thread that runs cells.
pub(crate) fn prepare() {
    signal::prepare();
}

impl Running {
    /// A cell begins. `stop_device` as for `request`.
    pub(crate) fn begin(cell: u32, stop_device: fn()) -> Running {
        REQUESTED.store(false, Ordering::Relaxed);
        GAPS.store(0, Ordering::Relaxed);
        JUMPED.store(false, Ordering::Relaxed);
        let mut announced = announced();
        CELL.store(cell, Ordering::Release);
        let asked = announced.take().is_some_and(|(_, asked)| asked);
        drop(announced);
        if asked {
            request(cell, stop_device);
        }
        Running(())
    }

    /// Has anybody asked for it to be stopped?
    pub(crate) fn interrupted(&self) -> bool {
        REQUESTED.load(Ordering::Acquire)
    }

    /// Calls `guard(entry)`.
    ///
    /// # Safety
    /// `guard` is the prelude's `__chv_guard`, `entry` an entry of a cell.
    pub(crate) unsafe fn call(&self, guard: usize, entry: usize) -> Return {
        if self.interrupted() {
            // It was asked for before the cell's own code was linked.
            code::refresh();
        }
        // SAFETY: the caller's duty; there is one main thread.
        match unsafe { stop::call(guard, entry) } {
            0 => Return::Done,
            stop::LEFT if JUMPED.load(Ordering::Relaxed) => Return::Jumped,
            stop::LEFT => Return::Unwound,
            _ => Return::Exception,
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Nobody insists any more when this returns.
        let _insisting = insisting();
        CELL.store(0, Ordering::Release);
        REQUESTED.store(false, Ordering::Release);
    }
}

/// A cell has been received, and will begin when those before it have ended.
pub(crate) fn announce(cell: u32) {
    *announced() = Some((cell, false));
}

fn announced() -> MutexGuard<'static, Option<(u32, bool)>> {
    lock(&ANNOUNCED)
}

/// Stops a cell if it still runs, or once it begins. `stop_device` makes kernels leave; it is called again and again until the cell
/// has ended.
pub(crate) fn request(cell: u32, stop_device: fn()) {
    if let Some((coming, asked)) = &mut *announced()
        && *coming == cell
    {
        *asked = true;
        return;
    }
    if CELL.load(Ordering::Acquire) != cell {
        return;
    }
    code::refresh();
    if REQUESTED.swap(true, Ordering::AcqRel) {
        return;
    }
    let insist = move || {
        let mut tries = 0;
        loop {
            let insisting = insisting();
            if CELL.load(Ordering::Acquire) != cell || !REQUESTED.load(Ordering::Acquire) {
                return;
            }
            tries += 1;
            if tries % TRIES_PER_LOOK == 0 {
                code::refresh();
            }
            stop_device();
            cell_thread::send();
            drop(insisting);
            thread::sleep(TRY_EVERY);
        }
    };
    // Without a thread the session ends the process when its patience does.
    drop(
        thread::Builder::new()
            .name("chevron-interrupt".to_owned())
            .spawn(insist),
    );
}

fn insisting() -> MutexGuard<'static, ()> {
    static INSISTING: Mutex<()> = Mutex::new(());
    lock(&INSISTING)
}

/// For the end of each function of the runtime API: leaves the cell if it is to be stopped, so that the user's code does not see why the
/// function returned. Nothing of the caller may need to be dropped.
#[inline(always)]
pub(crate) fn at_api_end() {
    if REQUESTED.load(Ordering::Relaxed) {
        leave_from_api();
    }
}

#[cold]
fn leave_from_api() {
    if !cell_thread::on_cell_thread() {
        return;
    }
    let Some(cell) = stop::running() else { return };
    // SAFETY: a cell runs on this thread, which has called the API: nothing but that is between here and its frames.
    unsafe {
        match frames::look(From::Caller, cell.guard, false) {
            Stack::Sound => stop::unwind(),
            Stack::Gap => jump(cell),
            Stack::Foreign => {}
        }
    }
}

/// What the signal's handler does on the cell's thread, which was interrupted at `pointer`; `blocked`: in a system call that waits.
///
/// # Safety
/// Called by the handler, on the thread that runs cells. Returns if the cell cannot be left here and now.
unsafe fn at_signal(pointer: usize, stack: usize, blocked: bool) -> Option<stop::Cell> {
    if !REQUESTED.load(Ordering::Acquire) {
        return None;
    }
    let cell = stop::running()?;
    let here = code::at(pointer);
    let leavable = here == Some(code::Code::Linked) || blocked && here == Some(code::Code::System);
    if !leavable || !signal::on_cell_stack(stack, cell.stack) {
        return None;
    }
    match frames::look(From::Interrupted(pointer), cell.guard, blocked) {
        Stack::Sound => {
            // SAFETY: the stack is sound, and the caller's duty.
            unsafe { stop::unwind() };
            None
        }
        // A call that waits has been interrupted by this very signal, and the program would go on.
        Stack::Gap if blocked || GAPS.fetch_add(1, Ordering::Relaxed) >= GAPS_MAX => {
            // SAFETY: the frames are there until the handler returns, and are left then.
            unsafe { stop::clean_up(usize::MAX) };
            JUMPED.store(true, Ordering::Relaxed);
            Some(cell)
        }
        Stack::Gap | Stack::Foreign => None,
    }
}

/// # Safety
/// As for `stop::leave`.
unsafe fn jump(cell: stop::Cell) -> ! {
    JUMPED.store(true, Ordering::Relaxed);
    // SAFETY: the caller's duty.
    unsafe {
        stop::clean_up(usize::MAX);
        stop::leave(cell.stack)
    }
}
