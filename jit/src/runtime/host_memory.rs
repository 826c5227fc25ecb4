//! Page-locked host memory: allocated, or the user's own and registered.

use std::ffi::c_void;

use super::Runtime;
use super::allocations::{Allocation, Owner, Space};
use super::ffi::{Out, address, api, pointer};
use crate::device::{MemoryKind, Result, Status};

/// `cudaHostAllocPortable`, `Mapped` and `WriteCombined`
const ALLOC_FLAGS: u32 = 7;

/// `cudaHostRegisterPortable`, `Mapped`, `IoMemory` and `ReadOnly`
const REGISTER_FLAGS: u32 = 15;

/// Of both: kernels reach the memory. With unified addresses always so.
const MAPPED: u32 = 2;

impl Runtime {
    fn register(&self, memory: u64, bytes: usize, flags: u32) -> Result<()> {
        if memory == 0 || bytes == 0 || flags & !REGISTER_FLAGS != 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        self.forbid_unsafe()?;
        let overlaps = |address: u64| self.allocations().find(address).is_some();
        if overlaps(memory) || overlaps(memory + bytes as u64 - 1) {
            return Err(Status::HOST_MEMORY_ALREADY_REGISTERED.into());
        }
        // SAFETY: the API obliges the caller to pass memory that is mapped and stays so until it is unregistered.
        unsafe { self.device().register_host(memory, bytes)? };
        let allocation = Allocation {
            flags,
            ..Allocation::new(bytes, Space::Host, Owner::Registration)
        };
        self.allocations().insert(memory, allocation);
        Ok(())
    }

    fn unregister(&self, memory: u64) -> Result<()> {
        self.forbid_unsafe()?;
        self.device().synchronize_all()?;
        let registered = |allocation: &Allocation| allocation.owner == Owner::Registration;
        if self.allocations().remove_if(memory, registered).is_none() {
            return Err(Status::HOST_MEMORY_NOT_REGISTERED.into());
        }
        // SAFETY: the entry was in the table, so the memory was registered; all work has ended.
        unsafe { self.device().unregister_host(memory) }
    }

    fn host_flags(&self, memory: u64) -> Result<u32> {
        match self.allocations().find(memory) {
            Some((_, allocation)) if allocation.space == Space::Host => {
                Ok(allocation.flags | MAPPED)
            }
            _ => Err(Status::INVALID_VALUE.into()),
        }
    }
}

api! {
    call fn cudaMallocHost(runtime, memory: Out<*mut c_void>, bytes: usize) {
        if memory.is_null() {
            return Err(Status::INVALID_VALUE.into());
        }
        memory.put(runtime.allocate(bytes, MemoryKind::Host, 0)?)
    }

    call fn cudaHostAlloc(runtime, memory: Out<*mut c_void>, bytes: usize, flags: u32) {
        if memory.is_null() || flags & !ALLOC_FLAGS != 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        memory.put(runtime.allocate(bytes, MemoryKind::Host, flags)?)
    }

    call fn cudaFreeHost(runtime, memory: *mut c_void) {
        if memory.is_null() {
            return Ok(());
        }
        runtime.forbid_unsafe()?;
        runtime.free_waiting(address(memory), MemoryKind::Host, Owner::User)
    }

    call fn cudaHostRegister(runtime, memory: *mut c_void, bytes: usize, flags: u32) {
        runtime.register(address(memory), bytes, flags)
    }

    call fn cudaHostUnregister(runtime, memory: *mut c_void) {
        runtime.unregister(address(memory))
    }

    call fn cudaHostGetDevicePointer(runtime, device: Out<*mut c_void>, host: *mut c_void, flags: u32) {
        if flags != 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        runtime.host_flags(address(host))?;
        device.put(pointer(address(host)))
    }

    call fn cudaHostGetFlags(runtime, flags: Out<u32>, host: *mut c_void) {
        flags.put(runtime.host_flags(address(host))?)
    }
}
