//! Memory for code and data that are linked at run time.
//!
//! An object's code and data lie in one region, so that 32-bit offsets lead from one to the other. Regions are mapped once and their pages used again: a
//! mapping of its own for each object cost 75 µs of the 170 that linking a cell took with LLVM's JITLink. Large variables, which code reaches by offsets of
//! 64 bits, lie apart, each object's in a mapping of their own: in a region they would lie between others' code and data.

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::ptr;
use std::sync::Mutex;

use crate::lock::lock;

/// Size of x86-64's pages, and what blocks are aligned to, bytes.
pub(super) const PAGE_BYTES: usize = 4096;

/// Half of this is for code, half for data; larger objects get a region of their own.
const REGION_BYTES: usize = 64 << 20;

/// What one object may have of code, and of data beside its large variables, bytes: from one end of its region to the other lead 32 bits.
const HALF_BYTES_MAX: usize = (1 << 30) - PAGE_BYTES;

/// Code that only runs once is written and run in place, without a change of access for each: so many bytes may be in use at once.
const PASSING_BYTES: usize = 1 << 20;

/// From this size on, data that is given back goes back to the system at once.
const RETURNED_BYTES_MIN: usize = 64 << 10;

/// How long an object's code is needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lifetime {
    /// Until its entry has returned: nothing can point to it.
    Entry,
    /// Longer than that.
    Session,
}

/// Memory of one object; given back when this is dropped.
#[derive(Debug)]
pub(super) struct Block {
    /// What is protected: code, and data that is only read.
    pub(super) code: Range<usize>,
    /// Zero at first.
    pub(super) data: Range<usize>,
    /// What lies apart, zero at first.
    pub(super) large: Range<usize>,
    place: Place,
}

/// Which memory a block is of.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// The region of this number.
    Region(usize),
    /// What is written and run in place.
    Passing,
}

static MEMORY: Mutex<Memory> = Mutex::new(Memory {
    regions: Vec::new(),
    passing: None,
});

struct Memory {
    regions: Vec<Region>,
    /// `Some(None)`: the system does not allow it.
    passing: Option<Option<Pages>>,
}

struct Region {
    code: Pages,
    data: Pages,
}

/// Pages, and whether nobody has had them.
type Taken = (Range<usize>, bool);

/// A range of pages, part of which is in use.
struct Pages {
    unused: Range<usize>,
    /// Starts of ranges that were given back, by their size in bytes.
    free: BTreeMap<usize, Vec<usize>>,
}

impl Block {
    /// Gets memory for so many bytes of code, of data and of large variables, to be written to.
    ///
    /// # Errors
    /// The system gives none, or code and data are too large for 32-bit offsets.
    pub(super) fn new(
        [code, data, large]: [usize; 3],
        lifetime: Lifetime,
    ) -> Result<Block, String> {
        let mut block = Block::near(whole_pages(code)?, whole_pages(data)?, lifetime)?;
        block.large = map(whole_pages(large)?, libc::PROT_READ | libc::PROT_WRITE)?;
        Ok(block)
    }

    fn near(code: usize, data: usize, lifetime: Lifetime) -> Result<Block, String> {
        let mut memory = lock(&MEMORY);
        if lifetime == Lifetime::Entry
            && let Some(all) = memory.take_passing(code + data)
        {
            let middle = all.start + code;
            let block = Block {
                code: all.start..middle,
                data: middle..all.end,
                large: 0..0,
                place: Place::Passing,
            };
            clear(&block.data);
            return Ok(block);
        }
        let (number, (code, code_is_new), data) = memory.take(code, data)?;
        drop(memory);
        let block = Block {
            code,
            data,
            large: 0..0,
            place: Place::Region(number),
        };
        if !code_is_new {
            protect(&block.code, libc::PROT_READ | libc::PROT_WRITE)?;
        }
        Ok(block)
    }

    /// From now on the code runs and cannot be written to.
    ///
    /// # Errors
    /// The system does not allow it.
    pub(super) fn protect(&self) -> Result<(), String> {
        match self.place {
            Place::Passing => Ok(()),
            Place::Region(_) => protect(&self.code, libc::PROT_READ | libc::PROT_EXEC),
        }
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        unmap(&self.large);
        let mut memory = lock(&MEMORY);
        match self.place {
            Place::Region(number) => {
                // Under the lock: whoever takes the data next finds zeros.
                give_back(&self.data);
                memory.regions[number].code.put(self.code.clone());
                memory.regions[number].data.put(self.data.clone());
            }
            Place::Passing => {
                if let Some(Some(pages)) = &mut memory.passing {
                    pages.put(self.code.start..self.data.end);
                }
            }
        }
    }
}

impl Memory {
    fn take_passing(&mut self, bytes: usize) -> Option<Range<usize>> {
        let access = libc::PROT_READ | libc::PROT_WRITE | libc::PROT_EXEC;
        let pages = self
            .passing
            .get_or_insert_with(|| map(PASSING_BYTES, access).ok().map(Pages::new));
        pages.as_mut()?.take(bytes).map(|(range, _)| range)
    }

    /// Code and data of the region of that number.
    fn take(&mut self, code: usize, data: usize) -> Result<(usize, Taken, Range<usize>), String> {
        for (number, region) in self.regions.iter_mut().enumerate().rev() {
            if let Some((code, data)) = region.take(code, data) {
                return Ok((number, code, data));
            }
        }
        let half = (REGION_BYTES / 2).max(code).max(data);
        if half > HALF_BYTES_MAX {
            return Err(format!(
                "it has {code} bytes of code and constants and {data} bytes of variables, and at most {HALF_BYTES_MAX} of either can be linked; \
                 take memory for some of the variables with `new`"
            ));
        }
        let whole = map(2 * half, libc::PROT_READ | libc::PROT_WRITE)?;
        let middle = whole.start + half;
        let mut region = Region {
            code: Pages::new(whole.start..middle),
            data: Pages::new(middle..whole.end),
        };
        let taken = region.take(code, data);
        self.regions.push(region);
        let (code, data) = taken.ok_or("a new region is too small")?;
        Ok((self.regions.len() - 1, code, data))
    }
}

impl Region {
    /// Both or neither.
    fn take(&mut self, code: usize, data: usize) -> Option<(Taken, Range<usize>)> {
        let code = self.code.take(code)?;
        match self.data.take(data) {
            Some((data, _)) => Some((code, data)),
            None => {
                self.code.put(code.0);
                None
            }
        }
    }
}

impl Pages {
    fn new(unused: Range<usize>) -> Pages {
        Pages {
            unused,
            free: BTreeMap::new(),
        }
    }

    /// So many bytes, whole pages.
    fn take(&mut self, bytes: usize) -> Option<Taken> {
        if bytes == 0 {
            return Some((self.unused.start..self.unused.start, true));
        }
        if let Some(starts) = self.free.get_mut(&bytes)
            && let Some(start) = starts.pop()
        {
            return Some((start..start + bytes, false));
        }
        if self.unused.len() >= bytes {
            let start = self.unused.start;
            self.unused.start += bytes;
            return Some((start..start + bytes, true));
        }
        // A larger one that was given back.
        let (&size, _) = self
            .free
            .range(bytes..)
            .find(|(_, starts)| !starts.is_empty())?;
        let start = self.free.get_mut(&size)?.pop()?;
        self.put(start + bytes..start + size);
        Some((start..start + bytes, false))
    }

    fn put(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            self.free.entry(range.len()).or_default().push(range.start);
        }
    }
}

fn whole_pages(bytes: usize) -> Result<usize, String> {
    bytes
        .checked_next_multiple_of(PAGE_BYTES)
        .filter(|&it| it < isize::MAX as usize / 4)
        .ok_or_else(|| "it is larger than memory".to_owned())
}

/// Maps memory that becomes real as it is used; nothing for no bytes.
fn map(bytes: usize, access: libc::c_int) -> Result<Range<usize>, String> {
    if bytes == 0 {
        return Ok(0..0);
    }
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: a mapping at an address of the system's choice touches no other.
    let start = unsafe { libc::mmap(ptr::null_mut(), bytes, access, flags, -1, 0) };
    if start == libc::MAP_FAILED {
        let error = io::Error::last_os_error();
        return Err(format!(
            "no memory for {bytes} bytes of code or variables: {error}"
        ));
    }
    Ok(start as usize..start as usize + bytes)
}

fn unmap(range: &Range<usize>) {
    if !range.is_empty() {
        // SAFETY: the range is a whole mapping of a block's that is given back. An error, for want of memory for tables, leaves it mapped.
        unsafe { libc::munmap(range.start as *mut _, range.len()) };
    }
}

fn protect(range: &Range<usize>, access: libc::c_int) -> Result<(), String> {
    if range.is_empty() {
        return Ok(());
    }
    // SAFETY: the range is a block's, whole pages of our own, and nobody else uses it yet or any more.
    match unsafe { libc::mprotect(range.start as *mut _, range.len(), access) } {
        0 => Ok(()),
        _ => Err(format!(
            "the access to code cannot be set: {}",
            io::Error::last_os_error()
        )),
    }
}

/// Makes data that is not used any more zero.
fn give_back(data: &Range<usize>) {
    if data.len() >= RETURNED_BYTES_MIN {
        // SAFETY: the range is a block's that is given back, whole pages of a private mapping; they read as zeros afterwards.
        let done = unsafe { libc::madvise(data.start as *mut _, data.len(), libc::MADV_DONTNEED) };
        if done == 0 {
            return;
        }
    }
    clear(data);
}

fn clear(data: &Range<usize>) {
    // SAFETY: the range is a block's that nobody uses, and can be written to.
    unsafe { ptr::write_bytes(data.start as *mut u8, 0, data.len()) };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn byte(address: usize) -> &'static mut u8 {
        // SAFETY: the tests ask for bytes of blocks that they hold.
        unsafe { &mut *(address as *mut u8) }
    }

    #[test]
    fn a_block_has_whole_pages_and_its_data_is_zero_again() {
        for lifetime in [Lifetime::Session, Lifetime::Entry] {
            for data in [1, RETURNED_BYTES_MIN] {
                let block = Block::new([PAGE_BYTES + 1, data, 0], lifetime).unwrap();
                assert_eq!(block.code.len(), 2 * PAGE_BYTES);
                assert_eq!(block.data.len(), data.next_multiple_of(PAGE_BYTES));
                assert!(block.data.start.abs_diff(block.code.end) < 1 << 31);
                *byte(block.code.start) = 1;
                *byte(block.data.start) = 1;
                drop(block);
                let block = Block::new([PAGE_BYTES, data, 0], lifetime).unwrap();
                assert_eq!(*byte(block.data.start), 0);
            }
        }
    }

    #[test]
    fn what_is_given_back_is_used_again() {
        let mut pages = Pages::new(0..8 * PAGE_BYTES);
        let (first, is_new) = pages.take(5 * PAGE_BYTES).unwrap();
        assert!(is_new);
        pages.put(first);
        // A block of the same size, then the unused rest, then parts of larger ones.
        assert_eq!(pages.take(5 * PAGE_BYTES), Some((0..5 * PAGE_BYTES, false)));
        pages.put(0..5 * PAGE_BYTES);
        let (rest, is_new) = pages.take(3 * PAGE_BYTES).unwrap();
        assert!(is_new && rest.start == 5 * PAGE_BYTES);
        assert_eq!(pages.take(2 * PAGE_BYTES), Some((0..2 * PAGE_BYTES, false)));
        assert_eq!(
            pages.take(3 * PAGE_BYTES),
            Some((2 * PAGE_BYTES..5 * PAGE_BYTES, false))
        );
        assert_eq!(pages.take(PAGE_BYTES), None);
    }

    #[test]
    fn an_object_larger_than_a_region_has_one_of_its_own() {
        let block = Block::new([1, REGION_BYTES, 0], Lifetime::Session).unwrap();
        assert_eq!(block.data.len(), REGION_BYTES);
        assert_eq!(*byte(block.data.end - 1), 0);
    }

    #[test]
    fn what_is_large_lies_apart_and_takes_no_room_in_regions() {
        let [before, large, after] = [0, 3 << 30, 0]
            .map(|large| Block::new([PAGE_BYTES, PAGE_BYTES, large], Lifetime::Session).unwrap());
        *byte(large.large.end - 1) = 1;
        for block in [before, large, after] {
            assert!(block.data.start.abs_diff(block.code.start) < 1 << 31);
        }
    }

    #[test]
    fn what_32_bits_do_not_reach_is_refused() {
        for sizes in [[1, HALF_BYTES_MAX + 1, 0], [HALF_BYTES_MAX + 1, 1, 0]] {
            let refused = Block::new(sizes, Lifetime::Session).unwrap_err();
            assert!(refused.contains("can be linked"), "{refused}");
        }
    }

    #[test]
    fn code_of_a_session_can_be_protected_and_used_again() {
        for _ in 0..2 {
            let block = Block::new([PAGE_BYTES * 3, 0, 0], Lifetime::Session).unwrap();
            *byte(block.code.start) = 0xc3;
            block.protect().unwrap();
            // SAFETY: the code is `ret`.
            unsafe { std::mem::transmute::<usize, extern "C" fn()>(block.code.start)() };
        }
    }
}
