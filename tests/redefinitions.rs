//! Random sessions in which names are defined again as something else: what they and their older users give is what a model says, in the session, when it is
//! replayed, and when the file that it was saved to runs.
//!
//! `CHEVRON_REDEFINITIONS` sets how many sessions (CI runs few), `CHEVRON_REDEFINITIONS_SEED` the first seed, `CHEVRON_REDEFINITIONS_STEPS` how long they are,
//! `CHEVRON_REDEFINITIONS_JOBS` how many run at once, `CHEVRON_REDEFINITIONS_SECONDS` after how long no more are begun, `CHEVRON_REDEFINITIONS_DEVICE` on which
//! device (the CPU).

use anyhow::Context;
use tests::chevron::number;
use tests::redefinition::check;
use tests::seeds::Seeds;

const SESSIONS: u64 = 24;
const STEPS: u64 = 14;
const JOBS: u64 = 2;

#[test]
fn names_that_become_something_else() {
    let sessions = number("CHEVRON_REDEFINITIONS", SESSIONS);
    let steps = number("CHEVRON_REDEFINITIONS_STEPS", STEPS);
    let cache = tempfile::tempdir().expect("a temporary directory can be made");
    let trials = Seeds::of("CHEVRON_REDEFINITIONS", sessions, JOBS).run(|seed| {
        check(seed, steps as usize, cache.path()).with_context(|| {
            format!("CHEVRON_REDEFINITIONS=1 CHEVRON_REDEFINITIONS_SEED={seed} CHEVRON_REDEFINITIONS_STEPS={steps} cargo test --release -p tests --test redefinitions")
        })
    });
    trials.check();
}
