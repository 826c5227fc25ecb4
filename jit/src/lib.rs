//! Executor process, module manager, runtime API and devices.

pub mod client;
pub mod device;
pub mod executor;
mod interrupt;
pub mod link;
pub mod modules;
pub mod runtime;
pub mod wire;
