//! Device memory with guards: an access past an allocation, or to a freed one, is a fault and can be named.
//!
//! Each allocation lies in pages of its own, its end flush (to 256 bytes) against inaccessible pages, with more of them before it.
//! After `GUARDED_MAX` live allocations new ones have no guards, because the system limits the number of mappings. Not caught:
//! an access that lands in another allocation, and a read within the padding to 256 bytes or before an allocation in its page.
//! Writes there are found when someone looks: see `margins`.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::margins::{BEFORE_BYTES_MAX, Damage, Margins};
use super::memory::{Mapping, page_bytes, whole_pages};

/// Alignment of allocations, bytes: CUDA's promise.
pub const ALIGNMENT_BYTES: usize = 256;

/// Live allocations that have guard pages.
const GUARDED_MAX: usize = 8 * 1024;

/// Freed allocations whose addresses are kept inaccessible, so that a stale pointer faults.
const FREED_MAX: usize = 1024;

/// Address space that freed allocations keep, bytes.
const FREED_BYTES_MAX: usize = 1 << 40;

/// From this size on huge pages are asked for, bytes.
const HUGE_BYTES_MIN: usize = 4 << 20;

/// An access this far beyond an allocation is still described by it, bytes.
const NEAR_BYTES: usize = 64 * 1024;

/// What an allocation is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// `cudaMalloc` and its kin.
    Device,
    /// `cudaMallocHost` and its kin.
    Host,
    /// `cudaMallocManaged`, `__managed__`.
    Managed,
}

/// A live allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allocation {
    /// First address.
    pub base: usize,
    /// Size as asked for, bytes.
    pub bytes: usize,
    /// What it is for.
    pub space: Space,
}

impl Allocation {
    /// One past the last address.
    pub fn end(&self) -> usize {
        self.base + self.bytes
    }
}

/// Why memory could not be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeapError {
    /// More than the device has.
    #[error("out of device memory: {bytes} bytes asked for, {free} free")]
    OutOfMemory {
        /// Asked for, bytes.
        bytes: usize,
        /// Left, bytes.
        free: usize,
    },
    /// The system refused.
    #[error("the system refused {bytes} bytes of device memory: {reason}")]
    Refused {
        /// Asked for, bytes.
        bytes: usize,
        /// The system's words.
        reason: String,
    },
    /// Nothing to free at that address.
    #[error("no allocation begins at address {0:#x}")]
    NoSuchAllocation(usize),
}

/// Device memory. All methods can be called from any thread; lookups take logarithmic time.
pub struct Heap {
    limit_bytes: usize,
    state: RwLock<State>,
    asked_by_launches: AskedByLaunches,
    /// The allocation that `look_around` begins behind.
    looked_at: AtomicUsize,
}

/// What each launch reads, in a cache line that nobody else writes to.
#[repr(align(64))]
struct AskedByLaunches {
    /// Live allocations that have margins.
    margined: AtomicUsize,
    /// Counts looks at margins.
    clock: AtomicU64,
}

/// A live allocation with what belongs to it.
struct Live {
    allocation: Allocation,
    mapping: Mapping,
    margins: Margins,
    /// Size as its user knows it, bytes.
    user_bytes: usize,
    /// The file that it lies in, once another process may open it.
    shared: Option<OwnedFd>,
}

/// Someone has written beside an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wound {
    pub(super) allocation: Allocation,
    pub(super) damage: Damage,
}

#[derive(Default)]
struct State {
    live: BTreeMap<usize, Live>,
    guarded: usize,
    used_bytes: usize,
    /// Oldest first.
    freed: VecDeque<(Allocation, Mapping)>,
    freed_bytes: usize,
    /// Addresses that programs have reserved, to map memory there themselves.
    reserved: BTreeMap<usize, Mapping>,
}

impl State {
    /// The reserved range that an address lies in.
    fn reserved_around(&self, address: usize) -> Option<&Mapping> {
        let (_, mapping) = self.reserved.range(..=address).next_back()?;
        (address < mapping.end()).then_some(mapping)
    }
}

impl Heap {
    /// A heap of at most `limit_bytes`.
    pub fn new(limit_bytes: usize) -> Heap {
        Heap {
            limit_bytes,
            state: RwLock::default(),
            asked_by_launches: AskedByLaunches {
                margined: AtomicUsize::new(0),
                clock: AtomicU64::new(1),
            },
            looked_at: AtomicUsize::new(0),
        }
    }

    /// Allocates zeroed memory, aligned to 256 bytes. `bytes` of 0 counts as 1. It stays until `free`.
    pub fn allocate(&self, bytes: usize, space: Space) -> Result<usize, HeapError> {
        let bytes = bytes.max(1);
        let mut state = self.write();
        let free = self.limit_bytes.saturating_sub(state.used_bytes);
        if bytes > free {
            return Err(HeapError::OutOfMemory { bytes, free });
        }
        let guarded = state.guarded < GUARDED_MAX;
        let refused = |reason: String| HeapError::Refused { bytes, reason };
        let (base, mapping) = map(bytes, guarded).map_err(|error| refused(error.to_string()))?;
        let allocation = Allocation { base, bytes, space };
        state.guarded += usize::from(guarded);
        state.used_bytes += bytes;
        let padded = base + bytes.next_multiple_of(ALIGNMENT_BYTES);
        // Allocations without guards begin with their mapping.
        let first = if guarded {
            mapping.base() + page_bytes()
        } else {
            base
        };
        let before = base - BEFORE_BYTES_MAX.min(base - first)..base;
        // SAFETY: the ranges lie in the accessible part of the mapping, beside the allocation, and the mapping stays as long as the entry.
        let margins = unsafe { Margins::paint(before, base + bytes..padded, self.tick()) };
        self.asked_by_launches
            .margined
            .fetch_add(usize::from(!margins.is_empty()), Ordering::Relaxed);
        let live = Live {
            allocation,
            mapping,
            margins,
            user_bytes: bytes,
            shared: None,
        };
        state.live.insert(base, live);
        Ok(base)
    }

    /// Does something with a live allocation and the file that it may lie in.
    pub(super) fn with_live<T>(
        &self,
        base: usize,
        body: impl FnOnce(&Allocation, &mut Option<OwnedFd>) -> io::Result<T>,
    ) -> io::Result<T> {
        let mut state = self.write();
        let live = state.live.get_mut(&base);
        let live = live.ok_or(HeapError::NoSuchAllocation(base))?;
        body(&live.allocation, &mut live.shared)
    }

    /// Takes in memory that another process has allocated. It stays until `free`.
    pub(super) fn adopt(&self, allocation: Allocation, mapping: Mapping) {
        let mut state = self.write();
        // As `free` counts.
        state.guarded += usize::from(mapping.base() != allocation.base);
        state.used_bytes += allocation.bytes;
        // SAFETY: empty ranges are not touched.
        let margins = unsafe { Margins::paint(0..0, 0..0, self.tick()) };
        let live = Live {
            allocation,
            mapping,
            margins,
            user_bytes: allocation.bytes,
            shared: None,
        };
        state.live.insert(allocation.base, live);
    }

    /// From now on only so many bytes of a live allocation are its user's, who sees no more of it; what follows is a margin.
    pub fn shorten(&self, base: usize, bytes: usize) {
        let mut state = self.write();
        let Some(live) = state.live.get_mut(&base) else {
            return;
        };
        let end = live.allocation.end().next_multiple_of(ALIGNMENT_BYTES);
        let bytes = bytes.min(live.allocation.bytes);
        let had = usize::from(!live.margins.is_empty());
        let before = live.margins.before();
        // SAFETY: as in `allocate`; the caller says that nobody uses the memory behind `bytes`.
        live.margins = unsafe { Margins::paint(before, base + bytes..end, self.tick()) };
        live.user_bytes = bytes;
        let has = usize::from(!live.margins.is_empty());
        self.asked_by_launches
            .margined
            .fetch_add(has, Ordering::Relaxed);
        self.asked_by_launches
            .margined
            .fetch_sub(had, Ordering::Relaxed);
    }

    /// Is there an allocation with margins to look at?
    pub(super) fn has_margins(&self) -> bool {
        self.asked_by_launches.margined.load(Ordering::Relaxed) > 0
    }

    /// The moment: what ends from now on has ended at or after it, and what has ended by the next look has not ended at that or after it.
    pub(super) fn now(&self) -> u64 {
        self.asked_by_launches.clock.load(Ordering::Acquire)
    }

    /// A new moment.
    fn tick(&self) -> u64 {
        self.asked_by_launches.clock.fetch_add(1, Ordering::AcqRel) + 1
    }

    /// Looks at the allocations that addresses lie in or beside.
    pub(super) fn look_at(&self, addresses: &[usize]) -> Vec<Wound> {
        let (now, state) = (self.tick(), self.read());
        let around = |&address: &usize| {
            let (_, live) = state.live.range(..=address).next_back()?;
            (address < live.mapping.end()).then(|| live.look(now))?
        };
        addresses.iter().filter_map(around).collect()
    }

    /// Looks at all allocations, or at so many of them, which follow those of the last call.
    pub(super) fn look_around(&self, most: usize) -> Vec<Wound> {
        if !self.has_margins() {
            return Vec::new();
        }
        let (now, state) = (self.tick(), self.read());
        let last = self.looked_at.load(Ordering::Relaxed);
        let (behind, ahead) = (state.live.range(last + 1..), state.live.range(..=last));
        let mut wounds = Vec::new();
        for (base, live) in behind.chain(ahead).take(most) {
            wounds.extend(live.look(now));
            self.looked_at.store(*base, Ordering::Relaxed);
        }
        wounds
    }

    /// Does an address lie in memory that was given out, in its guards, or where such memory was?
    pub fn covers(&self, address: usize) -> bool {
        let state = self.read();
        let within = |mapping: &Mapping| (mapping.base()..mapping.end()).contains(&address);
        let before = state.live.range(..=address).next_back();
        let behind = state.live.range(address..).next();
        before.is_some_and(|(_, live)| within(&live.mapping))
            || behind.is_some_and(|(_, live)| within(&live.mapping))
            || state.freed.iter().any(|(_, mapping)| within(mapping))
            || state.reserved_around(address).is_some()
    }

    /// Takes in reserved addresses.
    pub(super) fn keep_reserved(&self, mapping: Mapping) {
        self.write().reserved.insert(mapping.base(), mapping);
    }

    /// Gives up the reserved range that begins at an address.
    pub(super) fn take_reserved(&self, base: usize) -> Option<Mapping> {
        self.write().reserved.remove(&base)
    }

    /// Does something with the reserved range that an address lies in, and how far it lies in there.
    pub(super) fn with_reserved<T>(
        &self,
        address: usize,
        body: impl FnOnce(&Mapping, usize) -> T,
    ) -> Option<T> {
        let state = self.read();
        let mapping = state.reserved_around(address)?;
        Some(body(mapping, address - mapping.base()))
    }

    /// Counts memory that lies in none of the heap's allocations.
    pub(super) fn take_bytes(&self, bytes: usize) -> Result<(), HeapError> {
        let mut state = self.write();
        let free = self.limit_bytes.saturating_sub(state.used_bytes);
        if bytes > free {
            return Err(HeapError::OutOfMemory { bytes, free });
        }
        state.used_bytes += bytes;
        Ok(())
    }

    /// Undoes `take_bytes`.
    pub(super) fn give_bytes(&self, bytes: usize) {
        let mut state = self.write();
        state.used_bytes = state.used_bytes.saturating_sub(bytes);
    }

    /// Frees the allocation that begins at `base` and gives what it was. No running work may use it.
    pub fn free(&self, base: usize) -> Result<Allocation, HeapError> {
        let mut state = self.write();
        let Live {
            allocation,
            mapping,
            margins,
            ..
        } = state
            .live
            .remove(&base)
            .ok_or(HeapError::NoSuchAllocation(base))?;
        self.asked_by_launches
            .margined
            .fetch_sub(usize::from(!margins.is_empty()), Ordering::Relaxed);
        state.used_bytes -= allocation.bytes;
        if mapping.base() == base {
            // Without guards: its address may be given out again at once.
            return Ok(allocation);
        }
        state.guarded -= 1;
        if mapping.retire().is_ok() {
            state.freed_bytes += mapping.bytes();
            state.freed.push_back((allocation, mapping));
        }
        while state.freed.len() > FREED_MAX || state.freed_bytes > FREED_BYTES_MAX {
            let Some((_, oldest)) = state.freed.pop_front() else {
                break;
            };
            state.freed_bytes -= oldest.bytes();
        }
        Ok(allocation)
    }

    /// The live allocation that an address lies in.
    pub fn find(&self, address: usize) -> Option<Allocation> {
        let state = self.read();
        let (_, live) = state.live.range(..=address).next_back()?;
        (address < live.allocation.end()).then_some(live.allocation)
    }

    /// Bytes in use.
    pub fn used_bytes(&self) -> usize {
        self.read().used_bytes
    }

    /// Bytes in all.
    pub fn limit_bytes(&self) -> usize {
        self.limit_bytes
    }

    /// Says where an address that faulted lies, if it has to do with an allocation.
    pub fn describe(&self, address: usize) -> Option<String> {
        let state = self.read();
        let sized = |allocation: &Allocation| match allocation.bytes {
            1 => "an allocation of 1 byte".to_owned(),
            bytes => format!("an allocation of {bytes} bytes"),
        };
        let within = |(_, mapping): &&(Allocation, Mapping)| {
            (mapping.base()..mapping.end()).contains(&address)
        };
        if let Some((allocation, _)) = state.freed.iter().rev().find(within) {
            return Some(format!("in {} that has been freed", sized(allocation)));
        }
        if let Some(mapping) = state.reserved_around(address) {
            return Some(format!(
                "{} bytes into {} reserved bytes, where no memory is mapped or the device has no such access",
                address - mapping.base(),
                mapping.bytes()
            ));
        }
        let before = state
            .live
            .range(..=address)
            .next_back()
            .map(|(_, live)| live.as_user_knows());
        let after = state.live.range(address..).next();
        let after = after.map(|(_, live)| live.as_user_knows());
        let past = before.map(|it| (address - it.end().min(address), it));
        let ahead = after.map(|it| (it.base - address, it));
        match (past, ahead) {
            (Some((0, it)), _) if address < it.end() => {
                Some(format!("{} bytes into {}", address - it.base, sized(&it)))
            }
            (Some((past, it)), ahead)
                if past < NEAR_BYTES && ahead.is_none_or(|(ahead, _)| past <= ahead) =>
            {
                Some(format!("{past} bytes past the end of {}", sized(&it)))
            }
            (_, Some((ahead, it))) if ahead < NEAR_BYTES => {
                Some(format!("{ahead} bytes before the start of {}", sized(&it)))
            }
            _ => None,
        }
    }

    fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state
            .read()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, State> {
        self.state
            .write()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Live {
    fn as_user_knows(&self) -> Allocation {
        Allocation {
            bytes: self.user_bytes,
            ..self.allocation
        }
    }

    fn look(&self, now: u64) -> Option<Wound> {
        let (damage, allocation) = (self.margins.look(now)?, self.as_user_knows());
        Some(Wound { allocation, damage })
    }
}

fn map(bytes: usize, guarded: bool) -> std::io::Result<(usize, Mapping)> {
    let too_large = || std::io::Error::other("it exceeds the address space");
    let pages = whole_pages(bytes).ok_or_else(too_large)?;
    if !guarded {
        let mapping = Mapping::accessible(pages)?;
        return Ok((mapping.base(), mapping));
    }
    let guard = page_bytes();
    let mapping = Mapping::inaccessible(pages.checked_add(2 * guard).ok_or_else(too_large)?)?;
    mapping.open(guard, pages)?;
    if pages >= HUGE_BYTES_MIN {
        mapping.prefer_huge_pages();
    }
    // `pages` is a multiple of the alignment, so this is at or above the first accessible byte.
    let base = mapping.base() + guard + pages - bytes.next_multiple_of(ALIGNMENT_BYTES);
    Ok((base, mapping))
}
