//! What compiled kernels tell of an access beside its address: `What` in the shim's `sanitize/watch_pass.cpp` writes it.

/// What an access is known to be within, by `ObjectKind` of the shim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Within {
    Unknown,
    Local,
    Shared,
    DynamicShared,
    Variable,
    Constant,
}

/// One word of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct What(pub(super) u32);

impl What {
    /// Bytes that are accessed.
    #[inline(always)]
    pub(super) fn bytes(self) -> usize {
        (self.0 & 0xffff) as usize
    }

    /// What its address must be a multiple of.
    #[inline(always)]
    pub(super) fn alignment(self) -> usize {
        1 << (self.0 >> 16 & 31)
    }

    /// An atomic of the same thread and place follows that goes by what is read.
    pub(super) fn looks_ahead(self) -> bool {
        self.0 >> 21 & 1 != 0
    }

    pub(super) fn is_volatile(self) -> bool {
        self.0 >> 24 & 1 != 0
    }

    /// The value that is stored is told.
    pub(super) fn has_value(self) -> bool {
        self.0 >> 25 & 1 != 0
    }

    /// Nothing may ever be computed with what is read.
    pub(super) fn may_be_unused(self) -> bool {
        self.0 >> 31 != 0
    }

    pub(super) fn kind(self) -> Kind {
        match self.0 >> 29 & 3 {
            0 => Kind::Read,
            1 => Kind::Write,
            _ => Kind::Atomic,
        }
    }

    pub(super) fn within(self) -> Within {
        match self.0 >> 26 & 7 {
            1 => Within::Local,
            2 => Within::Shared,
            3 => Within::DynamicShared,
            4 => Within::Variable,
            5 => Within::Constant,
            _ => Within::Unknown,
        }
    }
}

/// How a thread reaches memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Read,
    Write,
    /// Reads and writes in one step.
    Atomic,
}

impl Kind {
    /// What it is called.
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Read => "read",
            Kind::Write => "write",
            Kind::Atomic => "atomic access",
        }
    }

    /// `read of 4 bytes`
    pub(super) fn of_bytes(self, bytes: usize) -> String {
        format!("{} of {}", self.name(), counted(bytes, "byte"))
    }
}

/// `1 byte`, `4 bytes`
pub(super) fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}
