//! What wakes a checkpoint: its number, and the descriptors that it goes on with.

use std::io;
use std::mem;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::net::UnixStream;

use crate::wire::WAKING_DESCRIPTORS;

/// Sends them. The checkpoint gets the standard streams for the case that a cell has closed its own.
pub(super) fn send(waker: &UnixStream, mut pid: libc::pid_t, ends: [RawFd; 3]) -> io::Result<()> {
    #[repr(C, align(8))]
    struct Control([u8; 64]);
    let descriptors = [
        ends[0],
        ends[1],
        ends[2],
        libc::STDIN_FILENO,
        libc::STDOUT_FILENO,
        libc::STDERR_FILENO,
    ];
    let bytes = (WAKING_DESCRIPTORS * size_of::<RawFd>()) as libc::c_uint;
    let mut control = Control([0; 64]);
    let mut part = libc::iovec {
        iov_base: (&raw mut pid).cast(),
        iov_len: size_of_val(&pid),
    };
    // SAFETY: all-zero bytes are a valid header of a message. The control buffer is aligned for it and has room for one message of
    // `bytes` (`CMSG_SPACE` is 40), so the first header is not null; what is sent lives until the call returns.
    let sent = unsafe {
        let mut header: libc::msghdr = mem::zeroed();
        header.msg_iov = &raw mut part;
        header.msg_iovlen = 1;
        header.msg_control = (&raw mut control).cast();
        header.msg_controllen = libc::CMSG_SPACE(bytes) as usize;
        let message = libc::CMSG_FIRSTHDR(&raw const header);
        (*message).cmsg_level = libc::SOL_SOCKET;
        (*message).cmsg_type = libc::SCM_RIGHTS;
        (*message).cmsg_len = libc::CMSG_LEN(bytes) as usize;
        libc::CMSG_DATA(message)
            .cast::<[RawFd; WAKING_DESCRIPTORS]>()
            .write_unaligned(descriptors);
        libc::sendmsg(waker.as_raw_fd(), &raw const header, libc::MSG_NOSIGNAL)
    };
    if sent == size_of_val(&pid) as isize {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}
