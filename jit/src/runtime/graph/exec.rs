//! Executable graphs: instantiation, launch, update.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::super::Runtime;
use super::super::ffi::{Out, api};
use super::super::handles::Handle;
use super::super::operation::Operation;
use super::super::types::{GraphExecUpdateResultInfo, GraphInstantiateParams};
use super::plan::{Plan, Step, StepWork, difference};
use super::user_object::UserReference;
use super::whole::Whole;
use crate::device::{Device, EventId, Result, Status};
use crate::lock::lock;

/// `cudaGraphInstantiateFlagAutoFreeOnLaunch`, `Upload` and `UseNodePriority`.
const FLAGS: u64 = 1 | 2 | 8;
/// `cudaGraphInstantiateFlagDeviceLaunch`
const FLAG_DEVICE_LAUNCH: u64 = 4;

/// `cudaGraphExecUpdateSuccess`
const UPDATE_SUCCESS: i32 = 0;

// `cudaGraphInstantiateResult`
const INSTANTIATE_SUCCESS: i32 = 0;
const INSTANTIATE_INVALID_STRUCTURE: i32 = 2;
const INSTANTIATE_NOT_SUPPORTED: i32 = 3;

/// An executable graph.
pub(crate) struct Executable {
    flags: u64,
    pub(super) state: Mutex<State>,
    device: Arc<dyn Device>,
}

pub(super) struct State {
    pub(super) plan: Plan,
    /// The plan as a graph of the device's own, where there can be one.
    whole: Whole,
    /// What lives as long as it, as the graph said that it was made from.
    references: Vec<UserReference>,
    /// Recorded at the end of each launch, by the device of its stream.
    finished: HashMap<usize, EventId>,
    /// That of the last launch: launches of one executable graph follow one another.
    last: Option<EventId>,
}

impl Drop for Executable {
    fn drop(&mut self) {
        for event in std::mem::take(&mut lock(&self.state).finished).into_values() {
            drop(self.device.destroy_event(event));
        }
    }
}

impl Runtime {
    fn instantiate(&self, graph: Handle, flags: u64) -> Result<Handle> {
        if flags & FLAG_DEVICE_LAUNCH != 0 {
            return Err(Status::NOT_SUPPORTED.into());
        }
        if flags & !FLAGS != 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        let (plan, references, source) = {
            let book = self.graphs().book();
            let plan = Plan::new(self.device(), &book, graph)?;
            let source = book.graph(graph)?.source.clone();
            (plan, book.user_references(graph)?, source)
        };
        let device = Arc::clone(self.device());
        let whole = Whole::of(self, &plan, source.as_ref());
        let executable = Executable {
            flags,
            state: Mutex::new(State {
                plan,
                whole,
                references,
                finished: HashMap::new(),
                last: None,
            }),
            device,
        };
        Ok(self.graphs().executables.insert(Arc::new(executable)))
    }

    fn launch_graph(&'static self, executable: Handle, stream: Handle) -> Result<()> {
        let executable = self.executable(executable)?;
        let stream = self.stream(stream)?;
        let mut state = lock(&executable.state);
        if stream.capture.active() {
            let child = self.graphs().book().graph_of(&state.plan)?;
            return self.submit(&stream, Operation::Child(child));
        }
        self.guard_legacy(&stream)?;
        self.mark_active();
        let State { plan, whole, .. } = &mut *state;
        if let Some(launched) = whole.launch(self, plan, stream.id) {
            return launched;
        }
        plan.prepare_steps()?;
        if let Some(last) = state.last {
            self.device().wait_event(stream.id, last)?;
        }
        let number = self.device().device_of_stream(stream.id);
        let finished = match state.finished.get(&number) {
            Some(finished) => *finished,
            None => {
                let finished = state.plan.event_on(number)?;
                state.finished.insert(number, finished);
                finished
            }
        };
        let launched = state
            .plan
            .assign_defaults(self, stream.id)
            .and_then(|()| state.plan.launch(self, stream.id));
        // Also after a failure: a part of the plan may be queued.
        self.device().record_event(finished, stream.id)?;
        state.last = Some(finished);
        launched
    }

    /// The executable graph of a handle.
    pub(super) fn executable(&self, handle: Handle) -> Result<Arc<Executable>> {
        self.graphs()
            .executables
            .get(handle)
            .map_err(|_| Status::INVALID_VALUE.into())
    }

    fn update(&self, executable: Handle, graph: Handle) -> Result<GraphExecUpdateResultInfo> {
        let executable = self.executable(executable)?;
        let mut state = lock(&executable.state);
        let book = self.graphs().book();
        let mut plan = Plan::new(self.device(), &book, graph)?;
        if let Some(difference) = difference(&state.plan, &plan) {
            return Ok(difference);
        }
        let references = book.user_references(graph)?;
        let source = book.graph(graph)?.source.clone();
        drop(book);
        // Nodes keep the handles by which the user knows them: those of the graph that was instantiated.
        let State {
            plan: own, whole, ..
        } = &mut *state;
        if whole.update(source.as_ref()) {
            own.take_work(&mut plan);
        } else {
            own.adopt(&mut plan);
            whole.changed();
        }
        // Ends may call destructors of the user's.
        let previous = std::mem::replace(&mut state.references, references);
        drop(state);
        drop((previous, plan));
        Ok(GraphExecUpdateResultInfo::default())
    }

    fn destroy_executable(&self, handle: Handle) -> Result<()> {
        let removed = self.graphs().executables.remove(handle);
        removed.map(drop).map_err(|_| Status::INVALID_VALUE.into())
    }
}

/// The step of a node of an executable graph, changed by `change`.
pub(super) fn with_step<T>(
    executable: &Executable,
    node: Handle,
    change: impl FnOnce(&mut Step) -> Result<T>,
) -> Result<T> {
    let mut state = lock(&executable.state);
    let step = state.plan.step_mut(node).ok_or(Status::INVALID_VALUE)?;
    step.changed = true;
    let changed = change(step);
    state.whole.changed();
    changed
}

fn instantiate_result(result: &Result<Handle>) -> i32 {
    match result {
        Ok(_) => INSTANTIATE_SUCCESS,
        Err(error) if error.status == Status::NOT_SUPPORTED => INSTANTIATE_NOT_SUPPORTED,
        Err(_) => INSTANTIATE_INVALID_STRUCTURE,
    }
}

api! {
    call fn cudaGraphInstantiate(runtime, executable: Out<Handle>, graph: Handle, flags: u64) {
        executable.put(runtime.instantiate(graph, flags)?)
    }

    call fn cudaGraphInstantiateWithFlags(runtime, executable: Out<Handle>, graph: Handle, flags: u64) {
        executable.put(runtime.instantiate(graph, flags)?)
    }

    call fn cudaGraphInstantiateWithParams(
        runtime, executable: Out<Handle>, graph: Handle, parameters: Out<GraphInstantiateParams>,
    ) {
        let given = parameters.get()?;
        let result = runtime.instantiate(graph, given.flags);
        parameters.put(GraphInstantiateParams { error_node: 0, result: instantiate_result(&result), ..given })?;
        executable.put(result?)
    }

    call fn cudaGraphExecGetFlags(runtime, executable: Handle, flags: Out<u64>) {
        flags.put(runtime.executable(executable)?.flags)
    }

    call fn cudaGraphExecUpdate(
        runtime, executable: Handle, graph: Handle, info: Out<GraphExecUpdateResultInfo>,
    ) {
        let outcome = runtime.update(executable, graph)?;
        info.put_if_wanted(outcome);
        if outcome.result == UPDATE_SUCCESS { Ok(()) } else { Err(Status::GRAPH_EXEC_UPDATE_FAILURE.into()) }
    }

    call fn cudaGraphExecDestroy(runtime, executable: Handle) {
        runtime.destroy_executable(executable)
    }

    call fn cudaGraphUpload(runtime, executable: Handle, stream: Handle) {
        let stream = runtime.stream(stream)?;
        let executable = runtime.executable(executable)?;
        lock(&executable.state).whole.upload(stream.id)
    }

    call fn cudaGraphLaunch(runtime, executable: Handle, stream: Handle) {
        runtime.launch_graph(executable, stream)
    }

    call fn cudaGraphNodeSetEnabled(runtime, executable: Handle, node: Handle, enabled: u32) {
        let executable = runtime.executable(executable)?;
        with_step(&executable, node, |step| match step.work {
            // CUDA lets kernels, copies and fills be switched off.
            StepWork::Operation(Operation::Kernel(_) | Operation::Copy(_) | Operation::Fill(_)) => {
                step.enabled = enabled != 0;
                Ok(())
            }
            _ => Err(Status::INVALID_VALUE.into()),
        })
    }

    call fn cudaGraphNodeGetEnabled(runtime, executable: Handle, node: Handle, enabled: Out<u32>) {
        let executable = runtime.executable(executable)?;
        enabled.put(with_step(&executable, node, |step| Ok(u32::from(step.enabled)))?)
    }
}
