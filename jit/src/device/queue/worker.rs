//! The threads that run queued work, and how they are woken, added and let go.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::state::State;
use super::{Shared, Work};
use crate::device::Status;
use crate::wire::{DeviceFault, FaultCause};

/// A worker that had nothing to do for so long ends.
const WORKER_IDLE_MAX: Duration = Duration::from_secs(5);

/// Host functions of the user run on workers, with a stack as large as a program's own.
const WORKER_STACK_BYTES: usize = 8 << 20;

impl Shared {
    /// Sees to it that threads come for what is ready, beyond the `looking` that come anyway, and tells who waits of progress.
    pub(super) fn progress(self: &Arc<Shared>, state: &mut State, looking: usize) {
        while state.ready_count() > looking + state.pool.woken + state.pool.starting {
            if state.pool.asleep > state.pool.woken {
                state.pool.woken += 1;
                self.work_ready.notify_one();
            } else if self.start_worker() {
                state.pool.starting += 1;
                state.pool.alive += 1;
            } else {
                // No thread to be had: who waits for the work will run it.
                break;
            }
        }
    }

    fn start_worker(self: &Arc<Shared>) -> bool {
        let shared = Arc::clone(self);
        let worker = thread::Builder::new()
            .name("chevron-stream".to_owned())
            .stack_size(WORKER_STACK_BYTES);
        worker.spawn(move || shared.work()).is_ok()
    }

    /// A worker's life.
    fn work(self: Arc<Shared>) {
        let mut state = self.lock();
        state.pool.starting -= 1;
        while !state.closed {
            if let Some(stream) = state.most_urgent() {
                state = self.run_next(state, stream);
                // This thread looks for work next.
                self.progress(&mut state, 1);
                continue;
            }
            state.pool.asleep += 1;
            let (woken, _) = self
                .work_ready
                .wait_timeout_while(state, WORKER_IDLE_MAX, |state| {
                    state.pool.woken == 0 && !state.closed
                })
                .unwrap_or_else(PoisonError::into_inner);
            state = woken;
            state.pool.asleep -= 1;
            if state.pool.woken == 0 {
                break;
            }
            state.pool.woken -= 1;
        }
        state.pool.alive -= 1;
    }

    /// Runs a ready stream's head on this thread. `progress` must follow.
    pub(super) fn run_next<'a>(
        self: &'a Arc<Shared>,
        mut state: MutexGuard<'a, State>,
        stream: u64,
    ) -> MutexGuard<'a, State> {
        let Some(work) = state.claim(stream) else {
            return state;
        };
        if state.interrupted && matches!(work, Work::Run(_)) {
            state.fault.get_or_insert_with(interrupted_fault);
            self.faulted.store(true, Ordering::Release);
        }
        let status = state.fault.as_ref().map_or(Status::SUCCESS, |fault| {
            Status::named(&fault.error).unwrap_or(Status::UNKNOWN)
        });
        drop(state);
        let result = execute(work, status);
        state = self.lock();
        if let Err(fault) = result
            && state.fault.as_ref().is_none_or(is_anonymous_interrupt)
        {
            state.fault = Some(*fault);
            self.faulted.store(true, Ordering::Release);
        }
        state.finish(stream);
        self.generation.fetch_add(1, Ordering::Relaxed);
        if state.waiting > 0 {
            self.completed.notify_all();
        }
        state
    }
}

/// The fault of work that was dropped for an interrupt.
fn interrupted_fault() -> DeviceFault {
    DeviceFault::of(Status::LAUNCH_TIMEOUT.name(), "interrupted").because(FaultCause::Interrupted)
}

/// That of a kernel which was interrupted says more.
fn is_anonymous_interrupt(fault: &DeviceFault) -> bool {
    fault.cause == FaultCause::Interrupted && fault.kernel.is_empty()
}

fn execute(work: Work, status: Status) -> Result<(), Box<DeviceFault>> {
    let run = AssertUnwindSafe(|| match work {
        Work::Marker | Work::Record(..) => Ok(()),
        Work::Run(run) if status == Status::SUCCESS => run(),
        Work::Run(_) => Ok(()),
        Work::Always(run) => {
            run(status);
            Ok(())
        }
    });
    catch_unwind(run).unwrap_or_else(|_| {
        let message = "internal error: a stream's operation panicked";
        Err(Box::new(DeviceFault::of(Status::UNKNOWN.name(), message)))
    })
}
