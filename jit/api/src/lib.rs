//! The border between the two processes, as both sides see it. The session drives an executor by this crate alone: it knows no device, no linker and no runtime.

mod awake;
pub mod client;
pub mod crash;
pub mod idle_threads;
pub mod lock;
pub mod process_status;
pub mod wire;
