//! Leaving a cell half-way: its frames are unwound as at the end of a thread, or jumped over.

use std::arch::naked_asm;
use std::cell::UnsafeCell;
use std::ffi::{c_int, c_void};
use std::mem::transmute;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::cell_thread;
use super::cleanup;
use super::frames::{_Unwind_GetCFA, _Unwind_GetRegionStart, Context, GO_ON};
use crate::link::process_symbol;

/// What `call` gives if the cell was left half-way; the guard itself gives 0 and 1.
pub(super) const LEFT: c_int = 2;

/// Class of our exception: who made it, and for which language.
const CLASS: u64 = u64::from_be_bytes(*b"CHVRSTOP");

/// Stack pointer in `call`; 0 while no cell runs in it.
static RESUME: AtomicUsize = AtomicUsize::new(0);

/// Address of the guard that `call` has called.
static GUARD: AtomicUsize = AtomicUsize::new(0);

/// The newest of the thread's cleanups when the guard was called.
static CLEANUP: AtomicUsize = AtomicUsize::new(0);

/// The cell's frames are being unwound.
static UNWINDING: AtomicBool = AtomicBool::new(false);

type Cleanup = extern "C" fn(c_int, *mut Exception);
type Stop =
    extern "C-unwind" fn(c_int, c_int, u64, *mut Exception, *mut Context, *mut c_void) -> c_int;

/// `_Unwind_Exception`.
#[repr(C, align(16))]
pub(super) struct Exception {
    class: u64,
    cleanup: Cleanup,
    private: [usize; 2],
}

unsafe extern "C-unwind" {
    fn _Unwind_ForcedUnwind(exception: *mut Exception, stop: Stop, argument: *mut c_void) -> c_int;
}

struct Shared(UnsafeCell<Exception>);

// SAFETY: only the thread that runs cells touches it, and the unwinder on that thread; `UNWINDING` keeps it from doing so twice.
unsafe impl Sync for Shared {}

static EXCEPTION: Shared = Shared(UnsafeCell::new(Exception {
    class: CLASS,
    cleanup: swallowed,
    private: [0; 2],
}));

/// Where the cell's frames end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    /// Address of the guard.
    pub(super) guard: usize,
    /// Stack pointer below the guard's frame.
    pub(super) stack: usize,
}

/// The cell that `call` runs; none if none does, or if it is on its way out.
pub(super) fn running() -> Option<Cell> {
    let stack = RESUME.load(Ordering::Acquire);
    let guard = GUARD.load(Ordering::Relaxed);
    (stack != 0 && !UNWINDING.load(Ordering::Relaxed)).then_some(Cell { guard, stack })
}

/// Calls `guard(entry)` so that it can be left half-way; gives what it gives, or `LEFT`.
///
/// # Safety
/// `guard` is the prelude's `__chv_guard`, `entry` an entry of a cell. One thread at a time.
pub(super) unsafe fn call(guard: usize, entry: usize) -> c_int {
    GUARD.store(guard, Ordering::Relaxed);
    CLEANUP.store(cleanup::newest(), Ordering::Relaxed);
    // SAFETY: the caller's duty.
    let result = unsafe { call_and_save(RESUME.as_ptr(), guard, entry) };
    RESUME.store(0, Ordering::Release);
    UNWINDING.store(false, Ordering::Relaxed);
    result
}

/// Saves the registers that a function must preserve, stores the stack pointer to `resume`, and calls `guard(entry)`.
///
/// # Safety
/// As for `call`.
#[unsafe(naked)]
unsafe extern "C-unwind" fn call_and_save(resume: *mut usize, guard: usize, entry: usize) -> c_int {
    naked_asm!(
        ".cfi_startproc",
        "push rbp",
        ".cfi_def_cfa_offset 16",
        ".cfi_offset rbp, -16",
        "mov rbp, rsp",
        ".cfi_def_cfa_register rbp",
        "push rbx",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "sub rsp, 8",
        ".cfi_offset rbx, -24",
        ".cfi_offset r12, -32",
        ".cfi_offset r13, -40",
        ".cfi_offset r14, -48",
        ".cfi_offset r15, -56",
        "mov [rdi], rsp",
        "mov rdi, rdx",
        "call rsi",
        "add rsp, 8",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbx",
        "pop rbp",
        ".cfi_def_cfa rsp, 8",
        "ret",
        ".cfi_endproc",
    )
}

/// Goes on in `call_and_save` with `LEFT`, as if the guard had returned.
///
/// # Safety
/// `stack` is what the running `call_and_save` stored.
#[unsafe(naked)]
pub(super) unsafe extern "C" fn leave(stack: usize) -> ! {
    naked_asm!(
        "cld",
        "mov rsp, rdi",
        "mov eax, {left}",
        "add rsp, 8",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbx",
        "pop rbp",
        "ret",
        left = const LEFT,
    )
}

/// Unwinds the calling thread's stack down to the guard and leaves the cell there: destructors run. Returns if the stack ends before
/// that.
///
/// # Safety
/// A cell runs on this thread, and the stack was found sound.
pub(super) unsafe fn unwind() {
    UNWINDING.store(true, Ordering::Relaxed);
    cell_thread::unblock();
    // SAFETY: the exception is idle, because nothing was being unwound; the stop function has the type that the ABI asks for.
    unsafe { _Unwind_ForcedUnwind(EXCEPTION.0.get(), stop, std::ptr::null_mut()) };
    UNWINDING.store(false, Ordering::Relaxed);
}

/// Runs the C library's cleanups of the cell's frames below the address `end`.
///
/// # Safety
/// Those frames are still there and will not go on.
pub(super) unsafe fn clean_up(end: usize) {
    // SAFETY: the caller's duty.
    unsafe { cleanup::run(CLEANUP.load(Ordering::Relaxed), end) };
}

extern "C-unwind" fn stop(
    _version: c_int,
    _actions: c_int,
    _class: u64,
    _exception: *mut Exception,
    context: *mut Context,
    _argument: *mut c_void,
) -> c_int {
    // SAFETY: the unwinder passes a live context; the frame that it is at will not go on, unless it has a landing pad for that.
    unsafe { clean_up(_Unwind_GetCFA(context)) };
    // SAFETY: as above.
    if unsafe { _Unwind_GetRegionStart(context) } == GUARD.load(Ordering::Relaxed) {
        // SAFETY: the guard's frame is on the stack, so `call_and_save` runs below it. Between here and there are frames that
        // were unwound, and the unwinder's own.
        unsafe { leave(RESUME.load(Ordering::Acquire)) }
    }
    GO_ON
}

/// `void __chv_end_of_noexcept(void *exception)`: an exception has come to the end of a function that lets none out. Ours leaves the cell
/// all the same, but what the functions below have locally is not destroyed. Any other is the end of the program.
///
/// # Safety
/// Called by a landing pad, with its exception.
pub(super) unsafe extern "C-unwind" fn end_of_noexcept(exception: *mut Exception) -> ! {
    type BeginCatch = unsafe extern "C-unwind" fn(*mut Exception) -> *mut c_void;
    type Terminate = unsafe extern "C-unwind" fn() -> !;
    let stack = RESUME.load(Ordering::Acquire);
    // SAFETY: the caller's duty. Our exception is only ever thrown while `call_and_save` runs, on its thread; the two functions of the C++
    // runtime have these types.
    unsafe {
        if (*exception).class == CLASS && stack != 0 {
            let guard = GUARD.load(Ordering::Relaxed);
            super::jump(Cell { guard, stack })
        }
        if let Some(begin) = process_symbol("__cxa_begin_catch") {
            transmute::<usize, BeginCatch>(begin)(exception);
        }
        if let Some(terminate) = process_symbol("_ZSt9terminatev") {
            transmute::<usize, Terminate>(terminate)();
        }
    }
    std::process::abort()
}

/// A handler of the user's took the exception and did not pass it on: the cell goes on, until it is stopped again.
extern "C" fn swallowed(_reason: c_int, _exception: *mut Exception) {
    UNWINDING.store(false, Ordering::Relaxed);
}
