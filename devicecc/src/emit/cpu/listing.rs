//! A kernel's code for the CPU device as text for people.

use kernels_cache::Cache;

use super::tier::{Taken, Wanted};
use super::{cached, entry_of, key, translate, translate_for};
use crate::cell::KernelSource;
use crate::emit::Listed;
use crate::emit::shared::effort::Effort;
use crate::error::Error;

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
) -> Result<Listed, Error> {
    // What LLVM crashes on it does so here, where a crash is an error.
    let key = key(&source.closure, Effort::Full);
    if cached(&key, cache).is_none() {
        translate(&source.closure, entry_of(&key), Effort::Full)?;
    }
    let mut taken = Taken::new(if ir { Wanted::Ir } else { Wanted::Instructions });
    let (entry, effort) = (symbol.to_owned(), Effort::Full);
    let made = translate_for(&source.with_lines, entry, effort, Some(&mut taken))?;
    Ok(Listed {
        remarks: vec![taken.tier_of(&made)],
        text: taken.text,
        places: taken.places,
    })
}
