//! The cache's directory: where it is, who may touch it, and what lies where.
//!
//! ```text
//! CACHEDIR.TAG            tells backup programs to pass by
//! usage                   estimate of the bytes below, see `usage`
//! sweep.lock              held by the one process that is evicting
//! cpu-object-v1/          one folder per kind and version
//!   5e/                   first two digits of the key
//!     5e0c…               an entry, named by its whole key
//!     .tmp-…              an entry that is being written
//! quarantine/             the last bad entries, for whoever wants to know what went wrong
//! ```

use std::fs;
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use etcetera::BaseStrategy;

use crate::{Key, Kind};

/// Names a directory to use instead of the user's cache directory.
pub const DIRECTORY_VARIABLE: &str = "CHEVRON_CACHE_DIR";

/// Temporaries have this prefix, which no key has.
pub(crate) const TEMPORARY_PREFIX: &str = ".tmp-";

const QUARANTINE: &str = "quarantine";
const DISK_BLOCK_BYTES: u64 = 4096;

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

/// The directory of the user's cache: `$CHEVRON_CACHE_DIR`, else `chevron` in the XDG cache directory, else, for a user
/// without a home, a folder of the user's own in the system's temporary directory.
pub fn default_directory() -> PathBuf {
    if let Some(directory) =
        std::env::var_os(DIRECTORY_VARIABLE).filter(|directory| !directory.is_empty())
    {
        return PathBuf::from(directory);
    }
    match etcetera::base_strategy::Xdg::new() {
        Ok(base) => base.cache_dir().join("chevron"),
        Err(_) => std::env::temp_dir().join(format!("chevron-{}", user())),
    }
}

/// Makes the directory if needed, readable by its owner only, and refuses one that another user can write to.
pub(crate) fn open(path: &Path) -> Result<PathBuf, OpenError> {
    let failed = |source| OpenError::Io {
        path: path.to_owned(),
        source,
    };
    // Absolute, because a user's program may change the current directory.
    let path = std::path::absolute(path).map_err(failed)?;
    if let Err(source) = make_private(&path) {
        match fs::metadata(&path) {
            Ok(found) if !found.is_dir() => return Err(OpenError::NotADirectory { path }),
            _ => return Err(OpenError::Io { path, source }),
        }
    }
    let found = fs::metadata(&path).map_err(failed)?;
    if found.uid() != user() {
        return Err(OpenError::OwnedByOther {
            path,
            owner: found.uid(),
            user: user(),
        });
    }
    if found.mode() & 0o022 != 0 {
        return Err(OpenError::WritableByOthers {
            path,
            mode: found.mode() & 0o777,
        });
    }
    tag(&path);
    Ok(path)
}

/// Makes a directory and its missing parents, all with mode 0700; one that exists is left as it is.
pub(crate) fn make_private(path: &Path) -> io::Result<()> {
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)
}

/// The user that this process acts for.
pub(crate) fn user() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// A directory without the tag works as well, so failing to write it (a read-only directory) does not matter.
fn tag(directory: &Path) {
    let path = directory.join("CACHEDIR.TAG");
    if !path.exists() {
        let _ = fs::write(
            path,
            "Signature: 8a477f597d28d172789f06886806bc55\n# Compiled code of Chevron; it may be deleted at any time.\n",
        );
    }
}

/// Where the entry of a key is.
pub(crate) fn entry_path(directory: &Path, kind: Kind, key: &Key) -> PathBuf {
    let hex = key.hex();
    let mut path = directory.join(kind.bucket());
    path.push(&hex[..2]);
    path.push(hex);
    path
}

/// Where the bad entries are.
pub(crate) fn quarantine(directory: &Path) -> PathBuf {
    directory.join(QUARANTINE)
}

/// The disk space of a file of this length, near enough on every file system.
pub(crate) fn disk_bytes(file_bytes: u64) -> u64 {
    file_bytes.max(1).next_multiple_of(DISK_BLOCK_BYTES)
}

/// What a file in the cache is, by its place and name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// An entry that this version of the program may find.
    Entry(Kind, Key),
    /// An entry in a folder of another version.
    OtherVersion,
    /// An entry that is being written, or that was when its process was killed.
    Temporary,
    /// A bad entry.
    Quarantined,
    /// Something that the cache did not put there; it is left alone.
    Foreign,
}

/// A file in the cache.
pub(crate) struct Found {
    pub(crate) path: PathBuf,
    pub(crate) role: Role,
    /// Disk space.
    pub(crate) bytes: u64,
    /// When the file was last used, to within a minute.
    pub(crate) used: SystemTime,
}

/// Every file below the cache's folders. Files that vanish meanwhile are passed over; links are never followed.
pub(crate) fn walk(directory: &Path) -> Vec<Found> {
    let mut found = Vec::new();
    for bucket in buckets(directory) {
        let kind = Kind::ALL
            .into_iter()
            .find(|kind| bucket.ends_with(kind.bucket()));
        for fan in folders(&bucket) {
            for (path, metadata) in files(&fan) {
                let role = role(kind, &path);
                found.push(Found::new(path, role, &metadata));
            }
        }
    }
    for (path, metadata) in files(&quarantine(directory)) {
        found.push(Found::new(path, Role::Quarantined, &metadata));
    }
    found
}

/// The folders of every kind and version in the cache, and no other folder that someone may keep there.
pub(crate) fn buckets(directory: &Path) -> Vec<PathBuf> {
    folders(directory)
        .into_iter()
        .filter(|path| path.file_name().is_some_and(is_bucket_name))
        .collect()
}

impl Found {
    fn new(path: PathBuf, role: Role, metadata: &fs::Metadata) -> Found {
        let used = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        Found {
            path,
            role,
            bytes: disk_bytes(metadata.len()),
            used,
        }
    }
}

fn role(kind: Option<Kind>, path: &Path) -> Role {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
        return Role::Foreign;
    };
    match (Key::from_hex(name), kind) {
        (Some(key), Some(kind)) => Role::Entry(kind, key),
        (Some(_), None) => Role::OtherVersion,
        (None, _) if name.starts_with(TEMPORARY_PREFIX) => Role::Temporary,
        (None, _) => Role::Foreign,
    }
}

fn is_bucket_name(name: &std::ffi::OsStr) -> bool {
    let Some((kind, version)) = name.to_str().and_then(|name| name.rsplit_once("-v")) else {
        return false;
    };
    !kind.is_empty()
        && kind
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b'-')
        && !version.is_empty()
        && version.bytes().all(|byte| byte.is_ascii_digit())
}

fn folders(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(directory) else {
        return Vec::new();
    };
    let folders = entries
        .flatten()
        .filter(|entry| entry.file_type().is_ok_and(|file_type| file_type.is_dir()));
    folders.map(|entry| entry.path()).collect()
}

fn files(directory: &Path) -> Vec<(PathBuf, fs::Metadata)> {
    let Ok(entries) = fs::read_dir(directory) else {
        return Vec::new();
    };
    entries
        .flatten()
        .filter_map(|entry| Some((entry.path(), entry.metadata().ok()?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_versioned_names_are_buckets() {
        for kind in Kind::ALL {
            assert!(is_bucket_name(kind.bucket().as_ref()), "{kind:?}");
        }
        for name in ["quarantine", "my-v", "-v1", "photos-v1a", "Photos-v1", "v1"] {
            assert!(!is_bucket_name(name.as_ref()), "{name}");
        }
    }

    #[test]
    fn a_file_in_place_of_the_directory_is_said_to_be_one() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let error = open(file.path()).unwrap_err();
        assert!(matches!(error, OpenError::NotADirectory { .. }), "{error}");
    }
}
