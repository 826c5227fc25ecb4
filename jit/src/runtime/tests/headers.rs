//! The embedded headers and this implementation agree: every declared function exists, every structure has the same layout.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::mem::offset_of;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::super::properties::DeviceProp;
use super::super::symbols;
use super::super::texture_types::*;
use super::super::types::*;
use crate::device::Status;

fn include_directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../devicecc/include")
}

/// Names of functions that the headers declare as external.
fn declared() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for file in [
        "runtime_arrays.h",
        "runtime_graphs.h",
        "runtime_memory.h",
        "runtime_streams.h",
        "texture_objects.h",
    ] {
        let text = std::fs::read_to_string(include_directory().join("chevron").join(file))
            .expect("the header is there");
        let external = text
            .split("extern \"C\" {")
            .nth(1)
            .and_then(|rest| rest.split("\n}").next())
            .expect("a block of C");
        for line in external
            .lines()
            .filter(|line| !line.starts_with([' ', '/']))
        {
            if let Some(name) = line
                .split('(')
                .next()
                .and_then(|head| head.rsplit([' ', '*']).next())
                && !name.is_empty()
            {
                names.insert(name.to_owned());
            }
        }
    }
    names
}

#[test]
fn every_declared_function_exists_and_no_other() {
    let declared = declared();
    assert!(
        declared.len() > 200,
        "the headers were read wrongly: {}",
        declared.len()
    );
    let exported: BTreeSet<String> = symbols()
        .iter()
        .map(|(name, _)| (*name).to_owned())
        .collect();
    assert_eq!(exported.len(), symbols().len(), "a name is there twice");
    let missing: Vec<_> = declared.difference(&exported).collect();
    assert!(missing.is_empty(), "declared but not there: {missing:?}");
    let hidden: Vec<_> = exported
        .difference(&declared)
        .filter(|name| !name.starts_with("__chv_"))
        .collect();
    assert!(hidden.is_empty(), "there but not declared: {hidden:?}");
}

/// Static assertions in C++ about one structure.
fn layout(text: &mut String, name: &str, bytes: usize, members: &[(&str, usize)]) {
    writeln!(
        text,
        "static_assert(sizeof({name}) == {bytes}, \"size of {name}\");"
    )
    .expect("writes");
    for (member, offset) in members {
        writeln!(
            text,
            "static_assert(__builtin_offsetof({name}, {member}) == {offset}, \"{name}::{member}\");"
        )
        .expect("writes");
    }
}

macro_rules! layouts {
    ($text:ident; $($c:literal = $rust:ty { $($member:literal: $field:ident),* $(,)? })*) => {
        $(layout(&mut $text, $c, size_of::<$rust>(), &[$(($member, offset_of!($rust, $field))),*]);)*
    };
}

/// C++ that compiles only if the headers' layouts are those of `types` and `properties`.
fn assertions() -> String {
    let mut text = String::from("#include <cuda_runtime_api.h>\n");
    text += &of_memory_and_launches();
    text += &of_graphs();
    text += &of_textures();
    text
}

fn of_memory_and_launches() -> String {
    let mut text = String::new();
    layouts! { text;
        "dim3" = Dim3 { "x": x, "y": y, "z": z }
        "cudaPitchedPtr" = PitchedPtr { "ptr": ptr, "pitch": pitch, "xsize": xsize, "ysize": ysize }
        "cudaExtent" = Extent { "width": width, "depth": depth }
        "cudaPos" = Pos { "x": x, "z": z }
        "cudaMemcpy3DParms" = Memcpy3DParms {
            "srcArray": src_array, "srcPos": src_pos, "srcPtr": src_ptr, "dstArray": dst_array, "dstPos": dst_pos,
            "dstPtr": dst_ptr, "extent": extent, "kind": kind,
        }
        "cudaMemcpy3DPeerParms" = Memcpy3DPeerParms {
            "srcDevice": src_device, "dstArray": dst_array, "dstDevice": dst_device, "extent": extent,
        }
        "cudaPointerAttributes" = PointerAttributes {
            "type": kind, "device": device, "devicePointer": device_pointer, "hostPointer": host_pointer,
        }
        "cudaMemLocation" = MemLocation { "type": kind, "id": id }
        "cudaMemAccessDesc" = MemAccessDesc { "location": location, "flags": flags }
        "cudaMemPoolProps" = MemPoolProps {
            "allocType": alloc_type, "handleTypes": handle_types, "location": location, "maxSize": max_size, "usage": usage,
        }
        "cudaDeviceProp" = DeviceProp {
            "name": name, "uuid": uuid, "totalGlobalMem": total_global_mem, "warpSize": warp_size, "maxGridSize": max_grid_size,
            "major": major, "multiProcessorCount": multi_processor_count, "maxTexture3D": max_texture3_d,
            "surfaceAlignment": surface_alignment, "concurrentKernels": concurrent_kernels, "managedMemory": managed_memory,
            "cooperativeLaunch": cooperative_launch, "sharedMemPerBlockOptin": shared_mem_per_block_optin,
            "memoryPoolsSupported": memory_pools_supported, "clockRate": clock_rate, "reserved": reserved,
        }
        "cudaFuncAttributes" = FuncAttributes {
            "sharedSizeBytes": shared_size_bytes, "maxThreadsPerBlock": max_threads_per_block, "numRegs": num_regs,
            "maxDynamicSharedSizeBytes": max_dynamic_shared_size_bytes, "reserved": reserved,
        }
        "cudaLaunchAttributeValue" = LaunchAttributeValue {}
        "cudaLaunchAttribute" = LaunchAttribute { "id": id, "val": value }
        "cudaLaunchConfig_t" = LaunchConfiguration {
            "gridDim": grid, "blockDim": block, "dynamicSmemBytes": dynamic_smem_bytes, "stream": stream, "attrs": attributes,
            "numAttrs": attribute_count,
        }
    }
    text
}

fn of_graphs() -> String {
    let mut text = String::new();
    layouts! { text;
        "cudaKernelNodeParams" = KernelNodeParams {
            "func": function, "gridDim": grid, "blockDim": block, "sharedMemBytes": shared_mem_bytes,
            "kernelParams": kernel_params, "extra": extra,
        }
        "cudaMemsetParams" = MemsetParams { "dst": dst, "pitch": pitch, "value": value, "elementSize": element_size, "width": width }
        "cudaHostNodeParams" = HostNodeParams { "fn": function, "userData": user_data }
        "cudaMemcpyNodeParams" = MemcpyNodeParams { "flags": flags, "copyParams": copy }
        "cudaMemAllocNodeParams" = MemAllocNodeParams {
            "poolProps": pool, "accessDescs": access, "accessDescCount": access_count, "bytesize": bytes, "dptr": dptr,
        }
        "cudaChildGraphNodeParams" = ChildGraphNodeParams { "graph": graph, "ownership": ownership }
        "cudaGraphNodeParams" = GraphNodeParams { "type": kind, "kernel": params, "reserved2": reserved2 }
        "cudaGraphEdgeData" = GraphEdgeData { "from_port": from_port, "to_port": to_port, "type": kind }
        "cudaGraphExecUpdateResultInfo" = GraphExecUpdateResultInfo {
            "result": result, "errorNode": error_node, "errorFromNode": error_from_node,
        }
        "cudaGraphInstantiateParams" = GraphInstantiateParams {
            "flags": flags, "uploadStream": upload_stream, "errNode_out": error_node, "result_out": result,
        }
    }
    text
}

fn of_textures() -> String {
    let mut text = String::new();
    layouts! { text;
        "cudaResourceDesc" = ResourceDesc { "resType": kind, "res": resource, "flags": flags }
        "decltype(cudaResourceDesc::res.linear)" = LinearResource { "devPtr": memory, "desc": format, "sizeInBytes": bytes }
        "decltype(cudaResourceDesc::res.pitch2D)" = PitchedResource {
            "devPtr": memory, "desc": format, "width": width, "height": height, "pitchInBytes": pitch_bytes,
        }
        "cudaTextureDesc" = TextureDesc {
            "addressMode": address_mode, "filterMode": filter_mode, "readMode": read_mode, "sRGB": srgb,
            "borderColor": border_color, "normalizedCoords": normalized_coords, "maxAnisotropy": max_anisotropy,
            "mipmapFilterMode": mipmap_filter_mode, "mipmapLevelBias": mipmap_level_bias,
            "minMipmapLevelClamp": min_mipmap_level_clamp, "maxMipmapLevelClamp": max_mipmap_level_clamp,
            "disableTrilinearOptimization": disable_trilinear_optimization, "seamlessCubemap": seamless_cubemap,
        }
        "cudaResourceViewDesc" = ResourceViewDesc {
            "format": format, "width": width, "depth": depth, "firstMipmapLevel": first_mipmap_level, "lastLayer": last_layer,
            "reserved": reserved,
        }
        "__chv_level" = Level {
            "__texels": memory, "__size": size, "__row_bytes": row_bytes, "__slice_bytes": slice_bytes,
        }
        "__chv_texture" = KernelTexture {
            "__kind": kind, "__bits": bits, "__channels": channels, "__texel_bytes": texel_bytes, "__address": address_mode,
            "__linear": linear, "__normalized": normalized, "__srgb": srgb, "__coordinates_are_parts": coordinates_are_parts,
            "__layers": layers, "__border": border, "__levels": level_count, "__linear_between_levels": linear_between_levels,
            "__level_bias": level_bias, "__level_min": level_min, "__level_max": level_max, "__level": levels,
        }
    }
    text
}

/// The clang that this build of LLVM comes with.
fn clang() -> PathBuf {
    let prefix = option_env!("LLVM_SYS_221_PREFIX").unwrap_or("/usr/lib/llvm-22");
    Path::new(prefix).join("bin/clang++")
}

#[test]
fn structures_have_the_layouts_of_the_headers() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("layouts.cu");
    let mut text = assertions();
    for number in [0, 1, 2, 9, 98, 700, 719, 720, 801, 906, 910, 999] {
        let name = Status(number).name();
        writeln!(text, "static_assert({name} == {number}, \"{name}\");").expect("writes");
    }
    std::fs::write(&file, text).expect("writes");
    let flags = [
        "-fsyntax-only",
        "-std=c++20",
        "-x",
        "cuda",
        "-nocudainc",
        "-nocudalib",
        "--cuda-host-only",
    ];
    let output = Command::new(clang())
        .args(flags)
        .arg("-I")
        .arg(include_directory())
        .arg(&file)
        .output()
        .expect("clang runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
