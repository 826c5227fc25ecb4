//! The end of the process: threads of ours that have the driver make or load code must be out of it before it is torn down.
//!
//! User code may call `exit` at any time, while other threads load kernels. The driver's own destructors do not wait for them, and what
//! they free is still in use (seen: heap corruption at the end of sessions whose last kernel was still being assembled).

use std::sync::{Once, PoisonError, RwLock, RwLockReadGuard, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

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

/// Makes `exit` wait. To be called when the driver has been loaded, so that this comes before the driver's own end.
pub(super) fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        // SAFETY: `close` is a function that may be called at any time.
        unsafe { libc::atexit(close) };
    });
}

extern "C" fn close() {
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
