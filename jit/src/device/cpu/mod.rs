//! The CPU device's engine: runs compiled kernels with CUDA's semantics on all cores.
//!
//! `Engine::run` runs one grid and returns when it has ended. Kernels of tier Block are calls in a loop; threads of kernels of
//! tier Thread are fibers, so that each can wait at a barrier or a warp operation wherever it stands. Faults of device code
//! are values here, whatever signal they came by; faults of host code go where they went before.

pub mod abi;
mod again;
mod arena;
mod block;
mod children;
mod cluster;
mod device;
mod device_runtime;
pub mod engine;
mod family;
pub mod fault;
mod fiber;
mod grid;
pub mod heap;
mod interrupt;
mod kernel;
mod limits;
mod margins;
mod memory;
mod memory_operand;
mod overruns;
mod pool;
pub mod primitives;
mod printf;
mod report;
mod ring;
pub(crate) mod sanitizer;
mod shares;
pub(crate) mod sharing;
mod span;
mod switch;
#[cfg(test)]
mod tests;
mod trail;
mod trap;
mod virtual_memory;
mod warp;
mod worker;

pub use device::{CpuBackend, device, devices};
pub use device_runtime::{KernelsBySymbol, launch_primitives, symbol_named_by, use_kernels};
pub use engine::Engine;
pub use fault::{Fault, FaultKind};
pub use heap::{Allocation, Heap, Space};
pub use kernel::{CpuKernel, Grid, Regions};
pub use limits::{BLOCK_THREADS_MAX, Config, SHARED_BYTES_MAX};
pub use primitives::primitives;
