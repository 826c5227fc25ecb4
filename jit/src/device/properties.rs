//! What a device is and what it can do.

/// What a device is and what it can do. Numbers are those that CUDA programs ask for.
#[derive(Clone, Debug, PartialEq)]
pub struct Properties {
    /// `cpu`, `null`, `cuda:0`, `hip:0`…
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
    /// What the vendor calls the architecture, where programs ask for that: `gfx90a:sramecc+:xnack-`; else empty.
    pub architecture: String,
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
    /// Loading a kernel waits for kernels that run, so that one that waits for another must not run before that is loaded.
    pub loading_waits: bool,
    /// What the device says of a kernel, registers and occupancy, depends on how well the kernel was compiled.
    pub facts_depend_on_code: bool,
}
