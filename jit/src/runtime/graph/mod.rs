//! CUDA graphs: made by capture or node by node, instantiated into a plan, launched into streams.
//!
//! A graph is a table of nodes. An executable graph is a plan: nodes in an order that respects the edges, spread over lanes, where
//! each lane is a stream. The first lane is the stream that the graph is launched into. Graphs thus run on every device that has
//! streams and events, and branches overlap. Kernel nodes hold their slot, so a kernel that is redefined is followed. A device that has graphs
//! of its own gets the plan as one of these (`whole`), and launches it by one call.

pub(crate) mod attribute;
mod book;
pub(crate) mod conditional;
mod device_nodes;
mod dot;
pub(crate) mod edges;
pub(crate) mod exec;
pub(crate) mod exec_params;
pub(crate) mod memory_node;
pub(crate) mod node_params;
pub(crate) mod nodes;
mod plan;
mod planned;
pub(crate) mod record;
mod source;
pub(crate) mod user_object;
mod whole;

use std::ffi::{CStr, c_char};
use std::sync::Mutex;

use super::ffi::{In, Out, api};
use super::handles::{Handle, Handles};
use crate::device::Status;

/// The process's graphs, executable graphs and user objects.
#[derive(Default)]
pub(crate) struct Graphs {
    book: Mutex<book::Book>,
    executables: Handles<exec::Executable>,
    objects: Handles<user_object::UserObject>,
    conditions: Mutex<conditional::Conditions>,
}

api! {
    call fn cudaGraphCreate(runtime, graph: Out<Handle>, flags: u32) {
        if flags != 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        graph.put(runtime.graphs().create())
    }

    call fn cudaGraphDestroy(runtime, graph: Handle) {
        if runtime.graphs().book().graph(graph)?.child {
            return Err(Status::INVALID_VALUE.into());
        }
        runtime.graphs().destroy(graph)
    }

    call fn cudaGraphClone(runtime, clone: Out<Handle>, graph: Handle) {
        let copied = runtime.graphs().book().clone_graph(graph, false)?;
        clone.put(copied)
    }

    call fn cudaGraphNodeFindInClone(runtime, node: Out<Handle>, original: Handle, clone: Handle) {
        let book = runtime.graphs().book();
        let nodes = &book.graph(clone)?.nodes;
        let found = nodes.iter().find(|node| book.nodes.get(node).is_some_and(|node| node.original == Some(original)));
        node.put(*found.ok_or(Status::INVALID_VALUE)?)
    }

    call fn cudaGraphDebugDotPrint(runtime, graph: Handle, path: In<c_char>, _flags: u32) {
        if path.is_null() {
            return Err(Status::INVALID_VALUE.into());
        }
        // SAFETY: the API obliges the caller to pass a NUL-terminated path.
        let path = unsafe { CStr::from_ptr(path.raw()) };
        let text = dot::text(&runtime.graphs().book(), graph)?;
        let path = path.to_str().map_err(|_| Status::INVALID_VALUE)?;
        std::fs::write(path, text).map_err(|_| Status::OPERATING_SYSTEM.into())
    }
}
