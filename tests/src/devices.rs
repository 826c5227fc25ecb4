//! The devices that tests run on, and where the tests' own files are.

use std::path::PathBuf;

use anyhow::bail;

use crate::chevron::Run;

/// Names the devices, with commas between: `cuda` on a machine with a GPU.
pub const DEVICES_VARIABLE: &str = "CHEVRON_TEST_DEVICES";

/// Names the folder of the tests' files, for test programs that were built elsewhere.
pub const FILES_VARIABLE: &str = "CHEVRON_TEST_FILES";

/// What is there on every machine.
const EVERYWHERE: &str = "cpu,null";

/// The devices to run on, each of which works.
///
/// # Errors
/// One of them does not: its error text.
pub fn devices() -> anyhow::Result<Vec<String>> {
    let names = std::env::var(DEVICES_VARIABLE).unwrap_or_else(|_| EVERYWHERE.to_owned());
    let names: Vec<String> = names.split(',').map(str::to_owned).collect();
    for name in &names {
        probe(name)?;
    }
    Ok(names)
}

/// A folder or file of the tests.
pub fn files(name: &str) -> PathBuf {
    std::env::var_os(FILES_VARIABLE)
        .map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from)
        .join(name)
}

/// How many devices of its kind a device stands for; the CPU passes for as many as are wanted.
///
/// # Errors
/// It does not work.
pub fn count(device: &str) -> anyhow::Result<usize> {
    match device {
        "cpu" => Ok(usize::MAX),
        _ => Ok(probe(device)?.lines().count()),
    }
}

/// Lists the devices of a kind. The CPU is always there: what fails on it is a failure of the trial.
fn probe(device: &str) -> anyhow::Result<String> {
    if device == "cpu" {
        return Ok(String::new());
    }
    let directory = std::env::temp_dir();
    let run = Run {
        arguments: ["devices", "--device", device].map(str::to_owned).to_vec(),
        stdin: "",
        directory: &directory,
        cache: &directory,
        marks: false,
        pauses: &[],
        cpu_devices: 1,
    };
    let finished = run.finish()?;
    if !finished.status.success() {
        bail!(
            "device `{device}` of `{DEVICES_VARIABLE}` does not work: {}",
            finished.stderr.trim()
        );
    }
    Ok(finished.stdout)
}
