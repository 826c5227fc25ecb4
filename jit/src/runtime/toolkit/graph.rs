//! Graphs: nodes of the session's kernels and variables, and captures.
//!
//! What a graph holds stays loaded: the runtime library cannot say which of its graphs still needs a kernel.

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::super::current;
use super::super::ffi::{Table, table};
use super::super::types::Dim3;
use super::kept::{keep, kept, refused_in_graph};
use super::sys::{self, DriverKernelNode, real};
use super::{exec, handle, nothing, symbol};
use crate::interrupt::at_api_end;
use crate::lock::lock;
use crate::modules;

/// `cudaErrorInvalidValue`
const INVALID_VALUE: i32 = 1;
/// `cudaGraphNodeTypeKernel`
const KERNEL_NODE: i32 = 0;
/// `cudaStreamCaptureStatusNone`
const NOT_CAPTURED: i32 = 0;
/// Size of `cudaGraphNodeParams`, bytes.
const NODE_PARAMS_BYTES: usize = 256;

/// `cudaKernelNodeParams`
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct KernelNodeParams {
    function: *const c_void,
    grid: Dim3,
    block: Dim3,
    shared_bytes: u32,
    arguments: *const *const c_void,
    extra: *const *const c_void,
}

/// `cudaGraphNodeParams`, of which only the kind and a kernel's function matter here.
#[repr(C)]
#[derive(Clone, Copy)]
struct NodeParams {
    kind: i32,
    reserved: [i32; 3],
    function: *const c_void,
    rest: [u8; NODE_PARAMS_BYTES - 24],
}

/// Streams that are being captured, with `modules::changes()` when that began.
static CAPTURED: Mutex<Option<HashMap<usize, u64>>> = Mutex::new(None);
/// How many there are, for launches.
static CAPTURED_COUNT: AtomicUsize = AtomicUsize::new(0);

/// What a node gets for a host function; the kernel is kept.
fn kept_handle(function: *const c_void) -> *const c_void {
    if let Some(slot) = modules::slot_of_stub(function)
        && let Ok(kernel) = slot.optimised()
    {
        if let Ok(runtime) = current()
            && refused_in_graph(runtime, slot, &kernel)
        {
            return nothing();
        }
        keep(slot, &kernel);
    }
    handle(function)
}

/// Is a stream being captured? Those that ended otherwise are forgotten.
pub(super) fn capturing() -> bool {
    CAPTURED_COUNT.load(Ordering::Acquire) > 0
}

/// Looks whether streams that were being captured still are.
pub(super) fn forget_ended_captures() {
    if !capturing() {
        return;
    }
    let mut captured = lock(&CAPTURED);
    let captured = captured.get_or_insert_default();
    captured.retain(|stream, _| {
        let mut status = NOT_CAPTURED;
        let asked = real!(cudaStreamIsCapturing(*stream => usize, &raw mut status => *mut i32));
        asked == 0 && status != NOT_CAPTURED
    });
    CAPTURED_COUNT.store(captured.len(), Ordering::Release);
}

/// `status`, by which the runtime library says whether `stream` captures from now on.
fn began(stream: usize, status: i32) -> i32 {
    if status == 0 {
        let mut captured = lock(&CAPTURED);
        let captured = captured.get_or_insert_default();
        captured.insert(stream, modules::changes());
        CAPTURED_COUNT.store(captured.len(), Ordering::Release);
    }
    status
}

/// `status`, by which the runtime library says whether the capture of `stream` has become a graph.
fn ended(stream: usize, graph: *mut usize, status: i32) -> i32 {
    let began = lock(&CAPTURED)
        .as_ref()
        .and_then(|it| it.get(&stream).copied());
    // SAFETY: the runtime library has written there, or it was given null.
    if let (0, Some(began), Some(made)) = (status, began, unsafe { sys::read(graph) }) {
        exec::graph_began(made, began);
    }
    forget_ended_captures();
    status
}

/// Defines the functions, each of which goes on to the runtime library's.
macro_rules! functions {
    ($(fn $name:ident($($argument:ident: $type:ty),* $(,)?) $body:block)*) => {
        $(
            #[expect(non_snake_case, reason = "the API's names")]
            unsafe extern "C-unwind" fn $name($($argument: $type),*) -> i32 {
                let status = $body;
                at_api_end();
                status
            }
        )*

        pub(super) const TABLE: Table = table![$($name),*];
    };
}

/// A kernel node's parameters with the kernel in the host function's place.
fn translated(params: *const KernelNodeParams) -> Option<KernelNodeParams> {
    // SAFETY: the API obliges the caller to pass null or a pointer to a live structure.
    let mut params = unsafe { sys::read(params) }?;
    params.function = kept_handle(params.function);
    Some(params)
}

/// Likewise the parameters of a node of any kind.
fn translated_node(params: *const NodeParams) -> Option<NodeParams> {
    // SAFETY: as above.
    let mut params = unsafe { sys::read(params) }?;
    if params.kind == KERNEL_NODE {
        params.function = kept_handle(params.function);
    }
    Some(params)
}

functions! {
    fn cudaStreamBeginCapture(stream: usize, mode: i32) {
        began(stream, real!(cudaStreamBeginCapture(stream => usize, mode => i32)))
    }

    fn cudaStreamBeginCapture_ptsz(stream: usize, mode: i32) {
        began(stream, real!(cudaStreamBeginCapture_ptsz(stream => usize, mode => i32)))
    }

    fn cudaStreamBeginCaptureToGraph(
        stream: usize, graph: usize, dependencies: *const usize, edges: *const c_void, count: usize, mode: i32,
    ) {
        exec::before_edit();
        began(stream, real!(cudaStreamBeginCaptureToGraph(
            stream => usize, graph => usize, dependencies => *const usize, edges => *const c_void, count => usize, mode => i32,
        )))
    }

    fn cudaStreamBeginCaptureToGraph_ptsz(
        stream: usize, graph: usize, dependencies: *const usize, edges: *const c_void, count: usize, mode: i32,
    ) {
        exec::before_edit();
        began(stream, real!(cudaStreamBeginCaptureToGraph_ptsz(
            stream => usize, graph => usize, dependencies => *const usize, edges => *const c_void, count => usize, mode => i32,
        )))
    }

    fn cudaStreamEndCapture(stream: usize, graph: *mut usize) {
        let status = real!(cudaStreamEndCapture(stream => usize, graph => *mut usize));
        ended(stream, graph, status)
    }

    fn cudaStreamEndCapture_ptsz(stream: usize, graph: *mut usize) {
        let status = real!(cudaStreamEndCapture_ptsz(stream => usize, graph => *mut usize));
        ended(stream, graph, status)
    }

    fn cudaGraphAddKernelNode(
        node: *mut usize, graph: usize, dependencies: *const usize, count: usize, params: *const KernelNodeParams,
    ) {
        exec::before_edit();
        match translated(params) {
            Some(params) => real!(cudaGraphAddKernelNode(
                node => *mut usize, graph => usize, dependencies => *const usize, count => usize,
                &raw const params => *const KernelNodeParams,
            )),
            None => INVALID_VALUE,
        }
    }

    fn cudaGraphKernelNodeSetParams(node: usize, params: *const KernelNodeParams) {
        exec::before_edit();
        match translated(params) {
            Some(params) => real!(cudaGraphKernelNodeSetParams(node => usize, &raw const params => *const KernelNodeParams)),
            None => INVALID_VALUE,
        }
    }

    fn cudaGraphKernelNodeGetParams(node: usize, params: *mut KernelNodeParams) {
        let ours = match params.is_null() {
            true => None,
            false => sys::kernel_node(node).and_then(|found| Some((found, kept(&found)?))),
        };
        match ours {
            Some((found, kept)) => {
                let told = KernelNodeParams {
                    function: kept.slot.stub(),
                    grid: found.grid.into(),
                    block: found.block.into(),
                    shared_bytes: found.shared_bytes,
                    arguments: found.arguments,
                    extra: found.extra,
                };
                // SAFETY: the API obliges the caller to pass a pointer to a live structure.
                unsafe { sys::write(params, told) };
                0
            }
            None => real!(cudaGraphKernelNodeGetParams(node => usize, params => *mut KernelNodeParams)),
        }
    }

    fn cudaGraphExecKernelNodeSetParams(exec: usize, node: usize, params: *const KernelNodeParams) {
        exec::before_node_changes(exec);
        match translated(params) {
            Some(params) => {
                let status = real!(cudaGraphExecKernelNodeSetParams(
                    exec => usize, node => usize, &raw const params => *const KernelNodeParams,
                ));
                if status == 0 {
                    exec::node_changed(exec, node, &params.driver());
                }
                status
            }
            None => INVALID_VALUE,
        }
    }

    fn cudaGraphAddNode(
        node: *mut usize, graph: usize, dependencies: *const usize, edges: *const c_void, count: usize, params: *const c_void,
    ) {
        exec::before_edit();
        // CUDA 12 has no edges here: what stands in their place is the count.
        if exec::version() < 13_000 {
            let (count, params) = (edges as usize, count as *const NodeParams);
            match translated_node(params) {
                Some(params) => real!(cudaGraphAddNode(
                    node => *mut usize, graph => usize, dependencies => *const usize, count => usize, &raw const params => *const NodeParams,
                )),
                None => INVALID_VALUE,
            }
        } else {
            add_node(node, graph, dependencies, edges, count, params.cast())
        }
    }

    fn cudaGraphAddNode_v2(
        node: *mut usize, graph: usize, dependencies: *const usize, edges: *const c_void, count: usize, params: *const c_void,
    ) {
        exec::before_edit();
        match translated_node(params.cast()) {
            Some(params) => real!(cudaGraphAddNode_v2(
                node => *mut usize, graph => usize, dependencies => *const usize, edges => *const c_void, count => usize,
                &raw const params => *const NodeParams,
            )),
            None => INVALID_VALUE,
        }
    }

    fn cudaGraphNodeSetParams(node: usize, params: *const NodeParams) {
        exec::before_edit();
        match translated_node(params) {
            Some(params) => real!(cudaGraphNodeSetParams(node => usize, &raw const params => *const NodeParams)),
            None => INVALID_VALUE,
        }
    }

    fn cudaGraphExecNodeSetParams(exec: usize, node: usize, params: *const NodeParams) {
        exec::before_node_changes(exec);
        match translated_node(params) {
            Some(params) => {
                let status = real!(cudaGraphExecNodeSetParams(exec => usize, node => usize, &raw const params => *const NodeParams));
                if status == 0 && params.kind == KERNEL_NODE {
                    exec::forget_node(exec, node);
                }
                status
            }
            None => INVALID_VALUE,
        }
    }

    fn cudaGraphAddMemcpyNodeToSymbol(
        node: *mut usize, graph: usize, dependencies: *const usize, count: usize, symbol: *const c_void, source: *const c_void, bytes: usize,
        offset: usize, kind: i32,
    ) {
        exec::before_edit();
        match symbol::address(symbol, bytes, offset) {
            Ok(target) => real!(cudaGraphAddMemcpyNode1D(
                node => *mut usize, graph => usize, dependencies => *const usize, count => usize, target => *mut c_void,
                source => *const c_void, bytes => usize, kind => i32,
            )),
            Err(status) => status,
        }
    }

    fn cudaGraphAddMemcpyNodeFromSymbol(
        node: *mut usize, graph: usize, dependencies: *const usize, count: usize, target: *mut c_void, symbol: *const c_void, bytes: usize,
        offset: usize, kind: i32,
    ) {
        exec::before_edit();
        match symbol::address(symbol, bytes, offset) {
            Ok(source) => real!(cudaGraphAddMemcpyNode1D(
                node => *mut usize, graph => usize, dependencies => *const usize, count => usize, target => *mut c_void,
                source => *mut c_void, bytes => usize, kind => i32,
            )),
            Err(status) => status,
        }
    }

    fn cudaGraphMemcpyNodeSetParamsToSymbol(
        node: usize, symbol: *const c_void, source: *const c_void, bytes: usize, offset: usize, kind: i32,
    ) {
        match symbol::address(symbol, bytes, offset) {
            Ok(target) => real!(cudaGraphMemcpyNodeSetParams1D(
                node => usize, target => *mut c_void, source => *const c_void, bytes => usize, kind => i32,
            )),
            Err(status) => status,
        }
    }

    fn cudaGraphMemcpyNodeSetParamsFromSymbol(
        node: usize, target: *mut c_void, symbol: *const c_void, bytes: usize, offset: usize, kind: i32,
    ) {
        match symbol::address(symbol, bytes, offset) {
            Ok(source) => real!(cudaGraphMemcpyNodeSetParams1D(
                node => usize, target => *mut c_void, source => *mut c_void, bytes => usize, kind => i32,
            )),
            Err(status) => status,
        }
    }

    fn cudaGraphExecMemcpyNodeSetParamsToSymbol(
        exec: usize, node: usize, symbol: *const c_void, source: *const c_void, bytes: usize, offset: usize, kind: i32,
    ) {
        match symbol::address(symbol, bytes, offset) {
            Ok(target) => real!(cudaGraphExecMemcpyNodeSetParams1D(
                exec => usize, node => usize, target => *mut c_void, source => *const c_void, bytes => usize, kind => i32,
            )),
            Err(status) => status,
        }
    }

    fn cudaGraphExecMemcpyNodeSetParamsFromSymbol(
        exec: usize, node: usize, target: *mut c_void, symbol: *const c_void, bytes: usize, offset: usize, kind: i32,
    ) {
        match symbol::address(symbol, bytes, offset) {
            Ok(source) => real!(cudaGraphExecMemcpyNodeSetParams1D(
                exec => usize, node => usize, target => *mut c_void, source => *mut c_void, bytes => usize, kind => i32,
            )),
            Err(status) => status,
        }
    }
}

fn add_node(
    node: *mut usize,
    graph: usize,
    dependencies: *const usize,
    edges: *const c_void,
    count: usize,
    params: *const NodeParams,
) -> i32 {
    match translated_node(params) {
        Some(params) => real!(cudaGraphAddNode(
            node => *mut usize, graph => usize, dependencies => *const usize, edges => *const c_void, count => usize,
            &raw const params => *const NodeParams,
        )),
        None => INVALID_VALUE,
    }
}

impl KernelNodeParams {
    /// As the driver has them; the function is a `CUkernel`.
    fn driver(&self) -> DriverKernelNode {
        DriverKernelNode {
            function: 0,
            grid: self.grid.extents(),
            block: self.block.extents(),
            shared_bytes: self.shared_bytes,
            arguments: self.arguments,
            extra: self.extra,
            kernel: self.function as usize,
            context: 0,
        }
    }
}
