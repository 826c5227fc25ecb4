//! What HIP and the driver API have and CUDA's runtime API has not: fills of wider values, flags of host memory that are given back as they were, names of architectures.

use std::ffi::c_void;

use super::Runtime;
use super::allocations::Space;
use super::ffi::{Out, address, api};
use super::fill::{rows_of_words, words};
use super::handles::Handle;
use crate::device::{MemoryKind, Result, Status};

/// `hipHostMallocPortable`, `Mapped`, `WriteCombined`, `Uncached`, `NumaUser`, `Coherent` and `NonCoherent`
const HOST_FLAGS: u32 = 0x7 | 0x1000_0000 | 0x2000_0000 | COHERENT | NON_COHERENT;
const COHERENT: u32 = 0x4000_0000;
const NON_COHERENT: u32 = 0x8000_0000;

impl Runtime {
    fn hip_host_flags(&self, memory: u64) -> Result<u32> {
        match self.allocations().find(memory) {
            Some((_, allocation)) if allocation.space == Space::Host => Ok(allocation.flags),
            _ => Err(Status::INVALID_VALUE.into()),
        }
    }
}

api! {
    call fn __chv_hip_host_alloc(runtime, memory: Out<*mut c_void>, bytes: usize, flags: u32) {
        let both = COHERENT | NON_COHERENT;
        if memory.is_null() || flags & !HOST_FLAGS != 0 || flags & both == both {
            return Err(Status::INVALID_VALUE.into());
        }
        memory.put(runtime.allocate(bytes, MemoryKind::Host, flags)?)
    }

    call fn __chv_hip_host_flags(runtime, flags: Out<u32>, host: *mut c_void) {
        flags.put(runtime.hip_host_flags(address(host))?)
    }

    plain fn __chv_hip_architecture(runtime, text: Out<u8>, bytes: usize, device: i32) {
        let number = runtime.number(device)?;
        let name = runtime.device().properties_of(number).architecture.as_bytes();
        let room = bytes.checked_sub(1).ok_or(Status::INVALID_VALUE)?;
        let mut name = name[..name.len().min(room)].to_vec();
        name.push(0);
        text.put_all(&name)
    }

    call fn __chv_fill(runtime, target: *mut c_void, value: u32, element_bytes: u32, count: usize) {
        runtime.fill_soon(words(target, value, element_bytes, count))
    }

    call fn __chv_fill_async(
        runtime, target: *mut c_void, value: u32, element_bytes: u32, count: usize, stream: Handle,
    ) {
        runtime.fill_in(stream, words(target, value, element_bytes, count))
    }

    call fn __chv_fill_rows(
        runtime, target: *mut c_void, pitch: usize, value: u32, element_bytes: u32, width: usize, height: usize,
    ) {
        runtime.fill_soon(rows_of_words((target, pitch), value, element_bytes, width, height))
    }

    call fn __chv_fill_rows_async(
        runtime, target: *mut c_void, pitch: usize, value: u32, element_bytes: u32, width: usize, height: usize, stream: Handle,
    ) {
        runtime.fill_in(stream, rows_of_words((target, pitch), value, element_bytes, width, height))
    }
}
