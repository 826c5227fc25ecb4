//! Kernels for AMD GPUs: from closures to code objects.

mod absent;
pub(crate) mod architectures;
mod library;
mod linker;
mod listing;
mod machine;
mod math;
mod program;
mod resources;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, bail};
use inkwell::context::Context;
use inkwell::module::Module;
use kernels_cache::{Cache, Key, Kind};

pub(crate) use self::architectures::TRIPLE;
pub use self::architectures::{AMD_ARCHITECTURES, AmdArchitecture, AmdCodeObject};
pub use self::library::Ocml;
pub use self::linker::{AmdLinker, amd_linker};
pub use self::listing::amd_listing;
use self::machine::Machine;
pub use self::program::amd_program;
pub use self::resources::{AmdResources, amd_resources};
use super::shared::device_variables::{self, Binding, Bound};
use super::shared::{
    KERNEL, calls, kept, llvm_version, math_calls, missing, pure_virtual, runtime, stays_symbol,
};
use super::{EMISSION, crashes, ir, parse};
use crate::cell::{Kernel, KernelSource, SourceFrame};
use crate::error::Error;
use crate::error::bail_mendable;
use crate::shim;

/// The compiler's runtime for AMD GPUs.
const RUNTIME: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/runtime_amdgcn.bc"));
/// Primitives as functions, for wavefronts of 32 and of 64 lanes.
const PRIMITIVES: [&[u8]; 2] = [
    include_bytes!(concat!(env!("OUT_DIR"), "/primitives_amdgcn_32.bc")),
    include_bytes!(concat!(env!("OUT_DIR"), "/primitives_amdgcn_64.bc")),
];

/// LLVM's own pipeline, with what its target for AMD GPUs adds to it: address spaces are inferred, arrays of a thread go to registers.
const OPTIMISE: &str = "default<O3>";

/// LLVM's number of the way in which kernels are called (`llvm/IR/CallingConv.h`, `AMDGPU_KERNEL`).
const KERNEL_CONVENTION: u32 = 91;

/// Shared memory (LDS).
const SHARED: u32 = 3;

/// Threads that a block has at most, where the kernel does not say.
const THREADS_MAX: u32 = 1024;

/// Why a kernel has no code.
const IN_CONSTANTS: &str = "constant data of the kernel holds the address of a device variable, which is known only when the kernel runs";

/// The GPU that kernels are emitted for, and what emission may link into them.
#[derive(Clone, Debug)]
pub struct AmdTarget {
    /// Its architecture.
    pub architecture: &'static AmdArchitecture,
    /// The version that its code objects are of, as clang was told for the closures.
    pub code_object: AmdCodeObject,
    /// AMD's math library, if this machine has it.
    pub library: Option<Arc<Ocml>>,
}

/// A kernel for an AMD GPU.
#[derive(Clone, Debug)]
pub struct AmdKernel {
    /// The code object.
    pub object: Vec<u8>,
    /// The name of its entry: the kernel's symbol, without what tells lambdas of cells apart. Its descriptor is `<entry>.kd`.
    pub entry: String,
    /// The name of the table of device variables, 8 bytes an address, in the order of `Closure::variables`. It has to be filled before the first launch.
    pub table: Option<String>,
    /// Names all that the code object depends on.
    pub key: Key,
    /// What it needs of the GPU.
    pub resources: AmdResources,
    /// True if it holds code of ocml.
    pub library: bool,
    /// How long making it took; none if it came from the cache.
    pub took: Option<Duration>,
}

/// What the cache keeps beside the code object.
#[derive(serde::Serialize, serde::Deserialize)]
struct Meta {
    entry: String,
    table: Option<String>,
    library: bool,
}

/// Compiles a kernel's closure to a code object, or takes it from the cache.
///
/// # Errors
///
/// If the closure uses a function that is defined nowhere, one of ocml's where there is none, or what AMD GPUs lack, all of which the user can cure; if there is no
/// linker; or if it breaks the contract in docs/primitives.md.
pub fn amd_kernel(kernel: &Kernel, target: &AmdTarget, cache: &Cache) -> Result<AmdKernel, Error> {
    let key = key(kernel, target);
    if let Some((meta, object)) = kept::find::<Meta>(Kind::Hsaco, &key, cache)
        && let Ok(found) = described(key, meta, object, None)
    {
        return Ok(found);
    }
    let start = Instant::now();
    let made = match translate(kernel, target, Binding::Late)? {
        Some(made) => made,
        // The optimiser may make tables of addresses, which only the early way avoids.
        None => translate(kernel, target, Binding::Early)?
            .ok_or_else(|| Error::mendable(IN_CONSTANTS))?,
    };
    let took = start.elapsed();
    let (meta, object) = made;
    let lds = amd_resources(&object)?.first().map_or(0, |it| it.lds_bytes);
    let lds = u32::try_from(lds).unwrap_or(u32::MAX);
    let object = kept::keep(Kind::Hsaco, &key, kernel, lds, &meta, object, cache)?;
    Ok(described(key, meta, object, Some(took))?)
}

/// Makes ready what this thread needs for its next kernel: for when there is time.
pub fn amd_prepare(target: &AmdTarget) {
    // Who has no machine is told when it translates something.
    if let Ok(machine) = Machine::of(target.architecture) {
        machine.prepare();
    }
}

fn key(kernel: &Kernel, target: &AmdTarget) -> Key {
    let library = target.library.as_ref().map_or(&b""[..], |it| it.digest());
    Key::builder("chevron-amd-kernel-v1")
        .field("emission", EMISSION)
        .field("llvm", llvm_version().as_bytes())
        .field("architecture", target.architecture.name.as_bytes())
        .field("ocml", library)
        .field("threads", &kernel.max_threads.to_le_bytes())
        .field("entry", entry_name(&kernel.symbol).as_bytes())
        .field("bitcode", &kernel.closure.bitcode)
        .finish()
}

/// `took` as of `AmdKernel`.
fn described(
    key: Key,
    meta: Meta,
    object: Vec<u8>,
    took: Option<Duration>,
) -> anyhow::Result<AmdKernel> {
    let mut kernels = amd_resources(&object)?;
    if kernels.len() != 1 {
        bail!("the code object has {} kernels", kernels.len());
    }
    Ok(AmdKernel {
        object,
        entry: meta.entry,
        table: meta.table,
        key,
        resources: kernels.remove(0),
        library: meta.library,
        took,
    })
}

/// Makes the code object; nothing if constant data holds the address of a device variable.
fn translate(
    kernel: &Kernel,
    target: &AmdTarget,
    binding: Binding,
) -> anyhow::Result<Option<(Meta, Vec<u8>)>> {
    let context = crashes::new_context();
    let diagnostics = ir::Diagnostics::collect(&context);
    let module = parse(&context, &kernel.closure.bitcode)?;
    let Some(meta) = complete(
        &context,
        &module,
        &kernel.symbol,
        kernel.max_threads,
        (target, binding),
    )?
    else {
        return Ok(None);
    };
    let object = code_object(&module, target, &diagnostics)?;
    Ok(Some((meta, object)))
}

/// Makes a closure's module what code is made of; nothing if constant data holds the address of a device variable.
fn complete<'c>(
    context: &'c Context,
    module: &Module<'c>,
    symbol: &str,
    max_threads: u32,
    (target, binding): (&AmdTarget, Binding),
) -> anyhow::Result<Option<Meta>> {
    let entry = entry_name(symbol);
    mark_kernel(module, &entry, max_threads)?;
    let variables = device_variables::count(module)?;
    let mut bound = Bound::Nothing;
    if binding == Binding::Early {
        bound = device_variables::bind(module, &entry, variables)?;
    }
    let library = optimise(context, module, target)?;
    if binding == Binding::Late {
        bound = device_variables::bind(module, &entry, variables)?;
    }
    let table = match bound {
        Bound::Nothing => None,
        Bound::Table(name) => Some(name),
        Bound::InConstants => return Ok(None),
    };
    shim::note_escapes(module, &stays_symbol(&entry));
    Ok(Some(Meta {
        entry,
        table,
        library,
    }))
}

/// A kernel's code as text.
struct Written {
    text: String,
    /// What the numbers of lines in it mean, from 1 on.
    places: Vec<Vec<SourceFrame>>,
}

/// The text of the code that is made of bitcode with a line table: instructions or, if `ir` says so, the IR that they are made of.
fn written(
    symbol: &str,
    source: &KernelSource,
    target: &AmdTarget,
    ir: bool,
) -> anyhow::Result<Written> {
    for binding in [Binding::Late, Binding::Early] {
        let context = crashes::new_context();
        let diagnostics = ir::Diagnostics::collect(&context);
        let module = parse(&context, &source.with_lines)?;
        let how = (target, binding);
        if complete(&context, &module, symbol, source.max_threads, how)?.is_none() {
            continue;
        }
        check(&module)?;
        let places = shim::number_lines(&module);
        let text = match ir {
            true => module.print_to_string().to_string(),
            false => Machine::of(target.architecture)?.assembly(&module)?,
        };
        diagnostics.check()?;
        return Ok(Written { text, places });
    }
    bail_mendable!("{IN_CONSTANTS}")
}

/// Gives a closure's kernel its name, and says how it is launched. `max_threads` as of `Kernel`.
fn mark_kernel(module: &Module<'_>, name: &str, max_threads: u32) -> anyhow::Result<()> {
    let function = ir::function(module, KERNEL).context("the closure defines no kernel")?;
    function.set_name(name);
    function.set_calling_convention(KERNEL_CONVENTION);
    // The linker finds the descriptors of such kernels alone.
    function.set_protected();
    let threads = match max_threads {
        0 => THREADS_MAX,
        threads => threads,
    };
    function.add_text_attribute("amdgpu-flat-work-group-size", &format!("1,{threads}"));
    // All blocks of a grid are of one size.
    function.add_text_attribute("uniform-work-group-size", "true");
    Ok(())
}

/// Completes the module and optimises it. Gives whether it holds code of ocml.
fn optimise<'c>(
    context: &'c Context,
    module: &Module<'c>,
    target: &AmdTarget,
) -> anyhow::Result<bool> {
    pure_virtual::provide(context, module)?;
    runtime::call_wide_conversions(module)?;
    runtime::provide(context, module, RUNTIME)?;
    let primitives = PRIMITIVES[usize::from(target.architecture.wavefront == 64)];
    runtime::provide_primitives(context, module, primitives)?;
    calls::mark_inlined(module);
    let machine = Machine::of(target.architecture)?;
    let mut library = false;
    if math::is_used(module) {
        machine.run_passes(module, math_calls::SIMPLIFY)?;
        library = math::bind(context, module, target)?;
        calls::mark_inlined(module);
    }
    machine.run_passes(module, OPTIMISE)?;
    Ok(library)
}

/// Translates the finished module and links it.
fn code_object(
    module: &Module<'_>,
    target: &AmdTarget,
    diagnostics: &ir::Diagnostics,
) -> anyhow::Result<Vec<u8>> {
    check(module)?;
    if cfg!(debug_assertions) {
        module
            .verify()
            .map_err(|error| anyhow!("the module is broken: {error}"))?;
    }
    let object = Machine::of(target.architecture)?.object(module)?;
    diagnostics.check()?;
    linker::link(&object)
}

/// Refuses what AMD GPUs lack, and what is defined nowhere.
fn check(module: &Module<'_>) -> anyhow::Result<()> {
    absent::check(module)?;
    missing::check(module, |symbol| match symbol.is_function() {
        true => symbol.is_intrinsic(),
        false => symbol.ty().address_space() == SHARED,
    })
}

/// The symbol, but for what tells lambdas and local types of cells apart: an equal kernel of another cell has the same name.
fn entry_name(symbol: &str) -> String {
    shim::without_cells(symbol)
}
