//! The book of what `holding` keeps back.

use std::sync::atomic::{AtomicBool, Ordering};

use super::slot::Slot;

/// Something is held. Read at each synchronisation of the user's.
static ANY: AtomicBool = AtomicBool::new(false);

/// What is held. What concerns cells that run is changed under the lock of the tables.
#[derive(Default)]
pub(super) struct Held {
    pub(super) running: bool,
    /// No cell runs, but kernels may.
    pub(super) busy: bool,
    /// Those for which something came while a cell ran.
    pub(super) slots: Vec<&'static Slot>,
    /// Those of cells that were linked and not run, such as all after a crash.
    pub(super) unhurried: Vec<&'static Slot>,
}

/// Is anything held?
pub(super) fn any() -> bool {
    ANY.load(Ordering::Acquire)
}

impl Held {
    /// Something came for a kernel while a cell ran.
    pub(super) fn note(&mut self, slot: &'static Slot) {
        if !self.slots.iter().any(|it| std::ptr::eq(*it, slot)) {
            self.slots.push(slot);
            ANY.store(true, Ordering::Release);
        }
    }

    /// The kernels for which something came while a cell ran.
    pub(super) fn take(&mut self) -> Vec<&'static Slot> {
        ANY.store(false, Ordering::Release);
        std::mem::take(&mut self.slots)
    }
}
