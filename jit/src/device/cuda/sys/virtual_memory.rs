//! Memory that is mapped where the caller wants it.

use std::ffi::{c_int, c_void};
use std::os::fd::RawFd;
use std::ptr;

use super::{Driver, Result, check, out};

/// `CU_MEM_ALLOCATION_TYPE_PINNED`
const PINNED: c_int = 1;
/// `CU_MEM_LOCATION_TYPE_DEVICE`
const ON_DEVICE: c_int = 1;
/// `CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR`
const FILE_DESCRIPTOR: c_int = 1;
/// `CU_MEM_ALLOC_GRANULARITY_MINIMUM`
const MINIMUM: c_int = 0;

/// `CUmemLocation`
#[repr(C)]
#[derive(Clone, Copy)]
struct Location {
    kind: c_int,
    id: c_int,
}

/// `CUmemAllocationProp`
#[repr(C)]
pub(super) struct AllocationProp {
    kind: c_int,
    handle_types: c_int,
    location: Location,
    win32_meta_data: *mut c_void,
    flags: u64,
}

/// `CUmemAccessDesc`
#[repr(C)]
pub(super) struct AccessDesc {
    location: Location,
    flags: c_int,
}

fn properties(device: i32, shareable: bool) -> AllocationProp {
    AllocationProp {
        kind: PINNED,
        handle_types: if shareable { FILE_DESCRIPTOR } else { 0 },
        location: Location {
            kind: ON_DEVICE,
            id: device,
        },
        win32_meta_data: ptr::null_mut(),
        flags: 0,
    }
}

impl Driver {
    /// What sizes and addresses are multiples of, bytes.
    pub(in crate::device::cuda) fn granularity(&self, device: i32) -> Result<usize> {
        let wanted = properties(device, false);
        // SAFETY: both pointers are to live objects.
        out(|bytes| unsafe { (self.functions.virtual_granularity)(bytes, &wanted, MINIMUM) })
    }

    pub(in crate::device::cuda) fn reserve(
        &self,
        bytes: usize,
        alignment: usize,
        wished: u64,
    ) -> Result<u64> {
        // SAFETY: the pointer is to a live object; reserving touches nothing that exists.
        out(|base| unsafe { (self.functions.virtual_reserve)(base, bytes, alignment, wished, 0) })
    }

    /// # Safety
    /// The range was reserved, and nothing is mapped there.
    pub(in crate::device::cuda) unsafe fn free_reserved(
        &self,
        address: u64,
        bytes: usize,
    ) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        check(unsafe { (self.functions.virtual_free)(address, bytes) })
    }

    pub(in crate::device::cuda) fn create_piece(
        &self,
        device: i32,
        bytes: usize,
        shareable: bool,
    ) -> Result<u64> {
        let wanted = properties(device, shareable);
        // SAFETY: both pointers are to live objects.
        out(|piece| unsafe { (self.functions.piece_create)(piece, bytes, &wanted, 0) })
    }

    /// # Safety
    /// The piece is a live one, mapped nowhere, and is not used any more.
    pub(in crate::device::cuda) unsafe fn release_piece(&self, piece: u64) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        check(unsafe { (self.functions.piece_release)(piece) })
    }

    /// # Safety
    /// The range is reserved, with nothing mapped there, and the piece is a live one.
    pub(in crate::device::cuda) unsafe fn map(
        &self,
        address: u64,
        bytes: usize,
        piece: u64,
    ) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        check(unsafe { (self.functions.virtual_map)(address, bytes, 0, piece, 0) })
    }

    /// # Safety
    /// The range came from `map`, and no pending work uses it.
    pub(in crate::device::cuda) unsafe fn unmap(&self, address: u64, bytes: usize) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        check(unsafe { (self.functions.virtual_unmap)(address, bytes) })
    }

    /// Says by a `CUmemAccess_flags` what a device may do in a range.
    ///
    /// # Safety
    /// The range came from `map`, and no pending work uses it as it is no longer allowed to.
    pub(in crate::device::cuda) unsafe fn set_access(
        &self,
        (address, bytes): (u64, usize),
        device: i32,
        flags: c_int,
    ) -> Result<()> {
        let location = Location {
            kind: ON_DEVICE,
            id: device,
        };
        let wanted = AccessDesc { location, flags };
        // SAFETY: the caller's duty is the same; the driver reads the description before it returns.
        check(unsafe { (self.functions.virtual_access)(address, bytes, &wanted, 1) })
    }

    /// A descriptor that another process can open a piece by.
    pub(in crate::device::cuda) fn export_piece(&self, piece: u64) -> Result<RawFd> {
        // SAFETY: the driver writes one descriptor; a piece that is none is an error of the driver's.
        out(|file: *mut RawFd| unsafe {
            (self.functions.piece_export)(file.cast(), piece, FILE_DESCRIPTOR, 0)
        })
    }

    pub(in crate::device::cuda) fn import_piece(&self, file: RawFd) -> Result<u64> {
        let file = file as usize as *mut c_void;
        // SAFETY: the descriptor goes by value, as the driver has it; one that is none is an error of the driver's.
        out(|piece| unsafe { (self.functions.piece_import)(piece, file, FILE_DESCRIPTOR) })
    }
}
