//! The session's account of the executor's checkpoints: which one is of now, and the end of those that are not.

use std::os::unix::net::UnixStream;

use crate::wire::{Checkpoint, Event, NoCheckpoint};

/// What is known of an executor's checkpoints. Dropped: they end.
pub(super) struct Checkpoints {
    /// Where they wait to be woken; only one may wait when one is woken.
    waker: Option<UnixStream>,
    current: Result<Checkpoint, NoCheckpoint>,
    /// The executor has changed since the current one was made, or told of.
    stale: bool,
    /// Processes that have been ended and not waited for.
    ended: Vec<libc::pid_t>,
}

impl Checkpoints {
    pub(super) fn new(waker: UnixStream) -> Checkpoints {
        Checkpoints {
            waker: Some(waker),
            current: Err(NoCheckpoint::Off),
            stale: false,
            ended: Vec::new(),
        }
    }

    /// Takes note of an event, in the order in which they come. True if it concerns nobody else.
    pub(super) fn note(&mut self, event: &Event) -> bool {
        match event {
            Event::Checkpoint(newest) => {
                self.replace(newest.clone());
                true
            }
            Event::Finished { .. } | Event::Undone | Event::Library(_) => {
                self.stale = true;
                false
            }
            _ => false,
        }
    }

    /// The newest checkpoint, or why there is none.
    pub(super) fn current(&self) -> Result<Checkpoint, NoCheckpoint> {
        self.current.clone()
    }

    /// The checkpoint of the state before what the executor did last, if that is what it has, and what wakes it: who takes it is to
    /// wake it. The others are gone.
    pub(super) fn take(&mut self) -> Result<(Checkpoint, UnixStream), NoCheckpoint> {
        if self.stale && !matches!(self.current, Err(NoCheckpoint::Off)) {
            return Err(NoCheckpoint::TooLate);
        }
        let checkpoint = self.current.clone()?;
        self.reap(true);
        let waker = self.waker.take().ok_or(NoCheckpoint::Gone)?;
        self.current = Err(NoCheckpoint::Gone);
        Ok((checkpoint, waker))
    }

    fn replace(&mut self, newest: Result<Checkpoint, NoCheckpoint>) {
        self.stale = false;
        if let Ok(before) = std::mem::replace(&mut self.current, newest) {
            // SAFETY: it is a child that has not been waited for, so the number is still its.
            unsafe { libc::kill(before.process, libc::SIGKILL) };
            self.ended.push(before.process);
        }
        self.reap(false);
    }

    /// Takes the status of those that were ended, so that the system forgets them.
    fn reap(&mut self, wait: bool) {
        let flags = if wait { 0 } else { libc::WNOHANG };
        self.ended.retain(|process| {
            // SAFETY: no status is asked for.
            let found = unsafe { libc::waitpid(*process, std::ptr::null_mut(), flags) };
            // Zero: it has not ended yet.
            found == 0
        });
    }
}

impl Drop for Checkpoints {
    fn drop(&mut self) {
        self.replace(Err(NoCheckpoint::Off));
        self.reap(true);
    }
}
