//! The thread that runs cells, and the signal that reaches it.

use std::ffi::c_int;
use std::ptr;
use std::sync::OnceLock;

/// The thread that runs cells.
static THREAD: OnceLock<libc::pthread_t> = OnceLock::new();

/// Its signal, made once: real-time signals are numbered by the C library.
static SIGNAL: OnceLock<c_int> = OnceLock::new();

/// Makes the calling thread the one that runs cells, and gives its signal.
pub(super) fn prepare() -> c_int {
    // SAFETY: asks for the calling thread's own number.
    let thread = unsafe { libc::pthread_self() };
    THREAD.get_or_init(|| thread);
    *SIGNAL.get_or_init(|| libc::SIGRTMAX() - 1)
}

/// Lets the signals in again, which are blocked in their handlers: one that is left by unwinding never returns.
pub(super) fn unblock() {
    // SAFETY: an all-zero set is valid to be emptied; changing the own mask has no preconditions.
    unsafe {
        let mut signals: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut signals);
        libc::sigaddset(&raw mut signals, libc::SIGINT);
        if let Some(&signal) = SIGNAL.get() {
            libc::sigaddset(&raw mut signals, signal);
        }
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const signals, ptr::null_mut());
    }
}

/// Sends the cell's thread its signal.
pub(super) fn send() {
    if let (Some(&thread), Some(&signal)) = (THREAD.get(), SIGNAL.get()) {
        // SAFETY: the main thread lives as long as the process.
        unsafe { libc::pthread_kill(thread, signal) };
    }
}

/// Is the calling thread the one that runs cells?
pub(super) fn on_cell_thread() -> bool {
    // SAFETY: asks for the calling thread's own number.
    let own = unsafe { libc::pthread_self() };
    THREAD.get() == Some(&own)
}
