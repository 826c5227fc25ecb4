//! Three-dimensional copies between pitched pointers. (CUDA arrays are not in Chevron; the headers say so at compile time.)

use super::Runtime;
use super::copy::{DEFAULT, Wait};
use super::ffi::{In, api};
use super::handles::Handle;
use super::operation::CopyOperation;
use super::types::{Memcpy3DParms, Memcpy3DPeerParms, PitchedPtr, Pos};
use crate::device::{Copy, Error, Result, Status};

/// The copy that the parameters describe, checked as far as they go.
pub(crate) fn copy_of(parameters: &Memcpy3DParms) -> Result<CopyOperation> {
    if parameters.src_array != 0 || parameters.dst_array != 0 {
        return Err(Error::new(
            Status::NOT_SUPPORTED,
            "CUDA arrays are not supported",
        ));
    }
    let extent = parameters.extent;
    let rows = extent.height > 1 || extent.depth > 1;
    let narrow = |pitched: &PitchedPtr, at: &Pos| rows && at.x + extent.width > pitched.pitch;
    if narrow(&parameters.src_ptr, &parameters.src_pos)
        || narrow(&parameters.dst_ptr, &parameters.dst_pos)
    {
        return Err(Status::INVALID_PITCH_VALUE.into());
    }
    let copy = Copy {
        target: start(&parameters.dst_ptr, &parameters.dst_pos),
        source: start(&parameters.src_ptr, &parameters.src_pos),
        width: extent.width,
        height: extent.height,
        depth: extent.depth,
        target_pitch: parameters.dst_ptr.pitch,
        target_slice: parameters.dst_ptr.pitch * parameters.dst_ptr.ysize,
        source_pitch: parameters.src_ptr.pitch,
        source_slice: parameters.src_ptr.pitch * parameters.src_ptr.ysize,
    };
    Ok(CopyOperation {
        copy,
        parameters: *parameters,
    })
}

fn start(pitched: &PitchedPtr, at: &Pos) -> u64 {
    (pitched.ptr + (at.z * pitched.ysize + at.y) * pitched.pitch + at.x) as u64
}

fn copy_of_peer(runtime: &Runtime, peer: &Memcpy3DPeerParms) -> Result<CopyOperation> {
    runtime.number(peer.src_device)?;
    runtime.number(peer.dst_device)?;
    copy_of(&Memcpy3DParms {
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

api! {
    call fn cudaMemcpy3D(runtime, parameters: In<Memcpy3DParms>) {
        runtime.copy_in(0, copy_of(&parameters.get()?)?, Wait::Yes)
    }

    call fn cudaMemcpy3DAsync(runtime, parameters: In<Memcpy3DParms>, stream: Handle) {
        runtime.copy_in(stream, copy_of(&parameters.get()?)?, Wait::No)
    }

    call fn cudaMemcpy3DPeer(runtime, parameters: In<Memcpy3DPeerParms>) {
        runtime.copy_in(0, copy_of_peer(runtime, &parameters.get()?)?, Wait::Yes)
    }

    call fn cudaMemcpy3DPeerAsync(runtime, parameters: In<Memcpy3DPeerParms>, stream: Handle) {
        runtime.copy_in(stream, copy_of_peer(runtime, &parameters.get()?)?, Wait::No)
    }
}
