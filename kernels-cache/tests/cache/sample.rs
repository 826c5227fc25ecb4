//! Entries whose content follows from their number, so that every process can tell a wrong one.

use std::path::{Path, PathBuf};

use kernels_cache::{BYTES_MAX_DEFAULT, Cache, Entry, KernelRecord, Key, Kind};

pub fn key(number: u64) -> Key {
    Key::builder("chevron test 1")
        .field("number", &number.to_le_bytes())
        .finish()
}

/// The entry of `number`, with a payload of `payload_bytes`.
pub fn entry(number: u64, payload_bytes: usize) -> Entry {
    let mut state = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let payload = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as u8
    });
    Entry {
        kind: Kind::ALL[(number % Kind::ALL.len() as u64) as usize],
        kernels: vec![KernelRecord {
            name: format!("_Z6kernel{number}"),
            registers: 0,
            shared_bytes: number as u32,
            param_bytes: vec![8, 8, 4],
        }],
        meta: number.to_le_bytes().to_vec(),
        payload: payload.take(payload_bytes).collect(),
    }
}

pub fn open(directory: &Path) -> Cache {
    Cache::open(directory, BYTES_MAX_DEFAULT).expect("a fresh directory is a good cache")
}

/// The file of `number` in a cache that holds it.
pub fn file(directory: &Path, number: u64) -> PathBuf {
    let hex = key(number).hex();
    directory
        .join(entry(number, 0).kind.bucket())
        .join(&hex[..2])
        .join(hex)
}

/// Puts entry `number` and gives its file's bytes.
pub fn stored(directory: &Path, number: u64, payload_bytes: usize) -> Vec<u8> {
    let cache = open(directory);
    cache.put(&key(number), &entry(number, payload_bytes));
    cache.flush();
    std::fs::read(file(directory, number)).expect("the entry has been written")
}
