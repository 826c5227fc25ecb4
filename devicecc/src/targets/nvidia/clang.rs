//! What clang is told of NVIDIA's architectures.

use crate::emit::nvptx_architectures::{features, processor};
use crate::target;

/// cc1 arguments of the device side; `ptx` as for `features`.
pub(in crate::targets) fn arguments(sm: u32, ptx: u32) -> Vec<String> {
    let mut list: Vec<String> = vec![
        "-target-cpu".to_owned(),
        processor(sm),
        "-target-feature".to_owned(),
        features(sm, ptx),
    ];
    list.extend(target::cpu_arguments("-aux-target-cpu"));
    // Lanes pass what they have not set to shuffles, whose result does not depend on it: C++ calls that undefined. And the heap may be
    // full, which LLVM holds impossible of a `malloc` whose memory nobody uses.
    list.extend(
        [
            "-no-enable-noundef-analysis",
            // After a fault a kernel is made again with its lines, which PTX has as directives alone.
            "-debug-info-kind=line-directives-only",
            "-fdebug-compilation-dir=/chevron",
            "-fno-builtin-malloc",
            "-fno-builtin-free",
        ]
        .map(str::to_owned),
    );
    list
}

/// cc1 arguments for a toolkit's headers.
pub(in crate::targets) fn toolkit_arguments(sm: u32) -> Vec<String> {
    vec![format!("-D__CUDA_ARCH_LIST__={sm}0")]
}
