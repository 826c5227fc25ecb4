//! Arrays of one to three dimensions, in layers and as faces of cubes: storage with a description of its elements.

use std::ffi::c_void;
use std::sync::Arc;

use super::Runtime;
use super::allocations::Owner;
use super::ffi::{In, Out, address, api, pointer};
use super::handles::{Handle, Handles};
use super::texture_types::LEVELS_MAX;
use super::types::{ChannelFormatDesc, Extent};
use crate::device::{MemoryKind, Result, Status};

const LAYERED: u32 = 1;
const SURFACE: u32 = 2;
const CUBEMAP: u32 = 4;
const GATHER: u32 = 8;

/// Layers have depth: `cudaMalloc3DArray` makes them.
const FLAGS_OF_TWO_DIMENSIONS: u32 = SURFACE | GATHER;
const FLAGS: u32 = LAYERED | SURFACE | CUBEMAP | GATHER;

/// An array; rows and slices lie one after another.
pub(crate) struct Array {
    pub(crate) format: ChannelFormatDesc,
    /// In elements; 0 for a dimension that it has not. The depth counts layers and faces too.
    pub(crate) extent: Extent,
    pub(crate) flags: u32,
    pub(crate) memory: u64,
    pub(crate) row_bytes: usize,
}

/// An array with smaller copies of itself, each an array of its own: the largest first.
pub(crate) struct MipmappedArray {
    pub(crate) levels: Vec<Handle>,
}

/// The process's arrays.
#[derive(Default)]
pub(crate) struct Arrays {
    pub(crate) handles: Handles<Array>,
    pub(crate) mipmapped: Handles<MipmappedArray>,
}

/// Channels of an element: one, two or four of the same width.
pub(crate) fn channels(format: &ChannelFormatDesc) -> Result<usize> {
    let channels = [format.x, format.y, format.z, format.w];
    let used = channels.iter().take_while(|&&bits| bits != 0).count();
    let alike = channels[..used].iter().all(|&bits| bits == format.x);
    let rest = channels[used..].iter().all(|&bits| bits == 0);
    let float = format.kind == 2;
    let known = (0..=2).contains(&format.kind)
        && matches!(format.x, 8 | 16 | 32)
        && !(float && format.x == 8);
    if alike && rest && known && matches!(used, 1 | 2 | 4) {
        Ok(used)
    } else {
        Err(Status::INVALID_CHANNEL_DESCRIPTOR.into())
    }
}

/// Bytes of an element.
pub(crate) fn element_bytes(format: &ChannelFormatDesc) -> Result<usize> {
    Ok(channels(format)? * format.x as usize / 8)
}

impl Array {
    pub(crate) fn rows(&self) -> usize {
        self.extent.height.max(1)
    }

    pub(crate) fn slices(&self) -> usize {
        self.extent.depth.max(1)
    }

    pub(crate) fn slice_bytes(&self) -> usize {
        self.row_bytes * self.rows()
    }

    pub(crate) fn is_layered(&self) -> bool {
        self.flags & LAYERED != 0
    }

    pub(crate) fn is_cubemap(&self) -> bool {
        self.flags & CUBEMAP != 0
    }

    /// Where a block of bytes, rows and slices begins, which must lie within the array.
    pub(crate) fn at(&self, at: [usize; 3], size: [usize; 3]) -> Result<u64> {
        let ends = [self.row_bytes, self.rows(), self.slices()];
        let within = |(begin, (size, end)): (usize, (usize, usize))| {
            begin.checked_add(size).is_some_and(|sum| sum <= end)
        };
        if !at.into_iter().zip(size.into_iter().zip(ends)).all(within) {
            return Err(Status::INVALID_VALUE.into());
        }
        let [x_bytes, y, z] = at;
        Ok(self.memory + (z * self.slice_bytes() + y * self.row_bytes + x_bytes) as u64)
    }
}

/// Whether an array can have this extent: faces of cubes are squares, six of each.
fn fits(extent: Extent, flags: u32) -> bool {
    let faces = extent.width == extent.height && extent.depth.is_multiple_of(6);
    let one_cube = extent.depth == 6 || flags & LAYERED != 0;
    let cube = flags & CUBEMAP == 0 || (faces && one_cube && extent.depth != 0);
    let layers = flags & LAYERED == 0 || extent.depth != 0;
    let depth = extent.depth == 0 || extent.height != 0 || flags & LAYERED != 0;
    extent.width != 0 && cube && layers && depth
}

/// How large a smaller copy is: each halves what has length; layers and faces stay.
fn halved(extent: Extent, flags: u32, level: usize) -> Extent {
    let half = |size: usize| match size {
        0 => 0,
        size => (size >> level).max(1),
    };
    Extent {
        width: half(extent.width),
        height: half(extent.height),
        depth: match flags & (LAYERED | CUBEMAP) {
            0 => half(extent.depth),
            _ => extent.depth,
        },
    }
}

impl Runtime {
    pub(crate) fn array(&self, handle: Handle) -> Result<Arc<Array>> {
        let array = self.arrays().handles.get(handle)?;
        // A reset of the device takes the memory.
        if self.allocations().at(array.memory).is_none() {
            return Err(Status::INVALID_RESOURCE_HANDLE.into());
        }
        Ok(array)
    }

    fn new_array(&self, format: ChannelFormatDesc, extent: Extent, flags: u32) -> Result<Handle> {
        if !fits(extent, flags) {
            return Err(Status::INVALID_VALUE.into());
        }
        let row_bytes = extent.width.checked_mul(element_bytes(&format)?);
        let row_bytes = row_bytes.ok_or(Status::MEMORY_ALLOCATION)?;
        let bytes = row_bytes
            .checked_mul(extent.height.max(1))
            .and_then(|slice| slice.checked_mul(extent.depth.max(1)))
            .ok_or(Status::MEMORY_ALLOCATION)?;
        let memory = address(self.allocate(bytes, MemoryKind::Device, 0)?);
        Ok(self.arrays().handles.insert(Arc::new(Array {
            format,
            extent,
            flags,
            memory,
            row_bytes,
        })))
    }

    fn free_array(&self, handle: Handle) -> Result<()> {
        if handle == 0 {
            return Ok(());
        }
        self.forbid_unsafe()?;
        let memory = self.arrays().handles.remove(handle)?.memory;
        self.free_waiting(memory, MemoryKind::Device, Owner::User)
    }

    fn new_mipmapped_array(
        &self,
        format: ChannelFormatDesc,
        extent: Extent,
        levels: u32,
        flags: u32,
    ) -> Result<Handle> {
        let longest = extent.width.max(extent.height);
        let longest = longest.max(if flags & LAYERED == 0 {
            extent.depth
        } else {
            0
        });
        let most = (longest.max(1).ilog2() as usize + 1).min(LEVELS_MAX);
        let mut made = MipmappedArray { levels: Vec::new() };
        for level in 0..(levels as usize).clamp(1, most) {
            match self.new_array(format, halved(extent, flags, level), flags) {
                Ok(array) => made.levels.push(array),
                Err(error) => {
                    for array in made.levels {
                        drop(self.free_array(array));
                    }
                    return Err(error);
                }
            }
        }
        Ok(self.arrays().mipmapped.insert(Arc::new(made)))
    }

    fn free_mipmapped_array(&self, handle: Handle) -> Result<()> {
        if handle == 0 {
            return Ok(());
        }
        let array = self.arrays().mipmapped.remove(handle)?;
        let freed = array.levels.iter().map(|level| self.free_array(*level));
        freed.fold(Ok(()), Result::and)
    }
}

api! {
    call fn cudaMallocArray(
        runtime, array: Out<Handle>, format: In<ChannelFormatDesc>, width: usize, height: usize, flags: u32,
    ) {
        if array.is_null() || flags & !FLAGS_OF_TWO_DIMENSIONS != 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        array.put(runtime.new_array(format.get()?, Extent { width, height, depth: 0 }, flags)?)
    }

    call fn cudaMalloc3DArray(runtime, array: Out<Handle>, format: In<ChannelFormatDesc>, extent: Extent, flags: u32) {
        if array.is_null() || flags & !FLAGS != 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        array.put(runtime.new_array(format.get()?, extent, flags)?)
    }

    call fn cudaFreeArray(runtime, array: Handle) {
        runtime.free_array(array)
    }

    call fn cudaMallocMipmappedArray(
        runtime, array: Out<Handle>, format: In<ChannelFormatDesc>, extent: Extent, levels: u32, flags: u32,
    ) {
        if array.is_null() || flags & !FLAGS != 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        array.put(runtime.new_mipmapped_array(format.get()?, extent, levels, flags)?)
    }

    call fn cudaGetMipmappedArrayLevel(runtime, level: Out<Handle>, array: Handle, number: u32) {
        let array = runtime.arrays().mipmapped.get(array)?;
        level.put(*array.levels.get(number as usize).ok_or(Status::INVALID_VALUE)?)
    }

    call fn cudaFreeMipmappedArray(runtime, array: Handle) {
        runtime.free_mipmapped_array(array)
    }

    call fn cudaArrayGetInfo(runtime, format: Out<ChannelFormatDesc>, extent: Out<Extent>, flags: Out<u32>, array: Handle) {
        let array = runtime.array(array)?;
        format.put_if_wanted(array.format);
        extent.put_if_wanted(array.extent);
        flags.put_if_wanted(array.flags);
        Ok(())
    }

    call fn cudaArrayGetMemoryRequirements(runtime, _wanted: *mut c_void, array: Handle, device: i32) {
        runtime.number(device)?;
        runtime.array(array)?;
        // Only arrays without memory of their own (`cudaArrayDeferredMapping`) have any, and none is made here.
        Err(Status::INVALID_VALUE.into())
    }

    call fn cudaGetChannelDesc(runtime, format: Out<ChannelFormatDesc>, array: Handle) {
        format.put(runtime.array(array)?.format)
    }

    /// Where an array lies, for the copies of HIP's driver interface.
    call fn __chv_array_memory(runtime, array: Handle, memory: Out<*mut c_void>, pitch: Out<usize>, rows: Out<usize>) {
        let array = runtime.array(array)?;
        memory.put(pointer(array.memory))?;
        pitch.put(array.row_bytes)?;
        rows.put(array.rows())
    }
}
