//! Three-dimensional copies between pitched pointers and arrays.

use super::Runtime;
use super::array::element_bytes;
use super::copy::{DEFAULT, Wait};
use super::ffi::{In, api};
use super::handles::Handle;
use super::operation::CopyOperation;
use super::types::{Extent, Memcpy3DParms, Memcpy3DPeerParms, PitchedPtr, Pos};
use crate::device::{Copy, Result, Status};

/// One end of a copy.
struct End {
    start: u64,
    pitch: usize,
    slice: usize,
}

impl Runtime {
    /// The copy that the parameters describe, checked as far as they go. With an array the extent counts its elements, else bytes.
    pub(crate) fn copy_of(&self, parameters: &Memcpy3DParms) -> Result<CopyOperation> {
        let (source, target) = (parameters.src_array, parameters.dst_array);
        let element = |array: Handle| match array {
            0 => Ok(None),
            array => element_bytes(&self.array(array)?.format).map(Some),
        };
        let (of_source, of_target) = (element(source)?, element(target)?);
        if of_source
            .zip(of_target)
            .is_some_and(|(one, other)| one != other)
        {
            return Err(Status::INVALID_VALUE.into());
        }
        let element = of_source.or(of_target).unwrap_or(1);
        let extent = Extent {
            width: parameters
                .extent
                .width
                .checked_mul(element)
                .ok_or(Status::INVALID_VALUE)?,
            ..parameters.extent
        };
        let from = self.end(source, &parameters.src_ptr, &parameters.src_pos, extent)?;
        let to = self.end(target, &parameters.dst_ptr, &parameters.dst_pos, extent)?;
        let copy = Copy {
            target: to.start,
            source: from.start,
            width: extent.width,
            height: extent.height,
            depth: extent.depth,
            target_pitch: to.pitch,
            target_slice: to.slice,
            source_pitch: from.pitch,
            source_slice: from.slice,
        };
        Ok(CopyOperation {
            copy,
            parameters: *parameters,
        })
    }

    /// Where a copy of so many bytes, rows and slices begins; a place in an array counts elements across.
    fn end(&self, array: Handle, pitched: &PitchedPtr, at: &Pos, extent: Extent) -> Result<End> {
        if array != 0 {
            let array = self.array(array)?;
            let x_bytes = at.x.checked_mul(element_bytes(&array.format)?);
            let at = [x_bytes.ok_or(Status::INVALID_VALUE)?, at.y, at.z];
            return Ok(End {
                start: array.at(at, [extent.width, extent.height, extent.depth])?,
                pitch: array.row_bytes,
                slice: array.slice_bytes(),
            });
        }
        let rows = extent.height > 1 || extent.depth > 1;
        if rows && at.x.saturating_add(extent.width) > pitched.pitch {
            return Err(Status::INVALID_PITCH_VALUE.into());
        }
        Ok(End {
            start: start(pitched, at),
            pitch: pitched.pitch,
            slice: pitched.pitch * pitched.ysize,
        })
    }

    fn copy_of_peer(&self, peer: &Memcpy3DPeerParms) -> Result<CopyOperation> {
        self.number(peer.src_device)?;
        self.number(peer.dst_device)?;
        self.copy_of(&Memcpy3DParms {
            src_array: peer.src_array,
            src_pos: peer.src_pos,
            src_ptr: peer.src_ptr,
            dst_array: peer.dst_array,
            dst_pos: peer.dst_pos,
            dst_ptr: peer.dst_ptr,
            extent: peer.extent,
            kind: DEFAULT,
        })
    }
}

fn start(pitched: &PitchedPtr, at: &Pos) -> u64 {
    (pitched.ptr + (at.z * pitched.ysize + at.y) * pitched.pitch + at.x) as u64
}

api! {
    call fn cudaMemcpy3D(runtime, parameters: In<Memcpy3DParms>) {
        runtime.copy_in(0, runtime.copy_of(&parameters.get()?)?, Wait::Yes)
    }

    call fn cudaMemcpy3DAsync(runtime, parameters: In<Memcpy3DParms>, stream: Handle) {
        runtime.copy_in(stream, runtime.copy_of(&parameters.get()?)?, Wait::No)
    }

    call fn cudaMemcpy3DPeer(runtime, parameters: In<Memcpy3DPeerParms>) {
        runtime.copy_in(0, runtime.copy_of_peer(&parameters.get()?)?, Wait::Yes)
    }

    call fn cudaMemcpy3DPeerAsync(runtime, parameters: In<Memcpy3DPeerParms>, stream: Handle) {
        runtime.copy_in(stream, runtime.copy_of_peer(&parameters.get()?)?, Wait::No)
    }
}
