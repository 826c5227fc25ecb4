//! Calls into LLVM that make code out of a module, and that may crash.

use std::ptr;

use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use inkwell::targets::TargetMachine;

use super::take_text;
use crate::sys;

/// What became of a call into LLVM that may crash.
pub enum Guarded<T> {
    /// It came back.
    Done(T),
    /// It came back with this error.
    Failed(String),
    /// It crashed; what LLVM said of it, which may be nothing. The module, its context and the machine must not be touched again.
    Crashed(String),
    /// It was left half-way, as after a crash, because the thread was asked to stop.
    Stopped,
}

/// What a status other than 0 says.
fn failed<T>(status: i32, error: *mut sys::Opaque) -> Guarded<T> {
    let message = take_text(error);
    match status {
        1 => Guarded::Failed(message),
        2 => Guarded::Crashed(message),
        _ => Guarded::Stopped,
    }
}

/// Runs the textual pass pipeline over the module.
pub fn run_passes(module: &Module<'_>, machine: &TargetMachine, passes: &str) -> Guarded<()> {
    let mut error = ptr::null_mut();
    // SAFETY: both objects are live; the span is live for the call, and `error` is written unless the status is 0.
    let status = unsafe {
        sys::chv_run_passes(
            module.as_mut_ptr(),
            machine.as_mut_ptr(),
            sys::Span::new(passes.as_bytes()),
            &mut error,
        )
    };
    match status {
        0 => Guarded::Done(()),
        status => failed(status, error),
    }
}

/// Translates the module to an object.
pub fn generate_object(module: &Module<'_>, machine: &TargetMachine) -> Guarded<Vec<u8>> {
    let (mut object, mut error) = (ptr::null_mut(), ptr::null_mut());
    // SAFETY: both objects are live; `object` is written if the status is 0, `error` otherwise. The buffer is ours then.
    unsafe {
        let (module, machine) = (module.as_mut_ptr(), machine.as_mut_ptr());
        match sys::chv_generate_object(module, machine, &mut object, &mut error) {
            0 => Guarded::Done(MemoryBuffer::new(object).as_slice().to_vec()),
            status => failed(status, error),
        }
    }
}

/// Defines a variable of this name if the address of anything that the module defines may be in memory when its code has run: of a function, a
/// table of virtual functions, a string. The code object must stay loaded then, whatever takes its place.
pub fn note_escapes(module: &Module<'_>, name: &str) {
    // SAFETY: the module is live, and so is the span for the call.
    unsafe { sys::chv_note_escapes(module.as_mut_ptr(), sys::Span::new(name.as_bytes())) }
}

/// Translates the module, which is for an NVIDIA GPU, to PTX text.
pub fn generate_ptx(module: &Module<'_>, machine: &TargetMachine) -> Guarded<Vec<u8>> {
    let (mut text, mut error) = (ptr::null_mut(), ptr::null_mut());
    // SAFETY: both objects are live; `text` is written if the status is 0, `error` otherwise.
    let status = unsafe {
        let (module, machine) = (module.as_mut_ptr(), machine.as_mut_ptr());
        sys::chv_generate_ptx(module, machine, &mut text, &mut error)
    };
    match status {
        0 => Guarded::Done(take_text(text).into_bytes()),
        status => failed(status, error),
    }
}
