//! The switch between a host thread's own stack and the stacks of device threads.
//!
//! Jumps only, no calls and returns: then the processor's return predictor, which knows nothing of stacks, still predicts the
//! return from a primitive into the kernel, because all threads of a block come from the same call. A barrier costs half
//! of what it costs with a switch by `ret` (corosensei's).
//!
//! A context at rest is its stack pointer. There lie, from low to high: the address to go on at, `rbx`, `rbp`.

use std::arch::asm;

/// Leaves the running context, stores it in `save`, and goes on with `target`, which gets `value`. Gives the value that whoever
/// comes back brings.
///
/// The control words of the floating-point units are not part of a context.
///
/// # Safety
/// - `target` is a context at rest on a stack that nothing runs on: made by `start_on`, or stored by this function and not
///   gone on with since.
/// - `save` stays valid until the context is gone on with.
#[inline(always)]
pub(super) unsafe fn switch(save: *mut usize, target: usize, value: usize) -> usize {
    let brought;
    // SAFETY: all registers are declared as changed but `rbx` and `rbp`, which are saved and restored, and `rsp`, which comes back.
    unsafe {
        asm!(
            "push rbp",
            "push rbx",
            "lea rax, [rip + 2f]",
            "push rax",
            "mov [rdi], rsp",
            "mov rsp, rsi",
            "pop rax",
            "jmp rax",
            "2:",
            "pop rbx",
            "pop rbp",
            inout("rdi") save => _,
            inout("rsi") target => _,
            inout("rdx") value => brought,
            out("r12") _,
            out("r13") _,
            out("r14") _,
            out("r15") _,
            clobber_abi("sysv64"),
        );
    }
    brought
}

/// The body of a context: gets the value of the switch that first goes to it, as its third argument.
pub(super) type Start = unsafe extern "sysv64" fn(usize, usize, usize) -> !;

/// Makes a context that begins with `start` on an empty stack.
///
/// # Safety
/// The memory below `top`, a multiple of 16, is a stack that nothing runs on.
pub(super) unsafe fn start_on(top: usize, start: Start) -> usize {
    let context = (top - 16) as *mut usize;
    // SAFETY: the two words lie on the stack. After the address is popped, the stack pointer is at a return address (none), as at
    // the entry of every function.
    unsafe {
        context.write(start as usize);
        context.add(1).write(0);
    }
    context as usize
}

/// Where a context at rest goes on: instruction and stack pointer. For a signal handler that goes on with it in place of what it
/// interrupted; the value that it brings is to be put into `rdx`.
///
/// # Safety
/// `context` is at rest and was stored by `switch`.
pub(super) unsafe fn continuation(context: usize) -> (usize, usize) {
    let address = context as *const usize;
    // SAFETY: `switch` stored the address there.
    (unsafe { *address }, context + size_of::<usize>())
}
