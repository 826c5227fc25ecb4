//! Random files that are edited and loaded again and again in one session: what the newest text has gives what it gives in a fresh session.
//!
//! `CHEVRON_LOADS` sets how many sessions (CI runs few), `CHEVRON_LOADS_SEED` the first seed, `CHEVRON_LOADS_STEPS` how often each loads its file,
//! `CHEVRON_LOADS_JOBS` how many run at once, `CHEVRON_LOADS_SECONDS` after how long no more are begun.

use anyhow::Context;
use tests::chevron::number;
use tests::loads::{KNOWN, Tally, check};
use tests::seeds::Seeds;

const SESSIONS: u64 = 5;
const STEPS: u64 = 10;
const JOBS: u64 = 2;

#[test]
fn files_that_are_edited_and_loaded_again() {
    let sessions = number("CHEVRON_LOADS", SESSIONS);
    let steps = number("CHEVRON_LOADS_STEPS", STEPS);
    for known in KNOWN {
        println!("left out: {known}");
    }
    let cache = tempfile::tempdir().expect("a temporary directory can be made");
    let trials = Seeds::of("CHEVRON_LOADS", sessions, JOBS).run(|seed| {
        check(seed, steps as usize, cache.path()).with_context(|| {
            format!("CHEVRON_LOADS=1 CHEVRON_LOADS_SEED={seed} CHEVRON_LOADS_STEPS={steps} cargo test --release -p tests --test loads")
        })
    });
    let sum = |of: fn(&Tally) -> usize| -> usize { trials.good.iter().map(of).sum() };
    println!(
        "{} sessions, {} loads, {} texts skipped that are not valid, {} lines as in a fresh session",
        trials.made(),
        sum(|it| it.loads),
        sum(|it| it.skipped),
        sum(|it| it.shown)
    );
    trials.check();
}
