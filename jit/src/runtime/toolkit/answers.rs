//! Calls by whose answers a program learns of a device's fault: what it was told is not told again when it ends.

use std::ffi::c_void;

use super::super::ffi::{Table, table};
use super::super::unread;
use super::sys::real;
use crate::device::Status;
use crate::interrupt::at_api_end;

/// The runtime library has given the calling thread this. Gives it.
pub(super) fn answered(status: i32) -> i32 {
    if status != 0 {
        unread::returned(Status(status).into());
    }
    status
}

/// Defines functions that go on to the runtime library's as they are.
macro_rules! answers {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => {
        $(
            #[expect(non_snake_case, reason = "the API's names")]
            unsafe extern "C-unwind" fn $name($($argument: $type),*) -> i32 {
                let status = answered(real!($name($($argument => $type),*)));
                at_api_end();
                status
            }
        )*

        pub(super) const TABLE: Table = table![$($name),*];
    };
}

answers! {
    cudaStreamSynchronize(stream: usize);
    cudaStreamSynchronize_ptsz(stream: usize);
    cudaStreamQuery(stream: usize);
    cudaStreamQuery_ptsz(stream: usize);
    cudaEventSynchronize(event: usize);
    cudaEventQuery(event: usize);
    cudaMemcpy(target: *mut c_void, source: *const c_void, bytes: usize, kind: i32);
    cudaMemcpy_ptds(target: *mut c_void, source: *const c_void, bytes: usize, kind: i32);
    cudaMemcpy2D(target: *mut c_void, target_pitch: usize, source: *const c_void, source_pitch: usize, width: usize, height: usize, kind: i32);
    cudaMemcpy2D_ptds(target: *mut c_void, target_pitch: usize, source: *const c_void, source_pitch: usize, width: usize, height: usize, kind: i32);
    cudaFree(address: *mut c_void);
}
