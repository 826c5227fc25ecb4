//! Why there is no executor.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why an executor did not start: who can mend it.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The executor's program is not there. The text says where it is looked for.
    #[error("{0}")]
    Missing(String),
    /// What was started is no executor of this build.
    #[error("{0}")]
    Foreign(String),
    /// The executor cannot serve: the device is not there or does not open, or the runtime library cannot be loaded. It says so in its own words.
    #[error("{0}")]
    Refused(String),
    /// It ended before it could serve.
    #[error("{0}")]
    Ended(String),
    /// The system refused a process, a thread or a connection.
    #[error(fmt = with_source)]
    System {
        /// What we tried.
        what: String,
        /// What the system said.
        source: io::Error,
    },
    /// The program is there and does not start.
    #[error(fmt = not_started)]
    NotStarted {
        /// The program.
        program: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl StartError {
    /// Can the user mend it? Else we or the machine broke.
    pub fn is_mendable(&self) -> bool {
        match self {
            StartError::Missing(_)
            | StartError::Foreign(_)
            | StartError::Refused(_)
            | StartError::NotStarted { .. } => true,
            StartError::Ended(_) | StartError::System { .. } => false,
        }
    }

    /// What the system refused.
    pub(super) fn system(what: &str) -> impl FnOnce(io::Error) -> StartError {
        move |source| StartError::System {
            what: what.to_owned(),
            source,
        }
    }
}

/// `{:#}` adds what led to it, as `anyhow` does.
fn with_source(what: &str, source: &io::Error, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(what)?;
    match f.alternate() {
        true => write!(f, ": {source}"),
        false => Ok(()),
    }
}

fn not_started(program: &Path, source: &io::Error, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let what = format!("failed to start the executor `{}`", program.display());
    with_source(&what, source, f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_said_is_told_where_all_is_asked_for() {
        let source = io::Error::other("no room");
        let error = StartError::system("failed to start a thread")(source);
        assert_eq!(error.to_string(), "failed to start a thread");
        assert_eq!(format!("{error:#}"), "failed to start a thread: no room");
        assert!(!error.is_mendable());
        let source = io::Error::other("permission denied");
        let program = PathBuf::from("/x");
        let error = StartError::NotStarted { program, source };
        let told = format!("{error:#}");
        assert_eq!(told, "failed to start the executor `/x`: permission denied");
        assert!(error.is_mendable());
    }
}
