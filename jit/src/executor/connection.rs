//! The executor's end of the socket pair.

use std::env;
use std::io;
use std::os::fd::{FromRawFd, RawFd};
use std::os::unix::net::UnixStream;
use std::sync::Mutex;

use crate::lock::lock;
use crate::wire::{DESCRIPTOR_VARIABLE, EXIT_CUT_OFF, Event, Request, frame};

/// Sends events; any thread may.
pub(super) struct Connection {
    stream: Mutex<UnixStream>,
}

/// Receives requests.
pub(super) struct Incoming {
    stream: UnixStream,
}

/// Takes over the descriptor that the session named in the environment. Called once, first, while there is one thread.
pub(super) fn from_environment() -> Result<(&'static Connection, Incoming), String> {
    let alone =
        || "`chevron-executor` is started by `chevron` and does nothing on its own".to_owned();
    let number = env::var(DESCRIPTOR_VARIABLE).map_err(|_| alone())?;
    let descriptor: RawFd = number.parse().map_err(|_| alone())?;
    if !is_socket(descriptor) {
        return Err(format!(
            "descriptor {descriptor}, which {DESCRIPTOR_VARIABLE} names, is no socket; {}",
            alone()
        ));
    }
    // SAFETY: the process has one thread, so nobody reads the environment meanwhile. The user's programs must not see it.
    unsafe { env::remove_var(DESCRIPTOR_VARIABLE) };
    // SAFETY: the descriptor is open (`is_socket`) and was passed to us to own.
    let stream = unsafe {
        libc::fcntl(descriptor, libc::F_SETFD, libc::FD_CLOEXEC);
        UnixStream::from_raw_fd(descriptor)
    };
    let failed = |error: io::Error| format!("the connection to the session failed: {error}");
    let incoming = Incoming {
        stream: stream.try_clone().map_err(failed)?,
    };
    Ok((
        Box::leak(Box::new(Connection {
            stream: Mutex::new(stream),
        })),
        incoming,
    ))
}

impl Connection {
    /// Sends an event. Without a session, or after user code has closed the descriptor, the process has no use and ends.
    pub(super) fn send(&self, event: &Event) {
        let mut stream = lock(&self.stream);
        if frame::write(&mut *stream, event).is_err() {
            super::process::end_now(EXIT_CUT_OFF);
        }
    }

    /// Sends an event unless another thread, or this one further up, is sending.
    pub(super) fn try_send(&self, event: &Event) {
        if let Ok(mut stream) = self.stream.try_lock() {
            drop(frame::write(&mut *stream, event));
        }
    }
}

impl Incoming {
    /// The next request; none when the session is gone or has lost step.
    pub(super) fn next(&mut self) -> Option<Request> {
        frame::read(&mut self.stream).ok().flatten()
    }
}

fn is_socket(descriptor: RawFd) -> bool {
    // SAFETY: all-zero bytes are a valid `stat`, and `fstat` only writes to it.
    unsafe {
        let mut status: libc::stat = std::mem::zeroed();
        libc::fstat(descriptor, &mut status) == 0 && status.st_mode & libc::S_IFMT == libc::S_IFSOCK
    }
}
