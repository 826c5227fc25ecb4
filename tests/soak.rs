//! Random operations on one session (define, redefine, undo, launch, store, fail, crash, interrupt): each does what a model says, and what all
//! names mean is what they mean in a new session that gets the surviving definitions.
//!
//! `CHEVRON_SOAK` sets how many operations (CI runs few), `CHEVRON_SOAK_SEED` the first seed, `CHEVRON_SOAK_SEEDS` how many seeds,
//! `CHEVRON_SOAK_JOBS` how many run at once, `CHEVRON_SOAK_SECONDS` after how long they stop where they are, and `CHEVRON_SOAK_OUT` the folder
//! for what was typed into a session that failed.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tests::chevron::number;
use tests::soak::{Figures, SoakTrial};

const OPERATIONS: u64 = 100;
/// Longer than anyone waits.
const SECONDS: u64 = 7 * 24 * 3600;

#[test]
fn random_operations() {
    let (operations, first, seeds, jobs) = (
        number("CHEVRON_SOAK", OPERATIONS),
        number("CHEVRON_SOAK_SEED", 1),
        number("CHEVRON_SOAK_SEEDS", 1),
        number("CHEVRON_SOAK_JOBS", 1),
    );
    let end = Instant::now() + Duration::from_secs(number("CHEVRON_SOAK_SECONDS", SECONDS));
    let out = std::env::var_os("CHEVRON_SOAK_OUT")
        .map_or_else(|| env!("CARGO_TARGET_TMPDIR").into(), PathBuf::from);
    let cache = tempfile::tempdir().expect("a temporary directory can be made");
    let (next, totals, failures) = (
        AtomicU64::new(0),
        Mutex::new(Figures::new()),
        Mutex::new(0_u64),
    );
    let work = || {
        loop {
            if Instant::now() >= end {
                return;
            }
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= seeds {
                return;
            }
            let (seed, start) = (first + at, Instant::now());
            let trial = SoakTrial {
                seed,
                operations,
                cache: cache.path().to_owned(),
                transcript: out.join(format!("soak-{seed}.txt")),
                end,
            };
            match trial.run() {
                Ok((done, figures)) => {
                    let seconds = start.elapsed().as_secs_f64();
                    eprintln!("seed {seed}: {done} of {operations} operations in {seconds:.0} s");
                    let mut totals = totals.lock().expect("no trial panics");
                    for (what, (count, time)) in figures {
                        let total = totals.entry(what).or_default();
                        total.0 += count;
                        total.1 += time;
                    }
                }
                Err(error) => {
                    eprintln!("==== CHEVRON_SOAK={operations} CHEVRON_SOAK_SEED={seed}: {error:#}");
                    *failures.lock().expect("no trial panics") += 1;
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(work);
        }
    });
    let begun = next.into_inner().min(seeds);
    eprintln!(
        "{begun} of {seeds} seeds of {operations} operations, with the mean time of each kind:"
    );
    for (what, (count, time)) in totals.lock().expect("no trial panics").iter() {
        let mean = time.as_secs_f64() * 1e3 / (*count).max(1) as f64;
        eprintln!("{what:34} {count:6} {mean:9.1} ms");
    }
    let failures = failures.into_inner().expect("no trial panics");
    assert_eq!(failures, 0, "{failures} of {seeds} seeds failed");
}
