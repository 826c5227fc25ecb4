//! Structures of the API as C sees them: sizes and offsets are CUDA 13's, and a test compares them with the embedded headers.

use std::ffi::c_void;

use super::handles::Handle;

/// `dim3`
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dim3 {
    pub(crate) x: u32,
    pub(crate) y: u32,
    pub(crate) z: u32,
}

impl Dim3 {
    pub(crate) fn extents(self) -> [u32; 3] {
        [self.x, self.y, self.z]
    }
}

impl From<[u32; 3]> for Dim3 {
    fn from([x, y, z]: [u32; 3]) -> Dim3 {
        Dim3 { x, y, z }
    }
}

/// `cudaPitchedPtr`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PitchedPtr {
    pub(crate) ptr: usize,
    pub(crate) pitch: usize,
    pub(crate) xsize: usize,
    pub(crate) ysize: usize,
}

/// `cudaExtent`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) depth: usize,
}

/// `cudaChannelFormatDesc`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChannelFormatDesc {
    /// Bits of each channel.
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) z: i32,
    pub(crate) w: i32,
    /// 0 signed, 1 unsigned, 2 floating-point.
    pub(crate) kind: i32,
}

/// `cudaPos`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pos {
    pub(crate) x: usize,
    pub(crate) y: usize,
    pub(crate) z: usize,
}

/// `cudaMemcpy3DParms`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Memcpy3DParms {
    pub(crate) src_array: usize,
    pub(crate) src_pos: Pos,
    pub(crate) src_ptr: PitchedPtr,
    pub(crate) dst_array: usize,
    pub(crate) dst_pos: Pos,
    pub(crate) dst_ptr: PitchedPtr,
    pub(crate) extent: Extent,
    pub(crate) kind: i32,
}

/// `cudaMemcpy3DPeerParms`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Memcpy3DPeerParms {
    pub(crate) src_array: usize,
    pub(crate) src_pos: Pos,
    pub(crate) src_ptr: PitchedPtr,
    pub(crate) src_device: i32,
    pub(crate) dst_array: usize,
    pub(crate) dst_pos: Pos,
    pub(crate) dst_ptr: PitchedPtr,
    pub(crate) dst_device: i32,
    pub(crate) extent: Extent,
}

/// `cudaPointerAttributes`
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PointerAttributes {
    pub(crate) kind: i32,
    pub(crate) device: i32,
    pub(crate) device_pointer: usize,
    pub(crate) host_pointer: usize,
    pub(crate) reserved: [i64; 8],
}

/// `cudaMemLocation`
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MemLocation {
    pub(crate) kind: i32,
    pub(crate) id: i32,
}

/// `cudaMemAccessDesc`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct MemAccessDesc {
    pub(crate) location: MemLocation,
    pub(crate) flags: i32,
}

/// `cudaMemPoolProps`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct MemPoolProps {
    pub(crate) alloc_type: i32,
    pub(crate) handle_types: i32,
    pub(crate) location: MemLocation,
    pub(crate) win32_security_attributes: usize,
    pub(crate) max_size: usize,
    pub(crate) usage: u16,
    pub(crate) reserved: [u8; 54],
}

/// `cudaFuncAttributes`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FuncAttributes {
    pub(crate) shared_size_bytes: usize,
    pub(crate) const_size_bytes: usize,
    pub(crate) local_size_bytes: usize,
    pub(crate) max_threads_per_block: i32,
    pub(crate) num_regs: i32,
    pub(crate) ptx_version: i32,
    pub(crate) binary_version: i32,
    pub(crate) cache_mode_ca: i32,
    pub(crate) max_dynamic_shared_size_bytes: i32,
    pub(crate) preferred_shmem_carveout: i32,
    pub(crate) cluster_dim_must_be_set: i32,
    pub(crate) required_cluster_width: i32,
    pub(crate) required_cluster_height: i32,
    pub(crate) required_cluster_depth: i32,
    pub(crate) cluster_scheduling_policy_preference: i32,
    pub(crate) non_portable_cluster_size_allowed: i32,
    pub(crate) reserved: [i32; 16],
}

/// `cudaLaunchAttributeValue`, a union of 64 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LaunchAttributeValue {
    pub(crate) words: [u64; 8],
}

impl LaunchAttributeValue {
    /// The members that are an `int` or three of them.
    pub(crate) fn integers(&self) -> [i32; 4] {
        [
            self.words[0] as i32,
            (self.words[0] >> 32) as i32,
            self.words[1] as i32,
            (self.words[1] >> 32) as i32,
        ]
    }

    pub(crate) fn of_integer(value: i32) -> LaunchAttributeValue {
        LaunchAttributeValue::of_integers([value, 0, 0])
    }

    pub(crate) fn of_integers(values: [i32; 3]) -> LaunchAttributeValue {
        let [x, y, z] = values.map(|it| u64::from(it.cast_unsigned()));
        LaunchAttributeValue {
            words: [x | y << 32, z, 0, 0, 0, 0, 0, 0],
        }
    }
}

/// `cudaLaunchAttribute`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaunchAttribute {
    pub(crate) id: i32,
    pub(crate) pad: [u8; 4],
    pub(crate) value: LaunchAttributeValue,
}

/// `cudaLaunchConfig_t`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaunchConfiguration {
    pub(crate) grid: Dim3,
    pub(crate) block: Dim3,
    pub(crate) dynamic_smem_bytes: usize,
    pub(crate) stream: Handle,
    pub(crate) attributes: *const LaunchAttribute,
    pub(crate) attribute_count: u32,
}

/// `cudaKernelNodeParams`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct KernelNodeParams {
    pub(crate) function: *const c_void,
    pub(crate) grid: Dim3,
    pub(crate) block: Dim3,
    pub(crate) shared_mem_bytes: u32,
    pub(crate) kernel_params: *const *const c_void,
    pub(crate) extra: *const *const c_void,
}

/// `cudaMemsetParams`
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MemsetParams {
    pub(crate) dst: usize,
    pub(crate) pitch: usize,
    pub(crate) value: u32,
    pub(crate) element_size: u32,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

/// `cudaHostFn_t`; called through the prelude, an exception does not come here.
pub(crate) type HostFn = extern "C" fn(*mut c_void);

/// `cudaStreamCallback_t`; likewise.
pub(crate) type StreamCallback = extern "C" fn(Handle, i32, *mut c_void);

/// `cudaHostNodeParams`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct HostNodeParams {
    pub(crate) function: Option<HostFn>,
    pub(crate) user_data: *mut c_void,
}

/// `cudaMemcpyNodeParams`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct MemcpyNodeParams {
    pub(crate) flags: i32,
    pub(crate) reserved: [i32; 3],
    pub(crate) copy: Memcpy3DParms,
}

/// `cudaMemAllocNodeParams`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct MemAllocNodeParams {
    pub(crate) pool: MemPoolProps,
    pub(crate) access: *const MemAccessDesc,
    pub(crate) access_count: usize,
    pub(crate) bytes: usize,
    pub(crate) dptr: usize,
}

/// `cudaChildGraphNodeParams`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChildGraphNodeParams {
    pub(crate) graph: Handle,
    pub(crate) ownership: i32,
}

/// `cudaConditionalNodeParams`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConditionalNodeParams {
    pub(crate) handle: u64,
    pub(crate) kind: i32,
    pub(crate) size: u32,
    /// Written by the runtime: the address of an array of `size` graphs.
    pub(crate) graphs_out: usize,
}

/// `cudaGraphNodeParams`; which member of the union holds is `kind`'s to say.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct GraphNodeParams {
    pub(crate) kind: i32,
    pub(crate) reserved0: [i32; 3],
    pub(crate) params: GraphNodeUnion,
    pub(crate) reserved2: i64,
}

/// The union in `cudaGraphNodeParams`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) union GraphNodeUnion {
    pub(crate) reserved1: [i64; 29],
    pub(crate) kernel: KernelNodeParams,
    pub(crate) memcpy: MemcpyNodeParams,
    pub(crate) memset: MemsetParams,
    pub(crate) host: HostNodeParams,
    pub(crate) graph: ChildGraphNodeParams,
    pub(crate) event: Handle,
    pub(crate) alloc: MemAllocNodeParams,
    pub(crate) free: usize,
    pub(crate) conditional: ConditionalNodeParams,
}

/// `cudaGraphEdgeData`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct GraphEdgeData {
    pub(crate) from_port: u8,
    pub(crate) to_port: u8,
    pub(crate) kind: u8,
    pub(crate) reserved: [u8; 5],
}

/// `cudaGraphExecUpdateResultInfo`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct GraphExecUpdateResultInfo {
    pub(crate) result: i32,
    pub(crate) error_node: Handle,
    pub(crate) error_from_node: Handle,
}

/// `cudaGraphInstantiateParams`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct GraphInstantiateParams {
    pub(crate) flags: u64,
    pub(crate) upload_stream: Handle,
    pub(crate) error_node: Handle,
    pub(crate) result: i32,
}
