//! Kernels for the CPU device.

mod attempt;
mod context;
mod externals;
mod followed;
mod kept_lines;
mod lines;
mod listing;
mod lockstep;
mod math;
mod memory;
mod parallel;
mod parameters;
mod regions;
mod spin;
mod tier;
mod watched;

use std::time::Instant;

use anyhow::{Context as _, anyhow};
use inkwell::context::Context;
use inkwell::module::Module;
use kernels_cache::{Cache, Key, Kind};

use self::attempt::{Attempt, Built};
use self::context::ThreadContext;
pub use self::lines::kernel_frames;
pub use self::listing::cpu_listing;
use self::lockstep::Points;
use self::tier::Taken;
pub use self::tier::{RegionNeeds, TierReport, cpu_tier};
pub use self::watched::{cpu_kernel_watched, watched_places};
use super::host_machine::{Host, run_passes};
use super::ir::{self, Value};
use super::shared::calls::{self, SYNCHRONISING};
use super::shared::effort::Effort;
use super::shared::{addition, addressed, device_variables, kept, runtime, stays_symbol};
use super::{EMISSION, crashes, finish, parse, unique_symbol};
use crate::cell::Kernel;
use crate::error::Error;
use crate::shim;

/// The compiler's runtime for this machine's processor.
const RUNTIME: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/runtime_cpu.bc"));

/// Inlines what was marked and brings the kernel into a form in which its loops and addresses can be read. Nothing here moves code out
/// of loops: until the primitives are answered, `__chv_tid_x()` looks like a constant and is not.
const CLEAN: &str = "always-inline,globaldce,function(sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,\
    simplifycfg<no-switch-to-lookup>)";

/// What is done for a debugger: variables stay in memory.
const CLEAN_DEBUGGED: &str = "always-inline,globaldce,chv-take-estimates";

/// Decides for drafts and optimised code alike which products are rounded: both must give the same numbers.
const FUSE: &str = "function(chv-fuse-products)";

/// The optimiser proper. It is `default<O2>` less what has no use here: everything between functions, since one function is left as a rule.
const OPTIMISE: &str = "chv-offer-estimates,function<eager-inv>(early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,\
    reassociate,loop-mssa(loop-instsimplify,loop-simplifycfg,licm<allowspeculation>,loop-rotate,simple-loop-unswitch),\
    simplifycfg,instcombine<no-verify-fixpoint>,chv-cpu-array-hints,loop(loop-idiom,indvars,loop-deletion,loop-unroll-full),sroa<modify-cfg>,\
    gvn,sccp,bdce,instcombine<no-verify-fixpoint>,jump-threading,dse,loop-mssa(licm<allowspeculation>),simplifycfg,\
    loop-rotate,chv-keep-divisions,chv-jam-rows,chv-whole-vectors,loop-vectorize,early-cse,sroa<modify-cfg>,instcombine<no-verify-fixpoint>,simplifycfg,loop-mssa(licm<allowspeculation>),chv-near-gathers,chv-walk-rows,slp-vectorizer,vector-combine,\
    loop-unroll<O2>,instcombine<no-verify-fixpoint>,loop-mssa(licm<allowspeculation>),loop-sink,div-rem-pairs,simplifycfg,chv-near-splats),chv-take-estimates";

/// LLVM's vectoriser, and the same where people ask what it does.
const VECTORISE: &str = "loop-vectorize";
const TELL_AND_VECTORISE: &str = "chv-tell-loops,loop-vectorize";

/// What a draft is worth: it runs until the optimised code is there.
const OPTIMISE_DRAFT: &str = "function(early-cse,simplifycfg),chv-take-estimates";

/// Attributes of clang's that do not hold here: the processor it was told of, and wishes about inlining.
const FOREIGN_TEXT_ATTRIBUTES: [&str; 4] = [
    "target-cpu",
    "target-features",
    "tune-cpu",
    "min-legal-vector-width",
];

/// How the CPU device runs a kernel's threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Tier {
    /// The entry loops over a block's threads itself: `void entry(const Block *, const Span *)`.
    Block,
    /// The entry is called once per thread, each on a fiber of its own: `void entry(const Block *, const Thread *)`.
    Thread,
    /// As `Thread`, and each access to memory is told to the executor's sanitizer.
    Watched,
}

/// A kernel for the CPU device.
#[derive(Clone, Debug)]
pub struct CpuKernel {
    /// The ELF object.
    pub object: Vec<u8>,
    /// The symbol of its entry. If it uses device variables, the object also defines `<entry>_vars`, an array of pointers.
    pub entry: String,
    /// What the entry's second parameter is, and so how it has to be run.
    pub tier: Tier,
    /// True if the object also defines `<entry>_regions`, which runs whole blocks (docs/tiers.md).
    pub regions: bool,
    /// Static shared memory of one block in bytes, up to where the dynamic array starts.
    pub shared_bytes: u32,
    /// True if it was translated at once instead of well.
    pub draft: bool,
    /// True if it came from the cache.
    pub cached: bool,
}

/// What the cache keeps beside the object.
#[derive(serde::Serialize, serde::Deserialize)]
struct Meta {
    tier: Tier,
    regions: bool,
    shared_bytes: u32,
    entry: String,
    draft: bool,
}

/// Translates a kernel's closure for the CPU device, or takes it from the cache.
///
/// # Errors
///
/// If the closure uses a function that is defined nowhere, which the user can cure, or breaks the contract in docs/primitives.md.
pub fn cpu_kernel(kernel: &Kernel, cache: &Cache) -> Result<CpuKernel, Error> {
    Ok(made(kernel, Effort::Full, cache)?)
}

/// Gives what [`cpu_kernel`] has put into the cache, or else a draft: the same kernel, translated at once instead of well. Loops over
/// threads that become vectors take the optimiser and the instruction selector several times as long as the rest of a small cell.
///
/// # Errors
///
/// As for [`cpu_kernel`].
pub fn cpu_kernel_draft(kernel: &Kernel, cache: &Cache) -> Result<CpuKernel, Error> {
    match cached(&key(&kernel.closure.bitcode, Effort::Full), cache) {
        Some(found) => Ok(found),
        None => Ok(made(kernel, Effort::Quick, cache)?),
    }
}

/// The same for a debugger: the draft, which is all that there will be of it. Its closure tells of variables.
///
/// # Errors
///
/// As for [`cpu_kernel`].
pub fn cpu_kernel_debugged(kernel: &Kernel, cache: &Cache) -> Result<CpuKernel, Error> {
    let made = made(kernel, Effort::Quick, cache)?;
    Ok(CpuKernel {
        draft: false,
        ..made
    })
}

fn key(closure: &[u8], effort: Effort) -> Key {
    let domain = match effort {
        Effort::Quick => "chevron-cpu-kernel-draft-v3",
        Effort::Full => "chevron-cpu-kernel-v4",
    };
    Host::get()
        .key(domain)
        .field("emission", EMISSION)
        .field("bitcode", closure)
        .finish()
}

/// The symbol of a code object's entry.
fn entry_of(key: &Key) -> String {
    unique_symbol("chv", key)
}

fn made(kernel: &Kernel, effort: Effort, cache: &Cache) -> anyhow::Result<CpuKernel> {
    let key = key(&kernel.closure.bitcode, effort);
    if let Some(found) = cached(&key, cache) {
        return Ok(found);
    }
    let made = translate(&kernel.closure.bitcode, entry_of(&key), effort)?;
    store(&key, kernel, made, cache)
}

fn cached(key: &Key, cache: &Cache) -> Option<CpuKernel> {
    let (meta, object) = kept::find::<Meta>(Kind::CpuObject, key, cache)?;
    Some(CpuKernel {
        object,
        entry: meta.entry,
        tier: meta.tier,
        regions: meta.regions,
        shared_bytes: meta.shared_bytes,
        draft: meta.draft,
        cached: true,
    })
}

/// Puts the kernel into the cache.
fn store(
    key: &Key,
    kernel: &Kernel,
    mut made: CpuKernel,
    cache: &Cache,
) -> anyhow::Result<CpuKernel> {
    let meta = Meta {
        tier: made.tier,
        regions: made.regions,
        shared_bytes: made.shared_bytes,
        entry: made.entry.clone(),
        draft: made.draft,
    };
    let kind = Kind::CpuObject;
    made.object = kept::keep(
        kind,
        key,
        kernel,
        made.shared_bytes,
        &meta,
        made.object,
        cache,
    )?;
    Ok(made)
}

fn translate(bitcode: &[u8], entry: String, effort: Effort) -> anyhow::Result<CpuKernel> {
    translate_for(bitcode, entry, effort, None)
}

/// The same; if its text is taken, that is all that is made of it, and it has no object.
fn translate_for(
    bitcode: &[u8],
    entry: String,
    effort: Effort,
    mut taken: Option<&mut Taken>,
) -> anyhow::Result<CpuKernel> {
    let begun = Instant::now();
    let mut last = begun;
    let mut build = |attempt| {
        last = Instant::now();
        build(bitcode, &entry, attempt, effort, taken.as_deref_mut())
    };
    let mut built = build(Attempt::Any)?;
    if matches!(built, Built::MayGoTogether) {
        built = build(Attempt::Regions)?;
        if matches!(built, Built::NotCut) {
            built = build(Attempt::Of(Tier::Block))?;
        }
    }
    if matches!(built, Built::NeedsThreads) {
        built = build(Attempt::Of(Tier::Thread))?;
    }
    if let Some(taken) = taken {
        taken.took(begun, last);
    }
    match built {
        Built::Object(made) => Ok(*made),
        Built::MayGoTogether | Built::NotCut | Built::NeedsThreads => {
            Err(anyhow!("the kernel cannot be built for tier Thread"))
        }
    }
}

/// Builds the kernel, if the attempt succeeds.
fn build(
    bitcode: &[u8],
    name: &str,
    attempt: Attempt,
    effort: Effort,
    mut taken: Option<&mut Taken>,
) -> anyhow::Result<Built> {
    if let Some(taken) = &mut taken {
        taken.begin();
    }
    let context = crashes::new_context();
    let diagnostics = ir::Diagnostics::collect(&context);
    let Complete {
        module,
        variables,
        takes_addresses,
        of_functions,
        tier,
        debugged,
    } = complete(&context, bitcode, attempt.tier(), effort)?;
    let entry = ir::function(&module, c"chv.entry").context("the kernel's entry is lost")?;
    let thread = ThreadContext::find(&module, entry)?;
    let points = Points::find(&module, &thread);
    if tier == Tier::Block {
        if !runs_as_loop(&module, &thread) || !points.is_empty() {
            return Ok(Built::NeedsThreads);
        }
        let may_go_together = || regions::has_loops(&thread) || thread.has_rows(&module);
        if attempt == Attempt::Any && effort == Effort::Full && may_go_together() {
            return Ok(Built::MayGoTogether);
        }
    }
    let mut in_regions = false;
    if tier == Tier::Thread {
        let alone = go_alone(&module, &thread, &points, taken.is_some());
        in_regions = effort == Effort::Full && !alone && !of_functions;
    }
    if !debugged && !of_functions {
        followed::note(&module, name, followed::followed(&module, &thread))?;
    }
    let layout = memory::layout(&module, variables)?;
    let shared_bytes = layout.shared_bytes;
    thread.answer_primitives(&module, shared_bytes);
    layout.apply(&module, &thread, name)?;
    name_addressed(&module, name, takes_addresses, effort)?;
    if tier == Tier::Block {
        parameters::load_first(&thread);
        parallel::mark_accesses(&thread);
    }
    thread.remove();
    relax_convergence(&module);
    externals::check(&module)?;
    entry.set_name(name);
    let cutting = Instant::now();
    let regions = in_regions && regions::add(&module, entry, name)?;
    if let Some(taken) = &mut taken {
        taken.cut(&module, name, cutting);
    }
    if attempt == Attempt::Regions && !regions {
        return Ok(Built::NotCut);
    }
    let passes = passes(effort, debugged, taken.is_some());
    optimise(&module, name, &passes, effort)?;
    let object = match taken {
        Some(taken) => taken.take(&module).map(|()| Vec::new())?,
        None => finish(&module, effort, &diagnostics)?,
    };
    Ok(Built::Object(Box::new(CpuKernel {
        object,
        entry: name.to_owned(),
        tier,
        regions,
        shared_bytes,
        draft: effort == Effort::Quick,
        cached: false,
    })))
}

/// Adds what a thread does where others must go on before it can. Gives whether the kernel's threads cannot go together through regions; `told`: a remark says
/// why.
fn go_alone<'m>(
    module: &'m Module<'_>,
    thread: &ThreadContext<'m>,
    points: &Points<'m>,
    told: bool,
) -> bool {
    points.insert(module);
    let waiting = add_yields(module, thread);
    let why = points
        .waiting()
        .map(|at| {
            (
                "lanes of a warp may meet in memory at {0}, in a loop that waits for other threads",
                at,
            )
        })
        .or(waiting.map(|at| ("its loop at {0} waits for other threads", at)));
    if let (Some((words, at)), true) = (why, told) {
        at.remark(thread.entry(), tier::REFUSAL, words);
    }
    why.is_some()
}

/// Gives the tables of functions whose addresses are taken names of this kernel's.
fn name_addressed(
    module: &Module<'_>,
    name: &str,
    takes_addresses: bool,
    effort: Effort,
) -> anyhow::Result<()> {
    if takes_addresses {
        // Of functions that are not called here nothing but their thunks' addresses is needed.
        run_passes(module, "globaldce", effort)?;
    }
    addressed::name_tables(module, name);
    Ok(())
}

/// Runs the passes, and notes what the executor must know of the code that they leave.
fn optimise(module: &Module<'_>, name: &str, passes: &str, effort: Effort) -> anyhow::Result<()> {
    kept_lines::kept(module, || run_passes(module, passes, effort))?;
    shim::note_escapes(module, &stays_symbol(name));
    addressed::note_calls(module, name)
}

/// What makes the code good. `told`: people ask what becomes of its loops.
fn passes(effort: Effort, debugged: bool, told: bool) -> String {
    match effort {
        _ if debugged => CLEAN_DEBUGGED.to_owned(),
        Effort::Quick => OPTIMISE_DRAFT.to_owned(),
        Effort::Full if told => OPTIMISE.replace(VECTORISE, TELL_AND_VECTORISE),
        Effort::Full => OPTIMISE.to_owned(),
    }
}

/// A closure with all that it calls, inlined as far as its tier needs it.
struct Complete<'c> {
    module: crashes::Disposable<Module<'c>>,
    /// How many device variables it uses.
    variables: u64,
    /// It takes addresses of functions.
    takes_addresses: bool,
    /// It is code of such functions, and no kernel.
    of_functions: bool,
    tier: Tier,
    /// A debugger is to see its variables.
    debugged: bool,
}

fn complete<'c>(
    context: &'c Context,
    bitcode: &[u8],
    tier: Option<Tier>,
    effort: Effort,
) -> anyhow::Result<Complete<'c>> {
    let module = parse(context, bitcode)?;
    externals::check_assembler(&module)?;
    let variables = device_variables::count(&module)?;
    let takes_addresses = !addressed::numbered(&module).is_empty();
    let of_functions = addressed::holds_functions(&module);
    runtime::provide(context, &module, RUNTIME)?;
    let debugged = shim::tells_of_variables(&module);
    let tier = prepare(&module, if debugged { Some(Tier::Thread) } else { tier })?;
    if debugged {
        shim::keep_for_debugger(&module);
    }
    link_entry(context, &module, tier)?;
    kept_lines::cover(&module);
    let clean = if debugged { CLEAN_DEBUGGED } else { CLEAN };
    run_passes(&module, clean, effort)?;
    if Host::get().fuses() {
        run_passes(&module, FUSE, effort)?;
    }
    math::provide(context, &module, effort)?;
    Ok(Complete {
        module,
        variables,
        takes_addresses,
        of_functions,
        tier,
        debugged,
    })
}

/// Decides the tier if it is not given, and marks what is to be inlined.
fn prepare(module: &Module<'_>, tier: Option<Tier>) -> anyhow::Result<Tier> {
    module
        .get_function("__chv_thread")
        .context("the closure defines no `__chv_thread`")?;
    // Lists of what must be kept name the kernel, which is not kept: it becomes part of the entry.
    for list in ir::globals(module)
        .into_iter()
        .filter(|global| global.section() == Some("llvm.metadata"))
    {
        list.erase();
    }
    let plan = calls::plan(module);
    for function in ir::functions(module)
        .into_iter()
        .filter(|function| !function.is_declaration())
    {
        for attribute in FOREIGN_TEXT_ATTRIBUTES {
            function.remove_text_attribute(attribute);
        }
        function.remove_attribute("optnone");
        function.remove_attribute("alwaysinline");
    }
    for function in plan.inlined {
        function.remove_attribute("noinline");
        function.add_attribute("alwaysinline");
    }
    // Loops that wait for other threads, found later, can still call for tier Thread.
    let by_calls = match plan.plain && !addressed::holds_functions(module) {
        true => Tier::Block,
        false => Tier::Thread,
    };
    Ok(tier.unwrap_or(by_calls))
}

/// Adds the entry of the tier, which calls the kernel.
fn link_entry<'c>(context: &'c Context, module: &Module<'c>, tier: Tier) -> anyhow::Result<()> {
    let text = match tier {
        Tier::Block => {
            let has_masks = Host::get().has_masks();
            include_str!("entry_block.ll").replace(
                "i1 PREDICATE",
                if has_masks { "i1 true" } else { "i1 false" },
            )
        }
        Tier::Thread | Tier::Watched => include_str!("entry_thread.ll").to_owned(),
    };
    addition::link(context, module, &text, "the entry")?;
    let vector_bits = Host::get().vector_bits();
    // Only now: the linker does not let a declaration meet an internal definition, and the width is the entry's that all is inlined into.
    for function in ir::functions(module)
        .into_iter()
        .filter(|function| !function.is_declaration())
    {
        if let Some(bits) = vector_bits {
            function.add_text_attribute("prefer-vector-width", bits);
        }
        if function.name() != b"chv.entry" {
            function.set_linkage(ir::INTERNAL);
        }
    }
    Ok(())
}

/// Can all the kernel's threads be run one after the other by one loop?
fn runs_as_loop<'m>(module: &'m Module<'_>, thread: &ThreadContext<'m>) -> bool {
    let calls_code = |instruction: &Value<'m>| {
        instruction
            .called_function()
            .is_some_and(|function| !function.is_declaration())
    };
    let entry = thread.entry();
    // The entry itself and the marker's declaration are all that is left when everything could be inlined.
    let alone = ir::functions(module)
        .into_iter()
        .all(|function| function.is_declaration() || function == entry || !function.is_used());
    let inlined = alone || !entry.instructions().iter().any(calls_code);
    inlined
        && (!spin::may_wait(entry)
            || spin::waiting_back_edges(entry, thread.marker().block()).is_empty())
}

/// Lets other threads run in every loop that waits for one. Gives where the first of them goes round.
fn add_yields<'m>(module: &'m Module<'_>, thread: &ThreadContext<'m>) -> Option<Value<'m>> {
    let mut first = None;
    for function in ir::functions(module)
        .into_iter()
        .filter(|function| !function.is_declaration())
    {
        let start = if function == thread.entry() {
            thread.marker().block()
        } else {
            function.blocks()[0]
        };
        let edges = spin::waiting_back_edges(function, start);
        if !edges.is_empty() {
            first = first.or(edges.first().map(|edge| edge.terminator()));
            spin::insert_yields(module, &edges);
        }
    }
    first
}

/// Takes `convergent` from calls that do not wait for other threads: clang puts it on all device code, and it keeps loops from being
/// vectorised.
fn relax_convergence(module: &Module<'_>) {
    for function in ir::functions(module) {
        if function.name().starts_with(SYNCHRONISING)
            || !function.is_declaration()
            || function.is_intrinsic()
        {
            continue;
        }
        function.remove_attribute("convergent");
        for call in function
            .users()
            .into_iter()
            .filter(|user| user.called_function() == Some(function))
        {
            call.remove_call_attribute("convergent");
        }
    }
}
