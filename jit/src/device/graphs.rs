//! Executable graphs that a device launches as one piece of work.

use std::any::Any;
use std::ffi::c_void;
use std::sync::Arc;

use smallvec::SmallVec;

use super::{Copy, Fill, Launch, Result, StreamId};

/// Nodes that a node waits for, by their places: mostly one or two.
pub type Places = SmallVec<[usize; 2]>;

/// Makes such graphs. Handed out by `Interfaces::graphs`; without it the runtime queues a graph's nodes one by one.
pub trait Graphs: Send + Sync {
    /// Begins a graph without nodes.
    fn begin(self: Arc<Self>) -> Result<Box<dyn GraphSource>>;
}

/// A graph that is filled with nodes, and that executable graphs are made from.
pub trait GraphSource: Send {
    /// Adds a node behind those that it depends on. What it runs is kept loaded.
    ///
    /// `Status::NOT_SUPPORTED` if the device cannot have this node in a graph. After an error the graph is of no use.
    ///
    /// # Safety
    /// Whenever an executable graph made from it is launched: arguments are what the kernels take, copies and fills are of valid memory, and host functions may be
    /// called.
    unsafe fn add(&mut self, node: GraphNode) -> Result<()>;

    /// Makes an executable graph of the nodes that are there.
    fn instantiate(&self) -> Result<Box<dyn DeviceGraph>>;

    /// For the device, which knows what it has made.
    fn as_any(&self) -> &dyn Any;
}

/// A graph that a device has made. Dropping it lets launches that are queued run to their ends.
pub trait DeviceGraph: Send {
    /// Queues the graph. Launches of one graph follow one another.
    fn launch(&mut self, stream: StreamId) -> Result<()>;

    /// Brings the graph to the device, so that its first launch takes no longer than others.
    fn upload(&mut self, stream: StreamId) -> Result<()>;

    /// Gives a node other work of the same kind, for launches from now on. After an error the graph is of no use.
    ///
    /// # Safety
    /// As for `GraphSource::add`.
    unsafe fn set(&mut self, node: usize, work: NodeWork) -> Result<()>;

    /// Gives all nodes the work of another graph's nodes, which are as many and of the same kinds, in the same order; for launches from now on. After an error each
    /// node has its own work or the other's.
    fn update(&mut self, source: &dyn GraphSource) -> Result<()>;

    /// Switches a node on or off, for launches from now on.
    fn enable(&mut self, node: usize, enabled: bool) -> Result<()>;
}

/// A node of a graph.
pub struct GraphNode {
    /// What it does.
    pub work: NodeWork,
    /// Nodes before it, by their places, whose ends it waits for.
    pub dependencies: Places,
}

/// What a node does.
#[derive(Clone)]
pub enum NodeWork {
    /// Runs a kernel.
    Kernel(Launch),
    /// Copies memory.
    Copy(Copy),
    /// Fills memory.
    Fill(Fill),
    /// Calls a function on the host.
    Host(HostCall),
    /// Is a place in the order.
    Nothing,
}

/// A host function with its argument, which both stay valid as long as the process lives.
#[derive(Clone, Copy)]
pub struct HostCall {
    /// What is called, on a thread of the device's.
    pub function: extern "C" fn(*mut c_void),
    /// Its argument, an address.
    pub data: usize,
}
