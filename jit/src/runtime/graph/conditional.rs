//! Conditional nodes: graphs that run once, again or not at all, as kernels say with `cudaGraphSetConditional`.
//!
//! The condition is known when the node's turn comes, not when the graph is launched. So the node is a host function of the stream: it looks, launches a
//! body into a stream of its own, waits for that, and looks again. Where the real driver calls host functions, these can launch nothing.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use super::super::Runtime;
use super::super::condition::{Condition, ConditionalNode, Kind};
use super::super::ffi::{Out, api};
use super::super::handles::Handle;
use super::super::operation::Operation;
use super::super::types::ConditionalNodeParams;
use crate::device::{Error, Result, Status};
use crate::lock::lock;
use crate::wire::Target;

/// `cudaGraphCondAssignDefault`
const ASSIGN_DEFAULT: u32 = 1;

/// Bodies of a `switch` at most.
const BODIES_MAX: u32 = 1 << 16;

/// The conditions of the process, by their handles.
pub(super) type Conditions = HashMap<u64, &'static Condition>;

impl Runtime {
    /// The node that the parameters describe, and new bodies without nodes, whose handles are written back.
    pub(super) fn conditional_operation(
        &self,
        parameters: &mut ConditionalNodeParams,
    ) -> Result<Operation> {
        self.need_conditions()?;
        let conditions = lock(&self.graphs().conditions);
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
            .map(|_| self.graphs().create_child())
            .collect();
        parameters.graphs_out = graphs.as_ptr() as usize;
        Ok(Operation::Conditional(Arc::new(ConditionalNode {
            condition,
            kind,
            graphs,
        })))
    }

    fn need_conditions(&self) -> Result<()> {
        match self.device().target() {
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
        runtime.graphs().book().graph(graph)?;
        if handle.is_null() || flags & !ASSIGN_DEFAULT != 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        let assigned = flags & ASSIGN_DEFAULT != 0;
        let condition: &'static Condition = Box::leak(Box::new(Condition {
            value: AtomicU32::new(default),
            default: assigned.then_some(default),
        }));
        let address = std::ptr::from_ref(condition) as u64;
        lock(&runtime.graphs().conditions).insert(address, condition);
        handle.put(address)
    }
}
