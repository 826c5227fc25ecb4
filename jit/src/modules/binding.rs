//! Which loaded kernels use which device variables: their tables are filled again when a variable gets another storage.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::variable::variable_named;
use crate::device::{Device, KernelId};
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
    /// We do: it lies here in this process.
    Host(usize),
    /// The device does.
    Device(Arc<dyn Device>, KernelId),
}

impl Table {
    /// The table of a linked kernel; nothing if it uses no variables. The error is for people.
    pub(super) fn of(
        object: &PrivateObject,
        name: &str,
        variables: &[String],
    ) -> Result<Option<Table>, String> {
        if variables.is_empty() {
            return Ok(None);
        }
        let address = object
            .address(name)
            .ok_or_else(|| format!("its object does not define `{name}`"))?;
        if !address.is_multiple_of(align_of::<AtomicU64>()) {
            return Err(format!("its table `{name}` is not aligned"));
        }
        Ok(Some(Table {
            place: Place::Host(address),
            variables: variables.to_vec(),
        }))
    }

    /// The table of a kernel that its device has loaded; nothing if it uses no variables.
    pub(super) fn on_device(
        device: &Arc<dyn Device>,
        kernel: KernelId,
        variables: &[String],
    ) -> Option<Table> {
        (!variables.is_empty()).then(|| Table {
            place: Place::Device(Arc::clone(device), kernel),
            variables: variables.to_vec(),
        })
    }

    /// Writes the variables' present addresses into the table, and gives them.
    ///
    /// # Safety
    /// The code object that the table came from is still loaded.
    pub(super) unsafe fn fill(&self) -> Result<Vec<u64>, String> {
        let mut storages = Vec::with_capacity(self.variables.len());
        for symbol in &self.variables {
            let variable = variable_named(symbol)
                .ok_or_else(|| format!("device variable `{symbol}` does not exist"))?;
            storages.push(variable.storage);
        }
        match &self.place {
            Place::Host(address) => {
                for (index, storage) in storages.iter().enumerate() {
                    let entry = (*address as *mut u64).wrapping_add(index);
                    // SAFETY: the compiler emits a writable table of one pointer per variable of the image; the caller says that it
                    // is loaded, and `of` has checked its alignment.
                    unsafe { AtomicU64::from_ptr(entry) }.store(*storage, Ordering::Release);
                }
            }
            Place::Device(device, kernel) => device
                .set_variables(*kernel, &storages)
                .map_err(|error| format!("its table of variables could not be filled: {error}"))?,
        }
        Ok(storages)
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
    pub(super) fn refill<'a>(&self, variables: impl Iterator<Item = &'a str>) {
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
            drop(unsafe { table.fill() });
        }
    }
}
