//! Conditional nodes: graphs that run once, again or not at all, as kernels say with `cudaGraphSetConditional`.
//!
//! The condition is known when the node's turn comes, not when the graph is launched. So on the CPU device the node is a host function of the stream: it
//! looks, launches a body into a stream of its own, waits for that, and looks again. A GPU's driver lets host functions launch nothing. So there the launch
//! of the graph itself waits until the node's turn has come.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use super::super::Runtime;
use super::super::condition::{Condition, ConditionalNode, Kind};
use super::super::ffi::{Out, api};
use super::super::handles::Handle;
use super::super::operation::Operation;
use super::super::types::ConditionalNodeParams;
use crate::device::{Device, MemoryKind, Result, Status};
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

    /// A condition that kernels and the host reach at the same address.
    fn new_condition(&self, value: Condition) -> Result<&'static Condition> {
        if self.device().target() == Target::Host {
            return Ok(Box::leak(Box::new(value)));
        }
        let device: &dyn Device = &**self.device();
        let address = device.allocate(size_of::<Condition>(), MemoryKind::Host)?;
        let place = std::ptr::with_exposed_provenance_mut::<Condition>(address as usize);
        // SAFETY: the allocation has room for it, is aligned to 256 bytes, and is never freed.
        Ok(unsafe {
            place.write(value);
            &*place
        })
    }
}

api! {
    call fn cudaGraphConditionalHandleCreate(
        runtime, handle: Out<u64>, graph: Handle, default: u32, flags: u32,
    ) {
        runtime.graphs().book().graph(graph)?;
        if handle.is_null() || flags & !ASSIGN_DEFAULT != 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        let assigned = flags & ASSIGN_DEFAULT != 0;
        let condition = runtime.new_condition(Condition {
            value: AtomicU32::new(default),
            default: assigned.then_some(default),
        })?;
        let address = std::ptr::from_ref(condition) as u64;
        lock(&runtime.graphs().conditions).insert(address, condition);
        handle.put(address)
    }
}
