//! Trials that are made of seeds, several at once.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::chevron::number;

/// Longer than anyone waits.
const SECONDS: u64 = 7 * 24 * 3600;
/// Trials between two lines of progress.
const PROGRESS: usize = 100;

/// Which trials a test makes.
#[derive(Clone, Copy, Debug)]
pub struct Seeds {
    /// The first; the others follow it.
    first: u64,
    /// How many there are.
    pub count: u64,
    /// How many run at once.
    jobs: u64,
    /// When no more are begun.
    pub end: Instant,
}

/// What came of them.
#[derive(Debug)]
pub struct Trials<T> {
    /// What those gave that ended well, in the order in which they did.
    pub good: Vec<T>,
    /// How many did not.
    pub failed: usize,
}

impl Seeds {
    /// So many as the environment says: `NAME_SEED` the first (1), `NAME_JOBS` how many at once, `NAME_SECONDS` after how long no more are begun.
    pub fn of(name: &str, count: u64, jobs: u64) -> Seeds {
        let seconds = number(&format!("{name}_SECONDS"), SECONDS);
        Seeds {
            first: number(&format!("{name}_SEED"), 1),
            count,
            jobs: number(&format!("{name}_JOBS"), jobs),
            end: Instant::now() + Duration::from_secs(seconds),
        }
    }

    /// Makes the trials, each of its seed. An error, which must tell how to make the trial again, is printed at once.
    pub fn run<T: Send>(&self, trial: impl Fn(u64) -> anyhow::Result<T> + Sync) -> Trials<T> {
        let (next, start) = (AtomicU64::new(0), Instant::now());
        let trials = Mutex::new(Trials {
            good: Vec::new(),
            failed: 0,
        });
        let work = || {
            while Instant::now() < self.end {
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= self.count {
                    return;
                }
                let result = trial(self.first + at);
                let mut trials = trials.lock().unwrap_or_else(PoisonError::into_inner);
                match result {
                    Ok(good) => trials.good.push(good),
                    Err(error) => {
                        eprintln!("==== {error:#}");
                        trials.failed += 1;
                    }
                }
                if trials.made().is_multiple_of(PROGRESS) {
                    trials.tell(self.count, start);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                scope.spawn(work);
            }
        });
        let trials = trials.into_inner().unwrap_or_else(PoisonError::into_inner);
        trials.tell(self.count, start);
        trials
    }
}

impl<T> Trials<T> {
    /// How many there were.
    pub fn made(&self) -> usize {
        self.good.len() + self.failed
    }

    /// Prints how many of `count` were made since `start`.
    fn tell(&self, count: u64, start: Instant) {
        let (made, failed) = (self.made(), self.failed);
        let each = start.elapsed().as_secs_f64() / made.max(1) as f64;
        eprintln!("{made} of {count}, {failed} failed, {each:.2} s each");
    }

    /// Fails if one of them did.
    pub fn check(&self) {
        let (failed, made) = (self.failed, self.made());
        assert_eq!(failed, 0, "{failed} of {made} failed");
    }
}
