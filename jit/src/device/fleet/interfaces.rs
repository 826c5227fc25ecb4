//! What only some devices hand out, asked of the member that it is about.

use std::sync::Arc;

use super::Fleet;
use crate::device::{
    Assembler, DriverKernels, ForeignCode, Interfaces, KernelId, LaunchConfig, Overrun, Peers,
    Result, SharedMemory, Sharing, Status, StreamId, StreamValue, StreamValues, ToolkitInterop,
    WatchedMemory,
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
