//! The devices that tests run on, and where the tests' own files are.

use std::path::PathBuf;

use anyhow::bail;

use crate::chevron::Run;

/// Names the devices, with commas between: `cuda` on a machine with a GPU.
pub const DEVICES_VARIABLE: &str = "CHEVRON_TEST_DEVICES";

/// Names the folder of the tests' files, for test programs that were built elsewhere.
pub const FILES_VARIABLE: &str = "CHEVRON_TEST_FILES";

/// Names a file to which each failure is added as it comes: the test program tells them at its end, which a time limit may cut off.
pub const FAILURES_VARIABLE: &str = "CHEVRON_TEST_FAILURES";

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

/// Does everything on the CPU device run with the sanitizer? It is to find nothing.
pub fn sanitizes() -> bool {
    std::env::var_os("CHEVRON_TEST_SANITIZE").is_some_and(|it| it == "1")
}

/// A session's stderr without what the sanitizer says at its end of each: what was not freed, and that nothing was found.
pub fn without_sanitizers_end(stderr: &str) -> String {
    let mut kept = String::new();
    let mut in_leaks = false;
    for line in stderr.lines() {
        let leaks = line.starts_with("note: the session: ") && line.contains(" not freed, ");
        in_leaks = leaks || (in_leaks && line.starts_with("  "));
        let count = line.starts_with("note: memcheck,") && line.ends_with(": nothing found");
        if !in_leaks && !count {
            kept += line;
            kept.push('\n');
        }
    }
    kept
}

/// The GPU with a CUDA toolkit's headers and runtime library.
pub const TOOLKIT: &str = "toolkit";

/// Words for the command line that choose a device of the tests: one of `chevron`'s, or `toolkit`.
pub fn arguments(device: &str) -> Vec<String> {
    let words: &[&str] = match device {
        TOOLKIT => &["--device", "cuda", "--headers", "toolkit"],
        _ => &["--device", device, "--headers", "embedded"],
    };
    let sanitized = device == "cpu" && sanitizes();
    let words = words
        .iter()
        .copied()
        .chain(sanitized.then_some("--sanitize"));
    words.map(str::to_owned).collect()
}

/// Is a session that names these devices to run on this one? What a GPU shows it shows with a toolkit's headers too.
pub fn wanted(device: &str, named: &[String]) -> bool {
    let names = |name: &str| named.iter().any(|it| it == name);
    names(device) || (device == TOOLKIT && names("cuda"))
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
    let listed = match device {
        TOOLKIT => {
            let mut words = arguments(device);
            words.extend(["-e", "1"].map(str::to_owned));
            ask(device, words)?;
            "cuda"
        }
        device => device,
    };
    ask(
        device,
        ["devices", "--device", listed].map(str::to_owned).to_vec(),
    )
}

fn ask(device: &str, arguments: Vec<String>) -> anyhow::Result<String> {
    let directory = std::env::temp_dir();
    let finished = Run::plain(arguments, "", &directory, &directory).finish()?;
    if !finished.status.success() {
        bail!(
            "device `{device}` of `{DEVICES_VARIABLE}` does not work: {}",
            finished.stderr.trim()
        );
    }
    Ok(finished.stdout)
}
