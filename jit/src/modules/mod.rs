//! The module manager: one slot per kernel symbol, one storage per definition of a device variable.
//!
//! Everything here is process-wide, because host code reaches it through plain C functions. Slots and variables live as
//! long as the process, so references to them are `'static`; what a slot holds can be exchanged.
//!
//! The launch path is `slot_of_stub` then `Slot::kernel`: two lookups in tables that readers never lock.

mod binding;
mod delivery;
mod devices;
mod foreign;
mod functions;
mod generations;
mod held;
mod holding;
mod launch_queue;
mod load;
mod manager;
mod module_symbols;
mod new_variables;
mod programs;
mod refit;
mod slot;
mod spare_text;
mod table;
mod thunks;
mod variable;

pub(crate) use devices::Devices;
pub(crate) use foreign::{ForeignModule, foreign_device, takes};
pub(crate) use functions::await_functions;
pub(crate) use holding::{device_rests, settle_all};
pub(crate) use launch_queue::{LAUNCH_QUEUE, LAUNCH_QUEUE_BYTES};
pub(crate) use manager::{Modules, RuntimeHooks, start, use_device};
pub(crate) use module_symbols::{symbol_beside, symbol_in_module};
pub(crate) use programs::{LoadedProgram, load_program, unload_program};
pub(crate) use refit::fit;
pub use slot::{NoKernel, Slot, changes, kernel_count, register_stub, slot_named, slot_of_stub};
#[cfg(test)]
pub(crate) use variable::add_variable;
pub use variable::{
    Init, Storages, Variable, variable_around, variable_at, variable_count, variable_named,
    variable_stored_at,
};
