//! What AMD GPUs lack of the primitives, or Chevron lacks for them: it is refused by the name that programs use.

use anyhow::bail;
use inkwell::module::Module;

use crate::emit::ir;

/// Primitives, and what to call them.
const ABSENT: [(&[u8], &str); 8] = [
    (b"__chv_printf", "`printf`"),
    (b"__chv_printed", "`printf`"),
    (b"__chv_malloc", "`malloc` and `new`"),
    (b"__chv_free", "`free` and `delete`"),
    (
        b"__chv_sync_named",
        "a barrier for a part of a block (`bar.sync`, tiles wider than a warp)",
    ),
    (b"__chv_sync_grid", "a barrier for the whole grid"),
    (b"jn", "`jn`"),
    (b"yn", "`yn`"),
];

/// Checks that the module uses none of them.
///
/// # Errors
/// It does: names them.
pub(super) fn check(module: &Module<'_>) -> anyhow::Result<()> {
    let used: Vec<&[u8]> = ir::functions(module)
        .into_iter()
        .filter(|it| it.is_declaration() && it.is_live())
        .map(|it| it.name())
        .collect();
    let mut found: Vec<&str> = ABSENT
        .iter()
        .filter(|(name, _)| used.contains(name))
        .map(|(_, word)| *word)
        .collect();
    found.dedup();
    if !found.is_empty() {
        bail!(
            "{} in kernels for AMD GPUs: that is not in Chevron yet",
            found.join(", ")
        );
    }
    Ok(())
}
