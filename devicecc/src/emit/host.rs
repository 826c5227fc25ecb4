//! A cell's host code.

use anyhow::Context as _;
use inkwell::module::Module;
use kernels_cache::{Cache, Entry, Kind};

use super::host_machine::{Host, run_passes};
use super::shared::effort::Effort;
use super::{
    EMISSION, HostObject, crashes, discarded, finish_with, ir, large, parse, thread_locals,
    unique_symbol,
};
use crate::cell::{HostModule, SourceFrame};
use crate::error::Error;
use crate::shim;

/// The entry's symbol in the bitcode.
const ENTRY: &str = "chv_entry";

/// What clang writes on each function for the processor it was told of. The object is for this one.
const PROCESSOR_ATTRIBUTES: [&str; 3] = ["target-cpu", "target-features", "tune-cpu"];

/// Mangled names of what a class has once and clang may define in more than one cell: vtable, construction vtables, type information, its name.
const CLASS_DATA: [&[u8]; 4] = [b"_ZTV", b"_ZTT", b"_ZTI", b"_ZTS"];

/// Translates a cell's host code to an object whose entry is `chv_entry_<32 hex digits>`.
///
/// `optimize` is 0 to run cells as they are; above, modules that say so get the optimiser. Code of a cell runs once, so most is not
/// worth it. Modules that hold state of their own take `cell` into their key, so no two cells share an object.
///
/// # Errors
///
/// If the bitcode is not as [`HostModule`] says or LLVM cannot translate it, such as inline assembler that does not exist.
pub fn host_object(
    module: &HostModule,
    cell: u32,
    optimize: u8,
    cache: &Cache,
) -> Result<HostObject, Error> {
    let effort = effort_for(module, optimize);
    let mut key = Host::get()
        .key("chevron-host-object-v1")
        .field("emission", EMISSION)
        .field("optimize", &[(effort == Effort::Full).into()])
        .field("bitcode", &module.bitcode);
    if module.unique {
        key = key.field("cell", &cell.to_le_bytes());
    }
    let key = key.finish();
    let entry = unique_symbol(ENTRY, &key);
    if let Some(found) = cache.get_kind(Kind::HostObject, &key) {
        return Ok(HostObject {
            object: found.payload.into_vec(),
            entry,
            cached: true,
        });
    }
    let object = translate(&module.bitcode, &entry, effort, Lines::Dropped)
        .with_context(|| format!("host code of cell {cell}"))?;
    cache.put(
        &key,
        &Entry {
            kind: Kind::HostObject,
            kernels: Vec::new(),
            meta: Vec::new(),
            payload: object.clone().into(),
        },
    );
    Ok(HostObject {
        object,
        entry,
        cached: false,
    })
}

/// Is an object to have its line table?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lines {
    Dropped,
    Kept,
}

/// Where places in the code of a cell's object come from, each a section's index and an offset: for each place what was inlined there
/// first, then the function itself.
///
/// `object` is what [`host_object`] gave for `module` with the same options. Objects have no line tables, which would cost each cell
/// time; here the object is made again with one. Should its code be another then, which LLVM takes care that it is not, there are
/// functions and no lines.
///
/// # Errors
///
/// If LLVM cannot translate the module, though it has before.
pub fn host_frames(
    module: &HostModule,
    entry: &str,
    object: &[u8],
    optimize: u8,
    places: &[(u32, u64)],
) -> Result<Vec<Vec<SourceFrame>>, Error> {
    let with_lines = translate(
        &module.bitcode,
        entry,
        effort_for(module, optimize),
        Lines::Kept,
    )?;
    Ok(shim::frames_at(object, &with_lines, places))
}

fn effort_for(module: &HostModule, optimize: u8) -> Effort {
    if module.optimize && optimize > 0 {
        Effort::Full
    } else {
        Effort::Quick
    }
}

fn translate(bitcode: &[u8], entry: &str, effort: Effort, lines: Lines) -> anyhow::Result<Vec<u8>> {
    let context = crashes::new_context();
    let diagnostics = ir::Diagnostics::collect(&context);
    let module = parse(&context, bitcode)?;
    if lines == Lines::Dropped && !shim::tells_of_variables(&module) {
        module.strip_debug_info();
    }
    let start = ir::function(&module, c"chv_entry")
        .with_context(|| format!("the host module defines no `{ENTRY}`"))?;
    start.set_name(entry);
    if let Some(register) = ir::function(&module, c"chv_register") {
        register.set_name(&format!("{entry}_register"));
    }
    thread_locals::lower(&module)?;
    discarded::tell(&module)?;
    share_class_data(&module);
    match effort {
        Effort::Full => {
            use_host_processor(&module);
            run_passes(&module, "default<O2>", effort)?;
        }
        // `default<O0>` inlines only what has to be and splits coroutines; without either it is not worth building.
        Effort::Quick if has_coroutines(&module) => run_passes(&module, "default<O0>", effort)?,
        Effort::Quick if has_inline_only(&module) => run_passes(&module, "always-inline", effort)?,
        Effort::Quick => {}
    }
    finish_with(&module, effort, large::reach(&module)?, &diagnostics)
}

/// Lets cells share a class's vtable and type information.
///
/// They belong to the unit that defines the class's key function. To clang all cells are one unit, so each cell that needs them after
/// the key function has a body defines them, as if it were the only one.
pub(super) fn share_class_data(module: &Module<'_>) {
    for global in ir::globals(module) {
        let name = global.name();
        if CLASS_DATA.iter().any(|prefix| name.starts_with(prefix))
            && !global.is_declaration()
            && global.linkage() == ir::EXTERNAL
        {
            global.set_linkage(ir::WEAK_ODR);
        }
    }
}

/// Lets the code use all that this machine's processor has.
fn use_host_processor(module: &Module<'_>) {
    for function in ir::functions(module) {
        for attribute in PROCESSOR_ATTRIBUTES {
            function.remove_text_attribute(attribute);
        }
    }
}

/// Does the module hold coroutines, which no code can be generated for as they are?
fn has_coroutines(module: &Module<'_>) -> bool {
    ir::functions(module)
        .into_iter()
        .any(|function| function.name().starts_with(b"llvm.coro."))
}

/// Does the module hold functions whose bodies are there to be inlined only? Code generation drops them, and no library has them:
/// libstdc++ declares `std::string`'s allocator so.
fn has_inline_only(module: &Module<'_>) -> bool {
    ir::functions(module)
        .into_iter()
        .any(|function| function.linkage() == ir::AVAILABLE_EXTERNALLY)
}
