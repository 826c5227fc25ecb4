//! `cudaDeviceGetAttribute`: the properties again, by number.

use super::ffi::{Out, api};
use super::properties::DeviceProp;
use crate::device::Status;
use crate::device::cpu::sanitizer;

/// The value of a `cudaDeviceAttr`; none if there is no such attribute.
pub(super) fn value(p: &DeviceProp, attribute: i32) -> Option<i64> {
    of_processor(p, attribute)
        .or_else(|| of_textures(p, attribute))
        .or_else(|| of_abilities(p, attribute))
}

/// What a device can do beside computing.
fn of_abilities(p: &DeviceProp, attribute: i32) -> Option<i64> {
    let word = i64::from;
    let size = |value: usize| value as i64;
    Some(match attribute {
        78 => word(p.stream_priorities_supported),
        83 => word(p.managed_memory),
        84 => word(p.is_multi_gpu_board),
        85 => word(p.multi_gpu_board_group_id),
        86 => word(p.host_native_atomic_supported),
        87 => word(p.single_to_double_precision_perf_ratio),
        88 => word(p.pageable_memory_access),
        89 => word(p.concurrent_managed_access),
        90 => word(p.compute_preemption_supported),
        91 => word(p.can_use_host_pointer_for_registered_mem),
        95 => word(p.cooperative_launch),
        96 => word(p.cooperative_multi_device_launch),
        97 => size(p.shared_mem_per_block_optin),
        // Remote writes are those of other devices on the bus.
        98 => 0,
        99 => word(p.host_register_supported),
        100 => word(p.pageable_memory_access_uses_host_page_tables),
        101 => word(p.direct_managed_mem_access_from_host),
        106 => word(p.max_blocks_per_multi_processor),
        108 => word(p.persisting_l2_cache_max_size),
        109 => word(p.access_policy_max_window_size),
        111 => size(p.reserved_shared_mem_per_block),
        112 => word(p.sparse_cuda_array_supported),
        113 => word(p.host_register_read_only_supported),
        114 => word(p.timeline_semaphore_interop_supported),
        115 => word(p.memory_pools_supported),
        116 => word(p.gpu_direct_rdma_supported),
        117 => i64::from(p.gpu_direct_rdma_flush_writes_options),
        118 => word(p.gpu_direct_rdma_writes_ordering),
        119 => i64::from(p.memory_pool_supported_handle_types),
        120 => word(p.cluster_launch),
        121 => word(p.deferred_mapping_cuda_array_supported),
        125 => word(p.ipc_event_supported),
        126 => 1,
        129 => word(p.unified_function_pointers),
        // The driver API's alone. Gathers from two-dimensional textures.
        44 => 1,
        // Other systems' handles, compressed memory, what RDMA reaches, fabrics,
        // tensor maps, multicast, decompression, and memory of the host's.
        92..=94
        | 104
        | 105
        | 107
        | 110
        | 122..=124
        | 127
        | 128
        | 132
        | 136
        | 137
        | 141
        | 145
        | 146 => 0,
        130 => word(p.device_numa_config),
        131 => word(p.device_numa_id),
        133 => word(p.mps_enabled),
        134 => word(p.host_numa_id),
        139 => i64::from(p.gpu_pci_device_id),
        140 => i64::from(p.gpu_pci_subsystem_id),
        // Pools of the host's memory.
        142 | 144 => word(p.memory_pools_supported),
        135 | 138 | 147 => 0,
        143 => word(p.host_numa_multinode_ipc_supported),
        _ => return None,
    })
}

/// What a device is made of, and how large its launches and memories may be.
fn of_processor(p: &DeviceProp, attribute: i32) -> Option<i64> {
    let word = i64::from;
    let size = |value: usize| value as i64;
    Some(match attribute {
        1 => word(p.max_threads_per_block),
        2..=4 => word(p.max_threads_dim[attribute as usize - 2]),
        5..=7 => word(p.max_grid_size[attribute as usize - 5]),
        8 => size(p.shared_mem_per_block),
        9 => size(p.total_const_mem),
        10 => word(p.warp_size),
        11 => size(p.mem_pitch),
        12 => word(p.regs_per_block),
        13 => word(p.clock_rate),
        14 => size(p.texture_alignment),
        15 => word(p.device_overlap),
        16 => word(p.multi_processor_count),
        17 => word(p.kernel_exec_timeout_enabled),
        18 => word(p.integrated),
        19 => word(p.can_map_host_memory),
        20 => word(p.compute_mode),
        30 => size(p.surface_alignment),
        31 => word(p.concurrent_kernels),
        32 => word(p.ecc_enabled),
        33 => word(p.pci_bus_id),
        34 => word(p.pci_device_id),
        35 => word(p.tcc_driver),
        36 => word(p.memory_clock_rate),
        37 => word(p.memory_bus_width),
        38 => word(p.l2_cache_size),
        39 => word(p.max_threads_per_multi_processor),
        40 => word(p.async_engine_count),
        41 => word(p.unified_addressing),
        50 => word(p.pci_domain_id),
        51 => size(p.texture_pitch_alignment),
        75 => word(p.major),
        76 => word(p.minor),
        79 => word(p.global_l1_cache_supported),
        80 => word(p.local_l1_cache_supported),
        81 => size(p.shared_mem_per_multiprocessor),
        82 => word(p.regs_per_multiprocessor),
        _ => return None,
    })
}

/// How large textures and surfaces may be.
fn of_textures(p: &DeviceProp, attribute: i32) -> Option<i64> {
    let word = i64::from;
    Some(match attribute {
        21 => word(p.max_texture1_d),
        22 | 23 => word(p.max_texture2_d[attribute as usize - 22]),
        24..=26 => word(p.max_texture3_d[attribute as usize - 24]),
        27..=29 => word(p.max_texture2_d_layered[attribute as usize - 27]),
        42 | 43 => word(p.max_texture1_d_layered[attribute as usize - 42]),
        45 | 46 => word(p.max_texture2_d_gather[attribute as usize - 45]),
        47..=49 => word(p.max_texture3_d_alt[attribute as usize - 47]),
        52 => word(p.max_texture_cubemap),
        53 | 54 => word(p.max_texture_cubemap_layered[attribute as usize - 53]),
        55 => word(p.max_surface1_d),
        56 | 57 => word(p.max_surface2_d[attribute as usize - 56]),
        58..=60 => word(p.max_surface3_d[attribute as usize - 58]),
        61 | 62 => word(p.max_surface1_d_layered[attribute as usize - 61]),
        63..=65 => word(p.max_surface2_d_layered[attribute as usize - 63]),
        66 => word(p.max_surface_cubemap),
        67 | 68 => word(p.max_surface_cubemap_layered[attribute as usize - 67]),
        69 => word(p.max_texture1_d_linear),
        70..=72 => word(p.max_texture2_d_linear[attribute as usize - 70]),
        73 | 74 => word(p.max_texture2_d_mipmap[attribute as usize - 73]),
        77 => word(p.max_texture1_d_mipmap),
        _ => return None,
    })
}

/// Whether kernels reach all memory of the host, and by its page tables.
const PAGEABLE_MEMORY: [i32; 2] = [88, 100];

/// Virtual memory management, and its handles by file descriptors.
const MAPPED_MEMORY: [i32; 2] = [102, 103];

/// Memory operations in streams, as CUDA had them first and has them now.
const STREAM_VALUES: [i32; 5] = [92, 93, 94, 122, 123];

api! {
    plain fn cudaDeviceGetAttribute(runtime, target: Out<i32>, attribute: i32, device: i32) {
        let number = runtime.number(device)?;
        if MAPPED_MEMORY.contains(&attribute) {
            return target.put(i32::from(runtime.device().maps_memory(number)));
        }
        if STREAM_VALUES.contains(&attribute) {
            let device = runtime.device();
            return target.put(i32::from(device.stream_values().is_some() || device.reaches_host_memory()));
        }
        let found = value(&runtime.device_prop(number), attribute).ok_or(Status::INVALID_VALUE)?;
        if PAGEABLE_MEMORY.contains(&attribute) {
            // Who asks knows, and goes by the answer.
            runtime.host_pointers().end();
            sanitizer::allow_host_memory();
        }
        target.put(i32::try_from(found).unwrap_or(i32::MAX))
    }
}
