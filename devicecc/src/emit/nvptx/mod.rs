//! Kernels for NVIDIA GPUs: from a closure to PTX text.

pub(crate) mod architectures;
mod callees;
mod copies;
mod draft;
mod externals;
mod libdevice;
mod lines;
mod listing;
mod machine;
mod math;
mod parameters;
mod program;
mod scopes;
mod variables;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use inkwell::context::Context;
use inkwell::module::Module;
use kernels_cache::{Cache, Key, Kind};

pub use self::libdevice::Libdevice;
pub use self::lines::{LinedPtx, nvptx_lines};
pub use self::listing::nvptx_listing;
use self::machine::Machine;
pub use self::program::nvptx_program;
use super::shared::device_variables::{self, Binding, Bound};
use super::shared::effort::Effort;
use super::shared::{
    KERNEL, addressed, calls, kept, llvm_version, math_calls, pure_virtual, runtime, shared_limit,
    stays_symbol,
};
use super::{EMISSION, crashes, ir, parse};
use crate::cell::{Kernel, SourceFrame};
use crate::error::Error;
use crate::shim;

/// The compiler's runtime for NVIDIA GPUs.
const RUNTIME: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/runtime_nvptx.bc"));

/// The optimiser. It is `default<O3>` less what has no use here: everything between functions, since one function is left as a rule, and vectors, which a
/// GPU has in loads and stores alone. Attributes are inferred for the code generator, which reads through the texture path what the kernel never writes.
const OPTIMISE: &str = "always-inline,nvvm-reflect,globaldce,function<eager-inv>(sroa<modify-cfg>,early-cse<memssa>,\
    instcombine<no-verify-fixpoint>,simplifycfg,reassociate,loop-mssa(loop-instsimplify,loop-simplifycfg,licm<allowspeculation>,\
    loop-rotate,simple-loop-unswitch),simplifycfg,instcombine<no-verify-fixpoint>,chv-array-hints,loop(loop-idiom,indvars,loop-deletion,\
    loop-unroll-full),sroa<modify-cfg>,gvn,sccp,bdce,instcombine<no-verify-fixpoint>,dse,loop-mssa(licm<allowspeculation>),\
    simplifycfg,chv-unroll-hints,loop-unroll<O3>,instcombine<no-verify-fixpoint>,slsr,early-cse,loop-mssa(licm<allowspeculation>),div-rem-pairs,simplifycfg),\
    cgscc(function-attrs)";

/// What a draft is worth: the assembler takes longer for what is not simplified at all than this takes. Nothing is unrolled, and instructions are combined by what selects
/// them (`shim::Code::PtxOfDraft`): for a 32x32 tiled matmul the two together take six tenths of what they take for the optimised code.
const OPTIMISE_DRAFT: &str = "always-inline,nvvm-reflect,globaldce,function<eager-inv>(sroa<modify-cfg>,early-cse,simplifycfg,\
    loop-mssa(licm<allowspeculation>,loop-rotate),simplifycfg)";

/// The GPU that kernels of a session are emitted for, and what emission may link into them.
#[derive(Clone, Debug)]
pub struct NvptxTarget {
    /// Compute capability, one that [`crate::DeviceTarget`] names: 90 for `sm_90`.
    pub sm: u32,
    /// Version of PTX (80 for 8.0) that its text has at least: that of a toolkit whose headers are used, else 0.
    pub ptx: u32,
    /// NVIDIA's math library, if this machine has it.
    pub libdevice: Option<Arc<Libdevice>>,
}

/// A kernel for an NVIDIA GPU.
#[derive(Clone, Debug)]
pub struct PtxKernel {
    /// PTX text, without the zero byte that drivers want at its end.
    pub ptx: Vec<u8>,
    /// The name of its entry: the kernel's symbol, without what tells lambdas of cells apart.
    pub entry: String,
    /// The name of the table of device variables in constant memory, 8 bytes an address, in the order of `Closure::variables`. It has to
    /// be filled before the first launch.
    pub table: Option<String>,
    /// Names all that the text depends on.
    pub key: Key,
    /// Static shared memory of one block in bytes.
    pub shared_bytes: u32,
    /// True if it has a dynamic shared array.
    pub dynamic_shared: bool,
    /// True if it holds code of libdevice.
    pub libdevice: bool,
    /// True if it was translated at once instead of well; then the driver's assembler should take it likewise.
    pub draft: bool,
    /// True if it holds a function's address, or calls what an address leads to. Told of drafts alone. An assembler that makes a code object by itself counts such addresses from
    /// that one's start: another kernel's lead elsewhere, and its own are of no use to others. The driver's links, and makes them addresses of the GPU.
    pub function_addresses: bool,
    /// How long writing the text took, after all passes over the IR; none if it came from the cache.
    pub took: Option<Duration>,
    /// True if it came from the cache.
    pub cached: bool,
}

/// What the cache keeps beside the text.
#[derive(serde::Serialize, serde::Deserialize)]
struct Meta {
    entry: String,
    table: Option<String>,
    shared_bytes: u32,
    dynamic_shared: bool,
    libdevice: bool,
}

/// Translates a kernel's closure to PTX, or takes it from the cache.
///
/// # Errors
///
/// If the closure uses a function that is defined nowhere, or one of libdevice's and there is none, both of which the user can cure; or if it
/// breaks the contract in docs/primitives.md.
pub fn nvptx_kernel(
    kernel: &Kernel,
    target: &NvptxTarget,
    cache: &Cache,
) -> Result<PtxKernel, Error> {
    Ok(made_with(Effort::Full, kernel, target, cache)?)
}

/// Gives what [`nvptx_kernel`] has put into the cache, or else a draft: the same kernel, translated at once instead of well. Of a kernel that may have
/// none, gives what [`nvptx_kernel`] gives. The text of a draft is not kept in the cache.
///
/// # Errors
///
/// As for [`nvptx_kernel`].
pub fn nvptx_kernel_draft(
    kernel: &Kernel,
    target: &NvptxTarget,
    cache: &Cache,
) -> Result<PtxKernel, Error> {
    Ok(made_with(Effort::Quick, kernel, target, cache)?)
}

fn made_with(
    effort: Effort,
    kernel: &Kernel,
    target: &NvptxTarget,
    cache: &Cache,
) -> anyhow::Result<PtxKernel> {
    let key = nvptx_key(kernel, target);
    if let Some(found) = cached(&key, cache) {
        return Ok(found);
    }
    let made = translate(&Source::of(kernel), target, effort)?;
    if made.effort == Effort::Quick {
        let key = nvptx_draft_key(kernel, target);
        return Ok(PtxKernel {
            function_addresses: made.function_addresses,
            ..kernel_of(key, made.meta, made.ptx, Effort::Quick, Some(made.took))
        });
    }
    stored(kernel, key, made, cache)
}

/// What a kernel's text is made of.
struct Source<'a> {
    symbol: &'a str,
    bitcode: &'a [u8],
    /// The bitcode has a line table, of which the text gets the numbers of places.
    lines: bool,
    /// The text is to be the IR that PTX is made of.
    ir: bool,
}

impl<'a> Source<'a> {
    fn of(kernel: &'a Kernel) -> Source<'a> {
        Source {
            symbol: addressed::entry_symbol(kernel),
            bitcode: &kernel.closure.bitcode,
            lines: false,
            ir: false,
        }
    }
}

/// A kernel's text.
struct Translation {
    ptx: Vec<u8>,
    meta: Meta,
    effort: Effort,
    /// As of `PtxKernel`.
    function_addresses: bool,
    /// As of `PtxKernel`.
    took: Duration,
    /// What the numbers of lines in it mean, from 1 on.
    places: Vec<Vec<SourceFrame>>,
}

/// Puts an optimised kernel into the cache.
fn stored(
    kernel: &Kernel,
    key: Key,
    Translation {
        ptx, meta, took, ..
    }: Translation,
    cache: &Cache,
) -> anyhow::Result<PtxKernel> {
    let ptx = kept::keep(
        Kind::Ptx,
        &key,
        kernel,
        meta.shared_bytes,
        &meta,
        ptx,
        cache,
    )?;
    Ok(kernel_of(key, meta, ptx, Effort::Full, Some(took)))
}

/// Makes ready what this thread needs for its next draft: for when there is time.
pub fn nvptx_prepare(target: &NvptxTarget) {
    // Who has no machine is told when it translates something.
    if let Ok(machine) = Machine::of(target.sm, target.ptx, Effort::Quick) {
        machine.prepare();
    }
}

/// Names all that a kernel's PTX depends on: [`PtxKernel::key`], without making or reading it.
pub fn nvptx_key(kernel: &Kernel, target: &NvptxTarget) -> Key {
    key(kernel, target, Effort::Full)
}

/// Names all that the PTX of a kernel's draft depends on.
pub fn nvptx_draft_key(kernel: &Kernel, target: &NvptxTarget) -> Key {
    key(kernel, target, Effort::Quick)
}

fn key(kernel: &Kernel, target: &NvptxTarget, effort: Effort) -> Key {
    let libdevice = target.libdevice.as_ref().map_or(&b""[..], |it| it.digest());
    let domain = match effort {
        Effort::Quick => "chevron-nvptx-kernel-draft-v2",
        Effort::Full => "chevron-nvptx-kernel-v2",
    };
    Key::builder(domain)
        .field("emission", EMISSION)
        .field("llvm", llvm_version().as_bytes())
        .field("sm", &target.sm.to_le_bytes())
        .field("ptx", &target.ptx.to_le_bytes())
        .field("libdevice", libdevice)
        .field(
            "entry",
            entry_name(addressed::entry_symbol(kernel)).as_bytes(),
        )
        .field("bitcode", &kernel.closure.bitcode)
        .finish()
}

/// `took` as of `PtxKernel`.
fn kernel_of(
    key: Key,
    meta: Meta,
    ptx: Vec<u8>,
    effort: Effort,
    took: Option<Duration>,
) -> PtxKernel {
    PtxKernel {
        ptx,
        entry: meta.entry,
        table: meta.table,
        key,
        shared_bytes: meta.shared_bytes,
        dynamic_shared: meta.dynamic_shared,
        libdevice: meta.libdevice,
        draft: effort == Effort::Quick,
        function_addresses: false,
        took,
        cached: took.is_none(),
    }
}

fn cached(key: &Key, cache: &Cache) -> Option<PtxKernel> {
    let (meta, ptx) = kept::find::<Meta>(Kind::Ptx, key, cache)?;
    Some(kernel_of(*key, meta, ptx, Effort::Full, None))
}

/// Makes the text; a draft if `Effort::Quick` is asked for and the kernel may have one.
fn translate(
    source: &Source<'_>,
    target: &NvptxTarget,
    effort: Effort,
) -> anyhow::Result<Translation> {
    // The optimiser may make tables of addresses, which only the early way avoids.
    if let Some(made) = build(source, target, Binding::Late, effort)? {
        return Ok(made);
    }
    build(source, target, Binding::Early, effort)?.context(
        "constant data of the kernel holds the address of a device variable, which is known only when the kernel runs",
    )
}

/// Makes the text; nothing if constant data holds the address of a device variable.
fn build(
    source: &Source<'_>,
    target: &NvptxTarget,
    binding: Binding,
    mut effort: Effort,
) -> anyhow::Result<Option<Translation>> {
    let context = crashes::new_context();
    let diagnostics = ir::Diagnostics::collect(&context);
    let module = parse(&context, source.bitcode)?;
    let function = ir::function(&module, KERNEL).context("the closure defines no kernel")?;
    let entry = entry_name(source.symbol);
    function.set_name(&entry);
    let variables = device_variables::count(&module)?;
    let takes_addresses = !addressed::numbered(&module).is_empty();
    let mut bound = Bound::Nothing;
    if binding == Binding::Early {
        bound = device_variables::bind(&module, &entry, variables)?;
    }
    if effort == Effort::Quick && !draft::may_come_first(&module) {
        effort = Effort::Full;
    }
    let machine = Machine::of(target.sm, target.ptx, effort)?;
    let libdevice = complete(&context, &module, &machine, target)?;
    machine.run_passes(&module, passes(effort))?;
    if binding == Binding::Late {
        bound = device_variables::bind(&module, &entry, variables)?;
    }
    let table = match bound {
        Bound::Nothing => None,
        Bound::Table(name) => Some(name),
        Bound::InConstants => return Ok(None),
    };
    if takes_addresses {
        machine.run_passes(&module, "globaldce")?;
    }
    tell_of_calls(&module, &entry)?;
    let function_addresses = effort == Effort::Quick && draft::has_function_addresses(&module);
    let (shared_bytes, dynamic_shared) = variables::shared(&module);
    shared_limit::check(shared_bytes.into())?;
    let places = if source.lines {
        shim::number_lines(&module)
    } else {
        Vec::new()
    };
    let start = Instant::now();
    let ptx = match source.ir {
        true => module.print_to_string().to_bytes().to_vec(),
        false => text(&module, &machine)?,
    };
    let took = start.elapsed();
    diagnostics.check()?;
    let meta = Meta {
        entry,
        table,
        shared_bytes,
        dynamic_shared,
        libdevice,
    };
    Ok(Some(Translation {
        ptx,
        meta,
        effort,
        function_addresses,
        took,
        places,
    }))
}

fn passes(effort: Effort) -> &'static str {
    match effort {
        Effort::Quick => OPTIMISE_DRAFT,
        Effort::Full => OPTIMISE,
    }
}

/// What the optimised code calls is all there, and told to the executor: through which addresses, and what is to stay for them.
fn tell_of_calls(module: &Module<'_>, entry: &str) -> anyhow::Result<()> {
    copies::widen(module);
    externals::check(module)?;
    addressed::name_tables(module, entry);
    shim::note_escapes(module, &stays_symbol(entry));
    addressed::note_calls(module, entry)?;
    addressed::keep_callees(module, entry)
}

/// Gives the module all that its code calls, and marks what is to be inlined. Gives whether it holds code of libdevice.
fn complete<'c>(
    context: &'c Context,
    module: &Module<'c>,
    machine: &Machine,
    target: &NvptxTarget,
) -> anyhow::Result<bool> {
    scopes::restore(module);
    pure_virtual::provide(context, module)?;
    runtime::call_wide_conversions(module)?;
    runtime::provide(context, module, RUNTIME)?;
    calls::mark_inlined(module);
    variables::align_shared(module);
    let libdevice = math::is_used(module);
    if libdevice {
        machine.run_passes(module, math_calls::SIMPLIFY)?;
        math::bind(context, module, target.libdevice.as_deref())?;
        calls::mark_inlined(module);
    }
    Ok(libdevice)
}

/// The finished module's PTX.
fn text(module: &Module<'_>, machine: &Machine) -> anyhow::Result<Vec<u8>> {
    let mut ptx = machine.assembly(module)?;
    callees::make_room(&mut ptx);
    parameters::raise_version(&mut ptx);
    Ok(ptx)
}

/// The symbol as PTX can write it. Mangled names of C++ are as they are, but for what tells lambdas and local types of cells apart: an equal
/// kernel of another cell has the same name.
fn entry_name(symbol: &str) -> String {
    let good = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '$';
    shim::without_cells(symbol)
        .chars()
        .map(|letter| if good(letter) { letter } else { '_' })
        .collect()
}
