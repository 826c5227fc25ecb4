//! The cache's directory: where it is, who may touch it, and what lies where.
//!
//! ```text
//! CACHEDIR.TAG            tells backup programs to pass by
//! usage                   estimate of the bytes below, see `usage`
//! sweep.lock              held by the one process that is evicting
//! cpu-object-v1/          one folder per kind and version
//!   5e/                   first two digits of the key
//!     5e0c…               an entry, named by its whole key
//! temporaries/            entries that are being written, each locked by its process
//! quarantine/             the last bad entries, for whoever wants to know what went wrong
//! ```

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use etcetera::BaseStrategy;
use rustix::fs::FileType;

use crate::open_error::{DIRECTORY_VARIABLE, OpenError};
use crate::root::{Root, user};
use crate::temporary::{self, TEMPORARIES};
use crate::{Key, Kind};

/// Older versions' entries in the making have this prefix, which no key has, and lie beside the finished ones.
const TEMPORARY_PREFIX: &str = ".tmp-";

/// The folder of the last bad entries.
pub(crate) const QUARANTINE: &str = "quarantine";
const DISK_BLOCK_BYTES: u64 = 4096;

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

/// Opens the directory, made if needed, readable by its owner only, and refuses one that another user can write to.
pub(crate) fn open(path: &Path) -> Result<Root, OpenError> {
    // Absolute, because a user's program may change the current directory.
    let absolute = std::path::absolute(path).map_err(|source| OpenError::Io {
        path: path.to_owned(),
        source,
    })?;
    let root = Root::open(absolute)?;
    temporary::remove_abandoned(&root);
    Ok(root)
}

/// Where the entry of a key is.
pub(crate) fn entry_path(kind: Kind, key: &Key) -> PathBuf {
    let hex = key.hex();
    let mut path = PathBuf::from(kind.bucket());
    path.push(&hex[..2]);
    path.push(hex);
    path
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
    /// Relative to the cache's directory.
    pub(crate) path: PathBuf,
    pub(crate) role: Role,
    /// Disk space.
    pub(crate) bytes: u64,
    /// When the file was last used, to within a minute.
    pub(crate) used: SystemTime,
}

/// Every file below the cache's folders. Files that vanish meanwhile are passed over; links are never followed.
pub(crate) fn walk(root: &Root) -> Vec<Found> {
    let mut found = Vec::new();
    for bucket in buckets(root) {
        let kind = Kind::ALL
            .into_iter()
            .find(|kind| bucket.ends_with(kind.bucket()));
        for fan in folders(root, &bucket) {
            let files = root.entries(&fan).into_iter();
            found.extend(files.filter_map(|(path, _)| {
                let role = role(kind, &path);
                Found::new(root, path, role)
            }));
        }
    }
    for (folder, role) in [
        (QUARANTINE, Role::Quarantined),
        (TEMPORARIES, Role::Temporary),
    ] {
        let files = root.entries(Path::new(folder)).into_iter();
        found.extend(files.filter_map(|(path, _)| Found::new(root, path, role)));
    }
    found
}

/// The folders of every kind and version in the cache, and no other folder that someone may keep there.
pub(crate) fn buckets(root: &Root) -> Vec<PathBuf> {
    folders(root, Path::new("."))
        .into_iter()
        .filter(|path| path.file_name().is_some_and(is_bucket_name))
        .collect()
}

impl Found {
    fn new(root: &Root, path: PathBuf, role: Role) -> Option<Found> {
        let about = root.status(&path).ok()?;
        let modified = u64::try_from(about.st_mtime).unwrap_or(0);
        Some(Found {
            path,
            role,
            bytes: disk_bytes(u64::try_from(about.st_size).unwrap_or(0)),
            used: SystemTime::UNIX_EPOCH + Duration::new(modified, about.st_mtime_nsec as u32),
        })
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

fn folders(root: &Root, at: &Path) -> Vec<PathBuf> {
    let entries = root.entries(at).into_iter();
    entries
        .filter(|(_, kind)| *kind == FileType::Directory)
        .map(|(path, _)| path)
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
        let Err(error) = open(file.path()) else {
            panic!("it was taken")
        };
        assert!(matches!(error, OpenError::NotADirectory { .. }), "{error}");
    }
}
