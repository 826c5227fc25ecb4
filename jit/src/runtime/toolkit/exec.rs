//! Executable graphs: before each launch, nodes whose kernel was redefined since get the newest definition.
//!
//! Nodes are read only when they are needed: after a redefinition, or before the graph that they are read from is edited. Until then the graph whose nodes
//! an executable one has is kept, even if the user destroys it.
//!
//! The driver knows a node of an executable graph by the node of the graph that it was made from, so such a graph is destroyed only when its
//! executable graphs are. A node inside a child graph cannot be named so: there the whole child is replaced, by a copy of ours whose nodes are changed.

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::super::current;
use super::super::ffi::{Table, table};
use super::kept::{any_kept, keep, kept};
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

/// An executable graph, perhaps with kernels of the session.
struct Exec {
    /// The graph that it was made from, by whose nodes the driver knows its own.
    graph: usize,
    /// The graph whose nodes have its parameters: that one, or what it was updated by last.
    given_by: usize,
    /// None: not read yet.
    known: Option<Known>,
    /// `modules::changes()` when its nodes were looked at last.
    seen: u64,
}

/// What of an executable graph follows definitions.
#[derive(Default)]
struct Known {
    nodes: Vec<Node>,
    children: Vec<Child>,
}

/// A graph of the user's.
#[derive(Default)]
struct Source {
    /// How often executable graphs refer to it.
    uses: usize,
    /// The user has destroyed it.
    destroyed: bool,
    /// `modules::changes()` when it began: its nodes are not older.
    since: u64,
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

impl Known {
    /// Reads the nodes of an executable graph that was made from one graph and has the parameters of another, whose nodes come in the same order.
    fn read(graph: usize, given_by: usize) -> Known {
        let given = nodes_of(given_by);
        let names = match graph == given_by {
            true => given.clone(),
            false => nodes_of(graph),
        };
        let mut known = Known::default();
        if names.len() != given.len() {
            return known;
        }
        for ((name, _), node) in names.into_iter().zip(given) {
            if let Some(kernel) = kernel_at(node) {
                known.nodes.push(Node {
                    node: name,
                    ..kernel
                });
            } else if let Some(child) = child_at(node) {
                known.children.extend(Child::of(name, child));
            }
        }
        known
    }
}

impl Exec {
    fn known(&mut self) -> &mut Known {
        let (graph, given_by) = (self.graph, self.given_by);
        self.known
            .get_or_insert_with(|| Known::read(graph, given_by))
    }
}

impl Books {
    fn use_graph(&mut self, graph: usize) {
        self.sources.entry(graph).or_default().uses += 1;
    }

    /// Ends uses of graphs; gives those that the user has destroyed and nobody uses any more.
    fn leave_graphs(&mut self, graphs: &[usize]) -> Vec<usize> {
        let mut unused = Vec::new();
        for graph in graphs {
            let Some(source) = self.sources.get_mut(graph) else {
                continue;
            };
            source.uses -= 1;
            if source.uses == 0 && source.destroyed {
                self.sources.remove(graph);
                unused.push(*graph);
            }
        }
        unused
    }

    /// `modules::changes()` when the oldest node of a graph may have been made.
    fn since(&self, graph: usize) -> u64 {
        self.sources.get(&graph).map_or(0, |it| it.since)
    }
}

/// A graph of the user's begins; `changes`: of the modules, before its first node.
pub(super) fn graph_began(graph: usize, changes: u64) {
    let mut books = lock(&BOOKS);
    let books = books.get_or_insert_default();
    books.sources.entry(graph).or_insert(Source {
        since: changes,
        ..Source::default()
    });
}

/// Nodes of a graph will change: what executable graphs have of them is read before.
pub(super) fn before_edit() {
    if COUNT.load(Ordering::Acquire) == 0 {
        return;
    }
    for exec in lock(&BOOKS).iter_mut().flat_map(|it| it.execs.values_mut()) {
        exec.known();
    }
}

fn instantiated(exec: usize, graph: usize) {
    // Without a kernel of the session in any graph there is nothing to follow.
    if !any_kept() {
        return;
    }
    let mut books = lock(&BOOKS);
    let books = books.get_or_insert_default();
    let made = Exec {
        graph,
        given_by: graph,
        known: None,
        seen: books.since(graph),
    };
    books.execs.insert(exec, made);
    books.use_graph(graph);
    books.use_graph(graph);
    COUNT.store(books.execs.len(), Ordering::Release);
}

/// Does something with what is known of an executable graph.
fn with_known(exec: usize, change: impl FnOnce(&mut Known)) {
    if let Some(books) = lock(&BOOKS).as_mut()
        && let Some(exec) = books.execs.get_mut(&exec)
    {
        change(exec.known());
    }
}

/// The user gives a kernel node other parameters than its graph has. Before that its nodes are read.
pub(super) fn before_node_changes(exec: usize) {
    with_known(exec, |_| {});
}

/// The user has given a kernel node other parameters; `params.kernel` is the kernel.
pub(super) fn node_changed(exec: usize, node: usize, params: &DriverKernelNode) {
    let changed = node_of(node, *params);
    with_known(exec, |known| {
        known.nodes.retain(|other| other.node != node);
        known.nodes.extend(changed);
    });
}

/// The node does not follow definitions any more.
pub(super) fn forget_node(exec: usize, node: usize) {
    with_known(exec, |known| known.nodes.retain(|other| other.node != node));
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
    let known = found.known();
    for node in &mut known.nodes {
        node.follow(|node, params| sys::set_exec_kernel_node(exec, node, params))?;
    }
    for child in &mut known.children {
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
            cluster: [0; 3],
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
        destroy(&updated(exec, graph));
    }
    at_api_end();
    status
}

/// An executable graph has the parameters of another graph of the same form now. Gives the graphs that were waiting for that.
fn updated(exec: usize, graph: usize) -> Vec<usize> {
    let mut books = lock(&BOOKS);
    let Some(books) = books.as_mut() else {
        return Vec::new();
    };
    // What it was given may be older than its slots.
    let since = books.since(graph);
    let Some(found) = books.execs.get_mut(&exec) else {
        return Vec::new();
    };
    let before = std::mem::replace(&mut found.given_by, graph);
    found.known = None;
    found.seen = since;
    books.use_graph(graph);
    books.leave_graphs(&[before])
}

/// Destroys graphs that the user has destroyed before.
fn destroy(graphs: &[usize]) {
    for &graph in graphs {
        real!(cudaGraphDestroy(graph => usize));
    }
}

#[expect(non_snake_case, reason = "the API's name")]
unsafe extern "C-unwind" fn cudaGraphExecChildGraphNodeSetParams(
    exec: usize,
    node: usize,
    graph: usize,
) -> i32 {
    before_node_changes(exec);
    let status =
        real!(cudaGraphExecChildGraphNodeSetParams(exec => usize, node => usize, graph => usize));
    if status == 0
        && let Some(books) = lock(&BOOKS).as_mut()
        && let Some(found) = books.execs.get_mut(&exec)
    {
        let known = found.known();
        known.children.retain(|child| child.node != node);
        known.children.extend(Child::of(node, graph));
        found.seen = 0;
    }
    at_api_end();
    status
}

#[expect(non_snake_case, reason = "the API's name")]
unsafe extern "C-unwind" fn cudaGraphExecDestroy(exec: usize) -> i32 {
    let status = real!(cudaGraphExecDestroy(exec => usize));
    destroy(&forgotten(exec));
    at_api_end();
    status
}

/// Forgets an executable graph; gives the graphs that were waiting for it.
fn forgotten(exec: usize) -> Vec<usize> {
    let mut books = lock(&BOOKS);
    let Some(books) = books.as_mut() else {
        return Vec::new();
    };
    let Some(exec) = books.execs.remove(&exec) else {
        return Vec::new();
    };
    COUNT.store(books.execs.len(), Ordering::Release);
    books.leave_graphs(&[exec.graph, exec.given_by])
}

#[expect(non_snake_case, reason = "the API's name")]
unsafe extern "C-unwind" fn cudaGraphDestroy(graph: usize) -> i32 {
    if let Some(books) = lock(&BOOKS).as_mut()
        && let Some(source) = books.sources.get_mut(&graph)
    {
        if source.uses > 0 {
            source.destroyed = true;
            return 0;
        }
        books.sources.remove(&graph);
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
