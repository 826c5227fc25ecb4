//! What only some devices hand out, asked of the member that it is about.

use std::ffi::CStr;
use std::sync::Arc;

use super::{Fleet, tagged};
use crate::device::{
    Assembler, ClusterKernels, Device, DriverHandles, DriverIpc, DriverKernels, EventId,
    ForeignCode, Interfaces, IpcName, KernelId, LaunchConfig, Overrun, Peers, Result, SharedMemory,
    Sharing, Status, StreamId, StreamValue, StreamValues, ToolkitInterop, WatchedMemory,
};

impl Interfaces for Fleet {
    fn assembler(&self) -> Option<&dyn Assembler> {
        self.members[self.home].assembler()
    }

    fn toolkit(self: Arc<Self>) -> Option<Arc<dyn ToolkitInterop>> {
        self.toolkits[self.home].as_ref()?;
        Some(self)
    }

    fn foreign_code(&self) -> Option<&dyn ForeignCode> {
        self.here().foreign_code()
    }

    fn driver_function(&self, name: &CStr) -> Option<usize> {
        self.here().driver_function(name)
    }

    fn driver_handles(&self) -> Option<&dyn DriverHandles> {
        self.members[self.home].driver_handles()?;
        Some(self)
    }

    fn driver_ipc(&self) -> Option<&dyn DriverIpc> {
        self.members[self.home].driver_ipc()?;
        Some(self)
    }

    fn cluster_kernels(&self) -> Option<&dyn ClusterKernels> {
        self.here().cluster_kernels()
    }

    fn driver_kernels(&self) -> Option<&dyn DriverKernels> {
        self.here().driver_kernels()
    }

    fn watched_memory(&self) -> Option<&dyn WatchedMemory> {
        self.members[self.home].watched_memory()?;
        Some(self)
    }

    fn sharing(&self) -> Option<&dyn Sharing> {
        self.members[self.home].sharing()?;
        Some(self)
    }

    fn stream_values(&self) -> Option<&dyn StreamValues> {
        self.members[self.home].stream_values()?;
        Some(self)
    }

    fn peers(&self) -> Option<&dyn Peers> {
        self.here().peers()
    }
}

impl StreamValues for Fleet {
    unsafe fn write_value(&self, stream: StreamId, value: &StreamValue) -> Result<()> {
        let (member, stream) = self.at(stream);
        let values = member.stream_values().ok_or(Status::NOT_SUPPORTED)?;
        // SAFETY: the caller's duty is the same.
        unsafe { values.write_value(stream, value) }
    }

    unsafe fn wait_value(&self, stream: StreamId, value: &StreamValue) -> Result<()> {
        let (member, stream) = self.at(stream);
        let values = member.stream_values().ok_or(Status::NOT_SUPPORTED)?;
        // SAFETY: the caller's duty is the same.
        unsafe { values.wait_value(stream, value) }
    }
}

impl DriverHandles for Fleet {
    fn adopt_stream(&self, drivers: u64) -> StreamId {
        StreamId(tagged(drivers, self.number()))
    }

    fn stream(&self, stream: StreamId) -> u64 {
        let (member, stream) = self.at(stream);
        let handles = member.driver_handles();
        handles.map_or(0, |handles| handles.stream(stream))
    }

    fn event(&self, event: EventId) -> u64 {
        let (member, event) = self.of_event(event);
        let handles = member.driver_handles();
        handles.map_or(0, |handles| handles.event(event))
    }
}

/// The driver's handles, of a member.
fn ipc_of(member: &dyn Device) -> Result<&dyn DriverIpc> {
    member
        .driver_ipc()
        .ok_or_else(|| Status::NOT_SUPPORTED.into())
}

impl DriverIpc for Fleet {
    fn memory_name(&self, address: u64) -> Result<IpcName> {
        ipc_of(&**self.member(self.owner(address)))?.memory_name(address)
    }

    fn open_memory(&self, name: &IpcName) -> Result<(u64, usize)> {
        let number = self.number();
        let (address, bytes) = ipc_of(&**self.member(number))?.open_memory(name)?;
        self.adopt(address, number);
        Ok((address, bytes))
    }

    unsafe fn close_memory(&self, address: u64) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        unsafe { ipc_of(&**self.member(self.owner(address)))?.close_memory(address) }
    }

    fn create_event(&self) -> Result<EventId> {
        let number = self.number();
        let event = ipc_of(&**self.member(number))?.create_event()?;
        Ok(EventId(tagged(event.0, number)))
    }

    fn event_name(&self, event: EventId) -> Result<IpcName> {
        let (member, event) = self.of_event(event);
        ipc_of(&**member)?.event_name(event)
    }

    fn open_event(&self, name: &IpcName) -> Result<EventId> {
        let number = self.number();
        let event = ipc_of(&**self.member(number))?.open_event(name)?;
        Ok(EventId(tagged(event.0, number)))
    }
}

impl Sharing for Fleet {
    fn share(&self, address: u64) -> Result<SharedMemory> {
        let sharing = self.members[self.owner(address)].sharing();
        sharing.ok_or(Status::NOT_SUPPORTED)?.share(address)
    }

    fn open(&self, memory: &SharedMemory) -> Result<u64> {
        let number = self.number();
        let sharing = self.members[number].sharing();
        let address = sharing.ok_or(Status::NOT_SUPPORTED)?.open(memory)?;
        self.note_owner(address, number);
        Ok(address)
    }
}

impl ToolkitInterop for Fleet {
    fn runtime_handle(&self, kernel: KernelId) -> Option<usize> {
        self.toolkits[self.home].as_ref()?.runtime_handle(kernel)
    }

    fn launched(&self, kernel: KernelId, config: &LaunchConfig) {
        if let Some(toolkit) = self.toolkit_here() {
            toolkit.launched(kernel, config);
        }
    }

    fn make_current(&self) {
        if let Some(toolkit) = self.toolkit_here() {
            toolkit.make_current();
        }
    }
}

impl WatchedMemory for Fleet {
    fn shorten(&self, address: u64, bytes: usize) {
        self.member(self.owner(address)).shorten(address, bytes);
    }

    fn overruns(&self) -> Vec<Overrun> {
        self.used().flat_map(|member| member.overruns()).collect()
    }

    fn covers(&self, address: u64) -> bool {
        self.members.iter().any(|member| member.covers(address))
    }
}
