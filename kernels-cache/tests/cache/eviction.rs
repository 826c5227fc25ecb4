//! Size and recency.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use kernels_cache::Cache;
use libtest_mimic::Failed;
use tempfile::tempdir;

use crate::Test;
use crate::sample::{entry, file, key, open, stored};

pub const TESTS: &[Test] = &[
    (
        "eviction::least_recently_used_entries_go_in_a_batch",
        least_recently_used_entries_go_in_a_batch,
    ),
    (
        "eviction::many_short_processes_are_bounded_too",
        many_short_processes_are_bounded_too,
    ),
    (
        "eviction::a_hit_makes_an_entry_young",
        a_hit_makes_an_entry_young,
    ),
    (
        "eviction::entry_above_the_limit_is_not_taken",
        entry_above_the_limit_is_not_taken,
    ),
    (
        "eviction::leftovers_of_killed_processes_go",
        leftovers_of_killed_processes_go,
    ),
    (
        "eviction::deleting_the_directory_costs_time_only",
        deleting_the_directory_costs_time_only,
    ),
];

const PAYLOAD_BYTES: usize = 10_000;
/// With its header, such an entry takes three blocks.
const ENTRY_BYTES: u64 = 3 * 4096;

fn set_age(path: &Path, age_s: u64) {
    let then = SystemTime::now() - Duration::from_secs(age_s);
    File::options()
        .write(true)
        .open(path)
        .unwrap()
        .set_modified(then)
        .unwrap();
}

fn entries(directory: &Path, numbers: std::ops::Range<u64>) -> Vec<u64> {
    numbers
        .filter(|&number| file(directory, number).exists())
        .collect()
}

fn least_recently_used_entries_go_in_a_batch() -> Result<(), Failed> {
    let directory = tempdir()?;
    let bytes_max = 20 * ENTRY_BYTES;
    let cache = Cache::open(directory.path(), bytes_max)?;
    for number in 0..20 {
        cache.put(&key(number), &entry(number, PAYLOAD_BYTES));
    }
    cache.flush();
    assert_eq!(
        entries(directory.path(), 0..20).len(),
        20,
        "nothing goes while there is room"
    );
    // The higher the number, the older.
    for number in 0..20 {
        set_age(&file(directory.path(), number), 1000 + number);
    }
    cache.put(&key(20), &entry(20, PAYLOAD_BYTES));
    cache.flush();
    assert_eq!(cache.take_log(), Vec::<String>::new());
    let mut expected: Vec<u64> = (0..15).collect();
    expected.push(20);
    assert_eq!(
        entries(directory.path(), 0..21),
        expected,
        "four fifths of 20 stay, the youngest"
    );
    Ok(())
}

fn many_short_processes_are_bounded_too() -> Result<(), Failed> {
    let directory = tempdir()?;
    let bytes_max = 10 * ENTRY_BYTES;
    for number in 0..100 {
        let cache = Cache::open(directory.path(), bytes_max)?;
        cache.put(&key(number), &entry(number, PAYLOAD_BYTES));
        drop(cache);
        let total = open(directory.path()).stats().total();
        assert!(
            total.bytes <= bytes_max,
            "{} bytes after {number} entries",
            total.bytes
        );
    }
    assert!(entries(directory.path(), 0..100).len() >= 8);
    Ok(())
}

fn a_hit_makes_an_entry_young() -> Result<(), Failed> {
    let directory = tempdir()?;
    stored(directory.path(), 1, PAYLOAD_BYTES);
    let path = file(directory.path(), 1);
    let age = || {
        SystemTime::now()
            .duration_since(fs::metadata(&path).unwrap().modified().unwrap())
            .unwrap_or_default()
    };
    set_age(&path, 1000);
    open(directory.path()).get(&key(1)).expect("a hit");
    assert!(age() < Duration::from_secs(500));
    set_age(&path, 30);
    open(directory.path()).get(&key(1)).expect("a hit");
    assert!(
        age() >= Duration::from_secs(30),
        "a young entry is not touched again"
    );
    Ok(())
}

fn entry_above_the_limit_is_not_taken() -> Result<(), Failed> {
    let directory = tempdir()?;
    let cache = Cache::open(directory.path(), 1 << 16)?;
    cache.put(&key(1), &entry(1, 1 << 17));
    assert_eq!(cache.get(&key(1)), None);
    assert!(cache.take_log()[0].contains("more than the cache takes (65536)"));
    Ok(())
}

fn leftovers_of_killed_processes_go() -> Result<(), Failed> {
    let directory = tempdir()?;
    stored(directory.path(), 1, PAYLOAD_BYTES);
    let folder = file(directory.path(), 1).parent().unwrap().to_owned();
    let (abandoned, young) = (folder.join(".tmp-abandoned"), folder.join(".tmp-young"));
    for path in [&abandoned, &young] {
        fs::write(path, b"half an entry")?;
    }
    set_age(&abandoned, 2 * 60 * 60);
    let quarantine = directory.path().join("quarantine");
    fs::create_dir(&quarantine)?;
    for number in 0..40 {
        let path = quarantine.join(key(number).hex());
        fs::write(&path, b"bad")?;
        set_age(&path, 1000 + number);
    }
    // Without its estimate, the cache looks at everything at the next put.
    fs::remove_file(directory.path().join("usage"))?;
    stored(directory.path(), 2, PAYLOAD_BYTES);
    assert!(!abandoned.exists());
    assert!(young.exists(), "it may be somebody's at this moment");
    assert_eq!(fs::read_dir(&quarantine)?.count(), 16);
    assert!(quarantine.join(key(0).hex()).exists(), "the newest stay");
    Ok(())
}

fn deleting_the_directory_costs_time_only() -> Result<(), Failed> {
    let directory = tempdir()?;
    let path = directory.path().join("cache");
    let cache = open(&path);
    cache.put(&key(1), &entry(1, PAYLOAD_BYTES));
    cache.flush();
    fs::remove_dir_all(&path)?;
    assert_eq!(cache.get(&key(1)), None);
    cache.put(&key(1), &entry(1, PAYLOAD_BYTES));
    drop(cache);
    let cache = open(&path);
    assert_eq!(cache.get(&key(1)), Some(entry(1, PAYLOAD_BYTES)));
    Ok(())
}
