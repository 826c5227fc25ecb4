//! The programs of tests/programs, each run and loaded.

use std::path::Path;

use libtest_mimic::{Arguments, Failed, Trial};
use tests::program::{Way, check, programs};

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for (name, path) in programs(&Path::new(env!("CARGO_MANIFEST_DIR")).join("programs"))? {
        for (way, word) in [(Way::Run, "run"), (Way::Load, "load")] {
            let path = path.clone();
            let run = move || check(&path, way).map_err(|error| Failed::from(format!("{error:#}")));
            trials.push(Trial::test(format!("{word} {name}"), run));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}
