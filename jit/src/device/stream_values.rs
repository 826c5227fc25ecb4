//! Values in memory that streams write and wait for. Handed out by `Interfaces::stream_values`, where the device itself does it.

use super::{Result, StreamId};

/// A word of memory, and the value that is written to it or compared with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamValue {
    /// Of 4 or 8 bytes, aligned to its size.
    pub address: u64,
    /// The value; of 4 bytes the lower half.
    pub value: u64,
    /// 8 bytes, not 4.
    pub wide: bool,
    /// `CUstreamWaitValue_flags` or `CUstreamWriteValue_flags`.
    pub flags: u32,
}

impl StreamValue {
    /// A word of ones.
    pub(crate) fn all_bits(&self) -> u64 {
        match self.wide {
            true => u64::MAX,
            false => u64::from(u32::MAX),
        }
    }
}

/// Writes and waits in the order of streams.
pub trait StreamValues {
    /// Queues a write.
    ///
    /// # Safety
    /// The word is valid until it has happened.
    unsafe fn write_value(&self, stream: StreamId, value: &StreamValue) -> Result<()>;

    /// Makes what is queued in the stream from now on wait until the word is as the flags say.
    ///
    /// # Safety
    /// The word is valid until that has happened.
    unsafe fn wait_value(&self, stream: StreamId, value: &StreamValue) -> Result<()>;
}
