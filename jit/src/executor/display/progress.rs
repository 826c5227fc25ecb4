//! How far loops have come: the session is told ten times a second, however fast they are.

use std::collections::BTreeMap;
use std::ffi::c_char;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::interrupt;
use crate::lock::lock;
use crate::wire::display::{Content, Progress};

/// How often the session is told.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// How often the clock is looked at: between two looks a loop only counts.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// A loop that runs.
struct Loop {
    label: String,
    total: Option<u64>,
    began: Instant,
    told: Instant,
    looked: Instant,
    /// Steps done at the last look, and steps from that to the next one.
    done: u64,
    next: u64,
}

impl Loop {
    fn content(&self, now: Instant, finished: bool) -> Content {
        Content::Progress(Progress {
            label: self.label.clone(),
            done: self.done,
            total: self.total,
            elapsed_ns: (now - self.began).as_nanos() as u64,
            finished,
        })
    }

    /// Steps to the next look: as many as may take `LOOK_EVERY`, and at most twice as many as before, so that steps which become slow are noticed.
    fn steps_to_next(&self, now: Instant) -> u64 {
        let took = (now - self.looked).as_secs_f64().max(1e-9);
        let fitting = self.next as f64 * LOOK_EVERY.as_secs_f64() / took;
        (fitting as u64).clamp(1, self.next.saturating_mul(2).max(1))
    }
}

static LOOPS: Mutex<BTreeMap<u64, Loop>> = Mutex::new(BTreeMap::new());
static NUMBERS: AtomicU64 = AtomicU64::new(0);

/// Its name among what is shown.
fn name(number: u64) -> String {
    format!("chevron-{}-progress-{number}", std::process::id())
}

/// `uint64_t __chv_progress_begin(const char *label, uint64_t total)`: a loop begins; `total` of -1: nobody knows how many steps it has. Gives its number.
pub(super) unsafe extern "C-unwind" fn begin(label: *const c_char, total: u64) -> u64 {
    let number = NUMBERS.fetch_add(1, Ordering::Relaxed) + 1;
    let now = Instant::now();
    let begun = Loop {
        // SAFETY: null or a text.
        label: unsafe { super::text(label) },
        total: (total != u64::MAX).then_some(total),
        began: now,
        told: now,
        looked: now,
        done: 0,
        next: 1,
    };
    let content = begun.content(now, false);
    lock(&LOOPS).insert(number, begun);
    super::send(content, name(number), false);
    interrupt::at_api_end();
    number
}

/// `uint64_t __chv_progress_at(uint64_t number, uint64_t done)`: so many steps are done. Gives how many more are to be done before this is called again.
pub(super) extern "C-unwind" fn at(number: u64, done: u64) -> u64 {
    let now = Instant::now();
    let (next, content) = {
        let mut loops = lock(&LOOPS);
        let Some(it) = loops.get_mut(&number) else {
            return 1;
        };
        it.next = it.steps_to_next(now);
        it.done = done;
        it.looked = now;
        let tell = now - it.told >= TELL_EVERY;
        if tell {
            it.told = now;
        }
        (it.next, tell.then(|| it.content(now, false)))
    };
    if let Some(content) = content {
        super::send(content, name(number), true);
    }
    interrupt::at_api_end();
    next
}

/// `void __chv_progress_end(uint64_t number, uint64_t done)`: the loop has ended. A destructor calls it, which nothing is to leave.
pub(super) extern "C" fn end(number: u64, done: u64) {
    let Some(mut it) = lock(&LOOPS).remove(&number) else {
        return;
    };
    it.done = done;
    super::send(it.content(Instant::now(), true), name(number), true);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn running(next: u64, looked_before: Duration) -> (Loop, Instant) {
        let began = Instant::now();
        let it = Loop {
            label: String::new(),
            total: None,
            began,
            told: began,
            looked: began,
            done: 0,
            next,
        };
        (it, began + looked_before)
    }

    #[test]
    fn fast_loops_are_looked_at_seldom() {
        let (it, now) = running(64, Duration::from_nanos(100));
        assert_eq!(it.steps_to_next(now), 128);
        let (it, now) = running(1000, Duration::from_millis(5));
        assert_eq!(it.steps_to_next(now), 2000);
    }

    #[test]
    fn slow_loops_are_looked_at_after_each_step() {
        let (it, now) = running(1, Duration::from_millis(300));
        assert_eq!(it.steps_to_next(now), 1);
        let (it, now) = running(1000, Duration::from_secs(1));
        assert_eq!(it.steps_to_next(now), 10);
    }
}
