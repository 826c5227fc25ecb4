//! Devices by the names that the command line has for them.

use std::sync::Arc;

use crate::device::{self, Device};
use crate::runtime;
use crate::wire::DeviceDescription;

/// Opens a device and makes it the process's.
pub(super) fn open(name: &str) -> Result<Arc<dyn Device>, String> {
    let device = match name {
        "cpu" => device::cpu::device().map_err(|error| unusable(name, &error))?,
        "null" => device::null::device().map_err(|error| unusable(name, &error))?,
        _ => {
            return Err(format!(
                "there is no device `{name}`; this build has `cpu` and `null`"
            ));
        }
    };
    runtime::start(Arc::clone(&device)).map_err(|error| unusable(name, &error))?;
    Ok(device)
}

/// What the process's devices are.
pub(super) fn describe() -> Vec<DeviceDescription> {
    let describe = |device: Arc<dyn Device>| {
        let properties = device.properties();
        DeviceDescription {
            id: properties.id.clone(),
            name: properties.name.clone(),
            detail: properties.detail.clone(),
        }
    };
    runtime::device().map(describe).into_iter().collect()
}

fn unusable(name: &str, error: &dyn std::fmt::Display) -> String {
    format!("device `{name}` cannot be used: {error}")
}
