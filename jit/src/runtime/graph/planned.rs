//! A graph that does what a plan does: what a capture records of the launch of an executable graph.

use super::super::handles::{Handle, new_handle};
use super::super::operation::Operation;
use super::book::{Book, Graph};
use super::plan::{Plan, StepWork};
use crate::device::{Result, Status};

impl Book {
    /// Makes a child graph that does what a plan does.
    pub(super) fn graph_of(&mut self, plan: &Plan) -> Result<Handle> {
        let graph = new_handle();
        let child = Graph {
            child: true,
            ..Graph::default()
        };
        self.graphs.insert(graph, child);
        let mut made: Vec<Handle> = Vec::with_capacity(plan.steps.len());
        for step in &plan.steps {
            let operation = match &step.work {
                _ if !step.enabled => Operation::Empty,
                StepWork::Operation(operation) => operation.clone(),
                StepWork::Child(inner) => Operation::Child(self.graph_of(inner)?),
                // As in CUDA, whose child graphs have no conditional nodes.
                StepWork::Conditional(_) => return Err(Status::NOT_SUPPORTED.into()),
            };
            let before = step.dependencies.iter().map(|&it| made[it]);
            let before: Vec<Handle> = before.collect();
            made.push(self.add_node(graph, &before, operation, step.device, None)?);
        }
        Ok(graph)
    }
}
