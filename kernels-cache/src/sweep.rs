//! Eviction: now and then, on the writer's thread, the entries that were not used for longest go, a batch at a time.

use std::path::Path;
use std::time::{Duration, SystemTime};

use rustix::fs::OFlags;

use crate::directory::{self, Found, Role};
use crate::root::Root;
use crate::usage;

/// A temporary this old belongs to a process that was killed.
const TEMPORARY_AGE_MAX: Duration = Duration::from_secs(60 * 60);

/// More bad entries than this are of no use to anyone.
const QUARANTINED_FILES_MAX: usize = 16;

/// Counts what is there, removes what nobody needs, and evicts down to four fifths of `bytes_max` if there is more than
/// `bytes_max`. Does nothing while another process is at it.
pub(crate) fn sweep(root: &Root, bytes_max: u64) -> std::io::Result<()> {
    let lock = root.open_file(Path::new("sweep.lock"), OFlags::WRONLY | OFlags::CREATE)?;
    if lock.try_lock().is_err() {
        return Ok(());
    }
    let mut found = directory::walk(root);
    found.sort_by_key(|file| file.used);
    let now = SystemTime::now();
    remove_leftovers(root, &mut found, now);
    let mut total: u64 = found.iter().map(|file| file.bytes).sum();
    if total > bytes_max {
        let target = bytes_max / 5 * 4;
        for file in &found {
            if total <= target {
                break;
            }
            let evictable = matches!(
                file.role,
                Role::Entry(..) | Role::OtherVersion | Role::Quarantined
            );
            if evictable && remove(root, &file.path) {
                total -= file.bytes;
            }
        }
    }
    usage::set(root, total)
}

/// Removes abandoned temporaries and all but the newest bad entries; `found` is in order of age, oldest first.
fn remove_leftovers(root: &Root, found: &mut Vec<Found>, now: SystemTime) {
    let quarantined = found
        .iter()
        .filter(|file| file.role == Role::Quarantined)
        .count();
    let mut excess = quarantined.saturating_sub(QUARANTINED_FILES_MAX);
    found.retain(|file| {
        let leftover = match file.role {
            Role::Temporary => now
                .duration_since(file.used)
                .is_ok_and(|age| age > TEMPORARY_AGE_MAX),
            Role::Quarantined if excess > 0 => {
                excess -= 1;
                true
            }
            _ => false,
        };
        !(leftover && remove(root, &file.path))
    });
}

/// Removes a file, or what someone made a folder; `false` if it is still there.
fn remove(root: &Root, path: &Path) -> bool {
    root.remove_file(path).is_ok() || root.remove_folder(path).is_ok() || root.status(path).is_err()
}
