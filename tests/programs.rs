//! The programs of tests/programs, each run and loaded.

use libtest_mimic::{Arguments, Trial};
use tests::program::{Way, check, programs};
use tests::{devices, outcome};

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for device in devices::devices()? {
        if device == "null" {
            // It computes nothing, so no program is content with it.
            continue;
        }
        for (name, path) in programs(&devices::files("programs"))? {
            // A toolkit has no HIP, and says so (golden/hip).
            if device == devices::TOOLKIT && path.extension().is_some_and(|it| it == "hip") {
                continue;
            }
            for (way, word) in [(Way::Run, "run"), (Way::Load, "load")] {
                let (path, device) = (path.clone(), device.clone());
                let name = format!("{word} {name} [{device}]");
                let run = {
                    let name = name.clone();
                    move || outcome::told(&name, check(&path, way, &device))
                };
                trials.push(Trial::test(name, run));
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}
