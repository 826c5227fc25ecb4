//! An append-only map from addresses to references, which readers use without any lock.

use std::ptr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

use crate::lock::lock;

/// Entries of the first segment; a power of two. Each further segment is twice as large.
const SEGMENT_ENTRIES_FIRST: usize = 1024;

/// Open addressing within a segment; when one is half full a larger one is put in front of it.
struct Segment<T: 'static> {
    entries: Box<[Entry<T>]>,
    used: AtomicUsize,
    older: Option<&'static Segment<T>>,
}

struct Entry<T: 'static> {
    /// 0 while the entry is free; written last.
    address: AtomicUsize,
    value: AtomicPtr<T>,
}

/// A map from non-zero addresses to `&'static T`. Insertion takes a lock, lookup never does.
pub(super) struct AddressTable<T: 'static> {
    newest: AtomicPtr<Segment<T>>,
    writer: Mutex<()>,
}

impl<T: Sync + 'static> AddressTable<T> {
    pub(super) const fn new() -> AddressTable<T> {
        AddressTable {
            newest: AtomicPtr::new(ptr::null_mut()),
            writer: Mutex::new(()),
        }
    }

    /// The value of an address.
    #[inline]
    pub(super) fn get(&self, address: usize) -> Option<&'static T> {
        let mut segment = self.newest_segment();
        while let Some(current) = segment {
            if let Some(entry) = current.find(address) {
                let value = entry.value.load(Ordering::Acquire);
                // SAFETY: an entry's value is only ever set from a `&'static T`, before its address is set.
                return Some(unsafe { &*value });
            }
            segment = current.older;
        }
        None
    }

    /// Maps an address to a value; a later value for the same address replaces the earlier one.
    pub(super) fn insert(&self, address: usize, value: &'static T) {
        let _writer = lock(&self.writer);
        let value = ptr::from_ref(value).cast_mut();
        let mut segment = self.newest_segment();
        while let Some(current) = segment {
            if let Some(entry) = current.find(address) {
                entry.value.store(value, Ordering::Release);
                return;
            }
            segment = current.older;
        }
        let newest = match self.newest_segment() {
            Some(newest) if newest.used.load(Ordering::Relaxed) * 2 < newest.entries.len() => {
                newest
            }
            older => {
                let entries = older.map_or(SEGMENT_ENTRIES_FIRST, |older| older.entries.len() * 2);
                let segment: &'static Segment<T> =
                    Box::leak(Box::new(Segment::new(entries, older)));
                self.newest
                    .store(ptr::from_ref(segment).cast_mut(), Ordering::Release);
                segment
            }
        };
        newest.add(address, value);
    }

    #[inline]
    fn newest_segment(&self) -> Option<&'static Segment<T>> {
        // SAFETY: the pointer is null or came from `Box::leak`.
        unsafe { self.newest.load(Ordering::Acquire).as_ref() }
    }
}

impl<T: 'static> Segment<T> {
    fn new(entries: usize, older: Option<&'static Segment<T>>) -> Segment<T> {
        let entries = (0..entries)
            .map(|_| Entry {
                address: AtomicUsize::new(0),
                value: AtomicPtr::new(ptr::null_mut()),
            })
            .collect();
        Segment {
            entries,
            used: AtomicUsize::new(0),
            older,
        }
    }

    #[inline]
    fn start(&self, address: usize) -> usize {
        // Fibonacci hashing: code addresses differ in their middle bits.
        (address.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) & (self.entries.len() - 1)
    }

    #[inline]
    fn find(&self, address: usize) -> Option<&Entry<T>> {
        let mask = self.entries.len() - 1;
        let mut index = self.start(address);
        loop {
            let entry = &self.entries[index];
            match entry.address.load(Ordering::Acquire) {
                0 => return None,
                found if found == address => return Some(entry),
                _ => index = (index + 1) & mask,
            }
        }
    }

    /// Adds an address that no segment has; the caller holds the writer's lock and knows that there is room.
    fn add(&self, address: usize, value: *mut T) {
        let mask = self.entries.len() - 1;
        let mut index = self.start(address);
        while self.entries[index].address.load(Ordering::Relaxed) != 0 {
            index = (index + 1) & mask;
        }
        self.entries[index].value.store(value, Ordering::Release);
        self.entries[index]
            .address
            .store(address, Ordering::Release);
        self.used.fetch_add(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_inserted_across_segments() {
        static TABLE: AddressTable<usize> = AddressTable::new();
        for address in 1..5000usize {
            TABLE.insert(address * 16, Box::leak(Box::new(address)));
        }
        for address in 1..5000usize {
            assert_eq!(TABLE.get(address * 16), Some(&address));
            assert_eq!(TABLE.get(address * 16 + 1), None);
        }
    }

    #[test]
    fn a_later_value_replaces_the_earlier_one() {
        static TABLE: AddressTable<u8> = AddressTable::new();
        TABLE.insert(8, &1);
        TABLE.insert(8, &2);
        assert_eq!(TABLE.get(8), Some(&2));
    }

    #[test]
    fn readers_see_whole_entries_while_a_writer_appends() {
        static TABLE: AddressTable<usize> = AddressTable::new();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for address in 1..20_000usize {
                    TABLE.insert(address, Box::leak(Box::new(address)));
                }
            });
            for address in (1..20_000usize).cycle().take(200_000) {
                if let Some(value) = TABLE.get(address) {
                    assert_eq!(*value, address);
                }
            }
        });
    }
}
