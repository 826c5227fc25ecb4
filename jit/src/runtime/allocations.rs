//! Which allocation an address lies in: the base of pointer attributes, of checks of copies, and of `cudaMemcpyDefault`.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::handles::Handle;
use crate::device::cpu::sanitizer::{self, MemoryName};
use crate::device::{Access, Error, MemoryKind, Result, Status};
use crate::interrupt::running_cell;

/// What an address is to the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    /// Memory of the process that the API does not know.
    Pageable,
    /// Page-locked host memory, allocated or registered.
    Host,
    /// Device memory.
    Device,
    /// Managed memory.
    Managed,
}

impl Space {
    pub(crate) fn of(kind: MemoryKind) -> Space {
        match kind {
            MemoryKind::Device => Space::Device,
            MemoryKind::Host => Space::Host,
            MemoryKind::Managed => Space::Managed,
        }
    }

    /// What frees it. Pageable memory is the host's.
    pub(super) fn kind(self) -> MemoryKind {
        match self {
            Space::Device => MemoryKind::Device,
            Space::Managed => MemoryKind::Managed,
            Space::Host | Space::Pageable => MemoryKind::Host,
        }
    }
}

/// Who frees an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// `cudaFree` or `cudaFreeHost`.
    User,
    /// `cudaHostUnregister`; the memory is the user's own.
    Registration,
    /// The pool with this handle; `cudaFree` and `cudaFreeAsync` give it back.
    Pool(Handle),
    /// The module manager.
    Variable,
    /// A graph's memory node.
    Graph,
    /// Another process, which has allocated it; `cudaIpcCloseMemHandle`.
    Process,
    /// `cuMemUnmap`; what the devices may do with it, the most that any of them may.
    Mapping(Access),
}

/// One allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Allocation {
    pub(crate) bytes: usize,
    pub(crate) space: Space,
    pub(crate) owner: Owner,
    /// Flags of `cudaHostAlloc` and `cudaHostRegister`.
    pub(crate) flags: u32,
    /// What `cudaMemAdvise` and prefetches said.
    pub(crate) advice: Advice,
    /// The cell that ran when it was made; 0: none did.
    pub(crate) cell: u32,
}

/// Advice on managed memory; kept to be asked for, as the CPU device has one memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Advice {
    pub(crate) read_mostly: bool,
    /// Location type and id; none if not set.
    pub(crate) preferred: Option<(i32, i32)>,
    pub(crate) accessed_by: Option<(i32, i32)>,
    pub(crate) prefetched: Option<(i32, i32)>,
}

impl Allocation {
    /// What the memory is to people.
    pub(super) fn name(&self) -> MemoryName {
        match (self.owner, self.space) {
            (Owner::Variable, _) => MemoryName::Variable,
            (Owner::Registration, _) => MemoryName::Registered,
            (_, Space::Managed) => MemoryName::Managed,
            (_, Space::Host | Space::Pageable) => MemoryName::Pinned,
            (_, Space::Device) => MemoryName::Device,
        }
    }

    pub(crate) fn new(bytes: usize, space: Space, owner: Owner) -> Allocation {
        Allocation {
            bytes,
            space,
            owner,
            flags: 0,
            advice: Advice::default(),
            cell: running_cell(),
        }
    }

    /// Bytes of the device that it takes.
    fn device_bytes(&self) -> usize {
        match self.space {
            Space::Device | Space::Managed => self.bytes,
            Space::Host | Space::Pageable => 0,
        }
    }

    pub(crate) fn variable(bytes: usize, space: Space) -> Allocation {
        Allocation::new(bytes, space, Owner::Variable)
    }
}

/// Freed device memory that is remembered, so that a pointer into it is shown as that.
const FREED_MAX: usize = 16;

/// All allocations by first address.
#[derive(Default)]
pub(crate) struct Allocations {
    table: RwLock<BTreeMap<u64, Allocation>>,
    /// Device memory that was freed lately and not allocated again, oldest first.
    freed: Mutex<VecDeque<(u64, usize)>>,
    /// Bytes in use on the device, as `device_bytes`.
    now: AtomicUsize,
    /// The most that they have been.
    most: AtomicUsize,
    /// The cell that made them the most.
    most_in: AtomicU32,
}

impl Allocations {
    pub(crate) fn insert(&self, address: u64, allocation: Allocation) {
        let end = address + allocation.bytes as u64;
        self.freed()
            .retain(|&(base, bytes)| base >= end || base + bytes as u64 <= address);
        if sanitizer::is_on() {
            sanitizer::allocated(address, allocation.bytes, allocation.name());
        }
        let replaced = self.write().insert(address, allocation);
        if let Some(replaced) = replaced {
            self.now
                .fetch_sub(replaced.device_bytes(), Ordering::Relaxed);
        }
        let bytes = allocation.device_bytes();
        let before = self.now.fetch_add(bytes, Ordering::Relaxed);
        if self.most.fetch_max(before + bytes, Ordering::Relaxed) < before + bytes {
            self.most_in.store(allocation.cell, Ordering::Relaxed);
        }
    }

    /// The most bytes that the user held on the device at once.
    pub(crate) fn most_bytes(&self) -> usize {
        self.most.load(Ordering::Relaxed)
    }

    /// The cell whose allocation made them the most; 0 if none did.
    pub(crate) fn most_in(&self) -> u32 {
        self.most_in.load(Ordering::Relaxed)
    }

    /// The most counts from now on.
    pub(crate) fn forget_most(&self) {
        self.most
            .store(self.now.load(Ordering::Relaxed), Ordering::Relaxed);
        self.most_in.store(0, Ordering::Relaxed);
    }

    /// All allocations with their first addresses.
    pub(crate) fn all(&self) -> Vec<(u64, Allocation)> {
        let table = self.read();
        table.iter().map(|(&address, &it)| (address, it)).collect()
    }

    /// The allocation that starts at an address.
    pub(crate) fn at(&self, address: u64) -> Option<Allocation> {
        self.read().get(&address).copied()
    }

    /// Takes out the allocation that starts at an address, if it passes the test.
    pub(crate) fn remove_if(
        &self,
        address: u64,
        test: impl Fn(&Allocation) -> bool,
    ) -> Option<Allocation> {
        let mut table = self.write();
        if !table.get(&address).is_some_and(test) {
            return None;
        }
        let removed = table.remove(&address)?;
        self.remember(address, removed);
        Some(removed)
    }

    fn remember(&self, address: u64, removed: Allocation) {
        if sanitizer::is_on() {
            sanitizer::freed(address);
        }
        self.now
            .fetch_sub(removed.device_bytes(), Ordering::Relaxed);
        if removed.space == Space::Device {
            let mut freed = self.freed();
            freed.push_back((address, removed.bytes));
            let excess = freed.len().saturating_sub(FREED_MAX);
            freed.drain(..excess);
        }
    }

    /// Bytes from an address to the end of the freed device memory that it lies in.
    pub(crate) fn freed_bytes_from(&self, address: u64) -> Option<usize> {
        let freed = self.freed();
        let ends = freed
            .iter()
            .filter_map(|&(base, bytes)| bytes.checked_sub(address.checked_sub(base)? as usize));
        ends.into_iter().find(|&bytes| bytes > 0)
    }

    /// Takes out all allocations that pass the test.
    pub(crate) fn drain_if(
        &self,
        test: impl Fn(u64, &Allocation) -> bool,
    ) -> Vec<(u64, Allocation)> {
        let mut table = self.write();
        let addresses: Vec<u64> = table
            .iter()
            .filter(|(address, allocation)| test(**address, allocation))
            .map(|(&address, _)| address)
            .collect();
        addresses
            .into_iter()
            .filter_map(|address| {
                let removed = table.remove(&address)?;
                self.remember(address, removed);
                Some((address, removed))
            })
            .collect()
    }

    /// The allocation that an address lies in, with its first address.
    pub(crate) fn find(&self, address: u64) -> Option<(u64, Allocation)> {
        let table = self.read();
        let (&base, allocation) = table.range(..=address).next_back()?;
        (address - base < allocation.bytes as u64).then_some((base, *allocation))
    }

    /// Does an address lie in an allocation, or so few bytes and no more than the allocation's size from one?
    pub(crate) fn is_near(&self, address: u64, bytes: u64) -> bool {
        let table = self.read();
        let near = |(base, it): (&u64, &Allocation)| {
            let size = it.bytes as u64;
            let margin = size.min(bytes);
            (base.saturating_sub(margin)..base + size + margin).contains(&address)
        };
        table.range(..=address).next_back().is_some_and(near)
            || table.range(address..).next().is_some_and(near)
    }

    /// The space of a range, which must not leave its allocation.
    pub(crate) fn space_of(&self, address: u64, bytes: usize) -> Result<Space> {
        let Some((base, allocation)) = self.find(address) else {
            return Ok(Space::Pageable);
        };
        if let Owner::Mapping(access) = allocation.owner {
            return self.space_of_mappings((address, bytes), (base, allocation), access);
        }
        let room = base + allocation.bytes as u64 - address;
        // Registered memory is the user's: a copy may go on into what was not registered.
        if bytes as u64 > room && allocation.owner != Owner::Registration {
            let message = format!("{bytes} bytes asked for where the allocation has {room}");
            return Err(Error::new(Status::INVALID_VALUE, message));
        }
        Ok(allocation.space)
    }

    /// The space of a range that begins in one mapping and may go on in those behind it, if devices may read it.
    #[cold]
    fn space_of_mappings(
        &self,
        (address, bytes): (u64, usize),
        (mut base, mut mapping): (u64, Allocation),
        mut access: Access,
    ) -> Result<Space> {
        loop {
            if access == Access::None {
                let message = "memory is mapped there, and no device has access to it: `cuMemSetAccess` gives it";
                return Err(Error::new(Status::INVALID_VALUE, message));
            }
            base += mapping.bytes as u64;
            if address + bytes as u64 <= base {
                return Ok(Space::Device);
            }
            let next = self.at(base).ok_or_else(|| {
                let message = format!(
                    "{bytes} bytes asked for where {} are mapped",
                    base - address
                );
                Error::new(Status::INVALID_VALUE, message)
            })?;
            let Owner::Mapping(next_access) = next.owner else {
                return Err(Status::INVALID_VALUE.into());
            };
            (mapping, access) = (next, next_access);
        }
    }

    /// The space of a range that is to be written.
    pub(crate) fn target_space_of(&self, address: u64, bytes: usize) -> Result<Space> {
        let space = self.space_of(address, bytes)?;
        let read_only = |it: &Allocation| it.owner == Owner::Mapping(Access::Read);
        let found = self.find(address);
        if space == Space::Device && found.is_some_and(|(_, it)| read_only(&it)) {
            let message = "devices may only read the memory there";
            return Err(Error::new(Status::INVALID_VALUE, message));
        }
        Ok(space)
    }

    /// Notes what devices may do with mapped memory.
    pub(crate) fn set_access(&self, base: u64, access: Access) {
        if let Some(allocation) = self.write().get_mut(&base) {
            allocation.owner = Owner::Mapping(access);
        }
    }

    /// Changes the advice of the allocation that an address lies in.
    pub(crate) fn advise(&self, address: u64, change: impl Fn(&mut Advice)) {
        if let Some((base, _)) = self.find(address)
            && let Some(allocation) = self.write().get_mut(&base)
        {
            change(&mut allocation.advice);
        }
    }

    /// Bytes that the user holds on the device.
    pub(crate) fn device_bytes(&self) -> usize {
        self.now.load(Ordering::Relaxed)
    }

    /// Bytes of one owner's allocations.
    pub(crate) fn bytes_of(&self, owner: Owner) -> usize {
        self.read()
            .values()
            .filter(|allocation| allocation.owner == owner)
            .map(|allocation| allocation.bytes)
            .sum()
    }

    fn freed(&self) -> MutexGuard<'_, VecDeque<(u64, usize)>> {
        self.freed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self) -> RwLockReadGuard<'_, BTreeMap<u64, Allocation>> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, BTreeMap<u64, Allocation>> {
        self.table.write().unwrap_or_else(PoisonError::into_inner)
    }
}
