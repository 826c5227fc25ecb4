//! What devices did while a profile was taken.

use serde::{Deserialize, Serialize};

/// Who measured it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Meter {
    /// Our own devices, as they work.
    #[default]
    Counters,
    /// NVIDIA's CUPTI, by its version.
    Cupti(u32),
    /// Events of the device around each piece of work, because of this.
    Events(String),
}

/// What was done from the beginning of a profile until the devices had nothing left to do. Times are nanoseconds since the beginning.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    /// Who measured it.
    pub meter: Meter,
    /// How long it was taken.
    pub total_ns: u64,
    /// What was done, in no order.
    pub activities: Vec<Activity>,
    /// There was more, which was not kept: so many.
    pub left_out: u64,
}

/// One piece of a device's work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Activity {
    /// What was done.
    pub did: Did,
    /// The device: `cpu`, `cuda:0`.
    pub device: String,
    /// The stream, as the device numbers them; 0 is the legacy default stream.
    pub stream: u64,
    /// When it began.
    pub start_ns: u64,
    /// When it had ended.
    pub end_ns: u64,
}

/// What a piece of work is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Did {
    /// A kernel ran.
    Kernel(Box<KernelRun>),
    /// Memory was copied.
    Copy {
        /// So much of it.
        bytes: u64,
        /// From where to where.
        way: Way,
    },
    /// Memory was filled.
    Fill {
        /// So much of it.
        bytes: u64,
    },
    /// A function of the host's ran.
    Host,
    /// A graph of so many nodes ran, whose nodes nobody could measure.
    Graph {
        /// How many it has.
        nodes: u64,
    },
}

/// One launch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KernelRun {
    /// The kernel's name for people.
    pub name: String,
    /// Blocks, along each axis.
    pub grid: [u32; 3],
    /// Threads of a block, along each axis.
    pub block: [u32; 3],
    /// Shared memory of a block, static and dynamic, bytes.
    pub shared_bytes: u64,
    /// On the CPU device: how its blocks ran, and by how many threads of the host.
    pub on_host: Option<OnHost>,
}

/// How the CPU device ran a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OnHost {
    /// How its blocks ran.
    pub tier: RunTier,
    /// By how many threads.
    pub threads: u32,
    /// Some of its blocks ran a draft's code.
    pub draft: bool,
}

/// How blocks of a launch were run on the CPU device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RunTier {
    /// In plain loops over threads.
    Loops,
    /// In loops between barriers.
    Regions,
    /// One fiber a thread.
    Fibers,
    /// One fiber a thread, watched by the sanitizer.
    Watched,
}

/// From where to where memory is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Way {
    /// From the host to a device.
    ToDevice,
    /// From a device to the host.
    ToHost,
    /// Within a device.
    Within,
    /// From a device to another one.
    Peers,
    /// From the host to the host.
    OnHost,
    /// Nobody has said.
    Unknown,
}

impl Way {
    /// That of a copy whose ends are the device's memory, or are not.
    pub fn between(source_of_device: bool, target_of_device: bool) -> Way {
        match (source_of_device, target_of_device) {
            (false, true) => Way::ToDevice,
            (true, false) => Way::ToHost,
            (true, true) => Way::Within,
            (false, false) => Way::OnHost,
        }
    }
}
