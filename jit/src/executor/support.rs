//! Functions that host code of cells calls in the executor.

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::mem;
use std::slice;
use std::sync::Mutex;

use super::beside;
use crate::link::process_symbol;
use crate::lock::lock;
use crate::modules;
use crate::wire::{Display, Event, ShownMost};

/// Values shown since the last `take_values`, as the session is told of them.
static VALUES: Mutex<Vec<Event>> = Mutex::new(Vec::new());

/// The exception that left a cell.
static EXCEPTION: Mutex<Option<Exception>> = Mutex::new(None);

/// How much of a value is shown, if a cell has said so.
static SHOWN_MOST: Mutex<Option<ShownMost>> = Mutex::new(None);

/// An exception that left a cell.
pub(super) struct Exception {
    pub(super) type_name: String,
    pub(super) what: Option<String>,
}

/// Names and addresses for the linker; docs/linking.md has their declarations.
pub(super) fn builtins() -> [(&'static str, usize); 6] {
    let make_dim3 = make_dim3 as *const () as usize;
    [
        // The constructor of an object, and of one that a derived class holds.
        ("_ZN4dim3C1Ejjj", make_dim3),
        ("_ZN4dim3C2Ejjj", make_dim3),
        (
            "__chv_register_kernel",
            register_kernel as *const () as usize,
        ),
        ("__chv_show", show as *const () as usize),
        ("__chv_exception", exception as *const () as usize),
        ("__chv_shown_most", shown_most as *const () as usize),
    ]
}

/// From now on so much of a value is shown.
pub(super) fn show_most(most: ShownMost) {
    *lock(&SHOWN_MOST) = Some(most);
}

/// Values to show, in order.
pub(super) fn take_values() -> Vec<Event> {
    mem::take(&mut *lock(&VALUES))
}

/// A value that is shown in other forms than text.
pub(super) fn give_display(display: Display) {
    lock(&VALUES).push(Event::Display(Box::new(display)));
}

/// The exception that left the cell, if one did.
pub(super) fn take_exception() -> Option<Exception> {
    lock(&EXCEPTION).take()
}

/// Writes out what the C and C++ libraries hold back of the user's output.
pub(super) fn flush_output() {
    unsafe extern "C" {
        static stdout: *mut libc::FILE;
        static stderr: *mut libc::FILE;
    }
    type Flush = unsafe extern "C-unwind" fn(*mut c_void) -> *mut c_void;
    // `std::cout` and its kin hold text of their own after `sync_with_stdio(false)`; before, this does nothing.
    if let Some(flush) = process_symbol("_ZNSo5flushEv") {
        for stream in ["_ZSt4cout", "_ZSt4clog"] {
            if let Some(stream) = process_symbol(stream) {
                // SAFETY: these are `std::ostream::flush` and objects of that class in the C++ library.
                unsafe { mem::transmute::<usize, Flush>(flush)(stream as *mut c_void) };
            }
        }
    }
    // Not all streams: one that another thread reads from is locked for as long.
    // SAFETY: the C library's two output streams are always there.
    unsafe {
        libc::fflush(stdout);
        libc::fflush(stderr);
    }
}

/// Makes `std::cout` and its kin usable, as every C++ program that includes <iostream> does. Before GCC 13 nobody else does it here:
/// then the C++ library leaves it to the programs, and this one is not written in C++.
pub(super) fn start_streams() {
    unsafe extern "C" {
        static stdout: *mut libc::FILE;
    }
    if beside::is_there() || std::env::var_os(jit_api::wire::LINES_VARIABLE).is_some() {
        // SAFETY: the C library's stream is always there, nothing has been printed yet, and the library takes a buffer of its own.
        unsafe { libc::setvbuf(stdout, std::ptr::null_mut(), libc::_IOLBF, 1 << 16) };
    }
    static INIT: u8 = 0;
    type Construct = unsafe extern "C" fn(*mut c_void);
    if let Some(construct) = process_symbol("_ZNSt8ios_base4InitC1Ev") {
        // SAFETY: this is the constructor of `std::ios_base::Init`, an empty class, so it writes nothing to the object.
        unsafe {
            mem::transmute::<usize, Construct>(construct)((&raw const INIT).cast_mut().cast());
        }
    }
}

/// `void __chv_register_kernel(const void *stub, const char *symbol)`
unsafe extern "C" fn register_kernel(stub: *const c_void, symbol: *const c_char) {
    // SAFETY: the compiler passes a string constant.
    let symbol = unsafe { CStr::from_ptr(symbol) }.to_string_lossy();
    modules::register_stub(stub, &symbol);
}

/// `dim3::dim3(unsigned x, unsigned y, unsigned z)`
unsafe extern "C" fn make_dim3(object: *mut [c_uint; 3], x: c_uint, y: c_uint, z: c_uint) {
    // SAFETY: a constructor gets memory for its object, and `dim3` is these three.
    unsafe { object.write([x, y, z]) };
}

/// `void __chv_show(const char *text, size_t bytes)`
unsafe extern "C" fn show(text: *const c_char, bytes: usize) {
    let text = if bytes == 0 {
        String::new()
    } else {
        // SAFETY: the prelude passes a text of that many bytes.
        String::from_utf8_lossy(unsafe { slice::from_raw_parts(text.cast::<u8>(), bytes) })
            .into_owned()
    };
    lock(&VALUES).push(Event::Value(text));
}

/// `size_t __chv_shown_most(int what)`
unsafe extern "C" fn shown_most(what: c_int) -> usize {
    let most = lock(&SHOWN_MOST).unwrap_or_default();
    match what {
        0 => most.elements as usize,
        1 => most.allocated as usize,
        _ => most.bytes(),
    }
}

/// `void __chv_exception(const char *type, const char *what)`: the type's name for people or null if it has
/// none, and what the exception says of itself or null.
unsafe extern "C" fn exception(type_name: *const c_char, what: *const c_char) {
    let text = |text: *const c_char| {
        if text.is_null() {
            return None;
        }
        // SAFETY: the prelude passes null or texts that end with a zero.
        let text = unsafe { CStr::from_ptr(text) };
        Some(text.to_string_lossy().into_owned())
    };
    let type_name = text(type_name).unwrap_or_else(|| "an unknown type".to_owned());
    *lock(&EXCEPTION) = Some(Exception {
        type_name,
        what: text(what),
    });
}
