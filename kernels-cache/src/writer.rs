//! Puts on a thread of their own: the caller goes on while entries are written, synced and renamed.

use std::collections::{HashMap, HashSet, VecDeque};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use crate::directory;
use crate::log::Log;
use crate::root::Root;
use crate::temporary::Temporary;
use crate::{Entry, Key, Kind, format, sweep, usage};

/// Entries written between two looks at the queue. They are synced together, which costs little more than syncing one.
const BATCH_ENTRIES_MAX: usize = 64;

/// Payload bytes that may wait in memory; a put beyond that waits for the disk.
const QUEUE_BYTES_MAX: usize = 256 << 20;

/// The queue of entries to write, and the thread that writes them. The thread starts at the first put.
pub(crate) struct Writer {
    shared: Arc<Shared>,
}

struct Shared {
    root: Arc<Root>,
    bytes_max: u64,
    log: Arc<Log>,
    written: AtomicU64,
    queue: Mutex<Queue>,
    /// Work has come, or the end.
    work: Condvar,
    /// The queue got shorter, or the thread ended.
    progress: Condvar,
}

#[derive(Default)]
struct Queue {
    /// What a lookup must find although it is not on disk yet; the latest put of each key.
    pending: HashMap<Key, Arc<Entry>>,
    order: VecDeque<Key>,
    bytes: usize,
    closing: bool,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(crate) fn new(root: Arc<Root>, bytes_max: u64, log: Arc<Log>) -> Writer {
        let shared = Shared {
            root,
            bytes_max,
            log,
            written: AtomicU64::new(0),
            queue: Mutex::default(),
            work: Condvar::new(),
            progress: Condvar::new(),
        };
        Writer {
            shared: Arc::new(shared),
        }
    }

    /// Entries written so far by this process.
    pub(crate) fn written(&self) -> u64 {
        self.shared.written.load(Ordering::Relaxed)
    }

    /// The entry, if it waits to be written.
    pub(crate) fn pending(&self, key: &Key) -> Option<Arc<Entry>> {
        self.shared.lock().pending.get(key).cloned()
    }

    /// Queues an entry.
    pub(crate) fn put(&self, key: Key, entry: Entry) {
        let mut queue = self.shared.lock();
        while queue.bytes > QUEUE_BYTES_MAX {
            queue = self
                .shared
                .progress
                .wait(queue)
                .unwrap_or_else(PoisonError::into_inner);
        }
        queue.bytes += entry.payload.len();
        if let Some(older) = queue.pending.insert(key, Arc::new(entry)) {
            queue.bytes -= older.payload.len();
        } else {
            queue.order.push_back(key);
        }
        if queue.thread.is_none() {
            let shared = Arc::clone(&self.shared);
            let thread = std::thread::Builder::new().name("cache-writer".into());
            match thread.spawn(move || shared.write_until_closed()) {
                Ok(thread) => queue.thread = Some(thread),
                Err(error) => {
                    self.shared.log.add(format!(
                        "cannot start the cache's writer: {error}; nothing is stored"
                    ));
                    queue.forget_all();
                }
            }
        }
        self.shared.work.notify_one();
    }

    /// Waits until everything put so far is on disk or has failed.
    pub(crate) fn flush(&self) {
        let mut queue = self.shared.lock();
        while !queue.pending.is_empty() {
            queue = self
                .shared
                .progress
                .wait(queue)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        let mut queue = self.shared.lock();
        queue.closing = true;
        let thread = queue.thread.take();
        drop(queue);
        self.shared.work.notify_all();
        if let Some(thread) = thread {
            // A panic of the writer has lost cache entries and nothing else.
            let _ = thread.join();
        }
    }
}

impl Queue {
    fn forget_all(&mut self) {
        self.pending.clear();
        self.order.clear();
        self.bytes = 0;
    }

    /// Takes the next batch; its entries stay pending until they are written.
    fn batch(&mut self) -> Vec<(Key, Arc<Entry>)> {
        let count = self.order.len().min(BATCH_ENTRIES_MAX);
        let keys = self.order.drain(..count);
        keys.filter_map(|key| Some((key, Arc::clone(self.pending.get(&key)?))))
            .collect()
    }

    /// Forgets a batch that is written. An entry that was put again meanwhile is newer: it goes to the queue's end.
    fn done(&mut self, batch: &[(Key, Arc<Entry>)]) {
        for (key, entry) in batch {
            match self.pending.get(key) {
                Some(pending) if Arc::ptr_eq(pending, entry) => {
                    self.pending.remove(key);
                    self.bytes -= entry.payload.len();
                }
                Some(_) => self.order.push_back(*key),
                None => {}
            }
        }
    }
}

/// Lets nobody wait for ever for a thread that has ended, in whatever way.
struct Ending<'a>(&'a Shared);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        let mut queue = self.0.lock();
        queue.forget_all();
        queue.thread = None;
        drop(queue);
        self.0.progress.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_until_closed(&self) {
        let _ending = Ending(self);
        let mut failures = HashSet::new();
        loop {
            let mut queue = self.lock();
            while queue.order.is_empty() {
                if queue.closing {
                    return;
                }
                queue = self
                    .work
                    .wait(queue)
                    .unwrap_or_else(PoisonError::into_inner);
            }
            let batch = queue.batch();
            drop(queue);
            let bytes = self.write_batch(&batch, &mut failures);
            if bytes > 0 {
                self.account(bytes, &mut failures);
            }
            self.lock().done(&batch);
            self.progress.notify_all();
        }
    }

    /// Writes all temporaries, then syncs them, then renames them; gives the disk space of what was stored.
    fn write_batch(
        &self,
        batch: &[(Key, Arc<Entry>)],
        failures: &mut HashSet<io::ErrorKind>,
    ) -> u64 {
        let mut temporaries = Vec::with_capacity(batch.len());
        for (key, entry) in batch {
            match write_temporary(&self.root, key, entry) {
                Ok(temporary) => temporaries.push((key, entry.kind, temporary)),
                Err(error) => self.failed(error, failures),
            }
        }
        let mut bytes = 0;
        for (key, kind, temporary) in temporaries {
            match store(&self.root, key, kind, temporary) {
                Ok(stored) => {
                    bytes += stored;
                    self.written.fetch_add(1, Ordering::Relaxed);
                }
                Err(error) => self.failed(error, failures),
            }
        }
        bytes
    }

    fn account(&self, bytes: u64, failures: &mut HashSet<io::ErrorKind>) {
        let due = usage::add(&self.root, bytes, self.bytes_max);
        let swept = due.and_then(|due| {
            if due {
                sweep::sweep(&self.root, self.bytes_max)
            } else {
                Ok(())
            }
        });
        if let Err(error) = swept {
            self.failed(error, failures);
        }
    }

    /// Says once for each sort of failure that entries are not kept.
    fn failed(&self, error: io::Error, failures: &mut HashSet<io::ErrorKind>) {
        if failures.insert(error.kind()) {
            let directory = self.root.path().display();
            self.log.add(format!(
                "cannot write to the cache `{directory}`: {error}; what is compiled now is not kept"
            ));
        }
    }
}

/// Writes an entry under a name that no lookup finds.
fn write_temporary<'a>(root: &'a Root, key: &Key, entry: &Entry) -> io::Result<Temporary<'a>> {
    let mut temporary = Temporary::new(root)?;
    format::write(temporary.file(), key, entry)?;
    Ok(temporary)
}

/// Syncs a temporary and gives it its name; gives its disk space.
fn store(root: &Root, key: &Key, kind: Kind, mut temporary: Temporary) -> io::Result<u64> {
    temporary.file().sync_data()?;
    let bytes = temporary.file().metadata()?.len();
    let path = directory::entry_path(kind, key);
    // The first entry there.
    if let Some(folder) = path.parent().filter(|folder| root.status(folder).is_err()) {
        root.make_folder(folder)?;
    }
    match temporary.store(&path) {
        // Another process is clearing the cache.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        stored => stored?,
    };
    for other in Kind::ALL.into_iter().filter(|other| *other != kind) {
        // A key names one entry: what it named before under another kind must not be found any more.
        match root.remove_file(&directory::entry_path(other, key)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(directory::disk_bytes(bytes))
}
