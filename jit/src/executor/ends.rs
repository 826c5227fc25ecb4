//! Ends of the process that run nothing more of its code.

use std::ffi::c_int;

use crate::wire::SIGNAL_CUT_OFF;

/// Ends at once, from any thread.
pub(super) fn end_now(status: c_int) -> ! {
    // SAFETY: `_exit` has no preconditions.
    unsafe { libc::_exit(status) }
}

/// Ends at once because the connection is gone, so that the session can tell it from an end of the user's.
pub(super) fn end_cut_off() -> ! {
    // SAFETY: an all-zero set is valid to be emptied, all pointers are to live values or null where null is allowed, and the other calls have no
    // preconditions.
    unsafe {
        libc::signal(SIGNAL_CUT_OFF, libc::SIG_DFL);
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, SIGNAL_CUT_OFF);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const set, std::ptr::null_mut());
        libc::raise(SIGNAL_CUT_OFF);
    }
    // Only if the signal has not ended it.
    end_now(1)
}
