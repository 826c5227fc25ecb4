//! The executor's end of the socket pair.

use std::env;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd, RawFd};
use std::os::unix::net::UnixStream;
use std::sync::Mutex;

use super::descriptor::{close_if, identity};
use super::ends::end_cut_off;
use crate::lock::lock;
use crate::wire::{DESCRIPTOR_VARIABLE, Event, Request, frame};

/// Sends events; any thread may.
pub(super) struct Connection {
    stream: Mutex<Outgoing>,
    /// What a checkpoint that takes over finds of the connection before.
    before: Mutex<Before>,
}

/// Where events go.
struct Outgoing {
    stream: UnixStream,
    /// Frames that go with the next event.
    kept: Vec<u8>,
}

impl Outgoing {
    fn new(stream: UnixStream) -> Outgoing {
        let kept = Vec::new();
        Outgoing { stream, kept }
    }

    fn send(&mut self, event: &Event) -> Result<(), frame::FrameError> {
        let kept = std::mem::take(&mut self.kept);
        frame::write_after(&mut self.stream, kept, event)
    }
}

/// The descriptors of a connection.
#[derive(Default)]
struct Before {
    numbers: Vec<RawFd>,
    /// The socket that they stand for.
    socket: Option<(u64, u64)>,
}

impl Before {
    fn of(stream: &UnixStream, incoming: &Incoming) -> Before {
        Before {
            numbers: vec![stream.as_raw_fd(), incoming.stream.as_raw_fd()],
            socket: identity(stream.as_raw_fd()),
        }
    }
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
    let before = Mutex::new(Before::of(&stream, &incoming));
    let stream = Mutex::new(Outgoing::new(stream));
    Ok((Box::leak(Box::new(Connection { stream, before })), incoming))
}

impl Connection {
    /// Sends an event. Without a session, or after user code has closed the descriptor, the process has no use and ends.
    pub(super) fn send(&self, event: &Event) {
        if lock(&self.stream).send(event).is_err() {
            end_cut_off();
        }
    }

    /// Sends an event with the next one: another one follows at once, and the session has no use for this one before.
    pub(super) fn send_with_next(&self, event: &Event) {
        let mut outgoing = lock(&self.stream);
        let kept = std::mem::take(&mut outgoing.kept);
        match frame::append(kept, event) {
            Ok(kept) => outgoing.kept = kept,
            Err(_) => end_cut_off(),
        }
    }

    /// Sends an event unless another thread, or this one further up, is sending.
    pub(super) fn try_send(&self, event: &Event) {
        if let Ok(mut stream) = self.stream.try_lock() {
            drop(stream.send(event));
        }
    }

    /// Goes on with another connection, in a process that is a copy: the threads that used the one before are not in it. None if
    /// the system has no descriptor left.
    pub(super) fn adopt(&self, stream: UnixStream) -> Option<Incoming> {
        let incoming = Incoming {
            stream: stream.try_clone().ok()?,
        };
        let mut before = lock(&self.before);
        let now = Before::of(&stream, &incoming);
        let gone = std::mem::replace(&mut *before, now);
        let mut current = lock(&self.stream);
        // Closed below, if it is still ours.
        let before = std::mem::replace(&mut *current, Outgoing::new(stream));
        let _ = before.stream.into_raw_fd();
        for number in gone.numbers {
            close_if(number, gone.socket);
        }
        Some(incoming)
    }
}

impl Incoming {
    /// Waits until there is something to read, or the end. False if user code has closed the descriptor.
    pub(super) fn wait(&self) -> bool {
        let mut descriptor = libc::pollfd {
            fd: self.stream.as_raw_fd(),
            events: libc::POLLIN,
            revents: 0,
        };
        loop {
            // SAFETY: one live structure is passed.
            let ready = unsafe { libc::poll(&raw mut descriptor, 1, -1) };
            if ready > 0 {
                return descriptor.revents & libc::POLLNVAL == 0;
            }
            if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
                return false;
            }
        }
    }

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
