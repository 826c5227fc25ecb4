//! Random edits of the golden sessions: no hang, no lost session, no panic, and what fails leaves no trace.
//! Sessions that wait for Ctrl-C are left out: here nobody types it.
//!
//! `CHEVRON_EDITS` sets how many (CI runs few), `CHEVRON_EDITS_SEED` the first seed, `CHEVRON_EDITS_JOBS` how many run at once,
//! `CHEVRON_EDITS_SECONDS` after how long no more are begun.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use tests::chevron::number;
use tests::devices;
use tests::edit_trial::{EditTrial, Kind};
use tests::golden::Golden;
use tests::trial::files;

const COUNT: u64 = 60;
const SEED: u64 = 1;
const JOBS: u64 = 2;
/// Longer than anyone waits.
const SECONDS: u64 = 7 * 24 * 3600;
/// Trials between two lines of progress.
const PROGRESS: u64 = 100;

#[test]
fn edited_sessions() {
    let (count, seed, jobs) = (
        number("CHEVRON_EDITS", COUNT),
        number("CHEVRON_EDITS_SEED", SEED),
        number("CHEVRON_EDITS_JOBS", JOBS),
    );
    let mut sessions = files(&devices::files("golden")).expect("the golden sessions can be listed");
    sessions.retain(|(_, path)| !waits_for_interrupt(path));
    let cache = tempfile::tempdir().expect("a temporary directory can be made");
    let seconds = number("CHEVRON_EDITS_SECONDS", SECONDS);
    let (next, done, start) = (AtomicU64::new(0), AtomicU64::new(0), Instant::now());
    let (kinds, failures) = (
        Mutex::new(BTreeMap::<Kind, u64>::new()),
        Mutex::new(Vec::new()),
    );
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= count || start.elapsed().as_secs() >= seconds {
                return;
            }
            // A seed names its session as well, so one number is a whole reproducer.
            let seed = seed + at;
            let (_, path) = &sessions[fastrand::Rng::with_seed(!seed).usize(..sessions.len())];
            let trial = EditTrial {
                path: path.clone(),
                seed,
                cache: cache.path().to_owned(),
            };
            match trial.run() {
                Ok(kind) => {
                    *kinds
                        .lock()
                        .expect("no trial panics")
                        .entry(kind)
                        .or_default() += 1
                }
                Err(error) => {
                    let text = format!("CHEVRON_EDITS=1 CHEVRON_EDITS_SEED={seed}: {error:#}");
                    eprintln!("==== {text}");
                    failures.lock().expect("no trial panics").push(text);
                }
            }
            done.fetch_add(1, Ordering::Relaxed);
            if (at + 1).is_multiple_of(PROGRESS) {
                let failed = failures.lock().expect("no trial panics").len();
                let each = start.elapsed().as_secs_f64() / (at + 1) as f64;
                eprintln!("{} of {count}, {failed} failed, {each:.2} s each", at + 1);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(work);
        }
    });
    eprintln!(
        "{} of {count} edited sessions in {:.0} s: {:?}",
        done.into_inner(),
        start.elapsed().as_secs_f64(),
        kinds.lock().expect("no trial panics")
    );
    let failures = failures.into_inner().expect("no trial panics");
    assert!(
        failures.is_empty(),
        "{} of {count} edited sessions failed",
        failures.len()
    );
}

fn waits_for_interrupt(session: &Path) -> bool {
    let text = fs::read_to_string(session).expect("a golden session can be read");
    let golden = Golden::parse(&text).expect("a golden session has its header");
    golden.pauses.iter().any(|pause| pause.interrupts)
}
