//! Device variables: their shadows become addresses on the device.

use std::ffi::c_void;

use super::super::current;
use super::super::ffi::{Table, pointer, table};
use super::sys::{self, real};
use crate::interrupt::at_api_end;
use crate::modules;

/// `cudaErrorInvalidValue`
const INVALID_VALUE: i32 = 1;

/// What a symbol and a part of it are.
enum Place {
    /// A part of a session's variable: its address.
    Session(*mut c_void),
    /// The part is not within the session's variable.
    Outside,
    /// None of the session's: the runtime library may know it.
    Library,
}

fn place(symbol: *const c_void, bytes: usize, offset: usize) -> Place {
    let (Some(_), Ok(runtime)) = (modules::variable_at(symbol), current()) else {
        return Place::Library;
    };
    match runtime.part(symbol, bytes, offset) {
        Ok(address) => Place::Session(pointer(address)),
        Err(_) => Place::Outside,
    }
}

/// The device address of a part of a symbol; else the error of the call.
pub(super) fn address(
    symbol: *const c_void,
    bytes: usize,
    offset: usize,
) -> Result<*mut c_void, i32> {
    match place(symbol, bytes, offset) {
        Place::Session(address) => Ok(address),
        Place::Outside => Err(INVALID_VALUE),
        Place::Library => {
            let mut address = std::ptr::null_mut();
            let status = real!(cudaGetSymbolAddress(&raw mut address => *mut *mut c_void, symbol => *const c_void));
            match status {
                0 => Ok(address.wrapping_byte_add(offset)),
                status => Err(status),
            }
        }
    }
}

/// Defines copies to symbols, by the plain copy of which names.
macro_rules! copies_to {
    ($($name:ident by $plain:ident ($($more:ident: $type:ty)?);)*) => {
        $(
            #[expect(non_snake_case, reason = "the API's names")]
            unsafe extern "C-unwind" fn $name(
                symbol: *const c_void, source: *const c_void, bytes: usize, offset: usize, kind: i32 $(, $more: $type)?
            ) -> i32 {
                let status = match place(symbol, bytes, offset) {
                    Place::Session(target) => real!($plain(
                        target => *mut c_void, source => *const c_void, bytes => usize, kind => i32 $(, $more => $type)?
                    )),
                    Place::Outside => INVALID_VALUE,
                    Place::Library => real!($name(
                        symbol => *const c_void, source => *const c_void, bytes => usize, offset => usize, kind => i32 $(, $more => $type)?
                    )),
                };
                at_api_end();
                status
            }
        )*
    };
}

/// Likewise copies from symbols.
macro_rules! copies_from {
    ($($name:ident by $plain:ident ($($more:ident: $type:ty)?);)*) => {
        $(
            #[expect(non_snake_case, reason = "the API's names")]
            unsafe extern "C-unwind" fn $name(
                target: *mut c_void, symbol: *const c_void, bytes: usize, offset: usize, kind: i32 $(, $more: $type)?
            ) -> i32 {
                let status = match place(symbol, bytes, offset) {
                    Place::Session(source) => real!($plain(
                        target => *mut c_void, source => *const c_void, bytes => usize, kind => i32 $(, $more => $type)?
                    )),
                    Place::Outside => INVALID_VALUE,
                    Place::Library => real!($name(
                        target => *mut c_void, symbol => *const c_void, bytes => usize, offset => usize, kind => i32 $(, $more => $type)?
                    )),
                };
                at_api_end();
                status
            }
        )*
    };
}

copies_to! {
    cudaMemcpyToSymbol by cudaMemcpy();
    cudaMemcpyToSymbol_ptds by cudaMemcpy_ptds();
    cudaMemcpyToSymbolAsync by cudaMemcpyAsync(stream: usize);
    cudaMemcpyToSymbolAsync_ptsz by cudaMemcpyAsync_ptsz(stream: usize);
}

copies_from! {
    cudaMemcpyFromSymbol by cudaMemcpy();
    cudaMemcpyFromSymbol_ptds by cudaMemcpy_ptds();
    cudaMemcpyFromSymbolAsync by cudaMemcpyAsync(stream: usize);
    cudaMemcpyFromSymbolAsync_ptsz by cudaMemcpyAsync_ptsz(stream: usize);
}

#[expect(non_snake_case, reason = "the API's name")]
unsafe extern "C-unwind" fn cudaGetSymbolAddress(
    address: *mut *mut c_void,
    symbol: *const c_void,
) -> i32 {
    match place(symbol, 0, 0) {
        Place::Session(storage) if !address.is_null() => {
            // SAFETY: the API obliges the caller to pass a pointer to a live object.
            unsafe { sys::write(address, storage) };
            0
        }
        _ => real!(cudaGetSymbolAddress(address => *mut *mut c_void, symbol => *const c_void)),
    }
}

#[expect(non_snake_case, reason = "the API's name")]
unsafe extern "C-unwind" fn cudaGetSymbolSize(bytes: *mut usize, symbol: *const c_void) -> i32 {
    match modules::variable_at(symbol) {
        Some(variable) if !bytes.is_null() => {
            // SAFETY: the API obliges the caller to pass a pointer to a live object.
            unsafe { sys::write(bytes, variable.bytes) };
            0
        }
        _ => real!(cudaGetSymbolSize(bytes => *mut usize, symbol => *const c_void)),
    }
}

pub(super) const TABLE: Table = table![
    cudaMemcpyToSymbol,
    cudaMemcpyToSymbol_ptds,
    cudaMemcpyToSymbolAsync,
    cudaMemcpyToSymbolAsync_ptsz,
    cudaMemcpyFromSymbol,
    cudaMemcpyFromSymbol_ptds,
    cudaMemcpyFromSymbolAsync,
    cudaMemcpyFromSymbolAsync_ptsz,
    cudaGetSymbolAddress,
    cudaGetSymbolSize,
];
