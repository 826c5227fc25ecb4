//! What the cache tells about itself.

use std::path::PathBuf;

use crate::Kind;

/// What is in the cache now, and what happened to it in this process.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// The cache's directory; `None` for a disabled cache.
    pub directory: Option<PathBuf>,
    /// The size at which entries are evicted, in bytes.
    pub bytes_max: u64,
    /// Entries and their bytes on disk, for each kind of this version.
    pub kinds: Vec<KindStats>,
    /// Files of other versions of the program, rejected entries and unfinished temporaries.
    pub other: Usage,
    /// Lookups of this process that found a good entry.
    pub hits: u64,
    /// Lookups of this process that did not.
    pub misses: u64,
    /// Entries that this process has written.
    pub written: u64,
    /// Bad entries that this process met.
    pub rejected: u64,
}

impl Stats {
    /// All that the cache holds.
    pub fn total(&self) -> Usage {
        self.kinds.iter().fold(self.other, |sum, kind| Usage {
            files: sum.files + kind.usage.files,
            bytes: sum.bytes + kind.usage.bytes,
        })
    }
}

/// How much of one kind there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KindStats {
    /// Which kind.
    pub kind: Kind,
    /// Its entries.
    pub usage: Usage,
}

/// A number of files and the disk space that they take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// How many files.
    pub files: u64,
    /// Their sizes, each rounded up to whole blocks of 4096 bytes.
    pub bytes: u64,
}

/// What reading every entry of this version found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VerifyReport {
    /// Good entries.
    pub good: Usage,
    /// Bad entries, which have been taken out of the cache.
    pub bad: Vec<BadEntry>,
}

/// One entry that failed its check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadEntry {
    /// Where it was.
    pub path: PathBuf,
    /// What is wrong with it.
    pub reason: String,
}

/// What `clear` removed.
pub type Cleared = Usage;
