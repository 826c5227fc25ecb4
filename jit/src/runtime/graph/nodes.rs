//! Adding nodes to graphs.

use std::ffi::c_void;

use super::super::Runtime;
use super::super::ffi::{In, Out, api};
use super::super::handles::Handle;
use super::super::operation::Operation;
use super::super::symbol::Part;
use super::super::types::{
    GraphEdgeData, GraphNodeParams, HostNodeParams, KernelNodeParams, Memcpy3DParms, MemsetParams,
};
use super::memory_node::allocation_of;
use super::node_params::{host_operation, line};
use crate::device::{Error, Result, Status};

/// Where a new node goes.
#[derive(Clone, Copy)]
struct Place {
    node: Out<Handle>,
    graph: Handle,
    dependencies: In<Handle>,
    count: usize,
}

impl Place {
    fn add(self, runtime: &Runtime, operation: Operation) -> Result<()> {
        if self.node.is_null() {
            return Err(Status::INVALID_VALUE.into());
        }
        let dependencies = self.dependencies.all(self.count)?;
        self.node.put(runtime.graphs().add_node(
            self.graph,
            &dependencies,
            operation,
            runtime.device().current(),
        )?)
    }
}

impl Runtime {
    /// The operation that `cudaGraphNodeParams` describes. Memory nodes write their address back.
    pub(super) fn operation_of(
        &'static self,
        parameters: &mut GraphNodeParams,
    ) -> Result<Operation> {
        let union = &mut parameters.params;
        // SAFETY: `kind` says which member the API's caller has set; all members are plain data.
        unsafe {
            match parameters.kind {
                0 => self.kernel_operation(&union.kernel),
                1 => self.copy_operation(self.copy_of(&union.memcpy.copy)?),
                2 => self.fill_operation(&union.memset),
                3 => host_operation(&union.host),
                4 => self.child_operation(union.graph.graph),
                5 => Ok(Operation::Empty),
                6 => self
                    .event(union.event)
                    .map(|_| Operation::Wait(union.event)),
                7 => self
                    .event(union.event)
                    .map(|_| Operation::Record(union.event)),
                10 => {
                    let memory = allocation_of(self, &union.alloc)?;
                    union.alloc.dptr = memory.address() as usize;
                    Ok(Operation::Allocate(memory))
                }
                11 => self.release_operation(union.free as u64),
                13 => self.conditional_operation(&mut union.conditional),
                8 | 9 => Err(Error::new(
                    Status::NOT_SUPPORTED,
                    "semaphore nodes are not supported",
                )),
                _ => Err(Status::INVALID_VALUE.into()),
            }
        }
    }

    pub(super) fn child_operation(&self, graph: Handle) -> Result<Operation> {
        Ok(Operation::Child(
            self.graphs().book().clone_graph(graph, true)?,
        ))
    }
}

api! {
    call fn cudaGraphAddNode(
        runtime, node: Out<Handle>, graph: Handle, dependencies: In<Handle>, _edges: In<GraphEdgeData>, count: usize,
        parameters: Out<GraphNodeParams>,
    ) {
        let mut given = parameters.get()?;
        let operation = runtime.operation_of(&mut given)?;
        parameters.put(given)?;
        Place { node, graph, dependencies, count }.add(runtime, operation)
    }

    call fn cudaGraphAddKernelNode(
        runtime, node: Out<Handle>, graph: Handle, dependencies: In<Handle>, count: usize, parameters: In<KernelNodeParams>,
    ) {
        let operation = runtime.kernel_operation(&parameters.get()?)?;
        Place { node, graph, dependencies, count }.add(runtime, operation)
    }

    call fn cudaGraphAddMemcpyNode(
        runtime, node: Out<Handle>, graph: Handle, dependencies: In<Handle>, count: usize, parameters: In<Memcpy3DParms>,
    ) {
        let operation = runtime.copy_operation(runtime.copy_of(&parameters.get()?)?)?;
        Place { node, graph, dependencies, count }.add(runtime, operation)
    }

    call fn cudaGraphAddMemcpyNode1D(
        runtime, node: Out<Handle>, graph: Handle, dependencies: In<Handle>, count: usize, target: *mut c_void,
        source: *const c_void, bytes: usize, kind: i32,
    ) {
        let operation = runtime.copy_operation(line(target, source, bytes, kind))?;
        Place { node, graph, dependencies, count }.add(runtime, operation)
    }

    call fn cudaGraphAddMemcpyNodeToSymbol(
        runtime, node: Out<Handle>, graph: Handle, dependencies: In<Handle>, count: usize, symbol: *const c_void,
        source: *const c_void, bytes: usize, offset: usize, kind: i32,
    ) {
        let copy = runtime.copy_to_symbol(symbol, source, Part { bytes, offset, kind })?;
        let operation = runtime.copy_operation(copy)?;
        Place { node, graph, dependencies, count }.add(runtime, operation)
    }

    call fn cudaGraphAddMemcpyNodeFromSymbol(
        runtime, node: Out<Handle>, graph: Handle, dependencies: In<Handle>, count: usize, target: *mut c_void,
        symbol: *const c_void, bytes: usize, offset: usize, kind: i32,
    ) {
        let copy = runtime.copy_from_symbol(target, symbol, Part { bytes, offset, kind })?;
        let operation = runtime.copy_operation(copy)?;
        Place { node, graph, dependencies, count }.add(runtime, operation)
    }

    call fn cudaGraphAddMemsetNode(
        runtime, node: Out<Handle>, graph: Handle, dependencies: In<Handle>, count: usize, parameters: In<MemsetParams>,
    ) {
        let operation = runtime.fill_operation(&parameters.get()?)?;
        Place { node, graph, dependencies, count }.add(runtime, operation)
    }

    call fn cudaGraphAddHostNode(
        runtime, node: Out<Handle>, graph: Handle, dependencies: In<Handle>, count: usize, parameters: In<HostNodeParams>,
    ) {
        Place { node, graph, dependencies, count }.add(runtime, host_operation(&parameters.get()?)?)
    }

    call fn cudaGraphAddChildGraphNode(
        runtime, node: Out<Handle>, graph: Handle, dependencies: In<Handle>, count: usize, child: Handle,
    ) {
        Place { node, graph, dependencies, count }.add(runtime, runtime.child_operation(child)?)
    }

    call fn cudaGraphAddEmptyNode(
        runtime, node: Out<Handle>, graph: Handle, dependencies: In<Handle>, count: usize,
    ) {
        Place { node, graph, dependencies, count }.add(runtime, Operation::Empty)
    }

    call fn cudaGraphAddEventRecordNode(
        runtime, node: Out<Handle>, graph: Handle, dependencies: In<Handle>, count: usize, event: Handle,
    ) {
        runtime.node_event(event)?;
        Place { node, graph, dependencies, count }.add(runtime, Operation::Record(event))
    }

    call fn cudaGraphAddEventWaitNode(
        runtime, node: Out<Handle>, graph: Handle, dependencies: In<Handle>, count: usize, event: Handle,
    ) {
        runtime.node_event(event)?;
        Place { node, graph, dependencies, count }.add(runtime, Operation::Wait(event))
    }
}
