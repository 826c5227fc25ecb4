//! Modules of code that others made: the device's driver loads them, and a kernel gets its slot when somebody asks for it.

use std::collections::HashMap;
use std::ffi::{CStr, c_void};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use super::manager::started;
use super::module_symbols::OF_MODULE;
use super::programs::{LOADED, function_of};
use super::slot::{Slot, register_stub, slot_named};
use crate::device::{
    CodeForm, CodeId, Device, ForeignCode, JitOptions, LoadedKernel, Loading, Result, Status,
};
use crate::lock::lock;
use crate::wire::KernelImage;

/// A module of code that others made.
pub(crate) struct ForeignModule {
    device: Arc<dyn Device>,
    code: CodeId,
    /// What tells its symbols from other modules'.
    number: u64,
    kernels: Mutex<HashMap<String, &'static Slot>>,
    /// Addresses of its variables that somebody has asked for, with the devices' numbers.
    variables: Mutex<Vec<(usize, u64)>>,
}

/// The device of a number, if it takes code of others.
pub(crate) fn foreign_device(number: usize) -> Result<Arc<dyn Device>> {
    let modules = started().ok_or(Status::DEVICE_UNINITIALIZED)?;
    let device = Arc::clone(modules.devices.get(number));
    match device.foreign_code() {
        Some(_) => Ok(device),
        None => Err(Status::NOT_SUPPORTED.into()),
    }
}

impl ForeignModule {
    /// Loads an image on the device of a number.
    ///
    /// # Safety
    /// As for `ForeignCode::load_code`.
    pub(crate) unsafe fn load(
        number: usize,
        image: *const c_void,
        options: &JitOptions,
        loading: Loading,
    ) -> Result<ForeignModule> {
        let device = foreign_device(number)?;
        let foreign = device.foreign_code().ok_or(Status::NOT_SUPPORTED)?;
        // SAFETY: the caller's duty is the same.
        let code = unsafe { foreign.load_code(image, options, loading)? };
        Ok(ForeignModule {
            code,
            device,
            number: LOADED.fetch_add(1, Ordering::Relaxed) + 1,
            kernels: Mutex::default(),
            variables: Mutex::default(),
        })
    }

    fn foreign(&self) -> Result<&dyn ForeignCode> {
        self.device
            .foreign_code()
            .ok_or_else(|| Status::NOT_SUPPORTED.into())
    }

    /// The kernel of a symbol, as launches name it.
    pub(crate) fn kernel(&self, symbol: &str) -> Result<*const c_void> {
        let mut kernels = lock(&self.kernels);
        if let Some(slot) = kernels.get(symbol) {
            return Ok(function_of(slot));
        }
        let mut image = KernelImage {
            symbol: format!("{symbol}{OF_MODULE}{}", self.number),
            entry: symbol.to_owned(),
            display: symbol.to_owned(),
            ..KernelImage::default()
        };
        let (id, param_bytes) = self.foreign()?.kernel_of_code(self.code, &image)?;
        image.param_bytes = param_bytes;
        let mut kernel = LoadedKernel::of_others(&self.device, &image, id);
        if let Some(modules) = started().filter(|it| it.devices.count() > 1) {
            kernel = kernel.serving(modules.devices.count(), Vec::new());
        }
        let slot = slot_named(&image.symbol);
        slot.set_ready(&image.display, Arc::new(kernel));
        register_stub(function_of(slot), slot.symbol());
        kernels.insert(symbol.to_owned(), slot);
        Ok(function_of(slot))
    }

    /// Address and bytes of a variable on the device of a number; true if nobody has asked for it there before.
    pub(crate) fn variable(&self, name: &CStr, number: usize) -> Result<(u64, usize, bool)> {
        let here = match self.code {
            CodeId::Module(_) => Arc::clone(&self.device),
            CodeId::Library(_) => foreign_device(number)?,
        };
        let foreign = here.foreign_code().ok_or(Status::NOT_SUPPORTED)?;
        let (address, bytes) = foreign.variable_of_code(self.code, name)?;
        let mut variables = lock(&self.variables);
        let new = !variables.contains(&(number, address));
        if new {
            variables.push((number, address));
        }
        Ok((address, bytes, new))
    }

    /// Its kernels, as launches name them, in the order of their symbols.
    pub(crate) fn kernels(&self) -> Result<Vec<*const c_void>> {
        let mut symbols = self.foreign()?.kernels_of_code(self.code)?;
        symbols.sort_unstable();
        symbols.iter().map(|symbol| self.kernel(symbol)).collect()
    }

    /// How many kernels it has.
    pub(crate) fn count(&self) -> Result<usize> {
        Ok(self.foreign()?.kernels_of_code(self.code)?.len())
    }

    /// The addresses of its variables that were given out, with the devices' numbers.
    pub(crate) fn storages(&self) -> Vec<(usize, u64)> {
        lock(&self.variables).clone()
    }

    /// Unloads it: its kernels cannot be launched any more. What runs is waited for.
    pub(crate) fn unload(&self) -> Result<()> {
        if let Some(modules) = started() {
            modules.devices.synchronize();
        }
        for slot in lock(&self.kernels).values() {
            slot.set_failed("its module was unloaded".to_owned());
        }
        // SAFETY: nothing runs any more, and the slots launch nothing of it.
        unsafe { self.foreign()?.unload_code(self.code) }
    }
}

/// Does the device of a number load such images? Otherwise what to say is the caller's.
pub(crate) fn takes(number: usize, form: CodeForm) -> bool {
    foreign_device(number)
        .is_ok_and(|it| it.foreign_code().is_some_and(|foreign| foreign.takes(form)))
}
