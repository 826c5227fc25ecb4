//! Device memory: allocation and freeing.

use std::ffi::c_void;

use super::Runtime;
use super::allocations::{Allocation, Owner, Space};
use super::ffi::{Out, address, api, pointer};
use super::types::{Extent, PitchedPtr};
use crate::device::{MemoryKind, Result, Status};

/// Rows of pitched allocations begin at multiples of this, bytes.
pub(crate) const PITCH_ALIGN_BYTES: usize = 512;

impl Runtime {
    /// Allocates memory that the user frees.
    pub(crate) fn allocate(
        &self,
        bytes: usize,
        kind: MemoryKind,
        flags: u32,
    ) -> Result<*mut c_void> {
        self.forbid_unsafe()?;
        if bytes == 0 {
            return Ok(std::ptr::null_mut());
        }
        let memory = self.device().allocate(bytes, kind)?;
        let allocation = Allocation {
            flags,
            ..Allocation::new(bytes, Space::of(kind), Owner::User)
        };
        self.allocations().insert(memory, allocation);
        Ok(pointer(memory))
    }

    /// Frees memory of `cudaMalloc` and its like, also such as came from a pool. Waits for the device, as CUDA does.
    fn free(&self, memory: *mut c_void) -> Result<()> {
        let memory = address(memory);
        if memory == 0 {
            return Ok(());
        }
        self.forbid_unsafe()?;
        let Some(allocation) = self.allocations().at(memory) else {
            return Err(Status::INVALID_VALUE.into());
        };
        match allocation.owner {
            Owner::User => match allocation.space {
                Space::Device => self.free_waiting(memory, MemoryKind::Device, Owner::User),
                Space::Managed => self.free_waiting(memory, MemoryKind::Managed, Owner::User),
                Space::Host | Space::Pageable => Err(Status::INVALID_VALUE.into()),
            },
            Owner::Pool(pool) => {
                self.device().synchronize_all()?;
                self.return_to_pool(pool, memory)
            }
            // Graph memory goes when its graph does.
            Owner::Graph => Ok(()),
            Owner::Variable | Owner::Registration | Owner::Process | Owner::Mapping(_) => {
                Err(Status::INVALID_VALUE.into())
            }
        }
    }

    /// Frees an allocation after all work of the devices: kernels that still use it must not fault.
    pub(crate) fn free_waiting(&self, memory: u64, kind: MemoryKind, owner: Owner) -> Result<()> {
        // A sticky error is no reason to keep memory.
        drop(self.device().synchronize_all());
        let test = |allocation: &Allocation| {
            allocation.owner == owner && allocation.space == Space::of(kind)
        };
        if self.allocations().remove_if(memory, test).is_none() {
            return Err(Status::INVALID_VALUE.into());
        }
        // SAFETY: the entry was in the table, so `allocate` gave this address and it was not freed; all work has ended.
        unsafe { self.device().free(memory, kind) }
    }

    fn allocate_pitched(&self, width: usize, rows: usize) -> Result<(*mut c_void, usize)> {
        let pitch = width
            .checked_next_multiple_of(PITCH_ALIGN_BYTES)
            .ok_or(Status::MEMORY_ALLOCATION)?;
        let bytes = pitch.checked_mul(rows).ok_or(Status::MEMORY_ALLOCATION)?;
        Ok((self.allocate(bytes, MemoryKind::Device, 0)?, pitch))
    }

    /// Frees all that the user allocated on the calling thread's device; `cudaDeviceReset`.
    pub(crate) fn free_all(&self) {
        let here = self.device().current();
        let owned = |address: u64, allocation: &Allocation| {
            matches!(allocation.owner, Owner::User | Owner::Registration)
                && self.device().owner(address) == here
        };
        for (memory, allocation) in self.allocations().drain_if(owned) {
            let kind = allocation.space.kind();
            // SAFETY: the table says where the memory came from; the caller has waited for all work.
            drop(unsafe {
                match allocation.owner {
                    Owner::Registration => self.device().unregister_host(memory),
                    _ => self.device().free(memory, kind),
                }
            });
        }
    }
}

api! {
    call fn cudaMalloc(runtime, memory: Out<*mut c_void>, bytes: usize) {
        if memory.is_null() {
            return Err(Status::INVALID_VALUE.into());
        }
        memory.put(runtime.allocate(bytes, MemoryKind::Device, 0)?)
    }

    call fn cudaFree(runtime, memory: *mut c_void) {
        runtime.free(memory)
    }

    call fn cudaMallocPitch(runtime, memory: Out<*mut c_void>, pitch: Out<usize>, width: usize, height: usize) {
        if memory.is_null() || pitch.is_null() {
            return Err(Status::INVALID_VALUE.into());
        }
        let (allocated, bytes) = runtime.allocate_pitched(width, height)?;
        memory.put(allocated)?;
        pitch.put(bytes)
    }

    call fn cudaMalloc3D(runtime, memory: Out<PitchedPtr>, extent: Extent) {
        if memory.is_null() {
            return Err(Status::INVALID_VALUE.into());
        }
        let rows = extent.height.checked_mul(extent.depth).ok_or(Status::MEMORY_ALLOCATION)?;
        let (allocated, pitch) = runtime.allocate_pitched(extent.width, rows)?;
        memory.put(PitchedPtr { ptr: allocated as usize, pitch, xsize: extent.width, ysize: extent.height })
    }

    call fn cudaMemGetInfo(runtime, free: Out<usize>, total: Out<usize>) {
        let info = runtime.device().memory_info();
        free.offer(info.free);
        total.offer(info.total);
        Ok(())
    }
}
