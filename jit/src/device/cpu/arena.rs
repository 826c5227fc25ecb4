//! Memory of a block: what its threads share, and what code that runs it whole keeps for each of them.

use std::ffi::{c_char, c_void};
use std::io;

use super::abi::REGIONS_THREADS;
use super::memory::{Mapping, page_bytes};

/// Shared memory of a block: its end lies against an inaccessible page, so that an overrun is a fault.
#[derive(Default)]
pub(super) struct SharedArena(Option<Mapping>);

impl SharedArena {
    /// Alignment of shared memory, bytes.
    const ALIGNMENT_BYTES: usize = 128;

    /// Memory for a block, alive until the next call. Its contents are left over from other blocks, as on hardware.
    pub(super) fn take(&mut self, bytes: u32) -> io::Result<*mut c_char> {
        let guard = page_bytes();
        let used = (bytes as usize).next_multiple_of(Self::ALIGNMENT_BYTES);
        let fits = self
            .0
            .as_ref()
            .is_some_and(|it| it.bytes() - 2 * guard >= used);
        if !fits {
            let usable = used.next_multiple_of(64 * 1024);
            let mapping = Mapping::inaccessible(usable + 2 * guard)?;
            mapping.open(guard, usable)?;
            self.0 = Some(mapping);
        }
        let end = self.0.as_ref().map_or(0, Mapping::end) - guard;
        Ok((end - used) as *mut c_char)
    }
}

/// Memory in which code that runs a block region by region keeps what its threads go on with.
#[derive(Default)]
pub(super) struct ContextArena(Option<Mapping>);

impl ContextArena {
    /// Memory for a block, alive until the next call. It begins at a page, and its contents are left over.
    pub(super) fn take(&mut self, threads: u32, thread_bytes: u32) -> io::Result<*mut c_void> {
        let threads = threads.next_multiple_of(REGIONS_THREADS) as usize;
        let bytes = threads * thread_bytes as usize;
        let guard = page_bytes();
        let usable = self.0.as_ref().map_or(0, |it| it.bytes() - 2 * guard);
        if self.0.is_none() || usable < bytes {
            let usable = bytes.max(1).next_multiple_of(64 * 1024);
            let mapping = Mapping::inaccessible(usable + 2 * guard)?;
            mapping.open(guard, usable)?;
            self.0 = Some(mapping);
        }
        let base = self.0.as_ref().map_or(0, Mapping::base);
        Ok((base + guard) as *mut c_void)
    }
}
