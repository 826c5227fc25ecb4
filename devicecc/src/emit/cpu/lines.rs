//! Where in the user's text a place in a kernel's code comes from.
//!
//! Code objects have no line tables, and closures no places: both would differ between kernels that are the same. Only after a fault is the
//! kernel made again with them.

use kernels_cache::Cache;

use super::{cached, entry_of, key, translate, watched};
use crate::cell::{KernelSource, SourceFrame};
use crate::emit::shared::effort::Effort;
use crate::error::Error;
use crate::shim;

/// Closures above this are not translated again: the prompt would wait for seconds. Unit: bytes of bitcode without lines.
const CLOSURE_BYTES_MAX: usize = 256 << 10;

/// Where the code at the first of these places comes from whose line is known: what was inlined there first, the kernel last. Places are
/// distances in bytes from `entry`, the entry of the code object that ran, a draft's or the optimised one's.
///
/// Nothing if that code object was not made of `source`, if that is very large, if its code is another when it has a line table, which LLVM takes care that it is
/// not, or if LLVM does not know.
///
/// # Errors
///
/// If LLVM cannot translate the closure, though it has before.
pub fn kernel_frames(
    source: &KernelSource,
    entry: &str,
    places: &[i64],
    cache: &Cache,
) -> Result<Vec<SourceFrame>, Error> {
    if source.closure.len() > CLOSURE_BYTES_MAX {
        return Ok(Vec::new());
    }
    let efforts = [Effort::Quick, Effort::Full];
    let made_of = |effort: &Effort| entry_of(&key(&source.closure, *effort)) == entry;
    let known = |frames: &Vec<SourceFrame>| frames.iter().any(|frame| frame.line != 0);
    let Some(effort) = efforts.into_iter().find(made_of) else {
        let found = watched::frames(source, entry, places, cache)?;
        return Ok(found.into_iter().find(known).unwrap_or_default());
    };
    let object = match cached(&key(&source.closure, effort), cache) {
        Some(found) => found.object,
        None => translate(&source.closure, entry.to_owned(), effort)?.object,
    };
    let with_lines = translate(&source.with_lines, entry.to_owned(), effort)?.object;
    let found = shim::frames_from(&object, &with_lines, entry, places);
    Ok(found.into_iter().find(known).unwrap_or_default())
}
