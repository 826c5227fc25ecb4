//! Kernels that tell the executor's sanitizer of each access to memory: docs/sanitizer.md. The pass is in the shim's folder `sanitize`.
//!
//! They run on fibers, so that it is known at each moment which thread runs. Accesses are numbered when the kernel is in one piece and nothing has been moved yet;
//! with a line table the numbers are the same, so that a number's place in the text is found only when it is asked for.

use anyhow::Context as _;
use inkwell::context::Context;
use inkwell::module::Module;
use kernels_cache::{Cache, Key};

use super::context::ThreadContext;
use super::lockstep::Points;
use super::{
    CLEAN, CpuKernel, FUSE, OPTIMISE, RUNTIME, Tier, add_yields, cached, entry_of, externals,
    kept_lines, link_entry, math, memory, prepare, relax_convergence, store,
};
use crate::cell::{Kernel, KernelSource, SourceFrame};
use crate::emit::host_machine::{Host, run_passes};
use crate::emit::shared::effort::Effort;
use crate::emit::shared::{addressed, device_variables, runtime, stays_symbol};
use crate::emit::{EMISSION, crashes, finish, ir, parse};
use crate::error::Error;
use crate::shim;

/// The pass.
const WATCH: &str = "chv-watch";

/// The pass that has kernels tell of floating-point operations too.
const COUNT: &str = "chv-count";

/// Keeps loads where they stand in the text: one that is done earlier than the user says would be told as theirs.
const IN_PLACE: &str = "sanitize_thread";

/// As [`super::cpu_kernel`], for the sanitizer; `counts`: it tells of its floating-point operations too.
///
/// # Errors
///
/// As for [`super::cpu_kernel`].
pub fn cpu_kernel_watched(
    kernel: &Kernel,
    counts: bool,
    cache: &Cache,
) -> Result<CpuKernel, Error> {
    let key = watched_key(&kernel.closure.bitcode, counts);
    if let Some(found) = cached(&key, cache) {
        return Ok(found);
    }
    let made = translate(&kernel.closure.bitcode, &entry_of(&key), counts)?;
    Ok(store(&key, kernel, made, cache)?)
}

/// Where each numbered access of a kernel comes from: what was inlined there first, the kernel last. Nothing if the code object with this entry was not made
/// of `source`.
///
/// # Errors
///
/// If LLVM cannot read the closure, though it has before.
pub fn watched_places(source: &KernelSource, entry: &str) -> Result<Vec<Vec<SourceFrame>>, Error> {
    let is_it = |counts| entry_of(&watched_key(&source.closure, counts)) == entry;
    if !is_it(false) && !is_it(true) {
        return Ok(Vec::new());
    }
    let context = crashes::new_context();
    let (module, _) = watched(&context, &source.with_lines, false)?;
    Ok(shim::watched_places(&module))
}

/// As [`super::kernel_frames`], for a kernel whose code tells of its accesses; nothing if the code object with this entry was not made of `source`.
pub(super) fn frames(
    source: &KernelSource,
    entry: &str,
    places: &[i64],
    cache: &Cache,
) -> anyhow::Result<Vec<Vec<SourceFrame>>> {
    let keys = [false, true].map(|counts| (counts, watched_key(&source.closure, counts)));
    let Some((counts, key)) = keys.into_iter().find(|(_, it)| entry_of(it) == entry) else {
        return Ok(Vec::new());
    };
    let object = match cached(&key, cache) {
        Some(found) => found.object,
        None => translate(&source.closure, entry, counts)?.object,
    };
    let with_lines = translate(&source.with_lines, entry, counts)?.object;
    Ok(shim::frames_from(&object, &with_lines, entry, places))
}

fn watched_key(closure: &[u8], counts: bool) -> Key {
    let kind = match counts {
        true => "chevron-cpu-kernel-counted-v1",
        false => "chevron-cpu-kernel-watched-v4",
    };
    Host::get()
        .key(kind)
        .field("emission", EMISSION)
        .field("bitcode", closure)
        .finish()
}

/// One thread's code, in which accesses are told of, and how many variables the closure lists. Shared memory and variables still have their names.
fn watched<'c>(
    context: &'c Context,
    bitcode: &[u8],
    counts: bool,
) -> anyhow::Result<(crashes::Disposable<Module<'c>>, u64)> {
    let module = parse(context, bitcode)?;
    externals::check_assembler(&module)?;
    let variables = device_variables::count(&module)?;
    runtime::provide(context, &module, RUNTIME)?;
    prepare(&module, Some(Tier::Watched))?;
    link_entry(context, &module, Tier::Watched)?;
    for function in ir::functions(&module)
        .into_iter()
        .filter(|function| !function.is_declaration())
    {
        function.add_attribute(IN_PLACE);
    }
    kept_lines::cover(&module);
    run_passes(&module, CLEAN, Effort::Full)?;
    if Host::get().fuses() {
        run_passes(&module, FUSE, Effort::Full)?;
    }
    let thread = find(&module)?;
    Points::find(&module, &thread).insert(&module);
    add_yields(&module, &thread);
    run_passes(&module, WATCH, Effort::Full)?;
    // A math function is one operation, not what it is made of.
    if counts {
        run_passes(&module, COUNT, Effort::Full)?;
    }
    math::provide(context, &module, Effort::Full)?;
    Ok((module, variables))
}

fn find<'m>(module: &'m Module<'_>) -> anyhow::Result<ThreadContext<'m>> {
    let entry = ir::function(module, c"chv.entry").context("the kernel's entry is lost")?;
    ThreadContext::find(module, entry)
}

fn translate(bitcode: &[u8], name: &str, counts: bool) -> anyhow::Result<CpuKernel> {
    let context = crashes::new_context();
    let diagnostics = ir::Diagnostics::collect(&context);
    let (module, variables) = watched(&context, bitcode, counts)?;
    let takes_addresses = !addressed::numbered(&module).is_empty();
    let thread = find(&module)?;
    let entry = thread.entry();
    let layout = memory::layout(&module, variables)?;
    let shared_bytes = layout.shared_bytes;
    thread.answer_primitives(&module, shared_bytes);
    layout.apply(&module, &thread, name)?;
    if takes_addresses {
        run_passes(&module, "globaldce", Effort::Full)?;
    }
    addressed::name_tables(&module, name);
    thread.remove();
    relax_convergence(&module);
    externals::check(&module)?;
    entry.set_name(name);
    kept_lines::kept(&module, || run_passes(&module, OPTIMISE, Effort::Full))?;
    shim::note_escapes(&module, &stays_symbol(name));
    addressed::note_calls(&module, name)?;
    Ok(CpuKernel {
        object: finish(&module, Effort::Full, &diagnostics)?,
        entry: name.to_owned(),
        tier: Tier::Watched,
        regions: false,
        shared_bytes,
        draft: false,
        cached: false,
    })
}
