//! What the cell's thread does at its signal, and at Ctrl-C, which the terminal sends to this process too.

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::cell_thread::{self, on_cell_thread};
use super::{CELL, REQUESTED, at_signal, stop};

/// How long Ctrl-C waits for the session, which got it too, to say that it means the cell.
const WORD_OF_SESSION: Duration = Duration::from_millis(200);

/// Time between two looks whether it has.
const LOOK_EVERY: Duration = Duration::from_millis(1);

/// What a program's stack may take at most where the system sets no limit, bytes.
const STACK_BYTES_MAX: usize = 1 << 30;

/// `syscall` of x86-64.
const SYSCALL: [u8; 2] = [0x0f, 0x05];

/// System calls that wait for others, and in which the C library lets a thread be cancelled, or holds nothing of its own.
const WAITING: [i64; 27] = [
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_pread64,
    libc::SYS_write,
    libc::SYS_writev,
    libc::SYS_poll,
    libc::SYS_ppoll,
    libc::SYS_select,
    libc::SYS_pselect6,
    libc::SYS_epoll_wait,
    libc::SYS_epoll_pwait,
    libc::SYS_nanosleep,
    libc::SYS_clock_nanosleep,
    libc::SYS_pause,
    libc::SYS_futex,
    libc::SYS_wait4,
    libc::SYS_waitid,
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_connect,
    libc::SYS_recvfrom,
    libc::SYS_recvmsg,
    libc::SYS_sendto,
    libc::SYS_sendmsg,
    libc::SYS_rt_sigsuspend,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_flock,
];

/// Size of the stack of the thread that runs cells, bytes.
static STACK_BYTES: AtomicUsize = AtomicUsize::new(STACK_BYTES_MAX);

/// Installs the handlers for the calling thread.
pub(super) fn prepare() {
    let signal = cell_thread::prepare();
    // The unwinder runs in the handler.
    crate::signal_stack::prepare_thread();
    // SAFETY: all-zero bytes are valid `rlimit` and `sigaction`; the handlers are async-signal-safe.
    unsafe {
        let mut limit: libc::rlimit = std::mem::zeroed();
        if libc::getrlimit(libc::RLIMIT_STACK, &raw mut limit) == 0 {
            let bytes = usize::try_from(limit.rlim_cur).unwrap_or(usize::MAX);
            STACK_BYTES.store(bytes.min(STACK_BYTES_MAX), Ordering::Relaxed);
        }
        let mut action: libc::sigaction = std::mem::zeroed();
        // What it interrupts and does not leave goes on.
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESTART;
        action.sa_sigaction = on_signal as *const () as usize;
        libc::sigaction(signal, &raw const action, ptr::null_mut());
        // A handler, unlike ignoring the signal, is not inherited by programs that user code starts.
        action.sa_sigaction = on_terminal as *const () as usize;
        libc::sigaction(libc::SIGINT, &raw const action, ptr::null_mut());
    }
}

/// Whether a stack pointer lies in the frames above that of the cell's guard, and not in a stack of its own such as a device thread's.
pub(super) fn on_cell_stack(pointer: usize, guard: usize) -> bool {
    pointer < guard && guard - pointer < STACK_BYTES.load(Ordering::Relaxed)
}

extern "C-unwind" fn on_signal(_signal: c_int, _info: *mut libc::siginfo_t, context: *mut c_void) {
    if on_cell_thread() {
        // SAFETY: the kernel passes a valid context.
        unsafe { try_to_leave(context.cast()) };
    }
}

/// Ctrl-C makes calls that wait return early. The session is about to ask for the interrupt: the cell must not get between.
extern "C-unwind" fn on_terminal(
    _signal: c_int,
    _info: *mut libc::siginfo_t,
    context: *mut c_void,
) {
    if !on_cell_thread() {
        return;
    }
    let looks = WORD_OF_SESSION.as_micros() / LOOK_EVERY.as_micros();
    for _ in 0..looks {
        if CELL.load(Ordering::Acquire) == 0 || stop::running().is_none() {
            return;
        }
        if REQUESTED.load(Ordering::Acquire) {
            // SAFETY: the kernel passes a valid context.
            return unsafe { try_to_leave(context.cast()) };
        }
        let pause = libc::timespec {
            tv_sec: 0,
            tv_nsec: LOOK_EVERY.subsec_nanos().into(),
        };
        // SAFETY: `pause` is live; nothing is written.
        unsafe { libc::nanosleep(&raw const pause, ptr::null_mut()) };
    }
}

/// # Safety
/// `context` is that of a signal which interrupted the calling thread, which runs cells.
unsafe fn try_to_leave(context: *mut libc::ucontext_t) {
    // SAFETY: the caller's duty. The errno of what was interrupted is kept.
    unsafe {
        let errno = *libc::__errno_location();
        let registers = &mut (*context).uc_mcontext.gregs;
        let pointer = registers[libc::REG_RIP as usize] as usize;
        let stack = registers[libc::REG_RSP as usize] as usize;
        let waits = waits(pointer, registers[libc::REG_RAX as usize]);
        if let Some(cell) = at_signal(pointer, stack, waits) {
            registers[libc::REG_RIP as usize] = stop::leave as *const () as i64;
            registers[libc::REG_RDI as usize] = cell.stack as i64;
            // Below the frames that are jumped over, and aligned as at the entry of a function.
            registers[libc::REG_RSP as usize] = (cell.stack & !15) as i64 - 8;
        }
        *libc::__errno_location() = errno;
    }
}

/// Whether a thread that was interrupted at `pointer` waits in a system call.
///
/// # Safety
/// There is code at `pointer`.
unsafe fn waits(pointer: usize, result: i64) -> bool {
    if super::code::at(pointer) != Some(super::code::Code::System) {
        return false;
    }
    // SAFETY: a thread that runs the C library's code is at least a function's first instruction beyond the beginning of its code.
    let at = |address: usize| unsafe { (address as *const [u8; 2]).read_unaligned() };
    // The call will be made again, or has told that it was interrupted, which only those do that wait.
    at(pointer) == SYSCALL && WAITING.contains(&result)
        || at(pointer.wrapping_sub(SYSCALL.len())) == SYSCALL && result == -i64::from(libc::EINTR)
}
