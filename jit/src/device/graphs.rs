//! Executable graphs that a device launches as one piece of work.

use std::ffi::c_void;
use std::sync::Arc;

use super::{Copy, Fill, Launch, Result, StreamId};

/// Makes such graphs. Handed out by `Interfaces::graphs`; without it the runtime queues a graph's nodes one by one.
pub trait Graphs: Send + Sync {
    /// Makes a graph of nodes, each behind those that it depends on. What its launches run is kept loaded by it.
    ///
    /// `Status::NOT_SUPPORTED` if the device cannot have a node of these in a graph.
    ///
    /// # Safety
    /// Whenever the graph is launched: arguments are what the kernels take, copies and fills are of valid memory, and host functions may be called.
    unsafe fn instantiate(self: Arc<Self>, nodes: &[GraphNode]) -> Result<Box<dyn DeviceGraph>>;
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
    /// As for `Graphs::instantiate`.
    unsafe fn set(&mut self, node: usize, work: NodeWork) -> Result<()>;

    /// Switches a node on or off, for launches from now on.
    fn enable(&mut self, node: usize, enabled: bool) -> Result<()>;
}

/// A node of a graph.
pub struct GraphNode {
    /// What it does.
    pub work: NodeWork,
    /// Nodes before it, by their places, whose ends it waits for.
    pub dependencies: Vec<usize>,
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
