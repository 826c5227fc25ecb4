//! Memory, streams and events by the driver's own handles: for other processes, and for calls of the driver's own.

use super::device::{Cuda, handle};
use crate::device::{DriverHandles, DriverIpc, EventId, IpcName, Result, StreamId};

impl DriverHandles for Cuda {
    fn adopt_stream(&self, drivers: u64) -> StreamId {
        StreamId(drivers)
    }

    fn stream(&self, stream: StreamId) -> u64 {
        handle(stream) as u64
    }

    fn event(&self, event: EventId) -> u64 {
        event.0
    }
}

impl DriverIpc for Cuda {
    fn memory_name(&self, address: u64) -> Result<IpcName> {
        self.call(|driver| driver.memory_name(address))
    }

    fn open_memory(&self, name: &IpcName) -> Result<(u64, usize)> {
        self.call(|driver| driver.open_memory(name))
    }

    unsafe fn close_memory(&self, address: u64) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        self.call(|driver| unsafe { driver.close_memory(address) })
    }

    fn create_event(&self) -> Result<EventId> {
        let event = self.call(|driver| driver.create_shared_event())?;
        Ok(EventId(event as u64))
    }

    fn event_name(&self, event: EventId) -> Result<IpcName> {
        self.call(|driver| driver.event_name(event.0 as usize))
    }

    fn open_event(&self, name: &IpcName) -> Result<EventId> {
        let event = self.call(|driver| driver.open_event(name))?;
        Ok(EventId(event as u64))
    }
}
