//! The shared estimate of how much the cache holds, so that no put has to look at the whole directory.
//!
//! The file `usage` holds 24 bytes: estimated bytes, the time of the last sweep in seconds since 1970, and the exclusive or of
//! both and a constant as a check. Every batch of writes adds to it under its lock; a sweep sets it to what it counted. A
//! killed process may leave it a batch short, which the next sweep repairs; a damaged or missing file asks for a sweep.

use std::fs::{File, TryLockError};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::fs::OFlags;

use crate::root::Root;

const CHECK: u64 = 0x4348_4556_524f_4e21;
const FILE_BYTES: usize = 24;

/// Between two sweeps at most, so that what killed processes left goes away.
const SWEEP_INTERVAL: Duration = Duration::from_secs(24 * 60 * 60);

const LOCK_TRIES_MAX: u32 = 20;
const LOCK_RETRY_INTERVAL: Duration = Duration::from_millis(1);

/// Adds to the estimate and tells whether a sweep is due.
pub(crate) fn add(root: &Root, bytes: u64, bytes_max: u64) -> io::Result<bool> {
    let file = open(root)?;
    if !lock(&file)? {
        return Ok(false);
    }
    let Some((total, swept_s)) = read(&file) else {
        write(&file, bytes, 0)?;
        return Ok(true);
    };
    let total = total.saturating_add(bytes);
    write(&file, total, swept_s)?;
    Ok(total > bytes_max || now_s().abs_diff(swept_s) > SWEEP_INTERVAL.as_secs())
}

/// Sets the estimate to what a sweep has counted.
pub(crate) fn set(root: &Root, bytes: u64) -> io::Result<()> {
    let file = open(root)?;
    if lock(&file)? {
        write(&file, bytes, now_s())
    } else {
        Ok(())
    }
}

fn open(root: &Root) -> io::Result<File> {
    root.open_file(Path::new("usage"), OFlags::RDWR | OFlags::CREATE)
}

/// Takes the lock, which goes with the file, or gives `false`: a process that was stopped while it held the lock must not stop
/// everyone else, and the estimate may miss a batch.
fn lock(file: &File) -> io::Result<bool> {
    for _ in 0..LOCK_TRIES_MAX {
        match file.try_lock() {
            Ok(()) => return Ok(true),
            Err(TryLockError::WouldBlock) => std::thread::sleep(LOCK_RETRY_INTERVAL),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Ok(false)
}

fn read(file: &File) -> Option<(u64, u64)> {
    let mut bytes = [0; FILE_BYTES];
    file.read_exact_at(&mut bytes, 0).ok()?;
    let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
    let (total, swept_s) = (word(0), word(8));
    (word(16) == total ^ swept_s ^ CHECK).then_some((total, swept_s))
}

fn write(file: &File, total: u64, swept_s: u64) -> io::Result<()> {
    let mut bytes = [0; FILE_BYTES];
    for (at, word) in [total, swept_s, total ^ swept_s ^ CHECK]
        .into_iter()
        .enumerate()
    {
        bytes[at * 8..at * 8 + 8].copy_from_slice(&word.to_le_bytes());
    }
    file.write_all_at(&bytes, 0)
}

fn now_s() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sweep_is_due_at_first_above_the_limit_and_after_damage() {
        let directory = tempfile::tempdir().unwrap();
        let root = crate::directory::open(directory.path()).unwrap();
        let path = &root;
        assert!(
            add(path, 10, 100).unwrap(),
            "the first write of a new cache"
        );
        set(path, 50).unwrap();
        assert!(!add(path, 50, 100).unwrap());
        assert!(add(path, 1, 100).unwrap(), "101 of 100 bytes");
        set(path, 50).unwrap();
        assert!(!add(path, 0, 100).unwrap());
        std::fs::write(directory.path().join("usage"), [7; FILE_BYTES]).unwrap();
        assert!(add(path, 0, 100).unwrap(), "damaged");
    }
}
