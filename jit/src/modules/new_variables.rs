//! Bringing device variables into being: storage and initial data, before anyone sees them.

use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};
use std::sync::Arc;

use super::load::{Modules, explain};
use super::variable::{Variable, variable_named};
use crate::device::{Completion, Copy, Device, Fill, MemoryKind};
use crate::wire::{Space, VariableImage};

/// Variables of a cell that is not linked yet: they have storage and nobody sees them. Dropping this frees them.
pub(crate) struct NewVariables {
    device: Arc<dyn Device>,
    variables: Vec<Variable>,
}

impl NewVariables {
    /// The variables' symbols, and the host addresses that stand for them.
    pub(crate) fn shadows(&self) -> Vec<(String, usize)> {
        let shadow = |variable: &Variable| (variable.symbol.clone(), variable.shadow);
        self.variables.iter().map(shadow).collect()
    }

    /// Hands the variables over to whoever makes them known.
    pub(super) fn take(mut self) -> Vec<Variable> {
        std::mem::take(&mut self.variables)
    }

    fn find(&self, symbol: &str) -> Option<&Variable> {
        self.variables
            .iter()
            .find(|variable| variable.symbol == symbol)
    }
}

impl Drop for NewVariables {
    fn drop(&mut self) {
        for variable in &self.variables {
            // SAFETY: the address came from `allocate` with this kind; nobody else has seen it. A failure only costs the memory.
            drop(unsafe { self.device.free(variable.storage, kind_of(variable.space)) });
        }
    }
}

impl Modules {
    /// Gives storage with its initial data to new variables.
    pub(crate) fn create_variables(
        &self,
        images: &[&VariableImage],
    ) -> Result<NewVariables, String> {
        let mut new = NewVariables {
            device: Arc::clone(&self.device),
            variables: Vec::new(),
        };
        for &image in images {
            let variable = self
                .create_variable(image)
                .map_err(|error| format!("variable `{}`: {error}", image.display))?;
            new.variables.push(variable);
        }
        // After all have storage: initial data may point to any of them.
        for &image in images {
            self.initialise(image, &new)
                .map_err(|message| format!("variable `{}`: {message}", image.display))?;
        }
        Ok(new)
    }

    fn create_variable(&self, image: &VariableImage) -> Result<Variable, String> {
        let bytes = usize::try_from(image.bytes)
            .map_err(|_| "too large".to_owned())?
            .max(1);
        let kind = kind_of(image.space);
        let storage = self
            .device
            .allocate(bytes, kind)
            .map_err(|error| error.to_string())?;
        let shadow = match image.space {
            Space::Managed => storage as usize,
            Space::Device | Space::Constant => new_shadow(bytes, image.align as usize)?,
        };
        Ok(Variable {
            symbol: image.symbol.clone(),
            display: image.display.clone(),
            space: image.space,
            bytes,
            shadow,
            storage,
        })
    }

    fn initialise(&self, image: &VariableImage, new: &NewVariables) -> Result<(), String> {
        let variable = new.find(&image.symbol).ok_or("has no storage")?;
        let Some(init) = &image.init else {
            let (bytes, target) = (variable.bytes, variable.storage);
            let fill = Fill {
                target,
                value: 0,
                element_bytes: 1,
                width: bytes,
                height: 1,
                depth: 1,
                pitch: bytes,
                slice: bytes,
            };
            // SAFETY: the storage has that many bytes.
            return unsafe { self.device.fill(self.stream, &fill, Completion::Done) }
                .map_err(|error| error.to_string());
        };
        let storage_of = |name: &str| {
            let symbol = name.strip_prefix("__chv_var.")?;
            new.find(symbol)
                .map(|variable| variable.storage)
                .or_else(|| Some(variable_named(symbol)?.storage))
                .map(|it| it as usize)
        };
        let object = self.linker.add_private(init, storage_of).map_err(explain)?;
        let data = object
            .address(&image.init_symbol)
            .ok_or("its initial data lacks its symbol")?;
        let copy = Copy::linear(variable.storage, data as u64, variable.bytes);
        // SAFETY: the storage has that many bytes, and so has the initial data, which stays until the copy is done.
        unsafe { self.device.copy(self.stream, &copy, Completion::Done) }
            .map_err(|error| error.to_string())
    }
}

pub(super) fn kind_of(space: Space) -> MemoryKind {
    match space {
        Space::Device | Space::Constant => MemoryKind::Device,
        Space::Managed => MemoryKind::Managed,
    }
}

/// Host memory that stands for a variable; it stays for ever, because host code may hold its address.
fn new_shadow(bytes: usize, align: usize) -> Result<usize, String> {
    let layout = Layout::from_size_align(bytes, align.max(1)).map_err(|error| error.to_string())?;
    // SAFETY: the size is not zero.
    let address = unsafe { alloc_zeroed(layout) };
    if address.is_null() {
        handle_alloc_error(layout);
    }
    Ok(address as usize)
}
