//! What kernels are compiled for: a folder for each kind of device.

pub(crate) mod device_target;
pub(crate) mod nvidia;

pub use device_target::DeviceTarget;
pub use nvidia::toolkit::{Toolkit, ptxas, ptxas_version};
