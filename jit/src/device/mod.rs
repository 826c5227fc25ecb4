//! Devices: the `Device` trait and what its methods take and give.
//!
//! The trait is object-safe and speaks in plain addresses and integer handles, so that a driver library (libcuda, libamdhip64)
//! fits behind it as well as the software devices do. What needs no device stands above it, in `runtime`: which allocation
//! an address lies in, staging of pageable memory, capture, graphs, per-thread errors.

use std::any::Any;
use std::ffi::c_void;
use std::sync::Arc;

use crate::wire::{DeviceFault, KernelImage, KernelPlace, Target};

mod arguments;
pub mod cpu;
pub mod cuda;
pub mod fleet;
mod kernel;
pub mod null;
mod overrun;
mod passed;
pub mod queue;
mod software;
mod status;

pub use arguments::Arguments;
pub use kernel::{LoadedKernel, code_object_count};
pub use overrun::Overrun;
pub use passed::{PARAMETERS_MAX, Passed};
pub use software::{Backend, Software};
pub use status::{Error, Status};

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
}

/// One launch of a kernel.
pub struct Launch {
    /// What runs; kept loaded until it has run.
    pub kernel: Arc<LoadedKernel>,
    /// How often.
    pub config: LaunchConfig,
    /// Its parameters, copied.
    pub arguments: Arc<Arguments>,
}

/// What the module manager knows of a kernel's code once it is linked.
pub struct Linked {
    /// Address of the entry on the host, for devices that run code objects of the host; else 0.
    pub entry: usize,
    /// Device addresses of the variables that it uses, in the order of `KernelImage::variables`.
    pub variables: Vec<u64>,
    /// What keeps the code in memory; dropped when the kernel is unloaded.
    pub code: Option<Box<dyn Any + Send + Sync>>,
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

/// What a device is and what it can do. Numbers are those that CUDA programs ask for.
#[derive(Clone, Debug, PartialEq)]
pub struct Properties {
    /// `cpu`, `null`, `cuda:0`…
    pub id: String,
    /// Marketing name.
    pub name: String,
    /// One line for people: memory, cores, architecture.
    pub detail: String,
    /// Memory, bytes.
    pub memory_bytes: usize,
    /// Multiprocessors (cores of a CPU).
    pub multiprocessors: u32,
    /// Threads of a warp.
    pub warp_size: u32,
    /// Threads of a block at most.
    pub block_threads_max: u32,
    /// Extents of a block at most.
    pub block_extents_max: [u32; 3],
    /// Extents of a grid at most.
    pub grid_extents_max: [u32; 3],
    /// Threads of a multiprocessor at most.
    pub multiprocessor_threads_max: u32,
    /// Blocks of a multiprocessor at most.
    pub multiprocessor_blocks_max: u32,
    /// Shared memory that a block gets without asking, bytes.
    pub shared_bytes_max: u32,
    /// Shared memory that a block gets when asked for by function attribute, bytes.
    pub shared_optin_bytes_max: u32,
    /// Shared memory of a multiprocessor, bytes.
    pub multiprocessor_shared_bytes: u32,
    /// 32-bit registers of a block.
    pub registers_per_block: u32,
    /// Constant memory, bytes.
    pub constant_bytes: usize,
    /// Compute capability: major and minor.
    pub capability: (u32, u32),
    /// Core clock, kHz; 0 if unknown.
    pub clock_khz: u32,
    /// Memory clock, kHz; 0 if unknown.
    pub memory_clock_khz: u32,
    /// Width of the memory bus, bits; 0 if unknown.
    pub memory_bus_bits: u32,
    /// Last-level cache, bytes; 0 if unknown.
    pub cache_bytes: u32,
    /// Most urgent stream priority, 0 or less.
    pub priority_greatest: i32,
    /// True if device memory is host memory.
    pub integrated: bool,
    /// Version of the driver as `cudaDriverGetVersion` gives it.
    pub driver_version: i32,
    /// Its place on the PCI bus, `domain:bus:device.function`; zeros for a device that is on none.
    pub bus_id: String,
}

/// The message of a fault that is an interrupt.
pub const INTERRUPTED: &str = "interrupted";

/// A device. All methods can be called from any thread.
///
/// Validation stands above the trait: sizes and configurations that come here are within `Properties`, and addresses lie in
/// known allocations where that can be known. Errors are what the caller could not foresee.
pub trait Device: Send + Sync {
    /// What it is.
    fn properties(&self) -> &Properties;

    /// What its code objects are made for.
    fn target(&self) -> Target {
        Target::Host
    }

    /// How many devices stand behind this: one, but for a `fleet::Fleet`. They are numbered from 0. Each thread has a current one, which
    /// methods are about that name no device, stream, event or allocation.
    fn count(&self) -> usize {
        1
    }

    /// Number of the calling thread's device.
    fn current(&self) -> usize {
        0
    }

    /// Makes a device, by a number less than `count`, the calling thread's.
    fn select(&self, _number: usize) {}

    /// Makes the device's context the calling thread's, whatever libraries of the user's have made that meanwhile; nothing if it has none.
    fn make_current(&self) {}

    /// What a device is, by a number less than `count`.
    fn properties_of(&self, _number: usize) -> &Properties {
        self.properties()
    }

    /// Number of a stream's device; the calling thread's for the legacy default stream.
    fn device_of_stream(&self, _stream: StreamId) -> usize {
        0
    }

    /// Number of the device that gave an allocation's first address.
    fn owner(&self, _address: u64) -> usize {
        0
    }

    /// Tells which device an address came from that was allocated past this.
    fn adopt(&self, _address: u64, _number: usize) {}

    /// `allocate` on a device by its number.
    fn allocate_on(&self, _number: usize, bytes: usize, kind: MemoryKind) -> Result<u64> {
        self.allocate(bytes, kind)
    }

    /// `synchronize` for every device that is in use; the first error.
    fn synchronize_all(&self) -> Result<()> {
        self.synchronize()
    }

    /// A `cudaDeviceP2PAttr` of two different devices. Devices of one memory reach each other in every way.
    fn peer_attribute(&self, _from: usize, _to: usize, attribute: PeerAttribute) -> Result<i32> {
        Ok(i32::from(attribute != PeerAttribute::PerformanceRank))
    }

    /// Lets kernels of the calling thread's device reach another device's memory, or not any more.
    fn set_peer_access(&self, _peer: usize, _allowed: bool) -> Result<()> {
        Ok(())
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

    /// Of a live allocation the user gets only so many bytes: writes behind them can be told.
    fn shorten(&self, _address: u64, _bytes: usize) {}

    /// Looks for writes beside allocations, as far as the device can, and gives those that nobody was told of.
    fn overruns(&self) -> Vec<Overrun> {
        Vec::new()
    }

    /// Do kernels reach all memory of the process, which on other devices is an error?
    fn reaches_host_memory(&self) -> bool {
        false
    }

    /// Does an address belong to memory of the device, the surroundings of its allocations included? If that cannot be told, so.
    fn covers(&self, _address: u64) -> bool {
        true
    }

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

    /// Does loading a kernel wait for kernels that run, so that one that waits for another must not run before that is loaded?
    fn loading_waits_for_kernels(&self) -> bool {
        false
    }

    /// Does what it says of a kernel, registers and occupancy, depend on how well the kernel was compiled?
    fn facts_depend_on_code(&self) -> bool {
        false
    }

    /// Makes a code object of PTX text; takes milliseconds, fewer if it may be a bad one. The error is for people.
    fn assemble(&self, _ptx: &[u8], _draft: bool) -> std::result::Result<Vec<u8>, String> {
        Err("this device runs no PTX".to_owned())
    }

    /// The line of PTX that an instruction comes from; none if the code made of that text is another, or it is not known.
    fn ptx_line(&self, _ptx: &[u8], _draft: bool, _place: &KernelPlace) -> Option<u32> {
        None
    }

    /// Writes addresses of variables into the table of a kernel whose code object only the device reaches.
    fn set_variables(&self, _kernel: KernelId, _addresses: &[u64]) -> Result<()> {
        Err(Status::NOT_SUPPORTED.into())
    }

    /// What the device says of a loaded kernel; none if it says nothing that its image does not.
    fn kernel_facts(&self, _kernel: KernelId) -> Option<KernelFacts> {
        None
    }

    /// What NVIDIA's runtime library knows a loaded kernel by (`cudaKernel_t`); none on devices that it does not know.
    fn runtime_handle(&self, _kernel: KernelId) -> Option<usize> {
        None
    }

    /// Notes a launch that NVIDIA's runtime library does: faults that come later are told with it.
    fn launched(&self, _kernel: KernelId, _config: &LaunchConfig) {}

    /// Blocks of so many threads and dynamic shared bytes that a multiprocessor holds at the same time; none if the limits of
    /// `Properties` tell.
    fn active_blocks(
        &self,
        _kernel: KernelId,
        _threads: u32,
        _dynamic_bytes: usize,
    ) -> Option<u32> {
        None
    }

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
    /// leaves is the sticky error then, with `INTERRUPTED` as its message. To be called again while something still runs.
    fn interrupt(&self) {}

    /// Keeps the device's threads at rest for as long as the result lives, so that the process can be copied.
    fn rest(&self) -> Rested<'_> {
        Err(Unrest::Working)
    }

    /// Tells a device that records calls what was asked of it above the trait; others ignore it.
    fn note(&self, _call: &dyn Fn() -> String) {}
}
