//! What device code is compiled for, as a value.

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
