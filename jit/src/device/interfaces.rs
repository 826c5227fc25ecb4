//! What some devices have beside what all have: interfaces that a device hands out, and what is so where it has none.

use std::ffi::CStr;
use std::sync::Arc;

use super::{
    Device, EventId, ForeignCode, Graphs, KernelId, LaunchConfig, Overrun, Result, Status,
    StreamId, StreamValues, VirtualMemory,
};
use crate::wire::KernelPlace;
use crate::wire::profile::{Activity, Meter};

/// What a device hands out, each if it has it.
pub trait Interfaces {
    /// What makes code objects of texts, if it is the device and not the compiler.
    fn assembler(&self) -> Option<&dyn Assembler> {
        None
    }

    /// What the vendor's own runtime library needs, if it can stand beside this process's. Shared, so that launches need not ask for it each time.
    fn toolkit(self: Arc<Self>) -> Option<Arc<dyn ToolkitInterop>> {
        None
    }

    /// What makes graphs that the device launches as one.
    fn graphs(self: Arc<Self>) -> Option<Arc<dyn Graphs>> {
        None
    }

    /// What loads and links code of others, if the device has a driver for that.
    fn foreign_code(&self) -> Option<&dyn ForeignCode> {
        None
    }

    /// What only the device can do with kernels and say of them.
    fn driver_kernels(&self) -> Option<&dyn DriverKernels> {
        None
    }

    /// What the device sees of the memory that it gave out.
    fn watched_memory(&self) -> Option<&dyn WatchedMemory> {
        None
    }

    /// What shares its memory with other processes, if it can.
    fn sharing(&self) -> Option<&dyn Sharing> {
        None
    }

    /// What maps memory where programs want it, if it can.
    fn virtual_memory(&self) -> Option<&dyn VirtualMemory> {
        None
    }

    /// What writes values to memory and waits for them in a stream's order, if the device itself does.
    fn stream_values(&self) -> Option<&dyn StreamValues> {
        None
    }

    /// What measures its work for a profile, if the device does not do the work itself.
    fn profiler(&self) -> Option<&dyn Profiler> {
        None
    }

    /// Where its driver has a function of the API that NVIDIA's `cuda.h` declares; none if it has another driver, or an older one.
    fn driver_function(&self, _name: &CStr) -> Option<usize> {
        None
    }

    /// Its streams and events as its driver knows them, for calls of the driver's own.
    fn driver_handles(&self) -> Option<&dyn DriverHandles> {
        None
    }

    /// Memory and events for other processes by handles of its driver's, if it has them; `sharing` is by memory of the system's.
    fn driver_ipc(&self) -> Option<&dyn DriverIpc> {
        None
    }

    /// Kernels whose blocks run in clusters, if the device has others than the CPU's.
    fn cluster_kernels(&self) -> Option<&dyn ClusterKernels> {
        None
    }

    /// What it and other devices can do with each other's memory, if they have memory of their own.
    fn peers(&self) -> Option<&dyn Peers> {
        None
    }
}

/// Makes code objects of the text that a target writes, such as PTX. Handed out by `Interfaces::assembler`.
pub trait Assembler {
    /// Makes a code object of a text; takes milliseconds, fewer if it may be a bad one. The error is for people.
    fn assemble(&self, text: &[u8], draft: bool) -> std::result::Result<Vec<u8>, String>;

    /// The same of functions that kernels of other code objects call, for which these have set registers aside.
    fn assemble_functions(&self, text: &[u8]) -> std::result::Result<Vec<u8>, String> {
        self.assemble(text, false)
    }

    /// The same for a kernel of which blocks of so many threads are to fit: the code has fewer registers a thread, and may be slower.
    fn assemble_for_block(
        &self,
        text: &[u8],
        _threads: u32,
    ) -> std::result::Result<Vec<u8>, String> {
        self.assemble(text, false)
    }

    /// Threads of a block that the registers of a code object leave room for, at most; none if that is not known before it is loaded.
    fn block_threads(&self, _code: &[u8]) -> Option<u32> {
        None
    }

    /// The line of a text that an instruction comes from; none if the code made of that text is another, or it is not known.
    fn line(&self, text: &[u8], draft: bool, place: &KernelPlace) -> Option<u32>;
}

/// The vendor's own runtime library beside this process's, over the same device. Handed out by `Interfaces::toolkit`.
pub trait ToolkitInterop: Send + Sync {
    /// What the library knows a loaded kernel by (`cudaKernel_t`).
    fn runtime_handle(&self, kernel: KernelId) -> Option<usize>;

    /// Notes a launch that the library does: faults that come later are told with it.
    fn launched(&self, kernel: KernelId, config: &LaunchConfig);

    /// Makes the device's context the calling thread's, whatever libraries of the user's have made that meanwhile; nothing if it has none yet.
    fn make_current(&self);
}

/// What is asked about clusters of a kernel's blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClusterCount {
    /// How many of them run at the same time.
    Active,
    /// How many blocks one may have.
    LargestBlocks,
}

/// Kernels whose blocks run in clusters. Handed out by `Interfaces::cluster_kernels`.
pub trait ClusterKernels {
    /// What the driver says of launches like this.
    fn count(&self, kernel: KernelId, config: &LaunchConfig, what: ClusterCount) -> Result<i32>;

    /// Lets a kernel's clusters have more than 8 blocks, or not any more.
    fn allow_large(&self, kernel: KernelId, allow: bool) -> Result<()>;
}

/// Kernels whose code objects only the device reaches. Handed out by `Interfaces::driver_kernels`.
pub trait DriverKernels {
    /// Where a kernel's code object has a variable of this name and so many bytes, or more.
    fn place(&self, kernel: KernelId, name: &str, bytes: usize) -> Result<u64>;

    /// Writes addresses of variables into the table of a kernel.
    fn set_variables(&self, kernel: KernelId, addresses: &[u64]) -> Result<()>;

    /// What the device says of a loaded kernel.
    fn facts(&self, kernel: KernelId) -> Option<KernelFacts>;

    /// Blocks of so many threads and dynamic shared bytes that a multiprocessor holds at the same time.
    fn active_blocks(&self, kernel: KernelId, threads: u32, dynamic_bytes: usize) -> Option<u32>;
}

/// What a device says of a kernel that it has loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KernelFacts {
    /// Static shared memory of a block, bytes.
    pub shared_bytes: u32,
    /// Registers of a thread.
    pub registers: u32,
    /// Local memory of a thread, bytes.
    pub local_bytes: usize,
    /// Constant memory, bytes.
    pub constant_bytes: usize,
    /// Threads of a block at most.
    pub threads_max: u32,
    /// Version of the PTX that it was made of: 10 × major + minor.
    pub ptx_version: i32,
    /// Architecture that it was made for: 10 × major + minor.
    pub binary_version: i32,
}

/// Device memory that the host can look at. Handed out by `Interfaces::watched_memory`; kernels of such a device reach all memory of the process, which on
/// other devices is an error.
pub trait WatchedMemory {
    /// Of a live allocation the user gets only so many bytes: writes behind them can be told.
    fn shorten(&self, address: u64, bytes: usize);

    /// Looks for writes beside allocations and gives those that nobody was told of.
    fn overruns(&self) -> Vec<Overrun>;

    /// Does an address belong to memory of the device, the surroundings of its allocations included? If that cannot be told, so.
    fn covers(&self, address: u64) -> bool;
}

/// Memory that other processes can open. Handed out by `Interfaces::sharing`.
pub trait Sharing {
    /// Makes an allocation one that other processes can open, for as long as it lives. No running work may use it.
    fn share(&self, address: u64) -> Result<SharedMemory>;

    /// Opens another process's. The memory stays until it is freed here.
    fn open(&self, memory: &SharedMemory) -> Result<u64>;
}

/// What another process opens memory by.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedMemory {
    /// The process that allocated it, and its descriptor of the file that the memory lies in.
    pub process: u32,
    /// That descriptor.
    pub file: i32,
    /// Size of the file, bytes.
    pub pages: u64,
    /// Where the allocation begins there.
    pub offset: u64,
    /// Its size.
    pub bytes: u64,
}

/// Streams and events as the driver knows them. Handed out by `Interfaces::driver_handles`.
pub trait DriverHandles {
    /// A stream that a call of the driver's has made, on the calling thread's device; it is destroyed as others are.
    fn adopt_stream(&self, drivers: u64) -> StreamId;

    /// A stream as the driver knows it.
    fn stream(&self, stream: StreamId) -> u64;

    /// An event as the driver knows it.
    fn event(&self, event: EventId) -> u64;
}

/// What another process opens a driver's memory or event by: `cudaIpcMemHandle_t`, `cudaIpcEventHandle_t`.
pub type IpcName = [u8; 64];

/// Memory and events that other processes open by handles of the driver's. Handed out by `Interfaces::driver_ipc`.
pub trait DriverIpc {
    /// What another process opens an allocation by.
    fn memory_name(&self, address: u64) -> Result<IpcName>;

    /// Opens another process's allocation: where it lies, and its bytes.
    fn open_memory(&self, name: &IpcName) -> Result<(u64, usize)>;

    /// Closes it.
    ///
    /// # Safety
    /// It came from `open_memory` and was not closed since. All work that uses it has ended.
    unsafe fn close_memory(&self, address: u64) -> Result<()>;

    /// An event that other processes can open.
    fn create_event(&self) -> Result<EventId>;

    /// What another process opens such an event by.
    fn event_name(&self, event: EventId) -> Result<IpcName>;

    /// Opens another process's event.
    fn open_event(&self, name: &IpcName) -> Result<EventId>;
}

/// What measures the work of a device that a driver does. Handed out by `Interfaces::profiler`.
pub trait Profiler {
    /// The vendor's own library that measures, of those of these paths, or why there is none. It measures from now on, for all devices of the process.
    fn begin_library(&self, paths: &[String]) -> std::result::Result<Meter, String>;

    /// What that library has measured; it does no more. Times count from `begin_library`.
    fn end_library(&self) -> Vec<Activity>;
}

/// Devices that have memory of their own each. Handed out by `Interfaces::peers`; devices without reach each other's memory in every way.
pub trait Peers {
    /// A `cudaDeviceP2PAttr` of this device and another one, by its number.
    fn attribute(&self, to: usize, attribute: PeerAttribute) -> Result<i32>;

    /// Lets kernels of this device reach another one's memory, or not any more.
    fn set_access(&self, peer: usize, allowed: bool) -> Result<()>;
}

/// What one device can do with another's memory: `cudaDeviceP2PAttr`, by its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum PeerAttribute {
    /// How good the link is compared with others; 0 is the best.
    PerformanceRank = 1,
    /// Whether kernels reach it.
    AccessSupported = 2,
    /// Whether atomics over the link are.
    NativeAtomicSupported = 3,
    /// Whether arrays (textures) can be reached.
    ArrayAccessSupported = 4,
}

impl dyn Device + '_ {
    /// As `Assembler::assemble`; an error where the device has none.
    pub fn assemble(&self, text: &[u8], draft: bool) -> std::result::Result<Vec<u8>, String> {
        match self.assembler() {
            Some(assembler) => assembler.assemble(text, draft),
            None => Err("this device makes no code objects of texts".to_owned()),
        }
    }

    /// As `Assembler::assemble_functions`; an error where the device has none.
    pub fn assemble_functions(&self, text: &[u8]) -> std::result::Result<Vec<u8>, String> {
        match self.assembler() {
            Some(assembler) => assembler.assemble_functions(text),
            None => self.assemble(text, false),
        }
    }

    /// As `DriverKernels::set_variables`; an error where the host writes the tables.
    pub fn set_variables(&self, kernel: KernelId, addresses: &[u64]) -> Result<()> {
        match self.driver_kernels() {
            Some(kernels) => kernels.set_variables(kernel, addresses),
            None => Err(Status::NOT_SUPPORTED.into()),
        }
    }

    /// As `DriverKernels::place`; an error where code objects are the host's.
    pub fn place(&self, kernel: KernelId, name: &str, bytes: usize) -> Result<u64> {
        match self.driver_kernels() {
            Some(kernels) => kernels.place(kernel, name, bytes),
            None => Err(Status::NOT_SUPPORTED.into()),
        }
    }

    /// What the device says of a loaded kernel; none if it says nothing that its image does not.
    pub fn kernel_facts(&self, kernel: KernelId) -> Option<KernelFacts> {
        self.driver_kernels()?.facts(kernel)
    }

    /// As `DriverKernels::active_blocks`; none if the limits of `Properties` tell.
    pub fn active_blocks(
        &self,
        kernel: KernelId,
        threads: u32,
        dynamic_bytes: usize,
    ) -> Option<u32> {
        self.driver_kernels()?
            .active_blocks(kernel, threads, dynamic_bytes)
    }

    /// As `ClusterKernels::count`; none if the limits of `Properties` tell.
    pub fn cluster_count(
        &self,
        kernel: KernelId,
        config: &LaunchConfig,
        what: ClusterCount,
    ) -> Option<Result<i32>> {
        let clusters = self.cluster_kernels()?;
        Some(clusters.count(kernel, config, what))
    }

    /// As `ClusterKernels::allow_large`; nothing where no driver needs to know.
    pub fn allow_large_clusters(&self, kernel: KernelId, allow: bool) -> Result<()> {
        match self.cluster_kernels() {
            Some(clusters) => clusters.allow_large(kernel, allow),
            None => Ok(()),
        }
    }

    /// As `WatchedMemory::shorten`; nothing where memory is not watched.
    pub fn shorten(&self, address: u64, bytes: usize) {
        if let Some(memory) = self.watched_memory() {
            memory.shorten(address, bytes);
        }
    }

    /// As `WatchedMemory::overruns`; none where memory is not watched.
    pub fn overruns(&self) -> Vec<Overrun> {
        self.watched_memory()
            .map_or_else(Vec::new, |memory| memory.overruns())
    }

    /// Do kernels reach all memory of the process, which on other devices is an error?
    pub fn reaches_host_memory(&self) -> bool {
        self.watched_memory().is_some()
    }

    /// As `WatchedMemory::covers`; so where that cannot be told.
    pub fn covers(&self, address: u64) -> bool {
        self.watched_memory()
            .is_none_or(|memory| memory.covers(address))
    }
}
