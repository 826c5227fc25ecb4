//! Graphs of a software device: their nodes are queued one after the other, which is all that a device without parallel work can gain.

use std::any::Any;
use std::ffi::c_void;
use std::sync::Arc;

use super::{
    Backend, Completion, Device, DeviceGraph, GraphNode, GraphSource, Graphs, HostCall, Launch,
    NodeWork, Result, Software, Status, StreamId,
};

/// A graph that executable graphs are made from.
struct Source<B: Backend> {
    device: Arc<Software<B>>,
    nodes: Vec<NodeWork>,
}

/// A graph's nodes, and which of them are switched on.
struct InOrder<B: Backend> {
    device: Arc<Software<B>>,
    nodes: Vec<(NodeWork, bool)>,
}

impl<B: Backend> Graphs for Software<B> {
    fn begin(self: Arc<Self>) -> Result<Box<dyn GraphSource>> {
        Ok(Box::new(Source {
            device: self,
            nodes: Vec::new(),
        }))
    }
}

impl<B: Backend> GraphSource for Source<B> {
    unsafe fn add(&mut self, node: GraphNode) -> Result<()> {
        self.nodes.push(node.work);
        Ok(())
    }

    fn instantiate(&self) -> Result<Box<dyn DeviceGraph>> {
        let made = self.nodes.iter().map(|it| (it.clone(), true));
        let nodes: Vec<_> = made.collect();
        let device = Arc::clone(&self.device);
        let backend = device.backend();
        backend.note(&|| format!("graph of {} nodes", nodes.len()));
        Ok(Box::new(InOrder { device, nodes }))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<B: Backend> DeviceGraph for InOrder<B> {
    fn launch(&mut self, stream: StreamId) -> Result<()> {
        let backend = self.device.backend();
        backend.note(&|| format!("graph launch stream={}", stream.0));
        for (work, _) in self.nodes.iter().filter(|(_, enabled)| *enabled) {
            // SAFETY: whoever made the graph and set its nodes promised that they are in order at each launch.
            unsafe { perform(&*self.device, stream, work)? };
        }
        Ok(())
    }

    fn upload(&mut self, stream: StreamId) -> Result<()> {
        let backend = self.device.backend();
        backend.note(&|| format!("graph upload stream={}", stream.0));
        Ok(())
    }

    unsafe fn set(&mut self, node: usize, work: NodeWork) -> Result<()> {
        let old = &mut self.nodes[node].0;
        self.device
            .backend()
            .note(&|| format!("graph set {node}: {}", kind(&work)));
        if kind(old) != kind(&work) {
            return Err(Status::GRAPH_EXEC_UPDATE_FAILURE.into());
        }
        *old = work;
        Ok(())
    }

    fn update(&mut self, source: &dyn GraphSource) -> Result<()> {
        let source = source.as_any().downcast_ref::<Source<B>>();
        let source = source.ok_or(Status::INVALID_VALUE)?;
        let backend = self.device.backend();
        backend.note(&|| format!("graph update of {} nodes", source.nodes.len()));
        let same = |(own, other): (&(NodeWork, bool), &NodeWork)| kind(&own.0) == kind(other);
        if self.nodes.len() != source.nodes.len() || !self.nodes.iter().zip(&source.nodes).all(same)
        {
            return Err(Status::GRAPH_EXEC_UPDATE_FAILURE.into());
        }
        for (own, other) in self.nodes.iter_mut().zip(&source.nodes) {
            own.0 = other.clone();
        }
        Ok(())
    }

    fn enable(&mut self, node: usize, enabled: bool) -> Result<()> {
        let backend = self.device.backend();
        backend.note(&|| format!("graph enable {node}: {enabled}"));
        self.nodes[node].1 = enabled;
        Ok(())
    }
}

fn kind(work: &NodeWork) -> &'static str {
    match work {
        NodeWork::Kernel(_) => "kernel",
        NodeWork::Copy(_) => "copy",
        NodeWork::Fill(_) => "fill",
        NodeWork::Host(_) => "host function",
        NodeWork::Nothing => "nothing",
    }
}

/// # Safety
/// As for `GraphSource::add`.
unsafe fn perform(device: &dyn Device, stream: StreamId, work: &NodeWork) -> Result<()> {
    match work {
        // SAFETY: the caller's duty is the same.
        NodeWork::Kernel(launch) => unsafe { device.launch(stream, Launch::clone(launch)) },
        // SAFETY: as above.
        NodeWork::Copy(copy) => unsafe { device.copy(stream, copy, Completion::Queued) },
        // SAFETY: as above.
        NodeWork::Fill(fill) => unsafe { device.fill(stream, fill, Completion::Queued) },
        NodeWork::Host(HostCall { function, data }) => {
            let (function, data) = (*function, *data);
            let call = move |status: Status| {
                if status == Status::SUCCESS {
                    function(data as *mut c_void);
                }
            };
            device.host_function(stream, Box::new(call))
        }
        NodeWork::Nothing => Ok(()),
    }
}
