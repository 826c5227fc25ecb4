//! Address spaces of NVIDIA and AMD GPUs alike, by LLVM's numbers.

/// Memory of the device.
pub(in crate::emit) const GLOBAL: u32 = 1;
/// Memory that a running kernel only reads.
pub(in crate::emit) const CONSTANT: u32 = 4;
