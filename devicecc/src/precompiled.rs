//! Precompiled headers of the preamble, from the cache or made now.

use std::path::Path;

use anyhow::{Context as _, Result};
use kernels_cache::{Cache, Entry, Key, KeyBuilder, Kind};

use crate::shim::{self, Settings};
use crate::source_files::{self, SourceFiles};
use crate::{target, toolchain};

/// A precompiled header; empty if there is none.
#[derive(Default)]
pub struct Precompiled {
    /// The header itself.
    pub header: Vec<u8>,
    /// What files it was made of: `SourceFiles::to_bytes`.
    pub files: Vec<u8>,
}

impl Precompiled {
    fn of(entry: Entry) -> Precompiled {
        Precompiled {
            header: entry.payload,
            files: entry.meta,
        }
    }
}

/// The precompiled headers of both sides; made now if the cache has none.
pub fn both(settings: &Settings, cache: &Cache) -> Result<[Precompiled; 2]> {
    // Without a cache the two would be built and read once: parsing the preamble costs the same.
    if cache.directory().is_none() {
        return Ok(Default::default());
    }
    let sides = std::thread::scope(|scope| {
        let device = scope.spawn(|| one_side(settings, 1, cache));
        let host = one_side(settings, 0, cache);
        (
            host,
            device
                .join()
                .unwrap_or_else(|_| Err(anyhow::anyhow!("precompiling the device side panicked"))),
        )
    });
    Ok([sides.0?, sides.1?])
}

/// A key over everything that the reading of the preamble depends on.
pub fn key(domain: &str, settings: &Settings, side: usize) -> KeyBuilder {
    let mut key = Key::builder(domain)
        .field("preamble", settings.preamble.as_bytes())
        .field("stamp", settings.stamp.as_bytes());
    for (name, contents) in &settings.headers {
        key = key.field(name, contents);
    }
    let mut option = "";
    for argument in &settings.arguments[side] {
        key = key.field("argument", argument.as_bytes());
        // Machines that share a cache each have their own headers. The user's change every day, and are looked at one by one (`SourceFiles`).
        if option != "-I" && argument.starts_with('/') {
            key = key.field("stamp", target::file_stamp(Path::new(argument)).as_bytes());
        } else if option == "-I" && !argument.starts_with('/') {
            let here = std::env::current_dir().unwrap_or_default();
            key = key.field("directory", here.as_os_str().as_encoded_bytes());
        }
        option = argument;
    }
    key.field("clang", toolchain::stamp().as_bytes())
}

/// The key of the precompiled header of one side.
fn key_of_side(settings: &Settings, side: usize) -> Key {
    key("chevron-precompiled-v3", settings, side).finish()
}

/// Does the cache hold the precompiled headers of both sides, and is none of their files newer?
pub fn are_there(settings: &Settings, cache: &Cache) -> bool {
    (0..2).all(|side| from_cache(&key_of_side(settings, side), cache).is_some())
}

/// The precompiled header with this key. One that was made of files which have changed since is a miss.
fn from_cache(key: &Key, cache: &Cache) -> Option<Precompiled> {
    let entry = cache.get_kind(Kind::Precompiled, key)?;
    let current = !entry.meta.is_empty() && SourceFiles::are_current(&entry.meta);
    current.then(|| Precompiled::of(entry))
}

/// The precompiled header of one side, from the cache or made now.
fn one_side(settings: &Settings, side: usize, cache: &Cache) -> Result<Precompiled> {
    let key = key_of_side(settings, side);
    if let Some(found) = from_cache(&key, cache) {
        return Ok(found);
    }
    let asked = source_files::now();
    let (header, list) = shim::precompile(settings, side)?;
    let files = SourceFiles::from_list(&list, asked)
        .context("the compiler does not tell what it made the precompiled header of")?;
    let entry = Entry {
        kind: Kind::Precompiled,
        kernels: Vec::new(),
        meta: files.to_bytes(),
        payload: header,
    };
    cache.put(&key, &entry);
    Ok(Precompiled::of(entry))
}
