//! Executor process, module manager, runtime API and devices.

mod awake;
pub mod client;
mod crash;
pub mod device;
pub mod executor;
pub mod idle_threads;
mod interrupt;
pub mod link;
mod lock;
pub mod modules;
mod openmp;
mod process_status;
pub mod runtime;
mod signal_stack;
mod user_threads;
pub mod wire;
