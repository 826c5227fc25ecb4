//! The cache as its users see it.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use rustix::fs::{FileType, OFlags};

use crate::directory::{self, QUARANTINE, Role};
use crate::format::{self, Bad, ENTRY_BYTES_MAX};
use crate::log::Log;
use crate::open_error::OpenError;
use crate::root::{Root, user};
use crate::temporary;
use crate::usage;
use crate::writer::Writer;
use crate::{BadEntry, Cleared, Entry, Key, Kind, KindStats, Stats, Usage, VerifyReport};

/// The size at which a cache starts to evict, unless its opener says another: 2 GiB.
pub const BYTES_MAX_DEFAULT: u64 = 2 << 30;

/// Recency is kept to this precision, so that a hit seldom has to write.
const TOUCH_INTERVAL: Duration = Duration::from_secs(60);

/// A handle of the cache: cheap to clone, usable from every thread, shared with any number of other processes.
///
/// No operation fails its caller. What goes wrong is a miss, and a line in [`Cache::take_log`]. Dropping the last handle
/// waits until what was put is on disk; a process that ends without that loses the last entries and nothing else.
#[derive(Clone)]
pub struct Cache {
    store: Option<Arc<Store>>,
}

struct Store {
    root: Arc<Root>,
    bytes_max: u64,
    log: Arc<Log>,
    writer: Writer,
    hits: AtomicU64,
    misses: AtomicU64,
    rejected: AtomicU64,
}

/// What became of a lookup in one folder.
enum Lookup {
    Good(Box<Entry>),
    Absent,
    Bad {
        reason: String,
        schema: bool,
        file: Option<(u64, u64)>,
    },
}

impl Cache {
    /// Opens the cache in `directory`, made with mode 0700 if it is not there, which evicts when it holds more than
    /// `bytes_max` bytes of disk space. A directory that another user owns or can write to is refused: whoever can write
    /// there can run code as the user.
    pub fn open(directory: &Path, bytes_max: u64) -> Result<Cache, OpenError> {
        let root = Arc::new(directory::open(directory)?);
        let log = Arc::new(Log::default());
        let writer = Writer::new(Arc::clone(&root), bytes_max, Arc::clone(&log));
        let [hits, misses, rejected] = [const { AtomicU64::new(0) }; 3];
        Ok(Cache {
            store: Some(Arc::new(Store {
                root,
                bytes_max,
                log,
                writer,
                hits,
                misses,
                rejected,
            })),
        })
    }

    /// A cache that finds and keeps nothing.
    pub fn disabled() -> Cache {
        Cache { store: None }
    }

    /// The entry of `key`, every byte of it checked, or `None`. A bad entry is taken out of the cache and logged.
    pub fn get(&self, key: &Key) -> Option<Entry> {
        self.find(key, &Kind::ALL)
    }

    /// `get` of an entry that was put with `kind`: looks in one place instead of one for each kind.
    pub fn get_kind(&self, kind: Kind, key: &Key) -> Option<Entry> {
        self.find(key, &[kind])
    }

    fn find(&self, key: &Key, kinds: &[Kind]) -> Option<Entry> {
        let store = self.store.as_ref()?;
        let entry = store.find(key, kinds);
        let counter = if entry.is_some() {
            &store.hits
        } else {
            &store.misses
        };
        counter.fetch_add(1, Ordering::Relaxed);
        entry
    }

    /// Stores `entry`, in place of what `key` named before. Returns at once: the entry is found from now on in this process,
    /// and in others as soon as the writer's thread has it on disk.
    pub fn put(&self, key: &Key, entry: &Entry) {
        let Some(store) = &self.store else { return };
        let bytes = (entry.payload.len() + entry.meta.len()) as u64;
        let bytes_max = store.bytes_max.min(ENTRY_BYTES_MAX);
        if bytes > bytes_max {
            store.log.add(format!(
                "an entry of {bytes} bytes is more than the cache takes ({bytes_max})"
            ));
            return;
        }
        store.writer.put(*key, entry.clone());
    }

    /// Takes the entry of `key` out of the cache, because a device or a linker rejected its payload; `reason` completes "the
    /// entry is bad: …".
    pub fn quarantine(&self, key: &Key, reason: &str) {
        let Some(store) = &self.store else { return };
        // An entry that is on its way to the disk would come back after its removal.
        store.writer.flush();
        for kind in Kind::ALL {
            let path = directory::entry_path(kind, key);
            if store.root.status(&path).is_ok() {
                store.reject(&path, reason, None);
            }
        }
    }

    /// Counts what is there. It looks at every file's size, not into the files.
    pub fn stats(&self) -> Stats {
        let Some(store) = &self.store else {
            return Stats::default();
        };
        store.writer.flush();
        let mut kinds = Kind::ALL.map(|kind| KindStats {
            kind,
            usage: Usage::default(),
        });
        let mut other = Usage::default();
        for file in directory::walk(&store.root) {
            let usage = match file.role {
                Role::Entry(kind, _) => kinds
                    .iter_mut()
                    .find(|stats| stats.kind == kind)
                    .map(|stats| &mut stats.usage),
                _ => None,
            };
            usage.unwrap_or(&mut other).add(file.bytes);
        }
        Stats {
            directory: Some(store.root.path().to_owned()),
            bytes_max: store.bytes_max,
            kinds: kinds.to_vec(),
            other,
            hits: store.hits.load(Ordering::Relaxed),
            misses: store.misses.load(Ordering::Relaxed),
            written: store.writer.written(),
            rejected: store.rejected.load(Ordering::Relaxed),
        }
    }

    /// Reads and checks every entry, and takes the bad ones out.
    pub fn verify(&self) -> VerifyReport {
        let mut report = VerifyReport::default();
        let Some(store) = &self.store else {
            return report;
        };
        store.writer.flush();
        for file in directory::walk(&store.root) {
            let Role::Entry(kind, key) = file.role else {
                continue;
            };
            let lookup = if directory::entry_path(kind, &key) == file.path {
                read_entry(&store.root, &file.path, kind, &key)
            } else {
                Lookup::Bad {
                    reason: "it is in another key's folder".into(),
                    schema: false,
                    file: None,
                }
            };
            match lookup {
                Lookup::Good(_) => report.good.add(file.bytes),
                Lookup::Absent => {}
                Lookup::Bad {
                    reason,
                    file: identity,
                    ..
                } => {
                    store.reject(&file.path, &reason, identity);
                    report.bad.push(BadEntry {
                        path: store.root.path().join(file.path),
                        reason,
                    });
                }
            }
        }
        report
    }

    /// Removes all entries of every version, and nothing that the cache did not make.
    ///
    /// # Errors
    /// When something could not be removed; what could be is gone.
    pub fn clear(&self) -> io::Result<Cleared> {
        let mut cleared = Cleared::default();
        let Some(store) = &self.store else {
            return Ok(cleared);
        };
        store.writer.flush();
        for file in directory::walk(&store.root) {
            cleared.add(file.bytes);
        }
        let mut folders = directory::buckets(&store.root);
        folders.push(QUARANTINE.into());
        temporary::remove_abandoned(&store.root);
        let results: Vec<io::Result<()>> = folders
            .iter()
            .map(|folder| remove_folder(&store.root, folder))
            .collect();
        let reset = usage::set(&store.root, 0);
        results
            .into_iter()
            .chain([reset])
            .collect::<io::Result<()>>()?;
        Ok(cleared)
    }

    /// The directory, or `None` if the cache is disabled.
    pub fn directory(&self) -> Option<&Path> {
        self.store.as_ref().map(|store| store.root.path())
    }

    /// Waits until everything that was put is on disk, or has failed to get there.
    pub fn flush(&self) {
        if let Some(store) = &self.store {
            store.writer.flush();
        }
    }

    /// Takes the lines that the user should see: bad entries, and failures to write.
    pub fn take_log(&self) -> Vec<String> {
        self.store
            .as_ref()
            .map(|store| store.log.take())
            .unwrap_or_default()
    }
}

impl Usage {
    fn add(&mut self, bytes: u64) {
        self.files += 1;
        self.bytes += bytes;
    }
}

impl Store {
    fn find(&self, key: &Key, kinds: &[Kind]) -> Option<Entry> {
        if let Some(entry) = self.writer.pending(key) {
            return Some((*entry).clone());
        }
        for &kind in kinds {
            let path = directory::entry_path(kind, key);
            match read_entry(&self.root, &path, kind, key) {
                Lookup::Good(entry) => return Some(*entry),
                Lookup::Absent => {}
                // Another version may still use it; the next put replaces it.
                Lookup::Bad { schema: true, .. } => {}
                Lookup::Bad { reason, file, .. } => self.reject(&path, &reason, file),
            }
        }
        None
    }

    /// Takes a bad file away and says so. `file` is the device and inode of what was read: if another process has put a new
    /// entry in its place meanwhile, that one stays.
    fn reject(&self, path: &Path, reason: &str, file: Option<(u64, u64)>) {
        let before = self.rejected.fetch_add(1, Ordering::Relaxed);
        let shown = self.root.path().join(path);
        let shown = shown.display();
        let current = self.root.status(path).ok();
        let current = current.map(|found| (found.st_dev, found.st_ino));
        if file.is_some() && current != file {
            self.log.add(format!(
                "the cache entry `{shown}` was bad: {reason}; it has been replaced already"
            ));
            return;
        }
        let outcome = match self.take_away(path) {
            Ok(()) => "it is compiled again".to_owned(),
            Err(error) => format!("it is compiled again, and stays there: {error}"),
        };
        // Where one is bad others may be, which a line each would not make better.
        match before {
            0 => self.log.add(format!(
                "the cache entry `{shown}` is bad: {reason}; {outcome}"
            )),
            1 => self
                .log
                .add("more entries of the cache are bad; `%cache` tells how many".to_owned()),
            _ => {}
        }
    }

    /// Moves a file into the quarantine, or removes it if that fails, as on a full disk.
    fn take_away(&self, path: &Path) -> io::Result<()> {
        let root = &self.root;
        let quarantine = Path::new(QUARANTINE);
        let name = path.file_name().unwrap_or_default();
        let moved = root
            .make_folder(quarantine)
            .and_then(|()| root.rename(path, &quarantine.join(name)));
        moved
            .or_else(|_| root.remove_file(path))
            .or_else(|_| root.remove_folder(path))
    }
}

/// Reads the entry at `path`, and notes that it was used.
fn read_entry(root: &Root, path: &Path, kind: Kind, key: &Key) -> Lookup {
    let bad = |reason: String, file| Lookup::Bad {
        reason,
        schema: false,
        file,
    };
    // Without NONBLOCK, a pipe in place of an entry would stop the session.
    let mut file = match root.open_file(path, OFlags::RDONLY | OFlags::NONBLOCK) {
        Ok(file) => file,
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
            ) =>
        {
            return Lookup::Absent;
        }
        Err(_) if is_link(root, path) => return bad("it is a link".into(), None),
        Err(error) => return bad(format!("it cannot be opened: {error}"), None),
    };
    let found = match file.metadata() {
        Ok(found) => found,
        Err(error) => return bad(format!("it cannot be read: {error}"), None),
    };
    let identity = Some((found.dev(), found.ino()));
    if !found.is_file() {
        return bad("it is not a regular file".into(), identity);
    }
    if found.uid() != user() {
        return bad(format!("it belongs to user {}", found.uid()), identity);
    }
    match format::read(&mut file, found.len(), key, kind) {
        Ok(entry) => {
            touch(&file, &found);
            Lookup::Good(Box::new(entry))
        }
        Err(error) => Lookup::Bad {
            reason: error.reason(),
            schema: matches!(error, Bad::Schema(_)),
            file: identity,
        },
    }
}

fn is_link(root: &Root, path: &Path) -> bool {
    let about = root.status(path);
    about.is_ok_and(|it| FileType::from_raw_mode(it.st_mode) == FileType::Symlink)
}

/// Notes the use of a file in its modification time. A read-only directory has no recency, and nothing is evicted there.
fn touch(file: &File, found: &fs::Metadata) {
    let now = SystemTime::now();
    let recent = found.modified().is_ok_and(|used| {
        now.duration_since(used)
            .is_ok_and(|age| age < TOUCH_INTERVAL)
    });
    if !recent {
        let _ = file.set_modified(now);
    }
}

/// Removes a folder while other processes may be writing into it.
fn remove_folder(root: &Root, folder: &Path) -> io::Result<()> {
    const TRIES_MAX: u32 = 8;
    let mut tries = 0;
    loop {
        tries += 1;
        match root.remove_folder(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            // Others write as fast as this removes. What is left in the end has come since.
            Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => {
                if tries == TRIES_MAX {
                    return Ok(());
                }
            }
            result => return result,
        }
    }
}
