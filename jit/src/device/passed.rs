//! What a loaded kernel was given: which of its parameters are pointers, and the last address of each that is in order.

use std::sync::atomic::{AtomicU64, Ordering};

/// Parameters that are looked at; later ones are not.
pub const PARAMETERS_MAX: usize = 16;

/// The bit that tells that the others are known.
const KNOWN: u64 = 1 << PARAMETERS_MAX;

/// What a kernel was given.
#[derive(Debug, Default)]
pub struct Passed {
    /// A bit for each parameter that is to be looked at.
    parameters: AtomicU64,
    addresses: [AtomicU64; PARAMETERS_MAX],
}

impl Passed {
    /// The parameters to look at, a bit for each; `find` tells which they are, once.
    #[inline]
    pub fn parameters(&self, find: impl FnOnce() -> u64) -> u64 {
        let known = self.parameters.load(Ordering::Relaxed);
        if known == 0 {
            self.parameters
                .store(find() & (KNOWN - 1) | KNOWN, Ordering::Relaxed);
        }
        self.parameters.load(Ordering::Relaxed) & (KNOWN - 1)
    }

    /// Was this address the last one of a parameter that was in order?
    #[inline]
    pub fn is_known(&self, parameter: usize, address: u64) -> bool {
        self.addresses[parameter].load(Ordering::Relaxed) == address
    }

    /// An address is in order.
    pub fn keep(&self, parameter: usize, address: u64) {
        self.addresses[parameter].store(address, Ordering::Relaxed);
    }

    /// A parameter is not looked at any more.
    pub fn forget(&self, parameter: usize) {
        self.parameters
            .fetch_and(!(1 << parameter), Ordering::Relaxed);
    }
}
