//! What can end a launch, in CUDA's terms.

/// The CUDA error that a fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// The launch configuration cannot run here.
    InvalidConfiguration,
    /// Out of memory for the threads' stacks or the blocks' shared memory.
    OutOfMemory,
    /// A load or store where nothing is mapped.
    IllegalAddress,
    /// A block that can never proceed. A GPU hangs here until its watchdog ends the launch.
    Deadlock,
    /// `assert` failed.
    Assert,
    /// A thread used more stack than it has.
    StackOverflow,
    /// A vector load or store at an address that is not a multiple of its size.
    MisalignedAddress,
    /// `__trap()`, an integer division by zero, or a primitive used against its rules.
    LaunchFailure,
    /// It was interrupted.
    Interrupted,
    /// A cooperative launch of more threads than can be resident at once.
    CooperativeLaunchTooLarge,
}

impl FaultKind {
    /// CUDA's name for it, such as `cudaErrorIllegalAddress`.
    pub fn name(self) -> &'static str {
        self.describe().0
    }

    /// CUDA's number for it.
    pub fn code(self) -> u32 {
        self.describe().1
    }

    /// False for errors of the launch call itself, which leave the device usable.
    pub fn sticky(self) -> bool {
        !matches!(
            self,
            FaultKind::InvalidConfiguration
                | FaultKind::OutOfMemory
                | FaultKind::CooperativeLaunchTooLarge
        )
    }

    fn describe(self) -> (&'static str, u32) {
        match self {
            FaultKind::InvalidConfiguration => ("cudaErrorInvalidConfiguration", 9),
            FaultKind::OutOfMemory => ("cudaErrorMemoryAllocation", 2),
            FaultKind::IllegalAddress => ("cudaErrorIllegalAddress", 700),
            // What a GPU's watchdog does to a kernel that runs too long.
            FaultKind::Interrupted => ("cudaErrorLaunchTimeout", 702),
            FaultKind::Deadlock => ("cudaErrorLaunchTimeout", 702),
            FaultKind::Assert => ("cudaErrorAssert", 710),
            FaultKind::StackOverflow => ("cudaErrorHardwareStackError", 714),
            FaultKind::MisalignedAddress => ("cudaErrorMisalignedAddress", 716),
            FaultKind::LaunchFailure => ("cudaErrorLaunchFailure", 719),
            FaultKind::CooperativeLaunchTooLarge => ("cudaErrorCooperativeLaunchTooLarge", 720),
        }
    }
}

/// Why a launch ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The CUDA error.
    pub error: FaultKind,
    /// What happened, for people; several lines for a deadlock.
    pub message: String,
    /// `blockIdx` of the block at fault.
    pub block_idx: Option<[u32; 3]>,
    /// `threadIdx` of the thread at fault.
    pub thread_idx: Option<[u32; 3]>,
    /// Addresses of the instruction at fault and of the call that led there, of which one may lie in the kernel's code; 0 if unknown.
    pub addresses: [usize; 2],
}

impl Fault {
    /// A fault of the launch as a whole.
    pub fn of_launch(error: FaultKind, message: impl Into<String>) -> Fault {
        Fault {
            error,
            message: message.into(),
            block_idx: None,
            thread_idx: None,
            addresses: [0; 2],
        }
    }
}
