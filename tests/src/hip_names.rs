//! A golden file in CUDA's names, written in HIP's.

/// Names that are more than another beginning.
const OTHERS: [(&str, &str); 10] = [
    ("cudaDeviceProp", "hipDeviceProp_t"),
    ("cudaPointerAttributes", "hipPointerAttribute_t"),
    ("cudaDeviceAttr", "hipDeviceAttribute_t"),
    ("cudaHostAllocDefault", "hipHostMallocDefault"),
    ("cudaHostAllocMapped", "hipHostMallocMapped"),
    ("cudaHostAllocPortable", "hipHostMallocPortable"),
    ("cudaLimit", "hipLimit_t"),
    ("cudaFuncCache", "hipFuncCache_t"),
    ("cudaErrorMemoryAllocation", "hipErrorOutOfMemory"),
    ("cudaErrorInvalidResourceHandle", "hipErrorInvalidHandle"),
];

/// Beginnings that are not HIP's in CUDA's place.
const BEGINNINGS: [(&str, &str); 2] = [("cudaDevAttr", "hipDeviceAttribute"), ("cuda", "hip")];

/// Headers that HIP has under other names.
const HEADERS: [(&str, &str); 6] = [
    ("<cooperative_groups.h>", "<hip/hip_cooperative_groups.h>"),
    ("<cuda_fp16.h>", "<hip/hip_fp16.h>"),
    ("<cuda_bf16.h>", "<hip/hip_bf16.h>"),
    ("<cuda_runtime.h>", "<hip/hip_runtime.h>"),
    ("<cuda_runtime_api.h>", "<hip/hip_runtime_api.h>"),
    ("<cuComplex.h>", "<hip/hip_complex.h>"),
];

/// What begins a session in HIP.
const INCLUDE: &str = "#include <hip/hip_runtime.h>\n";

/// The file, with HIP's runtime header as its first input.
#[must_use]
pub fn in_hip(text: &str) -> String {
    let is_top = |line: &&str| line.starts_with("//#") || line.starts_with("//@");
    let top = text.split_inclusive('\n').take_while(is_top);
    let (top, rest) = text.split_at(top.map(str::len).sum());
    let rest = { HEADERS.iter() }.fold(rest.to_owned(), |rest, (from, to)| rest.replace(from, to));
    format!("{top}{INCLUDE}{}", with_logs(&renamed(&rest)))
}

/// HIP's `hipGraphInstantiate` is CUDA's older one, with a place for the node that is wrong and for a log.
fn with_logs(text: &str) -> String {
    const CALL: &str = "hipGraphInstantiate(";
    let mut pieces = text.split(CALL);
    let mut made = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (arguments, after) = piece.split_once(')').unwrap_or((piece, ""));
        let arguments = arguments.trim_end_matches(", 0");
        made += &format!("{CALL}{arguments}, nullptr, nullptr, 0){after}");
    }
    made
}

/// Each whole word that is a name of CUDA's runtime API by HIP's name.
fn renamed(text: &str) -> String {
    let of_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let mut made = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let length = rest.find(|it| !of_word(it)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(length);
        made += &hip_name(word);
        let others = after.find(of_word).unwrap_or(after.len());
        made += &after[..others];
        rest = &after[others..];
    }
    made
}

fn hip_name(word: &str) -> String {
    if let Some((_, name)) = OTHERS.iter().find(|(of, _)| *of == word) {
        return (*name).to_owned();
    }
    let begins = |it: &str| it.starts_with(|it: char| it.is_ascii_uppercase());
    let found = BEGINNINGS.iter().find_map(|(of, name)| {
        let rest = word.strip_prefix(of).filter(|rest| begins(rest))?;
        Some(format!("{name}{rest}"))
    });
    found.unwrap_or_else(|| word.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_hips_and_the_header_comes_first() {
        let cuda = "//# why\n//@ hip = true\ncudaDeviceProp p; cudaMalloc(&cudas, cuda_x);\n//? cudaErrorInvalidValue\n#include <cuda_fp16.h>\n";
        let hip = "//# why\n//@ hip = true\n#include <hip/hip_runtime.h>\nhipDeviceProp_t p; hipMalloc(&cudas, cuda_x);\n//? hipErrorInvalidValue\n#include <hip/hip_fp16.h>\n";
        assert_eq!(in_hip(cuda), hip);
        assert_eq!(
            with_logs("hipGraphInstantiate(&a, b, 0); hipGraphInstantiate(&a, b)"),
            "hipGraphInstantiate(&a, b, nullptr, nullptr, 0); hipGraphInstantiate(&a, b, nullptr, nullptr, 0)"
        );
        assert_eq!(
            hip_name("cudaDevAttrWarpSize"),
            "hipDeviceAttributeWarpSize"
        );
    }
}
