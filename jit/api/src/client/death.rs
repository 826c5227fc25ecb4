//! How an executor ended.

use std::fmt;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

/// Why an executor is no more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Death {
    /// A signal ended it.
    Signal(i32),
    /// It exited with this status.
    Exit(i32),
    /// The system ended it because memory ran out.
    OutOfMemory,
    /// It was stopped (SIGSTOP), by itself or from outside, and would never have answered, so it was ended.
    Stopped,
    /// It lost its connection: a cell closed all descriptors.
    CutOff,
    /// It did not keep to the protocol and was ended, or could not be spoken to.
    Protocol(String),
}

impl Death {
    pub(super) fn of(status: ExitStatus) -> Death {
        match (status.signal(), status.code()) {
            (Some(signal), _) => Death::Signal(signal),
            (None, code) => Death::Exit(code.unwrap_or_default()),
        }
    }
}

impl Death {
    /// The name of the signal that ended it, if one did and it has a name.
    pub fn signal_name(&self) -> Option<&'static str> {
        match self {
            Death::Signal(signal) => signal_name(*signal).map(|(name, _)| name),
            _ => None,
        }
    }
}

impl fmt::Display for Death {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Death::Signal(signal) => match signal_name(*signal) {
                Some((name, meaning)) => write!(formatter, "killed by {name} ({meaning})"),
                None => write!(formatter, "killed by signal {signal}"),
            },
            Death::Exit(status) => write!(formatter, "exited with status {status}"),
            Death::OutOfMemory => formatter.write_str("killed by the system, which ran out of memory"),
            Death::Stopped => formatter.write_str("was stopped (SIGSTOP) and did not answer"),
            Death::CutOff => formatter.write_str(
                "closed its connection to the session, by which alone it can be used (did a cell close all descriptors?)",
            ),
            Death::Protocol(message) => formatter.write_str(message),
        }
    }
}

fn signal_name(signal: i32) -> Option<(&'static str, &'static str)> {
    Some(match signal {
        libc::SIGSEGV => ("SIGSEGV", "invalid memory access"),
        libc::SIGABRT => ("SIGABRT", "abort"),
        libc::SIGBUS => ("SIGBUS", "access beyond the end of mapped memory"),
        libc::SIGFPE => (
            "SIGFPE",
            "arithmetic error such as an integer division by zero",
        ),
        libc::SIGILL => (
            "SIGILL",
            "illegal instruction: a trap, or a function that ended without `return`",
        ),
        libc::SIGTRAP => ("SIGTRAP", "trap"),
        libc::SIGKILL => ("SIGKILL", "from outside"),
        libc::SIGINT => ("SIGINT", "interrupt"),
        libc::SIGTERM => ("SIGTERM", "asked to end"),
        libc::SIGPIPE => ("SIGPIPE", "nobody reads the output any more"),
        libc::SIGHUP => ("SIGHUP", "the terminal is gone"),
        libc::SIGALRM => ("SIGALRM", "a timer that the program set"),
        libc::SIGUSR1 => ("SIGUSR1", "a signal that programs define"),
        libc::SIGUSR2 => ("SIGUSR2", "a signal that programs define"),
        libc::SIGQUIT => ("SIGQUIT", "asked to end"),
        libc::SIGXFSZ => ("SIGXFSZ", "limit of a file's size"),
        libc::SIGVTALRM => ("SIGVTALRM", "a timer that the program set"),
        libc::SIGPROF => ("SIGPROF", "a timer that the program set"),
        libc::SIGXCPU => ("SIGXCPU", "limit of processor time"),
        libc::SIGSYS => ("SIGSYS", "forbidden system call"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deaths_are_one_line() {
        assert_eq!(
            Death::Signal(libc::SIGSEGV).to_string(),
            "killed by SIGSEGV (invalid memory access)"
        );
        assert_eq!(Death::Signal(63).to_string(), "killed by signal 63");
        assert_eq!(Death::Exit(3).to_string(), "exited with status 3");
    }
}
