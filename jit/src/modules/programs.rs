//! Modules that user code loads while it runs: kernels and variables of their own, which no cell sees.

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, Ordering};

use super::delivery::Delivery;
use super::manager::{Modules, started};
use super::module_symbols::OF_MODULE;
use super::new_variables::kind_of;
use super::slot::{Slot, register_stub, slot_named};
use super::thunks;
use super::variable::{Variable, add_variable, remove_variable};
use crate::device::MemoryKind;
use crate::wire::{ProgramCode, VariableImage};

/// Modules so far: their symbols are told apart by these numbers.
pub(super) static LOADED: AtomicU64 = AtomicU64::new(0);

/// A module's kernels and variables, by the symbols that its program has for them.
#[derive(Default)]
pub(crate) struct LoadedProgram {
    kernels: HashMap<String, &'static Slot>,
    variables: HashMap<String, &'static Variable>,
    /// Those that have thunks, by the symbols that the process knows them by.
    functions: Vec<String>,
}

impl LoadedProgram {
    /// The kernel of a symbol, as launches name it.
    pub(crate) fn kernel(&self, symbol: &str) -> Option<*const c_void> {
        self.kernels.get(symbol).map(|slot| function_of(slot))
    }

    /// The variable of a symbol. A `static` one at file scope has its plain name in NVIDIA's modules, and here that of the C++ ABI.
    pub(crate) fn variable(&self, symbol: &str) -> Option<&'static Variable> {
        let of_file = || format!("_ZL{}{symbol}", symbol.len());
        let found = self.variables.get(symbol);
        found.or_else(|| self.variables.get(&of_file())).copied()
    }

    /// Its kernels, as launches name them, in the order of their symbols.
    pub(crate) fn kernels(&self) -> Vec<(&str, *const c_void)> {
        let kernels = self.kernels.iter();
        let mut kernels: Vec<_> = kernels
            .map(|(symbol, slot)| (symbol.as_str(), function_of(slot)))
            .collect();
        kernels.sort_unstable();
        kernels
    }

    /// All its variables' storages, with the devices' numbers.
    pub(crate) fn storages(&self) -> Vec<(usize, u64)> {
        let variables = self.variables.values();
        variables.flat_map(|it| it.storages.all()).collect()
    }
}

/// No host function stands for the kernel: its slot's own address does.
pub(super) fn function_of(slot: &'static Slot) -> *const c_void {
    std::ptr::from_ref(slot).cast()
}

/// Loads a program's code as a module of its own. The error is for people.
pub(crate) fn load_program(code: ProgramCode) -> Result<LoadedProgram, String> {
    started().ok_or("there is no device")?.load_program(code)
}

/// Unloads a module: its kernels cannot be launched any more, and its variables have no memory. What runs is waited for.
pub(crate) fn unload_program(program: &LoadedProgram) {
    if let Some(modules) = started() {
        modules.unload_program(program);
    }
}

impl Modules {
    fn load_program(&self, code: ProgramCode) -> Result<LoadedProgram, String> {
        let number = LOADED.fetch_add(1, Ordering::Relaxed) + 1;
        let own = |symbol: &str| format!("{symbol}{OF_MODULE}{number}");
        let mut loaded = LoadedProgram::default();
        let images: Vec<&VariableImage> = code.variables.iter().collect();
        let mut thunks = code.thunks;
        let (variables, made) = self.create_variables(&images, &thunks)?.take();
        for (mut made, image) in made.into_iter().zip(&mut thunks) {
            for name in &mut image.functions {
                *name = own(name);
            }
            made.rename(&image.functions);
            loaded.functions.extend(image.functions.clone());
            thunks::add(0, made);
        }
        for mut variable in variables {
            let symbol = std::mem::take(&mut variable.symbol);
            variable.symbol = own(&symbol);
            let variable = add_variable(0, variable);
            self.adopt(variable);
            loaded.variables.insert(symbol, variable);
        }
        let mut failed = None;
        for mut image in code.kernels {
            let symbol = std::mem::take(&mut image.symbol);
            image.symbol = own(&symbol);
            for name in image.variables.iter_mut().chain(&mut image.functions) {
                *name = own(name);
            }
            let slot = slot_named(&image.symbol);
            let content = self.prepare(image, &mut None);
            failed = failed.or(content.as_ref().err().cloned());
            let delivery = Delivery {
                generation: 0,
                draft: false,
                content,
            };
            self.load(&mut self.tables(), slot, delivery);
            register_stub(function_of(slot), slot.symbol());
            loaded.kernels.insert(symbol, slot);
        }
        match failed {
            None => Ok(loaded),
            Some(message) => {
                self.unload_program(&loaded);
                Err(message)
            }
        }
    }

    fn unload_program(&self, program: &LoadedProgram) {
        self.devices.synchronize();
        let mut tables = self.tables();
        for slot in program.kernels.values() {
            tables.remove(slot.symbol());
            slot.set_failed("its module was unloaded".to_owned());
        }
        drop(tables);
        thunks::remove(&program.functions);
        for variable in program.variables.values() {
            let kind = kind_of(variable.space);
            remove_variable(&variable.symbol);
            for (number, storage) in variable.storages.take() {
                if kind == MemoryKind::Managed && number != self.devices.home_number() {
                    continue;
                }
                // SAFETY: the address came from this device's `allocate` with this kind, nothing runs that uses it, and nobody finds it any more.
                drop(unsafe { self.devices.get(number).free(storage, kind) });
            }
        }
    }
}
