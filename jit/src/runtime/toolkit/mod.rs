//! Sessions with a CUDA toolkit's own headers: host code calls NVIDIA's runtime library (libcudart), and only what takes a kernel or a variable of
//! the session comes here first, because the library knows neither stubs nor shadows of cells.
//!
//! The library takes a `CUkernel` wherever it takes a host function (`cudaKernel_t`), so most functions only exchange that and go on. Streams, events,
//! memory and graphs are the library's own; the primary context is the same as that of `device::cuda`.

mod answers;
mod exec;
mod function;
mod graph;
mod graph_edits;
mod kept;
mod launch;
mod symbol;
mod sys;

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use self::sys::{CaptureMode, real};
use super::ffi::Table;
use super::{Runtime, current};
use crate::device::{Error, LaunchConfig, LoadedKernel};
use crate::modules::{self, NoKernel, Slot};

/// No kernel's host function and no variable's: the runtime library refuses it as it refuses everything that it does not know.
static NOTHING: u8 = 0;

/// Opens the runtime library for the device of this process. The error is for people.
pub(crate) fn start(path: &Path, ordinal: usize) -> Result<(), String> {
    sys::open(path)?;
    if ordinal != 0 {
        let status = real!(cudaSetDevice(ordinal as i32 => i32));
        if status != 0 {
            return Err(format!(
                "`{}` cannot use the device: error {status}",
                path.display()
            ));
        }
    }
    Ok(())
}

/// Initialises the runtime library, before any code of the user runs: at the end of the process it must not be torn down under threads that load kernels, so
/// that end comes before its destructors.
pub(crate) fn initialise() {
    if active() {
        real!(cudaFree(std::ptr::null_mut::<c_void>() => *mut c_void));
        crate::device::gate::end_before_libraries();
    }
}

/// Does host code of this process call NVIDIA's runtime library?
pub(crate) fn active() -> bool {
    sys::is_open()
}

/// What comes before the runtime library's own functions of these names.
pub(crate) fn tables() -> [Table; 9] {
    [
        answers::TABLE,
        exec::TABLE,
        function::TABLE,
        graph::TABLE,
        graph_edits::EDITS,
        graph_edits::TABLE,
        launch::TABLE,
        launch::CONFIGURATION,
        symbol::TABLE,
    ]
}

/// Lets the calling thread load code from now on, also while the user captures a stream.
pub(crate) fn relax_capture() {
    if active() {
        sys::exchange_capture_mode(CaptureMode::RELAXED);
    }
}

/// Does something of the session's own on a thread of the user's, which it may also while the user captures a stream.
pub(crate) fn outside_captures<T>(body: impl FnOnce() -> T) -> T {
    if !active() {
        return body();
    }
    let before = sys::exchange_capture_mode(CaptureMode::RELAXED);
    let result = body();
    sys::exchange_capture_mode(before);
    result
}

/// Is a stream of the user's being captured? Then nothing may wait for the device.
pub(crate) fn capturing() -> bool {
    graph::forget_ended_captures();
    graph::capturing()
}

/// Forgets the runtime library's last error on this thread, which the session has told.
pub(crate) fn forget_error() {
    if active() {
        real!(cudaGetLastError());
    }
}

/// What the driver knows of an address: `cudaMemoryType`, and the bytes from it to the end of its allocation.
pub(crate) fn extent(address: u64) -> Option<(i32, usize)> {
    let (space, start, bytes) = sys::memory_at(address)?;
    let end = start.checked_add(bytes as u64)?;
    Some((space, usize::try_from(end.checked_sub(address)?).ok()?))
}

/// What the runtime library is given for a host function: for a kernel of the session what its optimised code is loaded as, which is waited for. Others are the
/// library's own business. A kernel that has no code gives what the library refuses, and why is noted.
fn handle(function: *const c_void) -> *const c_void {
    handle_by(function, Slot::optimised)
}

/// The same, but of the kernel that `find` gives.
fn handle_by(
    function: *const c_void,
    find: fn(&'static Slot) -> Result<Arc<LoadedKernel>, NoKernel>,
) -> *const c_void {
    let Some(slot) = modules::slot_of_stub(function) else {
        return function;
    };
    let found = catch_unwind(AssertUnwindSafe(|| {
        let kernel = current()?.kernel_asked_for(slot, find)?;
        Ok::<_, Error>(handle_of(slot, &kernel))
    }));
    match found {
        Ok(Ok(handle)) => handle,
        _ => nothing(),
    }
}

/// What the runtime library knows a loaded kernel by, with the attributes that were set for its slot.
fn handle_of(slot: &'static Slot, kernel: &LoadedKernel) -> *const c_void {
    function::restore_attributes(slot, kernel);
    kernel.runtime_handle as *const c_void
}

fn nothing() -> *const c_void {
    (&raw const NOTHING).cast()
}

/// The kernel for a launch, and its handle; tells the session why there is none.
fn kernel_to_launch(
    runtime: &'static Runtime,
    slot: &'static Slot,
    config: &LaunchConfig,
) -> Option<Arc<LoadedKernel>> {
    let found = catch_unwind(AssertUnwindSafe(|| runtime.loaded(slot, config)));
    found.ok()?.ok()
}
