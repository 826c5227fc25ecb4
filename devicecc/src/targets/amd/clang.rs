//! What clang is told of AMD's architectures.

use crate::emit::{AmdArchitecture, AmdCodeObject};
use crate::target;

/// cc1 arguments of the device side.
pub(in crate::targets) fn arguments(
    architecture: &AmdArchitecture,
    code_object: AmdCodeObject,
) -> Vec<String> {
    let version = format!("-mcode-object-version={}", code_object.number());
    let mut list: Vec<String> = [
        "-target-cpu",
        architecture.name,
        &version,
        // Programs in CUDA's dialect ask for the architecture.
        "-D__CUDA_ARCH__=900",
        // Lanes pass what they have not set to shuffles, whose result does not depend on it: C++ calls that undefined.
        "-no-enable-noundef-analysis",
        "-debug-info-kind=line-tables-only",
        "-dwarf-version=5",
        "-fdebug-compilation-dir=/chevron",
        "-fno-builtin-malloc",
        "-fno-builtin-free",
    ]
    .map(str::to_owned)
    .into();
    list.extend(target::cpu_arguments("-aux-target-cpu"));
    list
}
