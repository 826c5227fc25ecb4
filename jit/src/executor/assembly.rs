//! Threads that have the driver make code objects of PTX, so that neither the session's next message nor another kernel waits.

use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use super::connection::Connection;
use crate::lock::lock;
use crate::modules::Modules;
use crate::runtime;
use crate::wire::{CodeKind, Event, KernelImage};

/// Threads at most: the driver's assembler scales to about so many.
const THREADS_MAX: usize = 8;

/// Takes the kernels that the session sends. Belongs to the thread that reads its messages.
pub(super) struct Assembly {
    modules: &'static Modules,
    connection: &'static Connection,
    /// To the threads, once there are any.
    images: Option<Sender<KernelImage>>,
    pending: Arc<Pending>,
}

#[derive(Default)]
struct Pending {
    count: Mutex<usize>,
    changed: Condvar,
}

impl Assembly {
    pub(super) fn new(modules: &'static Modules, connection: &'static Connection) -> Assembly {
        Assembly {
            modules,
            connection,
            images: None,
            pending: Arc::default(),
        }
    }

    /// Loads a kernel, now or, if that takes long, soon.
    pub(super) fn take(&mut self, image: KernelImage) {
        if !matches!(image.kind, CodeKind::Ptx { .. }) {
            self.modules.add_kernel(image, |_, _| {});
            return;
        }
        *self.pending.count() += 1;
        let images = self
            .images
            .get_or_insert_with(|| start(self.modules, self.connection, &self.pending));
        if let Err(mpsc::SendError(image)) = images.send(image) {
            // The system gave no thread.
            assemble(self.modules, self.connection, image);
            self.pending.finish_one();
        }
    }

    /// Waits until all kernels are where they belong.
    pub(super) fn wait(&self) {
        let count = self.pending.count();
        drop(
            self.pending
                .changed
                .wait_while(count, |count| *count > 0)
                .unwrap_or_else(PoisonError::into_inner),
        );
    }
}

impl Pending {
    fn count(&self) -> MutexGuard<'_, usize> {
        lock(&self.count)
    }

    fn finish_one(&self) {
        *self.count() -= 1;
        self.changed.notify_all();
    }
}

fn start(
    modules: &'static Modules,
    connection: &'static Connection,
    pending: &Arc<Pending>,
) -> Sender<KernelImage> {
    let (images, waiting) = mpsc::channel();
    let waiting = Arc::new(Mutex::new(waiting));
    let threads = thread::available_parallelism().map_or(1, |threads| threads.get());
    for number in 0..threads.min(THREADS_MAX) {
        let (waiting, pending) = (Arc::clone(&waiting), Arc::clone(pending));
        let thread = thread::Builder::new().name(format!("chevron-ptx-{number}"));
        // Without any thread the channel is closed, and `take` does the work itself.
        drop(thread.spawn(move || {
            runtime::toolkit::relax_capture();
            while let Some(image) = next(&waiting) {
                assemble(modules, connection, image);
                pending.finish_one();
            }
        }));
    }
    images
}

fn next(waiting: &Mutex<Receiver<KernelImage>>) -> Option<KernelImage> {
    let waiting = lock(waiting);
    waiting.recv().ok()
}

fn assemble(modules: &Modules, connection: &Connection, image: KernelImage) {
    let start = Instant::now();
    modules.add_kernel(image, |key, bytes| {
        connection.send(&Event::CodeObject {
            key,
            bytes: bytes.to_vec(),
            made_ns: start.elapsed().as_nanos() as u64,
        });
    });
}
