//! Executable graphs: before each launch, nodes whose kernel was redefined since get the newest definition.
//!
//! The driver knows a node of an executable graph by the node of the graph that it was made from, so such a graph is destroyed only when its
//! executable graphs are. A node inside a child graph cannot be named so: there the whole child is replaced, by a copy of ours whose nodes are changed.

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::super::current;
use super::super::ffi::{Table, table};
use super::kept::{keep, kept};
use super::sys::{self, DriverKernelNode, real};
use crate::device::{LaunchConfig, Status};
use crate::interrupt::at_api_end;
use crate::lock::lock;
use crate::modules::{self, Slot};

/// `cudaGraphNodeTypeKernel`
const KERNEL_NODE: i32 = 0;
/// `cudaGraphNodeTypeGraph`
const CHILD_NODE: i32 = 4;

/// A kernel node of an executable graph, with copies of its arguments.
struct Node {
    node: usize,
    slot: &'static Slot,
    /// The kernel that it has, as the runtime library knows it.
    kernel: usize,
    params: DriverKernelNode,
    arguments: Vec<Vec<u8>>,
}

// SAFETY: the pointers in `params` are never followed; what they pointed to is in `arguments`.
unsafe impl Send for Node {}

/// A child graph of an executable graph, with kernels of the session.
struct Child {
    /// The node of the graph that the executable one was made from.
    node: usize,
    /// What the child is replaced by: a copy that nobody else knows.
    copy: usize,
    /// The copy's, and those of its own children.
    nodes: Vec<Node>,
    /// The executable graph does not have yet what the copy has.
    changed: bool,
}

/// An executable graph with kernels of the session.
struct Exec {
    graph: usize,
    nodes: Vec<Node>,
    children: Vec<Child>,
    /// `modules::changes()` when its nodes were looked at last.
    seen: u64,
}

/// A graph that executable graphs were made from.
#[derive(Default)]
struct Source {
    execs: usize,
    /// The user has destroyed it.
    destroyed: bool,
}

#[derive(Default)]
struct Books {
    execs: HashMap<usize, Exec>,
    sources: HashMap<usize, Source>,
}

static BOOKS: Mutex<Option<Books>> = Mutex::new(None);
/// How many executable graphs there are with kernels of the session.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// Version of the runtime library: 1000 × major + 10 × minor.
pub(super) fn version() -> i32 {
    let mut version = 0;
    real!(cudaRuntimeGetVersion(&raw mut version => *mut i32));
    version
}

fn node_of(node: usize, params: DriverKernelNode) -> Option<Node> {
    let kept = kept(&params)?;
    let pointers = params.arguments;
    if pointers.is_null() && !kept.kernel.param_bytes.is_empty() {
        return None;
    }
    let bytes = kept.kernel.param_bytes.iter().enumerate();
    let arguments = bytes.map(|(at, &bytes)| {
        // SAFETY: the node has one pointer for each parameter of its kernel, to a value of its size.
        unsafe {
            let argument = sys::read(pointers.wrapping_add(at)).unwrap_or(std::ptr::null());
            sys::copy_argument(argument, bytes as usize)
        }
    });
    Some(Node {
        node,
        slot: kept.slot,
        kernel: kept.kernel.runtime_handle,
        arguments: arguments.collect(),
        params,
    })
}

/// All nodes of a graph, in their order, with their kinds.
fn nodes_of(graph: usize) -> Vec<(usize, i32)> {
    let mut count = 0usize;
    let none = std::ptr::null_mut::<usize>();
    if real!(cudaGraphGetNodes(graph => usize, none => *mut usize, &raw mut count => *mut usize))
        != 0
    {
        return Vec::new();
    }
    let mut nodes = vec![0usize; count];
    let target = nodes.as_mut_ptr();
    if real!(cudaGraphGetNodes(graph => usize, target => *mut usize, &raw mut count => *mut usize))
        != 0
    {
        return Vec::new();
    }
    let known = nodes.into_iter().filter_map(|node| {
        let mut kind = -1;
        let status = real!(cudaGraphNodeGetType(node => usize, &raw mut kind => *mut i32));
        (status == 0).then_some((node, kind))
    });
    known.collect()
}

/// A node that is a kernel of the session.
fn kernel_at((node, kind): (usize, i32)) -> Option<Node> {
    let params = (kind == KERNEL_NODE).then(|| sys::kernel_node(node))??;
    node_of(node, params)
}

/// Those of a graph and of its child graphs.
fn kernels_within(graph: usize) -> Vec<Node> {
    let kernels = nodes_of(graph)
        .into_iter()
        .flat_map(|it| match child_at(it) {
            Some(child) => kernels_within(child),
            None => kernel_at(it).into_iter().collect(),
        });
    kernels.collect()
}

/// The graph in a child graph node, which belongs to the node.
fn child_at((node, kind): (usize, i32)) -> Option<usize> {
    if kind != CHILD_NODE {
        return None;
    }
    let mut graph = 0usize;
    let status =
        real!(cudaGraphChildGraphNodeGetGraph(node => usize, &raw mut graph => *mut usize));
    (status == 0).then_some(graph)
}

/// What of a graph has kernels of the session: its own nodes, and child graphs.
fn followers_of(graph: usize) -> (Vec<Node>, Vec<Child>) {
    let nodes = nodes_of(graph);
    let kernels = nodes.iter().copied().filter_map(kernel_at);
    let children = nodes
        .iter()
        .filter_map(|&it| Child::of(it.0, child_at(it)?));
    (kernels.collect(), children.collect())
}

fn instantiated(exec: usize, graph: usize) {
    let (nodes, children) = followers_of(graph);
    if nodes.is_empty() && children.is_empty() {
        return;
    }
    let mut books = lock(&BOOKS);
    let books = books.get_or_insert_default();
    let made = Exec {
        graph,
        nodes,
        children,
        seen: modules::changes(),
    };
    books.execs.insert(exec, made);
    books.sources.entry(graph).or_default().execs += 1;
    COUNT.store(books.execs.len(), Ordering::Release);
}

/// The user has given a kernel node other parameters; `params.kernel` is the kernel.
pub(super) fn node_changed(exec: usize, node: usize, params: &DriverKernelNode) {
    forget_node(exec, node);
    if let Some(changed) = node_of(node, *params)
        && let Some(books) = lock(&BOOKS).as_mut()
        && let Some(exec) = books.execs.get_mut(&exec)
    {
        exec.nodes.push(changed);
    }
}

/// The node does not follow definitions any more.
pub(super) fn forget_node(exec: usize, node: usize) {
    if let Some(books) = lock(&BOOKS).as_mut()
        && let Some(exec) = books.execs.get_mut(&exec)
    {
        exec.nodes.retain(|other| other.node != node);
    }
}

/// Gives the nodes of an executable graph the kernels that their slots hold now. The error is what the launch gives.
fn follow(exec: usize) -> Result<(), i32> {
    if COUNT.load(Ordering::Acquire) == 0 {
        return Ok(());
    }
    let mut books = lock(&BOOKS);
    let Some(found) = books.as_mut().and_then(|books| books.execs.get_mut(&exec)) else {
        return Ok(());
    };
    let changes = modules::changes();
    if found.seen == changes {
        return Ok(());
    }
    for node in &mut found.nodes {
        node.follow(|node, params| sys::set_exec_kernel_node(exec, node, params))?;
    }
    for child in &mut found.children {
        child.follow(exec)?;
    }
    found.seen = changes;
    Ok(())
}

impl Child {
    /// The child graph at `node` of an executable graph, which is like `graph`; nothing if it has no kernels of the session.
    fn of(node: usize, graph: usize) -> Option<Child> {
        if kernels_within(graph).is_empty() {
            return None;
        }
        let mut copy = 0usize;
        let status = real!(cudaGraphClone(&raw mut copy => *mut usize, graph => usize));
        (status == 0).then(|| Child {
            node,
            copy,
            nodes: kernels_within(copy),
            changed: false,
        })
    }

    fn follow(&mut self, exec: usize) -> Result<(), i32> {
        for node in &mut self.nodes {
            self.changed |= node.follow(sys::set_kernel_node)?;
        }
        if !self.changed {
            return Ok(());
        }
        let (node, copy) = (self.node, self.copy);
        let status = real!(cudaGraphExecChildGraphNodeSetParams(exec => usize, node => usize, copy => usize));
        if status != 0 {
            return Err(status);
        }
        self.changed = false;
        Ok(())
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        let copy = self.copy;
        real!(cudaGraphDestroy(copy => usize));
    }
}

impl Node {
    /// Gives the node the kernel that its slot holds now, by `set`. False if it has that already; the error is the launch's.
    fn follow(&mut self, set: impl FnOnce(usize, &DriverKernelNode) -> i32) -> Result<bool, i32> {
        let config = LaunchConfig {
            grid: self.params.grid,
            block: self.params.block,
            dynamic_shared_bytes: self.params.shared_bytes,
            cooperative: false,
        };
        let refused = Status::INVALID_DEVICE_FUNCTION.0;
        let runtime = current().map_err(|error| error.status.0)?;
        let kernel = super::kernel_to_launch(runtime, self.slot, &config).ok_or(refused)?;
        if kernel.runtime_handle == self.kernel {
            return Ok(false);
        }
        let fits = kernel.param_bytes.len() == self.arguments.len()
            && kernel
                .param_bytes
                .iter()
                .zip(&self.arguments)
                .all(|(&bytes, old)| bytes as usize == old.len());
        if !fits {
            runtime.refuse_node(&kernel, &config);
            return Err(Status::INVALID_VALUE.0);
        }
        let handle = super::handle_of(self.slot, &kernel);
        let pointers: Vec<*const c_void> =
            self.arguments.iter().map(|it| it.as_ptr().cast()).collect();
        let params = DriverKernelNode {
            function: 0,
            kernel: handle as usize,
            context: 0,
            arguments: pointers.as_ptr(),
            extra: std::ptr::null(),
            ..self.params
        };
        match set(self.node, &params) {
            0 => {
                keep(self.slot, &kernel);
                self.kernel = kernel.runtime_handle;
                Ok(true)
            }
            status => Err(status),
        }
    }
}

/// Defines the functions that make an executable graph of one, which differ in what else they take.
macro_rules! instantiations {
    ($($name:ident($more:ident: $type:ty);)*) => {
        $(
            #[expect(non_snake_case, reason = "the API's names")]
            unsafe extern "C-unwind" fn $name(exec: *mut usize, graph: usize, $more: $type) -> i32 {
                let status = real!($name(exec => *mut usize, graph => usize, $more => $type));
                // SAFETY: the runtime library has written there.
                if let (0, Some(made)) = (status, unsafe { sys::read(exec) }) {
                    instantiated(made, graph);
                }
                at_api_end();
                status
            }
        )*
    };
}

instantiations! {
    cudaGraphInstantiate(flags: u64);
    cudaGraphInstantiateWithFlags(flags: u64);
    cudaGraphInstantiateWithParams(params: *mut c_void);
    cudaGraphInstantiateWithParams_ptsz(params: *mut c_void);
}

/// Defines the launches of executable graphs.
macro_rules! launches {
    ($($name:ident)*) => {
        $(
            #[expect(non_snake_case, reason = "the API's names")]
            unsafe extern "C-unwind" fn $name(exec: usize, stream: usize) -> i32 {
                let status = match follow(exec) {
                    Ok(()) => real!($name(exec => usize, stream => usize)),
                    Err(status) => status,
                };
                at_api_end();
                status
            }
        )*
    };
}

launches! { cudaGraphLaunch cudaGraphLaunch_ptsz }

#[expect(non_snake_case, reason = "the API's name")]
unsafe extern "C-unwind" fn cudaGraphExecUpdate(
    exec: usize,
    graph: usize,
    result: *mut c_void,
) -> i32 {
    let status = real!(cudaGraphExecUpdate(exec => usize, graph => usize, result => *mut c_void));
    if status == 0 {
        updated(exec, graph);
    }
    at_api_end();
    status
}

/// An executable graph has the parameters of another graph of the same form now, whose nodes come in the same order.
fn updated(exec: usize, graph: usize) {
    let (nodes, children) = followers_of(graph);
    let mut books = lock(&BOOKS);
    let Some(found) = books.as_mut().and_then(|books| books.execs.get_mut(&exec)) else {
        return;
    };
    if nodes.len() != found.nodes.len() || children.len() != found.children.len() {
        found.nodes.clear();
        found.children.clear();
        return;
    }
    for (old, new) in found.nodes.iter_mut().zip(nodes) {
        *old = Node {
            node: old.node,
            ..new
        };
    }
    for (old, mut new) in found.children.iter_mut().zip(children) {
        new.node = old.node;
        *old = new;
    }
    // What it was given may be older than its slots.
    found.seen = 0;
}

#[expect(non_snake_case, reason = "the API's name")]
unsafe extern "C-unwind" fn cudaGraphExecChildGraphNodeSetParams(
    exec: usize,
    node: usize,
    graph: usize,
) -> i32 {
    let status =
        real!(cudaGraphExecChildGraphNodeSetParams(exec => usize, node => usize, graph => usize));
    if status == 0
        && let Some(books) = lock(&BOOKS).as_mut()
        && let Some(found) = books.execs.get_mut(&exec)
    {
        found.children.retain(|child| child.node != node);
        found.children.extend(Child::of(node, graph));
        found.seen = 0;
    }
    at_api_end();
    status
}

#[expect(non_snake_case, reason = "the API's name")]
unsafe extern "C-unwind" fn cudaGraphExecDestroy(exec: usize) -> i32 {
    let status = real!(cudaGraphExecDestroy(exec => usize));
    if let Some(graph) = forgotten(exec) {
        real!(cudaGraphDestroy(graph => usize));
    }
    at_api_end();
    status
}

/// Forgets an executable graph; gives its graph if that was waiting for it.
fn forgotten(exec: usize) -> Option<usize> {
    let mut books = lock(&BOOKS);
    let books = books.as_mut()?;
    let graph = books.execs.remove(&exec)?.graph;
    COUNT.store(books.execs.len(), Ordering::Release);
    let source = books.sources.get_mut(&graph)?;
    source.execs -= 1;
    if source.execs > 0 {
        return None;
    }
    let destroyed = source.destroyed;
    books.sources.remove(&graph);
    destroyed.then_some(graph)
}

#[expect(non_snake_case, reason = "the API's name")]
unsafe extern "C-unwind" fn cudaGraphDestroy(graph: usize) -> i32 {
    if let Some(books) = lock(&BOOKS).as_mut()
        && let Some(source) = books.sources.get_mut(&graph)
    {
        source.destroyed = true;
        return 0;
    }
    let status = real!(cudaGraphDestroy(graph => usize));
    at_api_end();
    status
}

pub(super) const TABLE: Table = table![
    cudaGraphInstantiate,
    cudaGraphInstantiateWithFlags,
    cudaGraphInstantiateWithParams,
    cudaGraphInstantiateWithParams_ptsz,
    cudaGraphLaunch,
    cudaGraphLaunch_ptsz,
    cudaGraphExecUpdate,
    cudaGraphExecChildGraphNodeSetParams,
    cudaGraphExecDestroy,
    cudaGraphDestroy,
];
