//! What the threads of a kernel share: the ways to the front ends, the interrupt, and how far the session is.

use std::fmt::Display;
use std::fs::File;
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

use super::history::History;
use super::message::Request;
use super::publisher::Publisher;
use super::sockets::{Sender, Senders};
use super::streams::Streams;
use crate::interrupt::Interrupt;

/// A socket of requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// Requests that wait for cells.
    Shell,
    /// Requests that do not.
    Control,
}

/// A kernel, as its threads know it.
pub struct Kernel {
    /// What goes to all front ends.
    pub publisher: Arc<Publisher>,
    /// What is printed.
    pub streams: Arc<Streams>,
    /// What stops a cell.
    pub interrupt: Interrupt,
    /// The inputs.
    pub history: Mutex<History>,
    /// Requests that wait for the session, with the one it works on.
    pub jobs: AtomicU64,
    /// The kernel is to end.
    pub ending: AtomicBool,
    shell: Sender,
    control: Sender,
    stdin: Sender,
    log: File,
}

impl Kernel {
    /// With these ways out.
    pub fn new(
        (shell, control, stdin): (Sender, Sender, Sender),
        publisher: Arc<Publisher>,
        streams: Arc<Streams>,
        interrupt: Interrupt,
        log: File,
    ) -> Kernel {
        Kernel {
            publisher,
            streams,
            interrupt,
            history: Mutex::default(),
            jobs: AtomicU64::new(0),
            ending: AtomicBool::new(false),
            shell,
            control,
            stdin,
            log,
        }
    }

    /// Sends a reply to who has sent the request.
    pub fn reply(&self, channel: Channel, request: &Request, content: &Value) {
        let kind = format!("{}_reply", request.kind.trim_end_matches("_request"));
        let frames = self
            .publisher
            .frames(&request.identities, &kind, &request.header, content);
        match channel {
            Channel::Shell => self.shell.send(frames),
            Channel::Control => self.control.send(frames),
        }
    }

    /// Replies to a request that nothing is run for; `None`: there is no reply to it.
    pub fn answer(&self, channel: Channel, request: &Request, content: Option<Value>) {
        self.publisher.status(&request.header, "busy");
        if let Some(content) = content {
            self.reply(channel, request, &content);
        }
        self.publisher.status(&request.header, "idle");
    }

    /// Asks the front end of a request for a line.
    pub fn ask(&self, request: &Request) {
        self.streams.drain();
        // What the cell printed says what it asks for.
        let content = json!({"prompt": "", "password": false});
        let to = &request.identities;
        let frames = self
            .publisher
            .frames(to, "input_request", &request.header, &content);
        self.stdin.send(frames);
    }

    /// The history.
    pub fn history(&self) -> MutexGuard<'_, History> {
        self.history.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells something of the kernel itself, where stderr was.
    pub fn log(&self, message: impl Display) {
        let _ = writeln!(&self.log, "chevron kernel: {message}");
    }

    /// Tells that a message was dropped.
    pub fn log_dropped(&self, socket: &str, error: &anyhow::Error) {
        self.log(format_args!("a message on {socket} was dropped: {error:#}"));
    }

    /// Waits until all that was sent is written.
    pub fn flush(&self) {
        self.publisher.flush();
        self.shell.flush();
        self.control.flush();
    }
}

/// The ways out by their uses.
pub fn apart(senders: Senders) -> ((Sender, Sender, Sender), Sender) {
    let Senders {
        shell,
        control,
        stdin,
        iopub,
    } = senders;
    ((shell, control, stdin), iopub)
}
