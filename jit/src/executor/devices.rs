//! Devices by the names that the command line has for them.

use std::sync::Arc;

use crate::device::cuda::SharedLimit;
use crate::device::fleet::{DEVICES_MAX, Fleet};
use crate::device::{self, Device};
use crate::modules::Devices;
use crate::runtime;
use crate::wire::{DeviceDescription, GpuFaults, Target};

/// Environment variable: how many devices the CPU is to pass for.
const CPU_DEVICES: &str = "CHEVRON_CPU_DEVICES";

/// What the process was given: its devices by their numbers, and the number of the one that was asked for.
struct Opened {
    members: Vec<Arc<dyn Device>>,
    home: usize,
}

/// What NVIDIA GPUs, and the CPU device, are opened with.
#[derive(Clone, Copy)]
struct Wanted {
    gpu_faults: GpuFaults,
    shared_limit: SharedLimit,
    cpu_warp: u32,
}

/// Opens a device and those that programs reach beside it, and makes them the process's. On an NVIDIA GPU `runtime_library`, if it is given, is what
/// host code will be linked against.
pub(super) fn open(
    name: &str,
    runtime_library: Option<&str>,
    gpu_faults: GpuFaults,
    cpu_warp: u32,
) -> Result<Devices, String> {
    let wanted = Wanted {
        gpu_faults,
        shared_limit: match runtime_library {
            Some(_) => SharedLimit::Driver,
            None => SharedLimit::Runtime,
        },
        cpu_warp,
    };
    let Opened { members, home } = find(name, wanted)?;
    let device: Arc<dyn Device> = match members.as_slice() {
        [only] => Arc::clone(only),
        _ => Arc::new(Fleet::new(members.clone(), home)),
    };
    let has_toolkit = Arc::clone(&device).toolkit().is_some();
    runtime::start(device).map_err(|error| unusable(name, &error))?;
    if let Some(library) = runtime_library
        && has_toolkit
    {
        runtime::toolkit::start(library.as_ref(), home)?;
    }
    Ok(Devices::new(members, home))
}

fn find(name: &str, wanted: Wanted) -> Result<Opened, String> {
    let (kind, number) = match name.split_once(':') {
        Some((kind, number)) => (kind, Some(number)),
        None => (name, None),
    };
    let home = number.map_or(Some(0), |number| number.parse().ok());
    match (kind, home) {
        ("cpu", Some(home)) => cpu(home, wanted.cpu_warp).map_err(|error| unusable(name, &error)),
        ("null", Some(_)) if number.is_none() => {
            let device = device::null::device().map_err(|error| unusable(name, &error))?;
            Ok(Opened {
                members: vec![device],
                home: 0,
            })
        }
        // A machine without a usable GPU is no error: `chevron doctor` tells why it has none.
        ("auto", Some(_)) if number.is_none() => {
            let gpu = find("cuda", wanted).or_else(|_| find("hip", wanted));
            gpu.or_else(|_| find("cpu", wanted))
        }
        ("hip", Some(home)) => {
            let members = device::hip::devices(home).map_err(|error| unusable(name, &error))?;
            Ok(Opened { members, home })
        }
        ("cuda", Some(home)) => {
            let members = device::cuda::devices(home, wanted.gpu_faults, wanted.shared_limit)
                .map_err(|error| unusable(name, &error))?;
            Ok(Opened { members, home })
        }
        _ => Err(format!(
            "there is no device `{name}`; there are `cpu`, `null`, `cuda:0` and so on for NVIDIA GPUs, and `hip:0` and so on for AMD GPUs"
        )),
    }
}

fn cpu(home: usize, warp: u32) -> Result<Opened, String> {
    let count = match std::env::var(CPU_DEVICES) {
        Err(_) => 1,
        Ok(text) => match text.parse() {
            Ok(count) if (1..=DEVICES_MAX).contains(&count) => count,
            _ => {
                return Err(format!(
                    "`{CPU_DEVICES}` is `{text}`, but must be a number from 1 to {DEVICES_MAX}"
                ));
            }
        },
    };
    if home >= count {
        return Err(match count {
            1 => format!(
                "there is one CPU device; `{CPU_DEVICES}={}` makes more",
                home + 1
            ),
            count => format!(
                "`{CPU_DEVICES}` asks for {count} CPU devices, `cpu:0` to `cpu:{}`",
                count - 1
            ),
        });
    }
    let members = match count {
        1 => vec![device::cpu::device(warp).map_err(|error| error.to_string())?],
        count => device::cpu::devices(count, warp),
    };
    Ok(Opened { members, home })
}

/// What the process's devices are; with a GPU, all GPUs of the machine.
pub(super) fn describe() -> Vec<DeviceDescription> {
    let Some(device) = runtime::device() else {
        return Vec::new();
    };
    if let Target::Cuda { .. } = device.target()
        && let Ok(all) = device::cuda::describe()
    {
        return all;
    }
    let describe = |number: usize| {
        let properties = device.properties_of(number);
        DeviceDescription {
            id: properties.id.clone(),
            name: properties.name.clone(),
            detail: properties.detail.clone(),
        }
    };
    (0..device.count()).map(describe).collect()
}

fn unusable(name: &str, error: &dyn std::fmt::Display) -> String {
    format!("device `{name}` cannot be used: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const WANTED: Wanted = Wanted {
        gpu_faults: GpuFaults::Brief,
        shared_limit: SharedLimit::Runtime,
        cpu_warp: 32,
    };

    #[test]
    fn wrong_names_are_told() {
        for name in [
            "cuda3", "cuda:", "cuda:x", "hip:", "rocm:0", "null:0", "auto:1", "cpu:-1",
        ] {
            let error = find(name, WANTED).err().unwrap_or_default();
            assert!(error.starts_with("there is no device `"), "{name}: {error}");
        }
        let error = find("cpu:1", WANTED).err().unwrap_or_default();
        assert!(error.contains("there is one CPU device"), "{error}");
    }
}
