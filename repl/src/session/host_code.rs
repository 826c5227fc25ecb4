//! What to use in device code instead of the host's library.

use devicecc::cell::{Complaint, Rejected};

/// What a name begins with, and what device code has instead; the first that fits counts.
const INSTEAD: &[(&str, &str)] = &[
    (
        "std::vector",
        "pass `v.data()` of device memory and `v.size()` to the kernel, and use an array of fixed size for what is small",
    ),
    (
        "std::string",
        "device code has `char` arrays; text is printed with `printf`",
    ),
    ("std::ostream", "device code prints with `printf`"),
    ("std::endl", "device code prints with `printf`"),
    (
        "std::map",
        "build it on the host, and pass the kernel a sorted array",
    ),
    (
        "std::unordered_map",
        "build it on the host, and pass the kernel an array",
    ),
    (
        "std::set",
        "build it on the host, and pass the kernel a sorted array",
    ),
    (
        "std::function",
        "pass a lambda to a kernel template, or mark the function `__device__`",
    ),
    (
        "std::mutex",
        "device code has `atomicCAS` and `__syncthreads`",
    ),
    ("std::thread", "a kernel's threads come with its launch"),
    ("std::atomic", "device code has `atomicAdd` and the like"),
    ("std::random_device", "device code has `<curand_kernel.h>`"),
    (
        "std::mersenne_twister",
        "device code has `<curand_kernel.h>`",
    ),
    ("std::chrono", "device code has `clock64()`"),
    ("rand", "device code has `<curand_kernel.h>`"),
    ("srand", "device code has `<curand_kernel.h>`"),
    ("drand48", "device code has `<curand_kernel.h>`"),
    ("time", "device code has `clock64()`"),
    ("clock", "device code has `clock64()`"),
    ("puts", "device code prints with `printf`"),
    ("fprintf", "device code prints with `printf`"),
    ("putchar", "device code prints with `printf`"),
    (
        "exit",
        "device code ends with `return`, or with `__trap()` for an error",
    ),
    (
        "abort",
        "device code ends with `return`, or with `__trap()` for an error",
    ),
    ("realloc", "device code has `malloc` and `free`"),
    ("calloc", "device code has `malloc` and `free`"),
];

/// What to do about functions and classes of the library that need none of their own.
const OTHERWISE: &str =
    "do it on the host before or after the launch, or write a `__device__` function for it";

/// One hint for each name of host code that device code uses.
pub(super) fn hints(rejected: &Rejected) -> Vec<String> {
    let mut hints: Vec<String> = Vec::new();
    let errors = rejected.errors();
    for error in errors.filter(|it| it.complaint == Complaint::HostCode) {
        let Some(name) = error.message.split('`').nth(1) else {
            continue;
        };
        let known = INSTEAD.iter().find(|(of, _)| {
            let rest = name.strip_prefix(of);
            rest.is_some_and(|it| {
                !it.starts_with(|next: char| next.is_alphanumeric() || next == '_')
            })
        });
        let hint = known.map_or(OTHERWISE, |(_, instead)| instead).to_owned();
        if !hints.contains(&hint) {
            hints.push(hint);
        }
    }
    hints
}

#[cfg(test)]
mod tests {
    use devicecc::cell::{Diagnostic, Severity};

    use super::*;

    fn hints_for(messages: &[&str]) -> Vec<String> {
        let diagnostics = messages.iter().map(|message| Diagnostic {
            severity: Severity::Error,
            complaint: match message.starts_with('`') {
                true => Complaint::HostCode,
                false => Complaint::UnknownName,
            },
            message: (*message).to_owned(),
            source: String::new(),
            line: 1,
            column: 1,
        });
        hints(&Rejected {
            diagnostics: diagnostics.collect(),
            ..Rejected::default()
        })
    }

    #[test]
    fn a_class_and_its_functions_have_one_hint() {
        let found = hints_for(&[
            "`std::vector<int>::at` is host code of the standard library: device code cannot use it",
            "`std::vector<float>` is host code of the standard library: device code cannot use it",
        ]);
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("v.data()"));
    }

    #[test]
    fn names_that_only_begin_alike_are_others() {
        let found = hints_for(&[
            "`random` is host code of a library: device code cannot use it",
            "use of undeclared identifier 'rand'",
        ]);
        assert_eq!(found, [OTHERWISE]);
    }
}
