//! Copies and fills of memory that the host does itself, row by row, and who is told of them.

use std::sync::OnceLock;

use super::{Copy, Fill};

/// Is told of what the host copies and fills: addresses, and sizes in bytes.
pub(in crate::device) trait Watcher: Sync {
    /// Bytes have been copied.
    fn copied(&self, target: usize, source: usize, bytes: usize);

    /// Bytes are being filled.
    fn filled(&self, target: usize, bytes: usize);
}

static WATCHER: OnceLock<&'static dyn Watcher> = OnceLock::new();

/// From now on this is told, for as long as the process lives. Only the first counts.
pub(in crate::device) fn tell(watcher: &'static dyn Watcher) {
    let _ = WATCHER.set(watcher);
}

/// Copies rows. Overlapping ranges behave as if through a buffer, row by row.
///
/// # Safety
/// All rows of both sides are valid.
pub(in crate::device) unsafe fn move_rows(copy: &Copy) {
    for slice in 0..copy.depth {
        for row in 0..copy.height {
            let target = copy.target as usize + slice * copy.target_slice + row * copy.target_pitch;
            let source = copy.source as usize + slice * copy.source_slice + row * copy.source_pitch;
            // SAFETY: the caller says that all rows are valid.
            unsafe { std::ptr::copy(source as *const u8, target as *mut u8, copy.width) };
            if let Some(watcher) = WATCHER.get() {
                watcher.copied(target, source, copy.width);
            }
        }
    }
}

/// Fills rows.
///
/// # Safety
/// All rows are valid, and aligned to the element's size.
pub(in crate::device) unsafe fn fill_rows(fill: &Fill) {
    for slice in 0..fill.depth {
        for row in 0..fill.height {
            let target = fill.target as usize + slice * fill.slice + row * fill.pitch;
            if let Some(watcher) = WATCHER.get() {
                watcher.filled(target, fill.width * fill.element_bytes as usize);
            }
            // SAFETY: the caller says that all rows are valid and aligned.
            unsafe {
                match fill.element_bytes {
                    1 => std::slice::from_raw_parts_mut(target as *mut u8, fill.width)
                        .fill(fill.value as u8),
                    2 => std::slice::from_raw_parts_mut(target as *mut u16, fill.width)
                        .fill(fill.value as u16),
                    _ => std::slice::from_raw_parts_mut(target as *mut u32, fill.width)
                        .fill(fill.value),
                }
            }
        }
    }
}
