//! The process itself: signals, panics, ends.

use std::ffi::c_int;
use std::fs;
use std::panic;
use std::process;
use std::sync::OnceLock;

use super::connection::Connection;
use super::{crash, support};
use crate::device::cuda;
use crate::wire::{Event, SIGNAL_CUT_OFF};
use crate::{interrupt, link, runtime};

/// What the system adds to this process's score when it looks for one to end; from -1000 to 1000.
const MEMORY_KILL_SCORE: &str = "500";

/// Sets up what user code expects of its process, and how a failure of ours is reported.
pub(super) fn prepare(connection: &'static Connection) {
    // SAFETY: installing these handlers has no preconditions.
    unsafe {
        // Rust's runtime ignores this one, and what the user's programs start would inherit that.
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        // Rust's handlers for these swallow a signal that was sent and not caused by an access.
        libc::signal(libc::SIGSEGV, libc::SIG_DFL);
        libc::signal(libc::SIGBUS, libc::SIG_DFL);
    }
    // The terminal sends Ctrl-C to both processes: the session decides what it means.
    interrupt::prepare();
    // Where memory runs out, this process goes and not the session. An error means that the system has no such score.
    drop(fs::write("/proc/self/oom_score_adj", MEMORY_KILL_SCORE));
    panic::set_hook(Box::new(move |panic| {
        connection.try_send(&Event::Log(format!("the executor failed: {panic}")));
        process::abort();
    }));
}

/// Ends as a program does that calls `exit`: handlers and static destructors run.
pub(super) fn exit(status: c_int) -> ! {
    crash::expect_end();
    exit_of_user(status)
}

/// `exit` for JIT-linked code: first the session learns of it, then the user's destructors run, then no thread of ours is in the driver any
/// more, and then comes what libraries have registered.
pub(super) extern "C" fn exit_of_user(status: c_int) -> ! {
    tell_program_end();
    // The C library calls the last one first.
    cuda::close_first();
    link::run_handlers_first();
    crash::watch_exit();
    // SAFETY: user code that makes it unsafe (other threads that use what is destroyed) would do so in a program of its own.
    unsafe { libc::exit(status) }
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

/// Where the end of a program is told.
static PROGRAM_END: OnceLock<&'static Connection> = OnceLock::new();

/// `main` runs: from now on the end of this process is a program's.
pub(super) fn at_program_end(connection: &'static Connection) {
    let _ = PROGRAM_END.set(connection);
}

/// Tells the session of the errors that a program, if one runs here, has made and not read.
pub(super) fn tell_program_end() {
    let Some(connection) = PROGRAM_END.get().filter(|_| !crash::is_fork()) else {
        return;
    };
    let Some(end) = runtime::end_program() else {
        return;
    };
    // Its output comes before what the session says of it.
    support::flush_output();
    connection.send(&Event::ProgramEnds {
        unhandled: end.unhandled,
        notes: end.notes,
    });
}

/// Ends at once, from any thread.
pub(super) fn end_now(status: c_int) -> ! {
    // SAFETY: `_exit` has no preconditions.
    unsafe { libc::_exit(status) }
}
