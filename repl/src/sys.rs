//! The foreign calls of this crate: signals, and the end of the process.

use std::ffi::c_int;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command};

use jit_api::client::{ENDING_SIGNALS, is_executor};

/// A signal that this process got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Ctrl-C.
    Interrupt,
    /// One of `ENDING_SIGNALS`: the process ends after this.
    Ending,
    /// One of `ENDING_SIGNALS`, from one of its executors: a cell that does `kill(0, SIGTERM)` means itself and what it has started.
    Ours,
}

/// What becomes of Ctrl-C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupts {
    /// It is a signal like another.
    Taken,
    /// It ends this process, as it ends any.
    End,
}

/// From now on an interrupt (Ctrl-C), if it is taken, calls `action`, on a thread of its own, instead of ending this process, and so does another signal that
/// ends processes, if it comes from an executor. To be called before any thread is started: threads inherit that the signals are blocked. So do child
/// processes; executors unblock the ending ones.
pub fn on_signal(
    interrupts: Interrupts,
    mut action: impl FnMut(Signal) + Send + 'static,
) -> io::Result<()> {
    let signals = block_signals(interrupts)?;
    let wait = move || {
        loop {
            // SAFETY: all-zero bytes are a valid `siginfo_t`; both pointers are to live values of the right types, and the set is initialised.
            let (signal, info) = unsafe {
                let mut info: libc::siginfo_t = std::mem::zeroed();
                (libc::sigwaitinfo(&raw const signals, &raw mut info), info)
            };
            // SAFETY: for these codes a process has sent it, and the field is its number.
            let sender = matches!(
                info.si_code,
                libc::SI_USER | libc::SI_TKILL | libc::SI_QUEUE
            )
            .then(|| unsafe { info.si_pid() });
            match signal {
                libc::SIGINT => action(Signal::Interrupt),
                signal if signal < 0 => {}
                _ if sender.is_some_and(is_executor) => action(Signal::Ours),
                signal => {
                    action(Signal::Ending);
                    end_by(signal);
                }
            }
        }
    };
    std::thread::Builder::new()
        .name("signals".into())
        .spawn(wait)?;
    Ok(())
}

/// A file that may not grow further (`ulimit -f`) is an error of the write from now on, as a full disk is, instead of this process's end. Executors get
/// the default back.
pub fn outlive_file_limits() {
    // SAFETY: to ignore a signal has no preconditions.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}

/// Blocks the signals in this thread; gives the set that holds them alone.
fn block_signals(interrupts: Interrupts) -> io::Result<libc::sigset_t> {
    let interrupt = (interrupts == Interrupts::Taken).then_some(libc::SIGINT);

    // SAFETY: a `sigset_t` is plain bits, `sigemptyset` initialises it before anything reads it, and all pointers are to
    // live values or null where null is allowed.
    let (set, error) = unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        for signal in ENDING_SIGNALS.into_iter().chain(interrupt) {
            libc::sigaddset(&raw mut set, signal);
        }
        let error = libc::pthread_sigmask(libc::SIG_BLOCK, &raw const set, std::ptr::null_mut());
        (set, error)
    };
    if error == 0 {
        Ok(set)
    } else {
        Err(io::Error::from_raw_os_error(error))
    }
}

/// Ends the process as the signal, which is blocked, would have.
fn end_by(signal: c_int) {
    // SAFETY: an all-zero set is valid to be emptied; all pointers are to live values or null where null is allowed.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, signal);
        libc::raise(signal);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const set, std::ptr::null_mut());
    }
}

/// Starts a program that takes signals as any does, those that this process blocks too. `in_foreground`: it has the terminal for itself.
///
/// # Errors
/// It cannot be started.
pub fn spawn_unblocked(command: &mut Command, in_foreground: bool) -> io::Result<Child> {
    // SAFETY: between `fork` and `exec` only calls are made that are safe in signal handlers (POSIX, 2.4.3). An all-zero set is valid to be emptied; the
    // pointers are to live values or null where null is allowed.
    let prepared = unsafe {
        command.pre_exec(move || {
            if in_foreground {
                libc::setpgid(0, 0);
                give_terminal(libc::getpid());
            }
            let mut none: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&raw mut none);
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut());
            Ok(())
        })
    };
    prepared.spawn()
}

/// Sends a signal to a child that has not been waited for.
pub fn signal(process: i32, signal: c_int) {
    // SAFETY: to send a signal has no preconditions; the number is the child's until it is waited for.
    unsafe { libc::kill(process, signal) };
}

/// The terminal is this process's again.
pub fn take_terminal() {
    // SAFETY: `getpgrp` has no preconditions.
    give_terminal(unsafe { libc::getpgrp() });
}

/// Makes a process group the terminal's. Nothing where stdin is no terminal.
fn give_terminal(group: libc::pid_t) {
    // SAFETY: an all-zero set is valid to be emptied; all pointers are to live values. A group in the background asks with the signal blocked that would
    // stop it (POSIX, `tcsetpgrp`).
    unsafe {
        let (mut set, mut before): (libc::sigset_t, libc::sigset_t) =
            (std::mem::zeroed(), std::mem::zeroed());
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGTTOU);
        libc::pthread_sigmask(libc::SIG_BLOCK, &raw const set, &raw mut before);
        libc::tcsetpgrp(libc::STDIN_FILENO, group);
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const before, std::ptr::null_mut());
    }
}

/// Ends the process at once. Threads of the compiler may still be at work; LLVM's static destructors would pull the ground from
/// under them. What must be kept was written before: the cache when the session ended, the terminal after each line.
pub fn exit_now(status: u8) -> ! {
    // SAFETY: `_exit` has no preconditions.
    unsafe { libc::_exit(i32::from(status)) }
}
