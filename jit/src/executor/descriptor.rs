//! Descriptors of ours in a process whose user code may close any of them.

use std::os::fd::RawFd;

/// Which open file a descriptor's number stands for; none if it is not open.
pub(super) fn identity(descriptor: RawFd) -> Option<(u64, u64)> {
    // SAFETY: all-zero bytes are a valid `stat`, and `fstat` only writes to it.
    unsafe {
        let mut status: libc::stat = std::mem::zeroed();
        (libc::fstat(descriptor, &raw mut status) == 0).then_some((status.st_dev, status.st_ino))
    }
}

/// Closes a descriptor of ours, unless user code has closed it and opened something else under its number.
pub(super) fn close_if(descriptor: RawFd, ours: Option<(u64, u64)>) {
    if ours.is_some() && identity(descriptor) == ours {
        // SAFETY: it is ours, and whoever had it is gone.
        unsafe { libc::close(descriptor) };
    }
}
