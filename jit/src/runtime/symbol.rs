//! Device variables by their symbol: the address of the shadow that host code sees.

use std::ffi::c_void;

use super::Runtime;
use super::allocations::{Allocation, Space};
use super::copy::Wait;
use super::ffi::{Out, address, api, pointer};
use super::handles::Handle;
use super::operation::CopyOperation;
use crate::device::{Result, Status};
use crate::modules::{self, Variable};
use crate::wire;

// `cudaMemcpyKind`, as the symbol functions take it.
const HOST_TO_DEVICE: i32 = 1;
const DEVICE_TO_HOST: i32 = 2;
const DEVICE_TO_DEVICE: i32 = 3;
const DEFAULT: i32 = 4;

impl Runtime {
    /// The variable of a symbol, and its address on the calling thread's device.
    fn variable(&self, symbol: *const c_void) -> Result<(&'static Variable, u64)> {
        let variable = modules::variable_at(symbol).ok_or(Status::INVALID_SYMBOL)?;
        let number = self.device().current();
        let storage = variable
            .storages
            .get(number)
            .ok_or(Status::INVALID_SYMBOL)?;
        if self.allocations().at(storage).is_none() {
            let space = if variable.space == wire::Space::Managed {
                Space::Managed
            } else {
                Space::Device
            };
            self.allocations()
                .insert(storage, Allocation::variable(variable.bytes, space));
            self.device().adopt(storage, number);
        }
        Ok((variable, storage))
    }

    /// The device address of a part of a variable.
    pub(crate) fn part(&self, symbol: *const c_void, bytes: usize, offset: usize) -> Result<u64> {
        let (variable, storage) = self.variable(symbol)?;
        match offset.checked_add(bytes) {
            Some(end) if end <= variable.bytes => Ok(storage + offset as u64),
            _ => Err(Status::INVALID_VALUE.into()),
        }
    }

    /// A copy into a variable.
    pub(crate) fn copy_to_symbol(
        &self,
        symbol: *const c_void,
        source: *const c_void,
        part: Part,
    ) -> Result<CopyOperation> {
        let target = self.part(symbol, part.bytes, part.offset)?;
        match part.kind {
            HOST_TO_DEVICE | DEVICE_TO_DEVICE | DEFAULT => Ok(CopyOperation::linear(
                target,
                address(source),
                part.bytes,
                part.kind,
            )),
            _ => Err(Status::INVALID_MEMCPY_DIRECTION.into()),
        }
    }

    /// A copy out of a variable.
    pub(crate) fn copy_from_symbol(
        &self,
        target: *mut c_void,
        symbol: *const c_void,
        part: Part,
    ) -> Result<CopyOperation> {
        let source = self.part(symbol, part.bytes, part.offset)?;
        match part.kind {
            DEVICE_TO_HOST | DEVICE_TO_DEVICE | DEFAULT => Ok(CopyOperation::linear(
                address(target),
                source,
                part.bytes,
                part.kind,
            )),
            _ => Err(Status::INVALID_MEMCPY_DIRECTION.into()),
        }
    }
}

/// Which part of a variable is copied, and the kind of copy.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) bytes: usize,
    pub(crate) offset: usize,
    pub(crate) kind: i32,
}

api! {
    call fn cudaMemcpyToSymbol(
        runtime, symbol: *const c_void, source: *const c_void, bytes: usize, offset: usize, kind: i32,
    ) {
        runtime.copy_in(0, runtime.copy_to_symbol(symbol, source, Part { bytes, offset, kind })?, Wait::Yes)
    }

    call fn cudaMemcpyToSymbolAsync(
        runtime, symbol: *const c_void, source: *const c_void, bytes: usize, offset: usize, kind: i32, stream: Handle,
    ) {
        runtime.copy_in(stream, runtime.copy_to_symbol(symbol, source, Part { bytes, offset, kind })?, Wait::No)
    }

    call fn cudaMemcpyFromSymbol(
        runtime, target: *mut c_void, symbol: *const c_void, bytes: usize, offset: usize, kind: i32,
    ) {
        runtime.copy_in(0, runtime.copy_from_symbol(target, symbol, Part { bytes, offset, kind })?, Wait::Yes)
    }

    call fn cudaMemcpyFromSymbolAsync(
        runtime, target: *mut c_void, symbol: *const c_void, bytes: usize, offset: usize, kind: i32, stream: Handle,
    ) {
        runtime.copy_in(stream, runtime.copy_from_symbol(target, symbol, Part { bytes, offset, kind })?, Wait::No)
    }

    call fn cudaGetSymbolAddress(runtime, memory: Out<*mut c_void>, symbol: *const c_void) {
        memory.put(pointer(runtime.variable(symbol)?.1))
    }

    call fn cudaGetSymbolSize(runtime, bytes: Out<usize>, symbol: *const c_void) {
        bytes.put(runtime.variable(symbol)?.0.bytes)
    }
}
