//! The first launch that a cell's device refused, until the cell ends or somebody asks for the error.

use std::sync::Mutex;
use std::thread::{self, ThreadId};

use crate::lock::lock;
use crate::wire::DeviceFault;

/// Was it a launch of an empty grid?
pub(super) fn has_no_blocks(fault: &DeviceFault) -> bool {
    !fault.kernel.is_empty() && fault.grid.contains(&0)
}

/// The first launch that was refused since the last `take` and whose error its thread has not asked for; one with blocks, if there was one.
#[derive(Default)]
pub(super) struct RefusedLaunch(Mutex<Option<Refused>>);

struct Refused {
    thread: ThreadId,
    fault: DeviceFault,
    /// The error's number says nothing: it is told even if the user asks for that.
    always_told: bool,
}

impl RefusedLaunch {
    /// The calling thread's launch was refused. `always_told`: even if the user asks for its error.
    pub(super) fn note(&self, fault: DeviceFault, always_told: bool) {
        let mut kept = lock(&self.0);
        if kept.as_ref().is_none_or(|it| has_no_blocks(&it.fault)) {
            *kept = Some(Refused {
                thread: thread::current().id(),
                fault,
                always_told,
            });
        }
    }

    /// The calling thread has asked for its error.
    pub(super) fn forget(&self) {
        let mine = thread::current().id();
        let mut kept = lock(&self.0);
        if (kept.as_ref()).is_some_and(|it| !it.always_told && it.thread == mine) {
            *kept = None;
        }
    }

    /// Its fault.
    pub(super) fn fault(&self) -> Option<DeviceFault> {
        lock(&self.0).as_ref().map(|it| it.fault.clone())
    }

    /// Its fault, which is to be told now.
    pub(super) fn take(&self) -> Option<DeviceFault> {
        lock(&self.0).take().map(|it| it.fault)
    }
}
