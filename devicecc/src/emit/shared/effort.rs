//! Code at once, or code that is good.

/// How much a module is worth optimising.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::emit) enum Effort {
    /// Runs once: translate it at once.
    Quick,
    /// Runs often: the full optimiser and instruction selector.
    Full,
}
