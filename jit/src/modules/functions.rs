//! The code of functions that others reach by address, and their thunks, on the way to the device.

use std::sync::atomic::{AtomicU64, Ordering};

use super::binding::Table;
use super::delivery::{LinkedImage, MadeCode};
use super::manager::Modules;
use super::slot::{self, NoKernel};
use super::thunks::{Addresses, Thunks, lead_to};
use crate::device::LoadedKernel;
use crate::wire::KernelImage;

/// Waits until the code of all functions that have thunks is there: a kernel is about to call what an address leads to.
///
/// # Errors
/// Some of it could not be compiled, or the cell that waits is interrupted.
pub(crate) fn await_functions() -> Result<(), NoKernel> {
    /// `slot::changes` when all was there.
    static SETTLED: AtomicU64 = AtomicU64::new(0);
    let now = slot::changes();
    if SETTLED.load(Ordering::Acquire) == now {
        return Ok(());
    }
    for slot in slot::promised_functions() {
        slot.kernel().map_err(|none| match none {
            NoKernel::Failed(why) => NoKernel::Failed(format!(
                "it calls functions by their addresses, and of these not all could be compiled: {why}"
            )),
            none => none,
        })?;
    }
    // What came meanwhile is looked at the next time.
    SETTLED.store(now, Ordering::Release);
    Ok(())
}

impl Modules {
    /// Loads thunks; nobody knows them yet.
    /// Gives the code object that had to be made for them, too.
    pub(super) fn create_thunks(
        &self,
        image: &KernelImage,
    ) -> Result<(Thunks, Option<MadeCode>), String> {
        let mut made = None;
        let linked = self.prepare(image.clone(), &mut made)?;
        let count = image.functions.len();
        let named = |ending: &str| format!("{}_{ending}", image.entry);
        let entries = Addresses::linked(&linked.objects, &named("functions"), count)?;
        let targets = Addresses::linked(&linked.objects, &named("targets"), count)?;
        let kernel = self.load_forever(linked)?;
        let or_loaded = |linked: Option<Addresses>, ending| {
            linked.unwrap_or_else(|| Addresses::on_device(kernel.id(), named(ending), count))
        };
        let thunks = Thunks::new(
            image.functions.clone(),
            or_loaded(entries, "functions"),
            or_loaded(targets, "targets"),
            self.devices.count(),
        );
        Ok((thunks, made))
    }

    /// Loads code that memory will hold addresses in.
    fn load_forever(&self, linked: LinkedImage) -> Result<LoadedKernel, String> {
        let (kernel, _) = self.load_linked(linked)?;
        Ok(kernel.staying(true))
    }

    /// Loads the code of functions, and leads their thunks there.
    pub(super) fn load_functions(
        &self,
        linked: LinkedImage,
    ) -> Result<(LoadedKernel, Option<Table>), String> {
        let functions = linked.image.functions.clone();
        let name = format!("{}_functions", linked.image.entry);
        let code = Addresses::linked(&linked.objects, &name, functions.len())?;
        let (kernel, table) = self.load_linked(linked)?;
        let kernel = kernel.staying(true);
        let code = code.unwrap_or_else(|| Addresses::on_device(kernel.id(), name, functions.len()));
        lead_to(&self.devices, &functions, code)?;
        Ok((kernel, table))
    }
}
