//! Structures of textures and surfaces as C sees them, and as kernels do.

use super::handles::Handle;
use super::types::ChannelFormatDesc;

/// Smaller copies of an array at most: a side of 32,768 halved until it is 1.
pub(crate) const LEVELS_MAX: usize = 16;

/// `cudaResourceDesc`
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct ResourceDesc {
    pub(crate) kind: i32,
    pub(crate) resource: Resource,
    pub(crate) flags: u32,
}

/// The union in `cudaResourceDesc`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) union Resource {
    /// Of an array, or of a mipmapped one.
    pub(crate) array: Handle,
    pub(crate) linear: LinearResource,
    pub(crate) pitched: PitchedResource,
    pub(crate) reserved: [i32; 32],
}

/// `cudaResourceDesc.res.linear`
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct LinearResource {
    pub(crate) memory: u64,
    pub(crate) format: ChannelFormatDesc,
    pub(crate) bytes: usize,
}

/// `cudaResourceDesc.res.pitch2D`
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct PitchedResource {
    pub(crate) memory: u64,
    pub(crate) format: ChannelFormatDesc,
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) pitch_bytes: usize,
}

/// `cudaTextureDesc`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TextureDesc {
    pub(crate) address_mode: [i32; 3],
    pub(crate) filter_mode: i32,
    pub(crate) read_mode: i32,
    pub(crate) srgb: i32,
    pub(crate) border_color: [f32; 4],
    pub(crate) normalized_coords: i32,
    pub(crate) max_anisotropy: u32,
    pub(crate) mipmap_filter_mode: i32,
    pub(crate) mipmap_level_bias: f32,
    pub(crate) min_mipmap_level_clamp: f32,
    pub(crate) max_mipmap_level_clamp: f32,
    pub(crate) disable_trilinear_optimization: i32,
    pub(crate) seamless_cubemap: i32,
}

/// `cudaResourceViewDesc`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ResourceViewDesc {
    pub(crate) format: i32,
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) depth: usize,
    pub(crate) first_mipmap_level: u32,
    pub(crate) last_mipmap_level: u32,
    pub(crate) first_layer: u32,
    pub(crate) last_layer: u32,
    pub(crate) reserved: [u32; 16],
}

/// One of a texture's sizes as kernels see it: `__chv_level` in `chevron/texture_texels.h`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Level {
    pub(crate) memory: u64,
    /// In texels; the slices of a layered one are not its depth.
    pub(crate) size: [u32; 3],
    pub(crate) pad: u32,
    pub(crate) row_bytes: u64,
    pub(crate) slice_bytes: u64,
}

/// A texture or surface as kernels see it: `__chv_texture` in `chevron/texture_texels.h`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KernelTexture {
    pub(crate) kind: u32,
    pub(crate) bits: u32,
    pub(crate) channels: u32,
    pub(crate) texel_bytes: u32,
    pub(crate) address_mode: [u32; 3],
    pub(crate) linear: u32,
    pub(crate) normalized: u32,
    pub(crate) srgb: u32,
    pub(crate) coordinates_are_parts: u32,
    pub(crate) layers: u32,
    pub(crate) border: [f32; 4],
    pub(crate) level_count: u32,
    pub(crate) linear_between_levels: u32,
    pub(crate) level_bias: f32,
    pub(crate) level_min: f32,
    pub(crate) level_max: f32,
    pub(crate) pad: u32,
    pub(crate) levels: [Level; LEVELS_MAX],
}
