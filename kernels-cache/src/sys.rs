//! Views of files: the crate's only unsafe code.

use std::fs::File;
use std::io;

use memmap2::{Mmap, MmapOptions};

/// A view of a part of a file, read-only.
pub(crate) type View = Mmap;

/// Views `bytes` of an entry's file from `offset` on, and has the system provide all its pages at once.
pub(crate) fn view(file: &File, offset: u64, bytes: usize) -> io::Result<View> {
    let mut options = MmapOptions::new();
    options.offset(offset).len(bytes).populate();
    // SAFETY: nothing may write to the file or cut it while it is viewed. The cache never does: an entry is written under another name, renamed,
    // and later unlinked. Its directory belongs to this user and has mode 0700 (`directory::open`), so no one else can.
    unsafe { options.map_copy_read_only(file) }
}
