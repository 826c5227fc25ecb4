//! Architectures of GPUs by their names, whoever makes them.

use std::fmt;
use std::str::FromStr;

use crate::emit::{AMD_ARCHITECTURES, AmdArchitecture, AmdCodeObject, nvptx_architectures};
use crate::targets::DeviceTarget;

/// An architecture that kernels can be compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Architecture {
    /// The CPU device's: this machine's processor.
    Cpu,
    /// NVIDIA's, by its compute capability: 90 for `sm_90`.
    Nvidia(u32),
    /// AMD's.
    Amd(&'static AmdArchitecture),
}

impl Architecture {
    /// What clang compiles for it; nothing if it is too old.
    pub fn device(self) -> Option<DeviceTarget> {
        match self {
            Architecture::Cpu => Some(DeviceTarget::Cpu),
            Architecture::Nvidia(sm) => DeviceTarget::nvidia(sm),
            Architecture::Amd(architecture) => Some(DeviceTarget::Amdgcn {
                architecture,
                code_object: AmdCodeObject::default(),
            }),
        }
    }

    /// The architectures there are, for people.
    pub fn known() -> String {
        let nvidia = nvptx_architectures::all().map(|sm| format!("sm_{sm}"));
        let amd = AMD_ARCHITECTURES.iter().map(|it| it.name.to_owned());
        let cpu = std::iter::once("cpu".to_owned());
        cpu.chain(nvidia).chain(amd).collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Architecture::Cpu => f.write_str("cpu"),
            Architecture::Nvidia(sm) => write!(f, "sm_{sm}"),
            Architecture::Amd(architecture) => f.write_str(architecture.name),
        }
    }
}

impl FromStr for Architecture {
    type Err = String;

    /// `cpu`; `gfx942`; `sm_90`, `compute_90`, `sm_90a` or `90`.
    fn from_str(text: &str) -> Result<Architecture, String> {
        if text == "cpu" {
            return Ok(Architecture::Cpu);
        }
        if text.starts_with("gfx") {
            return AmdArchitecture::named(text)
                .map(Architecture::Amd)
                .ok_or_else(|| {
                    let names: Vec<&str> = AMD_ARCHITECTURES.iter().map(|it| it.name).collect();
                    format!(
                        "of AMD's architectures Chevron compiles for {}",
                        names.join(", ")
                    )
                });
        }
        let digits = ["sm_", "compute_"]
            .iter()
            .find_map(|prefix| text.strip_prefix(prefix))
            .unwrap_or(text)
            .trim_end_matches(['a', 'f']);
        let number = digits.parse().map(Architecture::Nvidia);
        number.map_err(|_| "an architecture is written as `sm_90`, `gfx942` or `cpu`".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn architectures_as_other_compilers_take_them() {
        let parse = |text: &str| text.parse::<Architecture>();
        for (text, sm) in [
            ("sm_90", 90),
            ("sm_90a", 90),
            ("compute_120", 120),
            ("75", 75),
        ] {
            assert_eq!(parse(text), Ok(Architecture::Nvidia(sm)));
        }
        let amd = parse("gfx90a").expect("it is known");
        assert_eq!(amd.to_string(), "gfx90a");
        assert!(matches!(amd.device(), Some(DeviceTarget::Amdgcn { .. })));
        assert_eq!(parse("cpu"), Ok(Architecture::Cpu));
        assert!(parse("hopper").is_err());
        assert!(parse("gfx803").expect_err("it is old").contains("gfx942"));
        assert!(Architecture::known().contains("sm_121, gfx90a"));
    }
}
