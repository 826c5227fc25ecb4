//! Which file is which: kernels of one file share what a device has loaded of it.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// Files with equal keys have equal bytes, but for one in 2⁶⁴.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct FileKey {
    bytes: usize,
    hash: u64,
}

impl FileKey {
    /// Of a file with these bytes.
    pub(super) fn of(file: &[u8]) -> FileKey {
        let mut hasher = DefaultHasher::new();
        file.hash(&mut hasher);
        FileKey {
            bytes: file.len(),
            hash: hasher.finish(),
        }
    }
}
