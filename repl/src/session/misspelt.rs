//! The kernel that a launch may have meant: clang suggests whatever is spelt alike, functions of the C library too.

use devicecc::cell::{ItemKind, Rejected};

use super::definitions::Definitions;
use super::mended::offset;
use super::missing_headers::unknown_name;

/// ``did you mean the kernel `turn`?`` for the first launch of what clang does not know, if a kernel of the session is spelt like it and clang has not said so.
pub(super) fn hint<'a>(
    text: &str,
    rejected: &Rejected,
    defined: impl FnOnce() -> Definitions<'a>,
) -> Option<String> {
    let (name, message) = rejected.errors().find_map(|error| {
        let (scope, name) = unknown_name(text, error)?;
        let launched = text
            .get(offset(text, error)?..)?
            .strip_prefix(name.as_str())?
            .trim_start()
            .starts_with("<<<");
        (launched && scope.is_empty()).then_some((name, &error.message))
    })?;
    let defined = defined();
    let is_kernel = |near: &&str| {
        let kinds = defined.named(near).into_iter();
        let mut kinds = kinds.map(|at| defined.list()[at].item.kind);
        kinds.any(|kind| kind == ItemKind::Kernel)
    };
    let meant = defined.near(&name).into_iter().find(is_kernel)?;
    let said = message.contains(&format!("did you mean '{meant}'"));
    (!said).then(|| format!("did you mean the kernel `{meant}`?"))
}
