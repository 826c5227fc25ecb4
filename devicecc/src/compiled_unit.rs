//! What is kept of a file of a program once it is compiled.

use crate::shim::Session;

/// A unit with its ASTs, which tell where its kernels' code came from.
pub(crate) struct CompiledUnit {
    /// The cell that it is a part of.
    pub(crate) cell: u32,
    /// Its own number, which no cell and no other unit has.
    pub(crate) number: u32,
    pub(crate) session: Session,
}
