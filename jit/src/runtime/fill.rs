//! `cudaMemset` in one, two and three dimensions.

use std::ffi::c_void;

use super::Runtime;
use super::allocations::Space;
use super::ffi::{address, api};
use super::handles::Handle;
use super::operation::Operation;
use super::types::{Extent, PitchedPtr};
use crate::device::{Completion, Fill, Result, Status, StreamId};

impl Runtime {
    /// Checks a fill and queues or captures it.
    pub(crate) fn fill_in(&self, stream: Handle, fill: Fill) -> Result<()> {
        if fill.width == 0 || fill.height == 0 || fill.depth == 0 {
            return Ok(());
        }
        self.check_fill(&fill)?;
        self.submit(&*self.stream(stream)?, Operation::Fill(fill))
    }

    /// A fill in the legacy default stream. As in CUDA it is not waited for, but where nothing stands before it it is done at once.
    pub(crate) fn fill_soon(&self, fill: Fill) -> Result<()> {
        if fill.width == 0 || fill.height == 0 || fill.depth == 0 {
            return Ok(());
        }
        self.check_fill(&fill)?;
        let stream = self.stream(0)?;
        self.guard_legacy(&stream)?;
        self.queue_fill(stream.id, &fill, Completion::Soon)
    }

    /// Checks that a fill lies in memory of the API, is aligned, and that its rows do not overlap.
    pub(crate) fn check_fill(&self, fill: &Fill) -> Result<()> {
        let element_bytes = fill.element_bytes as usize;
        let row_bytes = fill
            .width
            .checked_mul(element_bytes)
            .ok_or(Status::INVALID_VALUE)?;
        let aligned = fill.target.is_multiple_of(u64::from(fill.element_bytes))
            && (fill.height == 1 || fill.pitch.is_multiple_of(element_bytes));
        if fill.target == 0 || !aligned {
            return Err(Status::INVALID_VALUE.into());
        }
        if (fill.height > 1 || fill.depth > 1) && row_bytes > fill.pitch {
            return Err(Status::INVALID_PITCH_VALUE.into());
        }
        let span = (fill.depth - 1) * fill.slice + (fill.height - 1) * fill.pitch + row_bytes;
        if self.allocations().target_space_of(fill.target, span)? == Space::Pageable {
            return Err(Status::INVALID_VALUE.into());
        }
        Ok(())
    }

    /// Queues a fill that was checked before.
    pub(crate) fn queue_fill(
        &self,
        stream: StreamId,
        fill: &Fill,
        completion: Completion,
    ) -> Result<()> {
        self.mark_active();
        // SAFETY: `check_fill` found the range in memory of the API, which the caller must not free before the fill has happened.
        unsafe { self.device().fill(stream, fill, completion) }
    }
}

fn bytes(target: *mut c_void, byte: i32, extent: Extent, pitch: usize, slice: usize) -> Fill {
    Fill {
        target: address(target),
        value: byte.cast_unsigned() & 0xff,
        element_bytes: 1,
        width: extent.width,
        height: extent.height,
        depth: extent.depth,
        pitch,
        slice,
    }
}

fn row(target: *mut c_void, byte: i32, count: usize) -> Fill {
    bytes(
        target,
        byte,
        Extent {
            width: count,
            height: 1,
            depth: 1,
        },
        count,
        count,
    )
}

/// Consecutive elements of 1, 2 or 4 bytes.
pub(crate) fn words(target: *mut c_void, value: u32, element_bytes: u32, count: usize) -> Fill {
    let bits = element_bytes * 8;
    let mask = if bits == 32 {
        u32::MAX
    } else {
        (1 << bits) - 1
    };
    let row_bytes = count.saturating_mul(element_bytes as usize);
    Fill {
        target: address(target),
        value: value & mask,
        element_bytes,
        width: count,
        height: 1,
        depth: 1,
        pitch: row_bytes,
        slice: row_bytes,
    }
}

/// The same in rows that begin so many bytes apart.
pub(crate) fn rows_of_words(
    (target, pitch): (*mut c_void, usize),
    value: u32,
    element_bytes: u32,
    width: usize,
    height: usize,
) -> Fill {
    Fill {
        height,
        pitch,
        slice: pitch.saturating_mul(height),
        ..words(target, value, element_bytes, width)
    }
}

fn rows(target: *mut c_void, pitch: usize, byte: i32, width: usize, height: usize) -> Fill {
    bytes(
        target,
        byte,
        Extent {
            width,
            height,
            depth: 1,
        },
        pitch,
        pitch * height,
    )
}

fn slices(target: PitchedPtr, byte: i32, extent: Extent) -> Fill {
    bytes(
        target.ptr as *mut c_void,
        byte,
        extent,
        target.pitch,
        target.pitch * target.ysize,
    )
}

api! {
    call fn cudaMemset(runtime, target: *mut c_void, byte: i32, count: usize) {
        runtime.fill_soon(row(target, byte, count))
    }

    call fn cudaMemsetAsync(runtime, target: *mut c_void, byte: i32, count: usize, stream: Handle) {
        runtime.fill_in(stream, row(target, byte, count))
    }

    call fn cudaMemset2D(runtime, target: *mut c_void, pitch: usize, byte: i32, width: usize, height: usize) {
        runtime.fill_soon(rows(target, pitch, byte, width, height))
    }

    call fn cudaMemset2DAsync(
        runtime, target: *mut c_void, pitch: usize, byte: i32, width: usize, height: usize, stream: Handle,
    ) {
        runtime.fill_in(stream, rows(target, pitch, byte, width, height))
    }

    call fn cudaMemset3D(runtime, target: PitchedPtr, byte: i32, extent: Extent) {
        runtime.fill_soon(slices(target, byte, extent))
    }

    call fn cudaMemset3DAsync(runtime, target: PitchedPtr, byte: i32, extent: Extent, stream: Handle) {
        runtime.fill_in(stream, slices(target, byte, extent))
    }
}
