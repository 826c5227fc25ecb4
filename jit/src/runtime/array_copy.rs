//! Copies of rows into arrays and out of them.

use std::ffi::c_void;

use super::Runtime;
use super::copy::{DEFAULT, DEVICE_TO_DEVICE, Wait};
use super::ffi::{address, api, pointer};
use super::handles::Handle;
use super::operation::CopyOperation;
use crate::device::{Copy, Result, Status};

/// A block of rows in memory of the user.
struct Rows {
    start: u64,
    pitch: usize,
    width: usize,
    height: usize,
}

impl Runtime {
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
        let inside = array.at([x_bytes, y, 0], [rows.width, rows.height, 1])?;
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

impl Runtime {
    /// A copy of consecutive bytes into an array or out of it, which may begin and end within a row: whole rows and two pieces of rows.
    fn copy_bytes(
        &self,
        array: Handle,
        (x_bytes, y): (usize, usize),
        memory: u64,
        bytes: usize,
        into: bool,
        kind: i32,
    ) -> Result<Vec<CopyOperation>> {
        let row_bytes = self.array(array)?.row_bytes;
        let (mut x, mut y, mut memory, mut left) = (x_bytes, y, memory, bytes);
        let mut copies = Vec::new();
        while left > 0 {
            let piece = left.min(row_bytes.saturating_sub(x));
            if piece == 0 {
                return Err(Status::INVALID_VALUE.into());
            }
            let (width, height) = match (x, left / row_bytes) {
                (0, rows @ 1..) => (row_bytes, rows),
                _ => (piece, 1),
            };
            let rows = rows(pointer(memory), width, width, height);
            copies.push(self.copy_rows(array, (x, y), &rows, into, kind)?);
            (x, y) = (0, y + height);
            memory += (width * height) as u64;
            left -= width * height;
        }
        Ok(copies)
    }

    fn copy_all_in(&self, stream: Handle, copies: Vec<CopyOperation>, wait: Wait) -> Result<()> {
        let mut copies = copies.into_iter();
        copies.try_for_each(|copy| self.copy_in(stream, copy, wait))
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
        let source = pointer(from.at([x, y, 0], [width, height, 1])?);
        let rows = rows(source, from.row_bytes, width, height);
        runtime.copy_in(0, runtime.copy_rows(target, (target_x, target_y), &rows, true, kind)?, Wait::Yes)
    }

    call fn cudaMemcpyToArray(runtime, array: Handle, x: usize, y: usize, source: *const c_void, bytes: usize, kind: i32) {
        let copies = runtime.copy_bytes(array, (x, y), address(source), bytes, true, kind)?;
        runtime.copy_all_in(0, copies, Wait::Yes)
    }

    call fn cudaMemcpyToArrayAsync(
        runtime, array: Handle, x: usize, y: usize, source: *const c_void, bytes: usize, kind: i32, stream: Handle,
    ) {
        let copies = runtime.copy_bytes(array, (x, y), address(source), bytes, true, kind)?;
        runtime.copy_all_in(stream, copies, Wait::No)
    }

    call fn cudaMemcpyFromArray(runtime, target: *mut c_void, array: Handle, x: usize, y: usize, bytes: usize, kind: i32) {
        let copies = runtime.copy_bytes(array, (x, y), address(target), bytes, false, kind)?;
        runtime.copy_all_in(0, copies, Wait::Yes)
    }

    call fn cudaMemcpyFromArrayAsync(
        runtime, target: *mut c_void, array: Handle, x: usize, y: usize, bytes: usize, kind: i32, stream: Handle,
    ) {
        let copies = runtime.copy_bytes(array, (x, y), address(target), bytes, false, kind)?;
        runtime.copy_all_in(stream, copies, Wait::No)
    }

    call fn cudaMemcpyArrayToArray(
        runtime, target: Handle, target_x: usize, target_y: usize, source: Handle, x: usize, y: usize, bytes: usize, kind: i32,
    ) {
        if kind != DEVICE_TO_DEVICE && kind != DEFAULT {
            return Err(Status::INVALID_MEMCPY_DIRECTION.into());
        }
        let from = runtime.array(source)?;
        let start = from.at([x, y, 0], [1, 1, 1])?;
        if bytes > from.slice_bytes() - (y * from.row_bytes + x) {
            return Err(Status::INVALID_VALUE.into());
        }
        let copies = runtime.copy_bytes(target, (target_x, target_y), start, bytes, true, kind)?;
        runtime.copy_all_in(0, copies, Wait::Yes)
    }
}
