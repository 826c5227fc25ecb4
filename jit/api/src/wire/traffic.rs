//! What kernels move and compute, counted on the CPU device.

use serde::{Deserialize, Serialize};

/// What launches of a kernel moved and computed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KernelTraffic {
    /// Its name for people.
    pub kernel: String,
    /// Mangled symbol.
    pub symbol: String,
    /// Symbol of the entry of the code object that ran.
    pub entry: String,
    /// Launches.
    pub launches: u64,
    /// Threads of all of them.
    pub threads: u64,
    /// Floating-point operations: a fused multiply-add is two.
    pub operations: u64,
    /// Bytes of global memory that threads asked for, each time they did.
    pub global_bytes: u64,
    /// Bytes of global memory that were read by a launch, and bytes that were written: each once a launch, however many threads asked for it.
    pub distinct_bytes: u64,
    /// Bytes of shared memory that threads asked for.
    pub shared_bytes: u64,
    /// The accesses in its code that ran, by number.
    pub accesses: Vec<AccessTraffic>,
}

/// One access in a kernel's code: what it moved, and what its warps' requests would cost a GPU.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccessTraffic {
    /// Its number in the code.
    pub number: u32,
    /// `read of 4 bytes`
    pub what: String,
    /// It goes to shared memory: then pieces are passes over its 32 banks of 4 bytes. Else they are sectors of 32 bytes.
    pub shared: bool,
    /// How often threads did it.
    pub times: u64,
    /// Requests of warps that were looked at.
    pub requests: u64,
    /// Pieces that those requests take.
    pub pieces: u64,
    /// Pieces that so many bytes of so many lanes take at least.
    pub least: u64,
    /// Bytes from a lane to the next one, if they were always the same.
    pub stride: Option<i64>,
}
