//! Values that streams write and wait for, by the driver's own calls.

use super::device::Cuda;
use crate::device::{Result, StreamId, StreamValue, StreamValues};

impl StreamValues for Cuda {
    unsafe fn write_value(&self, stream: StreamId, value: &StreamValue) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        self.call(|driver| unsafe { driver.write_value(stream.0 as usize, value) })
    }

    unsafe fn wait_value(&self, stream: StreamId, value: &StreamValue) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        self.call(|driver| unsafe { driver.wait_value(stream.0 as usize, value) })
    }
}
