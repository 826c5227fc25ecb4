//! Shared memory.

use inkwell::module::Module;

use crate::emit::ir;

/// NVPTX's address space of shared memory.
pub(super) const SHARED: u32 = 3;

/// Alignment that shared arrays get, that of the widest load: where the driver's assembler finds that neighbours are loaded, it loads them at once if it
/// knows that they lie so. It makes relocatable code, so it cannot place the arrays itself (32x32 tiled sgemm on an H100: 309 us instead of 235). Unit: bytes.
const SHARED_ALIGNMENT: u32 = 16;

/// Aligns shared arrays for wide loads. The dynamic one is left as it is beside static ones: it would begin later, and less would be left of what a block can have.
pub(super) fn align_shared(module: &Module<'_>) {
    let (dynamic, fixed): (Vec<_>, Vec<_>) = ir::globals(module)
        .into_iter()
        .filter(|global| global.ty().address_space() == SHARED)
        .partition(|global| global.is_declaration());
    let large = fixed
        .iter()
        .filter(|global| global.global_type().bytes(module) >= SHARED_ALIGNMENT.into());
    let alone = dynamic.iter().filter(|_| fixed.is_empty());
    for global in large.chain(alone) {
        global.set_alignment(global.alignment().max(SHARED_ALIGNMENT));
    }
}

/// Static shared memory in bytes as the variables need it one after the other, and whether there is a dynamic array.
pub(super) fn shared(module: &Module<'_>) -> (u32, bool) {
    let mut end = 0u64;
    let mut dynamic = false;
    for global in ir::globals(module) {
        if global.ty().address_space() != SHARED {
            continue;
        }
        if global.is_declaration() {
            dynamic = true;
            continue;
        }
        let align = match global.alignment() {
            0 => global.global_type().alignment(module).into(),
            bytes => u64::from(bytes),
        };
        end = end
            .next_multiple_of(align)
            .saturating_add(global.global_type().bytes(module));
    }
    (u32::try_from(end).unwrap_or(u32::MAX), dynamic)
}
