//! Who has written beside an allocation: margins are looked at around each kernel, and which kernels ran when is remembered.
//!
//! Around a kernel those allocations are looked at that its parameters and variables lead to; whatever else a kernel reaches is looked at when a cell ends
//! and when it is freed, and then host code may have done it as well.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use super::heap::{Heap, Wound};
use crate::device::{Launch, Overrun};
use crate::lock::lock;

/// Addresses that are looked at around a kernel.
const ADDRESSES_MAX: usize = 24;

/// Allocations that are looked at when a cell ends; of more each end has others.
const AT_END_MAX: usize = 1024;

/// Overruns that are kept to be told.
const KEPT_MAX: usize = 16;

/// One kernel, and when it ran.
pub(super) struct Witness {
    display: String,
    /// Launches of it that run.
    running: AtomicU32,
    /// When the last one ended, by the heap's clock.
    ended: AtomicU64,
}

/// What a device knows of writes beside its allocations.
#[derive(Default)]
pub(super) struct Overruns {
    witnesses: Mutex<Vec<Arc<Witness>>>,
    found: Mutex<Vec<Overrun>>,
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
            display: display.to_owned(),
            running: AtomicU32::new(0),
            ended: AtomicU64::new(0),
        });
        lock(&self.witnesses).push(Arc::clone(&witness));
        witness
    }

    /// Runs a kernel, and looks before and after it.
    pub(super) fn around<T>(
        &self,
        heap: &Heap,
        witness: &Witness,
        reached: impl FnOnce() -> Reached,
        run: impl FnOnce() -> T,
    ) -> T {
        if !heap.has_margins() {
            return run();
        }
        let reached = reached();
        // What is found now was done by others.
        self.keep(heap.look_at(reached.all()), true);
        witness.running.fetch_add(1, Ordering::AcqRel);
        let result = run();
        witness.ended.fetch_max(heap.tick(), Ordering::AcqRel);
        let wounds = heap.look_at(reached.all());
        self.keep(wounds, false);
        witness.running.fetch_sub(1, Ordering::AcqRel);
        result
    }

    /// Looks at an allocation that is about to be freed.
    pub(super) fn before_free(&self, heap: &Heap, base: usize) {
        self.keep(heap.look_at(&[base]), true);
    }

    /// Looks around, and gives all that was found since the last call.
    pub(super) fn take(&self, heap: &Heap) -> Vec<Overrun> {
        self.keep(heap.look_around(AT_END_MAX), true);
        // Of kernels that are unloaded, what was written before this moment is known.
        lock(&self.witnesses).retain(|it| Arc::strong_count(it) > 1);
        std::mem::take(&mut *lock(&self.found))
    }

    fn keep(&self, wounds: Vec<Wound>, host: bool) {
        for Wound { allocation, damage } in wounds {
            let overrun = Overrun {
                base: allocation.base as u64,
                bytes: allocation.bytes,
                before: damage.before,
                gap: damage.gap,
                written: damage.bytes,
                kernels: self.since(damage.clean_at),
                host,
            };
            let mut found = lock(&self.found);
            if found.len() < KEPT_MAX {
                found.push(overrun);
            }
        }
    }

    /// The kernels that have run since then.
    fn since(&self, then: u64) -> Vec<String> {
        let mut names: Vec<String> = lock(&self.witnesses)
            .iter()
            .filter(|it| {
                it.running.load(Ordering::Acquire) > 0 || it.ended.load(Ordering::Acquire) > then
            })
            .map(|it| it.display.clone())
            .collect();
        names.sort();
        names.dedup();
        names
    }
}
