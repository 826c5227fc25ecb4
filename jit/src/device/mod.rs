//! Devices: the `Device` trait and what its methods take and give.
//!
//! The trait is object-safe and speaks in plain addresses and integer handles, so that a driver library (libcuda, libamdhip64)
//! fits behind it as well as the software devices do. What needs no device stands above it, in `runtime`: which allocation
//! an address lies in, staging of pageable memory, capture, graphs, per-thread errors.

use std::ffi::c_void;
use std::sync::Arc;

use self::fleet::Fleet;
use crate::wire::{DeviceFault, KernelImage, Target};

mod arguments;
mod blame;
pub mod cpu;
pub mod cuda;
pub(crate) mod displaced;
mod file_key;
pub mod fleet;
mod foreign_code;
pub(crate) mod gate;
mod graphs;
pub mod hip;
mod interfaces;
mod kernel;
pub(crate) mod kernel_name;
pub(crate) mod launches_in_kernels;
pub mod null;
mod overrun;
mod passed;
pub(crate) mod profile;
mod properties;
pub mod queue;
mod retired;
mod rows;
mod software;
mod software_graphs;
mod status;
mod stream_values;
mod virtual_memory;
mod work;

pub use arguments::Arguments;
pub use foreign_code::{CodeForm, CodeId, ForeignCode, JitOptions, LinkId, LinkInput, Loading};
pub use graphs::{DeviceGraph, GraphNode, GraphSource, Graphs, HostCall, NodeWork, Places};
pub use interfaces::{
    Assembler, ClusterCount, ClusterKernels, DriverHandles, DriverIpc, DriverKernels, Interfaces,
    IpcName, KernelFacts, PeerAttribute, Peers, Profiler, SharedMemory, Sharing, ToolkitInterop,
    WatchedMemory,
};
pub use kernel::{Linked, LoadedKernel, RegionsCode, code_object_count};
pub use overrun::Overrun;
pub use passed::{PARAMETERS_MAX, Passed};
pub use properties::Properties;
pub use software::{Backend, Software};
pub use status::{Error, Status};
pub use stream_values::{StreamValue, StreamValues};
pub use virtual_memory::{Access, Piece, VirtualMemory};
pub use work::{Completion, Copy, Fill, Launch, LaunchConfig, StreamOptions};

/// A device whose threads are at rest: they hold no lock but wait for one, or for work.
pub trait Rest {
    /// How many there are.
    fn threads(&self) -> usize;

    /// In a copy of the process: they are not there. New ones are started when there is work.
    fn forget_threads(&mut self);
}

/// Why a device's threads are not at rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrest {
    /// It has work to do, or cannot be copied with the process, as one with a driver cannot.
    Working,
    /// Its work is done, and its threads are on their way: a moment, if the machine has time for them.
    Settling,
}

/// A limit of a device that programs set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Stack of a thread, bytes.
    Stack,
    /// What kernels can print between two synchronisations, bytes.
    Printf,
    /// Heap of kernels, bytes.
    Heap,
}

/// What `Device::rest` gives.
pub type Rested<'a> = std::result::Result<Box<dyn Rest + 'a>, Unrest>;

/// What a device method gives.
pub type Result<T> = std::result::Result<T, Error>;

/// A stream of a device. Ids are never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StreamId(pub u64);

impl StreamId {
    /// The legacy default stream: it waits for all blocking streams, and they wait for it.
    pub const LEGACY: StreamId = StreamId(0);
}

/// An event of a device. Ids are never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EventId(pub u64);

/// A kernel that a device has loaded; what the number means is the device's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KernelId(pub u64);

/// Kinds of memory that a device gives out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemoryKind {
    /// For kernels.
    Device,
    /// Page-locked host memory that kernels reach as well.
    Host,
    /// One address for host and kernels.
    Managed,
}

/// Bytes of device memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryInfo {
    /// Not in use.
    pub free: usize,
    /// All there is.
    pub total: usize,
}

/// A device: the core that every one has. What some have beside they hand out by `Interfaces`. All methods can be called from any thread.
///
/// Validation stands above the trait: sizes and configurations that come here are within `Properties`, and addresses lie in
/// known allocations where that can be known. Errors are what the caller could not foresee.
pub trait Device: Interfaces + Send + Sync {
    /// What it is.
    fn properties(&self) -> &Properties;

    /// What its code objects are made for.
    fn target(&self) -> Target {
        Target::Host
    }

    /// Memory in use and in all.
    fn memory_info(&self) -> MemoryInfo;

    /// Sets a limit that the device itself keeps; others need not be told.
    fn set_limit(&self, _limit: Limit, _bytes: usize) -> Result<()> {
        Ok(())
    }

    /// Allocates `bytes` (more than 0), aligned to 256 bytes. The caller owns the memory until `free`.
    fn allocate(&self, bytes: usize, kind: MemoryKind) -> Result<u64>;

    /// Frees an allocation.
    ///
    /// # Safety
    /// - `address` came from `allocate` with the same kind and was not freed since.
    /// - No work that uses it is pending.
    unsafe fn free(&self, address: u64, kind: MemoryKind) -> Result<()>;

    /// Page-locks host memory of the user and makes it reachable by kernels at the address given back.
    ///
    /// # Safety
    /// The range is mapped, and stays so until `unregister_host`.
    unsafe fn register_host(&self, address: u64, bytes: usize) -> Result<u64>;

    /// Undoes `register_host`.
    ///
    /// # Safety
    /// `address` was registered and no pending work uses it.
    unsafe fn unregister_host(&self, address: u64) -> Result<()>;

    /// Loads a kernel. What `linked.code` holds is dropped by `unload_kernel`.
    ///
    /// # Safety
    /// For devices that run host code: `linked.entry` is the entry of `image`, with the layout that docs/primitives.md gives.
    unsafe fn load_kernel(&self, image: &KernelImage, linked: Linked) -> Result<KernelId>;

    /// Unloads a kernel.
    ///
    /// # Safety
    /// `kernel` came from `load_kernel`, was not unloaded since, and no pending launch runs it.
    unsafe fn unload_kernel(&self, kernel: KernelId);

    /// Makes a stream.
    fn create_stream(&self, options: StreamOptions) -> Result<StreamId>;

    /// Destroys a stream; what is queued in it still happens.
    fn destroy_stream(&self, stream: StreamId) -> Result<()>;

    /// True if all that was queued in the stream has happened.
    fn stream_done(&self, stream: StreamId) -> Result<bool>;

    /// Waits until all that was queued in the stream has happened.
    fn synchronize_stream(&self, stream: StreamId) -> Result<()>;

    /// Waits until all that was queued in any stream has happened.
    fn synchronize(&self) -> Result<()>;

    /// Makes what is queued in the stream from now on wait for what the event's last record captured; nothing if it was never
    /// recorded.
    fn wait_event(&self, stream: StreamId, event: EventId) -> Result<()>;

    /// Queues a host function. It gets the device's status: a sticky error if there is one by then.
    fn host_function(
        &self,
        stream: StreamId,
        function: Box<dyn FnOnce(Status) + Send>,
    ) -> Result<()>;

    /// Makes an event.
    fn create_event(&self, timing: bool) -> Result<EventId>;

    /// Destroys an event; pending waits for it keep what they captured.
    fn destroy_event(&self, event: EventId) -> Result<()>;

    /// Queues the event's record in the stream.
    fn record_event(&self, event: EventId, stream: StreamId) -> Result<()>;

    /// True if the last record has happened, or if there is none.
    fn event_done(&self, event: EventId) -> Result<bool>;

    /// Waits for the last record.
    fn synchronize_event(&self, event: EventId) -> Result<()>;

    /// Milliseconds between the last records of two events.
    ///
    /// `INVALID_RESOURCE_HANDLE` if one was never recorded or has no timing, `NOT_READY` if one has not happened yet.
    fn elapsed_ms(&self, start: EventId, end: EventId) -> Result<f32>;

    /// Copies memory.
    ///
    /// # Safety
    /// Both ranges are valid until the copy has happened.
    unsafe fn copy(&self, stream: StreamId, copy: &Copy, completion: Completion) -> Result<()>;

    /// Fills memory.
    ///
    /// # Safety
    /// The range is valid until the fill has happened.
    unsafe fn fill(&self, stream: StreamId, fill: &Fill, completion: Completion) -> Result<()>;

    /// Queues a launch. The device keeps `launch` until it has run.
    ///
    /// # Safety
    /// The arguments are what the kernel takes. (What the kernel does with them is the user's own; a device reports what it can catch.)
    unsafe fn launch(&self, stream: StreamId, launch: Launch) -> Result<()>;

    /// `launch` with parameters that are copied before this returns.
    ///
    /// # Safety
    /// As for `launch`; `arguments` has one pointer per parameter, or is null if there are none.
    unsafe fn launch_now(
        &self,
        stream: StreamId,
        kernel: &Arc<LoadedKernel>,
        config: &LaunchConfig,
        arguments: *const *const c_void,
    ) -> Result<()> {
        // SAFETY: the caller passes one pointer per parameter.
        let arguments = Arc::new(unsafe { Arguments::copy(arguments, &kernel.param_bytes) });
        let launch = Launch {
            kernel: Arc::clone(kernel),
            config: *config,
            arguments,
        };
        // SAFETY: the caller's duty is the same.
        unsafe { self.launch(stream, launch) }
    }

    /// Blocks of this shape that a cooperative launch of the kernel may have at most.
    fn cooperative_blocks_max(&self, kernel: KernelId, block: &[u32; 3]) -> u64;

    /// The sticky error, if there is one: the first fault of a kernel. While there is one, queued work is dropped.
    fn fault(&self) -> Option<DeviceFault>;

    /// True if there is a sticky error; asked before every call of the API.
    fn broken(&self) -> bool {
        self.fault().is_some()
    }

    /// Clears the sticky error. False if the device cannot recover within this process.
    fn recover(&self) -> bool;

    /// Makes kernels that run leave, and drops what is queued, as far as the device can, until `recover`. The first kernel that
    /// leaves is the sticky error then, with `FaultCause::Interrupted`. To be called again while something still runs.
    fn interrupt(&self) {}

    /// Keeps the device's threads at rest for as long as the result lives, so that the process can be copied.
    fn rest(&self) -> Rested<'_> {
        Err(Unrest::Working)
    }

    /// Where several devices are one: them.
    fn fleet(&self) -> Option<&Fleet> {
        None
    }
}
