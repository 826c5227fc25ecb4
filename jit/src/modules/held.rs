//! Loads that wait for a cell's end.
//!
//! The driver of a GPU lets a load wait until no kernel runs, and what other threads ask of it until the load is done. A kernel that runs until another one
//! is launched would then run for ever. So kernels that a cell may launch are loaded before it runs, and what comes while it runs is loaded when
//! somebody waits for it, or when the device has nothing to do.

use super::generations::Verdict;
use super::load::{Delivery, Modules};
use super::slot::Slot;
use crate::lock::lock;
use crate::runtime::toolkit;

/// What comes while a cell runs. Changed under the lock of the tables.
#[derive(Default)]
pub(super) struct Held {
    running: bool,
    slots: Vec<&'static Slot>,
}

impl Modules {
    /// Does loading wait for kernels that run?
    pub(crate) fn loading_waits(&self) -> bool {
        self.loading_waits
    }

    /// Waits until a kernel is loaded, or known not to be, or `given_up` says so.
    pub(crate) fn settle(&self, slot: &'static Slot, given_up: &dyn Fn() -> bool) {
        slot.settle(given_up);
    }

    /// Code of a cell is about to run: from now on only what is waited for is loaded.
    pub(crate) fn hold(&self) {
        if self.loading_waits {
            // What is being loaded holds this.
            let _tables = self.tables();
            lock(&self.held).running = true;
        }
    }

    /// The cell has ended. If the device is known to do nothing, what came meanwhile is loaded; else when somebody waits for it.
    pub(crate) fn release(&self, idle: bool) {
        if !self.loading_waits {
            return;
        }
        let slots = {
            let _tables = self.tables();
            let mut held = lock(&self.held);
            held.running = false;
            if idle {
                std::mem::take(&mut held.slots)
            } else {
                Vec::new()
            }
        };
        for slot in slots {
            if let Some(delivery) = slot.take_held() {
                self.load_held(slot, delivery);
            }
        }
    }

    /// Gives a delivery back if it can be loaded now.
    pub(super) fn unless_held(&self, slot: &'static Slot, delivery: Delivery) -> Option<Delivery> {
        if !self.loading_waits {
            return Some(delivery);
        }
        let mut held = lock(&self.held);
        if !held.running {
            return Some(delivery);
        }
        let now = slot.hold(delivery);
        if now.is_none() && !held.slots.iter().any(|it| std::ptr::eq(*it, slot)) {
            held.slots.push(slot);
        }
        now
    }

    /// Loads what was held, if it is still wanted.
    pub(super) fn load_held(&self, slot: &'static Slot, delivery: Delivery) {
        toolkit::outside_captures(|| {
            let mut tables = self.tables();
            match slot.judge(delivery.generation) {
                Verdict::Take => self.load(&mut tables, slot, delivery),
                Verdict::KeepAside => slot.keep_aside(delivery),
                Verdict::Drop => {}
            }
        });
    }
}
