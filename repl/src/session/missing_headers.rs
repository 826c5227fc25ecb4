//! Headers that a rejected cell did not include: which ones have the names that clang does not know.

use std::collections::BTreeSet;

use devicecc::cell::{Complaint, Diagnostic, Rejected};
use devicecc::standard_header;

use super::header_names;
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
    ("__pipeline_", "cuda_pipeline.h"),
    ("cooperative_groups", "cooperative_groups.h"),
    ("CUDART_", "math_constants.h"),
    ("cub", "cub/cub.cuh"),
    ("cublas", "cublas_v2.h"),
    ("cudnn", "cudnn.h"),
    ("cufft", "cufft.h"),
    ("cusolver", "cusolverDn.h"),
    ("curand", "curand.h"),
    ("curandState", "curand_kernel.h"),
    ("curand_", "curand_kernel.h"),
    ("cusparse", "cusparse.h"),
    ("half", "cuda_fp16.h"),
    ("hip", "hip/hip_runtime.h"),
    ("nv_bfloat16", "cuda_bf16.h"),
    ("nvcuda", "mma.h"),
    ("nvtx", "nvtx3/nvToolsExt.h"),
    ("nvtx3", "nvtx3/nvtx3.hpp"),
    ("omp_", "omp.h"),
    ("thrust", "thrust/device_vector.h"),
];

/// Namespaces of the standard library's that a header opens.
const NAMESPACES: &[&str] = &["chrono", "execution", "filesystem", "numbers", "ranges"];

/// What a hint depends on beside the cell.
pub(super) struct Surroundings<'a> {
    /// Would an `#include` of this name find a header?
    pub(super) finds: &'a dyn Fn(&str) -> bool,
    /// Texts of the cells so far.
    pub(super) earlier: &'a [&'a str],
    /// The language standard, such as `gnu++20`.
    pub(super) standard: &'a str,
    /// Headers of an installed CUDA toolkit are read.
    pub(super) toolkit: bool,
    /// The text is a program's, not a cell.
    pub(super) program: bool,
}

/// `` `std::map` is in `<map>` `` for each name that clang does not know and that a header has.
pub(super) fn hints(text: &str, rejected: &Rejected, around: &Surroundings<'_>) -> Vec<String> {
    let names = rejected.errors().filter_map(|it| {
        let (scope, name) = unknown_name(text, it)?;
        let home = home_of(&scope, &name)?;
        let before = offset(text, it).and_then(|end| text.get(..end));
        // One that is included already does not help: it is not what is expected, or has ended with an error.
        let before = before.unwrap_or(text);
        let mut seen = around.earlier.iter().copied().chain([before]);
        let helps = !seen.any(|it| includes(it, &home.header)) || needs_newer(&home.header, around);
        helps.then_some((home, format!("{scope}{name}")))
    });
    let mut seen = BTreeSet::new();
    names
        .filter(|(home, _)| seen.insert(home.header.clone()))
        .take(HINTS_MAX)
        .map(|(home, name)| in_words(&home, &name, around))
        .collect()
}

/// The header that has a name.
struct Home {
    header: String,
    /// The name was written without `std::`, and may mean something else.
    is_guess: bool,
}

fn in_words(home: &Home, name: &str, around: &Surroundings<'_>) -> String {
    let header = &home.header;
    let subject = match home.is_guess {
        true => format!("if you mean `std::{name}`: that"),
        false => format!("`{name}`"),
    };
    if !(around.finds)(header) {
        return format!("{subject} is in <{header}>, {}", why_absent(header, around));
    }
    if needs_newer(header, around) {
        return format!(
            "{subject} is C++23's: start the session with `--std gnu++23`, then `#include <{header}>`"
        );
    }
    let then = match around.program {
        true => "",
        false => ", then enter the cell again",
    };
    format!("{subject} is in <{header}>: `#include <{header}>`{then}")
}

fn needs_newer(header: &str, around: &Surroundings<'_>) -> bool {
    let number = around
        .standard
        .trim_start_matches(|it: char| !it.is_ascii_digit());
    let is_older = matches!(
        number,
        "98" | "03" | "11" | "14" | "17" | "20" | "1y" | "1z" | "2a"
    );
    is_older && header_names::needs_newer(header)
}

fn why_absent(header: &str, around: &Surroundings<'_>) -> &'static str {
    let is_standard = !header.contains(['.', '/']);
    match (is_standard, around.toolkit) {
        (true, _) => "which this machine's standard library does not have",
        (false, true) => "which was not found in the CUDA toolkit",
        (false, false) if header == "omp.h" => "which this machine does not have",
        (false, false) => {
            "which is not in Chevron yet; `--headers toolkit` reads an installed CUDA toolkit's, on an NVIDIA GPU"
        }
    }
}

/// The name that an error says is not known or not complete, with its namespace.
pub(super) fn unknown_name(text: &str, error: &Diagnostic) -> Option<(String, String)> {
    if error.complaint == Complaint::NoNamespace {
        let rest = text.get(offset(text, error)?..)?;
        let end = rest.find(|it: char| !it.is_ascii_alphanumeric() && it != '_');
        return Some((String::new(), rest[..end.unwrap_or(rest.len())].to_owned()));
    }
    // Clang quotes the names that a message is about.
    let quoted: Vec<&str> = error.message.split('\'').skip(1).step_by(2).collect();
    let first = *quoted.first()?;
    match error.complaint {
        Complaint::UnknownName => Some((String::new(), first.to_owned())),
        Complaint::UnknownMember if error.message.contains(" in namespace '") => {
            Some((format!("{}::", quoted.get(1)?), first.to_owned()))
        }
        // A class of this name is always there; the function comes with its header.
        Complaint::NoConversion if quoted.last() == Some(&"chevron::display") => {
            Some(("chevron::".to_owned(), "display".to_owned()))
        }
        Complaint::IncompleteType => {
            let full = quoted.iter().find(|it| it.starts_with("std::"))?;
            let (scope, name) = full.split('<').next()?.rsplit_once("::")?;
            Some((format!("{scope}::"), name.to_owned()))
        }
        Complaint::Other
        | Complaint::UnknownMember
        | Complaint::NoNamespace
        | Complaint::NoConversion
        | Complaint::MissingSemicolon
        | Complaint::MissingParenthesis
        | Complaint::AssemblerQualifier
        | Complaint::CaptureDefaultOutside
        | Complaint::CaptureOfGlobal
        | Complaint::OtherSide
        | Complaint::KernelCalled
        | Complaint::LaunchArguments
        | Complaint::TypedefClash
        | Complaint::HostCode
        | Complaint::DeviceOnly
        | Complaint::MissingFile => None,
    }
}

/// Whether a text includes a header, as `<map>` or as `"map"`.
fn includes(text: &str, header: &str) -> bool {
    text.lines().any(|line| {
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
        let named = directive.and_then(|it| it.strip_prefix("include"));
        let named = named.and_then(|it| it.trim_start().strip_prefix(['<', '"']));
        let rest = named.and_then(|it| it.strip_prefix(header));
        rest.is_some_and(|it| it.starts_with(['>', '"']))
    })
}

fn home_of(scope: &str, name: &str) -> Option<Home> {
    let home = |header: String, is_guess| Some(Home { header, is_guess });
    if scope.starts_with("std::") {
        let opened = NAMESPACES
            .iter()
            .find(|it| scope == "std::" && **it == name);
        return match opened {
            Some(it) => home((*it).to_owned(), false),
            None => home(without_brackets(standard_header(scope, name)?), false),
        };
    }
    if scope == "chevron::" {
        return home("chevron/display.h".to_owned(), false);
    }
    if !scope.is_empty() {
        return None;
    }
    if let Some(header) = header_names::plain(name).or_else(|| by_beginning(name)) {
        return home(header.to_owned(), false);
    }
    if !header_names::is_of_std(name) {
        return None;
    }
    home(without_brackets(standard_header("std::", name)?), true)
}

fn without_brackets(header: String) -> String {
    header.trim_matches(['<', '>']).to_owned()
}

/// The header of a name of CUDA's or HIP's.
fn by_beginning(name: &str) -> Option<&'static str> {
    // `half2` begins with `half`, `halfway` and `half_width` do not, but `__hadd_sat` begins with `__hadd`.
    let begins = |beginning: &str| {
        name.strip_prefix(beginning).is_some_and(|rest| {
            let goes_on =
                |it: char| it.is_ascii_lowercase() || (it == '_' && !beginning.starts_with("__"));
            beginning.ends_with('_') || !rest.starts_with(goes_on)
        })
    };
    let known = BEGINNINGS.iter().filter(|(beginning, _)| begins(beginning));
    let (_, header) = known.max_by_key(|(beginning, _)| beginning.len())?;
    Some(header)
}

#[cfg(test)]
mod tests {
    use devicecc::cell::Severity;

    use super::*;

    use Complaint::{IncompleteType, NoNamespace, Other, UnknownMember, UnknownName};

    fn hint(complaint: Complaint, message: &str) -> Vec<String> {
        hint_for("cooperative_groups;", complaint, message)
    }

    fn hint_for(text: &str, complaint: Complaint, message: &str) -> Vec<String> {
        let line = text.lines().count() as u32;
        let rejected = Rejected {
            diagnostics: vec![Diagnostic {
                severity: Severity::Error,
                complaint,
                message: message.to_owned(),
                source: String::new(),
                line,
                column: 1,
            }],
            rendered: String::new(),
            everything: String::new(),
        };
        hints(text, &rejected, &ALL_THERE)
    }

    const ALL_THERE: Surroundings<'static> = Surroundings {
        finds: &|_| true,
        earlier: &["#include <hip/hip_runtime.h>"],
        standard: "gnu++20",
        toolkit: false,
        program: false,
    };

    #[test]
    fn names_lead_to_their_headers() {
        for (complaint, message, name, header) in [
            (
                UnknownMember,
                "no template named 'map' in namespace 'std'; did you mean 'max'?",
                "std::map",
                "<map>",
            ),
            (
                UnknownMember,
                "no member named 'seconds' in namespace 'std::chrono'",
                "std::chrono::seconds",
                "<chrono>",
            ),
            (
                IncompleteType,
                "implicit instantiation of undefined template 'std::basic_string<char>'",
                "std::basic_string",
                "<string>",
            ),
            (
                NoNamespace,
                "expected namespace name",
                "cooperative_groups",
                "<cooperative_groups.h>",
            ),
            (
                UnknownMember,
                "no member named 'chrono' in namespace 'std'",
                "std::chrono",
                "<chrono>",
            ),
            (
                UnknownName,
                "unknown type name '__half'",
                "__half",
                "<cuda_fp16.h>",
            ),
            (
                UnknownName,
                "use of undeclared identifier 'curand_init'",
                "curand_init",
                "<curand_kernel.h>",
            ),
            (
                UnknownName,
                "unknown type name 'curandGenerator_t'",
                "curandGenerator_t",
                "<curand.h>",
            ),
        ] {
            let expected =
                format!("`{name}` is in {header}: `#include {header}`, then enter the cell again");
            assert_eq!(hint(complaint, message), [expected]);
        }
    }

    #[test]
    fn included_headers_are_not_hinted_at() {
        let message = "use of undeclared identifier 'nvcuda'";
        for included in ["<mma.h>", "\"mma.h\""] {
            let text = format!("#include {included}\nusing namespace nvcuda;");
            assert_eq!(hint_for(&text, UnknownName, message), Vec::<String>::new());
        }
        assert_eq!(hint_for("nvcuda::x;", UnknownName, message).len(), 1);
    }

    #[test]
    fn names_of_no_header_lead_nowhere() {
        for (complaint, message) in [
            (
                UnknownMember,
                "no member named 'nonsense' in namespace 'std'",
            ),
            (UnknownName, "use of undeclared identifier 'count'"),
            (UnknownName, "use of undeclared identifier 'halfway'"),
            (Other, "expected expression"),
            (
                UnknownMember,
                "no member named 'vector' in namespace 'mine'",
            ),
        ] {
            assert_eq!(hint(complaint, message), Vec::<String>::new(), "{message}");
        }
    }

    #[test]
    fn names_without_their_namespace_are_guesses() {
        let message = "use of undeclared identifier 'cout'";
        let expected = "if you mean `std::cout`: that is in <iostream>: `#include <iostream>`, then enter the cell again";
        assert_eq!(hint(UnknownName, message), [expected]);
    }

    #[test]
    fn headers_of_earlier_cells_are_not_hinted_at() {
        let message = "unknown type name 'hipNonsense'";
        assert_eq!(hint(UnknownName, message), Vec::<String>::new());
    }

    #[test]
    fn newer_names_need_a_newer_standard() {
        let text = "#include <expected>\nstd::expected<int, int> e;";
        let [hint] = &hint_for(
            text,
            UnknownMember,
            "no member named 'expected' in namespace 'std'",
        )[..] else {
            panic!("one hint");
        };
        assert!(hint.contains("--std gnu++23"), "{hint}");
    }

    #[test]
    fn headers_that_are_not_there_are_not_to_be_included() {
        let around = Surroundings {
            finds: &|_| false,
            ..ALL_THERE
        };
        for (header, reason) in [
            ("print", "standard library"),
            ("cub/cub.cuh", "--headers toolkit"),
        ] {
            let home = Home {
                header: header.to_owned(),
                is_guess: false,
            };
            let hint = in_words(&home, "it", &around);
            assert!(
                hint.contains(reason) && !hint.contains("#include"),
                "{hint}"
            );
        }
    }
}
