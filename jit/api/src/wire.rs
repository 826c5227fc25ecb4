//! What the two processes say to each other: postcard frames over a private socket pair.
//!
//! Wire types are their own types. They know neither the compiler's nor the devices'.

use std::time::Duration;

use serde::{Deserialize, Serialize};

pub mod display;
pub mod fault;
pub mod finding;
pub mod frame;
pub mod memory;
pub mod profile;
pub mod program;
pub mod traffic;

pub use display::Display;
pub use fault::{DeviceFault, FaultCause, KernelPlace, ProgramFault};
pub use finding::{Check, Checks, Finding, HostCall, Leak, ThreadAccess, WatchedPlace};
pub use memory::{LiveAllocation, MemoryOf, MemoryUse};
pub use profile::Profile;
pub use program::{ProgramCode, ProgramMade, ProgramSource};
pub use traffic::{AccessTraffic, KernelTraffic};

/// Version of the protocol; the first message of both sides carries it.
pub const PROTOCOL: u32 = 19;

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

/// Where a synchronising call stands in the user's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// `cell 3`, or a file's path.
    pub source: String,
    /// Line, from 1; 0 if unknown.
    pub line: u32,
    /// The primitive's name.
    pub primitive: String,
}

/// How a CPU code object runs a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tier {
    /// One call runs a span of threads in plain loops (no convergent operation).
    #[default]
    Block,
    /// One call runs one thread, on its own fiber.
    Thread,
    /// As `Thread`, and each access to memory is told to the sanitizer.
    Watched,
}

/// Addresses of the stack of a thread that runs on its own fiber, bytes.
pub const FIBER_STACK_BYTES: usize = 64 * 1024;

/// What a kernel's code object is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum CodeKind {
    /// An ELF object for the executor's own linker.
    #[default]
    Elf,
    /// A text for the device's driver, such as PTX. The code object made of it is sent back under this name, which the session chooses.
    Text {
        /// What `Event::CodeObject` says.
        key: String,
    },
    /// A code object that the executor's device itself loads: a cubin on an NVIDIA GPU, AMD's on one of AMD's.
    Device,
    /// A file that others made for such a device, with several kernels: it is loaded once, whichever of them comes first, so they share its variables.
    Module,
}

/// A GPU draft's registers at most, whoever assembles it: with so many a block of 1,024 threads, the largest, always fits, as a program may take for granted of the optimised code.
pub const DRAFT_REGISTERS_MAX: u32 = 64;

/// How long after the newest cell optimised code is made, by the session's threads and by the executor's: cells that follow each other closely come first.
pub const QUIET_BEFORE_OPTIMISING: Duration = Duration::from_millis(50);

/// Which of a definition's images one is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Edition {
    /// The only one.
    #[default]
    Only,
    /// Made quickly: an optimised one follows.
    Draft,
    /// Takes a draft's place.
    Optimised,
}

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

/// A compiled kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KernelImage {
    /// Mangled symbol: the slot it goes to.
    pub symbol: String,
    /// Its generation: the cell whose definition of the kernel, or of a device function that it uses, it was compiled from.
    pub cell: u32,
    /// Which of that definition's images it is.
    pub edition: Edition,
    /// Name for people.
    pub display: String,
    /// What the code object is.
    pub kind: CodeKind,
    /// The code object's bytes.
    pub object: Vec<u8>,
    /// Symbol of its entry.
    pub entry: String,
    /// Symbol of its table of variables; empty if it uses none.
    pub table: String,
    /// How blocks run.
    pub tier: Tier,
    /// Size in bytes of each parameter, in order.
    pub param_bytes: Vec<u32>,
    /// Static shared memory, bytes.
    pub shared_bytes: u32,
    /// Symbols of the device variables in its table, in order.
    pub variables: Vec<String>,
    /// Synchronising calls by site number.
    pub sites: Vec<Site>,
    /// `__launch_bounds__` maximum; 0 if none.
    pub max_threads: u32,
    /// If there are any it is no kernel: its code object has a table `<entry>_functions` of the addresses of these functions, in order, 0 for one that
    /// nothing defines yet. Their thunks are to lead there.
    pub functions: Vec<String>,
}

/// Where a device variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Space {
    /// `__device__`
    Device,
    /// `__constant__`
    Constant,
    /// `__managed__`
    Managed,
}

/// A device variable to create.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariableImage {
    /// Mangled symbol.
    pub symbol: String,
    /// Name for people.
    pub display: String,
    /// Where it lives.
    pub space: Space,
    /// Size in bytes.
    pub bytes: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// Object that defines `init_symbol` with the initial bytes; absent if zero.
    pub init: Option<Vec<u8>>,
    /// The symbol that the object defines.
    pub init_symbol: String,
}

/// A kernel that host code may launch; its image comes on its own, before or after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KernelName {
    /// Mangled symbol.
    pub symbol: String,
    /// Name for people.
    pub display: String,
}

/// A symbol that cells may define again: host code reaches it through the pointer `<symbol>.slot`, which the executor owns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Definition {
    /// Mangled symbol of a function, a variable or a kernel's stub that a cell defines.
    pub symbol: String,
    /// It takes the place of a definition by an earlier cell; otherwise the earlier one, if there is one, stays (another
    /// instantiation of the same template).
    pub fresh: bool,
}

/// A cell to link and, if asked for, run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellImage {
    /// Its number.
    pub number: u32,
    /// Kernels that it defines, or that are compiled again because of it: launches wait for images of this cell or a later one.
    pub kernels: Vec<KernelName>,
    /// The symbols that its object or its variables define and that cells may define again.
    pub definitions: Vec<Definition>,
    /// Device variables to create first.
    pub variables: Vec<VariableImage>,
    /// Thunks to create before these: `<entry>_functions` has their addresses, in the order of the image's functions, and `<entry>_targets` where they
    /// lead.
    pub thunks: Vec<KernelImage>,
    /// Host object, if the cell has host code.
    pub object: Option<Vec<u8>>,
    /// Symbol of its entry.
    pub entry: String,
    /// False: link only (definitions brought back after a crash).
    pub run: bool,
    /// After the cell, wait for the devices if it launched something, and report their errors on it.
    pub sync: bool,
    /// After the entry, call `main` with these arguments and end the process with its status.
    pub main: Option<Vec<String>>,
    /// How much of its value is shown.
    pub shown: ShownMost,
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
