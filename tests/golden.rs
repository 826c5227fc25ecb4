//! One trial for every golden file and device.

use libtest_mimic::{Arguments, Failed, Trial as Mimic};
use tests::devices;
use tests::golden::Golden;
use tests::trial::{Trial, files};

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::from_args();
    let here = devices::devices()?;
    let mut mimics = Vec::new();
    for (name, path) in files(&devices::files("golden"))? {
        // A file that cannot be read is a trial that says so.
        let golden = Golden::parse(&std::fs::read_to_string(&path)?);
        let names = golden.map_or_else(|_| here.clone(), |golden| golden.header.devices);
        for device in names.into_iter().filter(|device| here.contains(device)) {
            mimics.push(mimic(Trial {
                name: name.clone(),
                path: path.clone(),
                device,
            }));
        }
    }
    libtest_mimic::run(&arguments, mimics).exit();
}

fn mimic(trial: Trial) -> Mimic {
    let name = format!("{} [{}]", trial.name, trial.device);
    Mimic::test(name, move || {
        trial
            .run()
            .map_err(|error| Failed::from(format!("{error:#}")))
    })
}
