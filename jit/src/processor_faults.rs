//! Numbers by which x86 tells why it refused an instruction, as signal handlers find them.

/// The trap of a general protection fault: misaligned vector access, or an address that no pointer can have.
pub(crate) const TRAP_GENERAL_PROTECTION: i64 = 13;

/// The trap of a page fault.
pub(crate) const TRAP_PAGE_FAULT: i64 = 14;

/// Bit of a page fault's code: the access was a write.
pub(crate) const PAGE_FAULT_WRITE: i64 = 2;

/// Bit of a page fault's code: the access was the fetch of an instruction.
pub(crate) const PAGE_FAULT_FETCH: i64 = 16;
