//! Graphs that a device launches as one: what it is asked, on the null device, which takes graphs whole.

use std::ffi::c_void;

use super::super::ffi::In;
use super::super::graph::exec::{
    cudaGraphExecDestroy, cudaGraphLaunch, cudaGraphNodeSetEnabled, cudaGraphUpload,
};
use super::super::graph::exec_params::cudaGraphExecKernelNodeSetParams;
use super::super::graph::nodes::{
    cudaGraphAddChildGraphNode, cudaGraphAddEventRecordNode, cudaGraphAddHostNode,
};
use super::super::graph::{cudaGraphCreate, cudaGraphDestroy};
use super::super::handles::Handle;
use super::super::stream::cudaStreamSynchronize;
use super::super::types::HostNodeParams;
use super::graphs::{add_kernel, instantiate, kernel_params};
use super::{
    Kernel, NullBackend, SUCCESS, Software, define, event, fails, kernel, launch, nothing, ok,
    on_null, out, param, stream,
};

fn new_graph() -> Handle {
    let mut graph = 0;
    ok!(cudaGraphCreate, out(&mut graph), 0);
    graph
}

pub(super) fn traced(device: &Software<NullBackend>, what: impl FnOnce()) -> Vec<String> {
    device.backend().take_trace();
    what();
    device.backend().take_trace()
}

/// Two kernels, one behind the other.
fn two(first: Kernel, second: Kernel) -> (Handle, Handle) {
    let graph = new_graph();
    let before = add_kernel(graph, &[], first, &[param(&1_u32)]);
    add_kernel(graph, &[before], second, &[param(&2_u32)]);
    (graph, before)
}

extern "C" fn count_up(data: *mut c_void) {
    // SAFETY: the test passes an integer that outlives the graph.
    unsafe { *data.cast::<i32>() += 1 };
}

#[test]
fn a_launch_is_one_call_of_the_device() {
    let device = on_null();
    let (first, second) = (
        kernel("first", nothing, &[4]),
        kernel("second", nothing, &[4]),
    );
    let (own, mut count) = (stream(1), 0);
    let (graph, before) = two(first, second);
    let function = HostNodeParams {
        function: Some(count_up),
        user_data: (&raw mut count).cast(),
    };
    let mut call = 0;
    ok!(
        cudaGraphAddHostNode,
        out(&mut call),
        graph,
        In::of(&before),
        1,
        In::of(&function)
    );
    let mut executable = 0;
    let made = traced(&device, || executable = instantiate(graph));
    assert_eq!(made, ["graph of 3 nodes"]);
    ok!(cudaGraphDestroy, graph);
    for round in 1..3 {
        let launched = traced(&device, || ok!(cudaGraphLaunch, executable, own));
        assert_eq!(
            launched,
            [
                "graph launch stream=1",
                "launch first grid=1,1,1 block=1,1,1 stream=1",
                "launch second grid=1,1,1 block=1,1,1 stream=1",
                "host stream=1",
            ]
        );
        ok!(cudaStreamSynchronize, own);
        assert_eq!(count, round);
    }
    let uploaded = traced(&device, || ok!(cudaGraphUpload, executable, own));
    assert_eq!(uploaded, ["graph upload stream=1"]);
    ok!(cudaGraphExecDestroy, executable);
}

#[test]
fn what_has_changed_is_brought_to_the_graph_once() {
    let device = on_null();
    let (first, second) = (
        kernel("first", nothing, &[4]),
        kernel("second", nothing, &[4]),
    );
    let own = stream(1);
    let (graph, before) = two(first, second);
    let executable = instantiate(graph);
    ok!(cudaGraphLaunch, executable, own);
    define(second, nothing, &[4], |_| {});
    let sets = |launched: Vec<String>| -> Vec<String> {
        let sets = launched.into_iter().filter(|it| it.contains("graph "));
        sets.collect()
    };
    let redefined = traced(&device, || ok!(cudaGraphLaunch, executable, own));
    assert_eq!(
        sets(redefined),
        ["graph set 1: kernel", "graph launch stream=1"]
    );
    let values = [param(&3_u32)];
    let parameters = kernel_params(first, 8, &values);
    ok!(
        cudaGraphExecKernelNodeSetParams,
        executable,
        before,
        In::of(&parameters)
    );
    ok!(cudaGraphNodeSetEnabled, executable, before, 0);
    let changed = traced(&device, || ok!(cudaGraphLaunch, executable, own));
    assert_eq!(
        changed,
        [
            "graph set 0: kernel",
            "graph enable 0: false",
            "graph launch stream=1",
            "launch second grid=1,1,1 block=1,1,1 stream=1",
        ]
    );
    let as_before = traced(&device, || ok!(cudaGraphLaunch, executable, own));
    assert_eq!(sets(as_before), ["graph launch stream=1"]);
}

#[test]
fn a_child_is_part_of_its_parents_graph() {
    let device = on_null();
    let (first, second) = (
        kernel("first", nothing, &[4]),
        kernel("second", nothing, &[4]),
    );
    let (own, mut inner) = (stream(1), 0);
    let (child, _) = two(first, first);
    let graph = new_graph();
    ok!(
        cudaGraphAddChildGraphNode,
        out(&mut inner),
        graph,
        In::null(),
        0,
        child
    );
    add_kernel(graph, &[inner], second, &[param(&1_u32)]);
    let mut executable = 0;
    let made = traced(&device, || executable = instantiate(graph));
    assert_eq!(made, ["graph of 4 nodes"], "one for the child's end");
    define(second, nothing, &[4], |_| {});
    let launched = traced(&device, || ok!(cudaGraphLaunch, executable, own));
    assert!(
        launched.contains(&"graph set 3: kernel".to_owned()),
        "{launched:?}"
    );
}

#[test]
fn a_kernel_that_does_not_fit_its_node_any_more_is_refused() {
    let device = on_null();
    let changing = kernel("changing", nothing, &[4]);
    let own = stream(1);
    let graph = new_graph();
    add_kernel(graph, &[], changing, &[param(&1_u32)]);
    let executable = instantiate(graph);
    define(changing, nothing, &[4, 8], |_| {});
    let refused = traced(&device, || {
        fails!(INVALID_VALUE, cudaGraphLaunch, executable, own);
    });
    assert_eq!(refused, Vec::<String>::new());
    define(changing, nothing, &[4], |_| {});
    let launched = traced(&device, || ok!(cudaGraphLaunch, executable, own));
    assert!(launched.contains(&"graph launch stream=1".to_owned()));
}

#[test]
fn nodes_that_the_device_cannot_have_are_queued_one_by_one() {
    let device = on_null();
    let changing = kernel("single", nothing, &[4]);
    let (own, mut record) = (stream(1), 0);
    let graph = new_graph();
    let first = add_kernel(graph, &[], changing, &[param(&1_u32)]);
    ok!(
        cudaGraphAddEventRecordNode,
        out(&mut record),
        graph,
        In::of(&first),
        1,
        event()
    );
    let executable = instantiate(graph);
    let launched = traced(&device, || ok!(cudaGraphLaunch, executable, own));
    assert!(
        launched.iter().all(|it| !it.contains("graph")),
        "{launched:?}"
    );
    assert_eq!(launch(changing, 1, 1, &[param(&1_u32)], own), SUCCESS);
}
