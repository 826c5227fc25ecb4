//! Device variables: one storage each for the whole session, and a host address (the shadow) that stands for it.

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use super::table::AddressTable;
use crate::wire::Space;

/// A session-owned `__device__`, `__constant__` or `__managed__` variable. Lives as long as the process.
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

fn variables() -> MutexGuard<'static, HashMap<String, &'static Variable>> {
    static VARIABLES: OnceLock<Mutex<HashMap<String, &'static Variable>>> = OnceLock::new();
    VARIABLES
        .get_or_init(Mutex::default)
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
}

/// The variable that a shadow address (what `&variable` gives in host code) stands for. Takes no lock.
pub fn variable_at(shadow: *const c_void) -> Option<&'static Variable> {
    SHADOWS.get(shadow as usize)
}

/// The variable of a symbol.
pub fn variable_named(symbol: &str) -> Option<&'static Variable> {
    variables().get(symbol).copied()
}

/// Device variables that exist.
pub fn variable_count() -> u64 {
    variables().len() as u64
}

/// Adds a variable; a later one of the same symbol takes over its name.
pub(crate) fn add_variable(variable: Variable) -> &'static Variable {
    let variable: &'static Variable = Box::leak(Box::new(variable));
    SHADOWS.insert(variable.shadow, variable);
    variables().insert(variable.symbol.clone(), variable);
    variable
}
