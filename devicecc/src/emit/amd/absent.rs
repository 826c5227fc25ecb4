//! What AMD GPUs lack of the primitives, or Chevron lacks for them: it is refused by the name that programs use.

use inkwell::module::Module;

use crate::emit::ir;
use crate::error::bail_mendable;

/// What the shim writes behind inline assembler that it could not translate (`shim/ptx/ptx.cpp`).
const UNTRANSLATED: &str = "\n// chevron: ";

/// Primitives, and what to call them.
const ABSENT: [(&[u8], &str); 12] = [
    (b"__chv_printf", "`printf`"),
    (b"__chv_printed", "`printf`"),
    (b"__chv_malloc", "`malloc` and `new`"),
    (b"__chv_free", "`free` and `delete`"),
    (
        b"__chv_sync_named",
        "a barrier for a part of a block (`bar.sync`, tiles wider than a warp)",
    ),
    (b"__chv_sync_grid", "a barrier for the whole grid"),
    (b"__chv_sync_cluster", "thread block clusters"),
    (b"__chv_sync_cluster_extent", "thread block clusters"),
    (b"__chv_sync_cluster_owner", "thread block clusters"),
    (b"__chv_sync_cluster_shared", "thread block clusters"),
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
        bail_mendable!(
            "{} in kernels for AMD GPUs: that is not in Chevron yet",
            found.join(", ")
        );
    }
    match ptx_in(module) {
        Some((text, reason)) => bail_mendable!(
            "inline PTX `{text}` in kernels for AMD GPUs{reason}: that is not in Chevron yet; use the CUDA function for it"
        ),
        None => Ok(()),
    }
}

/// The first inline assembler that is PTX which the shim could not translate (`shim/ptx`), and the reason in parentheses if there is one; AMD's own stays as it is.
fn ptx_in(module: &Module<'_>) -> Option<(String, String)> {
    let mut calls = ir::functions(module)
        .into_iter()
        .flat_map(|function| function.instructions())
        .filter_map(|instruction| instruction.called_assembler());
    let text = calls.find(|text| is_ptx(text))?;
    // Behind it stands in a comment why it was not translated.
    let (statement, kept) = text.split_once(UNTRANSLATED)?;
    let statement = statement.trim().lines().next().unwrap_or_default();
    let reason = match kept.lines().next() {
        None | Some("") => String::new(),
        Some(reason) => format!(" ({reason})"),
    };
    Some((statement.trim().to_owned(), reason))
}

/// Could the shim not translate it, and is it no assembler of AMD's? Its instructions have underscores and no points (`v_add_u32`; PTX: `add.u32`).
fn is_ptx(text: &str) -> bool {
    let is_amd = |word: &str| word == "exp" || (word.contains('_') && !word.contains(['.', '{']));
    text.contains(UNTRANSLATED) && !text.split_whitespace().next().is_none_or(is_amd)
}

#[cfg(test)]
mod tests {
    use super::is_ptx;

    #[test]
    fn ptx_is_told_from_the_assembler_of_amd() {
        let reason = "\n// chevron: not known\n// of: it";
        for text in ["mov.u32 $0, %smid;", "$( .reg .u32 t; $)", "@p bra.uni L;"] {
            assert!(is_ptx(&format!("{text}{reason}")), "{text}");
            assert!(!is_ptx(text), "{text}");
        }
        for text in ["s_nop 0", "v_add_u32 $0, $1, $2", "exp null off", ""] {
            assert!(
                !is_ptx(&format!(
                    "{text}{}",
                    if text.is_empty() { "" } else { reason }
                )),
                "{text}"
            );
        }
    }
}
