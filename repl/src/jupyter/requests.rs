//! The threads that take requests: one for those that wait for cells, one for those that do not.

use std::sync::atomic::Ordering;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use serde_json::json;

use super::cells::Job;
use super::kernel::{Channel, Kernel};
use super::message::{Request, Signer};
use super::notebook::Notebook;
use super::replies;
use super::zmtp::Frames;
use crate::sys;

/// How long a cell may take to stop before its executor is ended, when the kernel ends.
const STOPPING: Duration = Duration::from_millis(300);

/// How long static destructors may run then. Jupyter waits 5 s in all.
const CLOSING: Duration = Duration::from_millis(2000);

/// Takes the requests of one socket.
pub struct Requests {
    /// Which.
    pub channel: Channel,
    /// The kernel.
    pub kernel: Arc<Kernel>,
    /// Tells whose messages are taken.
    pub signer: Signer,
    /// Tells what the session's start takes long for.
    pub notebook: Arc<Notebook>,
    /// The session's work.
    pub jobs: mpsc::Sender<Job>,
}

impl Requests {
    /// Takes them on a thread of its own from now on.
    pub fn take(self, from: mpsc::Receiver<Frames>) -> std::io::Result<()> {
        let name = match self.channel {
            Channel::Shell => "shell",
            Channel::Control => "control",
        };
        let take = move || {
            for frames in from {
                match Request::of_frames(&frames, &self.signer) {
                    Ok(request) => self.one(request),
                    Err(error) => self.kernel.log_dropped(name, &error),
                }
            }
        };
        let thread = std::thread::Builder::new().name(name.to_owned());
        thread.spawn(take).map(drop)
    }

    fn one(&self, request: Request) {
        if request.kind == "shutdown_request" {
            return self.shut_down(&request);
        }
        match self.channel {
            Channel::Control => self.without_session(&request),
            Channel::Shell => self.in_order(request),
        }
    }

    /// Serves a request as long as nothing is under way that it would have to wait for; else it waits.
    fn in_order(&self, request: Request) {
        if self.kernel.jobs.load(Ordering::Acquire) == 0
            && let Some(content) = replies::at_once(&self.kernel, &request)
        {
            return self.kernel.answer(Channel::Shell, &request, content);
        }
        if request.kind == "execute_request" {
            let why = self.notebook.take_start();
            if !why.is_empty() {
                self.kernel.publisher.answer(&request.header);
                self.kernel.streams.told(&why);
            }
        }
        self.kernel.jobs.fetch_add(1, Ordering::AcqRel);
        let _ = self
            .jobs
            .send(Job::Serve(Arc::new(request), Instant::now()));
    }

    fn without_session(&self, request: &Request) {
        let content = match request.kind.as_str() {
            "interrupt_request" => {
                self.kernel.interrupt.press();
                Some(json!({"status": "ok"}))
            }
            "debug_request" => Some(replies::no_debugger(request)),
            kind => replies::at_once(&self.kernel, request).unwrap_or_else(|| {
                self.kernel
                    .log(format_args!("`{kind}` is unknown on control"));
                None
            }),
        };
        self.kernel.answer(self.channel, request, content);
    }

    /// Ends the kernel, in good order if that takes no time. The reply comes first.
    fn shut_down(&self, request: &Request) {
        let kernel = &self.kernel;
        let content = json!({"status": "ok", "restart": request.flag("restart", false)});
        kernel.answer(self.channel, request, Some(content.clone()));
        (kernel.publisher).publish_for(&request.header, "shutdown_reply", &content);
        if kernel.ending.swap(true, Ordering::AcqRel) {
            return;
        }
        let _ = self.jobs.send(Job::End);
        let kernel = Arc::clone(kernel);
        let end = move || {
            if kernel.jobs.load(Ordering::Acquire) > 0 {
                kernel.interrupt.press();
                std::thread::sleep(STOPPING);
                kernel.interrupt.press();
            }
            std::thread::sleep(CLOSING);
            kernel.flush();
            sys::exit_now(0);
        };
        let _ = std::thread::Builder::new().spawn(end);
    }
}
