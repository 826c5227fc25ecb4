//! NVIDIA's architectures, and what LLVM is told of them.

/// The architectures of NVIDIA GPUs that kernels can be compiled for, ascending, each with the PTX ISA version (80 for 8.0) that its code is
/// written in. 8.0 is what drivers of CUDA 12.0 read, the oldest with the library interface; newer architectures need more (PTX
/// ISA manual, "Release Notes").
const ARCHITECTURES: [(u32, u32); 14] = [
    (70, 80),
    (72, 80),
    (75, 80),
    (80, 80),
    (86, 80),
    (87, 80),
    (88, 90),
    (89, 80),
    (90, 80),
    (100, 86),
    (103, 88),
    (110, 90),
    (120, 87),
    (121, 88),
];

/// The best of them for a GPU of compute capability `sm`: itself, or the newest known one before it, whose PTX the driver translates for the newer
/// GPU. Nothing if the GPU is too old.
pub(crate) fn best(sm: u32) -> Option<u32> {
    let known = ARCHITECTURES.iter().rev().find(|known| known.0 <= sm)?;
    Some(known.0)
}

/// All of them, ascending.
pub(crate) fn all() -> impl Iterator<Item = u32> {
    ARCHITECTURES.iter().map(|known| known.0)
}

/// The triple of code for NVIDIA GPUs.
pub(crate) const TRIPLE: &str = "nvptx64-nvidia-cuda";

/// LLVM's name of the architecture.
pub(crate) fn processor(sm: u32) -> String {
    format!("sm_{sm}")
}

/// LLVM's name of the PTX version that the architecture's code is written in, at least `ptx` (80 for 8.0): what a toolkit's headers write in
/// assembler they write for their own version.
pub(crate) fn features(sm: u32, ptx: u32) -> String {
    let known = ARCHITECTURES.iter().rev().find(|known| known.0 <= sm);
    let version = known.map_or(ARCHITECTURES[0].1, |known| known.1);
    format!("+ptx{}", version.max(ptx))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newer_gpus_get_the_newest_known_architecture() {
        assert!(ARCHITECTURES.is_sorted());
        assert_eq!(best(90), Some(90));
        assert_eq!(best(99), Some(90));
        assert_eq!(best(200), Some(121));
        assert_eq!(best(61), None);
    }
}
