//! What threads print to a terminal while no cell runs: it goes to a pipe of the session's, which shows it above the line that is typed.

use std::env;
use std::ffi::c_int;
use std::os::fd::RawFd;
use std::sync::OnceLock;

use super::descriptor::identity;
use crate::wire::BESIDE_DESCRIPTOR_VARIABLE;

/// The streams that print.
const STREAMS: [c_int; 2] = [libc::STDOUT_FILENO, libc::STDERR_FILENO];

/// A descriptor, and the open file that it stands for: user code may close it.
#[derive(Clone, Copy)]
struct Descriptor {
    number: RawFd,
    identity: (u64, u64),
}

/// Where the streams go.
struct Beside {
    pipe: Descriptor,
    /// In the order of `STREAMS`; none for one that is no terminal.
    terminals: [Option<Descriptor>; 2],
}

static BESIDE: OnceLock<Beside> = OnceLock::new();

/// Takes over the descriptor that the session named in the environment, if it did. Called once, while there is one thread.
pub(super) fn from_environment() {
    let named = env::var(BESIDE_DESCRIPTOR_VARIABLE).ok();
    // SAFETY: the process has one thread, so nobody reads the environment meanwhile. The user's programs must not see it.
    unsafe { env::remove_var(BESIDE_DESCRIPTOR_VARIABLE) };
    let Some(pipe) = named.and_then(|it| Descriptor::of(it.parse().ok()?)) else {
        return;
    };
    // SAFETY: the descriptor is open; a flag of it has no memory effects.
    unsafe { libc::fcntl(pipe.number, libc::F_SETFD, libc::FD_CLOEXEC) };
    let terminals = STREAMS.map(|stream| {
        // SAFETY: neither call has memory effects.
        let copy = unsafe {
            (libc::isatty(stream) == 1)
                .then(|| libc::fcntl(stream, libc::F_DUPFD_CLOEXEC, libc::STDERR_FILENO + 1))
        };
        copy.and_then(Descriptor::of)
    });
    let _ = BESIDE.set(Beside { pipe, terminals });
}

/// Is there such a pipe? The C library must write lines to it as it does to a terminal.
pub(super) fn is_there() -> bool {
    BESIDE.get().is_some()
}

/// A cell runs from now on, or the process ends: what it prints goes to the terminal at once.
pub(super) fn to_terminal() {
    let Some(beside) = BESIDE.get() else { return };
    for (stream, terminal) in STREAMS.into_iter().zip(beside.terminals) {
        if let Some(terminal) = terminal {
            redirect(stream, beside.pipe, terminal);
        }
    }
}

/// No cell runs from now on. A stream that the user's code has sent elsewhere stays there.
pub(super) fn to_pipe() {
    let Some(beside) = BESIDE.get() else { return };
    for (stream, terminal) in STREAMS.into_iter().zip(beside.terminals) {
        if let Some(terminal) = terminal {
            redirect(stream, terminal, beside.pipe);
        }
    }
}

/// Sends a stream elsewhere, if it goes where it is thought to.
fn redirect(stream: c_int, from: Descriptor, to: Descriptor) {
    if identity(stream) == Some(from.identity) && identity(to.number) == Some(to.identity) {
        // SAFETY: the call has no memory effects. It is done in one step, so no thread finds the stream closed.
        unsafe { libc::dup2(to.number, stream) };
    }
}

impl Descriptor {
    fn of(number: RawFd) -> Option<Descriptor> {
        let identity = identity(number)?;
        Some(Descriptor { number, identity })
    }
}
