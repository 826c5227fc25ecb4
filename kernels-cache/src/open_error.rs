//! Why the cache cannot be opened, for people.

use std::io;
use std::path::PathBuf;

/// Names a directory to use instead of the user's cache directory.
pub const DIRECTORY_VARIABLE: &str = "CHEVRON_CACHE_DIR";

/// Why a directory cannot be the cache. The caller goes on with [`Cache::disabled`](crate::Cache::disabled).
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The directory could not be made or looked at.
    #[error("cannot use the cache directory `{}`: {source}; set `{DIRECTORY_VARIABLE}` to a directory that you can write to", path.display())]
    Io {
        /// The directory.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// There is a file where the directory should be.
    #[error("the cache directory `{}` is a file; remove it or set `{DIRECTORY_VARIABLE}` to a directory", path.display())]
    NotADirectory {
        /// The file.
        path: PathBuf,
    },
    /// Another user could have the current user's files read and written through a link.
    #[error("the cache directory cannot be reached: `{}` is a link of user {owner}, not of yours (user {user}); set `{DIRECTORY_VARIABLE}` to a directory of your own", path.display())]
    LinkOfOther {
        /// The link.
        path: PathBuf,
        /// Its owner's number.
        owner: u32,
        /// The number of the user who runs this process.
        user: u32,
    },
    /// The owner could put code there that would run as the current user.
    #[error("the cache directory `{}` belongs to user {owner}, not to you (user {user}); set `{DIRECTORY_VARIABLE}` to a directory of your own", path.display())]
    OwnedByOther {
        /// The directory.
        path: PathBuf,
        /// Its owner's number.
        owner: u32,
        /// The number of the user who runs this process.
        user: u32,
    },
    /// Other users could put code there that would run as the current user.
    #[error("the cache directory `{}` can be written to by other users (mode {mode:03o}); run `chmod go-w` on it", path.display())]
    WritableByOthers {
        /// The directory.
        path: PathBuf,
        /// Its permission bits.
        mode: u32,
    },
}
