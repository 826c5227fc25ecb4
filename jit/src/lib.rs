//! Executor process, module manager, runtime API and devices.

pub mod wire;
