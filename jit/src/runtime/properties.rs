//! `cudaDeviceProp`, filled from what a device says of itself.

use super::Runtime;
use super::ffi::{Out, api};
use super::memory::PITCH_ALIGN_BYTES;
use super::occupancy::RESERVED_SHARED_BYTES;
use super::texture::LINEAR_TEXELS_MAX;
use crate::device::Properties;

/// Memory allocations are aligned to this, bytes, and so are textures.
const TEXTURE_ALIGN_BYTES: usize = 512;

/// Texels of a side at most, of a cube's side, and layers.
const SIDE_MAX: i32 = 32_768;
const CUBE_SIDE_MAX: i32 = 16_384;
const LAYERS_MAX: i32 = 2048;

/// Rows of two-dimensional copies can be this far apart, bytes.
const PITCH_MAX_BYTES: usize = 0x7fff_ffff;

/// `cudaDeviceProp`. The size is CUDA 13's; members that CUDA 12 had beyond that stand in its first reserved words.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeviceProp {
    pub(crate) name: [u8; 256],
    pub(crate) uuid: [u8; 16],
    pub(crate) luid: [u8; 8],
    pub(crate) luid_device_node_mask: u32,
    pub(crate) total_global_mem: usize,
    pub(crate) shared_mem_per_block: usize,
    pub(crate) regs_per_block: i32,
    pub(crate) warp_size: i32,
    pub(crate) mem_pitch: usize,
    pub(crate) max_threads_per_block: i32,
    pub(crate) max_threads_dim: [i32; 3],
    pub(crate) max_grid_size: [i32; 3],
    pub(crate) total_const_mem: usize,
    pub(crate) major: i32,
    pub(crate) minor: i32,
    pub(crate) texture_alignment: usize,
    pub(crate) texture_pitch_alignment: usize,
    pub(crate) multi_processor_count: i32,
    pub(crate) integrated: i32,
    pub(crate) can_map_host_memory: i32,
    pub(crate) max_texture1_d: i32,
    pub(crate) max_texture1_d_mipmap: i32,
    pub(crate) max_texture2_d: [i32; 2],
    pub(crate) max_texture2_d_mipmap: [i32; 2],
    pub(crate) max_texture2_d_linear: [i32; 3],
    pub(crate) max_texture2_d_gather: [i32; 2],
    pub(crate) max_texture3_d: [i32; 3],
    pub(crate) max_texture3_d_alt: [i32; 3],
    pub(crate) max_texture_cubemap: i32,
    pub(crate) max_texture1_d_layered: [i32; 2],
    pub(crate) max_texture2_d_layered: [i32; 3],
    pub(crate) max_texture_cubemap_layered: [i32; 2],
    pub(crate) max_surface1_d: i32,
    pub(crate) max_surface2_d: [i32; 2],
    pub(crate) max_surface3_d: [i32; 3],
    pub(crate) max_surface1_d_layered: [i32; 2],
    pub(crate) max_surface2_d_layered: [i32; 3],
    pub(crate) max_surface_cubemap: i32,
    pub(crate) max_surface_cubemap_layered: [i32; 2],
    pub(crate) surface_alignment: usize,
    pub(crate) concurrent_kernels: i32,
    pub(crate) ecc_enabled: i32,
    pub(crate) pci_bus_id: i32,
    pub(crate) pci_device_id: i32,
    pub(crate) pci_domain_id: i32,
    pub(crate) tcc_driver: i32,
    pub(crate) async_engine_count: i32,
    pub(crate) unified_addressing: i32,
    pub(crate) memory_bus_width: i32,
    pub(crate) l2_cache_size: i32,
    pub(crate) persisting_l2_cache_max_size: i32,
    pub(crate) max_threads_per_multi_processor: i32,
    pub(crate) stream_priorities_supported: i32,
    pub(crate) global_l1_cache_supported: i32,
    pub(crate) local_l1_cache_supported: i32,
    pub(crate) shared_mem_per_multiprocessor: usize,
    pub(crate) regs_per_multiprocessor: i32,
    pub(crate) managed_memory: i32,
    pub(crate) is_multi_gpu_board: i32,
    pub(crate) multi_gpu_board_group_id: i32,
    pub(crate) host_native_atomic_supported: i32,
    pub(crate) pageable_memory_access: i32,
    pub(crate) concurrent_managed_access: i32,
    pub(crate) compute_preemption_supported: i32,
    pub(crate) can_use_host_pointer_for_registered_mem: i32,
    pub(crate) cooperative_launch: i32,
    pub(crate) shared_mem_per_block_optin: usize,
    pub(crate) pageable_memory_access_uses_host_page_tables: i32,
    pub(crate) direct_managed_mem_access_from_host: i32,
    pub(crate) max_blocks_per_multi_processor: i32,
    pub(crate) access_policy_max_window_size: i32,
    pub(crate) reserved_shared_mem_per_block: usize,
    pub(crate) host_register_supported: i32,
    pub(crate) sparse_cuda_array_supported: i32,
    pub(crate) host_register_read_only_supported: i32,
    pub(crate) timeline_semaphore_interop_supported: i32,
    pub(crate) memory_pools_supported: i32,
    pub(crate) gpu_direct_rdma_supported: i32,
    pub(crate) gpu_direct_rdma_flush_writes_options: u32,
    pub(crate) gpu_direct_rdma_writes_ordering: i32,
    pub(crate) memory_pool_supported_handle_types: u32,
    pub(crate) deferred_mapping_cuda_array_supported: i32,
    pub(crate) ipc_event_supported: i32,
    pub(crate) cluster_launch: i32,
    pub(crate) unified_function_pointers: i32,
    pub(crate) device_numa_config: i32,
    pub(crate) device_numa_id: i32,
    pub(crate) mps_enabled: i32,
    pub(crate) host_numa_id: i32,
    pub(crate) gpu_pci_device_id: u32,
    pub(crate) gpu_pci_subsystem_id: u32,
    pub(crate) host_numa_multinode_ipc_supported: i32,
    pub(crate) clock_rate: i32,
    pub(crate) memory_clock_rate: i32,
    pub(crate) device_overlap: i32,
    pub(crate) kernel_exec_timeout_enabled: i32,
    pub(crate) compute_mode: i32,
    pub(crate) single_to_double_precision_perf_ratio: i32,
    pub(crate) cooperative_multi_device_launch: i32,
    pub(crate) max_texture1_d_linear: i32,
    pub(crate) reserved: [i32; 48],
}

impl DeviceProp {
    /// What programs ask for.
    pub(crate) fn of(properties: &Properties) -> DeviceProp {
        let mut name = [0; 256];
        let length = properties.name.len().min(name.len() - 1);
        name[..length].copy_from_slice(&properties.name.as_bytes()[..length]);
        DeviceProp {
            name,
            uuid: uuid(properties),
            total_global_mem: properties.memory_bytes,
            shared_mem_per_block: properties.shared_bytes_max as usize,
            regs_per_block: properties.registers_per_block as i32,
            warp_size: properties.warp_size as i32,
            mem_pitch: PITCH_MAX_BYTES,
            max_threads_per_block: properties.block_threads_max as i32,
            max_threads_dim: properties.block_extents_max.map(|extent| extent as i32),
            max_grid_size: properties.grid_extents_max.map(|extent| extent as i32),
            total_const_mem: properties.constant_bytes,
            major: properties.capability.0 as i32,
            minor: properties.capability.1 as i32,
            texture_alignment: TEXTURE_ALIGN_BYTES,
            texture_pitch_alignment: PITCH_ALIGN_BYTES,
            multi_processor_count: properties.multiprocessors as i32,
            integrated: i32::from(properties.integrated),
            can_map_host_memory: 1,
            surface_alignment: TEXTURE_ALIGN_BYTES,
            concurrent_kernels: 1,
            async_engine_count: 2,
            unified_addressing: 1,
            memory_bus_width: properties.memory_bus_bits as i32,
            l2_cache_size: properties.cache_bytes as i32,
            max_threads_per_multi_processor: properties.multiprocessor_threads_max as i32,
            stream_priorities_supported: i32::from(properties.priority_greatest < 0),
            global_l1_cache_supported: 1,
            local_l1_cache_supported: 1,
            shared_mem_per_multiprocessor: properties.multiprocessor_shared_bytes as usize,
            regs_per_multiprocessor: properties.registers_per_block as i32,
            managed_memory: 1,
            host_native_atomic_supported: i32::from(properties.integrated),
            pageable_memory_access: i32::from(properties.integrated),
            concurrent_managed_access: 1,
            can_use_host_pointer_for_registered_mem: 1,
            cooperative_launch: 1,
            // AMD's architectures count otherwise.
            cluster_launch: i32::from(
                properties.capability.0 >= 9 && properties.architecture.is_empty(),
            ),
            shared_mem_per_block_optin: properties.shared_optin_bytes_max as usize,
            pageable_memory_access_uses_host_page_tables: i32::from(properties.integrated),
            direct_managed_mem_access_from_host: i32::from(properties.integrated),
            max_blocks_per_multi_processor: properties.multiprocessor_blocks_max as i32,
            reserved_shared_mem_per_block: RESERVED_SHARED_BYTES as usize,
            host_register_supported: 1,
            memory_pools_supported: 1,
            unified_function_pointers: i32::from(properties.integrated),
            device_numa_id: -1,
            host_numa_id: -1,
            clock_rate: properties.clock_khz as i32,
            memory_clock_rate: properties.memory_clock_khz as i32,
            device_overlap: 1,
            single_to_double_precision_perf_ratio: 2,
            ..DeviceProp::of_textures()
        }
    }

    /// Textures are memory that kernels read: their limits are those of NVIDIA's newest GPUs. All else is zero.
    fn of_textures() -> DeviceProp {
        // SAFETY: the structure is integers and arrays of them, for which zero is a value.
        let nothing: DeviceProp = unsafe { std::mem::zeroed() };
        DeviceProp {
            max_texture1_d: 131_072,
            max_texture1_d_mipmap: SIDE_MAX,
            max_texture2_d: [131_072, 65_536],
            max_texture2_d_mipmap: [SIDE_MAX; 2],
            max_texture2_d_linear: [131_072, 65_000, 2_097_120],
            max_texture2_d_gather: [SIDE_MAX; 2],
            max_texture3_d: [CUBE_SIDE_MAX; 3],
            max_texture3_d_alt: [CUBE_SIDE_MAX / 2, CUBE_SIDE_MAX / 2, SIDE_MAX],
            max_texture_cubemap: SIDE_MAX,
            max_texture1_d_layered: [SIDE_MAX, LAYERS_MAX],
            max_texture2_d_layered: [SIDE_MAX, SIDE_MAX, LAYERS_MAX],
            max_texture_cubemap_layered: [SIDE_MAX, LAYERS_MAX - 2],
            max_surface1_d: SIDE_MAX,
            max_surface2_d: [131_072, 65_536],
            max_surface3_d: [CUBE_SIDE_MAX; 3],
            max_surface1_d_layered: [SIDE_MAX, LAYERS_MAX],
            max_surface2_d_layered: [SIDE_MAX, SIDE_MAX, LAYERS_MAX],
            max_surface_cubemap: SIDE_MAX,
            max_surface_cubemap_layered: [SIDE_MAX, LAYERS_MAX - 2],
            max_texture1_d_linear: LINEAR_TEXELS_MAX as i32,
            ..nothing
        }
    }
}

/// The same for the same device in every process: its id and name.
fn uuid(properties: &Properties) -> [u8; 16] {
    let mut uuid = [0; 16];
    for (index, byte) in properties
        .id
        .bytes()
        .chain(properties.name.bytes())
        .enumerate()
    {
        let place: &mut u8 = &mut uuid[index % 16];
        *place = place.rotate_left(3) ^ byte;
    }
    uuid
}

impl Runtime {
    /// A device's properties as the API gives them.
    pub(crate) fn device_prop(&self, number: usize) -> DeviceProp {
        let shares = self.device().sharing().is_some();
        let by_driver = self.device().driver_ipc().is_some();
        DeviceProp {
            memory_pool_supported_handle_types: u32::from(shares),
            ipc_event_supported: i32::from(shares || by_driver),
            ..DeviceProp::of(self.device().properties_of(number))
        }
    }
}

api! {
    plain fn cudaGetDeviceProperties(runtime, properties: Out<DeviceProp>, device: i32) {
        let mut known = runtime.device_prop(runtime.number(device)?);
        // A program that would give kernels memory of the host, because the device reaches it, gives them other memory then.
        if runtime.host_pointers().are_refused() {
            known.pageable_memory_access = 0;
            known.pageable_memory_access_uses_host_page_tables = 0;
        }
        properties.put(known)
    }
}
