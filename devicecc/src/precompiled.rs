//! Precompiled headers of the preamble, from the cache or made now.

use std::path::Path;

use anyhow::Context as _;
use kernels_cache::{Cache, Entry, Key, KeyBuilder, Kind, Payload};

use crate::shim::{self, Settings};
use crate::source_files::{self, SourceFiles};
use crate::{target, toolchain};

/// A precompiled header; empty if there is none.
#[derive(Default)]
pub struct Precompiled {
    /// The header itself.
    pub header: Payload,
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

    /// The paths that were looked for while it was made.
    pub fn source_files(&self) -> Option<SourceFiles> {
        SourceFiles::from_bytes(&self.files)
    }
}

/// The precompiled headers of both sides; made now if the cache has none. `preparing` is called before that, which takes seconds.
pub(crate) fn both(
    settings: &Settings,
    cache: &Cache,
    preparing: &dyn Fn(),
) -> anyhow::Result<[Precompiled; 2]> {
    // Without a cache the two would be built and read once: parsing the preamble costs the same.
    if cache.directory().is_none() {
        preparing();
        return Ok(Default::default());
    }
    let keys = [0, 1].map(|side| header_key(settings, side));
    match on_both_sides([0, 1], |side| Ok(from_cache(&keys[side], cache)))? {
        [Some(host), Some(device)] => Ok([host, device]),
        [host, device] => {
            preparing();
            on_both_sides([(0, host), (1, device)], |(side, found)| match found {
                Some(found) => Ok(found),
                None => make(settings, side, &keys[side], cache),
            })
        }
    }
}

/// A key over everything that the reading of the preamble depends on.
pub(crate) fn key(domain: &str, settings: &Settings, side: usize) -> KeyBuilder {
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

/// Does the host's part here and the device's beside it.
fn on_both_sides<A: Send, T: Send>(
    [host, device]: [A; 2],
    of: impl Fn(A) -> anyhow::Result<T> + Sync,
) -> anyhow::Result<[T; 2]> {
    let sides = std::thread::scope(|scope| {
        let device = scope.spawn(|| of(device));
        let host = of(host);
        (
            host,
            device
                .join()
                .unwrap_or_else(|_| Err(anyhow::anyhow!("precompiling the device side panicked"))),
        )
    });
    Ok([sides.0?, sides.1?])
}

/// The precompiled header with this key. One that was made of files which have changed since is a miss.
fn from_cache(key: &Key, cache: &Cache) -> Option<Precompiled> {
    let entry = cache.get_kind(Kind::Precompiled, key)?;
    let current = !entry.meta.is_empty() && SourceFiles::are_current(&entry.meta);
    current.then(|| Precompiled::of(entry))
}

/// Makes the precompiled header of one side, for the cache too.
fn make(settings: &Settings, side: usize, key: &Key, cache: &Cache) -> anyhow::Result<Precompiled> {
    let asked = source_files::now();
    let made = shim::precompile(settings, side)?;
    let files = SourceFiles::from_list(&made.files, asked)
        .context("the compiler does not tell what it made the precompiled header of")?;
    let entry = Entry {
        kind: Kind::Precompiled,
        kernels: Vec::new(),
        meta: files.to_bytes(),
        payload: made.header.into(),
    };
    cache.put(key, &entry);
    let identifiers = Entry {
        kind: Kind::Precompiled,
        kernels: Vec::new(),
        meta: Vec::new(),
        payload: made.identifiers.into(),
    };
    cache.put(&identifiers_key(settings, side), &identifiers);
    Ok(Precompiled::of(entry))
}

/// The identifiers that were read while the precompiled header of a side was made, a newline before and behind each.
pub(crate) fn identifiers(settings: &Settings, side: usize, cache: &Cache) -> Option<Payload> {
    let key = identifiers_key(settings, side);
    let found = || Some(cache.get_kind(Kind::Precompiled, &key)?.payload);
    // The cache may have evicted them, and not the header.
    found().or_else(|| {
        make(settings, side, &header_key(settings, side), cache).ok()?;
        found()
    })
}

fn header_key(settings: &Settings, side: usize) -> Key {
    key("chevron-precompiled-v8", settings, side).finish()
}

fn identifiers_key(settings: &Settings, side: usize) -> Key {
    key("chevron-identifiers-v1", settings, side).finish()
}
