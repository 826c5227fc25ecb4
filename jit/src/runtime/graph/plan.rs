//! Plans: a graph's nodes in order and on lanes, ready to be queued again and again.

use std::collections::HashMap;
use std::sync::Arc;

use super::super::Runtime;
use super::super::handles::Handle;
use super::Operation;
use super::book::Book;
use crate::device::{Device, Error, EventId, Result, Status, StreamId, StreamOptions};

/// Lanes of a plan at most: branches beyond share one. Sharing adds order, which is always sound.
const LANES_MAX: usize = 16;

/// An executable form of a graph, with streams and events of its own.
pub(super) struct Plan {
    pub(super) steps: Vec<Step>,
    /// Streams of the lanes but the first, which is the stream of the launch.
    lanes: Vec<StreamId>,
    /// Recorded at the start, if there are other lanes.
    start: Option<EventId>,
    device: Arc<dyn Device>,
}

/// A node of a plan.
pub(super) struct Step {
    /// The node it was made from.
    pub(super) node: Handle,
    pub(super) work: StepWork,
    pub(super) enabled: bool,
    /// Steps before it that it depends on.
    pub(super) dependencies: Vec<usize>,
    lane: usize,
    /// The first step of its lane: waits for the start.
    first: bool,
    /// The event that steps of other lanes, or the end, wait for.
    signal: Option<EventId>,
}

/// What a step does.
pub(super) enum StepWork {
    Operation(Operation),
    Child(Plan),
}

impl Plan {
    /// Plans a graph.
    pub(super) fn new(device: &Arc<dyn Device>, book: &Book, graph: Handle) -> Result<Plan> {
        let order = ordered(book, graph)?;
        let index: HashMap<Handle, usize> = order
            .iter()
            .enumerate()
            .map(|(index, &node)| (node, index))
            .collect();
        let mut plan = Plan {
            steps: Vec::new(),
            lanes: Vec::new(),
            start: None,
            device: Arc::clone(device),
        };
        let mut ends: Vec<usize> = Vec::new();
        for &handle in &order {
            let node = book.node(handle)?;
            let work = match &node.operation {
                Operation::Child(child) => StepWork::Child(Plan::new(device, book, *child)?),
                operation => StepWork::Operation(operation.clone()),
            };
            let dependencies: Vec<usize> =
                node.dependencies.iter().map(|node| index[node]).collect();
            let here = plan.steps.len();
            let lane = choose_lane(&plan.steps, &ends, &dependencies);
            let first = lane == ends.len();
            if first {
                ends.push(here);
            } else {
                ends[lane] = here;
            }
            plan.steps.push(Step {
                node: handle,
                work,
                enabled: true,
                dependencies,
                lane,
                first,
                signal: None,
            });
        }
        plan.add_signals(&ends)?;
        Ok(plan)
    }

    /// Makes the streams of further lanes, and events where lanes meet.
    fn add_signals(&mut self, ends: &[usize]) -> Result<()> {
        for _ in 1..ends.len() {
            self.lanes.push(self.device.create_stream(StreamOptions {
                blocking: false,
                priority: 0,
            })?);
        }
        if ends.len() > 1 {
            self.start = Some(self.device.create_event(false)?);
        }
        let crossing = |step: &Step| {
            step.dependencies
                .iter()
                .copied()
                .filter(|&other| self.steps[other].lane != step.lane)
                .collect()
        };
        let mut signalling: Vec<usize> = self
            .steps
            .iter()
            .flat_map(|step| -> Vec<usize> { crossing(step) })
            .collect();
        signalling.extend(ends.iter().skip(1));
        for index in signalling {
            if self.steps[index].signal.is_none() {
                self.steps[index].signal = Some(self.device.create_event(false)?);
            }
        }
        Ok(())
    }

    /// Queues all steps behind what the stream has.
    pub(super) fn launch(&self, runtime: &Runtime, stream: StreamId) -> Result<()> {
        let lane = |lane: usize| {
            if lane == 0 {
                stream
            } else {
                self.lanes[lane - 1]
            }
        };
        if let Some(start) = self.start {
            self.device.record_event(start, stream)?;
        }
        for step in &self.steps {
            let own = lane(step.lane);
            if let Some(start) = self.start.filter(|_| step.first && step.lane != 0) {
                self.device.wait_event(own, start)?;
            }
            for &dependency in &step.dependencies {
                let dependency = &self.steps[dependency];
                if let Some(signal) = dependency.signal.filter(|_| dependency.lane != step.lane) {
                    self.device.wait_event(own, signal)?;
                }
            }
            match &step.work {
                _ if !step.enabled => {}
                StepWork::Operation(operation) => runtime.perform(own, operation)?,
                StepWork::Child(plan) => plan.launch(runtime, own)?,
            }
            if let Some(signal) = step.signal {
                self.device.record_event(signal, own)?;
            }
        }
        self.join(stream)
    }

    /// Makes the stream wait for the ends of all other lanes.
    fn join(&self, stream: StreamId) -> Result<()> {
        for lane in 1..=self.lanes.len() {
            let end = self.steps.iter().rev().find(|step| step.lane == lane);
            if let Some(signal) = end.and_then(|step| step.signal) {
                self.device.wait_event(stream, signal)?;
            }
        }
        Ok(())
    }

    /// Takes over the operations of a plan of the same shape; this plan's handles of nodes stay.
    pub(super) fn replace(&mut self, mut other: Plan) -> Result<()> {
        if super::exec::difference(self, &other).is_some() {
            return Err(Status::GRAPH_EXEC_UPDATE_FAILURE.into());
        }
        self.adopt(&mut other);
        Ok(())
    }

    /// `replace`, after the shapes were compared.
    pub(super) fn adopt(&mut self, other: &mut Plan) {
        for (own, other) in self.steps.iter_mut().zip(&mut other.steps) {
            match (&mut own.work, &mut other.work) {
                (StepWork::Child(own), StepWork::Child(other)) => own.adopt(other),
                (own, other) => std::mem::swap(own, other),
            }
        }
    }

    /// The step made from a node; child plans are looked through too.
    pub(super) fn step_mut(&mut self, node: Handle) -> Option<&mut Step> {
        let found = self.steps.iter().position(|step| step.node == node);
        match found {
            Some(index) => Some(&mut self.steps[index]),
            None => self.steps.iter_mut().find_map(|step| match &mut step.work {
                StepWork::Child(plan) => plan.step_mut(node),
                StepWork::Operation(_) => None,
            }),
        }
    }
}

impl Drop for Plan {
    fn drop(&mut self) {
        // What is queued in the streams still happens. A reset may have ended them before.
        for stream in self.lanes.drain(..) {
            drop(self.device.destroy_stream(stream));
        }
        for event in self
            .steps
            .iter()
            .filter_map(|step| step.signal)
            .chain(self.start)
        {
            drop(self.device.destroy_event(event));
        }
    }
}

/// The nodes of a graph, each behind those it depends on, otherwise in the order in which they were added.
fn ordered(book: &Book, graph: Handle) -> Result<Vec<Handle>> {
    let nodes = &book.graph(graph)?.nodes;
    let mut missing: HashMap<Handle, usize> = HashMap::new();
    let mut dependents: HashMap<Handle, Vec<Handle>> = HashMap::new();
    for &node in nodes {
        let dependencies = &book.node(node)?.dependencies;
        missing.insert(node, dependencies.len());
        for &dependency in dependencies {
            dependents.entry(dependency).or_default().push(node);
        }
    }
    let mut order: Vec<Handle> = nodes
        .iter()
        .copied()
        .filter(|node| missing[node] == 0)
        .collect();
    let mut next = 0;
    while let Some(&node) = order.get(next) {
        next += 1;
        for dependent in dependents.get(&node).into_iter().flatten() {
            if let Some(count) = missing.get_mut(dependent) {
                *count -= 1;
                if *count == 0 {
                    order.push(*dependent);
                }
            }
        }
    }
    if order.len() == nodes.len() {
        Ok(order)
    } else {
        Err(Error::new(Status::INVALID_VALUE, "the graph has a cycle"))
    }
}

/// The lane of the next step: that of a dependency which is the last of its lane, else a new one, else one that others use too.
fn choose_lane(steps: &[Step], ends: &[usize], dependencies: &[usize]) -> usize {
    let continued = dependencies
        .iter()
        .find(|&&dependency| ends[steps[dependency].lane] == dependency);
    match continued {
        Some(&dependency) => steps[dependency].lane,
        None if ends.len() < LANES_MAX => ends.len(),
        None => steps.len() % LANES_MAX,
    }
}
