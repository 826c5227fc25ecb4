//! A kernel's code for an NVIDIA GPU as text for people.

use super::{NvptxTarget, Source, translate};
use crate::cell::KernelSource;
use crate::emit::Listed;
use crate::emit::shared::effort::Effort;
use crate::error::Error;

/// The optimised text of the kernel with this symbol: PTX or, if `ir` says so, the IR that it is made of. The lines in it are numbers of places.
///
/// # Errors
///
/// As for [`super::nvptx_kernel`].
pub fn nvptx_listing(
    symbol: &str,
    source: &KernelSource,
    target: &NvptxTarget,
    ir: bool,
) -> Result<Listed, Error> {
    let source = Source {
        symbol,
        bitcode: &source.with_lines,
        lines: true,
        ir,
    };
    let made = translate(&source, target, Effort::Full)?;
    Ok(Listed {
        text: String::from_utf8_lossy(&made.ptx).into_owned(),
        places: made.places,
        remarks: Vec::new(),
    })
}
