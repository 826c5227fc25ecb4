//! What kernels did to memory that is no error on this device and one elsewhere, for people.

use super::Runtime;
use super::allocations::Owner;
use crate::device::Overrun;
use crate::device::cpu::sanitizer;
use crate::modules;

/// Writes beside allocations that are told at once.
const OVERRUNS_MAX: usize = 4;

/// What there is to tell since the last call.
pub(super) fn take(runtime: &Runtime) -> Vec<String> {
    let overruns = runtime.device().overruns();
    let mut notes = runtime.host_pointers().take();
    if sanitizer::is_on() {
        // It tells which access that is.
        notes.clear();
    }
    let words = |it: &Overrun| it.in_words(runtime.variable_at(it.base).as_deref());
    notes.extend(overruns.iter().take(OVERRUNS_MAX).map(words));
    if overruns.len() > OVERRUNS_MAX {
        let others = overruns.len() - OVERRUNS_MAX;
        notes.push(format!(
            "memory beside {others} other allocations was written to"
        ));
    }
    notes
}

impl Runtime {
    /// The name of the variable whose storage an allocation is.
    fn variable_at(&self, base: u64) -> Option<String> {
        let allocation = self.allocations().at(base)?;
        (allocation.owner == Owner::Variable)
            .then(|| modules::variable_stored_at(base))
            .flatten()
    }
}
