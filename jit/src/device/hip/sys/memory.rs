//! Allocations, copies and fills.

use std::ffi::c_uint;

use super::{Driver, NOT_SUPPORTED, Result, check, out};

/// `hipHostMallocPortable | hipHostMallocMapped`; the same bits for `hipHostRegister`.
const HOST_PORTABLE_MAPPED: c_uint = 1 | 2;
/// `hipHostMallocCoherent`
const HOST_COHERENT: c_uint = 0x4000_0000;
/// `hipMemAttachGlobal`
const ATTACH_GLOBAL: c_uint = 1;
/// `hipMemcpyDefault`: the addresses tell what they are.
const COPY_DEFAULT: c_uint = 4;

impl Driver {
    /// Of the current device.
    pub(in crate::device::hip) fn allocate(&self, bytes: usize) -> Result<u64> {
        // SAFETY: the pointer is to a live object.
        out("hipMalloc", |address| unsafe {
            (self.functions.memory_allocate)(address, bytes)
        })
    }

    /// Memory that host and device reach at one address; none if the device has no such memory.
    pub(in crate::device::hip) fn allocate_managed(&self, bytes: usize) -> Result<Option<u64>> {
        // SAFETY: the pointer is to a live object.
        let managed = out("hipMallocManaged", |address| unsafe {
            (self.functions.managed_allocate)(address, bytes, ATTACH_GLOBAL)
        });
        match managed {
            Err(failure) if failure.code == NOT_SUPPORTED => Ok(None),
            managed => managed.map(Some),
        }
    }

    /// Page-locked memory; `coherent`: host and device see each other's writes while kernels run.
    pub(in crate::device::hip) fn allocate_host(
        &self,
        bytes: usize,
        coherent: bool,
    ) -> Result<u64> {
        let coherent = if coherent { HOST_COHERENT } else { 0 };
        // SAFETY: the pointer is to a live object.
        out("hipHostMalloc", |address| unsafe {
            (self.functions.host_allocate)(address, bytes, HOST_PORTABLE_MAPPED | coherent)
        })
    }

    /// # Safety
    /// The address came from `allocate` or `allocate_managed`, was not freed since, and nothing uses it.
    pub(in crate::device::hip) unsafe fn free(&self, address: u64) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        check("hipFree", unsafe { (self.functions.memory_free)(address) })
    }

    /// # Safety
    /// The address came from `allocate_host`, was not freed since, and nothing uses it.
    pub(in crate::device::hip) unsafe fn free_host(&self, address: u64) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        check("hipHostFree", unsafe {
            (self.functions.host_free)(address)
        })
    }

    /// Gives the address at which the current device reaches the range.
    ///
    /// # Safety
    /// The range is mapped, and stays so until `unregister`.
    pub(in crate::device::hip) unsafe fn register(
        &self,
        address: u64,
        bytes: usize,
    ) -> Result<u64> {
        // SAFETY: the caller's duty is the same.
        check("hipHostRegister", unsafe {
            (self.functions.host_register)(address, bytes, HOST_PORTABLE_MAPPED)
        })?;
        // SAFETY: the pointer is to a live object; the range was registered just now.
        let reached = out("hipHostGetDevicePointer", |reached| unsafe {
            (self.functions.host_device_pointer)(reached, address, 0)
        });
        if reached.is_err() {
            // SAFETY: it was registered just now, and nothing uses it. A failure only costs the lock.
            let _ = unsafe { self.unregister(address) };
        }
        reached
    }

    /// # Safety
    /// The address was registered, and no pending work uses it.
    pub(in crate::device::hip) unsafe fn unregister(&self, address: u64) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        check("hipHostUnregister", unsafe {
            (self.functions.host_unregister)(address)
        })
    }

    /// # Safety
    /// Both ranges are valid until the copy has happened.
    pub(in crate::device::hip) unsafe fn copy(
        &self,
        target: u64,
        source: u64,
        bytes: usize,
        stream: usize,
    ) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        check("hipMemcpyAsync", unsafe {
            (self.functions.copy)(target, source, bytes, COPY_DEFAULT, stream)
        })
    }

    /// Copies rows: addresses and pitches of target and source.
    ///
    /// # Safety
    /// All rows are valid until the copy has happened.
    pub(in crate::device::hip) unsafe fn copy_rows(
        &self,
        (target, target_pitch): (u64, usize),
        (source, source_pitch): (u64, usize),
        (width, height): (usize, usize),
        stream: usize,
    ) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        check("hipMemcpy2DAsync", unsafe {
            (self.functions.copy_rows)(
                target,
                target_pitch,
                source,
                source_pitch,
                width,
                height,
                COPY_DEFAULT,
                stream,
            )
        })
    }

    /// Fills consecutive elements of 1, 2 or 4 bytes.
    ///
    /// # Safety
    /// The range is valid until the fill has happened.
    pub(in crate::device::hip) unsafe fn fill(
        &self,
        target: u64,
        (value, element_bytes): (u32, u32),
        count: usize,
        stream: usize,
    ) -> Result<()> {
        let functions = &self.functions;
        // SAFETY: the caller's duty is the same.
        unsafe {
            match element_bytes {
                1 => check(
                    "hipMemsetD8Async",
                    (functions.fill_8)(target, value as u8, count, stream),
                ),
                2 => check(
                    "hipMemsetD16Async",
                    (functions.fill_16)(target, value as u16, count, stream),
                ),
                _ => check(
                    "hipMemsetD32Async",
                    (functions.fill_32)(target, value, count, stream),
                ),
            }
        }
    }

    /// Fills `height` rows of `width` elements, `pitch` bytes apart. HIP knows rows of bytes alone: wider elements are filled row by row.
    ///
    /// # Safety
    /// All rows are valid until the fill has happened.
    pub(in crate::device::hip) unsafe fn fill_rows(
        &self,
        (target, pitch): (u64, usize),
        (value, element_bytes): (u32, u32),
        (width, height): (usize, usize),
        stream: usize,
    ) -> Result<()> {
        if element_bytes == 1 {
            let byte = i32::from(value as u8);
            // SAFETY: the caller's duty is the same.
            return check("hipMemset2DAsync", unsafe {
                (self.functions.fill_rows_8)(target, pitch, byte, width, height, stream)
            });
        }
        (0..height).try_for_each(|row| {
            let row = target + (row * pitch) as u64;
            // SAFETY: this is a row of the fill.
            unsafe { self.fill(row, (value, element_bytes), width, stream) }
        })
    }
}
