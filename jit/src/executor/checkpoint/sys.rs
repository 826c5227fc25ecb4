//! The copy of the process: made, put to sleep, woken.
//!
//! The copy is a child of the session, not of this process: the user's `wait` must not find it, and the session learns of its end
//! first-hand. It shares the table of descriptors until it is woken, so it keeps no pipe or socket open that the user's code closes.
//! Only the calling thread is in it.

use std::ffi::c_int;
use std::io;
use std::mem;
use std::os::fd::{FromRawFd, OwnedFd, RawFd};
use std::ptr;

use crate::wire::WAKING_DESCRIPTORS;

/// Where glibc keeps a thread's number, bytes from its handle; looked at only where the system does not tell, and checked.
const GLIBC_TID_OFFSET: usize = 720;

/// `PR_GET_TID_ADDRESS`.
const PR_GET_TID_ADDRESS: c_int = 40;

/// Name of the sleeping process, as `ps` shows it.
const NAME: &std::ffi::CStr = c"checkpoint";

/// Bytes of a process's name, the closing zero included.
const NAME_BYTES: usize = 16;

/// Status of a copy that ends without having been woken; nobody asks for it.
const NOT_WOKEN: c_int = 0;

/// Where `copy` returns.
pub(super) enum Side {
    /// In the process that called it; this is the copy's number.
    Original(libc::pid_t),
    /// In the copy, which has been woken.
    Woken {
        /// The new connection to the session.
        wire: OwnedFd,
        /// The new pipe for the process's last words.
        report: OwnedFd,
        /// The new socket at which copies of it wait.
        wake: OwnedFd,
    },
}

/// Makes a copy of the process, which sleeps until the session wakes it through the socket `wake`; it ends if the session does.
///
/// # Safety
/// No other thread holds a lock, of this program or of the C library, and what the copy needs of them is made anew there.
pub(super) unsafe fn copy(wake: RawFd) -> io::Result<Side> {
    let tid = tid_address().ok_or_else(|| io::Error::other("the C library is not known"))?;
    let robust = RobustList::of_thread();
    let mask = block_signals();
    let flags = libc::CLONE_PARENT
        | libc::CLONE_FILES
        | libc::CLONE_CHILD_SETTID
        | libc::CLONE_CHILD_CLEARTID
        | libc::SIGCHLD;
    // SAFETY: without CLONE_VM the copy has memory of its own and goes on with this stack; `tid` is where the C library keeps the
    // thread's number, which the system brings up to date there. The rest is the caller's duty.
    let process = unsafe {
        libc::syscall(
            libc::SYS_clone,
            flags as libc::c_long,
            ptr::null_mut::<()>(),
            ptr::null_mut::<()>(),
            tid,
            ptr::null_mut::<()>(),
        )
    };
    match process {
        0 => {
            let side = sleep(wake);
            robust.register();
            drop_signals();
            restore_signals(&mask);
            Ok(side)
        }
        process => {
            let error = io::Error::last_os_error();
            restore_signals(&mask);
            match libc::pid_t::try_from(process) {
                Ok(process @ 1..) => Ok(Side::Original(process)),
                _ => Err(error),
            }
        }
    }
}

/// The copy's sleep.
fn sleep(wake: RawFd) -> Side {
    let mut name = [0u8; NAME_BYTES];
    // SAFETY: `name` has the size that the system writes; `NAME` ends with a zero.
    unsafe {
        libc::prctl(libc::PR_GET_NAME, name.as_mut_ptr());
        libc::prctl(libc::PR_SET_NAME, NAME.as_ptr());
    }
    let Some(received) = receive(wake) else {
        super::super::ends::end_now(NOT_WOKEN)
    };
    let [wire, report, wake, input, output, error] = received.map(above_streams);
    for (number, descriptor) in [input, output, error].into_iter().enumerate() {
        // SAFETY: these calls have no memory effects. A stream that the user's code has closed is opened again; what it has
        // redirected stays so.
        unsafe {
            if libc::fcntl(number as c_int, libc::F_GETFD) < 0 {
                libc::dup2(descriptor, number as c_int);
            }
            libc::close(descriptor);
        }
    }
    // SAFETY: `name` was filled by the system; the three descriptors have just come, and nobody else has them.
    unsafe {
        libc::prctl(libc::PR_SET_NAME, name.as_ptr());
        Side::Woken {
            wire: OwnedFd::from_raw_fd(wire),
            report: OwnedFd::from_raw_fd(report),
            wake: OwnedFd::from_raw_fd(wake),
        }
    }
}

/// What came under the number of a standard stream, which user code must have closed, gets another.
fn above_streams(descriptor: RawFd) -> RawFd {
    if descriptor > libc::STDERR_FILENO {
        return descriptor;
    }
    // SAFETY: these calls have no memory effects, and the descriptor has just come to us.
    unsafe {
        let moved = libc::fcntl(descriptor, libc::F_DUPFD_CLOEXEC, libc::STDERR_FILENO + 1);
        libc::close(descriptor);
        moved
    }
}

/// Waits for the message that wakes this process: its own number, and descriptors. None if the session is gone, or means another.
fn receive(wake: RawFd) -> Option<[RawFd; WAKING_DESCRIPTORS]> {
    #[repr(C, align(8))]
    struct Control([u8; 64]);
    let mut number: libc::pid_t = 0;
    let mut control = Control([0; 64]);
    let received = loop {
        let mut part = libc::iovec {
            iov_base: (&raw mut number).cast(),
            iov_len: size_of_val(&number),
        };
        // SAFETY: all-zero bytes are a valid header of a message; it is given two live buffers and their sizes.
        let (received, header) = unsafe {
            let mut header: libc::msghdr = mem::zeroed();
            header.msg_iov = &raw mut part;
            header.msg_iovlen = 1;
            header.msg_control = (&raw mut control).cast();
            header.msg_controllen = size_of::<Control>();
            let received = libc::recvmsg(wake, &raw mut header, libc::MSG_CMSG_CLOEXEC);
            (received, header)
        };
        if received >= 0 || io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            break (received == size_of_val(&number) as isize).then_some(header);
        }
    }?;
    // SAFETY: the system has filled the header and the buffer that it points to, which is aligned for control messages.
    let descriptors = unsafe {
        let message = libc::CMSG_FIRSTHDR(&raw const received).as_ref()?;
        let bytes = (WAKING_DESCRIPTORS * size_of::<RawFd>()) as libc::c_uint;
        let whole = message.cmsg_level == libc::SOL_SOCKET
            && message.cmsg_type == libc::SCM_RIGHTS
            && message.cmsg_len == libc::CMSG_LEN(bytes) as usize;
        whole.then(|| {
            libc::CMSG_DATA(message)
                .cast::<[RawFd; WAKING_DESCRIPTORS]>()
                .read_unaligned()
        })?
    };
    // SAFETY: `getpid` has no preconditions.
    (number == unsafe { libc::getpid() }).then_some(descriptors)
}

/// Where the C library keeps the calling thread's number.
fn tid_address() -> Option<*mut libc::pid_t> {
    let mut told: *mut libc::pid_t = ptr::null_mut();
    // SAFETY: the system writes one pointer to `told`. A thread's handle is the address of glibc's description of it, which is
    // larger than the offset; what is read is only compared.
    unsafe {
        let own = libc::gettid();
        if libc::prctl(PR_GET_TID_ADDRESS, &raw mut told) == 0 && !told.is_null() {
            return (*told == own).then_some(told);
        }
        let known = (libc::pthread_self() as usize + GLIBC_TID_OFFSET) as *mut libc::pid_t;
        (*known == own).then_some(known)
    }
}

/// The list of locks that the system releases for a thread that ends; a copy of a process does not have it.
struct RobustList {
    head: usize,
    bytes: usize,
}

impl RobustList {
    fn of_thread() -> RobustList {
        let mut list = RobustList { head: 0, bytes: 0 };
        // SAFETY: the system writes a pointer and a size.
        unsafe {
            libc::syscall(
                libc::SYS_get_robust_list,
                0,
                &raw mut list.head,
                &raw mut list.bytes,
            )
        };
        list
    }

    fn register(&self) {
        if self.head != 0 {
            // SAFETY: it was the calling thread's list in the process of which this is a copy, at the same address.
            unsafe { libc::syscall(libc::SYS_set_robust_list, self.head, self.bytes) };
        }
    }
}

/// Blocks all signals; gives what was blocked before.
fn block_signals() -> libc::sigset_t {
    // SAFETY: an all-zero set is valid to be filled; changing the own mask has no preconditions.
    unsafe {
        let (mut all, mut before): (libc::sigset_t, libc::sigset_t) = mem::zeroed();
        libc::sigfillset(&raw mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut before);
        before
    }
}

fn restore_signals(mask: &libc::sigset_t) {
    // SAFETY: changing the own mask has no preconditions.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, mask, ptr::null_mut()) };
}

/// Forgets the signals that came while all were blocked: they were meant for the process that this one takes the place of.
fn drop_signals() {
    let none = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: an all-zero set is valid to be filled; the calls read live values.
    unsafe {
        let mut all: libc::sigset_t = mem::zeroed();
        libc::sigfillset(&raw mut all);
        while libc::sigtimedwait(&raw const all, ptr::null_mut(), &raw const none) > 0 {}
    }
}
