//! The foreign calls of this crate: signals, and the end of the process.

use std::io;

/// From now on an interrupt (Ctrl-C) calls `action`, on a thread of its own, instead of ending this process. To be called
/// before any thread is started: threads inherit that the signal is blocked. Child processes do not, `Command` unblocks it.
pub fn on_interrupt(mut action: impl FnMut() + Send + 'static) -> io::Result<()> {
    let interrupts = block_interrupts()?;
    let wait = move || {
        loop {
            let mut signal = 0;
            // SAFETY: both pointers are to live values of the right types, and the set is initialised.
            if unsafe { libc::sigwait(&raw const interrupts, &raw mut signal) } == 0 {
                action();
            }
        }
    };
    std::thread::Builder::new()
        .name("interrupts".into())
        .spawn(wait)?;
    Ok(())
}

/// Blocks the signal in this thread; gives the set that holds it alone.
fn block_interrupts() -> io::Result<libc::sigset_t> {
    // SAFETY: a `sigset_t` is plain bits, `sigemptyset` initialises it before anything reads it, and all pointers are to
    // live values or null where null is allowed.
    let (set, error) = unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGINT);
        let error = libc::pthread_sigmask(libc::SIG_BLOCK, &raw const set, std::ptr::null_mut());
        (set, error)
    };
    if error == 0 {
        Ok(set)
    } else {
        Err(io::Error::from_raw_os_error(error))
    }
}

/// Ends the process at once. Threads of the compiler may still be at work; LLVM's static destructors would pull the ground from
/// under them. What must be kept was written before: the cache when the session ended, the terminal after each line.
pub fn exit_now(status: u8) -> ! {
    // SAFETY: `_exit` has no preconditions.
    unsafe { libc::_exit(i32::from(status)) }
}
