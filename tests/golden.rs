//! One trial for every golden file and device.

use std::collections::HashMap;
use std::sync::Arc;

use libtest_mimic::{Arguments, Trial as Mimic};
use tests::devices;
use tests::golden::Golden;
use tests::outcome;
use tests::prepared_caches::PreparedCaches;
use tests::trial::{Trial, files};

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::from_args();
    let here = devices::devices()?;
    let counts: HashMap<&String, usize> = here
        .iter()
        .map(|device| Ok((device, devices::count(device)?)))
        .collect::<anyhow::Result<_>>()?;
    let (mut mimics, caches) = (Vec::new(), Arc::<PreparedCaches>::default());
    for (name, path) in files(&devices::files("golden"))? {
        // A file that cannot be read is a trial that says so.
        let golden = Golden::parse(&std::fs::read_to_string(&path)?);
        let sanitized = |flags: &[String]| flags.iter().any(|it| it.starts_with("--sanitize"));
        if devices::sanitizes()
            && let Ok(Golden { header, .. }) = &golden
            && (header.mistakes || sanitized(&header.flags))
        {
            continue;
        }
        let (names, wanted, hip) = golden.map_or_else(
            |_| (here.clone(), 1, false),
            |Golden { header, .. }| (header.devices, header.count, header.hip),
        );
        for device in here
            .iter()
            .filter(|it| devices::wanted(it, &names))
            .cloned()
        {
            let count = counts[&device];
            let missing = (count < wanted).then(|| format!("wants {wanted} devices, {count} here"));
            // A toolkit has no HIP.
            let hip = hip && device != "toolkit";
            for hip in [false, true].into_iter().take(1 + usize::from(hip)) {
                let trial = Trial {
                    name: name.clone(),
                    path: path.clone(),
                    device: device.clone(),
                    hip,
                };
                mimics.push(mimic(trial, &caches, missing.clone()));
            }
        }
    }
    let conclusion = libtest_mimic::run(&arguments, mimics);
    drop(caches);
    conclusion.exit();
}

/// What keeps a trial from being run is told beside its name.
fn mimic(trial: Trial, caches: &Arc<PreparedCaches>, missing: Option<String>) -> Mimic {
    let language = if trial.hip { " in HIP" } else { "" };
    let name = format!("{}{language} [{}]", trial.name, trial.device);
    let caches = Arc::clone(caches);
    let mimic = Mimic::test(name.clone(), move || {
        outcome::told(&name, trial.run(&caches))
    });
    match missing {
        Some(reason) => mimic.with_kind(reason).with_ignored_flag(true),
        None => mimic,
    }
}
