//! The memory beside an allocation that lies in its pages and is not its own: it holds a pattern, so that a write to it can be seen.
//!
//! Read as numbers the pattern is no number: floats and doubles of it are NaN, integers large. Its first byte past an allocation is 0, where a text without its end ends.

use std::ffi::c_void;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What is painted before an allocation at most, bytes.
pub(super) const BEFORE_BYTES_MAX: usize = 256;

/// The pattern's word at addresses that are multiples of 4, as it lies in memory.
const WORD: [u8; 4] = [0xa5, 0xa5, 0xf5, 0x7f];

/// Bytes that are compared at once.
const SPAN_BYTES: usize = 512;

/// The pattern from a multiple of 4 on; longer by what lies before one.
static PATTERN: [u8; SPAN_BYTES + 4] = {
    let mut pattern = [0; SPAN_BYTES + 4];
    let mut at = 0;
    while at < pattern.len() {
        pattern[at] = WORD[at % 4];
        at += 1;
    }
    pattern
};

/// The margins of one allocation, by their addresses; each may be empty.
pub(super) struct Margins {
    before: Range<usize>,
    after: Range<usize>,
    /// When they were as painted, by the heap's clock.
    clean_at: AtomicU64,
    /// What was written to them has been found: they are not looked at any more.
    found: AtomicBool,
}

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Damage {
    /// Before the allocation, not past it.
    pub(super) before: bool,
    /// Bytes between it and the allocation.
    pub(super) gap: usize,
    /// From the first to the last byte.
    pub(super) bytes: usize,
    /// When there was none.
    pub(super) clean_at: u64,
}

impl Margins {
    /// Paints margins.
    ///
    /// # Safety
    /// The ranges can be read and written as long as this lives, and belong to no allocation.
    pub(super) unsafe fn paint(before: Range<usize>, after: Range<usize>, now: u64) -> Margins {
        for (range, first) in [(&before, WORD[0]), (&after, 0)] {
            for address in range.clone() {
                let byte = if address == range.start && first == 0 {
                    0
                } else {
                    WORD[address % 4]
                };
                // SAFETY: the caller's duty.
                unsafe { (address as *mut u8).write_volatile(byte) };
            }
        }
        Margins {
            before,
            after,
            clean_at: AtomicU64::new(now),
            found: AtomicBool::new(false),
        }
    }

    /// There is nothing to look at.
    pub(super) fn is_empty(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }

    /// What lies before the allocation.
    pub(super) fn before(&self) -> Range<usize> {
        self.before.clone()
    }

    /// Finds what was written to them: once. `now` is when the caller asks.
    pub(super) fn look(&self, now: u64) -> Option<Damage> {
        if self.found.load(Ordering::Relaxed) {
            return None;
        }
        let clean = self.after.is_empty() || {
            // SAFETY: `paint` was promised that the range can be read; others may write to it meanwhile, so the load is volatile.
            let first = unsafe { (self.after.start as *const u8).read_volatile() };
            first == 0 && is_painted(self.after.start + 1..self.after.end)
        };
        if clean && is_painted(self.before.clone()) {
            self.clean_at.fetch_max(now, Ordering::Relaxed);
            return None;
        }
        if self.found.swap(true, Ordering::Relaxed) {
            return None;
        }
        Some(self.damage(!clean))
    }

    fn damage(&self, after: bool) -> Damage {
        let range = if after { &self.after } else { &self.before };
        let painted = |address: usize| match after && address == range.start {
            true => 0,
            false => WORD[address % 4],
        };
        // SAFETY: as in `look`.
        let read = |address: usize| unsafe { (address as *const u8).read_volatile() };
        let mut written = range.clone().filter(|&it| read(it) != painted(it));
        let mut first = written.next().unwrap_or(range.start);
        let last = written.next_back().unwrap_or(first);
        // The first byte past an allocation is 0, as the first byte of many numbers is.
        if after && first == range.start + 1 {
            first = range.start;
        }
        Damage {
            before: !after,
            gap: if after {
                first - range.start
            } else {
                range.end - 1 - last
            },
            bytes: last + 1 - first,
            clean_at: self.clean_at.load(Ordering::Relaxed),
        }
    }
}

/// Does a range of a margin hold the pattern?
fn is_painted(range: Range<usize>) -> bool {
    let mut at = range.start;
    while at < range.end {
        let bytes = (range.end - at).min(SPAN_BYTES);
        let pattern = &PATTERN[at % 4..];
        // SAFETY: `paint` was promised that margins can be read. The C library's function may read what a kernel writes meanwhile: then it gives either answer.
        let difference =
            unsafe { libc::memcmp(at as *const c_void, pattern.as_ptr().cast(), bytes) };
        if difference != 0 {
            return false;
        }
        at += bytes;
    }
    true
}
