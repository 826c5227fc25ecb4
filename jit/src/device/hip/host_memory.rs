//! Which memory the host reaches too: HIP's own answer to that has another form in each of its major versions.

use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::lock::lock;

/// How a range came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// Allocated as page-locked host memory.
    Host,
    /// Allocated as managed memory.
    Managed,
    /// The user's own, page-locked.
    Registered,
}

/// Ranges by their first addresses.
#[derive(Default)]
pub(super) struct HostMemory(Mutex<BTreeMap<u64, (u64, Origin)>>);

impl HostMemory {
    pub(super) fn note(&self, address: u64, bytes: usize, origin: Origin) {
        lock(&self.0).insert(address, (bytes as u64, origin));
    }

    /// How the range that begins here came to be; it is forgotten.
    pub(super) fn take(&self, address: u64) -> Option<Origin> {
        lock(&self.0).remove(&address).map(|(_, origin)| origin)
    }

    /// Does the host reach an address?
    pub(super) fn has(&self, address: u64) -> bool {
        let ranges = lock(&self.0);
        let before = ranges.range(..=address).next_back();
        before.is_some_and(|(start, (bytes, _))| address - start < *bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_found_within_their_ranges() {
        let memory = HostMemory::default();
        memory.note(0x1000, 16, Origin::Managed);
        assert!(memory.has(0x1000) && memory.has(0x100f));
        assert!(!memory.has(0xfff) && !memory.has(0x1010));
        assert_eq!(memory.take(0x1000), Some(Origin::Managed));
        assert_eq!(memory.take(0x1000), None);
        assert!(!memory.has(0x1000));
    }
}
