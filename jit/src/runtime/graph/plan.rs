//! Plans: a graph's nodes in order and on lanes, ready to be queued again and again.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock};

use super::super::Runtime;
use super::super::condition::{Condition, ConditionalNode, Kind};
use super::super::handles::Handle;
use super::super::operation::Operation;
use super::super::types::GraphExecUpdateResultInfo;
use super::book::{Book, Node};
use crate::device::{Device, Error, EventId, Places, Result, Status, StreamId, StreamOptions};
use crate::interrupt;
use crate::lock::lock;
use crate::wire::Target;

/// Lanes of a plan at most: branches beyond share one. Sharing adds order, which is always sound.
const LANES_MAX: usize = 16;

// `cudaGraphExecUpdateResult`
const UPDATE_TOPOLOGY_CHANGED: i32 = 2;
const UPDATE_TYPE_CHANGED: i32 = 3;

/// An executable form of a graph, with streams and events of its own where its steps are queued one by one.
pub(super) struct Plan {
    pub(super) steps: Vec<Step>,
    lanes: Vec<Lane>,
    /// The last step of each lane.
    ends: Vec<usize>,
    /// Lanes have their streams, and steps their events.
    prepared: bool,
    /// Recorded at the start in the stream of the launch, where lanes of their own must wait for it; by that stream's device.
    starts: Mutex<HashMap<usize, EventId>>,
    device: Arc<dyn Device>,
}

/// A stream that steps of one device share.
struct Lane {
    /// The device's number.
    device: usize,
    /// Of the first lane only where it is not the stream of the launch, because that is another device's.
    stream: OnceLock<StreamId>,
}

/// A node of a plan.
pub(super) struct Step {
    /// The node it was made from.
    pub(super) node: Handle,
    pub(super) work: StepWork,
    pub(super) enabled: bool,
    /// The work or `enabled` is another than the device's own graph has.
    pub(super) changed: bool,
    /// Steps before it that it depends on.
    pub(super) dependencies: Places,
    lane: usize,
    /// Number of the device that it is for.
    pub(super) device: usize,
    /// The first step of its lane: waits for the start.
    first: bool,
    /// The event that steps of other lanes, or the end, wait for.
    signal: Option<EventId>,
}

/// What a step does.
pub(super) enum StepWork {
    Operation(Operation),
    Child(Plan),
    Conditional(Arc<Bodies>),
}

impl StepWork {
    /// Would the device do the same? Told only of what updates leave alone most often.
    fn same(&self, other: &StepWork) -> bool {
        match (self, other) {
            (StepWork::Operation(own), StepWork::Operation(other)) => own.same(other),
            _ => false,
        }
    }
}

impl Plan {
    /// Plans a graph.
    pub(super) fn new(device: &Arc<dyn Device>, book: &Book, graph: Handle) -> Result<Plan> {
        let Ordered { nodes, before } = ordered(book, graph)?;
        let mut plan = Plan {
            steps: Vec::with_capacity(nodes.len()),
            lanes: Vec::new(),
            ends: Vec::new(),
            prepared: false,
            starts: Mutex::default(),
            device: Arc::clone(device),
        };
        let mut ends: Vec<usize> = Vec::new();
        for ((handle, node), dependencies) in nodes.into_iter().zip(before) {
            let work = match &node.operation {
                Operation::Child(child) => StepWork::Child(Plan::new(device, book, *child)?),
                Operation::Conditional(node) => {
                    StepWork::Conditional(Arc::new(Bodies::new(device, book, node)?))
                }
                operation => StepWork::Operation(operation.clone()),
            };
            let here = plan.steps.len();
            let lane = plan.choose_lane(&ends, &dependencies, node.device);
            let first = lane == ends.len();
            if first {
                ends.push(here);
                plan.lanes.push(Lane {
                    device: node.device,
                    stream: OnceLock::new(),
                });
            } else {
                ends[lane] = here;
            }
            plan.steps.push(Step {
                node: handle,
                work,
                enabled: true,
                changed: false,
                dependencies,
                lane,
                device: node.device,
                first,
                signal: None,
            });
        }
        plan.ends = ends;
        Ok(plan)
    }

    /// Makes streams and events, and those of child plans: what launches step by step need.
    pub(super) fn prepare_steps(&mut self) -> Result<()> {
        if std::mem::replace(&mut self.prepared, true) {
            return Ok(());
        }
        self.add_signals()?;
        for step in &mut self.steps {
            match &mut step.work {
                StepWork::Operation(_) => {}
                StepWork::Child(plan) => plan.prepare_steps()?,
                // No launch has them yet.
                StepWork::Conditional(bodies) => Arc::get_mut(bodies)
                    .into_iter()
                    .flat_map(|it| &mut it.plans)
                    .try_for_each(Plan::prepare_steps)?,
            }
        }
        Ok(())
    }

    /// The lane of the next step: that of a dependency which is the last of its lane, else a new one, else one that others use too.
    fn choose_lane(&self, ends: &[usize], dependencies: &[usize], device: usize) -> usize {
        let ours = |lane: &usize| self.lanes[*lane].device == device;
        let continued = dependencies
            .iter()
            .filter(|&&dependency| ends[self.steps[dependency].lane] == dependency)
            .map(|&dependency| self.steps[dependency].lane)
            .find(ours);
        if let Some(lane) = continued {
            return lane;
        }
        let shared: Vec<usize> = (0..ends.len()).filter(ours).collect();
        if ends.len() < LANES_MAX || shared.is_empty() {
            ends.len()
        } else {
            shared[self.steps.len() % shared.len()]
        }
    }

    /// Makes the streams of further lanes, and events where lanes meet.
    fn add_signals(&mut self) -> Result<()> {
        for lane in 1..self.lanes.len() {
            self.own_stream(lane)?;
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
        // Among several devices, the first lane may have a stream of its own too.
        let joined = usize::from(self.device.count() == 1);
        signalling.extend(self.ends.iter().skip(joined));
        for index in signalling {
            if self.steps[index].signal.is_none() {
                self.steps[index].signal = Some(self.event_on(self.steps[index].device)?);
            }
        }
        Ok(())
    }

    /// Does something while a device is the calling thread's.
    fn on<T>(&self, device: usize, body: impl FnOnce() -> T) -> T {
        let before = self.device.current();
        self.device.select(device);
        let made = body();
        self.device.select(before);
        made
    }

    /// An event of a device.
    pub(super) fn event_on(&self, device: usize) -> Result<EventId> {
        self.on(device, || self.device.create_event(false))
    }

    /// A lane's own stream.
    fn own_stream(&self, lane: usize) -> Result<StreamId> {
        let lane = &self.lanes[lane];
        if let Some(stream) = lane.stream.get() {
            return Ok(*stream);
        }
        let options = StreamOptions {
            blocking: false,
            priority: 0,
        };
        let stream = self.on(lane.device, || self.device.create_stream(options))?;
        Ok(*lane.stream.get_or_init(|| stream))
    }

    /// Records the start in the stream of the launch.
    fn record_start(&self, device: usize, stream: StreamId) -> Result<EventId> {
        let mut starts = lock(&self.starts);
        let start = match starts.get(&device) {
            Some(start) => *start,
            None => {
                let start = self.event_on(device)?;
                starts.insert(device, start);
                start
            }
        };
        self.device.record_event(start, stream)?;
        Ok(start)
    }

    /// Queues all steps behind what the stream has.
    pub(super) fn launch(&self, runtime: &'static Runtime, stream: StreamId) -> Result<()> {
        let device = self.device.device_of_stream(stream);
        // The first lane is the launch's stream, unless that is another device's.
        let own_lanes = usize::from(self.lanes.first().is_some_and(|lane| lane.device == device));
        let mut streams = Vec::with_capacity(self.lanes.len());
        for lane in 0..self.lanes.len() {
            streams.push(match lane {
                lane if lane < own_lanes => stream,
                lane => self.own_stream(lane)?,
            });
        }
        let start = match self.lanes.len() > own_lanes {
            true => Some(self.record_start(device, stream)?),
            false => None,
        };
        for step in &self.steps {
            let own = streams[step.lane];
            if let Some(start) = start.filter(|_| step.first && step.lane >= own_lanes) {
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
                StepWork::Conditional(bodies) => bodies.queue(runtime, own)?,
            }
            if let Some(signal) = step.signal {
                self.device.record_event(signal, own)?;
            }
        }
        self.join(stream, own_lanes)
    }

    /// Makes the stream wait for the ends of all lanes from `first` on.
    fn join(&self, stream: StreamId, first: usize) -> Result<()> {
        for lane in first..self.lanes.len() {
            let end = self.steps.iter().rev().find(|step| step.lane == lane);
            if let Some(signal) = end.and_then(|step| step.signal) {
                self.device.wait_event(stream, signal)?;
            }
        }
        Ok(())
    }

    /// Has a launch begin with the conditions' defaults.
    pub(super) fn assign_defaults(&self, runtime: &Runtime, stream: StreamId) -> Result<()> {
        let mut conditions = Vec::new();
        self.collect_assigned(&mut conditions);
        if conditions.is_empty() {
            return Ok(());
        }
        let assign = move |_: Status| {
            for condition in conditions {
                let value = condition.default.unwrap_or(0);
                condition.value.store(value, Ordering::Release);
            }
        };
        Device::host_function(&**runtime.device(), stream, Box::new(assign))
    }

    /// Conditions that a launch begins with the defaults of.
    fn collect_assigned(&self, found: &mut Vec<&'static Condition>) {
        for step in &self.steps {
            match &step.work {
                StepWork::Operation(_) => {}
                StepWork::Child(plan) => plan.collect_assigned(found),
                StepWork::Conditional(bodies) => {
                    found.extend(bodies.assigned());
                    bodies
                        .plans
                        .iter()
                        .for_each(|it| it.collect_assigned(found));
                }
            }
        }
    }

    /// Takes over the operations of a plan of the same shape; this plan's handles of nodes stay.
    pub(super) fn replace(&mut self, mut other: Plan) -> Result<()> {
        if difference(self, &other).is_some() {
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
                (work, other) => {
                    own.changed |= !work.same(other);
                    std::mem::swap(work, other);
                }
            }
        }
    }

    /// `adopt` for a plan of operations alone whose device's graph has the other's work already.
    pub(super) fn take_work(&mut self, other: &mut Plan) {
        for (own, other) in self.steps.iter_mut().zip(&mut other.steps) {
            std::mem::swap(&mut own.work, &mut other.work);
            own.changed = false;
        }
    }

    /// The step made from a node; child plans are looked through too.
    pub(super) fn step_mut(&mut self, node: Handle) -> Option<&mut Step> {
        let found = self.steps.iter().position(|step| step.node == node);
        match found {
            Some(index) => Some(&mut self.steps[index]),
            None => self.steps.iter_mut().find_map(|step| match &mut step.work {
                StepWork::Child(plan) => plan.step_mut(node),
                // While a launch runs they are its.
                StepWork::Conditional(bodies) => Arc::get_mut(bodies)?
                    .plans
                    .iter_mut()
                    .find_map(|plan| plan.step_mut(node)),
                StepWork::Operation(_) => None,
            }),
        }
    }
}

impl Drop for Plan {
    fn drop(&mut self) {
        // What is queued in the streams still happens. A reset may have ended them before.
        for stream in self
            .lanes
            .drain(..)
            .filter_map(|lane| lane.stream.into_inner())
        {
            drop(self.device.destroy_stream(stream));
        }
        let starts = std::mem::take(&mut *lock(&self.starts));
        let signals = self.steps.iter().filter_map(|step| step.signal);
        for event in signals.chain(starts.into_values()) {
            drop(self.device.destroy_event(event));
        }
    }
}

/// A conditional node of an executable graph.
pub(super) struct Bodies {
    condition: &'static Condition,
    kind: Kind,
    plans: Vec<Plan>,
    /// Where they run.
    stream: StreamId,
    device: Arc<dyn Device>,
}

impl Bodies {
    fn new(device: &Arc<dyn Device>, book: &Book, node: &ConditionalNode) -> Result<Bodies> {
        let plans = node.graphs.iter().map(|&it| Plan::new(device, book, it));
        Ok(Bodies {
            condition: node.condition,
            kind: node.kind,
            plans: plans.collect::<Result<_>>()?,
            stream: device.create_stream(StreamOptions {
                blocking: false,
                priority: 0,
            })?,
            device: Arc::clone(device),
        })
    }

    /// Could the one take the other's place?
    fn is_like(&self, other: &Bodies) -> bool {
        self.kind == other.kind && self.plans.len() == other.plans.len()
    }

    /// The condition, if launches of the graph begin with its default.
    fn assigned(&self) -> Option<&'static Condition> {
        self.condition.default.map(|_| self.condition)
    }

    /// Queues the node, or on a GPU runs it.
    fn queue(self: &Arc<Bodies>, runtime: &'static Runtime, stream: StreamId) -> Result<()> {
        if self.device.target() != Target::Host {
            self.device.synchronize_stream(stream)?;
            self.run(runtime);
            return Ok(());
        }
        let bodies = Arc::clone(self);
        let run = move |status: Status| {
            if status == Status::SUCCESS {
                bodies.run(runtime);
            }
        };
        self.device.host_function(stream, Box::new(run))
    }

    /// Runs bodies for as long as the condition says so. What fails is the device's fault, or a refused launch that is told.
    fn run(&self, runtime: &'static Runtime) {
        while let Some(plan) = self.next() {
            let launched = plan.launch(runtime, self.stream);
            let ended = launched.and_then(|()| self.device.synchronize_stream(self.stream));
            if ended.is_err() || self.kind != Kind::While || interrupt::asked() {
                return;
            }
        }
    }

    fn next(&self) -> Option<&Plan> {
        let value = self.condition.value.load(Ordering::Acquire) as usize;
        match self.kind {
            Kind::If => self.plans.get(usize::from(value == 0)),
            Kind::While => self.plans.first().filter(|_| value != 0),
            Kind::Switch => self.plans.get(value),
        }
    }
}

impl Drop for Bodies {
    fn drop(&mut self) {
        // A reset may have ended it before.
        drop(self.device.destroy_stream(self.stream));
    }
}

/// What keeps a plan from being updated by another.
pub(super) fn difference(old: &Plan, new: &Plan) -> Option<GraphExecUpdateResultInfo> {
    let changed = |result: i32, node: Handle| {
        Some(GraphExecUpdateResultInfo {
            result,
            error_node: node,
            error_from_node: 0,
        })
    };
    if old.steps.len() != new.steps.len() {
        return changed(UPDATE_TOPOLOGY_CHANGED, 0);
    }
    for (old, new) in old.steps.iter().zip(&new.steps) {
        if old.dependencies != new.dependencies {
            return changed(UPDATE_TOPOLOGY_CHANGED, new.node);
        }
        match (&old.work, &new.work) {
            (StepWork::Child(old), StepWork::Child(new)) => {
                if let Some(inner) = difference(old, new) {
                    return Some(inner);
                }
            }
            (StepWork::Conditional(old), StepWork::Conditional(other)) if old.is_like(other) => {
                let mut pairs = old.plans.iter().zip(&other.plans);
                if let Some(inner) = pairs.find_map(|(old, new)| difference(old, new)) {
                    return Some(inner);
                }
            }
            (StepWork::Operation(old), StepWork::Operation(other))
                if old.node_type() == other.node_type() => {}
            _ => return changed(UPDATE_TYPE_CHANGED, new.node),
        }
    }
    None
}

/// A graph's nodes, each behind those it depends on.
struct Ordered<'a> {
    nodes: Vec<(Handle, &'a Node)>,
    /// For each of them where those it depends on stand here.
    before: Vec<Places>,
}

/// Orders the nodes of a graph: as they were added, if each was added behind those it depends on.
fn ordered(book: &Book, graph: Handle) -> Result<Ordered<'_>> {
    let handles = &book.graph(graph)?.nodes;
    let nodes = handles.iter().map(|&it| Ok((it, book.node(it)?)));
    let nodes: Vec<(Handle, &Node)> = nodes.collect::<Result<_>>()?;
    let mut before = Vec::with_capacity(nodes.len());
    let mut as_added = true;
    for (place, (_, node)) in nodes.iter().enumerate() {
        let places = book.places_of(&node.dependencies)?;
        as_added &= places.iter().all(|&it| it < place);
        before.push(places);
    }
    if as_added {
        return Ok(Ordered { nodes, before });
    }
    let order = sorted(&before)?;
    let mut at = vec![0; nodes.len()];
    for (here, &place) in order.iter().enumerate() {
        at[place] = here;
    }
    let moved = |places: &Places| places.iter().map(|&it| at[it]).collect();
    Ok(Ordered {
        nodes: order.iter().map(|&place| nodes[place]).collect(),
        before: order.iter().map(|&place| moved(&before[place])).collect(),
    })
}

/// Places of nodes so that each comes behind those it waits for.
fn sorted(before: &[Places]) -> Result<Vec<usize>> {
    let pairs = before.iter().enumerate();
    let pairs = pairs.flat_map(|(place, before)| before.iter().map(move |&it| (it, place)));
    let mut edges: Vec<(usize, usize)> = pairs.collect();
    edges.sort_unstable();
    let mut missing: Vec<usize> = before.iter().map(|it| it.len()).collect();
    let ready = (0..before.len()).filter(|&it| missing[it] == 0);
    let mut order: Vec<usize> = ready.collect();
    let mut next = 0;
    while let Some(&place) = order.get(next) {
        next += 1;
        let first = edges.partition_point(|edge| edge.0 < place);
        for &(_, dependent) in edges[first..].iter().take_while(|edge| edge.0 == place) {
            missing[dependent] -= 1;
            if missing[dependent] == 0 {
                order.push(dependent);
            }
        }
    }
    if order.len() == before.len() {
        Ok(order)
    } else {
        Err(Error::new(Status::INVALID_VALUE, "the graph has a cycle"))
    }
}
