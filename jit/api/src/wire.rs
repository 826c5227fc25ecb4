//! What the two processes say to each other: postcard frames over a private socket pair.
//!
//! Wire types are their own types. They know neither the compiler's nor the devices'.

use std::time::Duration;

use serde::{Deserialize, Serialize};

pub mod display;
pub mod fault;
pub mod finding;
pub mod frame;
pub mod image;
pub mod memory;
pub mod profile;
pub mod program;
pub mod traffic;

pub use display::Display;
pub use fault::{DeviceFault, FaultCause, KernelPlace, ProgramFault};
pub use finding::{Check, Checks, Finding, HostCall, Leak, ThreadAccess, WatchedPlace};
pub use image::{
    CellImage, CodeKind, DRAFT_REGISTERS_MAX, Definition, Edition, FIBER_STACK_BYTES, KernelImage,
    KernelName, Site, Space, Tier, VariableImage,
};
pub use memory::{LiveAllocation, MemoryOf, MemoryUse};
pub use profile::Profile;
pub use program::{ProgramCode, ProgramMade, ProgramSource};
pub use traffic::{AccessTraffic, KernelTraffic};

/// Version of the protocol; the first message of both sides carries it.
pub const PROTOCOL: u32 = 20;

/// Environment variable that tells the executor the number of its end of the socket pair.
pub const DESCRIPTOR_VARIABLE: &str = "CHEVRON_EXECUTOR_FD";

/// If it is set, what cells print to stdout is written line by line, whatever stdout is.
pub const LINES_VARIABLE: &str = "CHEVRON_EXECUTOR_LINES";

/// Environment variable that tells the executor the number of the descriptor that takes what is printed to a terminal while no cell runs.
pub const BESIDE_DESCRIPTOR_VARIABLE: &str = "CHEVRON_EXECUTOR_BESIDE_FD";

/// Environment variable that tells the executor the number of the descriptor by which its checkpoints are woken.
pub const WAKE_DESCRIPTOR_VARIABLE: &str = "CHEVRON_EXECUTOR_WAKE_FD";

/// Descriptors that wake a checkpoint, in order: connection, report pipe, what wakes its own checkpoints, and the session's three standard streams.
pub const WAKING_DESCRIPTORS: usize = 6;

/// Signal by which an executor ends itself when its connection is gone; it tells nothing more then. Every exit status is the user's, and no system sends this
/// signal. User code that raises it is told from this by the report that the handler of it sends.
pub const SIGNAL_CUT_OFF: i32 = libc::SIGSTKFLT;

/// How long after the newest cell optimised code is made, by the session's threads and by the executor's: cells that follow each other closely come first.
pub const QUIET_BEFORE_OPTIMISING: Duration = Duration::from_millis(50);

/// What the session compiles kernels for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Target {
    /// The executor's own processor.
    Host,
    /// An NVIDIA GPU.
    Cuda {
        /// Compute capability: 10 × major + minor.
        architecture: u32,
        /// The newest CUDA that the driver serves: 1000 × major + 10 × minor.
        driver: i32,
    },
    /// An AMD GPU.
    Hip {
        /// 1000 × major + 100 × minor + stepping: 9010 for `gfx90a`; 0 if it has no such name.
        architecture: u32,
        /// HIP's version: 10,000,000 × major + 100,000 × minor + patch.
        driver: i32,
    },
}

/// How much of a value is shown at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownMost {
    /// Elements of a list.
    pub elements: u32,
    /// Elements of memory that the runtime allocated.
    pub allocated: u32,
}

impl Default for ShownMost {
    fn default() -> ShownMost {
        ShownMost {
            elements: 64,
            allocated: 8,
        }
    }
}

impl ShownMost {
    /// Bytes of the text: enough for as many numbers, and a bound for what has many elements in each of many elements.
    pub fn bytes(&self) -> usize {
        const BYTES_OF_ELEMENT: usize = 64;
        let elements = self.elements.max(self.allocated) as usize;
        (elements * BYTES_OF_ELEMENT).clamp(32 << 10, 8 << 20)
    }
}

/// Where the code of one section of a cell's host object lies in the executor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeSection {
    /// The section's index in the object.
    pub section: u32,
    /// Address of its first byte.
    pub address: u64,
    /// Its size in bytes.
    pub bytes: u64,
}

/// How much a fault on an NVIDIA GPU tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum GpuFaults {
    /// The error and the kernel, if only one can be to blame.
    #[default]
    Brief,
    /// Block, threads and instruction as well, from the driver's core dump. A failed assertion then takes as long to be reported as other faults.
    Full,
}

/// From the session to the executor.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    /// First message.
    Hello {
        /// The sender's `PROTOCOL`.
        protocol: u32,
        /// `cpu`, `null`, `cuda:N`, `hip:N`, or `auto`: the first GPU, else `cpu`.
        device: String,
        /// Path of the CUDA runtime library that host code is linked against if the device is an NVIDIA GPU, instead of our own runtime.
        runtime_library: Option<String>,
        /// How much is told of faults, if the device is an NVIDIA GPU.
        gpu_faults: GpuFaults,
        /// Threads of a warp, if the device is the CPU: 64, or else 32.
        cpu_warp: u32,
    },
    /// A kernel's code object; at any time, also while a cell runs.
    Kernel(KernelImage),
    /// The kernel could not be compiled: launches of it fail with this message.
    KernelFailed {
        /// Mangled symbol.
        symbol: String,
        /// Its generation, as `KernelImage::cell`.
        cell: u32,
        /// Why.
        message: String,
    },
    /// A cell.
    Cell(Box<CellImage>),
    /// What a cell waits to see shown is shown: the number that it has in `Display::awaited`.
    Displayed(u64),
    /// What came of `Event::Compile`.
    Compiled(Box<ProgramMade>),
    /// Stop a cell if it still runs.
    Interrupt {
        /// Its number.
        cell: u32,
    },
    /// Takes back the definitions of all cells from this one on; what they superseded comes back, but the images of their kernels
    /// have to be sent again.
    Undo {
        /// Number of the first cell that is taken back.
        first: u32,
    },
    /// Make a shared library's symbols available; a path, or a name as in `-l`.
    Library(String),
    /// Keep a checkpoint from now on, as long as the process holds no more memory of its own than this.
    Checkpoints {
        /// The limit, bytes; 0: keep none.
        bytes_max: u64,
        /// Make one when there has been nothing to do for so long, milliseconds, and none for cells that begin before that; 0: make one
        /// before every cell.
        quiet_ms: u32,
    },
    /// Where in a kernel's text, such as PTX, an instruction of its code comes from.
    TextLine {
        /// The text, with lines.
        text: Vec<u8>,
        /// It is a draft's.
        draft: bool,
        /// The instruction, on a GPU.
        place: KernelPlace,
    },
    /// What the executor's devices are.
    Devices,
    /// Whether the device makes code of this text; the code is thrown away.
    TryText(String),
    /// What the code of the kernel with this symbol needs, if the device has loaded it.
    KernelUse(String),
    /// Memory and counts.
    Statistics,
    /// What is allocated; and the values of these variables, which are pointers, by their symbols.
    Memory(Vec<String>),
    /// The most that is in use on the device at once counts from now on.
    ForgetMostMemory,
    /// What the CPU device's sanitizer looks for from now on; nothing: it is off.
    Sanitize(Checks),
    /// Whether it is told from now on that kernels are given memory of the host which most GPUs cannot reach.
    Strict(bool),
    /// What is allocated and was not freed.
    Leaks,
    /// What kernels moved and computed since the last time, if that is counted.
    Traffic,
    /// How the kernel with this symbol was launched last.
    LastLaunch(String),
    /// From now on keep what devices do; on an NVIDIA GPU by one of these libraries of CUPTI, if the session has found any.
    BeginProfile {
        /// Their paths, best first.
        cupti: Vec<String>,
    },
    /// Wait for the devices, and keep no more.
    EndProfile,
    /// End in good order: static destructors run.
    Quit,
}

/// How a cell ended, when the executor lives on.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub enum Outcome {
    /// It ran to its end.
    Done,
    /// A C++ exception left it.
    Exception {
        /// Demangled type.
        type_name: String,
        /// `what()`, if it is a `std::exception`.
        what: Option<String>,
        /// A device error of the cell, which may have been the reason.
        fault: Option<DeviceFault>,
    },
    /// Symbols that nothing defines: nothing was run, nothing was added.
    Undefined(Vec<String>),
    /// Linking failed otherwise: nothing was run, nothing was added.
    LinkFailed(String),
    /// A device error.
    Device(DeviceFault),
    /// It was interrupted, and could be stopped.
    Interrupted {
        /// The kernel that was stopped too, if one ran.
        fault: Option<DeviceFault>,
        /// Local objects of its functions were destroyed.
        unwound: bool,
    },
}

impl Outcome {
    /// The device error that it tells of, if there is one.
    pub fn fault(&self) -> Option<&DeviceFault> {
        match self {
            Outcome::Device(fault) => Some(fault),
            Outcome::Exception { fault, .. } | Outcome::Interrupted { fault, .. } => fault.as_ref(),
            Outcome::Done | Outcome::Undefined(_) | Outcome::LinkFailed(_) => None,
        }
    }
}

/// One device, for `%devices`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DeviceDescription {
    /// `cpu`, `null`, `cuda:0`, `hip:0`…
    pub id: String,
    /// Marketing name.
    pub name: String,
    /// One line: memory, cores, architecture.
    pub detail: String,
}

/// What a kernel's code needs of a device, as that says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KernelUse {
    /// Registers of a thread.
    pub registers: u32,
    /// Local memory of a thread, bytes: what does not fit into registers, and arrays of its own.
    pub local_bytes: u64,
    /// Static shared memory of a block, bytes.
    pub shared_bytes: u32,
    /// Threads of a block at most.
    pub threads_max: u32,
}

/// How a kernel was launched last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastLaunch {
    /// `blockDim`.
    pub block: [u32; 3],
    /// Dynamic shared memory, bytes.
    pub shared_bytes: u32,
    /// Blocks of it that a multiprocessor holds at once.
    pub blocks: u32,
    /// Warps of these blocks.
    pub warps: u32,
    /// Warps that a multiprocessor holds at most.
    pub warps_max: u32,
}

/// Memory and counts of the executor.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Statistics {
    /// Resident set, bytes.
    pub resident_bytes: u64,
    /// Kernels loaded.
    pub kernels: u64,
    /// Code objects of kernels in memory: those, and superseded ones that something may still run.
    pub code_objects: u64,
    /// Host objects in memory.
    pub host_objects: u64,
    /// Device variables.
    pub variables: u64,
    /// Device memory in use by the user, bytes.
    pub device_bytes: u64,
}

/// A copy of the executor as it was between two cells, asleep until the session wakes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The copy's process, a child of the session.
    pub process: i32,
    /// How many kernels, or failures of some, the executor had received by then.
    pub kernels: u64,
    /// Memory of its own that the executor held, bytes.
    pub bytes: u64,
    /// How long making the copy took, nanoseconds.
    pub took_ns: u64,
}

/// Why there is no checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoCheckpoint {
    /// None is wanted.
    Off,
    /// Threads of the program were running, this many; a copy would not have them.
    Threads(u64),
    /// Streams still had work to do.
    Busy,
    /// The cell began right after another one, and there was no time for a checkpoint.
    AtOnce,
    /// The executor holds more memory than checkpoints are kept of.
    Large {
        /// What it holds, bytes.
        bytes: u64,
        /// The limit, bytes.
        bytes_max: u64,
    },
    /// The system refused.
    Refused(String),
    /// The executor ended before it could make one.
    TooLate,
    /// The copy is gone.
    Gone,
}

/// From the executor to the session.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Event {
    /// The executor runs, and begins to open its devices. Sent before it reads anything; a checkpoint that was woken does not send it.
    Started,
    /// First message after `Started`.
    Ready {
        /// The sender's `PROTOCOL`.
        protocol: u32,
        /// What the device runs.
        target: Target,
    },
    /// First message instead of `Ready`: why the executor cannot serve, such as a device that is not there. It ends.
    Refused(String),
    /// First message of a checkpoint that was woken, instead of `Ready`.
    Woken {
        /// Memory that it shares with other processes, bytes: that is not as it was.
        shared_bytes: u64,
    },
    /// The checkpoint as of now, which takes the place of the one before; until the next answer to a request that changes the
    /// executor it is what a cell can be taken back to.
    Checkpoint(Result<Checkpoint, NoCheckpoint>),
    /// A value to show; the session knows its type.
    Value(String),
    /// Something that a cell shows beside text.
    Display(Box<Display>),
    /// User code has a program compiled, and waits for `Request::Compiled`.
    Compile(Box<ProgramSource>),
    /// The cell is linked and runs next: where its code lies, for the case that it does not end well.
    Linked {
        /// Its number.
        cell: u32,
        /// Its sections with code.
        code: Vec<CodeSection>,
    },
    /// The cell ended.
    Finished {
        /// Its number.
        cell: u32,
        /// How.
        outcome: Outcome,
        /// The devices cannot be used any more by this process: it has to be replaced.
        device_lost: bool,
        /// Nanoseconds linking.
        link_ns: u64,
        /// Nanoseconds running, devices included.
        run_ns: u64,
        /// Nanoseconds that devices' loading of code objects took since the last cell ended, on all threads.
        load_ns: u64,
    },
    /// Answer to `Undo`.
    Undone,
    /// Answer to `Library`: an error text, or none.
    Library(Option<String>),
    /// Answer to `TextLine`: the line; none if the code made of that text is another, or no line is known.
    TextLine(Option<u32>),
    /// Answer to `Devices`.
    Devices(Vec<DeviceDescription>),
    /// Answer to `TryText`: an error text, or none.
    TriedText(Option<String>),
    /// Answer to `KernelUse`; none if it is not loaded, or the device does not say.
    KernelUse(Option<KernelUse>),
    /// Answer to `Statistics`.
    Statistics(Statistics),
    /// Answer to `Memory`.
    Memory(MemoryUse),
    /// The sanitizer has found something, or a program that it watches ends.
    Findings {
        /// What is wrong, once a place.
        findings: Vec<Finding>,
        /// How often something was found at places that are too many to be told.
        more: u64,
        /// What the program that ends has not freed.
        leaks: Vec<Leak>,
    },
    /// Answer to `Leaks`.
    Leaks(Vec<Leak>),
    /// Answer to `Traffic`.
    Traffic(Vec<KernelTraffic>),
    /// Answer to `LastLaunch`.
    LastLaunch(Option<LastLaunch>),
    /// Answer to `BeginProfile`: why there is none, or nothing.
    ProfileBegun(Option<String>),
    /// Answer to `EndProfile`.
    Profile(Box<Profile>),
    /// A program, whose `main` runs, has made such an error.
    ProgramFault(Box<ProgramFault>),
    /// The program ends, by `main` or `exit`.
    ProgramEnds {
        /// One of its errors was never read by it.
        unhandled: bool,
        /// Calls whose errors it threw away, and what else its kernels did that is no error on this device, for people.
        notes: Vec<String>,
    },
    /// A line for the session's log, such as a quarantined code object.
    Log(String),
    /// The code object that was made of an image, for the session's cache.
    CodeObject {
        /// Its name, as the image's `CodeKind` had it.
        key: String,
        /// Its bytes.
        bytes: Vec<u8>,
        /// Nanoseconds that making it took.
        made_ns: u64,
    },
}
