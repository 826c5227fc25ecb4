//! Random files that are edited and loaded again and again in one session: what the newest text has gives what it gives in a fresh session.
//!
//! `CHEVRON_LOADS` sets how many sessions (CI runs few), `CHEVRON_LOADS_SEED` the first seed, `CHEVRON_LOADS_STEPS` how often each loads its file,
//! `CHEVRON_LOADS_JOBS` how many run at once.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use tests::chevron::number;
use tests::loads::{KNOWN, Tally, check};

const SESSIONS: u64 = 5;
const STEPS: u64 = 10;
const JOBS: u64 = 2;

#[test]
fn files_that_are_edited_and_loaded_again() {
    let (sessions, first, steps, jobs) = (
        number("CHEVRON_LOADS", SESSIONS),
        number("CHEVRON_LOADS_SEED", 1),
        number("CHEVRON_LOADS_STEPS", STEPS),
        number("CHEVRON_LOADS_JOBS", JOBS),
    );
    for known in KNOWN {
        println!("left out: {known}");
    }
    let cache = tempfile::tempdir().expect("a temporary directory can be made");
    let (next, failures) = (AtomicU64::new(0), Mutex::new(0_u64));
    let total = Mutex::new(Tally::default());
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= sessions {
                return;
            }
            let (seed, mut tally) = (first + at, Tally::default());
            let done = check(seed, steps as usize, cache.path(), &mut tally);
            if let Err(error) = done {
                eprintln!(
                    "==== CHEVRON_LOADS=1 CHEVRON_LOADS_SEED={seed} CHEVRON_LOADS_STEPS={steps} cargo test --release -p tests --test loads: {error:#}"
                );
                *failures.lock().expect("no trial panics") += 1;
            }
            let mut total = total.lock().expect("no trial panics");
            total.loads += tally.loads;
            total.skipped += tally.skipped;
            total.shown += tally.shown;
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(work);
        }
    });
    let total = total.into_inner().expect("no trial panics");
    println!(
        "{sessions} sessions, {} loads, {} texts skipped that are not valid, {} lines as in a fresh session",
        total.loads, total.skipped, total.shown
    );
    let failures = failures.into_inner().expect("no trial panics");
    assert_eq!(failures, 0, "{failures} of {sessions} sessions failed");
}
