//! Kernels in the cache: what emission has made, with its own description beside it.

use kernels_cache::{Cache, Entry, KernelRecord, Key, Kind};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::cell::Kernel;

/// Looks a kernel up: its description, and the code. An entry that does not tell what it should is put aside.
pub(in crate::emit) fn find<D: DeserializeOwned>(
    kind: Kind,
    key: &Key,
    cache: &Cache,
) -> Option<(D, Vec<u8>)> {
    let entry = cache.get_kind(kind, key)?;
    match postcard::from_bytes(&entry.meta) {
        Ok(description) => Some((description, entry.payload.into_vec())),
        Err(error) => {
            cache.quarantine(key, &format!("its description cannot be read: {error}"));
            None
        }
    }
}

/// Puts a kernel's code into the cache and gives it back. `shared_bytes`: its static shared memory.
///
/// # Errors
///
/// The description cannot be written, which is our failure.
pub(in crate::emit) fn keep<D: Serialize>(
    kind: Kind,
    key: &Key,
    kernel: &Kernel,
    shared_bytes: u32,
    description: &D,
    code: Vec<u8>,
    cache: &Cache,
) -> anyhow::Result<Vec<u8>> {
    let record = KernelRecord {
        name: kernel.symbol.clone(),
        registers: 0,
        shared_bytes,
        param_bytes: kernel.param_bytes.clone(),
    };
    let entry = Entry {
        kind,
        kernels: vec![record],
        meta: postcard::to_stdvec(description)?,
        payload: code.into(),
    };
    cache.put(key, &entry);
    Ok(entry.payload.into_vec())
}
