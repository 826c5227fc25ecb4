//! Devices by the names that the command line has for them.

use std::sync::Arc;

use crate::device::{self, Device};
use crate::runtime;
use crate::wire::{DeviceDescription, Target};

/// Opens a device and makes it the process's.
pub(super) fn open(name: &str) -> Result<Arc<dyn Device>, String> {
    let device = match name {
        "cpu" => device::cpu::device().map_err(|error| unusable(name, &error))?,
        "null" => device::null::device().map_err(|error| unusable(name, &error))?,
        // A machine without a usable GPU is no error: `chevron doctor` tells why it has none.
        "auto" => match device::cuda::device(0) {
            Ok(device) => device,
            Err(_) => return open("cpu"),
        },
        _ => match cuda_ordinal(name) {
            Some(ordinal) => {
                device::cuda::device(ordinal).map_err(|error| unusable(name, &error))?
            }
            None => {
                return Err(format!(
                    "there is no device `{name}`; there are `cpu`, `null`, and `cuda:0` and so on"
                ));
            }
        },
    };
    runtime::start(Arc::clone(&device)).map_err(|error| unusable(name, &error))?;
    Ok(device)
}

/// The ordinal in `cuda` or `cuda:N`.
fn cuda_ordinal(name: &str) -> Option<u32> {
    match name.strip_prefix("cuda")? {
        "" => Some(0),
        rest => rest.strip_prefix(':')?.parse().ok(),
    }
}

/// What the process's devices are; with a GPU, all GPUs of the machine.
pub(super) fn describe() -> Vec<DeviceDescription> {
    let device = runtime::device();
    if let Some(Target::Cuda { .. }) = device.as_ref().map(|device| device.target())
        && let Ok(all) = device::cuda::describe()
    {
        return all;
    }
    let describe = |device: Arc<dyn Device>| {
        let properties = device.properties();
        DeviceDescription {
            id: properties.id.clone(),
            name: properties.name.clone(),
            detail: properties.detail.clone(),
        }
    };
    device.map(describe).into_iter().collect()
}

fn unusable(name: &str, error: &dyn std::fmt::Display) -> String {
    format!("device `{name}` cannot be used: {error}")
}

#[cfg(test)]
mod tests {
    use super::cuda_ordinal;

    #[test]
    fn gpus_by_name() {
        assert_eq!(cuda_ordinal("cuda"), Some(0));
        assert_eq!(cuda_ordinal("cuda:3"), Some(3));
        for name in ["cuda3", "cuda:", "cuda:x", "hip:0"] {
            assert_eq!(cuda_ordinal(name), None, "{name}");
        }
    }
}
