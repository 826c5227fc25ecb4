//! Which loaded kernels use which device variables: their tables are filled again when a variable gets another storage.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};

use super::devices::Devices;
use super::thunks;
use super::variable::variable_named;
use crate::device::KernelId;
use crate::link::PrivateObject;

/// The variable tables of the kernels that slots hold, by the kernels' symbols.
#[derive(Default)]
pub(super) struct Tables {
    tables: HashMap<String, Table>,
    /// Kernels by the variables that they use.
    users: HashMap<String, BTreeSet<String>>,
}

/// The table of a loaded kernel: part of its code object, and read by its code.
pub(super) struct Table {
    place: Place,
    /// Symbols, in the table's order.
    variables: Vec<String>,
}

/// Who writes to a table.
enum Place {
    /// We do: it lies here in this process; each device has an object of its own, by its number.
    Host(Vec<(usize, usize)>),
    /// The devices do.
    Device(KernelId),
}

impl Table {
    /// The table of a kernel that is linked for devices by their numbers; nothing if it uses no variables. The error is for people.
    pub(super) fn of(
        objects: &[(usize, PrivateObject)],
        name: &str,
        variables: &[String],
    ) -> Result<Option<Table>, String> {
        if variables.is_empty() {
            return Ok(None);
        }
        let mut places = Vec::with_capacity(objects.len());
        for (number, object) in objects {
            let address = object
                .address(name)
                .ok_or_else(|| format!("its object does not define `{name}`"))?;
            if !address.is_multiple_of(align_of::<AtomicU64>()) {
                return Err(format!("its table `{name}` is not aligned"));
            }
            places.push((*number, address));
        }
        Ok(Some(Table {
            place: Place::Host(places),
            variables: variables.to_vec(),
        }))
    }

    /// The table of a kernel that its device has loaded; nothing if it uses no variables.
    pub(super) fn on_device(kernel: KernelId, variables: &[String]) -> Option<Table> {
        (!variables.is_empty()).then(|| Table {
            place: Place::Device(kernel),
            variables: variables.to_vec(),
        })
    }

    /// Writes the present addresses of the variables on a device into the device's table, and gives them.
    ///
    /// # Safety
    /// The code object that the table came from is still loaded.
    pub(super) unsafe fn fill(&self, devices: &Devices, number: usize) -> Result<Vec<u64>, String> {
        let mut storages = Vec::with_capacity(self.variables.len());
        for symbol in &self.variables {
            let Some(variable) = variable_named(symbol) else {
                let function = thunks::address_of(devices, symbol, number);
                let missing = || Err(format!("device variable `{symbol}` does not exist"));
                storages.push(function.unwrap_or_else(missing)?);
                continue;
            };
            let storage = variable.storages.get(number).ok_or_else(|| {
                let id = &devices.get(number).properties().id;
                format!("device variable `{symbol}` has no storage on `{id}`")
            })?;
            storages.push(storage);
        }
        match &self.place {
            Place::Host(places) => {
                for (_, address) in places.iter().filter(|(device, _)| *device == number) {
                    for (index, storage) in storages.iter().enumerate() {
                        let entry = (*address as *mut u64).wrapping_add(index);
                        // SAFETY: the compiler emits a writable table of one pointer per variable of the image; the caller says that
                        // it is loaded, and `of` has checked its alignment.
                        unsafe { AtomicU64::from_ptr(entry) }.store(*storage, Ordering::Release);
                    }
                }
            }
            Place::Device(kernel) => devices
                .get(number)
                .set_variables(*kernel, &storages)
                .map_err(|error| format!("its table of variables could not be filled: {error}"))?,
        }
        Ok(storages)
    }

    /// Fills the tables of all devices in use; gives the addresses on `home`.
    ///
    /// # Safety
    /// As for `fill`.
    pub(super) unsafe fn fill_all(&self, devices: &Devices) -> Result<Vec<u64>, String> {
        let mut at_home = Vec::new();
        for number in devices.used() {
            // SAFETY: the caller's duty is the same.
            let storages = unsafe { self.fill(devices, number) }?;
            if number == devices.home_number() {
                at_home = storages;
            }
        }
        Ok(at_home)
    }
}

impl Tables {
    /// Notes the table of the kernel that its slot holds from now on.
    pub(super) fn insert(&mut self, kernel: &str, table: Option<Table>) {
        self.remove(kernel);
        let Some(table) = table else { return };
        for variable in &table.variables {
            let users = self.users.entry(variable.clone()).or_default();
            users.insert(kernel.to_owned());
        }
        self.tables.insert(kernel.to_owned(), table);
    }

    /// Forgets the table of a kernel that its slot does not hold any more: it may be unloaded at any time.
    pub(super) fn remove(&mut self, kernel: &str) {
        let Some(table) = self.tables.remove(kernel) else {
            return;
        };
        for variable in &table.variables {
            if let Some(users) = self.users.get_mut(variable) {
                users.remove(kernel);
                if users.is_empty() {
                    self.users.remove(variable);
                }
            }
        }
    }

    /// True if a kernel in a slot uses one of the variables.
    pub(super) fn any_uses<'a>(&self, mut variables: impl Iterator<Item = &'a str>) -> bool {
        variables.any(|symbol| self.users.contains_key(symbol))
    }

    /// Fills the tables of all kernels that use one of the variables.
    pub(super) fn refill<'a>(&self, devices: &Devices, variables: impl Iterator<Item = &'a str>) {
        let kernels: BTreeSet<&String> = variables
            .filter_map(|symbol| self.users.get(symbol))
            .flatten()
            .collect();
        for table in kernels
            .into_iter()
            .filter_map(|kernel| self.tables.get(kernel))
        {
            // SAFETY: tables are forgotten before their kernels leave their slots. A variable that was taken back without one to
            // replace it leaves its storage to kernels that go with it.
            drop(unsafe { table.fill_all(devices) });
        }
    }

    /// Fills the tables of all kernels for a device that comes into use. The error is for people.
    pub(super) fn fill_for(&self, devices: &Devices, number: usize) -> Result<(), String> {
        for table in self.tables.values() {
            // SAFETY: tables are forgotten before their kernels leave their slots.
            unsafe { table.fill(devices, number) }?;
        }
        Ok(())
    }
}
