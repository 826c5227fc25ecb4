//! Attempts at a kernel: which tier is right is seen only when much of its code is made.

use super::{CpuKernel, Tier};

/// What is tried with a kernel.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Attempt {
    /// The tier that its calls ask for.
    Any,
    /// This tier.
    Of(Tier),
    /// Regions, which are of tier Thread; without them it is not wanted.
    Regions,
}

impl Attempt {
    /// The tier that it is built for, if that is given.
    pub(super) fn tier(self) -> Option<Tier> {
        match self {
            Attempt::Any => None,
            Attempt::Of(tier) => Some(tier),
            Attempt::Regions => Some(Tier::Thread),
        }
    }
}

/// What an attempt at a kernel gave.
pub(super) enum Built {
    /// The kernel.
    Object(Box<CpuKernel>),
    /// Without its tier being given, no thread was found to wait for others. It may be better in regions: it has loops, round which all its threads may go
    /// together, or rows of threads, which may lie in memory along y.
    MayGoTogether,
    /// It has no regions, though these were wanted.
    NotCut,
    /// It was tried as tier Block, and then found to wait for other threads, to count on lanes in step, or to hold calls that could not be
    /// inlined.
    NeedsThreads,
}
