//! Copies of memory: one- and two-dimensional, of every kind, waiting or queued.

use std::ffi::c_void;
use std::sync::Arc;

use super::Runtime;
use super::allocations::Space;
use super::ffi::{address, api};
use super::handles::Handle;
use super::operation::{CopyOperation, Operation};
use super::stream::Stream;
use crate::device::{Completion, Copy, Error, Result, Status, StreamId};

// `cudaMemcpyKind`
const HOST_TO_HOST: i32 = 0;
const HOST_TO_DEVICE: i32 = 1;
const DEVICE_TO_HOST: i32 = 2;
pub(crate) const DEVICE_TO_DEVICE: i32 = 3;
pub(crate) const DEFAULT: i32 = 4;

/// Queued copies from pageable memory up to this size go through a buffer, so that the caller's memory is free at once; larger
/// ones are waited for. (CUDA's own bound.)
const STAGED_BYTES_MAX: usize = 64 << 10;

/// Whether a copy is waited for, as its function's name says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wait {
    Yes,
    No,
}

/// Spaces of a copy's ends.
struct Ends {
    target: Space,
    source: Space,
}

impl Runtime {
    /// Checks a copy, and does or queues or captures it.
    pub(crate) fn submit_copy(
        &self,
        stream: &Stream,
        operation: CopyOperation,
        wait: Wait,
    ) -> Result<()> {
        let copy = operation.copy;
        if copy.bytes() == 0 {
            return Ok(());
        }
        let ends = self.ends(&copy, operation.kind())?;
        if stream.capture.active() {
            if wait == Wait::Yes {
                return Err(self.spoil(stream, Status::STREAM_CAPTURE_UNSUPPORTED));
            }
            return self.submit(stream, Operation::Copy(Arc::new(operation)));
        }
        self.guard_legacy(stream)?;
        if wait == Wait::No
            && ends.source == Space::Pageable
            && ends.target == Space::Device
            && copy.bytes() <= STAGED_BYTES_MAX
        {
            return self.copy_staged(stream.id, &copy);
        }
        let pageable = ends.source == Space::Pageable || ends.target == Space::Pageable;
        let completion = if wait == Wait::Yes || pageable {
            Completion::Done
        } else {
            Completion::Queued
        };
        self.mark_active();
        // SAFETY: `ends` has checked the API's memory; what is pageable the API obliges the caller to keep valid until the copy has
        // happened.
        unsafe { self.device().copy(stream.id, &copy, completion) }
    }

    /// Copies what a graph or a stage has checked before.
    pub(crate) fn queue_copy(&self, stream: StreamId, copy: &Copy) -> Result<()> {
        if copy.bytes() == 0 {
            return Ok(());
        }
        self.mark_active();
        // SAFETY: as in `submit_copy`.
        unsafe { self.device().copy(stream, copy, Completion::Queued) }
    }

    /// Checks a copy that a graph will do.
    pub(crate) fn check_copy(&self, operation: &CopyOperation) -> Result<()> {
        if operation.copy.bytes() == 0 {
            Ok(())
        } else {
            self.ends(&operation.copy, operation.kind()).map(drop)
        }
    }

    /// Takes the source's bytes now and queues the copy from there.
    fn copy_staged(&self, stream: StreamId, copy: &Copy) -> Result<()> {
        let mut stage = Vec::with_capacity(copy.bytes());
        for slice in 0..copy.depth {
            for row in 0..copy.height {
                let source =
                    copy.source as usize + slice * copy.source_slice + row * copy.source_pitch;
                // SAFETY: the API obliges the caller to pass a readable source.
                stage.extend_from_slice(unsafe {
                    std::slice::from_raw_parts(source as *const u8, copy.width)
                });
            }
        }
        let staged = Copy {
            source: address(stage.as_ptr()),
            source_pitch: copy.width,
            source_slice: copy.width * copy.height,
            ..*copy
        };
        self.queue_copy(stream, &staged)?;
        // In the stream's order, so after the copy.
        self.device()
            .host_function(stream, Box::new(move |_| drop(stage)))
    }

    /// Finds the spaces of a copy's ends and checks them against the kind.
    fn ends(&self, copy: &Copy, kind: i32) -> Result<Ends> {
        let span = |pitch: usize, slice: usize| {
            (copy.depth - 1) * slice + (copy.height - 1) * pitch + copy.width
        };
        if copy.target == 0 || copy.source == 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        let ends = Ends {
            target: self
                .allocations()
                .target_space_of(copy.target, span(copy.target_pitch, copy.target_slice))?,
            source: self
                .allocations()
                .space_of(copy.source, span(copy.source_pitch, copy.source_slice))?,
        };
        let host = |space: Space| space != Space::Device;
        let device = |space: Space| space != Space::Pageable;
        let fits = match kind {
            HOST_TO_HOST => host(ends.target) && host(ends.source),
            HOST_TO_DEVICE => device(ends.target) && host(ends.source),
            DEVICE_TO_HOST => host(ends.target) && device(ends.source),
            DEVICE_TO_DEVICE => device(ends.target) && device(ends.source),
            DEFAULT => true,
            _ => return Err(Status::INVALID_MEMCPY_DIRECTION.into()),
        };
        if fits {
            Ok(ends)
        } else {
            Err(Error::new(
                Status::INVALID_VALUE,
                "the copy's kind does not fit its pointers",
            ))
        }
    }

    /// A copy by stream handle.
    pub(crate) fn copy_in(
        &self,
        stream: Handle,
        operation: CopyOperation,
        wait: Wait,
    ) -> Result<()> {
        self.submit_copy(&*self.stream(stream)?, operation, wait)
    }
}

fn linear(target: *mut c_void, source: *const c_void, bytes: usize, kind: i32) -> CopyOperation {
    CopyOperation::linear(address(target), address(source), bytes, kind)
}

struct Rows {
    target: *mut c_void,
    target_pitch: usize,
    source: *const c_void,
    source_pitch: usize,
    width: usize,
    height: usize,
}

impl Rows {
    fn copy(&self, kind: i32) -> Result<CopyOperation> {
        if self.width > self.target_pitch || self.width > self.source_pitch {
            return Err(Status::INVALID_PITCH_VALUE.into());
        }
        let copy = Copy {
            height: self.height,
            target_pitch: self.target_pitch,
            target_slice: self.target_pitch * self.height,
            source_pitch: self.source_pitch,
            source_slice: self.source_pitch * self.height,
            ..Copy::linear(address(self.target), address(self.source), self.width)
        };
        Ok(CopyOperation::new(copy, kind))
    }
}

api! {
    call fn cudaMemcpy(runtime, target: *mut c_void, source: *const c_void, bytes: usize, kind: i32) {
        runtime.copy_in(0, linear(target, source, bytes, kind), Wait::Yes)
    }

    call fn cudaMemcpyAsync(runtime, target: *mut c_void, source: *const c_void, bytes: usize, kind: i32, stream: Handle) {
        runtime.copy_in(stream, linear(target, source, bytes, kind), Wait::No)
    }

    call fn cudaMemcpy2D(
        runtime, target: *mut c_void, target_pitch: usize, source: *const c_void, source_pitch: usize, width: usize,
        height: usize, kind: i32,
    ) {
        let rows = Rows { target, target_pitch, source, source_pitch, width, height };
        runtime.copy_in(0, rows.copy(kind)?, Wait::Yes)
    }

    call fn cudaMemcpy2DAsync(
        runtime, target: *mut c_void, target_pitch: usize, source: *const c_void, source_pitch: usize, width: usize,
        height: usize, kind: i32, stream: Handle,
    ) {
        let rows = Rows { target, target_pitch, source, source_pitch, width, height };
        runtime.copy_in(stream, rows.copy(kind)?, Wait::No)
    }
}
