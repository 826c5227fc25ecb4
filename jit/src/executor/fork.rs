//! `fork` for host code: a child has the one thread that called it, and so nobody who brings it the code of a kernel that is still being compiled.

use crate::{interrupt, modules};

/// Names and addresses for the linker.
pub(super) fn builtins() -> [(&'static str, usize); 1] {
    [("fork", fork as *const () as usize)]
}

/// `pid_t fork(void)`, once all kernels that the session has so far are there. An interrupt ends the wait.
extern "C-unwind" fn fork() -> libc::pid_t {
    modules::settle_all(&interrupt::asked_here);
    // SAFETY: the cell's code asks for it, and has to keep to what a child may do.
    unsafe { libc::fork() }
}
