//! What an entry holds.

use serde::{Deserialize, Serialize};

use crate::Payload;

/// What sort of code object an entry's payload is. Each kind has its own versioned folder.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// An ELF object of one kernel or device variable for the CPU device.
    CpuObject,
    /// An ELF object of a cell's host code.
    HostObject,
    /// A precompiled header of clang.
    Precompiled,
    /// PTX text of one kernel for an NVIDIA GPU.
    Ptx,
    /// An NVIDIA GPU's machine code of one kernel, made from its PTX by a driver.
    Cubin,
    /// An AMD GPU's code object of one kernel.
    Hsaco,
    /// The instructions of one kernel for an NVIDIA GPU, as a disassembler writes them for people.
    Sass,
}

impl Kind {
    /// Every kind, in the order in which a key is looked for.
    pub const ALL: [Kind; 7] = [
        Kind::CpuObject,
        Kind::HostObject,
        Kind::Precompiled,
        Kind::Ptx,
        Kind::Cubin,
        Kind::Hsaco,
        Kind::Sass,
    ];

    /// The kind's name as statistics print it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::CpuObject => "cpu-object",
            Kind::HostObject => "host-object",
            Kind::Precompiled => "precompiled",
            Kind::Ptx => "ptx",
            Kind::Cubin => "cubin",
            Kind::Hsaco => "hsaco",
            Kind::Sass => "sass",
        }
    }

    /// The folder of the kind's entries. The number is the version of what producers put in `meta` and payload: raise it when
    /// an older program could not use a newer one's entries of this kind, and both go on side by side.
    pub fn bucket(self) -> &'static str {
        match self {
            Kind::CpuObject => "cpu-object-v1",
            Kind::HostObject => "host-object-v1",
            Kind::Precompiled => "precompiled-v1",
            Kind::Ptx => "ptx-v1",
            Kind::Cubin => "cubin-v1",
            Kind::Hsaco => "hsaco-v1",
            Kind::Sass => "sass-v1",
        }
    }

    /// The kind's number in an entry's header; numbers are never used again for another kind.
    pub(crate) fn code(self) -> u32 {
        match self {
            Kind::CpuObject => 1,
            Kind::HostObject => 2,
            Kind::Precompiled => 3,
            Kind::Ptx => 4,
            Kind::Cubin => 5,
            Kind::Hsaco => 6,
            Kind::Sass => 7,
        }
    }
}

/// What a launch needs to know of one kernel in the payload, so that no code object has to be parsed for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KernelRecord {
    /// The kernel's name in the code object.
    pub name: String,
    /// Registers per thread; 0 where the device has no such count.
    pub registers: u32,
    /// Static shared memory of one block, in bytes.
    pub shared_bytes: u32,
    /// Size of each parameter, in bytes, in order.
    pub param_bytes: Vec<u32>,
}

/// One cached code object with what its producer knows about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// What the payload is.
    pub kind: Kind,
    /// The kernels in the payload.
    pub kernels: Vec<KernelRecord>,
    /// The producer's own bytes; the cache never looks into them.
    pub meta: Vec<u8>,
    /// The code object, stored as it is.
    pub payload: Payload,
}
