//! Memory that programs map themselves, by the driver's own calls.

use std::os::fd::RawFd;

use super::device::Cuda;
use super::driver::error;
use crate::device::{Access, Piece, Result, VirtualMemory};

impl VirtualMemory for Cuda {
    fn granularity(&self) -> Result<usize> {
        self.call(|driver| driver.granularity(self.device))
    }

    fn reserve(&self, bytes: usize, alignment: usize, wished: u64) -> Result<u64> {
        self.call(|driver| driver.reserve(bytes, alignment, wished))
    }

    unsafe fn free_reserved(&self, address: u64, bytes: usize) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        self.call(|driver| unsafe { driver.free_reserved(address, bytes) })
    }

    fn create(&self, bytes: usize, shareable: bool) -> Result<Piece> {
        self.call(|driver| driver.create_piece(self.device, bytes, shareable))
            .map(Piece)
    }

    unsafe fn release(&self, piece: Piece, _bytes: usize) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        self.call(|driver| unsafe { driver.release_piece(piece.0) })
    }

    unsafe fn map(&self, address: u64, bytes: usize, piece: Piece) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        self.call(|driver| unsafe { driver.map(address, bytes, piece.0) })
    }

    unsafe fn unmap(&self, address: u64, bytes: usize) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        self.call(|driver| unsafe { driver.unmap(address, bytes) })
    }

    unsafe fn set_access(&self, range: (u64, usize), number: usize, access: Access) -> Result<()> {
        let device = self.driver.device(number as i32).map_err(error)?;
        // SAFETY: the caller's duty is the same.
        self.call(|driver| unsafe { driver.set_access(range, device, access as i32) })
    }

    fn export(&self, piece: Piece) -> Result<RawFd> {
        self.call(|driver| driver.export_piece(piece.0))
    }

    fn import(&self, file: RawFd) -> Result<(Piece, Option<usize>)> {
        let piece = self.call(|driver| driver.import_piece(file))?;
        // The driver does not tell how large it is.
        Ok((Piece(piece), None))
    }
}
