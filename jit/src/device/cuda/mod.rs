//! NVIDIA GPUs, over the driver's library. No toolkit is needed.
//!
//! Streams, events and kernels are the driver's own handles, so nothing is looked up on the way to it. The device's primary
//! context is made current on each thread that calls, once. A sticky error ends the context's use for good: `recover` says so,
//! and the session goes on with a new executor.

mod core_dump;
mod cubin;
mod device;
mod driver;
mod faults;
mod foreign_code;
mod graphs;
mod interfaces;
mod kernels;
mod line_table;
mod profiler;
mod properties;
mod sharing;
mod stream_values;
mod sys;
#[cfg(test)]
mod test_objects;
mod virtual_memory;

use std::sync::Arc;

use self::core_dump::{CoreDump, Dumps};
use self::device::{Cuda, Process};
use self::kernels::Kernels;
pub use self::kernels::SharedLimit;
use super::Device;
use super::fleet::DEVICES_MAX;
use crate::wire::{DeviceDescription, GpuFaults};

/// Opens all GPUs, by their ordinals; kernels are loaded on `home` first. The error is for people.
pub fn devices(
    home: usize,
    gpu_faults: GpuFaults,
    shared_limit: SharedLimit,
) -> Result<Vec<Arc<dyn Device>>, String> {
    let driver = driver::driver()?;
    let count = driver.device_count().map_err(driver::explain)?;
    let process = Process {
        devices: usize::try_from(count).unwrap_or(0).min(DEVICES_MAX),
        home,
        kernels: Arc::new(Kernels::new(shared_limit)),
        dumps: Arc::new(match gpu_faults {
            GpuFaults::Brief => Dumps::Off,
            GpuFaults::Full => CoreDump::request(driver).map_or(Dumps::Unavailable, Dumps::On),
        }),
    };
    if home >= process.devices {
        return Err(match count {
            0 => "the driver finds no GPU".to_owned(),
            1 => "this machine has one GPU, `cuda:0`".to_owned(),
            count => format!(
                "this machine has {count} GPUs, `cuda:0` to `cuda:{}`",
                count - 1
            ),
        });
    }
    let open = |ordinal| -> Result<Arc<dyn Device>, String> {
        let opened = Cuda::open(driver, ordinal, &process).map_err(driver::explain)?;
        Ok(Arc::new(opened))
    };
    (0..process.devices as i32).map(open).collect()
}

/// All GPUs of the machine, whether this process uses them or not. The error says why there are none, for people.
pub fn describe() -> Result<Vec<DeviceDescription>, String> {
    let driver = driver::driver()?;
    let count = driver.device_count().map_err(driver::explain)?;
    let describe = |ordinal| {
        let device = driver.device(ordinal)?;
        let properties = properties::read(driver, device, ordinal)?;
        Ok(DeviceDescription {
            id: properties.id,
            name: properties.name,
            detail: properties.detail,
        })
    };
    (0..count)
        .map(|ordinal| describe(ordinal).map_err(driver::explain))
        .collect()
}
