//! A kernel's code for the CPU device as text for people, and how blocks of it run.

use inkwell::module::Module;
use kernels_cache::Cache;

use super::super::host_machine;
use super::{CpuKernel, Tier, cached, entry_of, key, translate, translate_for};
use crate::cell::{KernelSource, SourceFrame};
use crate::emit::Listed;
use crate::emit::ir::Value;
use crate::emit::shared::effort::Effort;
use crate::shim;

/// What is taken of a kernel's module when it is ready to be made code.
#[derive(Default)]
pub(super) struct Taken {
    /// Its IR, instead of the processor's instructions.
    pub(super) ir: bool,
    text: String,
    places: Vec<Vec<SourceFrame>>,
    /// Why it has no regions, if that was found out.
    pub(super) refusal: Option<String>,
}

impl Taken {
    /// Takes the text.
    pub(super) fn take(&mut self, module: &Module<'_>, entry: Value<'_>) -> anyhow::Result<()> {
        if let Some(refusal) = entry.text_attribute("chv-refusal") {
            self.refusal = Some(refusal);
        }
        self.places = shim::number_lines(module);
        self.text = match self.ir {
            true => module.print_to_string().to_string(),
            false => host_machine::assembly(module)?,
        };
        Ok(())
    }
}

/// The optimised text of the kernel with this symbol: instructions of this machine's processor or, if `ir` says so, the IR that they are made of. The lines in it
/// are numbers of places.
///
/// # Errors
///
/// As for [`super::cpu_kernel`].
pub fn cpu_listing(
    symbol: &str,
    source: &KernelSource,
    ir: bool,
    cache: &Cache,
) -> anyhow::Result<Listed> {
    // What LLVM crashes on it does so here, where a crash is an error.
    let key = key(&source.closure, Effort::Full);
    if cached(&key, cache).is_none() {
        translate(&source.closure, entry_of(&key), Effort::Full)?;
    }
    let mut taken = Taken {
        ir,
        ..Taken::default()
    };
    let (entry, effort) = (symbol.to_owned(), Effort::Full);
    let made = translate_for(&source.with_lines, entry, effort, Some(&mut taken))?;
    Ok(Listed {
        remarks: vec![tier_of(&made, taken.refusal.as_deref())],
        text: taken.text,
        places: taken.places,
    })
}

/// How blocks run, and why not better.
fn tier_of(made: &CpuKernel, refusal: Option<&str>) -> String {
    let tier = match (made.tier, made.regions) {
        (_, true) => "loops between barriers (regions); other blocks run on fibers",
        (Tier::Block, _) => "plain loops over the threads of a block",
        (Tier::Thread | Tier::Watched, _) => "a fiber for each thread",
    };
    match refusal.filter(|_| made.tier == Tier::Thread && !made.regions) {
        Some(why) => format!("tier: {tier}, because {why}"),
        None => format!("tier: {tier}"),
    }
}
