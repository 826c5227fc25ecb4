//! Memory nodes. Their memory is there from the node's making until the last graph that has it goes, so a launch needs not wait
//! for memory and addresses never change.

use std::ffi::c_void;
use std::sync::Arc;

use super::super::Runtime;
use super::super::allocations::Owner;
use super::super::ffi::{In, Out, address, api};
use super::super::handles::Handle;
use super::super::operation::{GraphMemory, Operation};
use super::super::types::MemAllocNodeParams;
use crate::device::{Result, Status};

/// Memory for a node.
pub(super) fn allocation_of(
    runtime: &'static Runtime,
    parameters: &MemAllocNodeParams,
) -> Result<Arc<GraphMemory>> {
    if parameters.bytes == 0 {
        return Err(Status::INVALID_VALUE.into());
    }
    GraphMemory::new(runtime, parameters.bytes)
}

impl Runtime {
    /// The end of a memory node's memory, or of other memory of the device that a graph frees.
    pub(super) fn release_operation(&self, memory: u64) -> Result<Operation> {
        match self.allocations().at(memory) {
            Some(allocation) if allocation.owner == Owner::Graph => Ok(Operation::Release(memory)),
            _ => Err(Status::INVALID_VALUE.into()),
        }
    }

    fn graph_bytes(&self) -> u64 {
        self.allocations().bytes_of(Owner::Graph) as u64
    }
}

api! {
    call fn cudaGraphAddMemAllocNode(
        runtime, node: Out<Handle>, graph: Handle, dependencies: In<Handle>, count: usize, parameters: Out<MemAllocNodeParams>,
    ) {
        let given = parameters.get()?;
        let memory = allocation_of(runtime, &given)?;
        parameters.put(MemAllocNodeParams { dptr: memory.address() as usize, ..given })?;
        let device = runtime.device().current();
        node.put(runtime.graphs().add_node(graph, &dependencies.all(count)?, Operation::Allocate(memory), device)?)
    }

    call fn cudaGraphMemAllocNodeGetParams(runtime, node: Handle, parameters: Out<MemAllocNodeParams>) {
        let Operation::Allocate(memory) = runtime.graphs().operation(node)? else { return Err(Status::INVALID_VALUE.into()) };
        // SAFETY: the structure is integers and addresses, for which zero is a value.
        let nothing: MemAllocNodeParams = unsafe { std::mem::zeroed() };
        parameters.put(MemAllocNodeParams { bytes: memory.bytes(), dptr: memory.address() as usize, ..nothing })
    }

    call fn cudaGraphAddMemFreeNode(
        runtime, node: Out<Handle>, graph: Handle, dependencies: In<Handle>, count: usize, memory: *mut c_void,
    ) {
        let operation = runtime.release_operation(address(memory))?;
        let device = runtime.device().current();
        node.put(runtime.graphs().add_node(graph, &dependencies.all(count)?, operation, device)?)
    }

    call fn cudaGraphMemFreeNodeGetParams(runtime, node: Handle, memory: Out<u64>) {
        match runtime.graphs().operation(node)? {
            Operation::Release(released) => memory.put(released),
            _ => Err(Status::INVALID_VALUE.into()),
        }
    }

    call fn cudaDeviceGraphMemTrim(runtime, device: i32) {
        // Nothing is kept beyond what nodes have.
        runtime.number(device).map(drop)
    }

    call fn cudaDeviceGetGraphMemAttribute(runtime, device: i32, attribute: i32, value: Out<u64>) {
        runtime.number(device)?;
        // Used and reserved are the same here. High water marks are not kept: they give what is now.
        if !(0..=3).contains(&attribute) {
            return Err(Status::INVALID_VALUE.into());
        }
        value.put(runtime.graph_bytes())
    }

    call fn cudaDeviceSetGraphMemAttribute(runtime, device: i32, attribute: i32, value: Out<u64>) {
        runtime.number(device)?;
        // High water marks can be set back to now, which they always are.
        if matches!(attribute, 1 | 3) && value.get()? == 0 { Ok(()) } else { Err(Status::INVALID_VALUE.into()) }
    }
}
