//! What was found: one entry a place and kind, however often it happens.

use std::collections::HashMap;

use super::host_calls::Call;
use crate::wire::{Check, Finding, HostCall, ThreadAccess};

/// Places that are told; of more it is only counted how often something was found.
const TOLD_MAX: usize = 200;

/// What tells findings apart: the check, the kernel's code object, the place, and what is wrong there.
pub(super) type Key = (Check, usize, u32, &'static str);

/// Something is wrong at a place for the first time.
pub(super) struct New {
    pub(super) message: String,
    pub(super) kernel: String,
    pub(super) access: Option<ThreadAccess>,
    pub(super) other: Option<ThreadAccess>,
    pub(super) memory: Vec<HostCall>,
}

struct Entry {
    finding: Finding,
    /// It was found since what was found was last taken.
    news: u64,
    told: bool,
}

/// All findings of a process.
#[derive(Default)]
pub(super) struct Book {
    entries: Vec<Entry>,
    by_key: HashMap<Key, usize>,
    /// Found at places that are too many to be told.
    more: u64,
}

impl Book {
    /// Something is wrong; `new` says what, if that is asked.
    #[cold]
    pub(super) fn add(&mut self, key: Key, new: impl FnOnce() -> New) {
        if let Some(&known) = self.by_key.get(&key) {
            self.entries[known].news += 1;
            return;
        }
        if self.entries.len() >= TOLD_MAX {
            self.more += 1;
            return;
        }
        self.by_key.insert(key, self.entries.len());
        let New {
            message,
            kernel,
            access,
            other,
            memory,
        } = new();
        // At most `TOLD_MAX`.
        let number = self.entries.len() as u32 + 1;
        let finding = Finding {
            number,
            check: key.0,
            message,
            kernel,
            access,
            other,
            memory,
            times: 0,
            again: false,
        };
        self.entries.push(Entry {
            finding,
            news: 1,
            told: false,
        });
    }

    /// What was found since the last call.
    pub(super) fn take(&mut self) -> Vec<Finding> {
        let mut taken = Vec::new();
        for entry in self.entries.iter_mut().filter(|it| it.news > 0) {
            let times = std::mem::take(&mut entry.news);
            let again = std::mem::replace(&mut entry.told, true);
            taken.push(Finding {
                times,
                again,
                ..entry.finding.clone()
            });
        }
        taken
    }

    /// How often something was found at places that are not told, since the last call.
    pub(super) fn take_more(&mut self) -> u64 {
        std::mem::take(&mut self.more)
    }
}

/// What host code did to memory, for a finding.
pub(super) fn story(allocated: &Call, freed: Option<&Call>) -> Vec<HostCall> {
    let mut story = vec![allocated.told("allocated")];
    story.extend(freed.map(|it| it.told("freed")));
    story
}
