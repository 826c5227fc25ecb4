//! What device code is compiled for, as a value.

use crate::emit::{AmdArchitecture, AmdCodeObject};

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
    /// An AMD GPU.
    Amdgcn {
        /// Its architecture.
        architecture: &'static AmdArchitecture,
        /// The version of its code objects.
        code_object: AmdCodeObject,
    },
}

impl DeviceTarget {
    /// The same with code objects of this version, where they have one.
    pub fn with_code_object(self, code_object: AmdCodeObject) -> DeviceTarget {
        match self {
            DeviceTarget::Amdgcn { architecture, .. } => DeviceTarget::Amdgcn {
                architecture,
                code_object,
            },
            other => other,
        }
    }
}
