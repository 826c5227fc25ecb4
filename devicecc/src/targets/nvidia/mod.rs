//! NVIDIA GPUs.

pub(crate) mod toolkit;
