//! What the threads of a grid launch: kept until the grid has ended, or until one of its threads waits for it.
//!
//! CUDA promises no more than that a launched grid has ended when the one that launched it counts as ended. So nothing needs to run beside its parent,
//! and what is launched sees all that the parent wrote.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::device::launches_in_kernels::pending_launches_max;
use crate::device::{Copy, Fill, Launch, Status};
use crate::lock::lock;
use crate::wire::DeviceFault;

/// Who runs what a grid has launched.
pub(super) trait Family: Sync {
    /// Runs these to their end, with all that they launch.
    fn run(&self, children: Vec<Child>) -> Result<(), Box<DeviceFault>>;

    /// Does an address belong to memory that the host has allocated?
    fn owns(&self, address: u64) -> bool;

    /// The symbol of the grid's kernel.
    fn symbol(&self) -> &str;

    /// The end of a message about one of them: who launched it, and where.
    fn origin(&self, site: u32) -> String;
}

/// One thing that a thread has asked for.
pub(super) struct Child {
    pub(super) work: Work,
    /// The block whose thread it was.
    pub(super) block: u64,
    /// Where in the text of the kernel, as a number of its sites.
    pub(super) site: u32,
    /// It comes after the grid and all else that it has launched.
    pub(super) tail: bool,
}

/// What can be asked for.
pub(super) enum Work {
    Grid(Launch),
    Copy(Copy),
    Fill(Fill),
}

/// What the threads of one grid have launched.
pub(super) struct Children<'grid> {
    family: Option<&'grid dyn Family>,
    /// 0 for a grid that the host has launched.
    pub(super) depth: u32,
    any: AtomicBool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    ordinary: Vec<Child>,
    tail: Vec<Child>,
    errors: Vec<ThreadError>,
    failed: Option<Box<DeviceFault>>,
}

/// The error that a thread's `cudaGetLastError` gives.
struct ThreadError {
    block: u64,
    thread: u32,
    status: Status,
    /// What is told if no one asks for it.
    fault: Option<DeviceFault>,
}

impl<'grid> Children<'grid> {
    /// Of a grid that can launch nothing.
    pub(super) fn none() -> Children<'grid> {
        Children {
            family: None,
            depth: 0,
            any: AtomicBool::new(false),
            state: Mutex::default(),
        }
    }

    /// Of a grid so far below the host's own.
    pub(super) fn of(family: &'grid dyn Family, depth: u32) -> Children<'grid> {
        Children {
            family: Some(family),
            depth,
            ..Children::none()
        }
    }

    /// Who runs them; none where kernels can launch nothing.
    pub(super) fn family(&self) -> Option<&'grid dyn Family> {
        self.family
    }

    /// May one more wait?
    pub(super) fn has_room(&self) -> bool {
        let most = pending_launches_max();
        if most == usize::MAX {
            return true;
        }
        let state = lock(&self.state);
        state.ordinary.len() + state.tail.len() < most
    }

    /// Keeps what a thread has launched.
    pub(super) fn add(&self, child: Child) {
        self.any.store(true, Ordering::Relaxed);
        let mut state = lock(&self.state);
        match child.tail {
            false => state.ordinary.push(child),
            true => state.tail.push(child),
        }
    }

    /// Keeps an error for the thread to ask for. `fault` is told if it does not.
    pub(super) fn refuse(
        &self,
        block: u64,
        thread: u32,
        status: Status,
        fault: Option<DeviceFault>,
    ) {
        self.any.store(true, Ordering::Relaxed);
        let mut state = lock(&self.state);
        state.errors.push(ThreadError {
            block,
            thread,
            status,
            fault,
        });
    }

    /// The last error of a thread, which may forget it.
    pub(super) fn error(&self, block: u64, thread: u32, forget: bool) -> Status {
        if !self.any.load(Ordering::Relaxed) {
            return Status::SUCCESS;
        }
        let mut state = lock(&self.state);
        let mut last = Status::SUCCESS;
        for error in &mut state.errors {
            if error.block == block && error.thread == thread {
                last = error.status;
                // It is theirs to handle now.
                error.fault = None;
            }
        }
        if forget {
            state
                .errors
                .retain(|error| error.block != block || error.thread != thread);
        }
        last
    }

    /// Runs what a block has launched so far, all but what is to come after the grid. False: it failed, and the grid is to end.
    pub(super) fn run_of_block(&self, block: u64) -> bool {
        let Some(family) = self.family else {
            return true;
        };
        let mine = |child: &mut Child| child.block == block;
        let taken: Vec<Child> = lock(&self.state).ordinary.extract_if(.., mine).collect();
        if taken.is_empty() {
            return true;
        }
        let Err(fault) = family.run(taken) else {
            return true;
        };
        lock(&self.state).failed.get_or_insert(fault);
        false
    }

    /// Why one that ran before the grid's end failed.
    pub(super) fn take_failed(&self) -> Option<Box<DeviceFault>> {
        lock(&self.state).failed.take()
    }

    /// The grid has ended: what is left to run, in order, and errors that no thread has asked for.
    pub(super) fn finish(self) -> (Vec<Child>, Vec<DeviceFault>) {
        if !self.any.into_inner() {
            return (Vec::new(), Vec::new());
        }
        let state = self.state.into_inner();
        let mut state = state.unwrap_or_else(std::sync::PoisonError::into_inner);
        state.ordinary.append(&mut state.tail);
        let unread = state.errors.into_iter().filter_map(|error| error.fault);
        (state.ordinary, unread.collect())
    }
}
