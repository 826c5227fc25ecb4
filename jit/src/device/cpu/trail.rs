//! Where in a kernel's code a thread was when it failed: in the code itself, or in a function of a library or of ours that it called.
//!
//! Kernels have no frames for the unwinder, so it stops at the first one: the innermost call of the kernel's own.

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::ptr;

use crate::interrupt::frames::{_Unwind_Backtrace, _Unwind_GetIPInfo, Context, GO_ON, STOP};
use crate::link::unwind::{_Unwind_Find_FDE, Bases};
use crate::processor_faults::{PAGE_FAULT_FETCH, TRAP_PAGE_FAULT};

/// Frames between a failure and the kernel: the handler's, ours, and a library's.
const FRAMES_MAX: u32 = 64;

/// Addresses of which one may lie in the kernel's code; 0 for none. Of a call it is the last byte of the instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Trail {
    /// The instruction that failed.
    pub(super) instruction: usize,
    /// The call that led there.
    pub(super) caller: usize,
}

thread_local! {
    static NEWEST: Cell<Trail> = const { Cell::new(Trail { instruction: 0, caller: 0 }) };
}

/// The trail of the last device thread that failed on this host thread.
pub(super) fn take() -> Trail {
    NEWEST.take()
}

/// Notes the trail of a device thread that a signal interrupted. Async-signal-safe: the thread was in code of a kernel, or in a function
/// that a kernel calls, none of which hold the unwinder's lock.
///
/// # Safety
/// The registers are those of a device thread whose stack pointer lies in its stack.
pub(super) unsafe fn note_signal(registers: &[libc::greg_t]) {
    let instruction = registers[libc::REG_RIP as usize] as usize;
    let error = registers[libc::REG_ERR as usize];
    let trap = registers[libc::REG_TRAPNO as usize];
    let caller = if trap == TRAP_PAGE_FAULT && error & PAGE_FAULT_FETCH != 0 {
        // A call of what is no code has just written its return address; the unwinder would read the code.
        let stack = registers[libc::REG_RSP as usize] as *const usize;
        // SAFETY: the caller says that it is in the stack, which is mapped above it.
        unsafe { stack.read_unaligned() }.wrapping_sub(1)
    } else if has_frame(instruction) {
        innermost_without_frame()
    } else {
        0
    };
    NEWEST.set(Trail {
        instruction,
        caller,
    });
}

/// Notes the trail of the device thread that calls this, through functions of ours.
pub(super) fn note_here() {
    NEWEST.set(Trail {
        instruction: 0,
        caller: innermost_without_frame(),
    });
}

/// Finds what finding frames needs, which takes locks of the dynamic linker's, before a handler asks.
pub(super) fn prepare() {
    has_frame(prepare as *const () as usize);
}

/// Does the unwinder know the function that the address lies in?
fn has_frame(address: usize) -> bool {
    let mut bases = Bases::default();
    // SAFETY: `bases` can be written to.
    let found = unsafe { _Unwind_Find_FDE(address as *mut c_void, &raw mut bases) };
    !found.is_null()
}

struct Walk {
    newest: usize,
    frames: u32,
}

fn innermost_without_frame() -> usize {
    let mut walk = Walk {
        newest: 0,
        frames: 0,
    };
    // SAFETY: `visit` gets `walk` back as its argument, during this call only.
    unsafe { _Unwind_Backtrace(visit, ptr::from_mut(&mut walk).cast()) };
    walk.newest
}

extern "C" fn visit(context: *mut Context, walk: *mut c_void) -> c_int {
    // SAFETY: `innermost_without_frame` passed a `Walk` that nobody else uses meanwhile.
    let walk = unsafe { &mut *walk.cast::<Walk>() };
    let mut exact = 0;
    // SAFETY: the unwinder passes its context.
    let address = unsafe { _Unwind_GetIPInfo(context, &mut exact) };
    walk.newest = address.wrapping_sub(usize::from(exact == 0));
    walk.frames += 1;
    if walk.frames == FRAMES_MAX || !has_frame(walk.newest) {
        STOP
    } else {
        GO_ON
    }
}
