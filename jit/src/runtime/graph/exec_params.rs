//! Changing the parameters of an executable graph's nodes.

use std::ffi::c_void;

use super::super::Runtime;
use super::super::ffi::{In, api};
use super::super::handles::Handle;
use super::super::operation::{CopyOperation, Operation};
use super::super::symbol::Part;
use super::super::types::{
    GraphNodeParams, HostNodeParams, KernelNodeParams, Memcpy3DParms, MemsetParams,
};
use super::exec::with_step;
use super::node_params::{host_operation, line};
use super::plan::{Plan, StepWork};
use crate::device::{Result, Status};

impl Runtime {
    /// Exchanges a step's operation for another of the same kind. Takes effect with the next launch.
    fn set_step(&self, executable: Handle, node: Handle, operation: Operation) -> Result<()> {
        let executable = self.executable(executable)?;
        with_step(&executable, node, |step| match &mut step.work {
            StepWork::Operation(old) if old.node_type() == operation.node_type() => {
                *old = operation;
                Ok(())
            }
            _ => Err(Status::INVALID_VALUE.into()),
        })
    }

    fn set_step_copy(&self, executable: Handle, node: Handle, copy: CopyOperation) -> Result<()> {
        self.set_step(executable, node, self.copy_operation(copy)?)
    }

    fn set_step_child(&self, executable: Handle, node: Handle, child: Handle) -> Result<()> {
        let executable = self.executable(executable)?;
        let plan = Plan::new(self.device(), &self.graphs().book(), child)?;
        with_step(&executable, node, |step| match &mut step.work {
            StepWork::Child(old) => old.replace(plan),
            StepWork::Operation(_) | StepWork::Conditional(_) => Err(Status::INVALID_VALUE.into()),
        })
    }
}

api! {
    call fn cudaGraphExecNodeSetParams(
        runtime, executable: Handle, node: Handle, parameters: In<GraphNodeParams>,
    ) {
        let operation = runtime.operation_of(&mut parameters.get()?)?;
        match operation {
            Operation::Child(child) => {
                runtime.set_step_child(executable, node, child)?;
                runtime.graphs().destroy(child)
            }
            operation => runtime.set_step(executable, node, operation),
        }
    }

    call fn cudaGraphExecKernelNodeSetParams(
        runtime, executable: Handle, node: Handle, parameters: In<KernelNodeParams>,
    ) {
        runtime.set_step(executable, node, runtime.kernel_operation(&parameters.get()?)?)
    }

    call fn cudaGraphExecMemcpyNodeSetParams(
        runtime, executable: Handle, node: Handle, parameters: In<Memcpy3DParms>,
    ) {
        runtime.set_step_copy(executable, node, runtime.copy_of(&parameters.get()?)?)
    }

    call fn cudaGraphExecMemcpyNodeSetParams1D(
        runtime, executable: Handle, node: Handle, target: *mut c_void, source: *const c_void, bytes: usize, kind: i32,
    ) {
        runtime.set_step_copy(executable, node, line(target, source, bytes, kind))
    }

    call fn cudaGraphExecMemcpyNodeSetParamsToSymbol(
        runtime, executable: Handle, node: Handle, symbol: *const c_void, source: *const c_void, bytes: usize, offset: usize,
        kind: i32,
    ) {
        runtime.set_step_copy(executable, node, runtime.copy_to_symbol(symbol, source, Part { bytes, offset, kind })?)
    }

    call fn cudaGraphExecMemcpyNodeSetParamsFromSymbol(
        runtime, executable: Handle, node: Handle, target: *mut c_void, symbol: *const c_void, bytes: usize, offset: usize,
        kind: i32,
    ) {
        runtime.set_step_copy(executable, node, runtime.copy_from_symbol(target, symbol, Part { bytes, offset, kind })?)
    }

    call fn cudaGraphExecMemsetNodeSetParams(
        runtime, executable: Handle, node: Handle, parameters: In<MemsetParams>,
    ) {
        runtime.set_step(executable, node, runtime.fill_operation(&parameters.get()?)?)
    }

    call fn cudaGraphExecHostNodeSetParams(
        runtime, executable: Handle, node: Handle, parameters: In<HostNodeParams>,
    ) {
        runtime.set_step(executable, node, host_operation(&parameters.get()?)?)
    }

    call fn cudaGraphExecChildGraphNodeSetParams(runtime, executable: Handle, node: Handle, child: Handle) {
        runtime.set_step_child(executable, node, child)
    }

    call fn cudaGraphExecEventRecordNodeSetEvent(runtime, executable: Handle, node: Handle, event: Handle) {
        runtime.node_event(event)?;
        runtime.set_step(executable, node, Operation::Record(event))
    }

    call fn cudaGraphExecEventWaitNodeSetEvent(runtime, executable: Handle, node: Handle, event: Handle) {
        runtime.node_event(event)?;
        runtime.set_step(executable, node, Operation::Wait(event))
    }
}
