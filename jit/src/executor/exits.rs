//! `exit` and its kin for JIT-linked code, which end the process as the user's program wants it: the session learns of it first.

use std::ffi::c_int;
use std::sync::OnceLock;

use super::connection::Connection;
use super::ends::end_now;
use super::{crash, support};
use crate::crash::{KIND_EXIT, KIND_THREAD_END};
use crate::device::cpu::sanitizer;
use crate::device::gate;
use crate::wire::Event;
use crate::{link, runtime};

/// Names and addresses for the linker; ARCHITECTURE.md has the declarations of those that begin with `__chv_`.
pub(super) fn builtins() -> [(&'static str, usize); 5] {
    [
        ("exit", exit_of_user as *const () as usize),
        ("quick_exit", exit_quickly as *const () as usize),
        ("_exit", exit_now as *const () as usize),
        ("_Exit", exit_now as *const () as usize),
        (
            "__chv_main_thread_ends",
            main_thread_ends as *const () as usize,
        ),
    ]
}

/// Ends as a program does that calls `exit`: handlers and static destructors run.
pub(super) fn exit(status: c_int) -> ! {
    crash::expect_end();
    exit_of_user(status)
}

/// `exit` for JIT-linked code: first the session learns of it, then the user's destructors run, then no thread of ours is in the driver any
/// more, and then comes what libraries have registered.
extern "C" fn exit_of_user(status: c_int) -> ! {
    tell_program_end();
    // The C library calls the last one first.
    gate::close_first();
    link::run_handlers_first();
    crash::watch_exit();
    // SAFETY: user code that makes it unsafe (other threads that use what is destroyed) would do so in a program of its own.
    unsafe { libc::exit(status) }
}

/// `_exit` for JIT-linked code: the session learns who called it.
extern "C" fn exit_now(status: c_int) -> ! {
    tell_program_end();
    crash::end_without_signal(KIND_EXIT);
    end_now(status)
}

/// `quick_exit` for JIT-linked code, likewise.
extern "C" fn exit_quickly(status: c_int) -> ! {
    unsafe extern "C" {
        fn quick_exit(status: c_int) -> !;
    }
    tell_program_end();
    crash::end_without_signal(KIND_EXIT);
    // SAFETY: user code asked for it, and vouches for its handlers.
    unsafe { quick_exit(status) }
}

/// `void __chv_main_thread_ends()`: the guard calls it when `pthread_exit` or a cancellation unwinds the thread that runs cells.
extern "C" fn main_thread_ends() -> ! {
    crash::end_without_signal(KIND_THREAD_END);
    end_now(1)
}

/// Where the end of a program is told.
static PROGRAM_END: OnceLock<&'static Connection> = OnceLock::new();

/// `main` runs: from now on the end of this process is a program's.
pub(super) fn at_program_end(connection: &'static Connection) {
    let _ = PROGRAM_END.set(connection);
}

/// Tells the session of the errors that a program, if one runs here, has made and not read.
fn tell_program_end() {
    let Some(connection) = PROGRAM_END.get().filter(|_| !crash::is_fork()) else {
        return;
    };
    let Some(end) = runtime::end_program() else {
        return;
    };
    // Its output comes before what the session says of it.
    support::flush_output();
    if sanitizer::is_on() {
        connection.send(&Event::Findings {
            findings: Vec::new(),
            more: 0,
            leaks: runtime::leaks(),
        });
    }
    connection.send(&Event::ProgramEnds {
        unhandled: end.unhandled,
        notes: end.notes,
    });
}
