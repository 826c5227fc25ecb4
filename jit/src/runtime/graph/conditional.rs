//! Conditional nodes: graphs that run once, again or not at all, as kernels say with `cudaGraphSetConditional`.
//!
//! The condition is known when the node's turn comes, not when the graph is launched. So the node is a host function of the stream: it looks, launches a
//! body into a stream of its own, waits for that, and looks again. Where the real driver calls host functions, these can launch nothing.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::super::Runtime;
use super::super::ffi::{Out, api};
use super::super::handles::Handle;
use super::super::operation::Operation;
use super::super::types::ConditionalNodeParams;
use super::book::Book;
use super::plan::Plan;
use crate::device::{Device, Error, Result, Status, StreamId, StreamOptions};
use crate::lock::lock;
use crate::wire::Target;

/// `cudaGraphCondAssignDefault`
const ASSIGN_DEFAULT: u32 = 1;

/// Bodies of a `switch` at most.
const BODIES_MAX: u32 = 1 << 16;

/// What a `cudaGraphConditionalHandle` is the address of: device code writes the value. Lives as long as the process.
#[repr(C)]
pub(crate) struct Condition {
    value: AtomicU32,
    /// What each launch of the graph begins with; else it keeps what it had.
    default: Option<u32>,
}

/// The conditions of the process, by their handles.
pub(super) type Conditions = HashMap<u64, &'static Condition>;

/// `cudaGraphConditionalNodeType`
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    If,
    While,
    Switch,
}

/// A conditional node of a graph.
pub(crate) struct ConditionalNode {
    condition: &'static Condition,
    kind: Kind,
    /// The bodies. The user has the array's address for as long as the node is there.
    pub(super) graphs: Vec<Handle>,
}

impl ConditionalNode {
    /// The same with other bodies.
    pub(super) fn with(&self, graphs: Vec<Handle>) -> ConditionalNode {
        ConditionalNode { graphs, ..*self }
    }

    /// The bodies.
    pub(crate) fn graphs(&self) -> &[Handle] {
        &self.graphs
    }

    /// A line for people.
    pub(crate) fn describe(&self) -> &'static str {
        match self.kind {
            Kind::If => "if",
            Kind::While => "while",
            Kind::Switch => "switch",
        }
    }
}

/// A conditional node of an executable graph.
pub(super) struct Bodies {
    condition: &'static Condition,
    kind: Kind,
    pub(super) plans: Vec<Plan>,
    /// Where they run.
    stream: StreamId,
    device: Arc<dyn Device>,
}

impl Bodies {
    pub(super) fn new(
        device: &Arc<dyn Device>,
        book: &Book,
        node: &ConditionalNode,
    ) -> Result<Bodies> {
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
    pub(super) fn is_like(&self, other: &Bodies) -> bool {
        self.kind == other.kind && self.plans.len() == other.plans.len()
    }

    /// The condition, if launches of the graph begin with its default.
    pub(super) fn assigned(&self) -> Option<&'static Condition> {
        self.condition.default.map(|_| self.condition)
    }

    /// Queues the node.
    pub(super) fn queue(
        self: &Arc<Bodies>,
        runtime: &'static Runtime,
        stream: StreamId,
    ) -> Result<()> {
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
            if ended.is_err() || self.kind != Kind::While {
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

impl Plan {
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
        Device::host_function(&*runtime.device, stream, Box::new(assign))
    }
}

impl Runtime {
    /// The node that the parameters describe, and new bodies without nodes, whose handles are written back.
    pub(super) fn conditional_operation(
        &self,
        parameters: &mut ConditionalNodeParams,
    ) -> Result<Operation> {
        self.need_conditions()?;
        let conditions = lock(&self.graphs.conditions);
        let condition = *conditions
            .get(&parameters.handle)
            .ok_or(Status::INVALID_VALUE)?;
        drop(conditions);
        let kind = match (parameters.kind, parameters.size) {
            (0, 1 | 2) => Kind::If,
            (1, 1) => Kind::While,
            (2, 1..=BODIES_MAX) => Kind::Switch,
            _ => return Err(Status::INVALID_VALUE.into()),
        };
        let graphs: Vec<Handle> = (0..parameters.size)
            .map(|_| self.graphs.create_child())
            .collect();
        parameters.graphs_out = graphs.as_ptr() as usize;
        Ok(Operation::Conditional(Arc::new(ConditionalNode {
            condition,
            kind,
            graphs,
        })))
    }

    fn need_conditions(&self) -> Result<()> {
        match self.device.target() {
            Target::Host => Ok(()),
            _ => Err(Error::new(
                Status::NOT_SUPPORTED,
                "conditional nodes of graphs run on the CPU device alone so far",
            )),
        }
    }
}

api! {
    call fn cudaGraphConditionalHandleCreate(
        runtime, handle: Out<u64>, graph: Handle, default: u32, flags: u32,
    ) {
        runtime.need_conditions()?;
        runtime.graphs.book().graph(graph)?;
        if handle.is_null() || flags & !ASSIGN_DEFAULT != 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        let assigned = flags & ASSIGN_DEFAULT != 0;
        let condition: &'static Condition = Box::leak(Box::new(Condition {
            value: AtomicU32::new(default),
            default: assigned.then_some(default),
        }));
        let address = std::ptr::from_ref(condition) as u64;
        lock(&runtime.graphs.conditions).insert(address, condition);
        handle.put(address)
    }
}
