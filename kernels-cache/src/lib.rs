//! Content-addressed store of code objects.
#![forbid(unsafe_code)]

mod entry;
mod key;
mod report;
mod store;

pub use entry::{Entry, Kind, KernelRecord};
pub use key::{Key, KeyBuilder};
pub use report::{BadEntry, Cleared, KindStats, Stats, Usage, VerifyReport};
pub use store::{Cache, OpenError, default_directory};
