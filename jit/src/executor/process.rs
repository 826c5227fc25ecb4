//! The process itself: signals, panics.

use std::fs;
use std::panic;
use std::process;

use super::connection::Connection;
use crate::interrupt;
use crate::wire::Event;

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
