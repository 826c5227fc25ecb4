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

impl fmt::Display for Death {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Death::Signal(signal) => match signal_name(*signal) {
                Some((name, meaning)) => write!(formatter, "killed by {name} ({meaning})"),
                None => write!(formatter, "killed by signal {signal}"),
            },
            Death::Exit(status) => write!(formatter, "exited with status {status}"),
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
        libc::SIGILL => ("SIGILL", "illegal instruction"),
        libc::SIGTRAP => ("SIGTRAP", "trap"),
        libc::SIGKILL => ("SIGKILL", "killed from outside, or out of memory"),
        libc::SIGINT => ("SIGINT", "interrupt"),
        libc::SIGTERM => ("SIGTERM", "asked to end"),
        libc::SIGPIPE => ("SIGPIPE", "nobody reads the output any more"),
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
