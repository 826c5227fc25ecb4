//! Core dumps of GPUs (CUDA driver API, "Coredump Attributes Control API").

use std::ffi::{CString, c_uint, c_void};

use super::{Driver, Failure, Result, check};

// `CUcoredumpSettings`
const ON_EXCEPTION: c_uint = 1;
const WITH_HOST_CORE: c_uint = 2;
const FILE: c_uint = 5;
const FLAGS: c_uint = 7;
// `CUCoredumpGenerationFlags`: neither global, shared, local nor constant memory, and the process goes on.
const BRIEF: c_uint = 1 << 1 | 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5;
/// `CUDA_ERROR_NOT_SUPPORTED`
const NOT_SUPPORTED: Failure = Failure(801);

impl Driver {
    /// When a kernel faults, the driver writes a core dump without the GPU's memory to this file; for contexts that are made from now on.
    pub(in crate::device::cuda) fn dump_cores(&self, file: &str) -> Result<()> {
        let mut path = CString::new(file)
            .map_err(|_| NOT_SUPPORTED)?
            .into_bytes_with_nul();
        self.set_core_dumps(FLAGS, &mut BRIEF.to_ne_bytes())?;
        self.set_core_dumps(FILE, &mut path)?;
        self.set_core_dumps(WITH_HOST_CORE, &mut [u8::from(false)])?;
        self.set_core_dumps(ON_EXCEPTION, &mut [u8::from(true)])
    }

    fn set_core_dumps(&self, attribute: c_uint, value: &mut [u8]) -> Result<()> {
        let set = self.functions.core_dump_attribute.ok_or(NOT_SUPPORTED)?;
        let mut bytes = value.len();
        // SAFETY: the value is of the attribute's type and as long as said; the driver copies it.
        check(unsafe { set(attribute, value.as_mut_ptr().cast::<c_void>(), &mut bytes) })
    }
}
