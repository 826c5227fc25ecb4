//! Conditions of graphs, which kernels set, and the nodes that go by them.

use std::sync::atomic::AtomicU32;

use super::handles::Handle;

/// What a `cudaGraphConditionalHandle` is the address of: device code writes the value. Lives as long as the process.
#[repr(C)]
pub(crate) struct Condition {
    pub(super) value: AtomicU32,
    /// What each launch of the graph begins with; else it keeps what it had.
    pub(super) default: Option<u32>,
}

/// `cudaGraphConditionalNodeType`
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    If,
    While,
    Switch,
}

/// A conditional node of a graph.
pub(crate) struct ConditionalNode {
    pub(super) condition: &'static Condition,
    pub(super) kind: Kind,
    /// The bodies. The user has the array's address for as long as the node is there.
    pub(super) graphs: Vec<Handle>,
}

impl ConditionalNode {
    /// The same with other bodies.
    pub(super) fn with(&self, graphs: Vec<Handle>) -> ConditionalNode {
        ConditionalNode { graphs, ..*self }
    }

    /// The bodies.
    pub(crate) fn graphs(&self) -> &[Handle] {
        &self.graphs
    }

    /// A line for people.
    pub(crate) fn describe(&self) -> &'static str {
        match self.kind {
            Kind::If => "if",
            Kind::While => "while",
            Kind::Switch => "switch",
        }
    }
}
