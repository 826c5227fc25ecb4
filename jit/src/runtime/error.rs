//! The per-thread last error, and names and texts of errors.

use std::cell::Cell;
use std::ffi::c_char;

use super::ffi::api;
use super::unread;
use crate::device::Status;

thread_local! {
    static LAST: Cell<Status> = const { Cell::new(Status::SUCCESS) };
}

/// Makes an error the calling thread's last one.
pub(crate) fn set_last(status: Status) {
    LAST.set(status);
}

/// The calling thread's last error, which is forgotten.
pub(crate) fn take_last() -> Status {
    LAST.replace(Status::SUCCESS)
}

/// Gives the last error and forgets it, unless it is sticky.
#[expect(non_snake_case, reason = "the API's name")]
pub(crate) extern "C" fn cudaGetLastError() -> i32 {
    let sticky = sticky();
    let last = sticky.unwrap_or(take_last());
    fetched(last);
    last.0
}

/// Gives the last error.
#[expect(non_snake_case, reason = "the API's name")]
pub(crate) extern "C" fn cudaPeekAtLastError() -> i32 {
    let last = sticky().unwrap_or(LAST.get());
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

/// Is it a function that gives the last error? Nothing went wrong in that itself.
pub(super) fn reads_last(name: &str) -> bool {
    matches!(
        name,
        "cudaGetLastError"
            | "cudaPeekAtLastError"
            | "hipGetLastError"
            | "hipPeekAtLastError"
            | "hipExtGetLastError"
    )
}

/// The user has asked: the error of a launch is theirs to handle now.
fn fetched(last: Status) {
    unread::fetched(last);
    if let Ok(runtime) = super::current() {
        runtime.forget_launch_error();
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
