//! The programs of tests/programs, each run and loaded.

use std::sync::Arc;

use libtest_mimic::{Arguments, Trial};
use tests::prepared_caches::PreparedCaches;
use tests::program::programs;
use tests::{devices, outcome};

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::from_args();
    let (mut trials, caches) = (Vec::new(), Arc::<PreparedCaches>::default());
    for device in devices::devices()? {
        if device == "null" {
            // It computes nothing, so no program is content with it.
            continue;
        }
        for program in programs(&devices::files("programs"))? {
            if !program.runs_on(&device) {
                continue;
            }
            // A toolkit has no HIP, and says so (golden/hip).
            if device == devices::TOOLKIT && program.is_hip() {
                continue;
            }
            for way in program.ways() {
                let (program, device, caches) =
                    (program.clone(), device.clone(), Arc::clone(&caches));
                let name = format!("{} {} [{device}]", way.word(), program.name);
                let run = {
                    let name = name.clone();
                    move || outcome::told(&name, program.check(way, &device, &caches))
                };
                trials.push(Trial::test(name, run));
            }
        }
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    drop(caches);
    conclusion.exit();
}
