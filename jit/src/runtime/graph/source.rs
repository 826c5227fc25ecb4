//! The device's own graph of what is recorded: it grows with each node, so that instantiation and updates find it ready.
//!
//! The driver takes half a microsecond to add a node, as long as recording it takes here. So where adding is slow, a thread of ours adds nodes while the user's
//! goes on recording. What changes a graph in another way than by a new node ends its source: then nodes are added at instantiation, from the plan.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::thread;

use super::super::Runtime;
use super::super::operation::Operation;
use super::device_nodes::{SlotKernels, work_of};
use crate::device::{Device, GraphNode, GraphSource, NodeWork, Places};
use crate::lock::lock;
use crate::modules::Slot;

/// So many nodes at a time are given to the thread that adds them: waking it costs as much as recording ten.
const BATCH: usize = 64;

/// A device's graph that is being filled.
pub(crate) struct Source {
    /// Nodes that are not added yet, in order.
    waiting: Mutex<Vec<GraphNode>>,
    filled: Mutex<Filled>,
    adds_slowly: bool,
}

/// What is there of the device's graph.
pub(super) struct Filled {
    pub(super) graph: Box<dyn GraphSource>,
    /// A node could not be added.
    failed: bool,
}

/// What a node's place in a source needs, besides what it waits for.
pub(crate) struct Recorded {
    work: NodeWork,
    slot: Option<&'static Slot>,
}

/// A source while nodes are recorded, and which kernels it has.
#[derive(Clone)]
pub(super) struct Growing {
    pub(super) source: Arc<Source>,
    pub(super) kernels: SlotKernels,
}

impl Growing {
    /// Begins the device's graph of a graph without nodes. None: the device has no graphs, or there are several devices.
    pub(super) fn begin(device: &Arc<dyn Device>) -> Option<Growing> {
        if device.count() != 1 {
            return None;
        }
        let graphs = Arc::clone(device).graphs()?;
        let adds_slowly = graphs.adds_slowly();
        let filled = Filled {
            graph: graphs.begin().ok()?,
            failed: false,
        };
        let source = Source {
            waiting: Mutex::default(),
            filled: Mutex::new(filled),
            adds_slowly,
        };
        Some(Growing {
            source: Arc::new(source),
            kernels: SlotKernels::default(),
        })
    }

    /// Adds a node. False: the source is of no use any more, because one kernel was redefined between two nodes of it.
    pub(super) fn add(&mut self, recorded: Recorded, dependencies: Places) -> bool {
        let Recorded { work, slot } = recorded;
        if let (Some(slot), NodeWork::Kernel(launch)) = (slot, &work)
            && !self.kernels.agrees(slot, &launch.kernel)
        {
            return false;
        }
        let mut waiting = lock(&self.source.waiting);
        waiting.push(GraphNode { work, dependencies });
        let full = waiting.len() == BATCH && self.source.adds_slowly;
        drop(waiting);
        if full {
            // Without the thread, whoever instantiates adds the nodes.
            drop(adder().map(|it| it.send(Arc::clone(&self.source))));
        }
        true
    }
}

impl Recorded {
    /// What an operation is for the device. None: nothing that its graphs have, or not now.
    pub(crate) fn of(runtime: &Runtime, operation: &Operation) -> Option<Recorded> {
        let slot = match operation {
            Operation::Kernel(kernel) => Some(kernel.slot),
            _ => None,
        };
        let work = work_of(runtime, operation)?.ok()?;
        Some(Recorded { work, slot })
    }
}

impl Source {
    /// The device's graph with all nodes. None: one of them could not be added.
    pub(super) fn finish(&self) -> Option<MutexGuard<'_, Filled>> {
        let mut filled = lock(&self.filled);
        self.add_waiting(&mut filled);
        (!filled.failed).then_some(filled)
    }

    /// Adds what waits. Nodes are taken only while the graph is locked, so they keep their order.
    fn add_waiting(&self, filled: &mut Filled) {
        let waiting = std::mem::take(&mut *lock(&self.waiting));
        for node in waiting {
            // SAFETY: launches were prepared by their kernels' own sizes; ranges were checked when nodes were made, and are the user's duty from then on.
            if filled.failed || unsafe { filled.graph.add(node) }.is_err() {
                filled.failed = true;
            }
        }
    }
}

/// The thread that adds nodes. None if there can be none.
fn adder() -> Option<&'static Sender<Arc<Source>>> {
    static ADDER: OnceLock<Option<Sender<Arc<Source>>>> = OnceLock::new();
    let started = ADDER.get_or_init(|| {
        let (sender, receiver) = channel::<Arc<Source>>();
        let thread = thread::Builder::new().name("chevron-graph".to_owned());
        let body = move || {
            for source in receiver {
                source.add_waiting(&mut lock(&source.filled));
            }
        };
        thread.spawn(body).ok().map(|_| sender)
    });
    started.as_ref()
}
