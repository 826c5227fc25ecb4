//! Names of memory pools that several processes use.

use std::sync::atomic::{AtomicU32, Ordering};

/// `cudaMemHandleTypePosixFileDescriptor`
pub(super) const FILE_DESCRIPTOR: i32 = 1;

/// What tells of memory of such a pool begins with this.
pub(super) const OF_POOL: u32 = 0x6368_7031; // "chp1"

/// What a name begins with.
const NAME: u32 = 0x6368_6e31; // "chn1"

/// What tells pools of all processes apart: a process, and which of its pools.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PoolName {
    kind: u32,
    pub(super) process: u32,
    pool: u32,
    pub(super) device: u32,
}

/// Names of this process's pools so far.
static NAMED: AtomicU32 = AtomicU32::new(0);

impl PoolName {
    /// A new one, of a pool of this process.
    pub(super) fn new(device: usize) -> PoolName {
        PoolName {
            kind: NAME,
            process: std::process::id(),
            pool: NAMED.fetch_add(1, Ordering::Relaxed),
            device: device as u32,
        }
    }

    /// As it is written down.
    pub(super) fn words(self) -> [u32; 4] {
        [self.kind, self.process, self.pool, self.device]
    }

    /// What was written down; none if it is something else.
    pub(super) fn of_words([kind, process, pool, device]: [u32; 4]) -> Option<PoolName> {
        (kind == NAME).then_some(PoolName {
            kind,
            process,
            pool,
            device,
        })
    }
}
