//! Allocations, copies and fills.

use std::ffi::{c_uint, c_void};
use std::ptr;

use super::{Driver, Result, check, out};

/// `CU_MEMORYTYPE_UNIFIED`
pub(super) const MEMORY_UNIFIED: c_uint = 4;
/// `CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP`; the same bits for `cuMemHostRegister`.
const HOST_PORTABLE_MAPPED: c_uint = 1 | 2;
/// `CU_MEM_ATTACH_GLOBAL`
const ATTACH_GLOBAL: c_uint = 1;
// `CUpointer_attribute`
const POINTER_MEMORY_TYPE: c_uint = 2;
const POINTER_IS_MANAGED: c_uint = 8;
/// `CU_MEMORYTYPE_HOST`
const MEMORY_HOST: c_uint = 1;

/// `CU_MEMORYTYPE_DEVICE`
const MEMORY_DEVICE: c_uint = 2;

/// `CUDA_MEMCPY2D`
#[repr(C)]
pub(super) struct Memcpy2d {
    src_x_bytes: usize,
    src_y: usize,
    src_type: c_uint,
    src_host: *const c_void,
    src_device: u64,
    src_array: *mut c_void,
    src_pitch: usize,
    dst_x_bytes: usize,
    dst_y: usize,
    dst_type: c_uint,
    dst_host: *mut c_void,
    dst_device: u64,
    dst_array: *mut c_void,
    dst_pitch: usize,
    width_bytes: usize,
    height: usize,
}

impl Driver {
    pub(in crate::device::cuda) fn allocate(&self, bytes: usize) -> Result<u64> {
        // SAFETY: the pointer is to a live object.
        out(|address| unsafe { (self.functions.memory_allocate)(address, bytes) })
    }

    pub(in crate::device::cuda) fn allocate_managed(&self, bytes: usize) -> Result<u64> {
        // SAFETY: the pointer is to a live object.
        out(|address| unsafe { (self.functions.managed_allocate)(address, bytes, ATTACH_GLOBAL) })
    }

    pub(in crate::device::cuda) fn allocate_host(&self, bytes: usize) -> Result<u64> {
        let mut memory = ptr::null_mut();
        // SAFETY: the pointer is to a live object.
        check(unsafe { (self.functions.host_allocate)(&mut memory, bytes, HOST_PORTABLE_MAPPED) })?;
        Ok(memory as u64)
    }

    /// # Safety
    /// The address came from `allocate` or `allocate_managed`, was not freed since, and nothing uses it.
    pub(in crate::device::cuda) unsafe fn free(&self, address: u64) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        check(unsafe { (self.functions.memory_free)(address) })
    }

    /// # Safety
    /// The address came from `allocate_host`, was not freed since, and nothing uses it.
    pub(in crate::device::cuda) unsafe fn free_host(&self, address: u64) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        check(unsafe { (self.functions.host_free)(address as *mut c_void) })
    }

    /// # Safety
    /// The range is mapped, and stays so until `unregister`.
    pub(in crate::device::cuda) unsafe fn register(
        &self,
        address: u64,
        bytes: usize,
    ) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        check(unsafe {
            (self.functions.host_register)(address as *mut c_void, bytes, HOST_PORTABLE_MAPPED)
        })
    }

    /// # Safety
    /// The address was registered, and no pending work uses it.
    pub(in crate::device::cuda) unsafe fn unregister(&self, address: u64) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        check(unsafe { (self.functions.host_unregister)(address as *mut c_void) })
    }

    /// True if the host can write to the address: page-locked and managed memory. False for what the driver does not know.
    pub(in crate::device::cuda) fn host_reaches(&self, address: u64) -> bool {
        self.pointer_fact(address, POINTER_MEMORY_TYPE) == Some(MEMORY_HOST) || {
            self.pointer_fact(address, POINTER_IS_MANAGED)
        }
        .is_some_and(|managed| managed & 0xff != 0)
    }

    /// True if the address is of a device's memory, managed memory among it.
    pub(in crate::device::cuda) fn is_of_device(&self, address: u64) -> bool {
        self.pointer_fact(address, POINTER_MEMORY_TYPE) == Some(MEMORY_DEVICE)
    }

    /// One of the two attributes above; none if the driver does not know the address.
    fn pointer_fact(&self, address: u64, attribute: c_uint) -> Option<c_uint> {
        let mut value: c_uint = 0;
        let place = (&raw mut value).cast();
        // SAFETY: both attributes are at most as large as `value`; an unknown address is an error.
        let code = unsafe { (self.functions.pointer_attribute)(place, attribute, address) };
        (code == 0).then_some(value)
    }

    /// # Safety
    /// Both ranges are valid until the copy has happened.
    pub(in crate::device::cuda) unsafe fn copy(
        &self,
        target: u64,
        source: u64,
        bytes: usize,
        stream: usize,
    ) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        check(unsafe { (self.functions.copy)(target, source, bytes, stream) })
    }

    /// Copies rows: addresses and pitches of target and source.
    ///
    /// # Safety
    /// All rows are valid until the copy has happened.
    pub(in crate::device::cuda) unsafe fn copy_rows(
        &self,
        target: (u64, usize),
        source: (u64, usize),
        width: usize,
        height: usize,
        stream: usize,
    ) -> Result<()> {
        let rows = Memcpy2d {
            src_x_bytes: 0,
            src_y: 0,
            src_type: MEMORY_UNIFIED,
            src_host: ptr::null(),
            src_device: source.0,
            src_array: ptr::null_mut(),
            src_pitch: source.1,
            dst_x_bytes: 0,
            dst_y: 0,
            dst_type: MEMORY_UNIFIED,
            dst_host: ptr::null_mut(),
            dst_device: target.0,
            dst_array: ptr::null_mut(),
            dst_pitch: target.1,
            width_bytes: width,
            height,
        };
        // SAFETY: the caller says that the rows are valid; the driver reads the description before it returns.
        check(unsafe { (self.functions.copy_rows)(&rows, stream) })
    }

    /// Fills consecutive elements of 1, 2 or 4 bytes.
    ///
    /// # Safety
    /// The range is valid until the fill has happened.
    pub(in crate::device::cuda) unsafe fn fill(
        &self,
        target: u64,
        value: u32,
        element_bytes: u32,
        count: usize,
        stream: usize,
    ) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        check(unsafe {
            match element_bytes {
                1 => (self.functions.fill_8)(target, value as u8, count, stream),
                2 => (self.functions.fill_16)(target, value as u16, count, stream),
                _ => (self.functions.fill_32)(target, value, count, stream),
            }
        })
    }

    /// Fills `height` rows of `width` elements, `target.1` bytes apart.
    ///
    /// # Safety
    /// All rows are valid until the fill has happened.
    pub(in crate::device::cuda) unsafe fn fill_rows(
        &self,
        target: (u64, usize),
        value: u32,
        element_bytes: u32,
        (width, height): (usize, usize),
        stream: usize,
    ) -> Result<()> {
        let ((to, pitch), functions) = (target, &self.functions);
        // SAFETY: the caller's duty is the same.
        check(unsafe {
            match element_bytes {
                1 => (functions.fill_rows_8)(to, pitch, value as u8, width, height, stream),
                2 => (functions.fill_rows_16)(to, pitch, value as u16, width, height, stream),
                _ => (functions.fill_rows_32)(to, pitch, value, width, height, stream),
            }
        })
    }
}
