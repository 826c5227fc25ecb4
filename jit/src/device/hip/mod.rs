//! AMD GPUs, over AMD's HIP runtime (libamdhip64 of ROCm 5.2 to 7).
//!
//! Streams, events and kernels are the library's own handles, so nothing is looked up on the way to it. What depends on the calling thread's current device is done by
//! a thread of the device's own (`worker`), unless the device is current anyway: then the call is made where it stands, a launch above all. No thread of the user's
//! gets another current device than it had.
//!
//! Each device loads a kernel as a module of its own, when something first launches it there.

mod device;
mod driver;
mod host_memory;
mod interfaces;
mod kernels;
mod pools;
mod properties;
mod sys;
mod worker;

use std::sync::Arc;

use self::device::{Hip, Process};
use self::kernels::Kernels;
use self::worker::Workers;
use super::Device;
use super::fleet::DEVICES_MAX;

/// Opens all GPUs, by their numbers; kernels are loaded on `home` first. The error is for people.
pub fn devices(home: usize) -> Result<Vec<Arc<dyn Device>>, String> {
    let driver = driver::driver()?;
    let count = driver::device_count(driver)?.min(DEVICES_MAX);
    if home >= count {
        return Err(match count {
            1 => "this machine has one AMD GPU, `hip:0`".to_owned(),
            count => format!(
                "this machine has {count} AMD GPUs, `hip:0` to `hip:{}`",
                count - 1
            ),
        });
    }
    let process = Process {
        devices: count,
        home,
        kernels: Arc::new(Kernels::default()),
        workers: Arc::new(Workers::new(driver, count)),
    };
    let open = |number| -> Result<Arc<dyn Device>, String> {
        let opened = Hip::open(driver, number, &process);
        let opened = opened.map_err(|failure| driver::explain(driver, failure))?;
        Ok(Arc::new(opened))
    };
    (0..count).map(open).collect()
}
