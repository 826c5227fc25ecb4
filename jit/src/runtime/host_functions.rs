//! What streams run for the program on the host.

use std::ffi::c_void;
use std::mem;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::IN_HOST_FUNCTION;
use super::handles::Handle;
use super::types::{HostFn, StreamCallback};

/// The prelude's functions that call one: C++ must see an exception that nobody catches, which Rust would end the process for without a word about it.
/// 0 as long as there is no prelude.
static CALL_FUNCTION: AtomicUsize = AtomicUsize::new(0);
static CALL_CALLBACK: AtomicUsize = AtomicUsize::new(0);

/// Names of these in the prelude.
const CALL_FUNCTION_NAME: &str = "__chv_host_function";
const CALL_CALLBACK_NAME: &str = "__chv_stream_callback";

/// Has host functions called by the prelude, if it is there. `address`: of a symbol that cells define.
pub fn call_by_prelude(address: impl Fn(&str) -> Option<usize>) {
    for (caller, name) in [
        (&CALL_FUNCTION, CALL_FUNCTION_NAME),
        (&CALL_CALLBACK, CALL_CALLBACK_NAME),
    ] {
        caller.store(address(name).unwrap_or(0), Ordering::Release);
    }
}

/// Runs a host function of the user on the calling thread; API calls from within it are refused.
pub(super) fn call_function(function: HostFn, data: *mut c_void) {
    run(|| match CALL_FUNCTION.load(Ordering::Acquire) {
        0 => function(data),
        caller => {
            // SAFETY: the prelude defines it with this type.
            let caller =
                unsafe { mem::transmute::<usize, extern "C" fn(HostFn, *mut c_void)>(caller) };
            caller(function, data);
        }
    });
}

/// Likewise a callback, for `stream`.
pub(super) fn call_callback(
    callback: StreamCallback,
    stream: Handle,
    status: i32,
    data: *mut c_void,
) {
    run(|| match CALL_CALLBACK.load(Ordering::Acquire) {
        0 => callback(stream, status, data),
        caller => {
            // SAFETY: the prelude defines it with this type.
            let caller = unsafe {
                mem::transmute::<usize, extern "C" fn(StreamCallback, Handle, i32, *mut c_void)>(
                    caller,
                )
            };
            caller(callback, stream, status, data);
        }
    });
}

fn run(function: impl FnOnce()) {
    let outer = IN_HOST_FUNCTION.replace(true);
    function();
    IN_HOST_FUNCTION.set(outer);
}
