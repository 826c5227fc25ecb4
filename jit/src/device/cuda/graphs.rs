//! Graphs as the driver's own: launched by one call.

use std::any::Any;
use std::sync::Arc;

use smallvec::SmallVec;

use super::device::Cuda;
use crate::device::{
    DeviceGraph, GraphNode, GraphSource, Graphs, KernelId, LaunchConfig, LoadedKernel, NodeWork,
    Result, Status, StreamId, gate, profile,
};
use crate::wire::profile::Did;

/// Kernels of a graph that are noted as launched, so that a fault which tells no kernel is blamed on none of several.
const NOTED_MAX: usize = 2;

/// Of each kernel's node, what it runs: stays loaded. Shared by a graph and the executable ones that were made from it.
type NodeKernels = Arc<Vec<Option<(Arc<LoadedKernel>, LaunchConfig)>>>;

/// A graph of the driver's. Executable graphs keep it, because they know their nodes by its.
struct DriverGraph {
    device: Arc<Cuda>,
    graph: usize,
}

/// A graph that executable ones are made from.
struct CudaSource {
    graph: Arc<DriverGraph>,
    context: usize,
    nodes: Arc<Vec<usize>>,
    kernels: NodeKernels,
}

/// An executable graph of the driver's, and what it was made from.
struct CudaGraph {
    device: Arc<Cuda>,
    executable: usize,
    _source: Arc<DriverGraph>,
    nodes: Arc<Vec<usize>>,
    kernels: NodeKernels,
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
    fn begin(self: Arc<Self>) -> Result<Box<dyn GraphSource>> {
        let graph = self.call(|driver| driver.create_graph())?;
        let graph = Arc::new(DriverGraph {
            graph,
            device: self,
        });
        Ok(Box::new(CudaSource {
            context: graph.device.current_context()?,
            graph,
            nodes: Arc::default(),
            kernels: Arc::default(),
        }))
    }
}

impl GraphSource for CudaSource {
    unsafe fn add(&mut self, node: GraphNode) -> Result<()> {
        let _inside = gate::enter();
        let (device, graph) = (&self.graph.device, self.graph.graph);
        let function = device.function_of_node(&node.work)?;
        let before = node.dependencies.iter().map(|&it| self.nodes[it]);
        let before: SmallVec<[usize; 2]> = before.collect();
        let work = (&node.work, function);
        // SAFETY: the caller promises what the node's work needs; its kernel is kept from here on.
        let added =
            device.call(|driver| unsafe { driver.add_node(graph, &before, work, self.context) });
        Arc::make_mut(&mut self.nodes).push(added?);
        Arc::make_mut(&mut self.kernels).push(kernel_of(&node.work));
        Ok(())
    }

    fn instantiate(&self) -> Result<Box<dyn DeviceGraph>> {
        let _inside = gate::enter();
        let device = Arc::clone(&self.graph.device);
        let executable = device.call(|driver| driver.instantiate_graph(self.graph.graph))?;
        Ok(Box::new(CudaGraph {
            device,
            executable,
            _source: Arc::clone(&self.graph),
            nodes: Arc::clone(&self.nodes),
            kernels: Arc::clone(&self.kernels),
            noted: None,
        }))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl CudaGraph {
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
        let (executable, handle) = (self.executable, stream.0 as usize);
        let launch = |driver: &'static super::sys::Driver| driver.launch_graph(executable, handle);
        let nodes = self.nodes.len() as u64;
        let did = || Did::Graph { nodes };
        profile::between_events(&*self.device, stream, did, || self.device.call(launch))
    }

    fn upload(&mut self, stream: StreamId) -> Result<()> {
        let (executable, stream) = (self.executable, stream.0 as usize);
        let upload = |driver: &'static super::sys::Driver| driver.upload_graph(executable, stream);
        self.device.call(upload)
    }

    unsafe fn set(&mut self, node: usize, work: NodeWork) -> Result<()> {
        let context = self.device.current_context()?;
        let function = self.device.function_of_node(&work)?;
        let (executable, at) = (self.executable, self.nodes[node]);
        // SAFETY: the caller's duty is the same; the graph holds the kernel from now on. One that it held is unloaded only after work that was queued has ended.
        self.device.call(|driver| unsafe {
            driver.set_node(executable, at, (&work, function), context)
        })?;
        Arc::make_mut(&mut self.kernels)[node] = kernel_of(&work);
        self.noted = None;
        Ok(())
    }

    fn update(&mut self, source: &dyn GraphSource) -> Result<()> {
        let source = source.as_any().downcast_ref::<CudaSource>();
        let source = source.ok_or(Status::INVALID_VALUE)?;
        let (executable, graph) = (self.executable, source.graph.graph);
        self.device
            .call(|driver| driver.update_graph(executable, graph))?;
        self.kernels = Arc::clone(&source.kernels);
        self.noted = None;
        Ok(())
    }

    fn enable(&mut self, node: usize, enabled: bool) -> Result<()> {
        let (executable, node) = (self.executable, self.nodes[node]);
        self.device
            .call(|driver| driver.enable_node(executable, node, enabled))
    }
}

impl Drop for CudaGraph {
    fn drop(&mut self) {
        // A failure only costs memory.
        drop(
            self.device
                .call(|driver| driver.destroy_executable(self.executable)),
        );
    }
}

impl Drop for DriverGraph {
    fn drop(&mut self) {
        // As above.
        drop(self.device.call(|driver| driver.destroy_graph(self.graph)));
    }
}
