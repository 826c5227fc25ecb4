//! Loads that wait for a cell's end.
//!
//! The driver of a GPU lets a load wait until no kernel runs, and what other threads ask of it until the load is done. A kernel that runs until another one
//! is launched would then run for ever. So kernels that a cell may launch are loaded before it runs, and what comes while it runs is loaded when
//! somebody waits for it, or when the device has nothing to do. What takes a draft's place comes only then, since nobody waits for that.
//!
//! A new executor gets all kernels of the session at once. Those too are loaded when somebody waits for them, else one by one between cells.

use super::delivery::Delivery;
use super::generations::Verdict;
use super::held;
use super::manager::{Modules, started};
use super::slot;
use super::slot::Slot;
use crate::lock::lock;
use crate::{interrupt, user_threads};

/// A thread of the user's has waited until its device did nothing: what was held is loaded, if no other thread can have started anything meanwhile.
pub(crate) fn device_rests() {
    if held::any()
        && interrupt::on_cell_thread()
        && !user_threads::any()
        && let Some(modules) = started()
    {
        modules.load_all_held();
    }
}

/// Waits until each kernel that a cell promises is loaded, or known not to be, or `given_up` says so.
pub(crate) fn settle_all(given_up: &dyn Fn() -> bool) {
    for slot in slot::all_slots() {
        slot.settle(given_up);
    }
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

    /// Waits until the code of functions that have thunks is loaded, which any kernel may call.
    pub(crate) fn settle_functions(&self, given_up: &dyn Fn() -> bool) {
        for slot in slot::promised_functions() {
            slot.settle(given_up);
        }
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
            (held.running, held.busy) = (false, !idle);
            if idle { held.take() } else { Vec::new() }
        };
        self.load_slots(slots);
    }

    /// Loads what is held, for the only thread that launches kernels.
    fn load_all_held(&self) {
        // Another device may be at work, and whether a load waits for that is not known.
        if self.devices.used().len() == 1 {
            let slots = {
                let _tables = self.tables();
                lock(&self.held).take()
            };
            self.load_slots(slots);
        }
    }

    fn load_slots(&self, slots: impl IntoIterator<Item = &'static Slot>) {
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
        if !(held.running || held.busy && slot.has_draft()) {
            return Some(delivery);
        }
        let now = slot.hold(delivery);
        if now.is_none() {
            held.note(slot);
        }
        now
    }

    /// Keeps what a cell that does not run has for a kernel until `load_one_held` comes to it; gives it back if it is to be loaded now.
    pub(super) fn unless_unhurried(
        &self,
        slot: &'static Slot,
        delivery: Delivery,
    ) -> Option<Delivery> {
        if !self.loading_waits {
            return Some(delivery);
        }
        let now = slot.hold(delivery);
        if now.is_none() {
            lock(&self.held).unhurried.push(slot);
        }
        now
    }

    /// For the thread that runs cells, when it has nothing else to do: loads the newest kernel for which there was no hurry, if no kernel can run. False if
    /// there is nothing more to load now.
    pub(crate) fn load_one_held(&self) -> bool {
        let next = {
            let mut held = lock(&self.held);
            if held.busy || user_threads::any() {
                None
            } else {
                held.unhurried.pop()
            }
        };
        self.load_slots(next);
        next.is_some()
    }

    /// Loads what was held, if it is still wanted.
    pub(super) fn load_held(&self, slot: &'static Slot, delivery: Delivery) {
        let mut delivery = Some(delivery);
        (self.runtime.outside_captures)(&mut || {
            let Some(delivery) = delivery.take() else {
                return;
            };
            let mut tables = self.tables();
            match slot.judge(delivery.generation, delivery.draft) {
                Verdict::Take => self.load(&mut tables, slot, delivery),
                Verdict::KeepAside => slot.keep_aside(delivery),
                Verdict::Drop => {}
            }
        });
    }
}
