//! Headers that a rejected cell did not include: which ones have the names that clang does not know.

use std::collections::BTreeSet;

use devicecc::cell::{Diagnostic, Rejected};
use devicecc::standard_header;

use super::mended::offset;

/// A longer list helps nobody.
const HINTS_MAX: usize = 3;

/// What names of CUDA and HIP that are in no header of the prompt's own begin with, and where they are; a longer beginning counts for more.
const BEGINNINGS: &[(&str, &str)] = &[
    ("__float2bfloat16", "cuda_bf16.h"),
    ("__bfloat162float", "cuda_bf16.h"),
    ("__float2half", "cuda_fp16.h"),
    ("__floats2half2", "cuda_fp16.h"),
    ("__half", "cuda_fp16.h"),
    ("__hadd", "cuda_fp16.h"),
    ("__hfma", "cuda_fp16.h"),
    ("__hmul", "cuda_fp16.h"),
    ("__nv_bfloat16", "cuda_bf16.h"),
    ("__nv_fp8", "cuda_fp8.h"),
    ("cooperative_groups", "cooperative_groups.h"),
    ("cublas", "cublas_v2.h"),
    ("cufft", "cufft.h"),
    ("curand", "curand.h"),
    ("curandState", "curand_kernel.h"),
    ("curand_", "curand_kernel.h"),
    ("cusparse", "cusparse.h"),
    ("half", "cuda_fp16.h"),
    ("hip", "hip/hip_runtime.h"),
    ("nv_bfloat16", "cuda_bf16.h"),
    ("nvcuda", "mma.h"),
];

/// Namespaces of the standard library's that a header opens.
const NAMESPACES: &[&str] = &["chrono", "execution", "filesystem", "numbers", "ranges"];

/// `` `std::map` is in `<map>` `` for each name that clang does not know and that a header has.
pub(super) fn hints(text: &str, rejected: &Rejected) -> Vec<String> {
    let names = rejected.errors().filter_map(|it| {
        let (scope, name) = unknown_name(text, it)?;
        let header = header_of(&scope, &name)?;
        let before = offset(text, it).and_then(|end| text.get(..end));
        // One that is included already does not help: it is not what is expected, or has ended with an error.
        let helps = !includes(before.unwrap_or(text), &header);
        helps.then_some((header, scope, name))
    });
    let mut seen = BTreeSet::new();
    names
        .filter(|(header, ..)| seen.insert(header.clone()))
        .take(HINTS_MAX)
        .map(|(header, scope, name)| {
            format!(
                "`{scope}{name}` is in {header}: `#include {header}`, then enter the cell again"
            )
        })
        .collect()
}

/// The name that an error says is not known or not complete, with its namespace.
pub(super) fn unknown_name(text: &str, error: &Diagnostic) -> Option<(String, String)> {
    let message = &error.message;
    if message == "expected namespace name" {
        let rest = text.get(offset(text, error)?..)?;
        let end = rest.find(|it: char| !it.is_ascii_alphanumeric() && it != '_');
        return Some((String::new(), rest[..end.unwrap_or(rest.len())].to_owned()));
    }
    let quoted: Vec<&str> = message.split('\'').skip(1).step_by(2).collect();
    let first = (*quoted.first()?).to_owned();
    if message.starts_with("no ") && message.contains(" in namespace '") {
        return Some((format!("{}::", quoted.get(1)?), first));
    }
    let is_unknown = [
        "use of undeclared identifier",
        "unknown type name",
        "no template named",
    ];
    if is_unknown.iter().any(|it| message.starts_with(it)) {
        return Some((String::new(), first));
    }
    let is_incomplete =
        message.contains("incomplete type") || message.contains("undefined template");
    let full = quoted
        .iter()
        .find(|it| is_incomplete && it.starts_with("std::"))?;
    let full = full.split('<').next()?;
    let (scope, name) = full.rsplit_once("::")?;
    Some((format!("{scope}::"), name.to_owned()))
}

/// Whether a text includes a header, given as `<map>`.
fn includes(text: &str, header: &str) -> bool {
    text.lines().any(|line| {
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
        directive
            .and_then(|it| it.strip_prefix("include"))
            .is_some_and(|it| it.trim_start().starts_with(header))
    })
}

fn header_of(scope: &str, name: &str) -> Option<String> {
    if scope.starts_with("std::") {
        let opened = NAMESPACES
            .iter()
            .find(|it| scope == "std::" && **it == name);
        return opened
            .map(|it| format!("<{it}>"))
            .or_else(|| standard_header(scope, name));
    }
    // `half2` begins with `half`, `halfway` and `half_width` do not, but `__hadd_sat` begins with `__hadd`.
    let begins = |beginning: &str| {
        name.strip_prefix(beginning).is_some_and(|rest| {
            let goes_on =
                |it: char| it.is_ascii_lowercase() || (it == '_' && !beginning.starts_with("__"));
            beginning.ends_with('_') || !rest.starts_with(goes_on)
        })
    };
    let known = BEGINNINGS
        .iter()
        .filter(|(beginning, _)| scope.is_empty() && begins(beginning));
    let (_, header) = known.max_by_key(|(beginning, _)| beginning.len())?;
    Some(format!("<{header}>"))
}

#[cfg(test)]
mod tests {
    use devicecc::cell::Severity;

    use super::*;

    fn hint(message: &str) -> Vec<String> {
        hint_for("cooperative_groups;", message)
    }

    fn hint_for(text: &str, message: &str) -> Vec<String> {
        let line = text.lines().count() as u32;
        let rejected = Rejected {
            diagnostics: vec![Diagnostic {
                severity: Severity::Error,
                message: message.to_owned(),
                source: String::new(),
                line,
                column: 1,
            }],
            rendered: String::new(),
            everything: String::new(),
        };
        hints(text, &rejected)
    }

    #[test]
    fn names_lead_to_their_headers() {
        for (message, name, header) in [
            (
                "no template named 'map' in namespace 'std'; did you mean 'max'?",
                "std::map",
                "<map>",
            ),
            (
                "no member named 'seconds' in namespace 'std::chrono'",
                "std::chrono::seconds",
                "<chrono>",
            ),
            (
                "implicit instantiation of undefined template 'std::basic_string<char>'",
                "std::basic_string",
                "<string>",
            ),
            (
                "expected namespace name",
                "cooperative_groups",
                "<cooperative_groups.h>",
            ),
            (
                "no member named 'chrono' in namespace 'std'",
                "std::chrono",
                "<chrono>",
            ),
            ("unknown type name '__half'", "__half", "<cuda_fp16.h>"),
            (
                "use of undeclared identifier 'curand_init'",
                "curand_init",
                "<curand_kernel.h>",
            ),
            (
                "unknown type name 'curandGenerator_t'",
                "curandGenerator_t",
                "<curand.h>",
            ),
        ] {
            let expected =
                format!("`{name}` is in {header}: `#include {header}`, then enter the cell again");
            assert_eq!(hint(message), [expected]);
        }
    }

    #[test]
    fn included_headers_are_not_hinted_at() {
        let message = "use of undeclared identifier 'nvcuda'";
        let included = "#include <mma.h>\nusing namespace nvcuda;";
        assert_eq!(hint_for(included, message), Vec::<String>::new());
        assert_eq!(hint_for("nvcuda::x;", message).len(), 1);
    }

    #[test]
    fn names_of_no_header_lead_nowhere() {
        for message in [
            "no member named 'nonsense' in namespace 'std'",
            "use of undeclared identifier 'count'",
            "use of undeclared identifier 'halfway'",
            "expected expression",
            "no member named 'vector' in namespace 'mine'",
        ] {
            assert_eq!(hint(message), Vec::<String>::new(), "{message}");
        }
    }
}
