//! Which of the user's lines a kernel's code on a GPU comes from.
//!
//! Code objects have no line tables. After a fault the kernel is made again with numbers in the place of lines: the driver's assembler, which knows nothing of
//! what was inlined, says the number of an instruction's place, and what that means is known here.

use super::{NvptxTarget, Source, translate};
use crate::cell::{KernelSource, SourceFrame};
use crate::emit::shared::effort::Effort;
use crate::error::Error;

/// PTX text whose lines are numbers of places.
#[derive(Clone, Debug)]
pub struct LinedPtx {
    /// The text, without the zero byte that drivers want at its end.
    pub ptx: Vec<u8>,
    /// What place number 1 and those after it are: what was inlined there first, the kernel last.
    pub places: Vec<Vec<SourceFrame>>,
}

/// The text of the kernel with this symbol as [`super::nvptx_kernel`] makes it, or as a draft, with the numbers of places; nothing if it has no draft.
///
/// # Errors
///
/// If LLVM cannot translate the closure, though it has before.
pub fn nvptx_lines(
    symbol: &str,
    source: &KernelSource,
    target: &NvptxTarget,
    draft: bool,
) -> Result<Option<LinedPtx>, Error> {
    let effort = if draft { Effort::Quick } else { Effort::Full };
    let source = Source {
        symbol,
        bitcode: &source.with_lines,
        lines: true,
        ir: false,
    };
    let made = translate(&source, target, effort)?;
    Ok((made.effort == effort).then_some(LinedPtx {
        ptx: made.ptx,
        places: made.places,
    }))
}
