//! What device code is compiled for, and what clang is told of it.

use crate::target;

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

/// What kernels of a session are compiled for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DeviceTarget {
    /// The embedded CPU device: this machine's own processor.
    #[default]
    Cpu,
    /// An NVIDIA GPU.
    Nvptx {
        /// Compute capability: 90 for `sm_90`.
        sm: u32,
    },
}

impl DeviceTarget {
    /// The best target for an NVIDIA GPU of compute capability `sm`: itself, or the newest known one before it, whose PTX the driver
    /// translates for the newer GPU. Nothing if the GPU is too old.
    pub fn nvidia(sm: u32) -> Option<DeviceTarget> {
        let known = ARCHITECTURES.iter().rev().find(|known| known.0 <= sm)?;
        Some(DeviceTarget::Nvptx { sm: known.0 })
    }

    /// The triple of device code.
    pub(crate) fn triple(self) -> &'static str {
        match self {
            DeviceTarget::Cpu => target::HOST_TRIPLE,
            DeviceTarget::Nvptx { .. } => NVPTX_TRIPLE,
        }
    }

    /// cc1 arguments of the device side; `ptx` as for `features`.
    pub(crate) fn arguments(self, ptx: u32) -> Vec<String> {
        let DeviceTarget::Nvptx { sm } = self else {
            let mut list = target::host_arguments();
            // Headers and programs ask for the architecture; lines name the synchronising calls.
            list.extend(
                [
                    "-D__CUDA_ARCH__=900",
                    "-debug-info-kind=line-tables-only",
                    "-dwarf-version=5",
                    "-fdebug-compilation-dir=/chevron",
                ]
                .map(str::to_owned),
            );
            return list;
        };
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
}

/// The triple of code for NVIDIA GPUs.
pub(crate) const NVPTX_TRIPLE: &str = "nvptx64-nvidia-cuda";

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
        assert_eq!(
            DeviceTarget::nvidia(90),
            Some(DeviceTarget::Nvptx { sm: 90 })
        );
        assert_eq!(
            DeviceTarget::nvidia(99),
            Some(DeviceTarget::Nvptx { sm: 90 })
        );
        assert_eq!(
            DeviceTarget::nvidia(200),
            Some(DeviceTarget::Nvptx { sm: 121 })
        );
        assert_eq!(DeviceTarget::nvidia(61), None);
    }
}
