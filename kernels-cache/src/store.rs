//! The cache as its users see it.
use std::io;
use std::path::{Path, PathBuf};
use crate::{Cleared, Entry, Key, Stats, VerifyReport};

/// A handle of the cache; cheap to clone.
#[derive(Clone)]
pub struct Cache;

/// Why a directory cannot be the cache.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// A system call failed.
    #[error("cannot open the cache directory `{path}`: {source}")]
    Io {
        /// Which path.
        path: PathBuf,
        /// The failure.
        source: io::Error,
    },
}

impl Cache {
    /// Opens.
    pub fn open(_directory: &Path, _bytes_max: u64) -> Result<Cache, OpenError> { Ok(Cache) }
    /// Disabled.
    pub fn disabled() -> Cache { Cache }
    /// Looks an entry up.
    pub fn get(&self, _key: &Key) -> Option<Entry> { None }
    /// Stores an entry.
    pub fn put(&self, _key: &Key, _entry: &Entry) {}
    /// Takes an entry that a device rejected out of the cache.
    pub fn quarantine(&self, _key: &Key, _reason: &str) {}
    /// What is in the cache.
    pub fn stats(&self) -> Stats { Stats::default() }
    /// Checks every entry.
    pub fn verify(&self) -> VerifyReport { VerifyReport::default() }
    /// Removes every entry.
    pub fn clear(&self) -> io::Result<Cleared> { Ok(Cleared::default()) }
    /// The directory.
    pub fn directory(&self) -> Option<&Path> { None }
    /// Waits until all entries put so far are on disk.
    pub fn flush(&self) {}
    /// Takes the lines to log.
    pub fn take_log(&self) -> Vec<String> { Vec::new() }
}

/// Where the cache is.
pub fn default_directory() -> PathBuf { PathBuf::new() }
