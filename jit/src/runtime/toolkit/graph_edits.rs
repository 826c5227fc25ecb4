//! What makes graphs and changes their nodes without naming a kernel: executable graphs are told before.

use std::ffi::c_void;

use super::super::ffi::{Table, table};
use super::exec;
use super::sys::{self, real};
use crate::interrupt::at_api_end;
use crate::modules;

/// Defines functions that change a graph's nodes.
macro_rules! edits {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => {
        $(
            #[expect(non_snake_case, reason = "the API's names")]
            unsafe extern "C-unwind" fn $name($($argument: $type),*) -> i32 {
                exec::before_edit();
                let status = real!($name($($argument => $type),*));
                at_api_end();
                status
            }
        )*

        pub(super) const EDITS: Table = table![$($name),*];
    };
}

edits! {
    cudaGraphDestroyNode(node: usize);
    cudaGraphAddChildGraphNode(node: *mut usize, graph: usize, before: *const usize, count: usize, child: usize);
    cudaGraphAddEmptyNode(node: *mut usize, graph: usize, before: *const usize, count: usize);
    cudaGraphAddHostNode(node: *mut usize, graph: usize, before: *const usize, count: usize, params: *const c_void);
    cudaGraphAddMemcpyNode(node: *mut usize, graph: usize, before: *const usize, count: usize, params: *const c_void);
    cudaGraphAddMemcpyNode1D(
        node: *mut usize, graph: usize, before: *const usize, count: usize, target: *mut c_void, source: *const c_void, bytes: usize, kind: i32
    );
    cudaGraphAddMemsetNode(node: *mut usize, graph: usize, before: *const usize, count: usize, params: *const c_void);
    cudaGraphAddMemAllocNode(node: *mut usize, graph: usize, before: *const usize, count: usize, params: *mut c_void);
    cudaGraphAddMemFreeNode(node: *mut usize, graph: usize, before: *const usize, count: usize, address: *mut c_void);
    cudaGraphAddEventRecordNode(node: *mut usize, graph: usize, before: *const usize, count: usize, event: usize);
    cudaGraphAddEventWaitNode(node: *mut usize, graph: usize, before: *const usize, count: usize, event: usize);
}

#[expect(non_snake_case, reason = "the API's name")]
unsafe extern "C-unwind" fn cudaGraphCreate(graph: *mut usize, flags: u32) -> i32 {
    let changes = modules::changes();
    let status = real!(cudaGraphCreate(graph => *mut usize, flags => u32));
    // SAFETY: the runtime library has written there.
    if let (0, Some(made)) = (status, unsafe { sys::read(graph) }) {
        exec::graph_began(made, changes);
    }
    at_api_end();
    status
}

pub(super) const TABLE: Table = table![cudaGraphCreate];
