//! The memory that kernels may reach, as the runtime API gave it out, and what was freed of it.

use std::collections::{BTreeMap, VecDeque};

use super::host_calls::Call;
use super::shadow::{Cell, Table, WORD_BYTES, Written};
use super::what::counted;

/// Freed memory that is remembered.
const FREED_MAX: usize = 4096;

/// An access this far from memory is described by it, bytes.
const NEAR_BYTES: usize = 64 * 1024;

/// What memory is, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MemoryName {
    /// `cudaMalloc` and its kin.
    Device,
    /// `cudaMallocManaged`.
    Managed,
    /// `cudaMallocHost` and its kin.
    Pinned,
    /// `cudaHostRegister`.
    Registered,
    /// A device variable.
    Variable,
    /// `malloc` of a kernel.
    OfKernel,
}

impl MemoryName {
    /// Does only device code, and what the API does for the host, write to it?
    pub(super) fn is_of_device(self) -> bool {
        matches!(self, MemoryName::Device | MemoryName::OfKernel)
    }

    /// `an allocation`
    fn article(self) -> &'static str {
        match self {
            MemoryName::Device => "an allocation",
            MemoryName::Managed => "a managed allocation",
            MemoryName::Pinned => "an allocation of pinned host memory",
            MemoryName::Registered => "registered host memory",
            MemoryName::Variable => "a device variable",
            MemoryName::OfKernel => "memory of a kernel's `malloc`",
        }
    }
}

/// Memory that kernels may reach.
pub(super) struct Region {
    pub(super) base: usize,
    pub(super) bytes: usize,
    pub(super) name: MemoryName,
    pub(super) allocated: Call,
    /// Which bytes were written; none if that is not known.
    pub(super) written: Option<Written>,
    /// Who accessed its words; made when the first is.
    pub(super) cells: Option<Table<Cell>>,
}

impl Region {
    pub(super) fn end(&self) -> usize {
        self.base + self.bytes
    }

    /// `an allocation of 40 bytes`
    pub(super) fn in_words(&self) -> String {
        sized(self.name, self.bytes)
    }
}

/// The words of a region of so many bytes; the first holds its first byte.
#[inline]
pub(super) fn cells(table: &mut Option<Table<Cell>>, bytes: usize) -> &mut [Cell] {
    let words = || Table::new(bytes.div_ceil(WORD_BYTES));
    table.get_or_insert_with(words).all()
}

pub(super) fn sized(name: MemoryName, bytes: usize) -> String {
    format!("{} of {}", name.article(), counted(bytes, "byte"))
}

/// Memory that was freed.
#[derive(Clone, Debug)]
pub(super) struct Freed {
    pub(super) base: usize,
    pub(super) bytes: usize,
    pub(super) name: MemoryName,
    pub(super) allocated: Call,
    pub(super) freed: Call,
}

/// What lies at an address where no memory is that may be accessed.
pub(super) enum Nearby<'a> {
    Freed(&'a Freed),
    /// So many bytes past the end, 0 for the first.
    Past(&'a Region, usize),
    /// So many bytes before the start.
    Before(&'a Region, usize),
    Nothing,
}

/// Regions that were found last, by place: most places access one.
const CACHED: usize = 256;

/// All memory that kernels may reach.
pub(super) struct Memory {
    // Boxes, so that cached pointers stay good.
    live: BTreeMap<usize, Box<Region>>,
    freed: VecDeque<Freed>,
    cached: [*mut Region; CACHED],
}

// SAFETY: the cached pointers lead to what `live` owns.
unsafe impl Send for Memory {}

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            live: BTreeMap::new(),
            freed: VecDeque::new(),
            cached: [std::ptr::null_mut(); CACHED],
        }
    }
}

impl Memory {
    /// Memory was allocated; `fresh`: nobody can have written to it.
    pub(super) fn add(
        &mut self,
        base: usize,
        bytes: usize,
        name: MemoryName,
        fresh: bool,
        allocated: Call,
    ) {
        self.forget_cached();
        self.freed
            .retain(|it| it.base >= base + bytes || it.base + it.bytes <= base);
        let written = (fresh && name.is_of_device()).then(|| Written::new(bytes));
        let region = Region {
            base,
            bytes,
            name,
            allocated,
            written,
            cells: None,
        };
        self.live.insert(base, Box::new(region));
    }

    /// Memory was freed.
    pub(super) fn remove(&mut self, base: usize, freed: Call) {
        self.forget_cached();
        let Some(region) = self.live.remove(&base) else {
            return;
        };
        self.freed.push_back(Freed {
            base,
            bytes: region.bytes,
            name: region.name,
            allocated: region.allocated,
            freed,
        });
        if self.freed.len() > FREED_MAX {
            self.freed.pop_front();
        }
    }

    /// The memory that begins there, if it is a kernel's own.
    pub(super) fn is_of_kernel(&self, base: usize) -> bool {
        let region = self.live.get(&base);
        region.is_some_and(|it| it.name == MemoryName::OfKernel)
    }

    /// The region that an address lies in; `place` is who asks.
    #[inline]
    pub(super) fn find(&mut self, address: usize, place: u32) -> Option<&mut Region> {
        let cached = &mut self.cached[place as usize % CACHED];
        // SAFETY: cached pointers lead to boxes in `live`; all are forgotten when it changes.
        if let Some(region) = unsafe { cached.as_mut() }
            && address.wrapping_sub(region.base) < region.bytes
        {
            return Some(region);
        }
        let (_, region) = self.live.range_mut(..=address).next_back()?;
        if address >= region.end() {
            return None;
        }
        let found: *mut Region = &mut **region;
        *cached = found;
        // SAFETY: as above; `self` is borrowed for as long as the reference lives.
        unsafe { found.as_mut() }
    }

    /// What lies around an address that no region holds.
    pub(super) fn nearby(&self, address: usize) -> Nearby<'_> {
        let within = |it: &&Freed| address.wrapping_sub(it.base) < it.bytes;
        if let Some(freed) = self.freed.iter().rev().find(within) {
            return Nearby::Freed(freed);
        }
        let before = self.live.range(..=address).next_back();
        let after = self.live.range(address..).next();
        let past = before
            .map(|(_, it)| (address.saturating_sub(it.end()), it))
            .filter(|(past, _)| *past < NEAR_BYTES);
        let ahead = after
            .map(|(_, it)| (it.base - address, it))
            .filter(|(ahead, _)| *ahead < NEAR_BYTES);
        match (past, ahead) {
            (Some((past, it)), ahead) if ahead.as_ref().is_none_or(|(far, _)| past <= *far) => {
                Nearby::Past(it, past)
            }
            (_, Some((ahead, it))) => Nearby::Before(it, ahead),
            _ => Nearby::Nothing,
        }
    }

    /// These bytes have been written.
    pub(super) fn wrote(&mut self, address: usize, bytes: usize) {
        if let Some(region) = self.find(address, 0) {
            let offset = address - region.base;
            if let Some(written) = &mut region.written {
                written.set(offset, bytes);
            }
        }
    }

    /// These bytes are what those were: written if they were.
    pub(super) fn copied(&mut self, target: usize, source: usize, bytes: usize) {
        let tracked = |it: Option<&mut Region>| it.is_some_and(|it| it.written.is_some());
        if !tracked(self.find(target, 0)) {
            return;
        }
        if !tracked(self.find(source, 1)) {
            return self.wrote(target, bytes);
        }
        // Byte by byte only where a part was not written.
        let all = self
            .find(source, 1)
            .and_then(|it| {
                let offset = source - it.base;
                Some(it.written.as_mut()?.count(offset, bytes) == bytes)
            })
            .unwrap_or(true);
        if all {
            return self.wrote(target, bytes);
        }
        for at in 0..bytes {
            let written = self.find(source + at, 1).is_none_or(|it| {
                let offset = source + at - it.base;
                it.written.as_mut().is_none_or(|it| it.has(offset))
            });
            if written {
                self.wrote(target + at, 1);
            }
        }
    }

    /// Nobody is known to have accessed anything: the clock begins anew.
    pub(super) fn forget_accesses(&mut self) {
        for region in self.live.values_mut() {
            region.cells = None;
        }
    }

    fn forget_cached(&mut self) {
        self.cached = [std::ptr::null_mut(); CACHED];
    }
}
