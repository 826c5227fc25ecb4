//! Who has written beside an allocation: margins are looked at around each kernel, and which kernels ran when is remembered.
//!
//! Around a kernel those allocations are looked at that its parameters and variables lead to: around its first launches of a cell, and now and then later,
//! since that takes as long as a third of a small launch. All else is looked at when a cell ends and when memory is freed, and then host code may have done it as well.

use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use super::heap::{Heap, Wound};
use crate::device::{Launch, Overrun};
use crate::lock::lock;

/// Addresses that are looked at around a kernel.
const ADDRESSES_MAX: usize = 24;

/// The first launches of a kernel in a cell, around each of which is looked.
const FIRST_LAUNCHES: u32 = 64;

/// Of the launches that follow, it is looked around one in so many.
const LATER_LAUNCHES: u32 = 16;

/// Allocations that are looked at when a cell ends; of more each end has others.
const AT_END_MAX: usize = 1024;

/// Kernels among which nobody looks for unloaded ones.
const WITNESSES_MIN: usize = 64;

/// Overruns that are kept to be told.
const KEPT_MAX: usize = 16;

/// One kernel, and when it ran. What launches change lies in one cache line: they run on several cores in turn.
pub(super) struct Witness {
    times: Times,
    display: String,
}

#[repr(align(64))]
struct Times {
    /// Launches since the last cell's end in the upper half, those that run in the lower one.
    launches: AtomicU64,
    /// When the last one ended, by the heap's clock.
    ended: AtomicU64,
}

/// A launch that begins, in `Times::launches`.
const LAUNCH: u64 = 1 << 32 | 1;

impl Times {
    /// A launch begins; gives how many did since the last cell's end.
    fn begin(&self) -> u32 {
        (self.launches.fetch_add(LAUNCH, Ordering::AcqRel) >> 32) as u32
    }

    fn end(&self) {
        self.launches.fetch_sub(1, Ordering::AcqRel);
    }

    /// The code of a launch has ended at this moment.
    fn has_ended(&self, now: u64) {
        if self.ended.load(Ordering::Relaxed) != now {
            self.ended.fetch_max(now, Ordering::AcqRel);
        }
    }

    /// Has one run since then, but for so many that only begin?
    fn since(&self, then: u64, begin: u32) -> bool {
        let running = self.launches.load(Ordering::Acquire) as u32;
        running > begin || self.ended.load(Ordering::Acquire) >= then
    }

    fn next_cell(&self) {
        let running = u64::from(u32::MAX);
        self.launches.fetch_and(running, Ordering::AcqRel);
    }
}

/// What a device knows of writes beside its allocations.
#[derive(Default)]
pub(super) struct Overruns {
    witnesses: Mutex<Witnesses>,
    /// Those that have run since the last cell's end. A cell's end costs as much as it has launched, however many kernels there are.
    active: Mutex<Vec<Arc<Witness>>>,
    found: Mutex<Vec<Overrun>>,
}

/// Kernels, and those that were unloaded and not forgotten yet.
#[derive(Default)]
struct Witnesses {
    all: Vec<Arc<Witness>>,
    /// Unloaded ones are forgotten when there are so many in all: twice as many as were left the last time.
    forget_at: usize,
}

impl Witnesses {
    fn add(&mut self, witness: Arc<Witness>) {
        if self.all.len() >= self.forget_at {
            self.all.retain(|it| Arc::strong_count(it) > 1);
            self.forget_at = 2 * self.all.len().max(WITNESSES_MIN);
        }
        self.all.push(witness);
    }
}

/// The addresses that a launch leads to.
pub(super) struct Reached {
    addresses: [usize; ADDRESSES_MAX],
    count: usize,
}

impl Reached {
    /// Those in its parameters, structures and lambdas included, and of the kernel's variables.
    pub(super) fn by(launch: &Launch, variables: &[u64]) -> Reached {
        let mut reached = Reached {
            addresses: [0; ADDRESSES_MAX],
            count: 0,
        };
        for index in 0..launch.arguments.param_bytes().len() {
            let words = launch.arguments.value(index).as_chunks::<8>().0;
            for word in words {
                reached.add(usize::from_ne_bytes(*word));
            }
        }
        for &variable in variables {
            reached.add(variable as usize);
        }
        reached
    }

    fn add(&mut self, address: usize) {
        // Nothing of a process lies below or above.
        if (1 << 16..1 << 47).contains(&address) && self.count < ADDRESSES_MAX {
            self.addresses[self.count] = address;
            self.count += 1;
        }
    }

    fn all(&self) -> &[usize] {
        &self.addresses[..self.count]
    }
}

impl Overruns {
    /// A kernel that may run from now on.
    pub(super) fn witness(&self, display: &str) -> Arc<Witness> {
        let witness = Arc::new(Witness {
            times: Times {
                launches: AtomicU64::new(0),
                ended: AtomicU64::new(0),
            },
            display: display.to_owned(),
        });
        lock(&self.witnesses).add(Arc::clone(&witness));
        witness
    }

    /// Runs a kernel, and perhaps looks before and after it.
    pub(super) fn around<T>(
        &self,
        heap: &Heap,
        witness: &Arc<Witness>,
        reached: impl FnOnce() -> Reached,
        run: impl FnOnce() -> T,
    ) -> T {
        if !heap.has_margins() {
            return run();
        }
        let before = witness.times.begin();
        if before == 0 {
            lock(&self.active).push(Arc::clone(witness));
        }
        let looks = before < FIRST_LAUNCHES || before.is_multiple_of(LATER_LAUNCHES);
        let result = if looks {
            self.look_around(heap, witness, &reached(), run)
        } else {
            let result = run();
            witness.times.has_ended(heap.now());
            result
        };
        witness.times.end();
        result
    }

    #[cold]
    fn look_around<T>(
        &self,
        heap: &Heap,
        witness: &Witness,
        reached: &Reached,
        run: impl FnOnce() -> T,
    ) -> T {
        // What is found now was done by others, or by launches around which nobody looked.
        self.keep(heap.look_at(reached.all()), true, Some(witness));
        let result = run();
        witness.times.has_ended(heap.now());
        self.keep(heap.look_at(reached.all()), false, None);
        result
    }

    /// Looks at an allocation that is about to be freed.
    pub(super) fn before_free(&self, heap: &Heap, base: usize) {
        self.keep(heap.look_at(&[base]), true, None);
    }

    /// Looks around, and gives all that was found since the last call.
    pub(super) fn take(&self, heap: &Heap) -> Vec<Overrun> {
        self.keep(heap.look_around(AT_END_MAX), true, None);
        for witness in std::mem::take(&mut *lock(&self.active)) {
            witness.times.next_cell();
        }
        std::mem::take(&mut *lock(&self.found))
    }

    /// Keeps what was found; `begins` has begun a launch, and its code has not run yet.
    fn keep(&self, wounds: Vec<Wound>, host: bool, begins: Option<&Witness>) {
        for Wound { allocation, damage } in wounds {
            let overrun = Overrun {
                base: allocation.base as u64,
                bytes: allocation.bytes,
                before: damage.before,
                gap: damage.gap,
                written: damage.bytes,
                kernels: self.since(damage.clean_at, begins),
                host,
            };
            let mut found = lock(&self.found);
            if found.len() < KEPT_MAX {
                found.push(overrun);
            }
        }
    }

    /// The kernels that have run since then.
    fn since(&self, then: u64, begins: Option<&Witness>) -> Vec<String> {
        let begin =
            |it: &Arc<Witness>| begins.is_some_and(|begins| ptr::eq(&raw const **it, begins));
        let mut names: Vec<String> = lock(&self.witnesses)
            .all
            .iter()
            .filter(|it| it.times.since(then, u32::from(begin(it))))
            .map(|it| it.display.clone())
            .collect();
        names.sort();
        names.dedup();
        names
    }
}
