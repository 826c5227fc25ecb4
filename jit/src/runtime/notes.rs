//! What calls found that their status cannot say: told when the cell or the program ends, each thing once.

use std::sync::{Arc, Mutex};

use super::Runtime;
use crate::device::{Error, LoadedKernel, Result, Status};
use crate::lock::lock;
use crate::modules::{NoKernel, Slot};

/// What there is to tell, for people.
#[derive(Default)]
pub(crate) struct Notes(Mutex<Vec<String>>);

impl Notes {
    /// What was noted since the last call.
    pub(super) fn take(&self) -> Vec<String> {
        std::mem::take(&mut lock(&self.0))
    }
}

impl Runtime {
    /// Notes what the cell is told of when it ends.
    pub(super) fn note(&self, note: String) {
        let mut notes = lock(&self.notes().0);
        if !notes.contains(&note) {
            notes.push(note);
        }
    }

    /// The kernel that a call other than a launch asks for; `find` says which edition of its code.
    ///
    /// # Errors
    /// There is none. The call's status does not say why, so that is noted.
    pub(super) fn kernel_asked_for(
        &self,
        slot: &'static Slot,
        find: fn(&'static Slot) -> std::result::Result<Arc<LoadedKernel>, NoKernel>,
    ) -> Result<Arc<LoadedKernel>> {
        find(slot).map_err(|none| {
            // An interrupted cell is told of that.
            if none != NoKernel::NotCompiledYet {
                self.note(format!("kernel `{}` has no code: {none}", slot.display()));
            }
            Error::new(Status::INVALID_DEVICE_FUNCTION, none.to_string())
        })
    }
}
