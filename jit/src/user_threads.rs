//! Threads that cells have started and that have not ended, those of a GPU's driver apart: they may launch kernels at any time.

use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::code_owner::is_of_library;
use crate::openmp;

static COUNT: AtomicUsize = AtomicUsize::new(0);

/// Counts one thread as long as it lives.
pub(crate) struct UserThread(());

impl UserThread {
    pub(crate) fn new() -> UserThread {
        COUNT.fetch_add(1, Ordering::AcqRel);
        UserThread(())
    }
}

impl Drop for UserThread {
    fn drop(&mut self) {
        COUNT.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Is any of them alive, or in the parallel region that the calling thread is in?
pub(crate) fn any() -> bool {
    COUNT.load(Ordering::Acquire) > 0 || openmp::in_parallel()
}

/// Does code at this address belong to a vendor's driver or to its runtime library, which start threads in calls of the user's and launch nothing there?
pub(crate) fn is_of_driver(code: *const c_void) -> bool {
    const NVIDIA: [&[u8]; 3] = [b"libcuda.so", b"libcudart.so", b"libnvidia-"];
    const AMD: [&[u8]; 2] = [b"libamdhip64.so", b"libhsa-runtime64.so"];
    is_of_library(code, &NVIDIA) || is_of_library(code, &AMD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_of_the_c_library_is_none_of_the_drivers() {
        assert!(!is_of_driver(libc::getpid as *const c_void));
        assert!(!is_of_driver(std::ptr::null()));
    }
}
