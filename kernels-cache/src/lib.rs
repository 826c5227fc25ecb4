//! Content-addressed store of code objects, shared by all sessions of one user.
//!
//! A producer digests everything that its output depends on into a [`Key`], asks [`Cache::get`], and on a miss compiles and
//! calls [`Cache::put`]. Deleting the cache, or anything in it, changes time only: an entry is checked byte for byte on every
//! hit, and a bad one is a miss.
//!
//! Architecture invariants: this crate knows neither LLVM nor GPUs, never looks into a payload, never prints, and no operation
//! of an open cache can fail its caller.
#![deny(unsafe_code)]

mod directory;
mod entry;
mod format;
mod key;
mod log;
mod open_error;
mod payload;
mod report;
mod root;
mod store;
mod sweep;
#[expect(unsafe_code, reason = "a view of a file is only as good as the file")]
mod sys;
mod temporary;
mod usage;
mod writer;

pub use directory::default_directory;
pub use entry::{Entry, KernelRecord, Kind};
pub use key::{Key, KeyBuilder};
pub use open_error::{DIRECTORY_VARIABLE, OpenError};
pub use payload::Payload;
pub use report::{BadEntry, Cleared, KindStats, Stats, Usage, VerifyReport};
pub use store::{BYTES_MAX_DEFAULT, Cache};
