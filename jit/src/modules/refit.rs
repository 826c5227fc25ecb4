//! Kernels whose code has so many registers that a block does not fit: the code is made again, with fewer.
//!
//! nvcc's code may have fewer than ours, so a program can take for granted that its blocks fit.

use std::sync::Arc;

use super::manager::{Modules, started};
use super::slot::Slot;
use crate::device::LoadedKernel;
use crate::wire::{CodeKind, KernelImage};

/// Has a slot hold code that blocks of so many threads fit, in place of `kernel`, and gives it; what has taken that one's place meanwhile is as good.
/// Nothing if its code cannot be made again.
///
/// # Errors
/// The device does not make or load such code; for people.
pub(crate) fn fit(
    slot: &'static Slot,
    kernel: &Arc<LoadedKernel>,
    threads: u32,
) -> Option<Result<Arc<LoadedKernel>, String>> {
    let source = kernel.source()?;
    let modules = started()?;
    let mut fitted = Err("it is not made again".to_owned());
    (modules.runtime.outside_captures)(&mut || {
        fitted = modules.fit(slot, kernel, source, threads);
    });
    Some(fitted)
}

impl Modules {
    fn fit(
        &self,
        slot: &'static Slot,
        kernel: &Arc<LoadedKernel>,
        source: &KernelImage,
        threads: u32,
    ) -> Result<Arc<LoadedKernel>, String> {
        let assembler = self.devices.home().assembler();
        let assembler = assembler.ok_or("this device makes no code objects of texts")?;
        let image = KernelImage {
            kind: CodeKind::Device,
            object: assembler.assemble_for_block(&source.object, threads)?,
            ..source.clone()
        };
        let mut tables = self.tables();
        if let Some(newer) = slot.ready().as_ref().filter(|it| !Arc::ptr_eq(it, kernel)) {
            return Ok(Arc::clone(newer));
        }
        let (fitting, table) = self.load_by_device(&image)?;
        tables.insert(slot.symbol(), table);
        // A still larger block may come.
        let fitting = Arc::new(fitting.made_of(Some(source.clone())));
        slot.set_ready(&image.display, Arc::clone(&fitting));
        Ok(fitting)
    }
}
