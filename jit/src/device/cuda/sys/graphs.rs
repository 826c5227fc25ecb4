//! Graphs of the driver's (CUDA driver API, "Graph Management").

use std::ffi::{c_int, c_uint, c_void};
use std::ptr;

use super::memory::MEMORY_UNIFIED;
use super::{Driver, Failure, Result, check, out};
use crate::device::{Copy, Fill, HostCall, Launch, NodeWork};

/// `CUDA_ERROR_NOT_SUPPORTED`
const NOT_SUPPORTED: Failure = Failure(801);
/// `CU_LAUNCH_ATTRIBUTE_COOPERATIVE`
const ATTRIBUTE_COOPERATIVE: c_uint = 2;

/// `CUDA_KERNEL_NODE_PARAMS_v2`
#[repr(C)]
pub(super) struct KernelNode {
    function: usize,
    grid: [c_uint; 3],
    block: [c_uint; 3],
    shared_bytes: c_uint,
    parameters: *mut *mut c_void,
    extra: *mut *mut c_void,
    kernel: usize,
    context: usize,
}

/// `CUDA_MEMCPY3D`
#[repr(C)]
pub(super) struct Memcpy3d {
    source: CopyEnd,
    target: CopyEnd,
    width_bytes: usize,
    height: usize,
    depth: usize,
}

/// One end of a `CUDA_MEMCPY3D`.
#[repr(C)]
struct CopyEnd {
    x_bytes: usize,
    y: usize,
    z: usize,
    level: usize,
    memory_type: c_uint,
    host: *const c_void,
    device: u64,
    array: *mut c_void,
    reserved: *mut c_void,
    pitch: usize,
    height: usize,
}

/// `CUDA_MEMSET_NODE_PARAMS`
#[repr(C)]
pub(super) struct FillNode {
    target: u64,
    pitch: usize,
    value: c_uint,
    element_bytes: c_uint,
    width: usize,
    height: usize,
}

/// `CUDA_HOST_NODE_PARAMS`
#[repr(C)]
pub(super) struct HostNode {
    function: extern "C" fn(*mut c_void),
    data: *mut c_void,
}

/// `CUlaunchAttributeValue`, of which the first words are used.
#[repr(C, align(8))]
pub(super) struct LaunchAttributeValue([c_int; 16]);

impl LaunchAttributeValue {
    pub(super) fn of(words: &[c_int]) -> LaunchAttributeValue {
        let mut all = [0; 16];
        all[..words.len()].copy_from_slice(words);
        LaunchAttributeValue(all)
    }
}

/// `CUgraphExecUpdateResultInfo`
#[repr(C)]
#[derive(Default)]
pub(super) struct UpdateResult {
    result: c_int,
    node: usize,
    from_node: usize,
}

/// What stands for a node in the driver's calls.
enum Parameters {
    Kernel(KernelNode, bool),
    Copy(Memcpy3d),
    Fill(FillNode),
    Host(HostNode),
    Nothing,
}

impl Parameters {
    /// `function`: of a kernel, on the current device. The parameters point into the work.
    fn of(work: &NodeWork, function: usize) -> Result<Parameters> {
        Ok(match work {
            // What another graph's node has of clusters, an executable graph does not take over.
            NodeWork::Kernel(launch) if launch.config.cluster != [0; 3] => {
                return Err(NOT_SUPPORTED);
            }
            NodeWork::Kernel(launch) => {
                let cooperative = launch.config.cooperative;
                Parameters::Kernel(kernel_node(launch, function), cooperative)
            }
            NodeWork::Copy(copy) => Parameters::Copy(copy_node(copy).ok_or(NOT_SUPPORTED)?),
            NodeWork::Fill(fill) => Parameters::Fill(fill_node(fill).ok_or(NOT_SUPPORTED)?),
            NodeWork::Host(HostCall { function, data }) => Parameters::Host(HostNode {
                function: *function,
                data: *data as *mut c_void,
            }),
            NodeWork::Nothing => Parameters::Nothing,
        })
    }
}

fn kernel_node(launch: &Launch, function: usize) -> KernelNode {
    let config = &launch.config;
    KernelNode {
        function,
        grid: config.grid,
        block: config.block,
        shared_bytes: config.dynamic_shared_bytes,
        parameters: launch.arguments.pointers().cast_mut().cast(),
        extra: ptr::null_mut(),
        kernel: 0,
        context: 0,
    }
}

/// None: the driver has no copy whose slices are not whole rows apart.
fn copy_node(copy: &Copy) -> Option<Memcpy3d> {
    let end = |address: u64, pitch: usize, slice: usize| {
        let one_slice = copy.depth == 1;
        if !one_slice && (pitch == 0 || !slice.is_multiple_of(pitch)) {
            return None;
        }
        Some(CopyEnd {
            x_bytes: 0,
            y: 0,
            z: 0,
            level: 0,
            memory_type: MEMORY_UNIFIED,
            host: ptr::null(),
            device: address,
            array: ptr::null_mut(),
            reserved: ptr::null_mut(),
            pitch,
            height: if one_slice {
                copy.height
            } else {
                slice / pitch
            },
        })
    };
    Some(Memcpy3d {
        source: end(copy.source, copy.source_pitch, copy.source_slice)?,
        target: end(copy.target, copy.target_pitch, copy.target_slice)?,
        width_bytes: copy.width,
        height: copy.height,
        depth: copy.depth,
    })
}

/// None: the driver fills no more than one slice at a time.
fn fill_node(fill: &Fill) -> Option<FillNode> {
    (fill.depth == 1).then_some(FillNode {
        target: fill.target,
        pitch: fill.pitch,
        value: fill.value,
        element_bytes: fill.element_bytes,
        width: fill.width,
        height: fill.height,
    })
}

impl Driver {
    pub(in crate::device::cuda) fn create_graph(&self) -> Result<usize> {
        // SAFETY: 0 is the only value of the flags.
        out(|graph| unsafe { (self.functions.graph_create)(graph, 0) })
    }

    /// Adds a node behind others and gives it. `function`: of a kernel's node, on the current device.
    ///
    /// # Safety
    /// Whenever the graph is launched, arguments are the kernel's, ranges are valid, and a host function may be called.
    pub(in crate::device::cuda) unsafe fn add_node(
        &self,
        graph: usize,
        after: &[usize],
        (work, function): (&NodeWork, usize),
        context: usize,
    ) -> Result<usize> {
        let (functions, count) = (&self.functions, after.len());
        let before = after.as_ptr();
        let parameters = Parameters::of(work, function)?;
        // SAFETY: graph and nodes are live ones of this driver (module's contract). It copies the parameters and what they point to, the kernel's
        // arguments too, before it returns.
        let node = out(|node| unsafe {
            match &parameters {
                Parameters::Kernel(kernel, _) => {
                    (functions.graph_add_kernel)(node, graph, before, count, kernel)
                }
                Parameters::Copy(copy) => {
                    (functions.graph_add_copy)(node, graph, before, count, copy, context)
                }
                Parameters::Fill(fill) => {
                    (functions.graph_add_fill)(node, graph, before, count, fill, context)
                }
                Parameters::Host(host) => {
                    (functions.graph_add_host)(node, graph, before, count, host)
                }
                Parameters::Nothing => (functions.graph_add_empty)(node, graph, before, count),
            }
        })?;
        if let Parameters::Kernel(_, true) = parameters {
            let value = LaunchAttributeValue::of(&[1]);
            // SAFETY: the node is the kernel's that was added; the value is as large as the driver's.
            check(unsafe {
                (functions.graph_kernel_attribute)(node, ATTRIBUTE_COOPERATIVE, &value)
            })?;
        }
        Ok(node)
    }

    /// Exchanges the parameters of a node of an executable graph.
    ///
    /// # Safety
    /// As for `add_node`.
    pub(in crate::device::cuda) unsafe fn set_node(
        &self,
        executable: usize,
        node: usize,
        (work, function): (&NodeWork, usize),
        context: usize,
    ) -> Result<()> {
        let functions = &self.functions;
        // SAFETY: as in `add_node`; a node of another kind is an error.
        check(unsafe {
            match &Parameters::of(work, function)? {
                Parameters::Kernel(kernel, _) => {
                    (functions.graph_set_kernel)(executable, node, kernel)
                }
                Parameters::Copy(copy) => {
                    (functions.graph_set_copy)(executable, node, copy, context)
                }
                Parameters::Fill(fill) => {
                    (functions.graph_set_fill)(executable, node, fill, context)
                }
                Parameters::Host(host) => (functions.graph_set_host)(executable, node, host),
                Parameters::Nothing => return Ok(()),
            }
        })
    }

    pub(in crate::device::cuda) fn enable_node(
        &self,
        executable: usize,
        node: usize,
        enabled: bool,
    ) -> Result<()> {
        // SAFETY: both are live ones of this driver (module's contract).
        check(unsafe { (self.functions.graph_enable)(executable, node, c_uint::from(enabled)) })
    }

    pub(in crate::device::cuda) fn instantiate_graph(&self, graph: usize) -> Result<usize> {
        // SAFETY: the graph is a live one of this driver (module's contract).
        out(|executable| unsafe { (self.functions.graph_instantiate)(executable, graph, 0) })
    }

    pub(in crate::device::cuda) fn upload_graph(
        &self,
        executable: usize,
        stream: usize,
    ) -> Result<()> {
        // SAFETY: both are live ones of this driver (module's contract).
        check(unsafe { (self.functions.graph_upload)(executable, stream) })
    }

    pub(in crate::device::cuda) fn launch_graph(
        &self,
        executable: usize,
        stream: usize,
    ) -> Result<()> {
        // SAFETY: both are live ones of this driver (module's contract); what its nodes do was promised when they were added or set.
        check(unsafe { (self.functions.graph_launch)(executable, stream) })
    }

    /// Gives the nodes of an executable graph the parameters of another graph's nodes (`cuGraphExecUpdate`).
    pub(in crate::device::cuda) fn update_graph(
        &self,
        executable: usize,
        graph: usize,
    ) -> Result<()> {
        let mut result = UpdateResult::default();
        // SAFETY: both are live ones of this driver (module's contract), and the result is as large as the driver's.
        check(unsafe { (self.functions.graph_update)(executable, graph, &mut result) })
    }

    /// Destroys an executable graph, whose launches still run to their ends.
    pub(in crate::device::cuda) fn destroy_executable(&self, executable: usize) -> Result<()> {
        // SAFETY: it is a live one of this driver (module's contract), and nobody uses it any more.
        check(unsafe { (self.functions.graph_exec_destroy)(executable) })
    }

    /// Destroys a graph, of which no executable one is left.
    pub(in crate::device::cuda) fn destroy_graph(&self, graph: usize) -> Result<()> {
        // SAFETY: as above.
        check(unsafe { (self.functions.graph_destroy)(graph) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structures_are_as_large_as_the_drivers() {
        // As `sizeof` says of CUDA 13.0's cuda.h.
        assert_eq!(size_of::<KernelNode>(), 72);
        assert_eq!(size_of::<Memcpy3d>(), 200);
        assert_eq!(size_of::<FillNode>(), 40);
        assert_eq!(size_of::<HostNode>(), 16);
        assert_eq!(size_of::<UpdateResult>(), 24);
        assert_eq!(size_of::<LaunchAttributeValue>(), 64);
    }

    #[test]
    fn copies_that_the_driver_does_not_know_are_refused() {
        let copy = Copy {
            height: 2,
            depth: 3,
            ..Copy::linear(256, 512, 16)
        };
        assert!(copy_node(&copy).is_some());
        let odd = Copy {
            target_slice: 40,
            ..copy
        };
        assert!(copy_node(&odd).is_none());
    }
}
