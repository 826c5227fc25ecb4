//! The module manager as a value: what it is made of, and which one is the process's.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use super::binding::Tables;
use super::delivery::Delivery;
use super::devices::Devices;
use super::held::Held;
use super::slot::{self, Slot};
use crate::device::MemoryKind;
use crate::link::{LinkError, Linker};
use crate::lock::lock;

/// What the module manager needs of the runtime, which stands above it.
pub(crate) struct RuntimeHooks {
    /// Makes the storage of a device variable known: address, bytes, kind of memory, number of the device.
    pub(crate) adopt_variable: fn(u64, usize, MemoryKind, usize),
    /// Does something of the session's own on a thread of the user's, which may be capturing a stream.
    pub(crate) outside_captures: fn(&mut dyn FnMut()),
}

/// Loads what the session sends. Its methods can be called from any thread.
pub(crate) struct Modules {
    pub(super) linker: &'static Linker,
    pub(super) devices: Arc<Devices>,
    pub(super) primitives: HashMap<&'static str, usize>,
    /// Held while slots and variables change, so that no kernel is loaded with a variable that another thread replaces.
    tables: Mutex<Tables>,
    pub(super) runtime: RuntimeHooks,
    /// Loading waits for kernels that run.
    pub(super) loading_waits: bool,
    pub(super) held: Mutex<Held>,
}

static STARTED: OnceLock<&'static Modules> = OnceLock::new();

/// Makes a module manager the process's.
pub(crate) fn start(modules: &'static Modules) {
    // A second one would be the executor's mistake; the first stays.
    let _ = STARTED.set(modules);
    slot::use_loader(load_held);
}

/// The process's module manager.
pub(super) fn started() -> Option<&'static Modules> {
    STARTED.get().copied()
}

/// Brings the session's variables and kernels to a device, as `Modules::use_device`.
pub(crate) fn use_device(number: usize) -> Result<(), String> {
    STARTED
        .get()
        .map_or(Ok(()), |modules| modules.use_device(number))
}

/// Loads what a slot has held back, because somebody waits for it.
fn load_held(slot: &'static Slot, delivery: Delivery) {
    if let Some(modules) = STARTED.get() {
        modules.load_held(slot, delivery);
    }
}

impl Modules {
    pub(crate) fn new(
        linker: &'static Linker,
        devices: Devices,
        primitives: HashMap<&'static str, usize>,
        runtime: RuntimeHooks,
    ) -> Modules {
        Modules {
            linker,
            loading_waits: devices.home().properties().loading_waits,
            devices: Arc::new(devices),
            primitives,
            tables: Mutex::default(),
            runtime,
            held: Mutex::default(),
        }
    }

    pub(super) fn tables(&self) -> MutexGuard<'_, Tables> {
        lock(&self.tables)
    }
}

pub(super) fn explain(error: LinkError) -> String {
    match error {
        LinkError::Undefined(symbols) => format!("undefined: {}", symbols.join(", ")),
        LinkError::Failed(message) => message,
    }
}
