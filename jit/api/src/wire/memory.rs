//! What is allocated on devices and for them.

use serde::{Deserialize, Serialize};

/// What an allocation is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MemoryOf {
    /// Device memory.
    Device,
    /// Managed memory.
    Managed,
    /// Page-locked memory of the host.
    Pinned,
    /// The host's own, page-locked for now.
    Registered,
    /// The storage of an array, as textures read it.
    Array,
    /// Device memory of a graph.
    Graph,
    /// The device variable of this name.
    Variable(String),
}

/// One allocation that has not been freed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveAllocation {
    /// Its first address.
    pub address: u64,
    /// Its size.
    pub bytes: u64,
    /// What it is.
    pub of: MemoryOf,
    /// The cell that ran when it was made; 0: none did.
    pub cell: u32,
}

/// What is allocated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryUse {
    /// All that is, by address; none where NVIDIA's runtime library allocates, and knows alone.
    pub live: Option<Vec<LiveAllocation>>,
    /// The most that was in use on the device at once, managed memory included, bytes.
    pub most_bytes: u64,
    /// The cell whose allocation made it the most; 0: none did.
    pub most_in: u32,
    /// The values that were asked for, as far as there are such variables.
    pub pointers: Vec<Option<u64>>,
}
