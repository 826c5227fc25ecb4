//! Names that a rejected cell may have meant: clang suggests what is declared alone, and whatever is spelt alike.

use devicecc::cell::{ItemKind, Rejected};

use super::definitions::Definitions;
use super::mended::offset;
use super::missing_headers::unknown_name;
use super::slips::slips;

/// Macros of CUDA that stand before a declaration: to clang they are no names.
const QUALIFIERS: &[&str] = &[
    "__global__",
    "__device__",
    "__host__",
    "__shared__",
    "__constant__",
    "__managed__",
    "__restrict__",
    "__launch_bounds__",
    "__forceinline__",
    "__noinline__",
    "__grid_constant__",
];

/// Names that many use and clang finds only for some slips: two letters that have changed places are two to it.
const USUAL: &[&str] = &[
    "printf",
    "threadIdx",
    "blockIdx",
    "blockDim",
    "gridDim",
    "warpSize",
    "cudaMalloc",
    "cudaMallocManaged",
    "cudaMemcpy",
    "cudaMemset",
    "cudaFree",
    "cudaDeviceSynchronize",
    "cudaGetLastError",
    "cudaGetErrorString",
    "__syncthreads",
    "__syncwarp",
    "__shfl_down_sync",
    "atomicAdd",
    "atomicCAS",
    "atomicMax",
    "atomicMin",
];

/// ``did you mean the kernel `turn`?`` and the like, for the first name that clang does not know, if it suggests nothing and one is near.
pub(super) fn hint<'a>(
    text: &str,
    rejected: &Rejected,
    defined: impl FnOnce() -> Definitions<'a>,
) -> Option<String> {
    let (name, at, message) = rejected.errors().find_map(|error| {
        let (scope, name) = unknown_name(text, error)?;
        let found = (name, offset(text, error), &error.message);
        scope.is_empty().then_some(found)
    })?;
    let launched = at.and_then(|at| {
        let rest = text.get(at..)?.strip_prefix(name.as_str())?;
        Some(rest.trim_start().starts_with("<<<"))
    });
    if launched == Some(true) {
        let meant = kernel(&name, &defined())?;
        let said = message.contains(&format!("did you mean '{meant}'"));
        return (!said).then(|| format!("did you mean the kernel `{meant}`?"));
    }
    if message.contains("did you mean") {
        return None;
    }
    if let Some(meant) = qualifier(&name) {
        return Some(format!("did you mean `{meant}`?"));
    }
    let usual = USUAL.iter().filter(|it| is_near(&name, it)).copied();
    let meant = usual.min_by_key(|it| strsim::damerau_levenshtein(&name, it))?;
    Some(format!("did you mean `{meant}`?"))
}

/// The kernel whose name is nearest.
fn kernel<'a>(name: &str, defined: &Definitions<'a>) -> Option<&'a str> {
    let near = defined.near(name).into_iter();
    near.into_iter()
        .find(|it| defined.has(it, ItemKind::Kernel))
}

/// The qualifier that a word is meant for, underscores left out of the count: `__global`, `_device_`, `shared`, `__globl__`.
fn qualifier(name: &str) -> Option<&'static str> {
    let bare = name.trim_matches('_').to_lowercase();
    let near = QUALIFIERS.iter().map(|it| {
        let distance = strsim::damerau_levenshtein(&bare, it.trim_matches('_'));
        (distance, *it)
    });
    // A word without underscores is a name of the user's own, unless it is exactly one of these.
    let most = match name.starts_with('_') || name.ends_with('_') {
        true => slips(bare.len()),
        false => 0,
    };
    let (distance, meant) = near.min()?;
    (distance <= most && meant != name).then_some(meant)
}

fn is_near(name: &str, meant: &str) -> bool {
    strsim::damerau_levenshtein(name, meant) <= slips(name.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn qualifiers_are_known_by_their_letters() {
        for (typed, meant) in [
            ("__gloabl__", Some("__global__")),
            ("__device", Some("__device__")),
            ("_shared_", Some("__shared__")),
            ("constant", Some("__constant__")),
            ("__shrd__", None),
            ("__cosntant__", Some("__constant__")),
            ("__DEVICE__", Some("__device__")),
            ("device_t", None),
            ("globals", None),
            ("__half", None),
            ("host1", None),
        ] {
            assert_eq!(qualifier(typed), meant, "{typed}");
        }
    }

    #[test]
    fn usual_names_are_near_by_letters_that_changed_places() {
        assert!(is_near("prnitf", "printf"));
        assert!(!is_near("print", "threadIdx"));
        assert!(!is_near("sprint", "puts"));
    }
}
