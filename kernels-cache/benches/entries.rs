//! Cost of a hit, a miss and a put of entries of usual sizes: medians in microseconds.

use std::time::Instant;

use kernels_cache::{BYTES_MAX_DEFAULT, Cache, Entry, KernelRecord, Key, Kind, Payload};

fn key(size: usize, number: usize) -> Key {
    let builder = Key::builder("chevron bench 1").field("size", &size.to_le_bytes());
    builder.field("number", &number.to_le_bytes()).finish()
}

/// Runs `step` for each number and gives the median time in µs.
fn median_us(count: usize, mut step: impl FnMut(usize)) -> f64 {
    let mut times_us: Vec<f64> = (0..count)
        .map(|number| {
            let start = Instant::now();
            step(number);
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    times_us.sort_by(f64::total_cmp);
    times_us[count / 2]
}

fn main() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    println!(
        "{:>10} {:>8} {:>12} {:>12} {:>12} {:>18}",
        "payload", "entries", "put µs", "get µs", "miss µs", "to disk µs each"
    );
    for (payload_bytes, count) in [(10 << 10, 500), (200 << 10, 100), (30 << 20, 5)] {
        let kernels = vec![KernelRecord {
            name: "_Z4saxpyifPKfPf".into(),
            registers: 0,
            shared_bytes: 0,
            param_bytes: vec![4, 4, 8, 8],
        }];
        let payload = (0..payload_bytes)
            .map(|at| ((at * at) >> 3) as u8)
            .collect();
        let entry = Entry {
            kind: Kind::CpuObject,
            kernels,
            meta: vec![7; 32],
            payload: Payload::from(payload),
        };
        let cache = Cache::open(directory.path(), BYTES_MAX_DEFAULT).expect("a fresh directory");
        let start = Instant::now();
        let put = median_us(count, |number| {
            cache.put(&key(payload_bytes, number), &entry)
        });
        cache.flush();
        let stored = start.elapsed().as_secs_f64() * 1e6 / count as f64;
        let cache = Cache::open(directory.path(), BYTES_MAX_DEFAULT).expect("it was good before");
        let get = median_us(count, |number| {
            assert!(cache.get(&key(payload_bytes, number)).is_some())
        });
        let miss = median_us(count, |number| {
            assert!(cache.get(&key(payload_bytes, count + number)).is_none())
        });
        println!(
            "{payload_bytes:>10} {count:>8} {put:>12.1} {get:>12.1} {miss:>12.1} {stored:>18.1}"
        );
    }
}
