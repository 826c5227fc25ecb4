//! Arrays of one or two dimensions: storage with a description of its elements, filled and read by copies. Nothing fetches from them.

use std::ffi::c_void;
use std::sync::Arc;

use super::Runtime;
use super::allocations::Owner;
use super::copy::{DEFAULT, DEVICE_TO_DEVICE, Wait};
use super::ffi::{In, Out, address, api, pointer};
use super::handles::{Handle, Handles};
use super::operation::CopyOperation;
use super::types::{ChannelFormatDesc, Extent};
use crate::device::{Copy, MemoryKind, Result, Status};

// `cudaArraySurfaceLoadStore` and `cudaArrayTextureGather`; layered and cubemap arrays are made by `cudaMalloc3DArray` only.
const FLAGS: u32 = 2 | 8;

/// An array; rows lie one after another.
pub(crate) struct Array {
    format: ChannelFormatDesc,
    /// In elements; a height of 0 for one dimension.
    width: usize,
    height: usize,
    flags: u32,
    memory: u64,
    row_bytes: usize,
}

/// The process's arrays.
#[derive(Default)]
pub(crate) struct Arrays {
    handles: Handles<Array>,
}

/// Bytes of an element: one, two or four channels of the same width.
fn element_bytes(format: &ChannelFormatDesc) -> Result<usize> {
    let channels = [format.x, format.y, format.z, format.w];
    let used = channels.iter().take_while(|&&bits| bits != 0).count();
    let alike = channels[..used].iter().all(|&bits| bits == format.x);
    let rest = channels[used..].iter().all(|&bits| bits == 0);
    let float = format.kind == 2;
    let known = (0..=2).contains(&format.kind)
        && matches!(format.x, 8 | 16 | 32)
        && !(float && format.x == 8);
    if alike && rest && known && matches!(used, 1 | 2 | 4) {
        Ok(used * format.x as usize / 8)
    } else {
        Err(Status::INVALID_CHANNEL_DESCRIPTOR.into())
    }
}

impl Array {
    fn rows(&self) -> usize {
        self.height.max(1)
    }

    /// Where a block of bytes and rows begins, which must lie within the array.
    fn at(&self, x_bytes: usize, y: usize, width: usize, rows: usize) -> Result<u64> {
        let within = |begin: usize, size: usize, end: usize| {
            begin.checked_add(size).is_some_and(|sum| sum <= end)
        };
        if !within(x_bytes, width, self.row_bytes) || !within(y, rows, self.rows()) {
            return Err(Status::INVALID_VALUE.into());
        }
        Ok(self.memory + (y * self.row_bytes + x_bytes) as u64)
    }
}

/// A block of rows in memory of the user.
struct Rows {
    start: u64,
    pitch: usize,
    width: usize,
    height: usize,
}

impl Runtime {
    fn array(&self, handle: Handle) -> Result<Arc<Array>> {
        let array = self.arrays.handles.get(handle)?;
        // A reset of the device takes the memory.
        if self.allocations.at(array.memory).is_none() {
            return Err(Status::INVALID_RESOURCE_HANDLE.into());
        }
        Ok(array)
    }

    fn new_array(
        &self,
        format: ChannelFormatDesc,
        width: usize,
        height: usize,
        flags: u32,
    ) -> Result<Handle> {
        if width == 0 || flags & !FLAGS != 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        let row_bytes = width
            .checked_mul(element_bytes(&format)?)
            .ok_or(Status::MEMORY_ALLOCATION)?;
        let bytes = row_bytes
            .checked_mul(height.max(1))
            .ok_or(Status::MEMORY_ALLOCATION)?;
        let memory = address(self.allocate(bytes, MemoryKind::Device, 0)?);
        Ok(self.arrays.handles.insert(Arc::new(Array {
            format,
            width,
            height,
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
        let memory = self.arrays.handles.remove(handle)?.memory;
        self.free_waiting(memory, MemoryKind::Device, Owner::User)
    }

    /// A copy of rows into an array or out of it.
    fn copy_rows(
        &self,
        array: Handle,
        (x_bytes, y): (usize, usize),
        rows: &Rows,
        into: bool,
        kind: i32,
    ) -> Result<CopyOperation> {
        let array = self.array(array)?;
        let inside = array.at(x_bytes, y, rows.width, rows.height)?;
        if rows.height > 1 && rows.width > rows.pitch {
            return Err(Status::INVALID_PITCH_VALUE.into());
        }
        let (target, source) = if into {
            (inside, rows.start)
        } else {
            (rows.start, inside)
        };
        let pitch = |end: u64| {
            if end == inside {
                array.row_bytes
            } else {
                rows.pitch
            }
        };
        let copy = Copy {
            height: rows.height,
            target_pitch: pitch(target),
            target_slice: pitch(target) * rows.height,
            source_pitch: pitch(source),
            source_slice: pitch(source) * rows.height,
            ..Copy::linear(target, source, rows.width)
        };
        Ok(CopyOperation::new(copy, kind))
    }
}

fn rows(start: *const c_void, pitch: usize, width: usize, height: usize) -> Rows {
    Rows {
        start: address(start),
        pitch,
        width,
        height,
    }
}

api! {
    call fn cudaMallocArray(
        runtime, array: Out<Handle>, format: In<ChannelFormatDesc>, width: usize, height: usize, flags: u32,
    ) {
        if array.is_null() {
            return Err(Status::INVALID_VALUE.into());
        }
        array.put(runtime.new_array(format.get()?, width, height, flags)?)
    }

    call fn cudaFreeArray(runtime, array: Handle) {
        runtime.free_array(array)
    }

    call fn cudaArrayGetInfo(runtime, format: Out<ChannelFormatDesc>, extent: Out<Extent>, flags: Out<u32>, array: Handle) {
        let array = runtime.array(array)?;
        format.put_if_wanted(array.format);
        extent.put_if_wanted(Extent { width: array.width, height: array.height, depth: 0 });
        flags.put_if_wanted(array.flags);
        Ok(())
    }

    call fn cudaGetChannelDesc(runtime, format: Out<ChannelFormatDesc>, array: Handle) {
        format.put(runtime.array(array)?.format)
    }

    call fn cudaMemcpy2DToArray(
        runtime, array: Handle, x: usize, y: usize, source: *const c_void, pitch: usize, width: usize, height: usize, kind: i32,
    ) {
        let copy = runtime.copy_rows(array, (x, y), &rows(source, pitch, width, height), true, kind)?;
        runtime.copy_in(0, copy, Wait::Yes)
    }

    call fn cudaMemcpy2DToArrayAsync(
        runtime, array: Handle, x: usize, y: usize, source: *const c_void, pitch: usize, width: usize, height: usize, kind: i32,
        stream: Handle,
    ) {
        let copy = runtime.copy_rows(array, (x, y), &rows(source, pitch, width, height), true, kind)?;
        runtime.copy_in(stream, copy, Wait::No)
    }

    call fn cudaMemcpy2DFromArray(
        runtime, target: *mut c_void, pitch: usize, array: Handle, x: usize, y: usize, width: usize, height: usize, kind: i32,
    ) {
        let copy = runtime.copy_rows(array, (x, y), &rows(target, pitch, width, height), false, kind)?;
        runtime.copy_in(0, copy, Wait::Yes)
    }

    call fn cudaMemcpy2DFromArrayAsync(
        runtime, target: *mut c_void, pitch: usize, array: Handle, x: usize, y: usize, width: usize, height: usize, kind: i32,
        stream: Handle,
    ) {
        let copy = runtime.copy_rows(array, (x, y), &rows(target, pitch, width, height), false, kind)?;
        runtime.copy_in(stream, copy, Wait::No)
    }

    call fn cudaMemcpy2DArrayToArray(
        runtime, target: Handle, target_x: usize, target_y: usize, source: Handle, x: usize, y: usize, width: usize,
        height: usize, kind: i32,
    ) {
        if kind != DEVICE_TO_DEVICE && kind != DEFAULT {
            return Err(Status::INVALID_MEMCPY_DIRECTION.into());
        }
        let from = runtime.array(source)?;
        let source = pointer(from.at(x, y, width, height)?);
        let rows = rows(source, from.row_bytes, width, height);
        runtime.copy_in(0, runtime.copy_rows(target, (target_x, target_y), &rows, true, kind)?, Wait::Yes)
    }

    /// Where an array lies, for the copies of HIP's driver interface.
    call fn __chv_array_memory(runtime, array: Handle, memory: Out<*mut c_void>, pitch: Out<usize>, rows: Out<usize>) {
        let array = runtime.array(array)?;
        memory.put(pointer(array.memory))?;
        pitch.put(array.row_bytes)?;
        rows.put(array.rows())
    }
}
