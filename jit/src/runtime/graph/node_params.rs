//! Parameters of nodes: from the API's structures to operations and back.

use std::ffi::c_void;
use std::sync::Arc;

use super::super::Runtime;
use super::super::ffi::{In, Out, address, api};
use super::super::handles::Handle;
use super::super::launch::Call;
use super::super::operation::{CopyOperation, HostFunction, Operation};
use super::super::symbol::Part;
use super::super::types::{
    GraphNodeParams, HostNodeParams, KernelNodeParams, Memcpy3DParms, MemsetParams,
};
use crate::device::{Fill, Result, Status};

/// `cudaGraphNodeTypeConditional`
pub(super) const CONDITIONAL: i32 = 13;

impl Runtime {
    pub(super) fn kernel_operation(&self, parameters: &KernelNodeParams) -> Result<Operation> {
        if !parameters.extra.is_null() {
            return Err(Status::NOT_SUPPORTED.into());
        }
        let call = Call {
            function: parameters.function,
            grid: parameters.grid,
            block: parameters.block,
            arguments: parameters.kernel_params,
            shared_bytes: parameters.shared_mem_bytes as usize,
            cooperative: false,
            cluster: [0; 3],
        };
        Ok(Operation::Kernel(self.prepare(&call)?.0))
    }

    pub(super) fn fill_operation(&self, parameters: &MemsetParams) -> Result<Operation> {
        if !matches!(parameters.element_size, 1 | 2 | 4)
            || parameters.width == 0
            || parameters.height == 0
        {
            return Err(Status::INVALID_VALUE.into());
        }
        let fill = Fill {
            target: parameters.dst as u64,
            value: parameters.value,
            element_bytes: parameters.element_size,
            width: parameters.width,
            height: parameters.height,
            depth: 1,
            pitch: parameters.pitch,
            slice: parameters.pitch * parameters.height,
        };
        self.check_fill(&fill)?;
        Ok(Operation::Fill(fill))
    }

    pub(super) fn copy_operation(&self, operation: CopyOperation) -> Result<Operation> {
        self.check_copy(&operation)?;
        Ok(Operation::Copy(Arc::new(operation)))
    }
}

pub(super) fn host_operation(parameters: &HostNodeParams) -> Result<Operation> {
    let function = parameters.function.ok_or(Status::INVALID_VALUE)?;
    Ok(Operation::Host(HostFunction {
        function,
        data: parameters.user_data as usize,
    }))
}

pub(super) fn line(
    target: *mut c_void,
    source: *const c_void,
    bytes: usize,
    kind: i32,
) -> CopyOperation {
    CopyOperation::linear(address(target), address(source), bytes, kind)
}

fn kernel_params(operation: &Operation) -> Result<KernelNodeParams> {
    let Operation::Kernel(kernel) = operation else {
        return Err(Status::INVALID_VALUE.into());
    };
    Ok(KernelNodeParams {
        function: kernel.function as *const c_void,
        grid: kernel.config.grid.into(),
        block: kernel.config.block.into(),
        shared_mem_bytes: kernel.config.dynamic_shared_bytes,
        // The node's own copies; valid as long as the node has them.
        kernel_params: kernel.arguments.pointers(),
        extra: std::ptr::null(),
    })
}

fn copy_params(operation: &Operation) -> Result<Memcpy3DParms> {
    match operation {
        Operation::Copy(copy) => Ok(copy.parameters),
        _ => Err(Status::INVALID_VALUE.into()),
    }
}

fn fill_params(operation: &Operation) -> Result<MemsetParams> {
    let Operation::Fill(fill) = operation else {
        return Err(Status::INVALID_VALUE.into());
    };
    Ok(MemsetParams {
        dst: fill.target as usize,
        pitch: fill.pitch,
        value: fill.value,
        element_size: fill.element_bytes,
        width: fill.width,
        height: fill.height,
    })
}

fn host_params(operation: &Operation) -> Result<HostNodeParams> {
    match operation {
        Operation::Host(host) => Ok(HostNodeParams {
            function: Some(host.function),
            user_data: host.data as *mut c_void,
        }),
        _ => Err(Status::INVALID_VALUE.into()),
    }
}

fn event_of(operation: &Operation, record: bool) -> Result<Handle> {
    match operation {
        Operation::Record(event) if record => Ok(*event),
        Operation::Wait(event) if !record => Ok(*event),
        _ => Err(Status::INVALID_VALUE.into()),
    }
}

api! {
    call fn cudaGraphNodeSetParams(runtime, node: Handle, parameters: In<GraphNodeParams>) {
        let mut given = parameters.get()?;
        // Its bodies are changed node by node.
        if given.kind == CONDITIONAL {
            return Err(Status::INVALID_VALUE.into());
        }
        let operation = runtime.operation_of(&mut given)?;
        runtime.graphs().set_operation(node, operation)
    }

    call fn cudaGraphKernelNodeGetParams(runtime, node: Handle, parameters: Out<KernelNodeParams>) {
        parameters.put(kernel_params(&runtime.graphs().operation(node)?)?)
    }

    call fn cudaGraphKernelNodeSetParams(runtime, node: Handle, parameters: In<KernelNodeParams>) {
        runtime.graphs().set_operation(node, runtime.kernel_operation(&parameters.get()?)?)
    }

    call fn cudaGraphMemcpyNodeGetParams(runtime, node: Handle, parameters: Out<Memcpy3DParms>) {
        parameters.put(copy_params(&runtime.graphs().operation(node)?)?)
    }

    call fn cudaGraphMemcpyNodeSetParams(runtime, node: Handle, parameters: In<Memcpy3DParms>) {
        runtime.graphs().set_operation(node, runtime.copy_operation(runtime.copy_of(&parameters.get()?)?)?)
    }

    call fn cudaGraphMemcpyNodeSetParams1D(
        runtime, node: Handle, target: *mut c_void, source: *const c_void, bytes: usize, kind: i32,
    ) {
        runtime.graphs().set_operation(node, runtime.copy_operation(line(target, source, bytes, kind))?)
    }

    call fn cudaGraphMemcpyNodeSetParamsToSymbol(
        runtime, node: Handle, symbol: *const c_void, source: *const c_void, bytes: usize, offset: usize, kind: i32,
    ) {
        let copy = runtime.copy_to_symbol(symbol, source, Part { bytes, offset, kind })?;
        runtime.graphs().set_operation(node, runtime.copy_operation(copy)?)
    }

    call fn cudaGraphMemcpyNodeSetParamsFromSymbol(
        runtime, node: Handle, target: *mut c_void, symbol: *const c_void, bytes: usize, offset: usize, kind: i32,
    ) {
        let copy = runtime.copy_from_symbol(target, symbol, Part { bytes, offset, kind })?;
        runtime.graphs().set_operation(node, runtime.copy_operation(copy)?)
    }

    call fn cudaGraphMemsetNodeGetParams(runtime, node: Handle, parameters: Out<MemsetParams>) {
        parameters.put(fill_params(&runtime.graphs().operation(node)?)?)
    }

    call fn cudaGraphMemsetNodeSetParams(runtime, node: Handle, parameters: In<MemsetParams>) {
        runtime.graphs().set_operation(node, runtime.fill_operation(&parameters.get()?)?)
    }

    call fn cudaGraphHostNodeGetParams(runtime, node: Handle, parameters: Out<HostNodeParams>) {
        parameters.put(host_params(&runtime.graphs().operation(node)?)?)
    }

    call fn cudaGraphHostNodeSetParams(runtime, node: Handle, parameters: In<HostNodeParams>) {
        runtime.graphs().set_operation(node, host_operation(&parameters.get()?)?)
    }

    call fn cudaGraphEventRecordNodeGetEvent(runtime, node: Handle, event: Out<Handle>) {
        event.put(event_of(&runtime.graphs().operation(node)?, true)?)
    }

    call fn cudaGraphEventRecordNodeSetEvent(runtime, node: Handle, event: Handle) {
        runtime.node_event(event)?;
        runtime.graphs().set_operation(node, Operation::Record(event))
    }

    call fn cudaGraphEventWaitNodeGetEvent(runtime, node: Handle, event: Out<Handle>) {
        event.put(event_of(&runtime.graphs().operation(node)?, false)?)
    }

    call fn cudaGraphEventWaitNodeSetEvent(runtime, node: Handle, event: Handle) {
        runtime.node_event(event)?;
        runtime.graphs().set_operation(node, Operation::Wait(event))
    }

    call fn cudaGraphChildGraphNodeGetGraph(runtime, node: Handle, graph: Out<Handle>) {
        match runtime.graphs().operation(node)? {
            Operation::Child(child) => graph.put(child),
            _ => Err(Status::INVALID_VALUE.into()),
        }
    }
}
