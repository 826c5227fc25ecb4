//! The device's own graph of what is recorded: it grows with each node, so that instantiation and updates find it ready.
//!
//! What changes a graph in another way than by a new recorded node ends its source. Then nodes are added at instantiation, from the plan.

use std::sync::{Arc, Mutex};

use super::super::Runtime;
use super::super::operation::{KernelOperation, Operation};
use super::device_nodes::{SlotKernels, work_of};
use crate::device::{Device, GraphNode, GraphSource, LoadedKernel, NodeWork, Places};
use crate::lock::lock;
use crate::modules::Slot;

/// A device's graph that is being filled, and which kernels it has.
#[derive(Clone)]
pub(super) struct Source {
    pub(super) graph: Arc<Mutex<Box<dyn GraphSource>>>,
    pub(super) kernels: SlotKernels,
}

/// What a recorded node is for the device.
pub(crate) struct Recorded {
    work: NodeWork,
    slot: Option<&'static Slot>,
}

impl Source {
    /// Begins the device's graph of a graph without nodes. None: the device has no graphs, or there are several devices.
    pub(super) fn begin(device: &Arc<dyn Device>) -> Option<Source> {
        if device.count() != 1 {
            return None;
        }
        let graph = Arc::clone(device).graphs()?.begin().ok()?;
        Some(Source {
            graph: Arc::new(Mutex::new(graph)),
            kernels: SlotKernels::default(),
        })
    }

    /// Adds a node. False: the source is of no use any more, because the device did not take the node, or its kernel was redefined behind another node.
    pub(super) fn add(&mut self, recorded: Recorded, dependencies: Places) -> bool {
        let Recorded { work, slot } = recorded;
        if let (Some(slot), NodeWork::Kernel(launch)) = (slot, &work)
            && !self.kernels.note(slot, &launch.kernel)
        {
            return false;
        }
        let node = GraphNode { work, dependencies };
        // SAFETY: launches were prepared by their kernels' own sizes; ranges were checked when nodes were made, and are the user's duty from then on.
        unsafe { lock(&self.graph).add(node) }.is_ok()
    }
}

impl Recorded {
    /// A launch of the kernel that its slot holds now.
    pub(crate) fn launch(operation: &KernelOperation, kernel: Arc<LoadedKernel>) -> Recorded {
        Recorded {
            work: NodeWork::Kernel(operation.of_kernel(kernel)),
            slot: Some(operation.slot),
        }
    }

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
