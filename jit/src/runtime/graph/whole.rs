//! A plan as one graph of the device's own, which one call launches: a thousand nodes cost as much to submit as one kernel.
//!
//! The plan stays what counts. What changes there, or in the slots of its kernels, is brought to the device's graph before the next launch.

use std::collections::HashSet;
use std::sync::Arc;

use super::super::Runtime;
use super::super::operation::Operation;
use super::device_nodes::{SlotKernels, work_of};
use super::plan::{Plan, Step, StepWork};
use super::source::Source;
use crate::device::{DeviceGraph, GraphNode, NodeWork, Places, Result, StreamId};
use crate::lock::lock;

/// What a plan is for the device.
pub(super) enum Whole {
    /// A graph.
    Made(Made),
    /// Not one: its steps are queued one by one.
    Steps,
}

pub(super) struct Made {
    graph: Box<dyn DeviceGraph>,
    /// Steps of the plan are another than the graph's nodes.
    changed: bool,
    /// Nodes that are switched off, by their places.
    off: HashSet<usize>,
    /// What the slots of its kernels held when nodes were made of them.
    kernels: SlotKernels,
}

impl Whole {
    /// Makes the device's graph of a plan, from its source if there is one: then the plan's steps are the source's nodes, in order. `Steps` where it has none for this one; also after errors, which launches of the steps then tell.
    pub(super) fn of(runtime: &Runtime, plan: &Plan, source: Option<&Source>) -> Whole {
        let made = source.and_then(Made::from_source);
        match made.or_else(|| Made::new(runtime, plan)) {
            Some(made) => Whole::Made(made),
            None => Whole::Steps,
        }
    }

    /// Something in the plan is another than before.
    pub(super) fn changed(&mut self) {
        if let Whole::Made(made) = self {
            made.changed = true;
        }
    }

    /// Gives the nodes the work of another graph's, which has the same form. False: that is to be done step by step.
    pub(super) fn update(&mut self, source: Option<&Source>) -> bool {
        let (Whole::Made(made), Some(source)) = (self, source) else {
            return false;
        };
        // As CUDA has it, what was switched off stays so; the driver may see that otherwise.
        if !made.off.is_empty() {
            return false;
        }
        if made.graph.update(&**lock(&source.graph)).is_err() {
            return false;
        }
        made.kernels = source.kernels.clone();
        made.changed = false;
        true
    }

    pub(super) fn upload(&mut self, stream: StreamId) -> Result<()> {
        match self {
            Whole::Made(made) => made.graph.upload(stream),
            // Plans need no upload.
            Whole::Steps => Ok(()),
        }
    }

    /// Launches the device's graph as the plan is now. None: there is none.
    pub(super) fn launch(
        &mut self,
        runtime: &Runtime,
        plan: &mut Plan,
        stream: StreamId,
    ) -> Option<Result<()>> {
        let Whole::Made(made) = self else {
            return None;
        };
        match made.follow(runtime, plan) {
            Followed::Yes => {}
            Followed::Refused(error) => return Some(Err(error)),
            Followed::NotPossible => {
                // What cannot be changed in place is made anew.
                *self = Whole::of(runtime, plan, None);
                unmark(plan);
            }
        }
        match self {
            Whole::Made(made) => Some(made.graph.launch(stream)),
            Whole::Steps => None,
        }
    }
}

/// What came of bringing a graph up to date.
enum Followed {
    Yes,
    /// A kernel does not fit its node any more: what the launch gives.
    Refused(crate::device::Error),
    /// The device cannot change the graph that way.
    NotPossible,
}

impl Made {
    fn new(runtime: &Runtime, plan: &Plan) -> Option<Made> {
        let graphs = Arc::clone(runtime.device()).graphs()?;
        let mut nodes = Nodes::default();
        nodes.add(runtime, plan, &[])?;
        let Nodes { all, off, kernels } = nodes;
        let mut source = graphs.begin().ok()?;
        for node in all {
            // SAFETY: launches were prepared by their kernels' own sizes; ranges were checked when nodes were made, and are the user's duty from then on.
            unsafe { source.add(node) }.ok()?;
        }
        let mut graph = source.instantiate().ok()?;
        for at in &off {
            graph.enable(*at, false).ok()?;
        }
        Some(Made {
            graph,
            off,
            changed: false,
            kernels,
        })
    }

    fn from_source(source: &Source) -> Option<Made> {
        Some(Made {
            graph: lock(&source.graph).instantiate().ok()?,
            off: HashSet::new(),
            changed: false,
            kernels: source.kernels.clone(),
        })
    }

    /// Brings what has changed to the device's graph.
    fn follow(&mut self, runtime: &Runtime, plan: &mut Plan) -> Followed {
        let renewed = self.kernels.renewed();
        if renewed.is_empty() && !self.changed {
            return Followed::Yes;
        }
        let mut followed = Followed::Yes;
        leaves_mut(plan, &mut 0, &mut |at, step| {
            let stale = matches!(&step.work, StepWork::Operation(Operation::Kernel(kernel))
                if renewed.iter().any(|it| std::ptr::eq(*it, kernel.slot)));
            if matches!(followed, Followed::Yes) && (step.changed || stale) {
                followed = self.follow_step(runtime, at, step);
            }
        });
        if matches!(followed, Followed::Yes) {
            self.changed = false;
        }
        followed
    }

    fn follow_step(&mut self, runtime: &Runtime, at: usize, step: &mut Step) -> Followed {
        let StepWork::Operation(operation) = &step.work else {
            return Followed::Yes;
        };
        let work = match work_of(runtime, operation) {
            Some(Ok(work)) => work,
            Some(Err(error)) => return Followed::Refused(error),
            None => return Followed::NotPossible,
        };
        if let (Operation::Kernel(operation), NodeWork::Kernel(launch)) = (operation, &work) {
            self.kernels.note(operation.slot, &launch.kernel);
        }
        // SAFETY: as in `new`.
        let set = unsafe { self.graph.set(at, work) };
        let switch = is_switched(operation) && self.off.contains(&at) == step.enabled;
        let switched = set.and_then(|()| match switch {
            true => self.graph.enable(at, step.enabled),
            false => Ok(()),
        });
        if switch {
            match step.enabled {
                true => self.off.remove(&at),
                false => self.off.insert(at),
            };
        }
        if switched.is_err() {
            return Followed::NotPossible;
        }
        step.changed = false;
        Followed::Yes
    }
}

/// Can the node be switched on and off?
fn is_switched(operation: &Operation) -> bool {
    matches!(
        operation,
        Operation::Kernel(_) | Operation::Copy(_) | Operation::Fill(_)
    )
}

/// The nodes of a plan for the device's graph.
#[derive(Default)]
struct Nodes {
    all: Vec<GraphNode>,
    /// Those that are switched off, by their places.
    off: HashSet<usize>,
    /// Their kernels' slots, and what these held.
    kernels: SlotKernels,
}

impl Nodes {
    /// Adds those of a plan, whose first ones wait for `after`, and gives its last ones. A child's steps stand among its parent's, and behind them a node
    /// for the child's end. None: the device has no node for one of them, or a kernel is not there.
    fn add(&mut self, runtime: &Runtime, plan: &Plan, after: &[usize]) -> Option<Vec<usize>> {
        let mut places = Vec::with_capacity(plan.steps.len());
        let mut last = vec![true; plan.steps.len()];
        for step in &plan.steps {
            let before = step.dependencies.iter().map(|&it| places[it]);
            let mut dependencies: Places = before.collect();
            for &before in &step.dependencies {
                last[before] = false;
            }
            if dependencies.is_empty() {
                dependencies = after.into();
            }
            let work = match &step.work {
                StepWork::Child(child) => {
                    dependencies = self.add(runtime, child, &dependencies)?.into();
                    NodeWork::Nothing
                }
                StepWork::Operation(operation) => work_of(runtime, operation)?.ok()?,
                StepWork::Conditional(_) => return None,
            };
            if let (StepWork::Operation(Operation::Kernel(operation)), NodeWork::Kernel(launch)) =
                (&step.work, &work)
            {
                self.kernels.note(operation.slot, &launch.kernel);
            }
            if !step.enabled {
                self.off.insert(self.all.len());
            }
            places.push(self.all.len());
            self.all.push(GraphNode { work, dependencies });
        }
        let ends = places.iter().zip(last).filter(|(_, last)| *last);
        let ends: Vec<usize> = ends.map(|(place, _)| *place).collect();
        Some(if ends.is_empty() {
            after.to_vec()
        } else {
            ends
        })
    }
}

/// Steps with the places of their nodes, as `Nodes::add` numbers them.
fn leaves_mut(plan: &mut Plan, place: &mut usize, each: &mut dyn FnMut(usize, &mut Step)) {
    for step in &mut plan.steps {
        if let StepWork::Child(child) = &mut step.work {
            leaves_mut(child, place, each);
        }
        each(*place, step);
        *place += 1;
    }
}

fn unmark(plan: &mut Plan) {
    leaves_mut(plan, &mut 0, &mut |_, step| step.changed = false);
}
