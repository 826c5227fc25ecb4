//! Texture and surface objects: descriptions of memory that kernels read through `chevron/texture_fetch.h` and `chevron/surface_access.h`.
//!
//! An object is the address of its description in device memory, so the same kernels work on every device.

use std::collections::HashMap;
use std::sync::Mutex;

use super::Runtime;
use super::allocations::{Owner, Space};
use super::array::{Array, channels, element_bytes};
use super::ffi::{In, Out, address, api};
use super::texture_types::{
    KernelTexture, Level, LinearResource, PitchedResource, ResourceDesc, ResourceViewDesc,
    TextureDesc,
};
use super::types::ChannelFormatDesc;
use crate::device::{Completion, Copy, Error, MemoryKind, Result, Status, StreamOptions};
use crate::lock::lock;

/// Texels of linear memory at most: what NVIDIA's GPUs have.
pub(crate) const LINEAR_TEXELS_MAX: usize = 1 << 28;

// `cudaResourceType`
const ARRAY: i32 = 0;
const MIPMAPPED: i32 = 1;
const LINEAR: i32 = 2;
const PITCHED: i32 = 3;

// `cudaTextureAddressMode`
const CLAMP: u32 = 1;
const MODES: i32 = 4;

/// The process's textures and surfaces, by their objects.
#[derive(Default)]
pub(crate) struct Textures {
    objects: Mutex<HashMap<u64, Object>>,
}

/// What an object was made of.
#[derive(Clone, Copy)]
struct Object {
    resource: ResourceDesc,
    /// None: it is a surface.
    texture: Option<TextureDesc>,
    view: Option<ResourceViewDesc>,
}

/// Memory of a resource, as texels.
struct Texels {
    format: ChannelFormatDesc,
    levels: Vec<Level>,
    /// Layers, or cubes of six faces each.
    layers: u32,
    is_cubemap: bool,
}

fn invalid<T>(why: &str) -> Result<T> {
    Err(Error::new(Status::INVALID_VALUE, why))
}

fn level_of(array: &Array) -> Level {
    let has_depth = !array.is_layered() && !array.is_cubemap();
    let depth = if has_depth { array.slices() } else { 1 };
    Level {
        memory: array.memory,
        size: [array.extent.width, array.rows(), depth].map(|size| size as u32),
        row_bytes: array.row_bytes as u64,
        slice_bytes: array.slice_bytes() as u64,
        pad: 0,
    }
}

fn texels_of(array: &Array, levels: Vec<Level>) -> Texels {
    let slices = match array.is_layered() || array.is_cubemap() {
        true => array.slices(),
        false => 1,
    };
    let faces = if array.is_cubemap() { 6 } else { 1 };
    Texels {
        format: array.format,
        levels,
        layers: (slices / faces) as u32,
        is_cubemap: array.is_cubemap(),
    }
}

/// The format that a `cudaResourceViewFormat` names.
fn viewed_format(format: i32) -> Result<ChannelFormatDesc> {
    let group = usize::try_from(format - 1).map_err(|_| Status::INVALID_VALUE)? / 3;
    let count = [1, 2, 4][(format - 1) as usize % 3];
    let (bits, kind) = match group {
        0 => (8, 1),
        1 => (8, 0),
        2 => (16, 1),
        3 => (16, 0),
        4 => (32, 1),
        5 => (32, 0),
        6 => (16, 2),
        7 => (32, 2),
        _ => return invalid("texture: block-compressed formats are not there"),
    };
    let channel = |number: i32| if number < count { bits } else { 0 };
    Ok(ChannelFormatDesc {
        x: channel(0),
        y: channel(1),
        z: channel(2),
        w: channel(3),
        kind,
    })
}

impl Texels {
    /// Of them what a view shows.
    fn viewed(mut self, view: &ResourceViewDesc) -> Result<Texels> {
        if view.format != 0 {
            let format = viewed_format(view.format)?;
            if element_bytes(&format)? != element_bytes(&self.format)? {
                return invalid("texture: the view's format has texels of another size");
            }
            self.format = format;
        }
        let (first, last) = (view.first_mipmap_level, view.last_mipmap_level);
        let levels = self.levels.get(first as usize..=last as usize);
        self.levels = levels.ok_or(Status::INVALID_VALUE)?.to_vec();
        let (first, last) = (view.first_layer, view.last_layer);
        if last < first || last >= self.layers {
            return invalid("texture: the view's layers are not the array's");
        }
        let faces = if self.is_cubemap { 6 } else { 1 };
        for level in &mut self.levels {
            level.memory += u64::from(first * faces) * level.slice_bytes;
        }
        self.layers = last - first + 1;
        Ok(self)
    }

    /// As kernels see them; a surface's are read as they are.
    fn described(&self, texture: &TextureDesc) -> Result<KernelTexture> {
        let format = &self.format;
        let known = |value: i32, count: i32| (0..count).contains(&value);
        let modes = texture.address_mode;
        if !modes.iter().all(|mode| known(*mode, MODES))
            || !known(texture.filter_mode, 2)
            || !known(texture.read_mode, 2)
            || !known(texture.mipmap_filter_mode, 2)
        {
            return invalid("texture: a mode that is none");
        }
        let is_float = format.kind == 2;
        let normalized = texture.read_mode == 1 && !is_float && format.x <= 16;
        let linear = texture.filter_mode == 1;
        if linear && !is_float && !normalized {
            return invalid(
                "texture: integers that are read as they are cannot be filtered: read them as `cudaReadModeNormalizedFloat`",
            );
        }
        let parts = texture.normalized_coords != 0 || self.is_cubemap;
        // What repeats does so in parts of the whole (Programming Guide, "Texture Memory").
        let mode = |mode: i32| match mode {
            0 | 2 if !parts || self.is_cubemap => CLAMP,
            mode => mode as u32,
        };
        let mut levels = [Level::default(); _];
        levels[..self.levels.len()].copy_from_slice(&self.levels);
        Ok(KernelTexture {
            kind: format.kind as u32,
            bits: format.x as u32,
            channels: channels(format)? as u32,
            texel_bytes: element_bytes(format)? as u32,
            address_mode: modes.map(mode),
            linear: u32::from(linear),
            normalized: u32::from(normalized),
            srgb: u32::from(texture.srgb != 0 && format.x == 8 && format.kind == 1),
            coordinates_are_parts: u32::from(parts),
            layers: self.layers,
            border: texture.border_color,
            level_count: self.levels.len() as u32,
            linear_between_levels: texture.mipmap_filter_mode as u32,
            level_bias: texture.mipmap_level_bias,
            level_min: texture.min_mipmap_level_clamp,
            level_max: texture.max_mipmap_level_clamp,
            pad: 0,
            levels,
        })
    }
}

impl Runtime {
    /// The memory that a resource names.
    fn texels(&self, resource: &ResourceDesc) -> Result<Texels> {
        // SAFETY: every member of the union is integers, and the API obliges the caller to set the one that the kind names.
        let (array, linear, pitched) = unsafe {
            let resource = &resource.resource;
            (resource.array, resource.linear, resource.pitched)
        };
        match resource.kind {
            ARRAY => {
                let array = self.array(array)?;
                Ok(texels_of(&array, vec![level_of(&array)]))
            }
            MIPMAPPED => {
                let levels = &self.arrays().mipmapped.get(array)?.levels;
                let arrays: Result<Vec<_>> = levels.iter().map(|it| self.array(*it)).collect();
                let arrays = arrays?;
                let levels = arrays.iter().map(|array| level_of(array)).collect();
                Ok(texels_of(&arrays[0], levels))
            }
            LINEAR => self.linear_texels(&linear),
            PITCHED => self.pitched_texels(&pitched),
            _ => invalid("texture: a kind of resource that is none"),
        }
    }

    fn linear_texels(&self, linear: &LinearResource) -> Result<Texels> {
        let texels = linear.bytes / element_bytes(&linear.format)?;
        if texels > LINEAR_TEXELS_MAX {
            return invalid("texture: linear memory of more texels than a texture has");
        }
        self.memory_texels(linear.memory, &linear.format, [texels, 1], linear.bytes)
    }

    fn pitched_texels(&self, pitched: &PitchedResource) -> Result<Texels> {
        let row = pitched.width.checked_mul(element_bytes(&pitched.format)?);
        if row.is_none_or(|row| row > pitched.pitch_bytes) {
            return Err(Status::INVALID_PITCH_VALUE.into());
        }
        let size = [pitched.width, pitched.height];
        self.memory_texels(pitched.memory, &pitched.format, size, pitched.pitch_bytes)
    }

    fn memory_texels(
        &self,
        memory: u64,
        format: &ChannelFormatDesc,
        [width, height]: [usize; 2],
        pitch: usize,
    ) -> Result<Texels> {
        let texel = element_bytes(format)?;
        if memory == 0 || width == 0 || height == 0 || !memory.is_multiple_of(texel as u64) {
            return invalid("texture: no memory, or not at a texel's place");
        }
        let span = (height - 1) * pitch + width * texel;
        if self.allocations().space_of(memory, span)? == Space::Pageable {
            return invalid("texture: the memory is the host's");
        }
        let level = Level {
            memory,
            size: [width as u32, height as u32, 1],
            row_bytes: pitch as u64,
            ..Level::default()
        };
        Ok(Texels {
            format: *format,
            levels: vec![level],
            layers: 1,
            is_cubemap: false,
        })
    }

    /// Puts a description where kernels reach it, and keeps what it was made of.
    fn new_object(&self, description: &KernelTexture, object: Object) -> Result<u64> {
        let bytes = size_of::<KernelTexture>();
        let memory = address(self.allocate(bytes, MemoryKind::Device, 0)?);
        // A stream of its own: what is queued elsewhere is not waited for.
        let stream = self.device().create_stream(StreamOptions {
            blocking: false,
            priority: 0,
        })?;
        let copy = Copy::linear(memory, address(std::ptr::from_ref(description)), bytes);
        // SAFETY: the memory was just allocated for so many bytes, and the description outlives the copy, which is waited for.
        let copied = unsafe { self.device().copy(stream, &copy, Completion::Done) };
        drop(self.device().destroy_stream(stream));
        copied?;
        lock(&self.textures().objects).insert(memory, object);
        Ok(memory)
    }

    fn object(&self, object: u64, is_texture: bool) -> Result<Object> {
        let objects = lock(&self.textures().objects);
        let found = objects.get(&object).copied();
        found
            .filter(|it| it.texture.is_some() == is_texture)
            .ok_or_else(|| Status::INVALID_VALUE.into())
    }

    fn destroy_object(&self, object: u64, is_texture: bool) -> Result<()> {
        if object == 0 {
            return Ok(());
        }
        self.object(object, is_texture)?;
        lock(&self.textures().objects).remove(&object);
        // A reset of the device has freed it.
        match self.allocations().at(object) {
            Some(_) => self.free_waiting(object, MemoryKind::Device, Owner::User),
            None => Ok(()),
        }
    }

    fn new_texture(
        &self,
        resource: ResourceDesc,
        texture: TextureDesc,
        view: Option<ResourceViewDesc>,
    ) -> Result<u64> {
        let texels = self.texels(&resource)?;
        let texels = match &view {
            Some(view) => texels.viewed(view)?,
            None => texels,
        };
        let object = Object {
            resource,
            texture: Some(texture),
            view,
        };
        self.new_object(&texels.described(&texture)?, object)
    }

    fn new_surface(&self, resource: ResourceDesc) -> Result<u64> {
        if resource.kind != ARRAY {
            return invalid("surface: it can be made of an array alone");
        }
        // SAFETY: the kind says that this member is set.
        let array = self.array(unsafe { resource.resource.array })?;
        let texels = texels_of(&array, vec![level_of(&array)]);
        let object = Object {
            resource,
            texture: None,
            view: None,
        };
        self.new_object(&texels.described(&TextureDesc::default())?, object)
    }
}

api! {
    call fn cudaCreateTextureObject(
        runtime, object: Out<u64>, resource: In<ResourceDesc>, texture: In<TextureDesc>, view: In<ResourceViewDesc>,
    ) {
        if object.is_null() {
            return Err(Status::INVALID_VALUE.into());
        }
        let texture = texture.if_given().ok_or(Status::INVALID_RESOURCE_HANDLE)?; // as the driver does
        object.put(runtime.new_texture(resource.get()?, texture, view.if_given())?)
    }

    call fn cudaDestroyTextureObject(runtime, object: u64) {
        runtime.destroy_object(object, true)
    }

    call fn cudaGetTextureObjectResourceDesc(runtime, resource: Out<ResourceDesc>, object: u64) {
        resource.put(runtime.object(object, true)?.resource)
    }

    call fn cudaGetTextureObjectTextureDesc(runtime, texture: Out<TextureDesc>, object: u64) {
        texture.put(runtime.object(object, true)?.texture.ok_or(Status::INVALID_VALUE)?)
    }

    call fn cudaGetTextureObjectResourceViewDesc(runtime, view: Out<ResourceViewDesc>, object: u64) {
        view.put(runtime.object(object, true)?.view.ok_or(Status::INVALID_VALUE)?)
    }

    call fn cudaCreateSurfaceObject(runtime, object: Out<u64>, resource: In<ResourceDesc>) {
        if object.is_null() {
            return Err(Status::INVALID_VALUE.into());
        }
        object.put(runtime.new_surface(resource.get()?)?)
    }

    call fn cudaDestroySurfaceObject(runtime, object: u64) {
        runtime.destroy_object(object, false)
    }

    call fn cudaGetSurfaceObjectResourceDesc(runtime, resource: Out<ResourceDesc>, object: u64) {
        resource.put(runtime.object(object, false)?.resource)
    }

    call fn cudaDeviceGetTexture1DLinearMaxWidth(runtime, texels: Out<usize>, format: In<ChannelFormatDesc>, device: i32) {
        runtime.number(device)?;
        element_bytes(&format.get()?)?;
        texels.put(LINEAR_TEXELS_MAX)
    }
}
