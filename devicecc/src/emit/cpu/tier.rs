//! How blocks of a kernel run, why not better, and which of its loops became vectors, for people. docs/tiers.md tells of tiers.

use std::time::{Duration, Instant};

use inkwell::module::Module;

use super::super::host_machine;
use super::{CpuKernel, Tier, translate_for};
use crate::cell::{KernelSource, SourceFrame};
use crate::emit::shared::effort::Effort;
use crate::emit::{Remark, ir};
use crate::error::Error;
use crate::shim::{self, CodeRemark};

/// What a remark is called that says why a kernel has no regions.
pub(super) const REFUSAL: &str = "refusal";

/// What a remark is called that says that a kernel's threads lie side by side in memory along y.
const ALONG_Y: &str = "AlongY";

/// What is wanted of a kernel's module when it is ready to be made code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The processor's instructions.
    #[default]
    Instructions,
    /// Its IR.
    Ir,
    /// No text: how it runs alone.
    Tier,
}

/// What is taken of it.
#[derive(Debug, Default)]
pub(super) struct Taken {
    wanted: Wanted,
    pub(super) text: String,
    pub(super) places: Vec<Vec<SourceFrame>>,
    remarks: Vec<CodeRemark>,
    needs: Option<RegionNeeds>,
    /// How long it took to look for regions.
    cutting: Duration,
    choice: Duration,
    all: Duration,
}

/// What the code needs that runs whole blocks between barriers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionNeeds {
    /// Memory for each thread, bytes.
    pub thread_bytes: u32,
    /// It runs blocks of whole warps of 32 alone.
    pub whole_warps: bool,
    /// It runs blocks with y and z of 1 alone.
    pub one_axis: bool,
    /// It runs blocks whose rows are whole warps of 32 alone.
    pub whole_rows: bool,
}

impl RegionNeeds {
    /// The word that the code object has (docs/tiers.md).
    fn of(word: u32) -> RegionNeeds {
        RegionNeeds {
            thread_bytes: word & ((1 << 29) - 1),
            whole_warps: word >> 31 != 0,
            one_axis: word >> 30 & 1 != 0,
            whole_rows: word >> 29 & 1 != 0,
        }
    }
}

/// How the CPU device runs a kernel, optimised.
#[derive(Clone, Debug)]
pub struct TierReport {
    /// How it runs where it has no regions, or these do not fit a block.
    pub tier: Tier,
    /// What its regions need, if it has some.
    pub regions: Option<RegionNeeds>,
    /// Its threads lie side by side in memory along y, and blocks with enough of them there are vectors along y.
    pub along_y: bool,
    /// Why it has none, if threads run on fibers.
    pub refusal: Option<Remark>,
    /// Of each loop, in the text's order, whether it became a vector, and why not.
    pub loops: Vec<Remark>,
    /// How long the choice of the tier took.
    pub choice: Duration,
    /// How long all of the optimised code took up to instructions, that included.
    pub all: Duration,
    /// Why kernels of this session run otherwise.
    pub held: Option<&'static str>,
}

/// How the kernel with this symbol runs.
///
/// # Errors
///
/// As for [`super::cpu_kernel`].
pub fn cpu_tier(symbol: &str, source: &KernelSource) -> Result<TierReport, Error> {
    let mut taken = Taken::new(Wanted::Tier);
    let (entry, effort) = (symbol.to_owned(), Effort::Full);
    let made = translate_for(&source.with_lines, entry, effort, Some(&mut taken))?;
    let running = match made.regions {
        true => &format!("{symbol}_regions"),
        false => symbol,
    };
    Ok(TierReport {
        tier: made.tier,
        regions: taken.needs.filter(|_| made.regions),
        along_y: made.regions && taken.remarks.iter().any(|it| it.name == ALONG_Y),
        refusal: taken.refusal(&made),
        loops: loops(&taken.remarks, running),
        choice: taken.choice,
        all: taken.all,
        held: None,
    })
}

impl Taken {
    pub(super) fn new(wanted: Wanted) -> Taken {
        Taken {
            wanted,
            ..Taken::default()
        }
    }

    /// The kernel is built, perhaps not for the first time: what was taken before is forgotten.
    pub(super) fn begin(&mut self) {
        *self = Taken::new(self.wanted);
    }

    /// It was looked for regions, since then.
    pub(super) fn cut(&mut self, module: &Module<'_>, name: &str, since: Instant) {
        self.cutting = since.elapsed();
        let word = format!("{name}_regions_needs");
        let needs = ir::globals(module)
            .into_iter()
            .find(|it| it.name() == word.as_bytes());
        let needs = needs.and_then(|it| it.initializer()?.unsigned());
        self.needs = needs
            .and_then(|it| u32::try_from(it).ok())
            .map(RegionNeeds::of);
    }

    /// Takes what is wanted of the finished module.
    pub(super) fn take(&mut self, module: &Module<'_>) -> anyhow::Result<()> {
        self.remarks = shim::remarks(module);
        if self.wanted == Wanted::Tier {
            return Ok(());
        }
        self.places = shim::number_lines(module);
        self.text = match self.wanted {
            Wanted::Ir => module.print_to_string().to_string(),
            _ => host_machine::assembly(module)?,
        };
        Ok(())
    }

    /// All attempts took since the first time, the last one since the second. What came to nothing was there for the choice.
    pub(super) fn took(&mut self, begun: Instant, last: Instant) {
        self.all = begun.elapsed();
        self.choice = last.duration_since(begun) + self.cutting;
    }

    /// How blocks run, and why not better.
    pub(super) fn tier_of(&self, made: &CpuKernel) -> Remark {
        let tier = match (made.tier, made.regions) {
            (_, true) => "loops between barriers (regions); other blocks run on fibers",
            (Tier::Block, _) => "plain loops over the threads of a block",
            (Tier::Thread | Tier::Watched, _) => "a fiber for each thread",
        };
        match self.refusal(made) {
            Some(why) => Remark {
                text: format!("tier: {tier}, because {}", why.text),
                places: why.places,
            },
            None => format!("tier: {tier}").into(),
        }
    }

    fn refusal(&self, made: &CpuKernel) -> Option<Remark> {
        let why = self.remarks.iter().find(|it| it.name == REFUSAL);
        why.filter(|_| made.tier == Tier::Thread && !made.regions)
            .map(|why| Remark {
                text: why.text.clone(),
                places: why.places.clone(),
            })
    }
}

/// What became of the loops of a function, one remark a loop.
fn loops(remarks: &[CodeRemark], function: &str) -> Vec<Remark> {
    let of_function = |it: &&CodeRemark| {
        it.function == function && ![REFUSAL, ALONG_Y].contains(&it.name.as_str())
    };
    let mut told: Vec<(&CodeRemark, Vec<String>)> = Vec::new();
    for remark in remarks.iter().filter(of_function) {
        let place = |it: &CodeRemark| {
            (
                it.of_threads,
                it.places.iter().take(2).cloned().collect::<Vec<_>>(),
            )
        };
        let known = told.iter().position(|(it, _)| place(it) == place(remark));
        let at = known.unwrap_or_else(|| {
            told.push((remark, Vec::new()));
            told.len() - 1
        });
        let is_good = |it: &CodeRemark| matches!(it.name.as_str(), VECTORIZED | TILE);
        let became = is_good(told[at].0);
        if is_good(remark) && !became {
            told[at] = (remark, Vec::new());
        } else if !became {
            let why = why_not(remark);
            if remark.name == HAS_LOOP {
                told[at].0 = remark;
            }
            if !told[at].1.contains(&why) {
                told[at].1.push(why);
            }
        }
    }
    told.sort_by_key(|(it, _)| places(it).first().map(|frames| line_of(frames)));
    told.iter().map(|(it, whys)| outcome(it, whys)).collect()
}

/// What became of one loop.
fn outcome(remark: &CodeRemark, whys: &[String]) -> Remark {
    let width = (remark.name == VECTORIZED).then(|| width(&remark.text));
    // What says nothing is left out where something is said.
    let mut said: Vec<&str> = whys.iter().map(String::as_str).collect();
    if said.len() > 1 {
        said.retain(|it| *it != UNSAID);
    }
    let why = said.join("; ");
    let text = match (remark.of_threads, width) {
        (true, None) if remark.name == TILE => {
            "{0-1}: threads run one after the other: each adds up a register tile, whose sums can be vectors".to_owned()
        }
        (false, None) if remark.name == TILE => {
            "{0}: a thread adds up a register tile, whose sums can be vectors".to_owned()
        }
        (true, Some(width)) => format!("{{0-1}}: threads run side by side, {width} at a time"),
        (true, None) => format!("{{0-1}}: threads run one after the other: {why}"),
        (false, Some(width)) => format!("{{0}}: the loop was made a vector of {width}"),
        (false, None) => format!("{{0}}: the loop was made no vector: {why}"),
    };
    Remark {
        text,
        places: places(remark),
    }
}

/// The line in the kernel itself that a place comes from; 0 if that is not known.
fn line_of(frames: &[SourceFrame]) -> u32 {
    let mut known = frames.iter().rev().map(|it| it.line);
    known.find(|it| *it != 0).unwrap_or(0)
}

/// The places that a remark names. What threads do begins with the loop that they go round, if that stands above.
fn places(remark: &CodeRemark) -> Vec<Vec<SourceFrame>> {
    let mut all = remark.places.clone();
    if let (HAS_LOOP, [first, _, inner]) = (remark.name.as_str(), &mut all[..])
        && line_of(inner) < line_of(first)
    {
        let outer = inner.iter().rev().find(|it| it.line != 0);
        *first = outer.into_iter().cloned().collect();
    }
    all
}

/// What LLVM calls a success.
const VECTORIZED: &str = "Vectorized";
/// What the shim calls a loop over threads that holds another one.
const HAS_LOOP: &str = "HasLoop";
/// What the shim calls a loop in which a thread multiplies a column by a row of numbers side by side.
const TILE: &str = "Tile";
/// What is said of a loop whose end is found out as it goes.
const ROUNDS: &str = "how often it goes round is known only when it ends";
/// What is said where LLVM gives no reason.
const UNSAID: &str = "LLVM does not say why";

/// The number in LLVM's `vectorized loop (vectorization width: 16, interleaved count: 1)`.
fn width(text: &str) -> &str {
    let behind = text.split_once("vectorization width: ");
    let number = behind.map_or("", |(_, rest)| rest);
    number.split([',', ')']).next().unwrap_or(number)
}

/// Why a loop became no vector, by what LLVM calls it.
fn why_not(remark: &CodeRemark) -> String {
    let words = match remark.name.as_str() {
        HAS_LOOP => "they go round the loop at {2} on their own",
        "CantIdentifyArrayBounds" => {
            "what it writes may overlap with what it reads, and its addresses cannot be told before"
        }
        "UnsafeDep" | "UnsafeMemDep" | "CantReorderMemOps" => {
            "a round may need what an earlier one wrote"
        }
        "NonReductionValueUsedOutsideLoop" => {
            "a round needs a value of the one before that is no sum, product, minimum or the like"
        }
        "CFGNotUnderstood" => "its jumps are none that a vector can follow",
        "CantVectorizeCall" | "CantVectorizeLibcall" | "CantVectorizeIntrinsic" => {
            "it calls a function that takes one number at a time"
        }
        "VectorizationNotBeneficial" | "InterleavingNotBeneficialAndDisabled" => {
            "LLVM reckons that a vector would not be faster"
        }
        "CantComputeNumberOfIterations" | "UnsupportedUncountableLoop" | "MultipleExits" => ROUNDS,
        "CantVectorizeInstructionReturnType" | "CantVectorizeStore" => {
            "it handles values of a type that no vector has"
        }
        "CantVectorizeNonSimpleLoad"
        | "CantVectorizeNonSimpleStore"
        | "NonSimpleLoad"
        | "NonSimpleStore" => "it reads or writes memory that is volatile or atomic",
        "CantReorderFPOps" => "the order of its sums must not change",
        "NoCFGForSelect" | "NoIfConversion" => {
            "what it does under a condition cannot be done without it"
        }
        "MissedDetails" => UNSAID,
        "MissedExplicitlyDisabled" | "AllDisabled" => {
            "it divides under a condition, or its text says so"
        }
        _ => {
            let said = remark.text.strip_prefix("loop not vectorized: ");
            return match said.unwrap_or(&remark.text) {
                "instruction cannot be vectorized" => {
                    "it does what no vector can, such as an atomic operation".to_owned()
                }
                "loop induction variable could not be identified"
                | "could not determine number of loop iterations" => ROUNDS.to_owned(),
                said => format!("LLVM says \u{201c}{said}\u{201d}"),
            };
        }
    };
    words.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remark(name: &str, text: &str, of_threads: bool, line: u32) -> CodeRemark {
        let frame = SourceFrame {
            line,
            ..SourceFrame::default()
        };
        CodeRemark {
            name: name.to_owned(),
            text: text.to_owned(),
            function: "k".to_owned(),
            of_threads,
            places: vec![vec![frame]],
        }
    }

    #[test]
    fn a_loop_that_became_a_vector_in_the_end_is_one() {
        let vector = "vectorized loop (vectorization width: 16, interleaved count: 1)";
        let all = [
            remark("Vectorized", vector, true, 4),
            remark("MissedDetails", "", false, 2),
            remark("CantReorderFPOps", "", false, 2),
            remark(
                "Vectorized",
                "vectorized loop (vectorization width: 8)",
                true,
                4,
            ),
        ];
        let texts: Vec<String> = loops(&all, "k").into_iter().map(|it| it.text).collect();
        assert_eq!(
            texts,
            [
                "{0}: the loop was made no vector: the order of its sums must not change",
                "{0-1}: threads run side by side, 16 at a time"
            ]
        );
        assert!(loops(&all, "other").is_empty());
    }
}
