//! The process's one HIP runtime, and what its failures are to the runtime and to people.

use std::fs::File;
use std::path::Path;
use std::sync::OnceLock;

use super::sys::{Driver, Failure};
use crate::device::{Error, Status, gate};

/// What the kernel's driver shows of its GPUs to programs.
const KERNEL_DRIVER: &str = "/dev/kfd";

/// Environment variables that hide GPUs.
const HIDING: [&str; 3] = [
    "HIP_VISIBLE_DEVICES",
    "ROCR_VISIBLE_DEVICES",
    "GPU_DEVICE_ORDINAL",
];

// `hipError_t`, where they mean that there is no GPU: `hipInit` of ROCm 5 gives the second.
const NO_DEVICE: i32 = 100;
const INVALID_DEVICE: i32 = 101;

/// The runtime, loaded and initialised by the first call. The error is for people.
pub(super) fn driver() -> Result<&'static Driver, String> {
    static DRIVER: OnceLock<Result<Driver, String>> = OnceLock::new();
    DRIVER
        .get_or_init(|| {
            let driver = Driver::load()?;
            gate::install();
            match driver.init() {
                Ok(()) => Ok(driver),
                Err(failure) => Err(not_started(&driver, failure)),
            }
        })
        .as_ref()
        .map_err(Clone::clone)
}

/// How many GPUs there are: one or more. The error is for people.
pub(super) fn device_count(driver: &Driver) -> Result<usize, String> {
    match driver.device_count() {
        Ok(count) if count > 0 => Ok(count as usize),
        Ok(_) => Err(no_gpu(driver)),
        Err(failure) => Err(not_started(driver, failure)),
    }
}

fn not_started(driver: &Driver, failure: Failure) -> String {
    match failure.code {
        NO_DEVICE | INVALID_DEVICE => no_gpu(driver),
        _ => format!(
            "{} does not start: {}",
            driver.title(),
            explain(driver, failure)
        ),
    }
}

/// What is told where the library is there and finds no GPU, with what to do about it.
fn no_gpu(driver: &Driver) -> String {
    let opened = File::options()
        .read(true)
        .write(true)
        .open(KERNEL_DRIVER)
        .map(drop);
    let why = why_no_gpu(
        Path::new(KERNEL_DRIVER).exists(),
        opened.err(),
        HIDING
            .iter()
            .copied()
            .find(|name| std::env::var_os(name).is_some()),
    );
    format!("{} finds no AMD GPU: {why}", driver.title())
}

fn why_no_gpu(
    driver_is_there: bool,
    opening: Option<std::io::Error>,
    hidden_by: Option<&str>,
) -> String {
    match (opening, hidden_by) {
        _ if !driver_is_there => format!(
            "`{KERNEL_DRIVER}` is not there, so this machine has none, or the kernel's driver is not loaded (`modprobe amdgpu`), or a container was started without it (`--device=/dev/kfd --device=/dev/dri`)"
        ),
        (Some(error), _) => format!(
            "this user cannot open `{KERNEL_DRIVER}` ({error}); `sudo usermod -aG render,video $USER` allows it from the next login on"
        ),
        (None, Some(name)) => format!("the environment variable `{name}` may hide it"),
        (None, None) => "`rocminfo` tells what the system sees".to_owned(),
    }
}

/// A failure as the runtime's callers get it. HIP's numbers are CUDA's, but for some that only HIP has.
pub(super) fn error(driver: &Driver, failure: Failure) -> Error {
    Error::new(status(failure), explain(driver, failure))
}

pub(super) fn status(failure: Failure) -> Status {
    let status = Status(failure.code);
    if status.is_known() {
        status
    } else {
        Status::UNKNOWN
    }
}

/// A failure for people.
pub(super) fn explain(driver: &Driver, failure: Failure) -> String {
    let name = driver.error_name(failure.code);
    format!("`{}` gives {name}", failure.call)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hips_numbers_are_the_runtimes_where_there_are_such() {
        let of = |code| status(Failure { call: "hip", code });
        assert_eq!(of(2), Status::MEMORY_ALLOCATION);
        assert_eq!(of(209), Status::NO_KERNEL_IMAGE_FOR_DEVICE);
        assert_eq!(of(719), Status::LAUNCH_FAILURE);
        // `hipErrorRuntimeMemory`
        assert_eq!(of(1052), Status::UNKNOWN);
    }

    #[test]
    fn what_keeps_a_gpu_away_is_told_with_what_to_do() {
        let denied = || std::io::Error::from_raw_os_error(libc::EACCES);
        assert!(why_no_gpu(false, Some(denied()), None).contains("modprobe amdgpu"));
        assert!(why_no_gpu(true, Some(denied()), None).contains("render,video"));
        let hidden = why_no_gpu(true, None, Some("HIP_VISIBLE_DEVICES"));
        assert!(hidden.contains("`HIP_VISIBLE_DEVICES`"));
        assert!(why_no_gpu(true, None, None).contains("rocminfo"));
    }
}
