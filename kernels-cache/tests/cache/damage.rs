//! Entries that are not what they should be.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use kernels_cache::{Entry, Kind};
use libtest_mimic::Failed;
use tempfile::tempdir;

use crate::Test;
use crate::sample::{entry, file, key, open, stored};

pub const TESTS: &[Test] = &[
    ("damage::what_is_put_is_found", what_is_put_is_found),
    (
        "damage::every_truncation_is_a_miss",
        every_truncation_is_a_miss,
    ),
    (
        "damage::every_flipped_byte_is_a_miss",
        every_flipped_byte_is_a_miss,
    ),
    ("damage::longer_file_is_a_miss", longer_file_is_a_miss),
    ("damage::foreign_files_are_misses", foreign_files_are_misses),
    (
        "damage::swapped_entries_are_misses",
        swapped_entries_are_misses,
    ),
    (
        "damage::entry_in_another_kinds_folder_is_a_miss",
        entry_in_another_kinds_folder_is_a_miss,
    ),
    (
        "damage::another_schema_is_a_quiet_miss",
        another_schema_is_a_quiet_miss,
    ),
    (
        "damage::links_pipes_and_folders_are_misses",
        links_pipes_and_folders_are_misses,
    ),
    (
        "damage::another_users_entry_is_a_miss",
        another_users_entry_is_a_miss,
    ),
    (
        "damage::quarantined_entry_can_be_put_again",
        quarantined_entry_can_be_put_again,
    ),
    (
        "damage::verify_takes_out_what_is_bad",
        verify_takes_out_what_is_bad,
    ),
    (
        "damage::damage_of_a_viewed_payload_is_a_miss",
        damage_of_a_viewed_payload_is_a_miss,
    ),
    (
        "damage::payload_can_be_cut_out_with_dd",
        payload_can_be_cut_out_with_dd,
    ),
    ("damage::key_names_one_entry", key_names_one_entry),
    (
        "damage::clear_removes_entries_and_nothing_else",
        clear_removes_entries_and_nothing_else,
    ),
];

/// Looks `number` up where its file holds `bytes`: it must be a miss with one line that contains `reason`, and a new put must
/// bring it back.
fn must_be_bad(directory: &Path, number: u64, bytes: &[u8], reason: &str) {
    fs::write(file(directory, number), bytes).unwrap();
    let cache = open(directory);
    assert_eq!(cache.get(&key(number)), None);
    let log = cache.take_log();
    assert_eq!(log.len(), 1, "{log:?}");
    assert!(
        log[0].contains(reason),
        "expected `{reason}` in `{}`",
        log[0]
    );
    assert!(
        !file(directory, number).exists(),
        "a bad entry is taken away"
    );
    assert_eq!(cache.get(&key(number)), None);
    assert_eq!(cache.take_log(), Vec::<String>::new(), "said once");
}

fn what_is_put_is_found() -> Result<(), Failed> {
    let directory = tempdir()?;
    let sizes = [0, 1, 63, 64, 65, 10_000, 3_000_000];
    let cache = open(directory.path());
    for (number, bytes) in (0..).zip(sizes) {
        assert_eq!(cache.get(&key(number)), None);
        cache.put(&key(number), &entry(number, bytes));
        assert_eq!(
            cache.get(&key(number)),
            Some(entry(number, bytes)),
            "before it is on disk"
        );
    }
    drop(cache);
    let cache = open(directory.path());
    for (number, bytes) in (0..).zip(sizes) {
        assert_eq!(
            cache.get(&key(number)),
            Some(entry(number, bytes)),
            "by another handle"
        );
    }
    let stats = cache.stats();
    assert_eq!(
        (stats.hits, stats.misses, stats.written, stats.rejected),
        (7, 0, 0, 0)
    );
    assert_eq!(
        stats
            .kinds
            .iter()
            .map(|kind| kind.usage.files)
            .collect::<Vec<_>>(),
        [1; 7],
        "the numbers are of a kind each"
    );
    assert_eq!(stats.other.files, 0);
    assert_eq!(cache.take_log(), Vec::<String>::new());
    Ok(())
}

fn every_truncation_is_a_miss() -> Result<(), Failed> {
    let directory = tempdir()?;
    let good = stored(directory.path(), 1, 100);
    for length in 0..good.len() {
        must_be_bad(directory.path(), 1, &good[..length], "");
    }
    stored(directory.path(), 1, 100);
    assert_eq!(open(directory.path()).get(&key(1)), Some(entry(1, 100)));
    Ok(())
}

/// A large payload is a view of its file.
fn damage_of_a_viewed_payload_is_a_miss() -> Result<(), Failed> {
    let directory = tempdir()?;
    let bytes = 3_000_000;
    let good = stored(directory.path(), 1, bytes);
    let begin = good.len() - bytes;
    for at in [begin, begin + 4096, good.len() - 1] {
        let mut bad = good.clone();
        bad[at] ^= 1;
        must_be_bad(directory.path(), 1, &bad, "its payload does not match");
    }
    must_be_bad(directory.path(), 1, &good[..good.len() - 1], "its length");
    stored(directory.path(), 1, bytes);
    let viewed = open(directory.path()).get(&key(1)).ok_or("no entry")?;
    fs::remove_file(file(directory.path(), 1))?;
    assert_eq!(viewed, entry(1, bytes), "it outlives its file's name");
    Ok(())
}

fn every_flipped_byte_is_a_miss() -> Result<(), Failed> {
    let directory = tempdir()?;
    let good = stored(directory.path(), 1, 40);
    for position in 0..good.len() {
        for flip in [0x01, 0x80, 0xff] {
            let mut bytes = good.clone();
            bytes[position] ^= flip;
            let path = file(directory.path(), 1);
            fs::write(&path, &bytes)?;
            let cache = open(directory.path());
            assert_eq!(cache.get(&key(1)), None, "byte {position}");
            // The four bytes of the schema may as well be those of another version, which is no damage.
            let lines = if (8..12).contains(&position) { 0 } else { 1 };
            assert_eq!(cache.take_log().len(), lines, "byte {position}");
        }
    }
    Ok(())
}

fn longer_file_is_a_miss() -> Result<(), Failed> {
    let directory = tempdir()?;
    let good = stored(directory.path(), 1, 40);
    must_be_bad(directory.path(), 1, &[&good[..], b"\0"].concat(), "length");
    must_be_bad(
        directory.path(),
        1,
        &[&good[..], &good[..]].concat(),
        "length",
    );
    // A sparse file of 2 TiB must not be read into memory.
    fs::write(file(directory.path(), 1), &good)?;
    fs::File::options()
        .write(true)
        .open(file(directory.path(), 1))?
        .set_len(2 << 40)?;
    assert_eq!(open(directory.path()).get(&key(1)), None);
    Ok(())
}

fn foreign_files_are_misses() -> Result<(), Failed> {
    let directory = tempdir()?;
    stored(directory.path(), 1, 40);
    must_be_bad(directory.path(), 1, b"", "shorter than a header");
    must_be_bad(directory.path(), 1, b"\x7fELF", "shorter than a header");
    must_be_bad(
        directory.path(),
        1,
        &fs::read(std::env::current_exe()?)?[..4096],
        "not a cache entry",
    );
    must_be_bad(directory.path(), 1, &[0; 4096], "not a cache entry");
    must_be_bad(directory.path(), 1, &[0xff; 4096], "not a cache entry");
    Ok(())
}

fn swapped_entries_are_misses() -> Result<(), Failed> {
    let directory = tempdir()?;
    // 1 and 4 are of one kind.
    let first = stored(directory.path(), 1, 40);
    let second = stored(directory.path(), 4, 40);
    must_be_bad(directory.path(), 1, &second, "another key");
    must_be_bad(directory.path(), 4, &first, "another key");
    Ok(())
}

fn entry_in_another_kinds_folder_is_a_miss() -> Result<(), Failed> {
    let directory = tempdir()?;
    stored(directory.path(), 1, 40);
    let hex = key(1).hex();
    let other = directory
        .path()
        .join(Kind::CpuObject.bucket())
        .join(&hex[..2]);
    fs::create_dir_all(&other)?;
    fs::rename(file(directory.path(), 1), other.join(hex))?;
    let cache = open(directory.path());
    assert_eq!(cache.get(&key(1)), None);
    assert!(cache.take_log()[0].contains("another kind"));
    Ok(())
}

fn another_schema_is_a_quiet_miss() -> Result<(), Failed> {
    let directory = tempdir()?;
    let mut bytes = stored(directory.path(), 1, 40);
    bytes[8] += 1;
    fs::write(file(directory.path(), 1), &bytes)?;
    let cache = open(directory.path());
    assert_eq!(cache.get(&key(1)), None);
    assert_eq!(cache.take_log(), Vec::<String>::new());
    assert!(
        file(directory.path(), 1).exists(),
        "the version that wrote it may still want it"
    );
    cache.put(&key(1), &entry(1, 40));
    cache.flush();
    assert_eq!(open(directory.path()).get(&key(1)), Some(entry(1, 40)));
    Ok(())
}

fn links_pipes_and_folders_are_misses() -> Result<(), Failed> {
    let directory = tempdir()?;
    stored(directory.path(), 1, 40);
    let path = file(directory.path(), 1);
    let elsewhere = directory.path().join("elsewhere");
    let make: [(&str, &dyn Fn()); 4] = [
        ("link", &|| symlink(&elsewhere, &path).unwrap()),
        ("link", &|| symlink("/dev/zero", &path).unwrap()),
        ("not a regular file", &|| {
            assert!(
                Command::new("mkfifo")
                    .arg(&path)
                    .status()
                    .unwrap()
                    .success()
            )
        }),
        ("not a regular file", &|| fs::create_dir(&path).unwrap()),
    ];
    // A link to a good entry is refused as well: what it names may change between check and use.
    fs::rename(&path, &elsewhere)?;
    for (reason, make) in make {
        make();
        let cache = open(directory.path());
        assert_eq!(cache.get(&key(1)), None);
        let log = cache.take_log();
        assert!(
            log.len() == 1 && log[0].contains(reason),
            "expected `{reason}` in {log:?}"
        );
        cache.put(&key(1), &entry(1, 40));
        cache.flush();
        assert_eq!(
            open(directory.path()).get(&key(1)),
            Some(entry(1, 40)),
            "after {reason}"
        );
        fs::remove_file(&path)?;
    }
    assert!(elsewhere.exists(), "what a link names is left alone");
    Ok(())
}

fn another_users_entry_is_a_miss() -> Result<(), Failed> {
    let directory = tempdir()?;
    stored(directory.path(), 1, 40);
    if std::os::unix::fs::chown(file(directory.path(), 1), Some(65_534), None).is_err() {
        // Only root can give files away, so for other users this cannot come about, nor be tested.
        return Ok(());
    }
    let cache = open(directory.path());
    assert_eq!(cache.get(&key(1)), None);
    assert!(cache.take_log()[0].contains("belongs to user 65534"));
    Ok(())
}

fn quarantined_entry_can_be_put_again() -> Result<(), Failed> {
    let directory = tempdir()?;
    let cache = open(directory.path());
    cache.put(&key(1), &entry(1, 40));
    cache.quarantine(&key(1), "the linker does not know relocation 77");
    assert_eq!(cache.get(&key(1)), None);
    let log = cache.take_log();
    assert!(
        log.len() == 1 && log[0].contains("relocation 77"),
        "{log:?}"
    );
    assert!(
        directory
            .path()
            .join("quarantine")
            .join(key(1).hex())
            .exists()
    );
    cache.quarantine(&key(2), "it is not even there");
    assert_eq!(cache.take_log(), Vec::<String>::new());
    cache.put(&key(1), &entry(1, 50));
    cache.flush();
    assert_eq!(open(directory.path()).get(&key(1)), Some(entry(1, 50)));
    Ok(())
}

fn verify_takes_out_what_is_bad() -> Result<(), Failed> {
    let directory = tempdir()?;
    for number in 0..6 {
        stored(directory.path(), number, 5000);
    }
    let mut bytes = fs::read(file(directory.path(), 2))?;
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(file(directory.path(), 2), bytes)?;
    let misplaced = file(directory.path(), 3)
        .parent()
        .unwrap()
        .with_file_name("zz");
    fs::create_dir(&misplaced)?;
    fs::rename(file(directory.path(), 3), misplaced.join(key(3).hex()))?;
    let cache = open(directory.path());
    let report = cache.verify();
    assert_eq!((report.good.files, report.bad.len()), (4, 2), "{report:?}");
    let again = cache.verify();
    assert_eq!((again.good.files, again.bad.len()), (4, 0));
    assert_eq!(cache.stats().other.files, 2, "both are in quarantine");
    Ok(())
}

/// The command of the format's documentation, run as a user would.
fn payload_can_be_cut_out_with_dd() -> Result<(), Failed> {
    let directory = tempdir()?;
    stored(directory.path(), 1, 5000);
    let out = directory.path().join("kernel.o");
    let script =
        "dd if=\"$1\" of=\"$2\" bs=64 skip=$(( $(od -An -tu8 -j16 -N8 \"$1\") / 64 )) status=none";
    let status = Command::new("sh")
        .args(["-c", script, "sh"])
        .arg(file(directory.path(), 1))
        .arg(&out)
        .status()?;
    assert!(status.success());
    assert_eq!(fs::read(out)?, *entry(1, 5000).payload);
    Ok(())
}

fn key_names_one_entry() -> Result<(), Failed> {
    let directory = tempdir()?;
    let cache = open(directory.path());
    for kind in [
        Kind::CpuObject,
        Kind::Precompiled,
        Kind::HostObject,
        Kind::CpuObject,
    ] {
        let entry = Entry {
            kind,
            ..entry(1, 40)
        };
        cache.put(&key(1), &entry);
        assert_eq!(cache.get(&key(1)), Some(entry.clone()));
        cache.flush();
        assert_eq!(open(directory.path()).get(&key(1)), Some(entry));
    }
    Ok(())
}

fn clear_removes_entries_and_nothing_else() -> Result<(), Failed> {
    let directory = tempdir()?;
    for number in 0..6 {
        stored(directory.path(), number, 5000);
    }
    let old_version = directory.path().join("cpu-object-v0/ab");
    fs::create_dir_all(&old_version)?;
    fs::write(old_version.join(key(9).hex()), b"older")?;
    let mine = [
        directory.path().join("notes.txt"),
        directory.path().join("photos/cat.png"),
    ];
    fs::create_dir(directory.path().join("photos"))?;
    for path in &mine {
        fs::write(path, b"mine")?;
    }
    let cache = open(directory.path());
    let cleared = cache.clear()?;
    assert_eq!((cleared.files, cleared.bytes), (7, 6 * 8192 + 4096));
    assert_eq!(cache.stats().total().files, 0);
    assert!(mine.iter().all(|path| path.exists()));
    cache.put(&key(1), &entry(1, 40));
    cache.flush();
    assert_eq!(
        open(directory.path()).get(&key(1)),
        Some(entry(1, 40)),
        "goes on after a clear"
    );
    Ok(())
}
