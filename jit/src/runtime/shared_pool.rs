//! Memory pools that several processes use: `cudaMemPoolExportToShareableHandle` and its kin. The handle is a descriptor of a file that says which pool it is;
//! memory of the pool is opened by what its own process tells of it.
//!
//! The process of the pool has to live as long as others open its memory.

use std::ffi::c_void;
use std::fs::File;
use std::os::fd::IntoRawFd as _;
use std::os::unix::fs::FileExt as _;

use super::Runtime;
use super::allocations::{Allocation, Owner, Space};
use super::ffi::{In, Out, address, api, pointer};
use super::handles::Handle;
use super::ipc::IpcHandle;
use super::pool::Pool;
use super::pool_name::{FILE_DESCRIPTOR, PoolName};
use crate::device::cpu::sharing::memory_file;
use crate::device::{Error, Result, Status};

fn failed(error: &std::io::Error) -> Error {
    let message = format!("the system does not share the memory pool between processes: {error}");
    Error::new(Status::OPERATING_SYSTEM, message)
}

/// Writes a name into a file, whose descriptor is the caller's.
fn write_name(name: PoolName) -> Result<i32> {
    let bytes: Vec<u8> = name
        .words()
        .into_iter()
        .flat_map(u32::to_ne_bytes)
        .collect();
    let written = memory_file(bytes.len()).and_then(|file| {
        let file = File::from(file);
        file.write_all_at(&bytes, 0)?;
        Ok(file.into_raw_fd())
    });
    written.map_err(|error| failed(&error))
}

/// The name that a file of the user's descriptor has; he keeps the descriptor.
fn read_name(descriptor: i32) -> Result<PoolName> {
    let mut bytes = [0; size_of::<PoolName>()];
    let read = File::open(format!("/proc/self/fd/{descriptor}"))
        .and_then(|file| file.read_exact_at(&mut bytes, 0));
    // A descriptor of anything else is the caller's mistake.
    read.map_err(|_| Status::INVALID_VALUE)?;
    let mut words = [0; 4];
    for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(size_of::<u32>())) {
        *word = u32::from_ne_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    }
    PoolName::of_words(words).ok_or_else(|| Status::INVALID_VALUE.into())
}

impl Runtime {
    fn export_pool(&self, pool: Handle) -> Result<i32> {
        write_name(self.pool_at(pool)?.shared_name()?)
    }

    fn import_pool(&self, descriptor: i32) -> Result<Handle> {
        self.sharing()?;
        let name = read_name(descriptor)?;
        if name.process == std::process::id() {
            return Err(Error::new(
                Status::INVALID_VALUE,
                "the handle is this process's own: another process can import it",
            ));
        }
        let number = self.number(i32::try_from(name.device).unwrap_or(-1))?;
        Ok(self.add_pool(Pool::imported(number, name)))
    }

    fn export_pointer(&self, memory: u64) -> Result<IpcHandle> {
        let sharing = self.sharing()?;
        let allocation = self.allocations().at(memory);
        let Some(Owner::Pool(pool)) = allocation.map(|it| it.owner) else {
            return Err(Status::INVALID_VALUE.into());
        };
        let name = self.pool_at(pool)?.shared_name()?;
        // Its pages move to where others find them.
        self.device().synchronize_all()?;
        let shared = sharing.share(memory)?;
        Ok(IpcHandle::of_pool(name.words(), shared))
    }

    fn import_pointer(&self, handle: Handle, data: &IpcHandle) -> Result<u64> {
        let (words, memory) = data.in_pool().ok_or(Status::INVALID_VALUE)?;
        let name = PoolName::of_words(words).ok_or(Status::INVALID_VALUE)?;
        if self.pool_at(handle)?.imported_name() != Some(name) {
            return Err(Status::INVALID_VALUE.into());
        }
        let base = self.sharing()?.open(&memory)?;
        let bytes = memory.bytes as usize;
        let allocation = Allocation::new(bytes, Space::Device, Owner::Pool(handle));
        self.allocations().insert(base, allocation);
        Ok(base)
    }
}

api! {
    call fn cudaMemPoolExportToShareableHandle(
        runtime, handle: Out<i32>, pool: Handle, kind: i32, flags: u32,
    ) {
        handle.wanted()?;
        if kind != FILE_DESCRIPTOR || flags != 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        handle.put(runtime.export_pool(pool)?)
    }

    call fn cudaMemPoolImportFromShareableHandle(
        runtime, pool: Out<Handle>, handle: *mut c_void, kind: i32, flags: u32,
    ) {
        pool.wanted()?;
        if kind != FILE_DESCRIPTOR || flags != 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        // The descriptor itself, in the pointer's place.
        pool.put(runtime.import_pool(handle as usize as i32)?)
    }

    call fn cudaMemPoolExportPointer(runtime, data: Out<IpcHandle>, memory: *mut c_void) {
        data.wanted()?;
        data.put(runtime.export_pointer(address(memory))?)
    }

    call fn cudaMemPoolImportPointer(runtime, memory: Out<*mut c_void>, pool: Handle, data: In<IpcHandle>) {
        memory.wanted()?;
        let data = data.get()?;
        memory.put(pointer(runtime.import_pointer(pool, &data)?))
    }
}
