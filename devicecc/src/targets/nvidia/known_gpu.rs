//! What an earlier session found the GPU to be. To ask the driver takes 0.2 s, which the first prompt need not wait for: the compiler starts with
//! what was found before, and the executor's answer is compared with it before the first cell runs.

use std::fs;

use kernels_cache::{Cache, Entry, Key, Kind};

use crate::targets::Found;

/// Environment variables that change which GPU a number means.
const VARIABLES: [&str; 2] = ["CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER"];

/// The driver's version, and its GPUs by their places on the bus.
const DRIVER_VERSION: &str = "/proc/driver/nvidia/version";
const DRIVER_GPUS: &str = "/proc/driver/nvidia/gpus";

/// What the GPU was that a device's name meant, on a machine that looked the same; nothing for other devices.
pub(in crate::targets) fn recall(cache: &Cache, device: &str) -> Option<Found> {
    if device != "auto" && !device.starts_with("cuda") {
        return None;
    }
    let entry = cache.get_kind(Kind::Precompiled, &key(device))?;
    read(std::str::from_utf8(&entry.payload).ok()?)
}

/// Keeps what the executor has told, for the next session.
pub(in crate::targets) fn remember(cache: &Cache, device: &str, found: Found) {
    let entry = Entry {
        kind: Kind::Precompiled,
        kernels: Vec::new(),
        meta: Vec::new(),
        payload: written(found).into_bytes().into(),
    };
    cache.put(&key(device), &entry);
}

fn key(device: &str) -> Key {
    let mut key = Key::builder("chevron-known-gpu-v1").field("device", device.as_bytes());
    for name in VARIABLES {
        let value = std::env::var_os(name).unwrap_or_default();
        key = key.field(name, value.as_encoded_bytes());
    }
    let mut gpus: Vec<_> = fs::read_dir(DRIVER_GPUS)
        .into_iter()
        .flatten()
        .flatten()
        .map(|gpu| gpu.file_name())
        .collect();
    gpus.sort();
    for gpu in gpus {
        key = key.field("gpu", gpu.as_encoded_bytes());
    }
    let version = fs::read(DRIVER_VERSION).unwrap_or_default();
    key.field("driver", &version).finish()
}

fn written(found: Found) -> String {
    match found {
        Found::Host | Found::Hip { .. } => String::new(),
        Found::Cuda {
            architecture,
            driver,
        } => format!("{architecture} {driver}"),
    }
}

/// None for the host: with it nothing is gained.
fn read(text: &str) -> Option<Found> {
    let (architecture, driver) = text.split_once(' ')?;
    Some(Found::Cuda {
        architecture: architecture.parse().ok()?,
        driver: driver.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gpu_is_remembered_by_the_name_that_it_was_asked_for() {
        let folder = tempfile::tempdir().expect("writable");
        let cache = Cache::open(folder.path(), 1 << 20).expect("writable");
        let gpu = Found::Cuda {
            architecture: 90,
            driver: 13_000,
        };
        assert_eq!(recall(&cache, "auto"), None);
        remember(&cache, "auto", gpu);
        remember(&cache, "cuda:1", Found::Host);
        cache.flush();
        assert_eq!(recall(&cache, "auto"), Some(gpu));
        assert_eq!(recall(&cache, "cuda:1"), None);
        assert_eq!(recall(&cache, "cpu"), None);
    }
}
