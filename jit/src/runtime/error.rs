//! Asking for the last error, and for names and texts of errors.

use std::ffi::c_char;

use super::ffi::api;
use super::{last_error, unread};
use crate::device::Status;

/// Gives the last error and forgets it, unless it is sticky.
#[expect(non_snake_case, reason = "the API's name")]
pub(crate) extern "C" fn cudaGetLastError() -> i32 {
    let sticky = sticky();
    let last = sticky.unwrap_or(last_error::take());
    fetched(last);
    last.0
}

/// Gives the last error.
#[expect(non_snake_case, reason = "the API's name")]
pub(crate) extern "C" fn cudaPeekAtLastError() -> i32 {
    let last = sticky().unwrap_or(last_error::get());
    fetched(last);
    last.0
}

fn sticky() -> Option<Status> {
    super::current()
        .ok()?
        .healthy()
        .err()
        .map(|error| error.status)
}

/// The user has asked: the error of a launch is theirs to handle now.
fn fetched(last: Status) {
    unread::fetched(last);
    if let Ok(runtime) = super::current() {
        runtime.refused().forget();
    }
}

#[expect(non_snake_case, reason = "the API's name")]
pub(crate) extern "C" fn cudaGetErrorName(status: i32) -> *const c_char {
    Status(status).name_c().as_ptr()
}

#[expect(non_snake_case, reason = "the API's name")]
pub(crate) extern "C" fn cudaGetErrorString(status: i32) -> *const c_char {
    Status(status).description_c().as_ptr()
}

api! {
    ; cudaGetErrorName, cudaGetErrorString, cudaGetLastError, cudaPeekAtLastError
}
