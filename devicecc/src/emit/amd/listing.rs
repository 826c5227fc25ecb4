//! A kernel's code for an AMD GPU as text for people.

use super::{AmdTarget, Written, written};
use crate::cell::KernelSource;
use crate::emit::Listed;
use crate::error::Error;

/// The optimised text of the kernel with this symbol: AMD's instructions or, if `ir` says so, the IR that they are made of. The lines in it are numbers of places.
///
/// # Errors
///
/// As for [`super::amd_kernel`].
pub fn amd_listing(
    symbol: &str,
    source: &KernelSource,
    target: &AmdTarget,
    ir: bool,
) -> Result<Listed, Error> {
    let Written { text, places } = written(symbol, source, target, ir)?;
    Ok(Listed {
        remarks: remarks(&text).into_iter().map(Into::into).collect(),
        text,
        places,
    })
}

/// What the text's metadata tells of the kernel, for people.
fn remarks(text: &str) -> Vec<String> {
    let number = |name: &str| {
        let (_, behind) = text.split_once(&format!("{name}:"))?;
        behind.split_whitespace().next()?.parse::<u64>().ok()
    };
    let Some(vgprs) = number(".vgpr_count") else {
        return Vec::new();
    };
    let of = |name: &str| number(name).unwrap_or(0);
    let registers = format!(
        "{vgprs} vector registers a lane, {} scalar ones, wavefronts of {} lanes",
        of(".sgpr_count"),
        of(".wavefront_size")
    );
    let memory = format!(
        "{} bytes of LDS, {} bytes of scratch a thread, {} vector registers spilled",
        of(".group_segment_fixed_size"),
        of(".private_segment_fixed_size"),
        of(".vgpr_spill_count")
    );
    vec![registers, memory]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_tells_of_registers() {
        let text = "\t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .group_segment_fixed_size: 128\n    .sgpr_count:     10\n    .vgpr_count:     3\n    .wavefront_size: 64\n";
        assert_eq!(
            remarks(text),
            [
                "3 vector registers a lane, 10 scalar ones, wavefronts of 64 lanes",
                "128 bytes of LDS, 0 bytes of scratch a thread, 0 vector registers spilled"
            ]
        );
        assert!(remarks("define void @k() {\n}\n").is_empty());
    }
}
