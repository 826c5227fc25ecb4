//! Events that several processes record and wait for: two counters in memory that all of them have.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use crate::device::cpu::sharing::SharedPage;
use crate::device::{Error, Result, Status};
use crate::interrupt;

/// Between two looks at an event that another process records.
const LOOK_EVERY: Duration = Duration::from_micros(50);

/// What processes know of an event together: how many records there were, and how many of them have happened.
pub(crate) struct SharedEvent {
    pub(super) page: SharedPage,
    /// The process whose handle it was opened by; 0 in that process itself.
    pub(super) of: u32,
}

impl SharedEvent {
    pub(super) fn recorded(&self) -> u64 {
        self.page.counters()[0].load(Ordering::Acquire)
    }

    pub(super) fn done(&self, record: u64) -> bool {
        self.page.counters()[1].load(Ordering::Acquire) >= record
    }

    /// All records so far have happened.
    pub(super) fn all_done(&self) -> bool {
        self.done(self.recorded())
    }

    pub(super) fn begin_record(&self) -> u64 {
        self.page.counters()[0].fetch_add(1, Ordering::AcqRel) + 1
    }

    pub(super) fn end_record(&self, record: u64) {
        self.page.counters()[1].fetch_max(record, Ordering::AcqRel);
    }

    /// Waits for a record; not for ever if the process is gone whose event it is, or if the cell is interrupted.
    pub(super) fn wait(&self, record: u64) {
        while !self.done(record) && !interrupt::asked() && self.process_lives() {
            thread::sleep(LOOK_EVERY);
        }
    }

    fn process_lives(&self) -> bool {
        self.of == 0 || Path::new(&format!("/proc/{}", self.of)).exists()
    }

    /// Waits for all records so far.
    pub(super) fn wait_for_all(&self) -> Result<()> {
        let record = self.recorded();
        self.wait(record);
        if self.done(record) {
            return Ok(());
        }
        Err(Error::new(
            Status::OPERATING_SYSTEM,
            "the process that was to record the event is gone",
        ))
    }
}
