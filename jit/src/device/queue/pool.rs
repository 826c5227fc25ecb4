//! How many worker threads there are, and what they are at.

/// Counts of worker threads. Each ready stream has a thread on its way to it: one that was woken or started, or one that looks
/// for work anyway.
#[derive(Default)]
pub(super) struct Pool {
    /// Asleep, those already woken included.
    pub(super) asleep: usize,
    /// Woken, but not awake yet.
    pub(super) woken: usize,
    /// Started, but not running yet.
    pub(super) starting: usize,
    /// All that there are, those being started included.
    pub(super) alive: usize,
}

impl Pool {
    /// How many threads there are, if all of them are asleep and nobody has woken one.
    pub(super) fn resting(&self) -> Option<usize> {
        (self.woken == 0 && self.asleep == self.alive).then_some(self.alive)
    }
}
