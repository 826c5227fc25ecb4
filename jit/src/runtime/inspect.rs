//! What a pointer is: attributes for programs, extent for the display of values.

use std::ffi::c_void;

use super::Runtime;
use super::allocations::Space;
use super::ffi::{Out, Table, address, api, pointer, table};
use super::types::PointerAttributes;
use crate::device::{Completion, Copy, Result, Status, StreamOptions};
use crate::modules;
use crate::wire;

/// `cudaMemoryType`
fn memory_type(space: Space) -> i32 {
    match space {
        Space::Pageable => 0,
        Space::Host => 1,
        Space::Device => 2,
        Space::Managed => 3,
    }
}

/// The space of device memory that was freed.
const FREED: i32 = 4;

/// What the runtime knows of a pointer: the space and the bytes from it to its allocation's end. 0 and nothing else if the
/// pointer is not the API's. Called by the prelude's display of values; spaces are numbered as in `cudaMemoryType`, and 4 is device memory that was freed.
pub(crate) extern "C" fn __chv_pointer_extent(
    memory: *const c_void,
    space: Out<i32>,
    bytes_left: Out<usize>,
) -> i32 {
    let Ok(runtime) = super::current() else {
        return 0;
    };
    let Some((base, allocation)) = runtime.allocations().find(address(memory)) else {
        let freed = || {
            Some((
                FREED,
                runtime.allocations().freed_bytes_from(address(memory))?,
            ))
        };
        let Some((kind, bytes)) = super::toolkit::extent(address(memory)).or_else(freed) else {
            return 0;
        };
        space.put_if_wanted(kind);
        bytes_left.put_if_wanted(bytes);
        return 1;
    };
    space.put_if_wanted(memory_type(allocation.space));
    bytes_left.put_if_wanted((base + allocation.bytes as u64 - address(memory)) as usize);
    1
}

/// The address on the calling thread's device of what host code sees at `place`: a device variable or a part of one. Null for
/// everything else, and for managed variables, which host code sees as they are. Called by the prelude's display of values.
pub(crate) extern "C" fn __chv_variable_storage(
    place: *const c_void,
    bytes: usize,
) -> *const c_void {
    let storage = || {
        let (variable, offset) = modules::variable_around(place)?;
        if variable.space == wire::Space::Managed {
            return None;
        }
        let runtime = super::current().ok()?;
        let symbol = variable.shadow as *const c_void;
        runtime.part(symbol, bytes, offset).ok()
    };
    storage().map_or(std::ptr::null(), |storage| pointer(storage).cast_const())
}

/// Copies for the display of values while a stream is captured, which forbids to wait for the user's streams and ends if `cudaMemcpy` tries. What
/// the cells before it queued has happened. Gives 0 if it has copied, 1 if nothing is captured, 2 if it failed.
pub(crate) extern "C" fn __chv_copy_beside_captures(
    target: *mut c_void,
    source: *const c_void,
    bytes: usize,
) -> i32 {
    let Ok(runtime) = super::current() else {
        return 1;
    };
    if !runtime.capturing() && !super::toolkit::capturing() {
        return 1;
    }
    let copy = Copy::linear(address(target), address(source), bytes);
    // SAFETY: the display passes memory of its own or a variable's, and memory that the device has, of so many bytes.
    let copied = super::toolkit::outside_captures(|| unsafe { runtime.copy_aside(&copy) });
    if copied.is_ok() { 0 } else { 2 }
}

impl Runtime {
    /// Copies in a stream that waits for no other and for which no other waits.
    ///
    /// # Safety
    /// Both ranges are valid.
    unsafe fn copy_aside(&self, copy: &Copy) -> Result<()> {
        let aside = self.device().create_stream(StreamOptions {
            blocking: false,
            priority: 0,
        })?;
        // SAFETY: the caller's duty; it has happened when this returns.
        let copied = unsafe { self.device().copy(aside, copy, Completion::Done) };
        copied.and(self.device().destroy_stream(aside))
    }
}

/// What the display of values calls, whoever's the API is.
pub(crate) const EXTENT: Table = table![
    __chv_pointer_extent,
    __chv_variable_storage,
    __chv_copy_beside_captures
];

api! {
    call fn cudaPointerGetAttributes(runtime, attributes: Out<PointerAttributes>, memory: *const c_void) {
        if memory.is_null() {
            return Err(Status::INVALID_VALUE.into());
        }
        let found = runtime.allocations().find(address(memory));
        let space = found.map_or(Space::Pageable, |(_, allocation)| allocation.space);
        let place = memory as usize;
        let known = space != Space::Pageable;
        attributes.put(PointerAttributes {
            kind: memory_type(space),
            // `cudaInvalidDeviceId` for what the API does not know.
            device: found.map_or(-2, |(base, _)| runtime.device().owner(base) as i32),
            device_pointer: if known { place } else { 0 },
            host_pointer: if space == Space::Device { 0 } else { place },
            reserved: [0; 8],
        })
    }
}
