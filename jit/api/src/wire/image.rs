//! What a cell and its kernels are sent as: images.

use serde::{Deserialize, Serialize};

use super::ShownMost;

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
    /// `__cluster_dims__`: blocks of a cluster along each axis; zeros if it does not say.
    pub cluster: [u32; 3],
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
