//! What kernels ask the runtime for: launches of other kernels by their symbols, and facts of devices and kernels. `chevron/device_runtime.h` declares it.
//!
//! Unlike the API's own functions these keep no last error: a device thread has its own.

use std::ffi::{c_char, c_int, c_void};
use std::sync::Arc;

use super::ffi::Out;
use super::types::FuncAttributes;
use super::{Runtime, attribute};
use crate::device::cpu::{KernelsBySymbol, symbol_named_by};
use crate::device::{Arguments, Launch, LaunchConfig, Result, Status};
use crate::modules::{self, NoKernel, Slot};
use crate::wire::{DeviceFault, FaultCause};

/// Kernels of the session, for kernels that launch them.
pub(super) struct SessionKernels;

impl KernelsBySymbol for SessionKernels {
    unsafe fn launch(
        &self,
        launcher: &str,
        symbol: &str,
        config: &LaunchConfig,
        parameters: &[*const c_void],
        param_bytes: &[u32],
    ) -> std::result::Result<Launch, Box<DeviceFault>> {
        let slot = modules::slot_named(&modules::symbol_beside(launcher, symbol));
        let refuse =
            |status: Status, message: String| Box::new(DeviceFault::of(status.name(), message));
        let runtime = super::current().map_err(|error| refuse(error.status, error.message))?;
        let kernel = slot.kernel().map_err(|none| {
            let cause = match none {
                NoKernel::NotCompiledYet => FaultCause::NotCompiledYet,
                NoKernel::Failed(_) => FaultCause::Error,
            };
            let message = match slot.display() == slot.symbol() {
                true => "it is declared, and no cell defines it".to_owned(),
                false => none.to_string(),
            };
            Box::new(refuse(Status::INVALID_DEVICE_FUNCTION, message).because(cause))
        })?;
        if let Some((status, message)) = runtime.misfit(slot, &kernel, config) {
            return Err(refuse(status, message));
        }
        if kernel.param_bytes != param_bytes {
            let message = "was redefined with parameters of other sizes since the kernel that launches it was compiled";
            return Err(refuse(Status::INVALID_VALUE, message.to_owned()));
        }
        // SAFETY: the caller gives as many pointers to as many bytes.
        let arguments = unsafe { Arguments::copy(parameters.as_ptr(), param_bytes) };
        Ok(Launch {
            kernel,
            config: *config,
            arguments: Arc::new(arguments),
        })
    }

    fn refused(&self, fault: DeviceFault) {
        if let Ok(runtime) = super::current() {
            runtime.refuse_launch(fault, true);
        }
    }
}

/// Names and addresses of what device code calls, for the linker of code objects.
pub fn device_primitives() -> [(&'static str, usize); 6] {
    [
        ("__chv_runtime_device", device as *const () as usize),
        (
            "__chv_runtime_attribute",
            attribute_of as *const () as usize,
        ),
        ("__chv_runtime_limit", limit as *const () as usize),
        ("__chv_runtime_function", function as *const () as usize),
        ("__chv_runtime_occupancy", occupancy as *const () as usize),
        ("__chv_runtime_error_text", error_text as *const () as usize),
    ]
}

fn status(body: impl FnOnce(&'static Runtime) -> Result<()>) -> c_int {
    let result = super::current().and_then(body);
    result.err().map_or(Status::SUCCESS, |error| error.status).0
}

/// The slot of what device code gives for a kernel's address.
fn slot_of(name: *const c_void) -> Result<&'static Slot> {
    // SAFETY: device code calls, and holds no lock.
    let symbol = unsafe { symbol_named_by(name) };
    let slot = symbol.map(modules::slot_named);
    slot.ok_or_else(|| Status::INVALID_DEVICE_FUNCTION.into())
}

extern "C" fn device(number: Out<i32>, count: Out<i32>) -> c_int {
    status(|runtime| {
        number.put_if_wanted(runtime.device().current() as i32);
        count.put_if_wanted(runtime.device().count() as i32);
        Ok(())
    })
}

extern "C" fn attribute_of(target: Out<i32>, which: c_int, device: c_int) -> c_int {
    status(|runtime| {
        let properties = runtime.device_prop(runtime.number(device)?);
        let found = attribute::value(&properties, which).ok_or(Status::INVALID_VALUE)?;
        target.put(i32::try_from(found).unwrap_or(i32::MAX))
    })
}

extern "C" fn limit(value: Out<usize>, which: c_int) -> c_int {
    status(|runtime| value.put(runtime.limit(which)?))
}

extern "C" fn function(attributes: Out<FuncAttributes>, name: *const c_void) -> c_int {
    status(|runtime| attributes.put(runtime.attributes_of(slot_of(name)?)?))
}

extern "C" fn occupancy(
    blocks: Out<i32>,
    name: *const c_void,
    block_threads: c_int,
    dynamic_bytes: usize,
) -> c_int {
    status(|runtime| {
        let kernel = runtime.optimised(slot_of(name)?)?;
        blocks.put(runtime.occupancy_of(&kernel, block_threads, dynamic_bytes)?)
    })
}

extern "C" fn error_text(status: c_int, as_name: c_int) -> *const c_char {
    match as_name {
        0 => Status(status).description_c().as_ptr(),
        _ => Status(status).name_c().as_ptr(),
    }
}
