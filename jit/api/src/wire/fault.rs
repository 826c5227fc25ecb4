//! Device errors, with all that is known of their places.

use serde::{Deserialize, Serialize};

/// What a fault came of, as far as what is done about it depends on that.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, PartialEq, Eq)]
pub enum FaultCause {
    /// The error that the fault names.
    #[default]
    Error,
    /// It is none: the kernel was interrupted, or work that waited was dropped for an interrupt.
    Interrupted,
    /// It is none: a cell was interrupted while it waited for this kernel's image.
    NotCompiledYet,
}

/// A device error, with all that is known of its place.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct DeviceFault {
    /// What it came of.
    pub cause: FaultCause,
    /// Name of the error, such as `cudaErrorIllegalAddress`.
    pub error: String,
    /// What happened, for people; may have several lines (a block that can never proceed).
    pub message: String,
    /// Kernel, empty if none is to blame.
    pub kernel: String,
    /// Launch configuration: grid.
    pub grid: [u32; 3],
    /// Launch configuration: block.
    pub block: [u32; 3],
    /// Launch configuration, of a launch that was refused: dynamic shared memory, bytes.
    pub dynamic_shared_bytes: u64,
    /// Likewise: all blocks are to run at the same time.
    pub cooperative: bool,
    /// `blockIdx`, where the device can tell.
    pub block_idx: Option<[u32; 3]>,
    /// `threadIdx`, where the device can tell.
    pub thread_idx: Option<[u32; 3]>,
    /// Where in the kernel's code, where the device can tell.
    pub place: Option<Box<KernelPlace>>,
}

impl DeviceFault {
    /// A fault with the name of an error that no kernel is to blame for, as far as is known; `message` tells people what happened.
    pub fn of(error: &str, message: impl Into<String>) -> DeviceFault {
        DeviceFault {
            cause: FaultCause::Error,
            error: error.to_owned(),
            message: message.into(),
            kernel: String::new(),
            grid: [0; 3],
            block: [0; 3],
            dynamic_shared_bytes: 0,
            cooperative: false,
            block_idx: None,
            thread_idx: None,
            place: None,
        }
    }

    /// The same, which came of this.
    pub fn because(self, cause: FaultCause) -> DeviceFault {
        DeviceFault { cause, ..self }
    }

    /// The same of a launch that asked for so much dynamic shared memory, and maybe for all blocks to run at the same time.
    pub fn asking(self, dynamic_shared_bytes: u64, cooperative: bool) -> DeviceFault {
        DeviceFault {
            dynamic_shared_bytes,
            cooperative,
            ..self
        }
    }

    /// The same of a kernel, by the name that people know, that was launched so.
    pub fn in_kernel(self, display: &str, grid: [u32; 3], block: [u32; 3]) -> DeviceFault {
        DeviceFault {
            kernel: display.to_owned(),
            grid,
            block,
            ..self
        }
    }
}

/// A device error of a program.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct ProgramFault {
    /// The error.
    pub fault: DeviceFault,
    /// A launch was refused: the program may have asked for the error.
    pub launch_refused: bool,
}

/// A place in the code of a kernel.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct KernelPlace {
    /// Mangled symbol of the kernel.
    pub symbol: String,
    /// Symbol of the entry of the code object that ran.
    pub entry: String,
    /// Distances from the entry in bytes, the first of which that lies in the code object is meant: the instruction itself, then the
    /// call that led to it.
    pub offsets: Vec<i64>,
    /// On a GPU the function that it lies in, which is the entry or one that it calls: its code. Elsewhere empty.
    pub code: Vec<u8>,
}
