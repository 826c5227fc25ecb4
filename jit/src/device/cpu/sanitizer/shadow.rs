//! What is remembered of each byte of device memory: whether it was written, and who accessed it last.

use super::super::memory::{Mapping, page_bytes};

/// One access, as it is remembered: 16 bytes. All zero: none.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Seen {
    /// The block's run; 0: nobody's.
    pub(super) run: u32,
    /// The sanitizer's clock when it happened.
    pub(super) stamp: u32,
    /// Number of its place in the kernel's code.
    pub(super) place: u32,
    /// Its thread in the block.
    pub(super) thread: u16,
    /// Which of the word's bytes, and how: `ATOMIC`.
    pub(super) bits: u16,
}

impl Seen {
    /// The bit of atomic accesses, and such as count as one.
    pub(super) const ATOMIC: u16 = 1 << 8;
    /// The bit of volatile accesses.
    pub(super) const VOLATILE: u16 = 1 << 9;

    /// The word's bytes that it touched.
    pub(super) fn mask(&self) -> u16 {
        self.bits & 0xf
    }

    pub(super) fn is_atomic(&self) -> bool {
        self.bits & Seen::ATOMIC != 0
    }

    pub(super) fn is_volatile(&self) -> bool {
        self.bits & Seen::VOLATILE != 0
    }
}

/// What is remembered of one word of four bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cell {
    /// The last write.
    pub(super) write: Seen,
    /// Reads of two threads.
    pub(super) reads: [Seen; 2],
}

/// Bytes of a word.
pub(super) const WORD_BYTES: usize = 4;

/// A table that begins as zeros, and takes memory only where it is written to.
pub(super) struct Table<T> {
    mapping: Option<Mapping>,
    length: usize,
    _of: std::marker::PhantomData<T>,
}

/// Values of which all bits may be zero, and that need no dropping.
pub(super) trait Plain: Copy {}
impl Plain for u64 {}
impl Plain for Cell {}

impl<T: Plain> Table<T> {
    /// A table of so many values; empty if the system gives no address space.
    pub(super) fn new(length: usize) -> Table<T> {
        let bytes = length
            .saturating_mul(size_of::<T>())
            .checked_next_multiple_of(page_bytes());
        let mapping = bytes
            .filter(|bytes| *bytes > 0)
            .and_then(|bytes| Mapping::accessible(bytes).ok());
        Table {
            length: if mapping.is_some() { length } else { 0 },
            mapping,
            _of: std::marker::PhantomData,
        }
    }

    pub(super) fn all(&mut self) -> &mut [T] {
        let Some(mapping) = &self.mapping else {
            return &mut [];
        };
        // SAFETY: the mapping has room for `length` values, begins at a page, is zero where nobody wrote, which is a value (`Plain`), and is this table's alone.
        unsafe { std::slice::from_raw_parts_mut(mapping.base() as *mut T, self.length) }
    }
}

/// Which bytes were written: a bit each.
pub(super) struct Written {
    bits: Table<u64>,
    bytes: usize,
}

impl Written {
    pub(super) fn new(bytes: usize) -> Written {
        Written {
            bits: Table::new(bytes.div_ceil(64)),
            bytes,
        }
    }

    /// These bytes have been written.
    #[inline]
    pub(super) fn set(&mut self, start: usize, bytes: usize) {
        let end = (start + bytes).min(self.bytes);
        let words = self.bits.all();
        if start % 64 + bytes <= 64 && start + bytes == end && bytes > 0 {
            if let Some(word) = words.get_mut(start / 64) {
                *word |= ones(bytes) << (start % 64);
            }
            return;
        }
        let mut at = start;
        while at < end {
            let (word, bit) = (at / 64, at % 64);
            let count = (64 - bit).min(end - at);
            if let Some(word) = words.get_mut(word) {
                *word |= ones(count) << bit;
            }
            at += count;
        }
    }

    /// How many of these bytes were written.
    #[inline]
    pub(super) fn count(&mut self, start: usize, bytes: usize) -> usize {
        let end = (start + bytes).min(self.bytes);
        let words = self.bits.all();
        if start % 64 + bytes <= 64 && start + bytes == end && bytes > 0 {
            let word = words.get(start / 64).copied().unwrap_or(u64::MAX);
            return (word >> (start % 64) & ones(bytes)).count_ones() as usize;
        }
        let mut at = start;
        let mut written = 0;
        while at < end {
            let (word, bit) = (at / 64, at % 64);
            let count = (64 - bit).min(end - at);
            // Where there is no table nothing is known, and nothing is told.
            let word = words.get(word).copied().unwrap_or(u64::MAX);
            written += (word >> bit & ones(count)).count_ones() as usize;
            at += count;
        }
        written
    }

    /// Was this byte written?
    pub(super) fn has(&mut self, at: usize) -> bool {
        self.count(at, 1) == 1
    }

    /// Nothing was.
    pub(super) fn clear(&mut self) {
        self.bits.all().fill(0);
    }
}

#[inline]
fn ones(count: usize) -> u64 {
    u64::MAX >> (64 - count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_bytes_are_counted_across_words() {
        let mut written = Written::new(200);
        assert_eq!(written.count(0, 200), 0);
        written.set(60, 10);
        assert_eq!(written.count(0, 200), 10);
        assert_eq!(written.count(64, 4), 4);
        assert!(written.has(69) && !written.has(70) && !written.has(59));
        written.set(0, 200);
        assert_eq!(written.count(0, 200), 200);
        written.clear();
        assert_eq!(written.count(0, 200), 0);
    }

    #[test]
    fn a_table_begins_with_zeros() {
        let mut table = Table::<Cell>::new(1000);
        assert_eq!(table.all().len(), 1000);
        assert!(table.all().iter().all(|it| it.write.run == 0));
        assert!(Table::<Cell>::new(0).all().is_empty());
    }
}
