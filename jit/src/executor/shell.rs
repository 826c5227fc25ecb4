//! `system` for host code: the C library's turns a deaf ear to Ctrl-C while the command runs, and would go on with the cell after it.

use std::ffi::{c_char, c_int};
use std::ptr;
use std::time::{Duration, Instant};

use crate::interrupt;

const SHELL: *const c_char = c"/bin/sh".as_ptr();

/// What the exit status says if there is no shell, as POSIX has it.
const STATUS_NO_SHELL: c_int = 127 << 8;

/// How long a command that is interrupted may take to end by itself.
const PATIENCE: Duration = Duration::from_millis(300);

/// Time between two looks at a command, milliseconds, where the kernel cannot tell of its end.
const LOOK_EVERY_MS: c_int = 2;

/// Names and addresses for the linker.
pub(super) fn builtins() -> [(&'static str, usize); 1] {
    [("system", system as *const () as usize)]
}

/// `int system(const char *command)`. If the cell is interrupted meanwhile, the command gets SIGINT, and soon SIGKILL; then the cell is left.
unsafe extern "C-unwind" fn system(command: *const c_char) -> c_int {
    if command.is_null() {
        return 1; // there is a shell
    }
    // SAFETY: the caller passes a text that ends with a zero.
    let status = unsafe { run(command) };
    interrupt::at_api_end();
    status
}

/// # Safety
/// The command ends with a zero.
unsafe fn run(command: *const c_char) -> c_int {
    unsafe extern "C" {
        static environ: *const *mut c_char;
    }
    // SAFETY: an all-zero set is valid to be emptied; the others are live. As POSIX says, nobody else is to wait for this child.
    let old = unsafe {
        let (mut child, mut old): (libc::sigset_t, libc::sigset_t) =
            (std::mem::zeroed(), std::mem::zeroed());
        libc::sigemptyset(&raw mut child);
        libc::sigaddset(&raw mut child, libc::SIGCHLD);
        libc::pthread_sigmask(libc::SIG_BLOCK, &raw const child, &raw mut old);
        old
    };
    let arguments = [c"sh".as_ptr(), c"-c".as_ptr(), command, ptr::null()];
    let mut process = 0;
    // SAFETY: the attributes and arguments are live; the list ends with a null pointer; the child starts with the caller's signals.
    let error = unsafe {
        let mut attributes = std::mem::zeroed();
        libc::posix_spawnattr_init(&raw mut attributes);
        libc::posix_spawnattr_setsigmask(&raw mut attributes, &raw const old);
        libc::posix_spawnattr_setflags(
            &raw mut attributes,
            libc::POSIX_SPAWN_SETSIGMASK as libc::c_short,
        );
        let error = libc::posix_spawn(
            &raw mut process,
            SHELL,
            ptr::null(),
            &raw const attributes,
            arguments.as_ptr().cast(),
            environ,
        );
        libc::posix_spawnattr_destroy(&raw mut attributes);
        error
    };
    let status = match error {
        0 => wait(process),
        _ => STATUS_NO_SHELL,
    };
    // SAFETY: `old` is the mask that was.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &raw const old, ptr::null_mut()) };
    status
}

/// Waits for the end of a child; gives its status, or -1 if somebody else has it.
fn wait(process: libc::pid_t) -> c_int {
    // SAFETY: asks for a descriptor, or gives -1.
    let end = unsafe { libc::syscall(libc::SYS_pidfd_open, process, 0) } as c_int;
    let mut asked: Option<Instant> = None;
    let status = loop {
        let mut status = 0;
        // SAFETY: `status` is live.
        match unsafe { libc::waitpid(process, &raw mut status, libc::WNOHANG) } {
            0 => {}
            found if found == process => break status,
            _ => break -1,
        }
        if interrupt::asked_here() {
            let since = *asked.get_or_insert_with(Instant::now);
            let signal = if since.elapsed() < PATIENCE {
                libc::SIGINT
            } else {
                libc::SIGKILL
            };
            // SAFETY: the child has not been waited for, so the number is still its own.
            unsafe { libc::kill(process, signal) };
        }
        let mut polled = libc::pollfd {
            fd: end,
            events: libc::POLLIN,
            revents: 0,
        };
        // The interrupt's signal ends this at once, and comes again and again.
        let limit = if end < 0 || asked.is_some() {
            LOOK_EVERY_MS
        } else {
            -1
        };
        // SAFETY: `polled` is live; a negative descriptor is passed over.
        unsafe { libc::poll(&raw mut polled, 1, limit) };
    };
    if end >= 0 {
        // SAFETY: the descriptor is ours.
        unsafe { libc::close(end) };
    }
    status
}
