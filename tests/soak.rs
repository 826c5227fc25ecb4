//! Random operations on one session (define, redefine, undo, launch, store, fail, crash, interrupt): each does what a model says, and what all
//! names mean is what they mean in a new session that gets the surviving definitions.
//!
//! `CHEVRON_SOAK` sets how many operations (CI runs few), `CHEVRON_SOAK_SEED` the first seed, `CHEVRON_SOAK_SEEDS` how many seeds,
//! `CHEVRON_SOAK_JOBS` how many run at once, `CHEVRON_SOAK_SECONDS` after how long they stop where they are, and `CHEVRON_SOAK_OUT` the folder
//! for what was typed into a session that failed.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context;
use tests::chevron::number;
use tests::seeds::Seeds;
use tests::soak::{Figures, SoakTrial};

const OPERATIONS: u64 = 100;

#[test]
fn random_operations() {
    let operations = number("CHEVRON_SOAK", OPERATIONS);
    let seeds = Seeds::of("CHEVRON_SOAK", number("CHEVRON_SOAK_SEEDS", 1), 1);
    let out = std::env::var_os("CHEVRON_SOAK_OUT")
        .map_or_else(|| env!("CARGO_TARGET_TMPDIR").into(), PathBuf::from);
    let cache = tempfile::tempdir().expect("a temporary directory can be made");
    let trials = seeds.run(|seed| {
        let start = Instant::now();
        let trial = SoakTrial {
            seed,
            operations,
            cache: cache.path().to_owned(),
            transcript: out.join(format!("soak-{seed}.txt")),
            end: seeds.end,
        };
        let again = || format!("CHEVRON_SOAK={operations} CHEVRON_SOAK_SEED={seed}");
        let (done, figures) = trial.run().with_context(again)?;
        let seconds = start.elapsed().as_secs_f64();
        eprintln!("seed {seed}: {done} of {operations} operations in {seconds:.0} s");
        Ok(figures)
    });
    let mut totals = Figures::new();
    for (what, (count, time)) in trials.good.iter().flatten() {
        let total = totals.entry(what).or_default();
        total.0 += count;
        total.1 += *time;
    }
    eprintln!(
        "{} of {} seeds of {operations} operations, with the mean time of each kind:",
        trials.made(),
        seeds.count
    );
    for (what, (count, time)) in totals {
        let mean = time.as_secs_f64() * 1e3 / count.max(1) as f64;
        eprintln!("{what:34} {count:6} {mean:9.1} ms");
    }
    trials.check();
}
