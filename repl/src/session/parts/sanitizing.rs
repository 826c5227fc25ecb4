//! What the session keeps of what the sanitizer tells.

use std::collections::HashMap;

use devicecc::cell::SourceFrame;

/// Code objects whose places are kept.
const KNOWN_MAX: usize = 64;

/// Findings so far, and where accesses come from.
#[derive(Default)]
pub(in crate::session) struct Sanitizing {
    /// Where the accesses of a code object come from, by its entry.
    places: HashMap<String, Vec<Vec<SourceFrame>>>,
    /// However often each was found.
    findings: u64,
}

impl Sanitizing {
    /// Where the accesses of a code object come from, if that is known.
    pub(in crate::session) fn places_of(&self, entry: &str) -> Option<&[Vec<SourceFrame>]> {
        self.places.get(entry).map(Vec::as_slice)
    }

    /// Keeps where the accesses of a code object come from.
    pub(in crate::session) fn keep(&mut self, entry: &str, places: Vec<Vec<SourceFrame>>) {
        if self.places.len() >= KNOWN_MAX {
            self.places.clear();
        }
        self.places.insert(entry.to_owned(), places);
    }

    /// Findings so far.
    pub(in crate::session) fn findings(&self) -> u64 {
        self.findings
    }

    /// So many more.
    pub(in crate::session) fn found(&mut self, more: u64) {
        self.findings += more;
    }
}
