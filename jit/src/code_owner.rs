//! Which library a piece of code belongs to.

use std::ffi::{CStr, c_void};

/// Does code at this address belong to a library whose file's name begins like one of these?
pub(crate) fn is_of_library(code: *const c_void, beginnings: &[&[u8]]) -> bool {
    // SAFETY: the structure is plain data, for which zeros are values.
    let mut about: libc::Dl_info = unsafe { std::mem::zeroed() };
    // SAFETY: any address may be asked about; `about` is a live object.
    let found = unsafe { libc::dladdr(code, &mut about) } != 0;
    if !found || about.dli_fname.is_null() {
        return false;
    }
    // SAFETY: the name of a library that is loaded ends with a zero.
    let path = unsafe { CStr::from_ptr(about.dli_fname) }.to_bytes();
    let name = path.rsplit(|&byte| byte == b'/').next().unwrap_or(path);
    beginnings.iter().any(|it| name.starts_with(it))
}
