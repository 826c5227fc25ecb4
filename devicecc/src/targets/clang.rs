//! What clang is told of each target: a line a kind in each table.

use super::{DeviceTarget, amd, cpu, nvidia};
use crate::emit::{AMD_TRIPLE, nvptx_architectures};

impl DeviceTarget {
    /// The best target for an NVIDIA GPU of compute capability `sm`; nothing if the GPU is too old.
    pub fn nvidia(sm: u32) -> Option<DeviceTarget> {
        nvptx_architectures::best(sm).map(|sm| DeviceTarget::Nvptx { sm })
    }

    /// Threads of a warp, if the device's hardware says that.
    pub(crate) fn warp_size(self) -> Option<u32> {
        match self {
            DeviceTarget::Amdgcn { architecture, .. } => Some(architecture.wavefront),
            DeviceTarget::Nvptx { .. } => Some(32),
            DeviceTarget::Cpu => None,
        }
    }

    /// The triple of device code.
    pub(crate) fn triple(self) -> &'static str {
        match self {
            DeviceTarget::Cpu => cpu::TRIPLE,
            DeviceTarget::Nvptx { .. } => nvptx_architectures::TRIPLE,
            DeviceTarget::Amdgcn { .. } => AMD_TRIPLE,
        }
    }

    /// cc1 arguments of the device side; `toolkit_isa` is the version of its assembly language that a toolkit's
    /// headers are read for (80 for PTX 8.0), 0 without one.
    pub(crate) fn arguments(self, toolkit_isa: u32) -> Vec<String> {
        match self {
            DeviceTarget::Cpu => cpu::arguments(),
            DeviceTarget::Nvptx { sm } => nvidia::clang::arguments(sm, toolkit_isa),
            DeviceTarget::Amdgcn {
                architecture,
                code_object,
            } => amd::clang::arguments(architecture, code_object),
        }
    }

    /// What clang's driver passes for a CUDA toolkit beside where that lies.
    pub(crate) fn toolkit_arguments(self) -> Vec<String> {
        match self {
            DeviceTarget::Cpu | DeviceTarget::Amdgcn { .. } => Vec::new(),
            DeviceTarget::Nvptx { sm } => nvidia::clang::toolkit_arguments(sm),
        }
    }
}
