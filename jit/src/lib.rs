//! Executor process, module manager, runtime API and devices.

pub mod device;
pub mod modules;
pub mod wire;
