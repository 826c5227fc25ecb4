//! One trial for every golden file and device.

use std::collections::BTreeMap;
use std::path::Path;

use libtest_mimic::{Arguments, Failed, Trial as Mimic};
use tests::chevron::Run;
use tests::golden::Golden;
use tests::trial::{Trial, files};

/// Set to 1: a device that is not there is a failure, not a skip.
const REQUIRE_VARIABLE: &str = "CHEVRON_REQUIRE_DEVICES";

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::from_args();
    let mut devices = BTreeMap::new();
    let mut mimics = Vec::new();
    for (name, path) in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("golden"))? {
        // A file that cannot be read is a trial that says so.
        let golden = Golden::parse(&std::fs::read_to_string(&path)?);
        let names = golden.map_or_else(|_| vec!["cpu".to_owned()], |golden| golden.header.devices);
        for device in names {
            let missing = devices
                .entry(device.clone())
                .or_insert_with(|| probe(&device))
                .clone();
            let trial = Trial {
                name: name.clone(),
                path: path.clone(),
                device,
            };
            mimics.push(mimic(trial, missing));
        }
    }
    libtest_mimic::run(&arguments, mimics).exit();
}

fn mimic(trial: Trial, missing: Option<String>) -> Mimic {
    let name = format!("{} [{}]", trial.name, trial.device);
    let required = std::env::var_os(REQUIRE_VARIABLE).is_some_and(|value| value == "1");
    match missing {
        Some(reason) if required => Mimic::test(name, move || {
            Err(Failed::from(format!("device `{}`: {reason}", trial.device)))
        }),
        Some(reason) => {
            Mimic::test(format!("{name} (no device: {reason})"), || Ok(())).with_ignored_flag(true)
        }
        None => Mimic::test(name, move || {
            trial
                .run()
                .map_err(|error| Failed::from(format!("{error:#}")))
        }),
    }
}

/// Why a device cannot be used here. The CPU is always there: what fails on it is a failure.
fn probe(device: &str) -> Option<String> {
    if device == "cpu" {
        return None;
    }
    let directory = std::env::temp_dir();
    let arguments = ["devices", "--device", device].map(str::to_owned).to_vec();
    let run = Run {
        arguments,
        stdin: "",
        directory: &directory,
        cache: &directory,
        marks: false,
    };
    match run.finish() {
        Ok(finished) if finished.status.success() => None,
        Ok(finished) => Some(finished.stderr.trim().to_owned()),
        Err(error) => Some(format!("{error:#}")),
    }
}
