//! Changing graphs and executable graphs.

use super::super::ffi::{In, Out};
use super::super::graph::edges::{
    cudaGraphAddDependencies, cudaGraphDestroyNode, cudaGraphGetEdges, cudaGraphRemoveDependencies,
};
use super::super::graph::exec::{
    cudaGraphExecUpdate, cudaGraphInstantiate, cudaGraphLaunch, cudaGraphNodeGetEnabled,
    cudaGraphNodeSetEnabled,
};
use super::super::graph::exec_params::{
    cudaGraphExecKernelNodeSetParams, cudaGraphExecMemsetNodeSetParams,
};
use super::super::graph::node_params::cudaGraphKernelNodeGetParams;
use super::super::graph::nodes::{cudaGraphAddMemsetNode, cudaGraphAddNode};
use super::super::graph::user_object::{cudaGraphRetainUserObject, cudaUserObjectCreate};
use super::super::graph::{
    cudaGraphClone, cudaGraphCreate, cudaGraphDebugDotPrint, cudaGraphDestroy,
    cudaGraphNodeFindInClone,
};
use super::super::stream::cudaStreamSynchronize;
use super::super::types::{
    GraphExecUpdateResultInfo, GraphNodeParams, GraphNodeUnion, KernelNodeParams, MemsetParams,
};
use super::graphs::{add_kernel, instantiate, kernel_params, nodes_of, type_of};
use super::{add_one, double_it, fails, integers, kernel, ok, on_cpu, out, param, read, stream};

fn new_graph() -> usize {
    let mut graph = 0;
    ok!(cudaGraphCreate, out(&mut graph), 0);
    graph
}

fn fill(data: *mut i32, value: u32) -> MemsetParams {
    MemsetParams {
        dst: data as usize,
        pitch: 0,
        value,
        element_size: 4,
        width: 1,
        height: 1,
    }
}

#[test]
fn parameters_of_an_executable_graph_change_without_a_new_one() {
    on_cpu();
    let (add, double) = (
        kernel("add", add_one, &[8]),
        kernel("double", double_it, &[8]),
    );
    let (own, data, other) = (stream(1), integers(1), integers(1));
    let (graph, mut node) = (new_graph(), 0);
    ok!(
        cudaGraphAddMemsetNode,
        out(&mut node),
        graph,
        In::null(),
        0,
        In::of(&fill(data, 3))
    );
    let run = add_kernel(graph, &[node], add, &[param(&data)]);
    let executable = instantiate(graph);
    ok!(
        cudaGraphExecMemsetNodeSetParams,
        executable,
        node,
        In::of(&fill(other, 7))
    );
    let values = [param(&other)];
    ok!(
        cudaGraphExecKernelNodeSetParams,
        executable,
        run,
        In::of(&kernel_params(double, 1, &values))
    );
    ok!(cudaGraphLaunch, executable, own);
    ok!(cudaStreamSynchronize, own);
    assert_eq!((read(data, 1), read(other, 1)), (vec![0], vec![14]));
    fails!(
        INVALID_VALUE,
        cudaGraphExecMemsetNodeSetParams,
        executable,
        run,
        In::of(&fill(other, 7))
    );

    ok!(cudaGraphNodeSetEnabled, executable, run, 0);
    let mut enabled = 1;
    ok!(cudaGraphNodeGetEnabled, executable, run, out(&mut enabled));
    assert_eq!(enabled, 0);
    ok!(cudaGraphLaunch, executable, own);
    ok!(cudaStreamSynchronize, own);
    assert_eq!(read(other, 1), [7]);
}

#[test]
fn an_executable_graph_is_updated_by_a_graph_of_the_same_shape_only() {
    on_cpu();
    let add = kernel("add", add_one, &[8]);
    let (own, data, other) = (stream(1), integers(1), integers(1));
    let [first, second] = [data, other].map(|target| {
        let graph = new_graph();
        add_kernel(graph, &[], add, &[param(&target)]);
        graph
    });
    let executable = instantiate(first);
    let mut info = GraphExecUpdateResultInfo::default();
    ok!(cudaGraphExecUpdate, executable, second, out(&mut info));
    ok!(cudaGraphLaunch, executable, own);
    ok!(cudaStreamSynchronize, own);
    assert_eq!((read(data, 1), read(other, 1)), (vec![0], vec![1]));
    add_kernel(second, &[], add, &[param(&other)]);
    fails!(
        GRAPH_EXEC_UPDATE_FAILURE,
        cudaGraphExecUpdate,
        executable,
        second,
        out(&mut info)
    );
    assert_eq!(info.result, 2, "cudaGraphExecUpdateErrorTopologyChanged");
    let (third, mut node) = (new_graph(), 0);
    ok!(
        cudaGraphAddMemsetNode,
        out(&mut node),
        third,
        In::null(),
        0,
        In::of(&fill(data, 1))
    );
    fails!(
        GRAPH_EXEC_UPDATE_FAILURE,
        cudaGraphExecUpdate,
        executable,
        third,
        out(&mut info)
    );
    assert_eq!(
        (info.result, info.error_node),
        (3, node),
        "cudaGraphExecUpdateErrorNodeTypeChanged"
    );
}

#[test]
fn edges_come_and_go_and_cycles_are_refused() {
    on_cpu();
    let add = kernel("add", add_one, &[8]);
    let (graph, data) = (new_graph(), integers(1));
    let [a, b, c] = [(); 3].map(|()| add_kernel(graph, &[], add, &[param(&data)]));
    let edge = |from: &usize, to: &usize| (In::of(from), In::of(to));
    let ((ab, to_b), (bc, to_c), (ca, to_a)) = (edge(&a, &b), edge(&b, &c), edge(&c, &a));
    ok!(cudaGraphAddDependencies, graph, ab, to_b, In::null(), 1);
    ok!(cudaGraphAddDependencies, graph, bc, to_c, In::null(), 1);
    fails!(
        INVALID_VALUE,
        cudaGraphAddDependencies,
        graph,
        ab,
        to_b,
        In::null(),
        1
    );
    ok!(cudaGraphAddDependencies, graph, ca, to_a, In::null(), 1);
    let (mut executable, mut edges) = (0, 0);
    fails!(
        INVALID_VALUE,
        cudaGraphInstantiate,
        out(&mut executable),
        graph,
        0
    );
    ok!(cudaGraphRemoveDependencies, graph, ca, to_a, In::null(), 1);
    ok!(cudaGraphInstantiate, out(&mut executable), graph, 0);
    ok!(cudaGraphDestroyNode, b);
    ok!(
        cudaGraphGetEdges,
        graph,
        Out::null(),
        Out::null(),
        Out::null(),
        out(&mut edges)
    );
    assert_eq!((edges, nodes_of(graph)), (0, vec![a, c]));
}

#[test]
fn clones_know_their_originals_and_nodes_their_parameters() {
    on_cpu();
    let add = kernel("add", add_one, &[8]);
    let (graph, data) = (new_graph(), integers(1));
    let node = add_kernel(graph, &[], add, &[param(&data)]);
    let (mut clone, mut found) = (0, 0);
    ok!(cudaGraphClone, out(&mut clone), graph);
    ok!(cudaGraphNodeFindInClone, out(&mut found), node, clone);
    assert_eq!((nodes_of(clone), type_of(found)), (vec![found], 0));
    let mut parameters = kernel_params(add, 9, &[]);
    ok!(
        cudaGraphKernelNodeGetParams,
        found,
        out::<KernelNodeParams>(&mut parameters)
    );
    // SAFETY: the node has one parameter, a pointer.
    let value = unsafe { (*parameters.kernel_params).cast::<*mut i32>().read() };
    assert_eq!((parameters.block.x, value), (1, data));
}

#[test]
fn generic_nodes_are_the_same_as_special_ones() {
    on_cpu();
    let (own, data, graph) = (stream(1), integers(1), new_graph());
    let mut node = 0;
    let params = GraphNodeUnion {
        memset: fill(data, 42),
    };
    let mut parameters = GraphNodeParams {
        kind: 2,
        reserved0: [0; 3],
        params,
        reserved2: 0,
    };
    ok!(
        cudaGraphAddNode,
        out(&mut node),
        graph,
        In::null(),
        In::null(),
        0,
        out(&mut parameters)
    );
    parameters.kind = 8;
    fails!(
        NOT_SUPPORTED,
        cudaGraphAddNode,
        out(&mut node),
        graph,
        In::null(),
        In::null(),
        0,
        out(&mut parameters)
    );
    let executable = instantiate(graph);
    ok!(cudaGraphLaunch, executable, own);
    ok!(cudaStreamSynchronize, own);
    assert_eq!(read(data, 1), [42]);
}

extern "C" fn count_down(data: *mut std::ffi::c_void) {
    // SAFETY: the test passes an integer that outlives the object.
    unsafe { *data.cast::<i32>() -= 1 };
}

#[test]
fn user_objects_end_with_the_last_graph_that_has_them() {
    on_cpu();
    let (mut alive, mut object) = (1, 0);
    let (graph, mut clone) = (new_graph(), 0);
    ok!(
        cudaUserObjectCreate,
        out(&mut object),
        (&raw mut alive).cast(),
        Some(count_down),
        1,
        1
    );
    ok!(cudaGraphRetainUserObject, graph, object, 1, 1);
    ok!(cudaGraphClone, out(&mut clone), graph);
    ok!(cudaGraphDestroy, graph);
    assert_eq!(alive, 1);
    ok!(cudaGraphDestroy, clone);
    assert_eq!(alive, 0);
}

#[test]
fn graphs_can_be_drawn() {
    on_cpu();
    let add = kernel("add", add_one, &[8]);
    let (graph, data) = (new_graph(), integers(1));
    let first = add_kernel(graph, &[], add, &[param(&data)]);
    add_kernel(graph, &[first], add, &[param(&data)]);
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("graph.dot");
    let name = std::ffi::CString::new(path.to_str().expect("a text")).expect("no NUL");
    ok!(cudaGraphDebugDotPrint, graph, In::at(name.as_ptr()), 0);
    let text = std::fs::read_to_string(path).expect("written");
    assert!(
        text.contains("add<<<(1,1,1), (1,1,1)>>>") && text.contains("->"),
        "{text}"
    );
}
