//! Regions: kernels with barriers that run whole blocks in loops. docs/tiers.md tells how; the pass is in the shim's folder `tiers`.

use std::ffi::CString;

use inkwell::module::Module;

use super::context::ThreadContext;
use crate::emit::host_machine::{Host, run_passes};
use crate::emit::ir::{self, Value};
use crate::emit::shared::effort::Effort;
use crate::emit::shared::graph::Graph;

/// Brings one thread's code into the form that is cut: clean, loops with one way in and one way back, no loop left that can be none.
/// Nothing that makes vectors: threads are made vectors of later.
const READY: &str = "function<eager-inv>(early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,reassociate,\
    loop-mssa(loop-instsimplify,loop-simplifycfg,licm<allowspeculation>,loop-rotate),simplifycfg,instcombine<no-verify-fixpoint>,\
    chv-cpu-array-hints,loop(indvars,loop-deletion,loop-unroll-full),sroa<modify-cfg>,gvn,sccp,bdce,instcombine<no-verify-fixpoint>,simplifycfg,\
    lower-switch,loop-simplify)";

/// The pass, and what makes registers again of what it keeps in memory.
const CUT: &str =
    "chv-regions,function(sroa<modify-cfg>,early-cse,simplifycfg,instcombine<no-verify-fixpoint>)";

/// Has the kernel, built for tier Block, loops beside those over its threads?
pub(super) fn has_loops(thread: &ThreadContext<'_>) -> bool {
    let graph = Graph::new(thread.entry());
    let kernel = graph.indices[&thread.marker().block()];
    let others: Vec<usize> = (0..graph.blocks.len())
        .filter(|block| *block != kernel)
        .collect();
    !graph.circles(&others).is_empty()
}

/// Adds the function `<entry>_regions`, and `<entry>_regions_needs` with what it needs, if the kernel can be cut at its barriers.
///
/// # Errors
///
/// If LLVM fails, which is our failure.
pub(super) fn add<'m>(
    module: &'m Module<'_>,
    entry: Value<'m>,
    name: &str,
) -> anyhow::Result<bool> {
    let masks = Host::get().has_masks();
    entry.add_text_attribute("chv-regions", if masks { "masks" } else { "plain" });
    run_passes(module, &format!("chv-regions-source,{READY}"), Effort::Full)?;
    run_passes(module, CUT, Effort::Full)?;
    let made = CString::new(format!("{name}_regions"))?;
    Ok(ir::function(module, &made).is_some())
}
