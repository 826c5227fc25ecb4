//! Bringing device variables into being: storage and initial data, before anyone sees them; and to devices that come into use later.

use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};
use std::sync::Arc;

use super::delivery::MadeCode;
use super::devices::Devices;
use super::manager::{Modules, explain};
use super::thunks::{self, Thunks};
use super::variable::{Init, Storages, Variable, variable_named};
use crate::device::{Completion, Copy, Fill, MemoryKind};
use crate::link::Linker;
use crate::wire::{KernelImage, Space, VariableImage};

/// Variables of a cell that is not linked yet: they have storage and nobody sees them. Dropping this frees them.
pub(crate) struct NewVariables {
    devices: Arc<Devices>,
    variables: Vec<Variable>,
    thunks: Vec<Thunks>,
    made: Vec<MadeCode>,
}

impl NewVariables {
    /// The code objects that had to be made for the thunks.
    pub(crate) fn take_made(&mut self) -> Vec<MadeCode> {
        std::mem::take(&mut self.made)
    }

    /// The variables' symbols, and the host addresses that stand for them.
    pub(crate) fn shadows(&self) -> Vec<(String, usize)> {
        let shadow = |variable: &Variable| (variable.symbol.clone(), variable.shadow);
        self.variables.iter().map(shadow).collect()
    }

    /// Hands the variables and thunks over to whoever makes them known.
    pub(super) fn take(mut self) -> (Vec<Variable>, Vec<Thunks>) {
        let thunks = std::mem::take(&mut self.thunks);
        (std::mem::take(&mut self.variables), thunks)
    }
}

impl Drop for NewVariables {
    fn drop(&mut self) {
        for variable in &self.variables {
            let kind = kind_of(variable.space);
            let owned = |(number, _): &(usize, u64)| {
                kind != MemoryKind::Managed || *number == self.devices.home_number()
            };
            for (number, storage) in variable.storages.all().filter(owned) {
                // SAFETY: the address came from this device's `allocate` with this kind; nobody else has seen it. A failure only costs the
                // memory.
                drop(unsafe { self.devices.get(number).free(storage, kind) });
            }
        }
    }
}

impl Modules {
    /// Gives storage with its initial data to new variables, on all devices in use. Thunks are made before, since these may hold their addresses.
    pub(crate) fn create_variables(
        &self,
        images: &[&VariableImage],
        thunks: &[KernelImage],
    ) -> Result<NewVariables, String> {
        let mut new = NewVariables {
            devices: Arc::clone(&self.devices),
            variables: Vec::new(),
            thunks: Vec::new(),
            made: Vec::new(),
        };
        for image in thunks {
            let (thunks, made) = self
                .create_thunks(image)
                .map_err(|error| format!("functions that have addresses: {error}"))?;
            new.thunks.push(thunks);
            new.made.extend(made);
        }
        for &image in images {
            let variable = self
                .new_variable(image)
                .map_err(|error| format!("variable `{}`: {error}", image.display))?;
            new.variables.push(variable);
        }
        let variables: Vec<&Variable> = new.variables.iter().collect();
        for number in self.devices.used() {
            self.bring(&variables, &new.thunks, number)?;
        }
        if self.devices.count() == 1 {
            // Nobody will ask again.
            new.variables
                .iter_mut()
                .for_each(|variable| variable.init = None);
        }
        Ok(new)
    }

    fn new_variable(&self, image: &VariableImage) -> Result<Variable, String> {
        let bytes = usize::try_from(image.bytes)
            .map_err(|_| "too large".to_owned())?
            .max(1);
        let storages = Storages::none(self.devices.count());
        let init = image.init.as_ref().map(|object| Init {
            bytes: Linker::bytes_of(object, &image.init_symbol).unwrap_or(0),
            object: object.clone(),
            symbol: image.init_symbol.clone(),
        });
        let wanted = bytes.max(init.as_ref().map_or(0, |init| init.bytes));
        let shadow = match image.space {
            Space::Managed => {
                let storage =
                    self.allocate(wanted, MemoryKind::Managed, self.devices.home_number())?;
                (0..self.devices.count()).for_each(|number| storages.set(number, storage));
                storage as usize
            }
            Space::Device | Space::Constant => new_shadow(bytes, image.align as usize)?,
        };
        Ok(Variable {
            symbol: image.symbol.clone(),
            display: image.display.clone(),
            space: image.space,
            bytes,
            shadow,
            storages,
            init,
        })
    }

    /// Gives variables their storages on a device, with their initial data; managed ones have theirs, and get the data on `home`.
    /// Their thunks nobody knows yet.
    pub(super) fn bring(
        &self,
        variables: &[&Variable],
        thunks: &[Thunks],
        number: usize,
    ) -> Result<(), String> {
        let failed = |variable: &Variable, error: String| {
            let display = &variable.display;
            format!("variable `{display}`: {error}")
        };
        let missing = |variable: &&&Variable| match variable.space {
            Space::Managed => number == self.devices.home_number(),
            Space::Device | Space::Constant => variable.storages.get(number).is_none(),
        };
        let wanting: Vec<&Variable> = variables.iter().filter(missing).copied().collect();
        for variable in &wanting {
            if variable.space != Space::Managed {
                let storage = self
                    .allocate(variable.storage_bytes(), MemoryKind::Device, number)
                    .map_err(|error| failed(variable, error))?;
                variable.storages.set(number, storage);
            }
        }
        // After all have storage: initial data may point to any of them.
        for variable in &wanting {
            self.initialise(variable, number, &wanting, thunks)
                .map_err(|error| failed(variable, error))?;
        }
        Ok(())
    }

    fn allocate(&self, bytes: usize, kind: MemoryKind, number: usize) -> Result<u64, String> {
        let device = self.devices.get(number);
        device
            .allocate(bytes, kind)
            .map_err(|error| error.to_string())
    }

    fn initialise(
        &self,
        variable: &Variable,
        number: usize,
        new: &[&Variable],
        thunks: &[Thunks],
    ) -> Result<(), String> {
        let storage = variable.storages.get(number).ok_or("has no storage")?;
        let stream = self.devices.stream(number).map_err(|it| it.to_string())?;
        let device = self.devices.get(number);
        let Some(init) = &variable.init else {
            let bytes = variable.bytes;
            let fill = Fill {
                target: storage,
                value: 0,
                element_bytes: 1,
                width: bytes,
                height: 1,
                depth: 1,
                pitch: bytes,
                slice: bytes,
            };
            // SAFETY: the storage has that many bytes.
            return unsafe { device.fill(stream, &fill, Completion::Done) }
                .map_err(|error| error.to_string());
        };
        let storage_of = |name: &str| {
            if let Some(offset) = name.strip_prefix("__chv_self.") {
                return Some(storage as usize + offset.parse::<usize>().ok()?);
            }
            let symbol = name.strip_prefix("__chv_var.")?;
            let among = new.iter().find(|variable| variable.symbol == symbol);
            if let Some(found) = among.copied().or_else(|| variable_named(symbol)) {
                return found.storages.get(number).map(|it| it as usize);
            }
            let address = thunks
                .iter()
                .find_map(|it| it.address(&self.devices, symbol, number))
                .or_else(|| thunks::address_of(&self.devices, symbol, number))?;
            Some(address.ok()? as usize)
        };
        let object = self
            .linker
            .add_private(&init.object, storage_of)
            .map_err(explain)?;
        let data = object
            .address(&init.symbol)
            .ok_or("its initial data lacks its symbol")?;
        let copy = Copy::linear(storage, data as u64, init.bytes.max(variable.bytes));
        // SAFETY: the storage has that many bytes, and so has the initial data, which stays until the copy is done.
        unsafe { device.copy(stream, &copy, Completion::Done) }.map_err(|error| error.to_string())
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
