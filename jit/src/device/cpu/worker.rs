//! One host thread's part in a grid: which blocks it runs, and what it does when they only wait.
//!
//! In tier Thread a worker normally runs one block to its end, then the next. When all blocks that it has only wait for
//! others (at `grid.sync()`, or spinning on memory), it starts further blocks beside them, so that barriers made by hand and
//! look-back chains find the blocks that they wait for.

use std::arch::asm;
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::abi::{BlockEntry, ThreadEntry};
use super::block::{Resident, Slice};
use super::grid::GridRun;
use super::interrupt::Working;
use super::sanitizer::Gate;
use super::span::{SpanRunner, WholeBlock};
use super::{fiber, interrupt, report, trap};
use crate::wire::Tier;

/// How long blocks may spin before another one is started beside them.
const SPIN_PATIENCE: Duration = Duration::from_micros(20);

/// How long blocks may run without one of them ending before another one is started beside them, at first; doubles each time.
const RUN_PATIENCE: Duration = Duration::from_millis(20);

/// Asks for help with a grid if it takes long enough for that.
pub(super) type AskForHelp<'a> = &'a dyn Fn(&GridRun);

/// Readies the calling thread to run device code.
pub(super) fn prepare_thread() {
    trap::prepare_thread();
    interrupt::prepare_thread();
}

/// State of a worker that is kept from launch to launch: stacks, fibers, shared memory.
#[derive(Default)]
pub(super) struct Worker {
    spans: Option<SpanRunner>,
    /// Blocks' states that no block is in.
    #[expect(
        clippy::vec_box,
        reason = "a block's threads point to it, so it must not move"
    )]
    idle: Vec<Box<Resident>>,
}

// SAFETY: between launches no device thread is in the middle of anything, so nothing in a worker's state belongs to the host
// thread that used it last; its pointers lead to what it owns.
unsafe impl Send for Worker {}

impl Worker {
    /// Runs blocks of a grid until none are left. `number`: of the thread, 0 for the caller. `ask` is given if help may still be asked for.
    pub(super) fn work(&mut self, run: &GridRun, number: usize, ask: Option<AskForHelp>) {
        let working = Working::on(&run.ending);
        let floats = FloatState::enter();
        let result = match run.kernel.tier() {
            Tier::Block => {
                // SAFETY: the kernel's constructor says that the entry has the type of its tier.
                let entry =
                    unsafe { std::mem::transmute::<*const (), BlockEntry>(run.kernel.entry()) };
                self.run_spans(run, WholeBlock::Span(entry), number, ask)
            }
            Tier::Thread | Tier::Watched => {
                // SAFETY: as above.
                let entry =
                    unsafe { std::mem::transmute::<*const (), ThreadEntry>(run.kernel.entry()) };
                match run.kernel.regions_for(run.shape.block, run.config) {
                    Some(regions) => {
                        self.run_spans(run, WholeBlock::Regions(regions, entry), number, ask)
                    }
                    None => Residents::new(self, run, entry).run(ask),
                }
            }
        };
        if let Err(error) = result {
            run.fail_memory(&error);
        }
        // What a cooperative launch needed at once is more than most launches need.
        self.idle.truncate(1);
        for resident in &mut self.idle {
            resident.watch = None;
        }
        floats.leave();
        drop(working);
    }

    fn run_spans(
        &mut self,
        run: &GridRun,
        code: WholeBlock,
        number: usize,
        ask: Option<AskForHelp>,
    ) -> std::io::Result<()> {
        let runner = match &mut self.spans {
            Some(runner) => runner,
            none => none.insert(SpanRunner::new()?),
        };
        runner.prepare(run, code)?;
        while let Some(blocks) = run.take_as(number) {
            if let Err(fault) = runner.run(run, blocks) {
                run.fail(fault);
            }
            if let Some(ask) = ask {
                ask(run);
            }
        }
        Ok(())
    }
}

/// The blocks that a worker has at the moment, in a grid of tier Thread.
struct Residents<'worker, 'run> {
    worker: &'worker mut Worker,
    run: &'run GridRun<'run>,
    entry: ThreadEntry,
    active: Vec<Active>,
    /// Taken from the grid, not started yet.
    taken: Range<u64>,
    /// Blocks that this worker may have at once.
    active_max: usize,
    /// Since when none has ended or been started.
    quiet_since: Option<Instant>,
    run_patience: Duration,
}

struct Active {
    resident: Box<Resident>,
    /// It waits at `grid.sync()`, for a generation above this one.
    at_grid_barrier: Option<u64>,
}

/// What one round over the active blocks came to.
#[derive(Default)]
struct Round {
    finished: bool,
    ran_long: bool,
    /// Blocks that do not wait at `grid.sync()`.
    running: usize,
}

impl<'worker, 'run> Residents<'worker, 'run> {
    fn new(worker: &'worker mut Worker, run: &'run GridRun<'run>, entry: ThreadEntry) -> Self {
        let threads_max = fiber::resident_threads_max(run.config.memory_bytes);
        let blocks_max = (threads_max / run.shape.threads) as usize;
        // A cooperative grid as a whole has been found to fit.
        let shares = if run.shape.cooperative {
            1
        } else {
            run.config.threads
        };
        Residents {
            worker,
            run,
            entry,
            active: Vec::new(),
            taken: 0..0,
            active_max: (blocks_max / shares).max(1),
            quiet_since: None,
            run_patience: RUN_PATIENCE,
        }
    }

    fn run(mut self, ask: Option<AskForHelp>) -> std::io::Result<()> {
        let outcome = self.run_all(ask);
        for active in &mut self.active {
            active.resident.abandon();
        }
        outcome
    }

    fn run_all(&mut self, ask: Option<AskForHelp>) -> std::io::Result<()> {
        while !self.run.stopped() {
            if self.active.is_empty() && !self.start_block()? {
                break;
            }
            let round = self.round();
            if let Some(ask) = ask {
                ask(self.run);
            }
            if round.finished {
                self.quiet_since = None;
            } else if !self.run.stopped() {
                self.consider_more(&round)?;
            }
        }
        Ok(())
    }

    /// Starts the next block beside those that are active; false if none are left.
    fn start_block(&mut self) -> std::io::Result<bool> {
        let block = match self.taken.next() {
            Some(block) => block,
            None => match self.take() {
                Some(blocks) => {
                    self.taken = blocks.start + 1..blocks.end;
                    blocks.start
                }
                None => return Ok(false),
            },
        };
        let mut resident = self
            .worker
            .idle
            .pop()
            .unwrap_or_else(|| Box::new(Resident::new()));
        resident.prepare(self.entry, &self.run.shape)?;
        resident.begin(self.run.block_idx(block));
        if let Some(watch) = &self.run.watch {
            resident.watch(watch, &self.run.shape);
        }
        self.active.push(Active {
            resident,
            at_grid_barrier: None,
        });
        self.quiet_since = None;
        Ok(true)
    }

    fn take(&self) -> Option<Range<u64>> {
        match self.active.is_empty() {
            true => self.run.take(),
            false => self.run.take_beside(),
        }
    }

    /// Gives each active block a slice of time.
    fn round(&mut self) -> Round {
        let mut round = Round::default();
        let mut index = 0;
        while index < self.active.len() && !self.run.stopped() {
            let active = &mut self.active[index];
            if let Some(generation) = active.at_grid_barrier {
                if self.run.barrier.generation() == generation {
                    index += 1;
                    continue;
                }
                active.at_grid_barrier = None;
                active.resident.release_grid_barrier();
            }
            let resident: *mut Resident = &mut *active.resident;
            let gate = self.run.watch.as_ref().and_then(|_| Gate::enter());
            // SAFETY: it is readied and begun, and this worker's alone.
            let slice = unsafe { Resident::run(resident) };
            drop(gate);
            match slice {
                Slice::Finished => {
                    let active = self.active.swap_remove(index);
                    self.worker.idle.push(active.resident);
                    self.run.block_finished();
                    round.finished = true;
                    continue;
                }
                Slice::AtGridBarrier => {
                    active.at_grid_barrier = Some(self.run.arrive_at_barrier());
                }
                Slice::Spinning => round.running += 1,
                Slice::WaitsForChildren(linear) => {
                    active.resident.go_on(linear);
                    self.run.run_children(active.resident.abi.block_idx);
                    // Time went by in which other blocks could not be looked at.
                    round.running += 1;
                    self.quiet_since = None;
                }
                Slice::Expired => {
                    round.running += 1;
                    round.ran_long = true;
                }
                Slice::Deadlocked | Slice::Trapped(_) | Slice::Failed(_) => {
                    let fault = report::resident_fault(&active.resident, slice, self.run);
                    if let Some(watch) = &self.run.watch {
                        watch.failed(&fault);
                    }
                    self.run.fail(fault);
                }
            }
            index += 1;
        }
        round
    }

    /// No block has ended: starts another one, if it is time, or lets other host threads go on.
    fn consider_more(&mut self, round: &Round) -> std::io::Result<()> {
        if round.running == 0 {
            if !self.start_block()? {
                self.wait_for_grid_barrier();
            }
            return Ok(());
        }
        let since = *self.quiet_since.get_or_insert_with(Instant::now);
        let patience = if round.ran_long {
            self.run_patience
        } else {
            SPIN_PATIENCE
        };
        if since.elapsed() < patience {
            return Ok(());
        }
        if self.active.len() < self.active_max && self.start_block()? {
            if round.ran_long {
                self.run_patience *= 2;
            }
        } else if !round.ran_long {
            std::thread::yield_now();
        }
        Ok(())
    }

    fn wait_for_grid_barrier(&self) {
        let oldest = self
            .active
            .iter()
            .filter_map(|active| active.at_grid_barrier)
            .min();
        let stop: &AtomicBool = self.run.stop_flag();
        if let Some(generation) = oldest {
            self.run.barrier.wait(generation, stop);
        }
    }
}

/// The caller's floating-point control word, put back after device code has run with CUDA's: round to nearest, denormals kept.
struct FloatState(u32);

impl FloatState {
    /// All exceptions masked, round to nearest, denormals kept: the processor's own default.
    const DEVICE: u32 = 0x1f80;

    fn enter() -> FloatState {
        let mut saved = 0_u32;
        // SAFETY: stores the control word to a local variable.
        unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut saved, options(nostack)) };
        FloatState::load(FloatState::DEVICE);
        FloatState(saved)
    }

    fn leave(self) {
        FloatState::load(self.0);
    }

    fn load(word: u32) {
        // SAFETY: both words are valid: one is the default, the other was in use.
        unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const word, options(nostack, readonly)) };
    }
}
