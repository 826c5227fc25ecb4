//! The end of the process: threads of ours that have the driver make or load code must be out of it, and it is not torn down.
//!
//! User code may call `exit` at any time, while other threads load kernels. The driver's own destructors do not wait for them, and what
//! they free is still in use (seen: heap corruption at the end of sessions whose last kernel was still being assembled). So the process
//! ends before they would run; the system takes back what they would.

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Once, PoisonError, RwLock, RwLockReadGuard, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

unsafe extern "C" {
    /// glibc: like `atexit`, and the function gets the exit status first (man 3 on_exit).
    fn on_exit(function: extern "C" fn(c_int, *mut c_void), argument: *mut c_void) -> c_int;
}

/// How long the end waits: a load waits for kernels that run, and those may never end.
const WAIT_MAX: Duration = Duration::from_secs(2);

/// Time between two looks.
const LOOK_EVERY: Duration = Duration::from_micros(200);

/// Held for reading by who is in the driver, for writing from the end on.
static GATE: RwLock<()> = RwLock::new(());

/// Keeps the process's end waiting while it lives. After the end has begun this does not return.
pub(super) fn enter() -> RwLockReadGuard<'static, ()> {
    GATE.read().unwrap_or_else(PoisonError::into_inner)
}

static INSTALLED: Once = Once::new();

/// Makes `exit` wait and then end the process. To be called when the driver has been loaded, so that this comes before the driver's own
/// destructors, and after those of the user's code, which are registered later.
pub(super) fn install() {
    INSTALLED.call_once(|| {
        // SAFETY: `end` may be called at any time, and takes no notice of its argument.
        unsafe { on_exit(end, ptr::null_mut()) };
    });
}

/// Makes the end come before the destructors of libraries that were loaded since; likewise after those of the user's code.
pub(crate) fn end_before_libraries() {
    // SAFETY: as in `install`; the first call that comes ends the process.
    unsafe { on_exit(end, ptr::null_mut()) };
}

/// Makes `exit` wait before any destructor of the driver's runs: its parts register some when they are first used, so after `install`. To be called
/// by who calls `exit` then.
pub(crate) fn close_first() {
    if INSTALLED.is_completed() {
        // SAFETY: `close` may be called at any time.
        unsafe { libc::atexit(close) };
    }
}

extern "C" fn end(status: c_int, _: *mut c_void) {
    close();
    // SAFETY: a null pointer stands for all streams; `_exit` has no preconditions.
    unsafe {
        libc::fflush(ptr::null_mut());
        libc::_exit(status);
    }
}

/// Waits until nobody is inside, and lets nobody in.
extern "C" fn close() {
    static CLOSED: AtomicBool = AtomicBool::new(false);
    if CLOSED.swap(true, Ordering::AcqRel) {
        return;
    }
    let start = Instant::now();
    while start.elapsed() < WAIT_MAX {
        match GATE.try_write() {
            Ok(closed) => return std::mem::forget(closed),
            Err(TryLockError::Poisoned(closed)) => return std::mem::forget(closed.into_inner()),
            Err(TryLockError::WouldBlock) => thread::sleep(LOOK_EVERY),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_waits_for_who_is_inside_and_lets_nobody_in() {
        let start = Instant::now();
        let (entered, inside) = std::sync::mpsc::channel();
        let thread = thread::spawn(move || {
            let _inside = enter();
            entered.send(()).expect("the test waits");
            thread::sleep(Duration::from_millis(50));
        });
        inside.recv().expect("the thread enters");
        close();
        assert!(start.elapsed() >= Duration::from_millis(50));
        assert!(GATE.try_read().is_err());
        thread.join().expect("the thread ends");
    }
}
