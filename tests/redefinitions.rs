//! Random sessions in which names are defined again as something else: what they and their older users give is what a model says, in the session, when it is
//! replayed, and when the file that it was saved to runs.
//!
//! `CHEVRON_REDEFINITIONS` sets how many sessions (CI runs few), `CHEVRON_REDEFINITIONS_SEED` the first seed, `CHEVRON_REDEFINITIONS_STEPS` how long they are,
//! `CHEVRON_REDEFINITIONS_JOBS` how many run at once, `CHEVRON_REDEFINITIONS_DEVICE` on which device (the CPU).

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use tests::chevron::number;
use tests::redefinition::check;

const SESSIONS: u64 = 24;
const STEPS: u64 = 14;
const JOBS: u64 = 2;

#[test]
fn names_that_become_something_else() {
    let (sessions, first, steps, jobs) = (
        number("CHEVRON_REDEFINITIONS", SESSIONS),
        number("CHEVRON_REDEFINITIONS_SEED", 1),
        number("CHEVRON_REDEFINITIONS_STEPS", STEPS),
        number("CHEVRON_REDEFINITIONS_JOBS", JOBS),
    );
    let cache = tempfile::tempdir().expect("a temporary directory can be made");
    let (next, failures) = (AtomicU64::new(0), Mutex::new(0_u64));
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= sessions {
                return;
            }
            let seed = first + at;
            if let Err(error) = check(seed, steps as usize, cache.path()) {
                eprintln!(
                    "==== CHEVRON_REDEFINITIONS=1 CHEVRON_REDEFINITIONS_SEED={seed}: {error:#}"
                );
                *failures.lock().expect("no trial panics") += 1;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(work);
        }
    });
    let failures = failures.into_inner().expect("no trial panics");
    assert_eq!(failures, 0, "{failures} of {sessions} sessions failed");
}
