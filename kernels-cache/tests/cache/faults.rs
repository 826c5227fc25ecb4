//! Directories that cannot be used, or not fully.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, chown, lchown, symlink};

use kernels_cache::{BYTES_MAX_DEFAULT, Cache, Kind, OpenError};
use libtest_mimic::Failed;
use tempfile::tempdir;

use crate::Test;
use crate::processes::run_on_small_disk;
use crate::sample::{entry, file, key, open, stored};

pub const TESTS: &[Test] = &[
    ("faults::new_directory_is_private", new_directory_is_private),
    (
        "faults::directory_of_another_user_is_refused",
        directory_of_another_user_is_refused,
    ),
    (
        "faults::directory_that_others_can_write_to_is_refused",
        directory_that_others_can_write_to_is_refused,
    ),
    (
        "faults::link_to_an_own_directory_is_taken",
        link_to_an_own_directory_is_taken,
    ),
    (
        "faults::link_of_another_user_is_refused",
        link_of_another_user_is_refused,
    ),
    (
        "faults::what_takes_the_directorys_place_is_not_written_to",
        what_takes_the_directorys_place_is_not_written_to,
    ),
    (
        "faults::directory_that_cannot_be_made_is_refused",
        directory_that_cannot_be_made_is_refused,
    ),
    ("faults::full_disk_costs_a_line", full_disk_costs_a_line),
    (
        "faults::read_only_directory_still_serves",
        read_only_directory_still_serves,
    ),
    (
        "faults::disabled_cache_keeps_nothing",
        disabled_cache_keeps_nothing,
    ),
    (
        "faults::an_entry_of_another_kind_is_not_found",
        an_entry_of_another_kind_is_not_found,
    ),
];

fn new_directory_is_private() -> Result<(), Failed> {
    let directory = tempdir()?;
    let path = directory.path().join("a/b/cache");
    stored(&path, 1, 40);
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let entry = file(&path, 1);
    assert_eq!(mode(&entry), 0o600);
    for folder in entry.ancestors().skip(1).take(5) {
        assert_eq!(mode(folder), 0o700, "{}", folder.display());
    }
    assert!(
        fs::read_to_string(path.join("CACHEDIR.TAG"))?
            .starts_with("Signature: 8a477f597d28d172789f06886806bc55")
    );
    Ok(())
}

fn directory_of_another_user_is_refused() -> Result<(), Failed> {
    let directory = tempdir()?;
    // Only root can give a directory away; for everyone else, the root directory is another user's.
    let given = chown(directory.path(), Some(65_534), None).is_ok();
    let path = if given {
        directory.path()
    } else {
        "/".as_ref()
    };
    let Err(error) = Cache::open(path, BYTES_MAX_DEFAULT) else {
        panic!("it was taken")
    };
    assert!(matches!(error, OpenError::OwnedByOther { owner, user, .. } if owner != user));
    assert!(error.to_string().contains("CHEVRON_CACHE_DIR"), "{error}");
    Ok(())
}

fn directory_that_others_can_write_to_is_refused() -> Result<(), Failed> {
    let directory = tempdir()?;
    for mode in [0o770, 0o707, 0o777, 0o1777, 0o702, 0o720] {
        fs::set_permissions(directory.path(), Permissions::from_mode(mode))?;
        let Err(error) = Cache::open(directory.path(), BYTES_MAX_DEFAULT) else {
            panic!("{mode:o} was taken")
        };
        assert!(
            matches!(error, OpenError::WritableByOthers { .. }),
            "{mode:o}: {error}"
        );
        assert!(error.to_string().contains("chmod go-w"), "{error}");
    }
    for mode in [0o700, 0o755, 0o750] {
        fs::set_permissions(directory.path(), Permissions::from_mode(mode))?;
        stored(directory.path(), 1, 40);
    }
    Ok(())
}

fn link_to_an_own_directory_is_taken() -> Result<(), Failed> {
    let directory = tempdir()?;
    let (real, link) = (
        directory.path().join("scratch"),
        directory.path().join("chevron"),
    );
    fs::create_dir(&real)?;
    fs::set_permissions(&real, Permissions::from_mode(0o700))?;
    symlink(&real, &link)?;
    stored(&link, 1, 40);
    assert_eq!(open(&real).get(&key(1)), Some(entry(1, 40)));
    Ok(())
}

fn link_of_another_user_is_refused() -> Result<(), Failed> {
    let directory = tempdir()?;
    let mine = directory.path().join("mine");
    fs::create_dir(&mine)?;
    fs::set_permissions(&mine, Permissions::from_mode(0o700))?;
    let link = directory.path().join("chevron");
    symlink(&mine, &link)?;
    // Only root can give a link away.
    if lchown(&link, Some(65_534), None).is_err() {
        return Ok(());
    }
    for path in [link.clone(), link.join("below")] {
        let Err(error) = Cache::open(&path, BYTES_MAX_DEFAULT) else {
            panic!("it was followed")
        };
        assert!(
            matches!(&error, OpenError::LinkOfOther { path, .. } if *path == link),
            "{error}"
        );
    }
    assert_eq!(fs::read_dir(&mine)?.count(), 0);
    Ok(())
}

fn what_takes_the_directorys_place_is_not_written_to() -> Result<(), Failed> {
    let directory = tempdir()?;
    let (path, moved) = (directory.path().join("cache"), directory.path().join("old"));
    let cache = open(&path);
    cache.put(&key(1), &entry(1, 40));
    cache.flush();
    fs::rename(&path, &moved)?;
    fs::create_dir(&path)?;
    cache.put(&key(2), &entry(2, 40));
    cache.flush();
    assert_eq!(fs::read_dir(&path)?.count(), 0);
    assert!(file(&moved, 2).is_file());
    assert_eq!(cache.get(&key(1)), Some(entry(1, 40)));
    assert_eq!(cache.take_log(), Vec::<String>::new());
    Ok(())
}

fn directory_that_cannot_be_made_is_refused() -> Result<(), Failed> {
    let Err(error) = Cache::open("/proc/no/such/place".as_ref(), BYTES_MAX_DEFAULT) else {
        panic!("it was taken")
    };
    assert!(matches!(error, OpenError::Io { .. }), "{error}");
    assert!(error.to_string().contains("CHEVRON_CACHE_DIR"), "{error}");
    Ok(())
}

fn full_disk_costs_a_line() -> Result<(), Failed> {
    run_on_small_disk("full_disk")
}

fn read_only_directory_still_serves() -> Result<(), Failed> {
    run_on_small_disk("read_only")
}

fn disabled_cache_keeps_nothing() -> Result<(), Failed> {
    let cache = Cache::disabled();
    cache.put(&key(1), &entry(1, 40));
    cache.quarantine(&key(1), "no reason");
    cache.flush();
    assert_eq!(cache.get(&key(1)), None);
    assert_eq!((cache.directory(), cache.stats().total().files), (None, 0));
    assert_eq!((cache.verify().good.files, cache.clear()?.files), (0, 0));
    assert_eq!(cache.take_log(), Vec::<String>::new());
    Ok(())
}

fn an_entry_of_another_kind_is_not_found() -> Result<(), Failed> {
    let folder = tempdir()?;
    let stored = entry(1, 40);
    let cache = open(folder.path());
    cache.put(&key(1), &stored);
    cache.flush();
    // What the cache that wrote it remembers is not looked at.
    let cache = open(folder.path());
    for kind in Kind::ALL {
        let found = cache.get_kind(kind, &key(1));
        assert_eq!(found.is_some(), kind == stored.kind);
    }
    Ok(())
}
