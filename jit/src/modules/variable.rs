//! Device variables: one storage for each definition, and a host address (the shadow) that stands for it.

use std::collections::HashMap;
use std::ffi::c_void;
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
    /// Its storage: an address of the device.
    pub storage: u64,
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
