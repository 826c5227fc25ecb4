//! What device code is compiled for, and what clang is told of it.

use super::cpu;
use super::nvidia::architectures;

/// What kernels of a session are compiled for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DeviceTarget {
    /// The embedded CPU device: this machine's own processor.
    #[default]
    Cpu,
    /// An NVIDIA GPU.
    Nvptx {
        /// Compute capability: 90 for `sm_90`.
        sm: u32,
    },
}

impl DeviceTarget {
    /// The best target for an NVIDIA GPU of compute capability `sm`; nothing if the GPU is too old.
    pub fn nvidia(sm: u32) -> Option<DeviceTarget> {
        architectures::best(sm).map(|sm| DeviceTarget::Nvptx { sm })
    }

    /// The triple of device code.
    pub(crate) fn triple(self) -> &'static str {
        match self {
            DeviceTarget::Cpu => cpu::TRIPLE,
            DeviceTarget::Nvptx { .. } => architectures::TRIPLE,
        }
    }

    /// cc1 arguments of the device side; `ptx` is the version of PTX that a toolkit's headers are read for (80 for 8.0), 0 without one.
    pub(crate) fn arguments(self, ptx: u32) -> Vec<String> {
        match self {
            DeviceTarget::Cpu => cpu::arguments(),
            DeviceTarget::Nvptx { sm } => architectures::arguments(sm, ptx),
        }
    }

    /// What clang's driver passes for a CUDA toolkit beside where that lies.
    pub(crate) fn toolkit_arguments(self) -> Vec<String> {
        match self {
            DeviceTarget::Cpu => Vec::new(),
            DeviceTarget::Nvptx { sm } => architectures::toolkit_arguments(sm),
        }
    }
}
