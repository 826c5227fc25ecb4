//! What the CPU device's sanitizer finds: docs/sanitizer.md.

use serde::{Deserialize, Serialize};

/// What the sanitizer looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Check {
    /// Accesses outside of allocations and arrays, to freed or to the host's memory, at addresses that are no multiple of what they must be.
    Memory,
    /// Accesses of two threads that nothing orders, one of which writes.
    Race,
    /// Reads of device memory that nobody has written.
    Init,
    /// Barriers that threads of a block do not come to together, and lanes that are missing.
    Sync,
}

impl Check {
    /// All, in the order in which people list them.
    pub const ALL: [Check; 4] = [Check::Memory, Check::Race, Check::Init, Check::Sync];

    /// Its name, as compute-sanitizer's tools have theirs.
    pub fn name(self) -> &'static str {
        match self {
            Check::Memory => "memcheck",
            Check::Race => "racecheck",
            Check::Init => "initcheck",
            Check::Sync => "synccheck",
        }
    }

    /// Its bit in a set of them.
    pub fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// Beside the bits of checks.
const TRAFFIC: u32 = 1 << 16;

/// A set of checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checks(pub u32);

impl Checks {
    /// All there are.
    pub fn all() -> Checks {
        Checks(
            Check::ALL
                .iter()
                .map(|it| it.bit())
                .fold(0, |bits, bit| bits | bit),
        )
    }

    /// Is there none?
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// With what kernels move and compute, which is counted and no check.
    pub fn with_traffic(self) -> Checks {
        Checks(self.0 | TRAFFIC)
    }

    /// Without that.
    pub fn without_traffic(self) -> Checks {
        Checks(self.0 & !TRAFFIC)
    }

    /// Is it counted what kernels move and compute?
    pub fn counts_traffic(self) -> bool {
        self.0 & TRAFFIC != 0
    }

    /// Is it counted, and nothing looked for?
    pub fn only_counts_traffic(self) -> bool {
        self.0 == TRAFFIC
    }

    /// Is this one among them?
    pub fn has(self, check: Check) -> bool {
        self.0 & check.bit() != 0
    }

    /// Those of these names, separated by commas; the first name that is none.
    ///
    /// # Errors
    /// A name is unknown.
    pub fn parse(names: &str) -> Result<Checks, String> {
        let mut checks = Checks::default();
        for name in names.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            let found = Check::ALL.into_iter().find(|it| it.name() == name);
            checks.0 |= found.ok_or_else(|| name.to_owned())?.bit();
        }
        Ok(checks)
    }

    /// Their names, separated by commas.
    pub fn names(self) -> String {
        let named = Check::ALL.into_iter().filter(|it| self.has(*it));
        let names: Vec<_> = named.map(Check::name).collect();
        names.join(",")
    }
}

/// A numbered access in a kernel's code.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WatchedPlace {
    /// Mangled symbol of the kernel.
    pub symbol: String,
    /// Symbol of the entry of the code object that ran.
    pub entry: String,
    /// Its number in that code.
    pub number: u32,
}

/// One thread's part in a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThreadAccess {
    /// What it did: `write of 4 bytes`.
    pub what: String,
    /// `blockIdx`.
    pub block_idx: [u32; 3],
    /// `threadIdx`.
    pub thread_idx: [u32; 3],
    /// Where in the kernel's code.
    pub place: Option<WatchedPlace>,
}

/// What host code did to the memory that a finding is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostCall {
    /// `allocated` or `freed`.
    pub what: String,
    /// The cell that ran; 0: none did.
    pub cell: u32,
    /// Return addresses, innermost first, of which some lie in the code of cells.
    pub addresses: Vec<u64>,
}

/// Something that the sanitizer has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// Its number, counted from 1 since the executor's start.
    pub number: u32,
    /// What found it.
    pub check: Check,
    /// What is wrong, for people, without the kernel and the place.
    pub message: String,
    /// Name of the kernel for people.
    pub kernel: String,
    /// The access that it was found at.
    pub access: Option<ThreadAccess>,
    /// The other one of a race.
    pub other: Option<ThreadAccess>,
    /// Where the memory comes from, and what became of it.
    pub memory: Vec<HostCall>,
    /// How often since the last time that it was told.
    pub times: u64,
    /// It has been told before.
    pub again: bool,
}

/// Memory that was allocated and never freed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leak {
    /// What it is, for people: `400 bytes of device memory`.
    pub what: String,
    /// Its size, bytes.
    pub bytes: u64,
    /// Who allocated it.
    pub allocated: HostCall,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_are_known_by_their_names() {
        let both = Checks::parse("memcheck, initcheck").expect("both are known");
        assert!(both.has(Check::Memory) && both.has(Check::Init) && !both.has(Check::Race));
        assert_eq!(both.names(), "memcheck,initcheck");
        assert_eq!(Checks::parse("memcheck,raecheck"), Err("raecheck".into()));
        assert_eq!(
            Checks::all().names(),
            "memcheck,racecheck,initcheck,synccheck"
        );
    }
}
