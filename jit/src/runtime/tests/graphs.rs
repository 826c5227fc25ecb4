//! Graphs: capture, nodes, launches.

use std::ffi::c_void;
use std::sync::atomic::{AtomicU32, Ordering};

use super::super::copy::cudaMemcpyAsync;
use super::super::device::cudaDeviceSynchronize;
use super::super::event::cudaEventRecord;
use super::super::ffi::{In, Out};
use super::super::fill::cudaMemsetAsync;
use super::super::graph::edges::{
    cudaGraphGetEdges, cudaGraphGetNodes, cudaGraphGetRootNodes, cudaGraphNodeGetType,
};
use super::super::graph::exec::{cudaGraphExecDestroy, cudaGraphInstantiate, cudaGraphLaunch};
use super::super::graph::nodes::{
    cudaGraphAddChildGraphNode, cudaGraphAddEmptyNode, cudaGraphAddHostNode,
    cudaGraphAddKernelNode, cudaGraphAddMemcpyNode1D, cudaGraphAddMemsetNode,
};
use super::super::graph::{cudaGraphCreate, cudaGraphDestroy};
use super::super::handles::Handle;
use super::super::memory::cudaMalloc;
use super::super::pool::{cudaFreeAsync, cudaMallocAsync};
use super::super::stream::{cudaStreamQuery, cudaStreamSynchronize, cudaStreamWaitEvent};
use super::super::stream_capture::{
    cudaStreamBeginCapture, cudaStreamEndCapture, cudaStreamIsCapturing,
};
use super::super::types::{HostNodeParams, KernelNodeParams, MemsetParams};
use super::{
    Kernel, SUCCESS, add_one, define, double_it, event, fails, integers, kernel, launch, meet, ok,
    on_cpu, out, param, read, stream,
};

pub(super) fn instantiate(graph: Handle) -> Handle {
    let mut executable = 0;
    ok!(cudaGraphInstantiate, out(&mut executable), graph, 0);
    executable
}

pub(super) fn nodes_of(graph: Handle) -> Vec<Handle> {
    let mut count = 0;
    ok!(cudaGraphGetNodes, graph, Out::null(), out(&mut count));
    let mut nodes = vec![0; count];
    ok!(
        cudaGraphGetNodes,
        graph,
        out(&mut nodes[0]),
        out(&mut count)
    );
    nodes
}

pub(super) fn type_of(node: Handle) -> i32 {
    let mut kind = -1;
    ok!(cudaGraphNodeGetType, node, out(&mut kind));
    kind
}

pub(super) fn kernel_params(
    kernel: Kernel,
    threads: u32,
    values: &[*const c_void],
) -> KernelNodeParams {
    KernelNodeParams {
        function: kernel.stub,
        grid: [1, 1, 1].into(),
        block: [threads, 1, 1].into(),
        shared_mem_bytes: 0,
        kernel_params: values.as_ptr(),
        extra: std::ptr::null(),
    }
}

pub(super) fn add_kernel(
    graph: Handle,
    after: &[Handle],
    kernel: Kernel,
    values: &[*const c_void],
) -> Handle {
    let (mut node, parameters) = (0, kernel_params(kernel, 1, values));
    ok!(
        cudaGraphAddKernelNode,
        out(&mut node),
        graph,
        In::at(after.as_ptr()),
        after.len(),
        In::of(&parameters)
    );
    node
}

#[test]
fn a_captured_graph_does_what_the_stream_was_asked_each_time() {
    on_cpu();
    let add = kernel("add", add_one, &[8]);
    let (own, data) = (stream(0), integers(2));
    let mut host = [0; 2];
    ok!(cudaStreamBeginCapture, own, 0);
    let mut status = -1;
    ok!(cudaStreamIsCapturing, own, out(&mut status));
    assert_eq!(status, 1);
    ok!(cudaMemsetAsync, data.cast(), 0, 8, own);
    assert_eq!(launch(add, 1, 2, &[param(&data)], own), SUCCESS);
    assert_eq!(launch(add, 1, 2, &[param(&data)], own), SUCCESS);
    ok!(
        cudaMemcpyAsync,
        host.as_mut_ptr().cast(),
        data.cast(),
        8,
        2,
        own
    );
    let mut graph = 0;
    ok!(cudaStreamEndCapture, own, out(&mut graph));
    assert_eq!(
        nodes_of(graph).into_iter().map(type_of).collect::<Vec<_>>(),
        [2, 0, 0, 1]
    );
    assert_eq!(host, [0, 0], "nothing has run yet");
    let executable = instantiate(graph);
    ok!(cudaGraphDestroy, graph);
    for _ in 0..3 {
        host = [0, 0];
        ok!(cudaGraphLaunch, executable, own);
        ok!(cudaStreamSynchronize, own);
        assert_eq!(host, [2, 2]);
    }
    ok!(cudaGraphExecDestroy, executable);
    fails!(INVALID_VALUE, cudaGraphLaunch, executable, own);
}

#[test]
fn a_fork_in_a_capture_becomes_branches_that_run_at_the_same_time() {
    on_cpu();
    let (meeting, add) = (kernel("meet", meet, &[8, 8]), kernel("add", add_one, &[8]));
    let flags = [AtomicU32::new(0), AtomicU32::new(0)];
    let [first, second] = [&raw const flags[0], &raw const flags[1]];
    let (origin, other, fork, join, data) = (stream(0), stream(1), event(), event(), integers(1));
    ok!(cudaStreamBeginCapture, origin, 0);
    assert_eq!(launch(add, 1, 1, &[param(&data)], origin), SUCCESS);
    ok!(cudaEventRecord, fork, origin);
    ok!(cudaStreamWaitEvent, other, fork, 0);
    assert_eq!(
        launch(meeting, 1, 1, &[param(&first), param(&second)], origin),
        SUCCESS
    );
    assert_eq!(
        launch(meeting, 1, 1, &[param(&second), param(&first)], other),
        SUCCESS
    );
    ok!(cudaEventRecord, join, other);
    ok!(cudaStreamWaitEvent, origin, join, 0);
    assert_eq!(launch(add, 1, 1, &[param(&data)], origin), SUCCESS);
    let mut graph = 0;
    ok!(cudaStreamEndCapture, origin, out(&mut graph));
    let (mut edges, mut roots) = (0, 0);
    ok!(
        cudaGraphGetEdges,
        graph,
        Out::null(),
        Out::null(),
        Out::null(),
        out(&mut edges)
    );
    ok!(cudaGraphGetRootNodes, graph, Out::null(), out(&mut roots));
    assert_eq!((edges, roots), (4, 1));
    let executable = instantiate(graph);
    for round in 1..4 {
        flags
            .iter()
            .for_each(|flag| flag.store(0, Ordering::Release));
        let start = std::time::Instant::now();
        ok!(cudaGraphLaunch, executable, origin);
        ok!(cudaStreamSynchronize, origin);
        assert!(
            start.elapsed() < super::PATIENCE / 2,
            "the branches did not overlap"
        );
        assert_eq!(read(data, 1), [2 * round]);
    }
}

#[test]
fn captures_fail_as_cudas_do() {
    on_cpu();
    let add = kernel("add", add_one, &[8]);
    let (own, other, data, fork) = (stream(0), stream(0), integers(1), event());
    let mut graph = 1;
    fails!(STREAM_CAPTURE_UNSUPPORTED, cudaStreamBeginCapture, 0, 0);
    fails!(ILLEGAL_STATE, cudaStreamEndCapture, own, out(&mut graph));

    ok!(cudaStreamBeginCapture, own, 0);
    fails!(STREAM_CAPTURE_UNSUPPORTED, cudaStreamSynchronize, own);
    fails!(
        STREAM_CAPTURE_INVALIDATED,
        cudaStreamEndCapture,
        own,
        out(&mut graph)
    );
    assert_eq!(graph, 0);

    ok!(cudaStreamBeginCapture, own, 0);
    let mut memory = std::ptr::null_mut();
    fails!(STREAM_CAPTURE_UNSUPPORTED, cudaMalloc, out(&mut memory), 16);
    fails!(
        STREAM_CAPTURE_INVALIDATED,
        cudaStreamEndCapture,
        own,
        out(&mut graph)
    );
    ok!(cudaMalloc, out(&mut memory), 16);

    ok!(cudaStreamBeginCapture, own, 2);
    ok!(cudaMalloc, out(&mut memory), 16);
    assert_eq!(
        launch(add, 1, 1, &[param(&data)], 0),
        906,
        "cudaErrorStreamCaptureImplicit"
    );
    fails!(
        STREAM_CAPTURE_INVALIDATED,
        cudaStreamEndCapture,
        own,
        out(&mut graph)
    );

    ok!(cudaStreamBeginCapture, own, 0);
    ok!(cudaEventRecord, fork, own);
    ok!(cudaStreamWaitEvent, other, fork, 0);
    assert_eq!(launch(add, 1, 1, &[param(&data)], other), SUCCESS);
    fails!(
        STREAM_CAPTURE_UNJOINED,
        cudaStreamEndCapture,
        own,
        out(&mut graph)
    );
    ok!(cudaStreamQuery, other);
    ok!(cudaDeviceSynchronize);
    assert_eq!(read(data, 1), [0], "nothing of all that ran");
}

extern "C" fn add_ten(data: *mut c_void) {
    // SAFETY: the test passes an integer that outlives the graph.
    unsafe { *data.cast::<i32>() += 10 };
}

#[test]
fn a_graph_made_of_nodes_respects_its_edges() {
    on_cpu();
    let (add, double) = (
        kernel("add", add_one, &[8]),
        kernel("double", double_it, &[8]),
    );
    let (own, data) = (stream(1), integers(1));
    let mut host = 0;
    let (mut graph, mut fill, mut gate, mut copy, mut call) = (0, 0, 0, 0, 0);
    ok!(cudaGraphCreate, out(&mut graph), 0);
    let parameters = MemsetParams {
        dst: data as usize,
        pitch: 0,
        value: 5,
        element_size: 4,
        width: 1,
        height: 1,
    };
    ok!(
        cudaGraphAddMemsetNode,
        out(&mut fill),
        graph,
        In::null(),
        0,
        In::of(&parameters)
    );
    let first = add_kernel(graph, &[fill], add, &[param(&data)]);
    ok!(
        cudaGraphAddEmptyNode,
        out(&mut gate),
        graph,
        In::of(&first),
        1
    );
    let second = add_kernel(graph, &[gate], double, &[param(&data)]);
    let target = (&raw mut host).cast::<c_void>();
    ok!(
        cudaGraphAddMemcpyNode1D,
        out(&mut copy),
        graph,
        In::of(&second),
        1,
        target,
        data.cast(),
        4,
        2
    );
    let function = HostNodeParams {
        function: Some(add_ten),
        user_data: target,
    };
    ok!(
        cudaGraphAddHostNode,
        out(&mut call),
        graph,
        In::of(&copy),
        1,
        In::of(&function)
    );
    let executable = instantiate(graph);
    ok!(cudaGraphLaunch, executable, own);
    ok!(cudaStreamSynchronize, own);
    assert_eq!(host, (5 + 1) * 2 + 10);
}

#[test]
fn a_child_graph_is_a_copy_and_runs_as_one_node() {
    on_cpu();
    let (add, double) = (
        kernel("add", add_one, &[8]),
        kernel("double", double_it, &[8]),
    );
    let (own, data) = (stream(1), integers(1));
    let (mut child, mut graph, mut inner) = (0, 0, 0);
    ok!(cudaGraphCreate, out(&mut child), 0);
    add_kernel(child, &[], add, &[param(&data)]);
    add_kernel(child, &[], add, &[param(&data)]);
    let roots = nodes_of(child);
    ok!(
        super::super::graph::edges::cudaGraphAddDependencies,
        child,
        In::of(&roots[0]),
        In::of(&roots[1]),
        In::null(),
        1
    );
    ok!(cudaGraphCreate, out(&mut graph), 0);
    ok!(
        cudaGraphAddChildGraphNode,
        out(&mut inner),
        graph,
        In::null(),
        0,
        child
    );
    add_kernel(graph, &[inner], double, &[param(&data)]);
    ok!(cudaGraphDestroy, child);
    let executable = instantiate(graph);
    ok!(cudaGraphLaunch, executable, own);
    ok!(cudaGraphLaunch, executable, own);
    ok!(cudaStreamSynchronize, own);
    assert_eq!(read(data, 1), [(2 * 2 + 2) * 2]);
}

#[test]
fn a_kernel_that_is_redefined_is_followed() {
    on_cpu();
    let changing = kernel("changing", add_one, &[8]);
    let (own, data) = (stream(1), integers(1));
    let mut graph = 0;
    ok!(cudaGraphCreate, out(&mut graph), 0);
    add_kernel(graph, &[], changing, &[param(&data)]);
    let executable = instantiate(graph);
    ok!(cudaGraphLaunch, executable, own);
    ok!(cudaStreamSynchronize, own);
    define(changing, double_it, &[8], |_| {});
    for _ in 0..3 {
        ok!(cudaGraphLaunch, executable, own);
    }
    ok!(cudaStreamSynchronize, own);
    assert_eq!(read(data, 1), [8]);
}

#[test]
fn memory_allocated_in_a_capture_lives_with_the_graph() {
    on_cpu();
    let add = kernel("add", add_one, &[8]);
    let (own, result) = (stream(0), integers(4));
    let mut memory = std::ptr::null_mut::<c_void>();
    ok!(cudaStreamBeginCapture, own, 0);
    ok!(cudaMallocAsync, out(&mut memory), 16, own);
    ok!(cudaMemsetAsync, memory, 0, 16, own);
    assert_eq!(launch(add, 1, 4, &[param(&memory)], own), SUCCESS);
    ok!(cudaMemcpyAsync, result.cast(), memory, 16, 3, own);
    ok!(cudaFreeAsync, memory, own);
    let mut graph = 0;
    ok!(cudaStreamEndCapture, own, out(&mut graph));
    assert_eq!(
        nodes_of(graph).into_iter().map(type_of).collect::<Vec<_>>(),
        [10, 2, 0, 1, 11]
    );
    let executable = instantiate(graph);
    ok!(cudaGraphDestroy, graph);
    ok!(cudaGraphLaunch, executable, own);
    ok!(cudaStreamSynchronize, own);
    assert_eq!(read(result, 4), [1; 4]);
    let device_bytes = super::super::device_bytes();
    ok!(cudaGraphExecDestroy, executable);
    assert_eq!(super::super::device_bytes(), device_bytes - 16);
}
