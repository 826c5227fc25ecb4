//! The end of the connection that speaks.

use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex};

use crate::lock::lock;
use crate::wire::{KernelImage, Request, frame};

/// Sends kernels from any thread, also while a cell runs. Clones share one connection.
///
/// If the executor has died, sending does nothing: whoever runs cells on it is told.
#[derive(Clone)]
pub struct ModuleSender {
    connection: Arc<Mutex<Outgoing>>,
}

struct Outgoing {
    stream: UnixStream,
    /// Kernels, and failures of some, that were sent.
    kernels: u64,
}

impl ModuleSender {
    /// Sends a kernel's code object. Gives its number among those that this executor got, from 1.
    pub fn kernel(&self, image: KernelImage) -> u64 {
        self.send_kernel(&Request::Kernel(image))
    }

    /// Says that a kernel could not be compiled: launches of it fail with this message. Gives a number as `kernel` does.
    ///
    /// `cell` is the generation, as `KernelImage::cell`.
    pub fn kernel_failed(&self, symbol: &str, cell: u32, message: &str) -> u64 {
        self.send_kernel(&Request::KernelFailed {
            symbol: symbol.to_owned(),
            cell,
            message: message.to_owned(),
        })
    }

    pub(super) fn new(stream: UnixStream, kernels: u64) -> ModuleSender {
        ModuleSender {
            connection: Arc::new(Mutex::new(Outgoing { stream, kernels })),
        }
    }

    fn send_kernel(&self, request: &Request) -> u64 {
        let mut connection = lock(&self.connection);
        connection.kernels += 1;
        connection.send(request);
        connection.kernels
    }

    pub(super) fn send(&self, request: &Request) {
        lock(&self.connection).send(request);
    }
}

impl Outgoing {
    fn send(&mut self, request: &Request) {
        // A failure means that the executor is gone; waiting for its next event tells.
        drop(frame::write(&mut self.stream, request));
    }
}
