//! The programs of tests/programs, each run and loaded.

use std::sync::Arc;

use libtest_mimic::{Arguments, Trial};
use tests::prepared_caches::PreparedCaches;
use tests::program::{Way, check, programs};
use tests::{devices, outcome};

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::from_args();
    let (mut trials, caches) = (Vec::new(), Arc::<PreparedCaches>::default());
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
                let (path, device, caches) = (path.clone(), device.clone(), Arc::clone(&caches));
                let name = format!("{word} {name} [{device}]");
                let run = {
                    let name = name.clone();
                    move || outcome::told(&name, check(&path, way, &device, &caches))
                };
                trials.push(Trial::test(name, run));
            }
        }
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    drop(caches);
    conclusion.exit();
}
