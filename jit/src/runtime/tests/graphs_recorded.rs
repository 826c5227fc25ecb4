//! Recorded graphs: what the device is asked, on the null device, which takes graphs whole.

use super::super::ffi::In;
use super::super::graph::edges::cudaGraphDestroyNode;
use super::super::graph::exec::{cudaGraphExecUpdate, cudaGraphLaunch};
use super::super::graph::node_params::cudaGraphKernelNodeSetParams;
use super::super::handles::Handle;
use super::super::stream_capture::{cudaStreamBeginCapture, cudaStreamEndCapture};
use super::super::types::GraphExecUpdateResultInfo;
use super::graphs::{instantiate, kernel_params, nodes_of};
use super::graphs_whole::traced;
use super::{Kernel, SUCCESS, define, kernel, launch, nothing, ok, on_null, out, param, stream};

/// Records launches of kernels, one behind the other.
fn record(own: Handle, kernels: &[Kernel], value: u32) -> Handle {
    ok!(cudaStreamBeginCapture, own, 0);
    for kernel in kernels {
        assert_eq!(launch(*kernel, 1, 1, &[param(&value)], own), SUCCESS);
    }
    let mut graph = 0;
    ok!(cudaStreamEndCapture, own, out(&mut graph));
    graph
}

fn update(executable: Handle, graph: Handle) {
    let mut info = GraphExecUpdateResultInfo::default();
    ok!(cudaGraphExecUpdate, executable, graph, out(&mut info));
}

#[test]
fn an_update_by_a_recorded_graph_is_one_call_of_the_device() {
    let device = on_null();
    let (own, set) = (stream(1), kernel("set", nothing, &[4]));
    let executable = instantiate(record(own, &[set; 100], 1));
    let other = record(own, &[set; 100], 2);
    let asked = traced(&device, || update(executable, other));
    assert_eq!(asked, ["graph update of 100 nodes"]);
    let launched = traced(&device, || ok!(cudaGraphLaunch, executable, own));
    assert_eq!(launched[0], "graph launch stream=1");
    assert_eq!(launched.len(), 101);
}

#[test]
fn an_edited_graph_updates_node_by_node() {
    let device = on_null();
    let (own, set) = (stream(1), kernel("set", nothing, &[4]));
    let executable = instantiate(record(own, &[set; 2], 1));
    let other = record(own, &[set; 2], 1);
    let values = [param(&3_u32)];
    let changed = kernel_params(set, 1, &values);
    ok!(
        cudaGraphKernelNodeSetParams,
        nodes_of(other)[1],
        In::of(&changed)
    );
    let asked = traced(&device, || update(executable, other));
    assert_eq!(asked, [""; 0]);
    let launched = traced(&device, || ok!(cudaGraphLaunch, executable, own));
    assert_eq!(launched[0], "graph set 1: kernel");
}

#[test]
fn a_graph_that_lost_a_node_is_made_of_the_rest() {
    let device = on_null();
    let (own, set) = (stream(1), kernel("set", nothing, &[4]));
    let graph = record(own, &[set; 3], 1);
    ok!(cudaGraphDestroyNode, nodes_of(graph)[0]);
    let made = traced(&device, || {
        instantiate(graph);
    });
    assert_eq!(made, ["graph of 2 nodes"]);
}

#[test]
fn a_kernel_that_is_redefined_while_it_is_recorded_has_its_newest_form_in_every_node() {
    let device = on_null();
    let (own, set) = (stream(1), kernel("set", nothing, &[4]));
    ok!(cudaStreamBeginCapture, own, 2);
    assert_eq!(launch(set, 1, 1, &[param(&1_u32)], own), SUCCESS);
    define(set, nothing, &[4], |_| {});
    assert_eq!(launch(set, 1, 1, &[param(&1_u32)], own), SUCCESS);
    let mut graph = 0;
    ok!(cudaStreamEndCapture, own, out(&mut graph));
    let executable = instantiate(graph);
    // Both nodes were made of what the slot holds now, so no node is set at the launch.
    let launched = traced(&device, || ok!(cudaGraphLaunch, executable, own));
    assert_eq!(launched[0], "graph launch stream=1");
    define(set, nothing, &[4], |_| {});
    let launched = traced(&device, || ok!(cudaGraphLaunch, executable, own));
    assert_eq!(
        launched[..2],
        ["graph set 0: kernel", "graph set 1: kernel"]
    );
}
