//! What a device is given to do: streams, copies, fills and launches, as plain values.

use std::sync::Arc;

use super::{Arguments, LoadedKernel};

/// How a stream is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamOptions {
    /// True: it orders with the legacy default stream.
    pub blocking: bool,
    /// Lower numbers run first; from `Properties::priority_greatest` to 0.
    pub priority: i32,
}

/// Whether the caller of a copy or fill goes on at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completion {
    /// Queued; the method returns at once.
    Queued,
    /// Done before the method returns if nothing stands before it in the stream; else queued.
    Soon,
    /// The method returns when it has happened.
    Done,
}

/// A strided copy of `depth` slices of `height` rows of `width` bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copy {
    /// Address of the first byte to write.
    pub target: u64,
    /// Address of the first byte to read.
    pub source: u64,
    /// Bytes of a row.
    pub width: usize,
    /// Rows of a slice.
    pub height: usize,
    /// Slices.
    pub depth: usize,
    /// Bytes from a row to the next one, where it is written.
    pub target_pitch: usize,
    /// Bytes from a slice to the next one, where it is written.
    pub target_slice: usize,
    /// Bytes from a row to the next one, where it is read.
    pub source_pitch: usize,
    /// Bytes from a slice to the next one, where it is read.
    pub source_slice: usize,
}

impl Copy {
    /// A copy of consecutive bytes.
    pub fn linear(target: u64, source: u64, bytes: usize) -> Copy {
        Copy {
            target,
            source,
            width: bytes,
            height: 1,
            depth: 1,
            target_pitch: bytes,
            target_slice: bytes,
            source_pitch: bytes,
            source_slice: bytes,
        }
    }

    /// Bytes that it moves.
    pub fn bytes(&self) -> usize {
        self.width * self.height * self.depth
    }
}

/// A strided fill of `depth` slices of `height` rows of `width` elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fill {
    /// Address of the first byte to write.
    pub target: u64,
    /// What to write; its low `element_bytes` bytes count.
    pub value: u32,
    /// Size of an element: 1, 2 or 4.
    pub element_bytes: u32,
    /// Elements of a row.
    pub width: usize,
    /// Rows of a slice.
    pub height: usize,
    /// Slices.
    pub depth: usize,
    /// Bytes from a row to the next one.
    pub pitch: usize,
    /// Bytes from a slice to the next one.
    pub slice: usize,
}

impl Fill {
    /// Bytes that it writes.
    pub fn bytes(&self) -> usize {
        self.width * self.height * self.depth * self.element_bytes as usize
    }
}

/// Grid, block, dynamic shared memory and kind of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchConfig {
    /// Blocks, along each axis.
    pub grid: [u32; 3],
    /// Threads of a block, along each axis.
    pub block: [u32; 3],
    /// Dynamic shared memory of a block, bytes.
    pub dynamic_shared_bytes: u32,
    /// True: all blocks run at the same time and may synchronise.
    pub cooperative: bool,
    /// Blocks of a cluster, along each axis; zeros: as the kernel says.
    pub cluster: [u32; 3],
}

impl LaunchConfig {
    /// Blocks of a cluster of a launch of this kernel, along each axis; none if it has no clusters.
    pub fn cluster_of(&self, kernel: &LoadedKernel) -> Option<[u32; 3]> {
        let given = [self.cluster, kernel.cluster];
        given.into_iter().find(|it| *it != [0; 3])
    }
}

/// One launch of a kernel.
#[derive(Clone)]
pub struct Launch {
    /// What runs; kept loaded until it has run.
    pub kernel: Arc<LoadedKernel>,
    /// How often.
    pub config: LaunchConfig,
    /// Its parameters, copied.
    pub arguments: Arc<Arguments>,
}
