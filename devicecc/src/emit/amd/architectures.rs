//! AMD's architectures, and what LLVM is told of them.

/// An architecture of AMD GPUs that kernels can be compiled for.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct AmdArchitecture {
    /// LLVM's name of it, such as `gfx942`.
    pub name: &'static str,
    /// Lanes of a wavefront.
    pub wavefront: u32,
    /// What AMD's device libraries call it: 1000 × major + 100 × minor + stepping (ROCm-Device-Libs, "oclc").
    pub(super) isa: u32,
    /// GPUs of it, for people.
    pub gpus: &'static str,
}

/// Version of a code object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AmdCodeObject {
    /// ROCm 6 loads it, and late ones of 5.
    V5,
    /// ROCm 6.3 and newer load it.
    #[default]
    V6,
}

impl AmdCodeObject {
    /// The newest that a HIP of this version loads: 10,000,000 × major + 100,000 × minor + patch.
    pub fn of_hip(version: i32) -> AmdCodeObject {
        const HIP_6_3: i32 = 60_300_000;
        match version >= HIP_6_3 {
            true => AmdCodeObject::V6,
            false => AmdCodeObject::V5,
        }
    }

    /// The 6 of version 6.
    pub fn number(self) -> u32 {
        match self {
            AmdCodeObject::V5 => 5,
            AmdCodeObject::V6 => 6,
        }
    }
}

/// All of them, in the order of their numbers.
pub const AMD_ARCHITECTURES: [AmdArchitecture; 6] = [
    known("gfx90a", 64, 9010, "Instinct MI200"),
    known("gfx942", 64, 9402, "Instinct MI300"),
    known("gfx950", 64, 9500, "Instinct MI350"),
    known("gfx1030", 32, 10300, "Radeon RX 6800 and 6900"),
    known("gfx1100", 32, 11000, "Radeon RX 7900"),
    known("gfx1201", 32, 12001, "Radeon RX 9070"),
];

const fn known(
    name: &'static str,
    wavefront: u32,
    isa: u32,
    gpus: &'static str,
) -> AmdArchitecture {
    AmdArchitecture {
        name,
        wavefront,
        isa,
        gpus,
    }
}

/// The triple of code for AMD GPUs.
pub(crate) const TRIPLE: &str = "amdgcn-amd-amdhsa";

impl AmdArchitecture {
    /// The architecture of this name.
    pub fn named(name: &str) -> Option<&'static AmdArchitecture> {
        AMD_ARCHITECTURES.iter().find(|it| it.name == name)
    }

    /// The architecture of this number: 1000 × major + 100 × minor + stepping.
    pub fn numbered(number: u32) -> Option<&'static AmdArchitecture> {
        AMD_ARCHITECTURES.iter().find(|it| it.isa == number)
    }

    /// 1000 × major + 100 × minor + stepping: 9010 for `gfx90a`.
    pub fn number(&self) -> u32 {
        self.isa
    }

    /// What an architecture of any number is called.
    pub fn name_of(number: u32) -> String {
        let (major, minor, stepping) = (number / 1000, number / 100 % 10, number % 100);
        format!("gfx{major}{minor}{stepping:x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_are_of_one_architecture() {
        for architecture in &AMD_ARCHITECTURES {
            let digits = architecture.name.trim_start_matches("gfx");
            let (major, rest) = digits.split_at(digits.len() - 2);
            let number = |text: &str| u32::from_str_radix(text, 16).expect("they are digits");
            let major: u32 = major.parse().expect("it is a number");
            let isa = 1000 * major + 100 * number(&rest[..1]) + number(&rest[1..]);
            assert_eq!(isa, architecture.isa, "{}", architecture.name);
            assert_eq!(AmdArchitecture::name_of(isa), architecture.name);
            assert_eq!(architecture.wavefront == 32, major >= 10);
        }
        assert!(AmdArchitecture::named("gfx942").is_some());
        assert!(AmdArchitecture::named("sm_90").is_none());
    }
}
