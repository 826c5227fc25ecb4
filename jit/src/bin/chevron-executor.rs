//! The process that runs the user's code. `chevron` starts it; on its own it does nothing.

use std::ffi::{c_int, c_void};

#[global_allocator]
static HEAP: jit::executor::Heap = jit::executor::Heap;

fn main() -> std::process::ExitCode {
    jit::executor::main()
}

/// The C library's function of that name, for the whole process: threads that user code and its libraries start are prepared to
/// tell of a full stack too.
///
/// # Safety
/// As the C library's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pthread_create(
    thread: *mut libc::pthread_t,
    attributes: *const libc::pthread_attr_t,
    start: jit::executor::ThreadStart,
    argument: *mut c_void,
) -> c_int {
    // SAFETY: passed on to the caller.
    unsafe { jit::executor::create_thread(thread, attributes, start, argument) }
}

/// The C library's function of that name, for the whole process: checkpoints call what OpenMP's library registers by it.
///
/// # Safety
/// As the C library's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __register_atfork(
    prepare: Option<unsafe extern "C" fn()>,
    parent: Option<unsafe extern "C" fn()>,
    child: Option<unsafe extern "C" fn()>,
    library: *mut c_void,
) -> c_int {
    // SAFETY: passed on to the caller.
    unsafe { jit::executor::register_atfork(prepare, parent, child, library) }
}
