//! What clang is told of each target: a line a kind in each table.

use super::{DeviceTarget, cpu, nvidia};
use crate::emit::nvptx_architectures;

impl DeviceTarget {
    /// The best target for an NVIDIA GPU of compute capability `sm`; nothing if the GPU is too old.
    pub fn nvidia(sm: u32) -> Option<DeviceTarget> {
        nvptx_architectures::best(sm).map(|sm| DeviceTarget::Nvptx { sm })
    }

    /// The triple of device code.
    pub(crate) fn triple(self) -> &'static str {
        match self {
            DeviceTarget::Cpu => cpu::TRIPLE,
            DeviceTarget::Nvptx { .. } => nvptx_architectures::TRIPLE,
        }
    }

    /// cc1 arguments of the device side; `toolkit_isa` is the version of its assembly language that a toolkit's
    /// headers are read for (80 for PTX 8.0), 0 without one.
    pub(crate) fn arguments(self, toolkit_isa: u32) -> Vec<String> {
        match self {
            DeviceTarget::Cpu => cpu::arguments(),
            DeviceTarget::Nvptx { sm } => nvidia::clang::arguments(sm, toolkit_isa),
        }
    }

    /// What clang's driver passes for a CUDA toolkit beside where that lies.
    pub(crate) fn toolkit_arguments(self) -> Vec<String> {
        match self {
            DeviceTarget::Cpu => Vec::new(),
            DeviceTarget::Nvptx { sm } => nvidia::clang::toolkit_arguments(sm),
        }
    }
}
