//! Memory that programs map where they want it: addresses are reserved, pieces of memory made, and one is mapped at the other. Handed out by
//! `Interfaces::virtual_memory`.

use std::os::fd::RawFd;

use super::{Device, Result, Status};

/// A piece of memory that can be mapped; what the number means is the device's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece(pub u64);

/// What a device may do with mapped memory: `CUmemAccess_flags`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(i32)]
pub enum Access {
    /// Nothing.
    None = 0,
    /// Read it.
    Read = 1,
    /// Read and write it.
    ReadWrite = 3,
}

/// Sizes, addresses and pieces that come here are right: the runtime keeps the books.
pub trait VirtualMemory {
    /// Sizes and addresses are multiples of this, bytes.
    fn granularity(&self) -> Result<usize>;

    /// Reserves addresses, from a multiple of `alignment` on (a power of two, or 0), at `wished` if that can be.
    fn reserve(&self, bytes: usize, alignment: usize, wished: u64) -> Result<u64>;

    /// Gives a whole reserved range back.
    ///
    /// # Safety
    /// It came from `reserve`, nothing is mapped there, and no pending work uses it.
    unsafe fn free_reserved(&self, address: u64, bytes: usize) -> Result<()>;

    /// Makes a piece of this device's memory, which other processes can open if it is `shareable`.
    fn create(&self, bytes: usize, shareable: bool) -> Result<Piece>;

    /// Ends a piece.
    ///
    /// # Safety
    /// It came from `create` or `import`, is mapped nowhere, and is not used any more.
    unsafe fn release(&self, piece: Piece, bytes: usize) -> Result<()>;

    /// Maps a whole piece. No device has access to it yet.
    ///
    /// # Safety
    /// The range is reserved, and nothing is mapped there. The piece is live.
    unsafe fn map(&self, address: u64, bytes: usize, piece: Piece) -> Result<()>;

    /// Takes a whole mapping away.
    ///
    /// # Safety
    /// The range came from one `map`, and no pending work uses it.
    unsafe fn unmap(&self, address: u64, bytes: usize) -> Result<()>;

    /// Says what the device of a number may do in a range.
    ///
    /// # Safety
    /// The range is one that was mapped, and no pending work uses it as it is no longer allowed to.
    unsafe fn set_access(&self, range: (u64, usize), number: usize, access: Access) -> Result<()>;

    /// A descriptor that another process can open a live, shareable piece by; the caller's own.
    fn export(&self, piece: Piece) -> Result<RawFd>;

    /// Opens a piece by a descriptor, which stays the caller's. Gives its size as well, bytes, if the device can tell.
    fn import(&self, file: RawFd) -> Result<(Piece, Option<usize>)>;
}

impl dyn Device + '_ {
    /// Can a device, by its number, map memory where programs want it?
    pub fn maps_memory(&self, number: usize) -> bool {
        match self.fleet() {
            Some(fleet) => fleet.maps_memory(number),
            None => self.virtual_memory().is_some(),
        }
    }

    /// As `Interfaces::virtual_memory`, of a device by its number; an error where there is none.
    pub fn virtual_memory_of(&self, number: usize) -> Result<&dyn VirtualMemory> {
        let found = match self.fleet() {
            Some(fleet) => fleet.virtual_memory_of(number),
            None => self.virtual_memory(),
        };
        found.ok_or_else(|| Status::NOT_SUPPORTED.into())
    }
}
