//! Device variables: one storage for each definition, and a host address (the shadow) that stands for it.

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use super::table::AddressTable;
use crate::wire::Space;

/// A session-owned `__device__`, `__constant__` or `__managed__` variable, as one cell defines it. Lives as long as the process.
#[derive(Debug)]
pub struct Variable {
    /// Mangled symbol.
    pub symbol: String,
    /// Name for people.
    pub display: String,
    /// Where it lives.
    pub space: Space,
    /// Size in bytes.
    pub bytes: usize,
    /// The host address that stands for it in host code; for a managed variable its storage itself.
    pub shadow: usize,
    /// Its storage on each device.
    pub storages: Storages,
    /// Its initial data, as long as there may be devices that need it; none for zeros.
    pub init: Option<Init>,
}

/// Initial data: an object that is linked against the storages of a device, and the symbol of the data in it.
#[derive(Debug)]
pub struct Init {
    /// The object's bytes.
    pub object: Vec<u8>,
    /// Name of the data.
    pub symbol: String,
    /// Bytes of the data: the variable's, and behind them those of strings that they point to.
    pub bytes: usize,
}

impl Variable {
    /// Bytes of its storage on a device.
    pub fn storage_bytes(&self) -> usize {
        let init = self.init.as_ref().map_or(0, |init| init.bytes);
        self.bytes.max(init)
    }
}

/// Addresses of one variable's storage by the devices' numbers: as in CUDA, each device that is in use has its own, but of managed variables.
#[derive(Debug)]
pub struct Storages(Box<[AtomicU64]>);

impl Storages {
    /// Of so many devices, none of which has any yet.
    pub fn none(devices: usize) -> Storages {
        Storages((0..devices).map(|_| AtomicU64::new(0)).collect())
    }

    /// The storage on a device.
    pub fn get(&self, number: usize) -> Option<u64> {
        let address = self.0.get(number)?.load(Ordering::Acquire);
        (address != 0).then_some(address)
    }

    /// Notes the storage on a device.
    pub fn set(&self, number: usize, address: u64) {
        self.0[number].store(address, Ordering::Release);
    }

    /// Those that there were, with the devices' numbers: there are none any more.
    pub(super) fn take(&self) -> Vec<(usize, u64)> {
        let numbers = 0..self.0.len();
        let taken = numbers.map(|number| (number, self.0[number].swap(0, Ordering::AcqRel)));
        taken.filter(|(_, address)| *address != 0).collect()
    }

    /// Those that there are, with the devices' numbers.
    pub fn all(&self) -> impl Iterator<Item = (usize, u64)> {
        (0..self.0.len()).filter_map(|number| Some((number, self.get(number)?)))
    }
}

static SHADOWS: AddressTable<Variable> = AddressTable::new();

/// The definitions of each symbol with the cells that made them, oldest first.
type Definitions = HashMap<String, Vec<(u32, &'static Variable)>>;

fn variables() -> MutexGuard<'static, Definitions> {
    static VARIABLES: OnceLock<Mutex<Definitions>> = OnceLock::new();
    VARIABLES
        .get_or_init(Mutex::default)
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
}

/// The variable that a shadow address (what `&variable` gives in host code) stands for. Takes no lock.
pub fn variable_at(shadow: *const c_void) -> Option<&'static Variable> {
    SHADOWS.get(shadow as usize)
}

/// The variable in whose shadow an address lies, and how many bytes from the shadow's start.
pub fn variable_around(address: *const c_void) -> Option<(&'static Variable, usize)> {
    let variables = variables();
    let mut definitions = variables.values().flatten();
    definitions.find_map(|(_, variable)| {
        let offset = (address as usize).checked_sub(variable.shadow)?;
        (offset < variable.bytes).then_some((*variable, offset))
    })
}

/// The name for people of the variable whose storage begins at an address.
pub fn variable_stored_at(storage: u64) -> Option<String> {
    let variables = variables();
    let mut definitions = variables.values().flatten();
    let stored = |variable: &Variable| variable.storages.all().any(|(_, it)| it == storage);
    let (_, found) = definitions.find(|(_, variable)| stored(variable))?;
    Some(found.display.clone())
}

/// The newest variable of a symbol.
pub fn variable_named(symbol: &str) -> Option<&'static Variable> {
    let variables = variables();
    let (_, newest) = variables.get(symbol)?.last()?;
    Some(newest)
}

/// Device variables that exist; those that a later cell has defined again are not counted.
pub fn variable_count() -> u64 {
    variables().len() as u64
}

/// All definitions of variables, those that later ones hide included.
pub(super) fn all_variables() -> Vec<&'static Variable> {
    let variables = variables();
    let definitions = variables.values().flatten();
    definitions.map(|(_, variable)| *variable).collect()
}

/// Adds a cell's variable; it takes over the name from an earlier one.
pub(crate) fn add_variable(cell: u32, variable: Variable) -> &'static Variable {
    let variable: &'static Variable = Box::leak(Box::new(variable));
    SHADOWS.insert(variable.shadow, variable);
    variables()
        .entry(variable.symbol.clone())
        .or_default()
        .push((cell, variable));
    variable
}

/// Forgets all definitions of a symbol.
pub(super) fn remove_variable(symbol: &str) {
    variables().remove(symbol);
}

/// Takes back the variables of all cells from `first` on; gives their symbols. What they hid has its name again.
pub(super) fn undo_variables(first: u32) -> Vec<String> {
    let mut undone = Vec::new();
    variables().retain(|symbol, definitions| {
        let all = definitions.len();
        definitions.retain(|(cell, _)| *cell < first);
        if definitions.len() != all {
            undone.push(symbol.clone());
        }
        !definitions.is_empty()
    });
    undone
}
