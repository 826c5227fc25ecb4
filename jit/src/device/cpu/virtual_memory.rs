//! Memory that programs map themselves: `cuMemAddressReserve`, `cuMemCreate` and their kin.
//!
//! A piece of memory is a file of the system's memory, and its descriptor is what other processes open it by. Reserved addresses are a mapping that nobody can
//! read or write, over which such files are mapped. Every CPU device of the process has the same address space, so it does not matter which one is asked.

use std::io;
use std::mem::ManuallyDrop;
use std::os::fd::{FromRawFd as _, IntoRawFd as _, OwnedFd, RawFd};

use super::CpuBackend;
use super::device::memory_error;
use super::memory::Mapping;
use super::sharing::memory_file;
use crate::device::{Access, Error, Piece, Result, Status, VirtualMemory};

/// Pieces and their places are multiples of this, bytes: the same as on NVIDIA GPUs.
const GRANULARITY_BYTES: usize = 2 << 20;

impl VirtualMemory for CpuBackend {
    fn granularity(&self) -> Result<usize> {
        Ok(GRANULARITY_BYTES)
    }

    fn reserve(&self, bytes: usize, alignment: usize, wished: u64) -> Result<u64> {
        let alignment = alignment.max(GRANULARITY_BYTES);
        let mapping = Mapping::aligned(bytes, alignment, wished as usize)
            .map_err(|error| refused("reserve addresses", Status::MEMORY_ALLOCATION, &error))?;
        let base = mapping.base() as u64;
        self.engine().heap().keep_reserved(mapping);
        Ok(base)
    }

    unsafe fn free_reserved(&self, address: u64, _bytes: usize) -> Result<()> {
        let reserved = self.engine().heap().take_reserved(address as usize);
        reserved.map(drop).ok_or(Status::INVALID_VALUE.into())
    }

    fn create(&self, bytes: usize, _shareable: bool) -> Result<Piece> {
        let heap = self.engine().heap();
        heap.take_bytes(bytes)
            .map_err(|error| memory_error(&error))?;
        memory_file(bytes)
            .map(|file| Piece(file.into_raw_fd() as u64))
            .map_err(|error| {
                heap.give_bytes(bytes);
                refused("give memory", Status::MEMORY_ALLOCATION, &error)
            })
    }

    unsafe fn release(&self, piece: Piece, bytes: usize) -> Result<()> {
        // SAFETY: the caller says that the piece is one of `create` or `import`, which own their descriptors, and is used no more.
        drop(unsafe { OwnedFd::from_raw_fd(descriptor(piece)) });
        self.engine().heap().give_bytes(bytes);
        Ok(())
    }

    unsafe fn map(&self, address: u64, bytes: usize, piece: Piece) -> Result<()> {
        self.with_reserved(address, |mapping, offset| {
            mapping.place_file(offset, bytes, descriptor(piece))
        })
    }

    unsafe fn unmap(&self, address: u64, bytes: usize) -> Result<()> {
        self.with_reserved(address, |mapping, offset| mapping.close(offset, bytes))
    }

    unsafe fn set_access(&self, range: (u64, usize), _number: usize, access: Access) -> Result<()> {
        self.with_reserved(range.0, |mapping, offset| {
            mapping.protect(
                offset,
                range.1,
                access != Access::None,
                access == Access::ReadWrite,
            )
        })
    }

    fn export(&self, piece: Piece) -> Result<RawFd> {
        // SAFETY: the piece is a live one (the trait's contract), and its descriptor is not closed here.
        let file = ManuallyDrop::new(unsafe { OwnedFd::from_raw_fd(descriptor(piece)) });
        let copy = file.try_clone();
        copy.map(OwnedFd::into_raw_fd)
            .map_err(|error| refused("share the memory", Status::OPERATING_SYSTEM, &error))
    }

    fn import(&self, file: RawFd) -> Result<(Piece, Option<usize>)> {
        let bad = |error: io::Error| refused("open the memory", Status::INVALID_VALUE, &error);
        // SAFETY: a wrong number is an error of the system's; a right one stays the caller's.
        let copy = unsafe { libc::fcntl(file, libc::F_DUPFD_CLOEXEC, 0) };
        if copy < 0 {
            return Err(bad(io::Error::last_os_error()));
        }
        // SAFETY: the descriptor is new and nobody else's.
        let copy = std::fs::File::from(unsafe { OwnedFd::from_raw_fd(copy) });
        let bytes = copy.metadata().map_err(bad)?.len() as usize;
        if bytes == 0 || !bytes.is_multiple_of(GRANULARITY_BYTES) {
            return Err(Status::INVALID_VALUE.into());
        }
        let heap = self.engine().heap();
        heap.take_bytes(bytes)
            .map_err(|error| memory_error(&error))?;
        Ok((Piece(copy.into_raw_fd() as u64), Some(bytes)))
    }
}

impl CpuBackend {
    /// Does something with the reserved range that an address lies in, and how far it lies in there.
    fn with_reserved(
        &self,
        address: u64,
        body: impl FnOnce(&Mapping, usize) -> io::Result<()>,
    ) -> Result<()> {
        let done = self.engine().heap().with_reserved(address as usize, body);
        match done {
            None => Err(Status::INVALID_VALUE.into()),
            Some(done) => {
                done.map_err(|error| refused("map memory", Status::MEMORY_ALLOCATION, &error))
            }
        }
    }
}

fn descriptor(piece: Piece) -> RawFd {
    piece.0 as RawFd
}

fn refused(what: &str, status: Status, error: &io::Error) -> Error {
    Error::new(status, format!("the system does not {what}: {error}"))
}
