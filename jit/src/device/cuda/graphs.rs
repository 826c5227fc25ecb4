//! Graphs as the driver's own: launched by one call.

use std::sync::Arc;

use super::device::Cuda;
use crate::device::{
    DeviceGraph, GraphNode, Graphs, KernelId, LaunchConfig, LoadedKernel, NodeWork, Result,
    StreamId, gate, profile,
};
use crate::wire::profile::Did;

/// Kernels of a graph that are noted as launched, so that a fault which tells no kernel is blamed on none of several.
const NOTED_MAX: usize = 2;

/// A graph of the driver's, and what was made of it.
struct CudaGraph {
    device: Arc<Cuda>,
    graph: usize,
    executable: Option<usize>,
    nodes: Vec<usize>,
    /// Of a kernel's node, what it runs: stays loaded.
    kernels: Vec<Option<(Arc<LoadedKernel>, LaunchConfig)>>,
    /// Which of these are noted as launched; none: to be found.
    noted: Option<Vec<(KernelId, LaunchConfig)>>,
}

impl Cuda {
    /// What the driver calls the kernel of a node on this device; 0 if it runs none.
    fn function_of_node(&self, work: &NodeWork) -> Result<usize> {
        match work {
            NodeWork::Kernel(launch) => self.function(&launch.kernel),
            _ => Ok(0),
        }
    }
}

fn kernel_of(work: &NodeWork) -> Option<(Arc<LoadedKernel>, LaunchConfig)> {
    match work {
        NodeWork::Kernel(launch) => Some((Arc::clone(&launch.kernel), launch.config)),
        _ => None,
    }
}

impl Graphs for Cuda {
    unsafe fn instantiate(self: Arc<Self>, nodes: &[GraphNode]) -> Result<Box<dyn DeviceGraph>> {
        let _inside = gate::enter();
        let mut made = CudaGraph {
            graph: self.call(|driver| driver.create_graph())?,
            executable: None,
            nodes: Vec::with_capacity(nodes.len()),
            kernels: nodes.iter().map(|it| kernel_of(&it.work)).collect(),
            noted: None,
            device: self,
        };
        let (device, context) = (Arc::clone(&made.device), made.device.current_context()?);
        for node in nodes {
            let function = device.function_of_node(&node.work)?;
            let before = node.dependencies.iter().map(|&it| made.nodes[it]);
            let before: Vec<usize> = before.collect();
            let work = (&node.work, function);
            // SAFETY: the caller promises what the node's work needs; the graph holds its kernel.
            let added = device
                .call(|driver| unsafe { driver.add_node(made.graph, &before, work, context) });
            made.nodes.push(added?);
        }
        made.executable = Some(device.call(|driver| driver.instantiate_graph(made.graph))?);
        Ok(Box::new(made))
    }
}

impl CudaGraph {
    fn executable(&self) -> usize {
        self.executable.unwrap_or(0)
    }

    /// Faults that come later are told with what the graph runs.
    fn note_launch(&mut self) {
        let noted = self
            .noted
            .get_or_insert_with(|| first_kernels(&self.kernels));
        for (kernel, config) in noted {
            self.device.state.recent.launched(kernel.0, config);
        }
    }
}

/// The first kernels that differ.
fn first_kernels(
    kernels: &[Option<(Arc<LoadedKernel>, LaunchConfig)>],
) -> Vec<(KernelId, LaunchConfig)> {
    let mut first: Vec<(KernelId, LaunchConfig)> = Vec::with_capacity(NOTED_MAX);
    for (kernel, config) in kernels.iter().flatten() {
        if first.iter().all(|(known, _)| *known != kernel.id()) {
            first.push((kernel.id(), *config));
        }
        if first.len() == NOTED_MAX {
            break;
        }
    }
    first
}

impl DeviceGraph for CudaGraph {
    fn launch(&mut self, stream: StreamId) -> Result<()> {
        self.note_launch();
        let (executable, handle) = (self.executable(), stream.0 as usize);
        let launch = |driver: &'static super::sys::Driver| driver.launch_graph(executable, handle);
        let nodes = self.nodes.len() as u64;
        let did = || Did::Graph { nodes };
        profile::between_events(&*self.device, stream, did, || self.device.call(launch))
    }

    fn upload(&mut self, stream: StreamId) -> Result<()> {
        let (executable, stream) = (self.executable(), stream.0 as usize);
        let upload = |driver: &'static super::sys::Driver| driver.upload_graph(executable, stream);
        self.device.call(upload)
    }

    unsafe fn set(&mut self, node: usize, work: NodeWork) -> Result<()> {
        let context = self.device.current_context()?;
        let function = self.device.function_of_node(&work)?;
        let (executable, at) = (self.executable(), self.nodes[node]);
        // SAFETY: the caller's duty is the same; the graph holds the kernel from now on. One that it held is unloaded only after work that was queued has ended.
        self.device.call(|driver| unsafe {
            driver.set_node(executable, at, (&work, function), context)
        })?;
        self.kernels[node] = kernel_of(&work);
        self.noted = None;
        Ok(())
    }

    fn enable(&mut self, node: usize, enabled: bool) -> Result<()> {
        let (executable, node) = (self.executable(), self.nodes[node]);
        self.device
            .call(|driver| driver.enable_node(executable, node, enabled))
    }
}

impl Drop for CudaGraph {
    fn drop(&mut self) {
        let (graph, executable) = (self.graph, self.executable);
        // A failure only costs memory.
        drop(
            self.device
                .call(|driver| driver.destroy_graph(graph, executable)),
        );
    }
}
