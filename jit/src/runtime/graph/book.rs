//! The graphs of the process and their nodes, by handle.

use std::collections::HashSet;
use std::sync::{Arc, MutexGuard};

use rustc_hash::FxHashMap;

use super::super::handles::{Handle, new_handle};
use super::super::operation::Operation;
use super::Graphs;
use super::user_object::UserReference;
use crate::device::{Error, Result, Status};
use crate::lock::lock;

/// All graphs and nodes.
#[derive(Default)]
pub(crate) struct Book {
    pub(super) graphs: FxHashMap<Handle, Graph>,
    pub(super) nodes: FxHashMap<Handle, Node>,
}

/// A graph.
#[derive(Default)]
pub(crate) struct Graph {
    /// In the order in which they were added.
    pub(super) nodes: Vec<Handle>,
    /// True for the graph of a child node: it goes with its node.
    pub(super) child: bool,
    pub(super) user_references: Vec<UserReference>,
}

/// A node.
#[derive(Clone)]
pub(crate) struct Node {
    pub(super) graph: Handle,
    pub(super) operation: Operation,
    /// Number of the device that it is for.
    pub(super) device: usize,
    pub(super) dependencies: Vec<Handle>,
    /// The node that this one was cloned from.
    pub(super) original: Option<Handle>,
    /// Attributes of kernel nodes that were set; kept to be asked for.
    pub(super) attributes: super::attribute::Attributes,
}

impl Graphs {
    pub(super) fn book(&self) -> MutexGuard<'_, Book> {
        lock(&self.book)
    }

    /// A new graph without nodes.
    pub(crate) fn create(&self) -> Handle {
        let handle = new_handle();
        self.book().graphs.insert(handle, Graph::default());
        handle
    }

    /// A new graph without nodes that belongs to a node.
    pub(super) fn create_child(&self) -> Handle {
        let handle = new_handle();
        let graph = Graph {
            child: true,
            ..Graph::default()
        };
        self.book().graphs.insert(handle, graph);
        handle
    }

    /// Adds a node for the device of a number, behind others of the same graph.
    pub(crate) fn add_node(
        &self,
        graph: Handle,
        dependencies: &[Handle],
        operation: Operation,
        device: usize,
    ) -> Result<Handle> {
        self.book().add_node(graph, dependencies, operation, device)
    }

    /// Checks that nodes belong to a graph.
    pub(crate) fn check_nodes(&self, graph: Handle, nodes: &[Handle]) -> Result<()> {
        self.book().check_nodes(graph, nodes)
    }

    /// Nodes of a graph that these depend on, these included.
    pub(crate) fn ancestors(&self, graph: Handle, nodes: &[Handle]) -> HashSet<Handle> {
        let book = self.book();
        let mut found = HashSet::new();
        let mut worklist = nodes.to_vec();
        while let Some(node) = worklist.pop() {
            if let Some(known) = book.nodes.get(&node).filter(|known| known.graph == graph)
                && found.insert(node)
            {
                worklist.extend(&known.dependencies);
            }
        }
        found
    }

    /// Destroys a graph, its nodes and their child graphs.
    pub(crate) fn destroy(&self, graph: Handle) -> Result<()> {
        let removed = self.book().remove_graph(graph)?;
        // Outside the lock: memory of the nodes is freed now, and the user's destructors run.
        drop(removed);
        Ok(())
    }

    /// The operation of a node.
    pub(crate) fn operation(&self, node: Handle) -> Result<Operation> {
        Ok(self.book().node(node)?.operation.clone())
    }

    /// Exchanges a node's operation for another of the same kind.
    pub(crate) fn set_operation(&self, node: Handle, operation: Operation) -> Result<()> {
        let mut book = self.book();
        let node = book
            .nodes
            .get_mut(&node)
            .ok_or_else(|| Error::from(Status::INVALID_VALUE))?;
        if node.operation.node_type() != operation.node_type() {
            return Err(Status::INVALID_VALUE.into());
        }
        let previous = std::mem::replace(&mut node.operation, operation);
        drop(book);
        drop(previous);
        Ok(())
    }
}

/// Is a node among these twice?
fn has_twice(nodes: &[Handle]) -> bool {
    let mut known = HashSet::new();
    nodes.len() > 1 && !nodes.iter().all(|node| known.insert(node))
}

/// What a removed graph leaves behind; dropped outside the lock.
#[derive(Default)]
pub(crate) struct Removed {
    _nodes: Vec<Node>,
    _user_references: Vec<UserReference>,
}

impl Book {
    pub(super) fn graph(&self, graph: Handle) -> Result<&Graph> {
        self.graphs
            .get(&graph)
            .ok_or_else(|| Status::INVALID_VALUE.into())
    }

    pub(super) fn graph_mut(&mut self, graph: Handle) -> Result<&mut Graph> {
        self.graphs
            .get_mut(&graph)
            .ok_or_else(|| Status::INVALID_VALUE.into())
    }

    pub(super) fn node(&self, node: Handle) -> Result<&Node> {
        self.nodes
            .get(&node)
            .ok_or_else(|| Status::INVALID_VALUE.into())
    }

    pub(super) fn check_nodes(&self, graph: Handle, nodes: &[Handle]) -> Result<()> {
        self.graph(graph)?;
        let belongs = |node: &Handle| {
            self.nodes
                .get(node)
                .is_some_and(|known| known.graph == graph)
        };
        if nodes.iter().all(belongs) {
            Ok(())
        } else {
            Err(Status::INVALID_VALUE.into())
        }
    }

    pub(super) fn add_node(
        &mut self,
        graph: Handle,
        dependencies: &[Handle],
        operation: Operation,
        device: usize,
    ) -> Result<Handle> {
        self.check_nodes(graph, dependencies)?;
        if has_twice(dependencies) {
            return Err(Status::INVALID_VALUE.into());
        }
        let handle = new_handle();
        let node = Node {
            graph,
            operation,
            device,
            dependencies: dependencies.to_vec(),
            original: None,
            attributes: Vec::new(),
        };
        self.nodes.insert(handle, node);
        self.graph_mut(graph)?.nodes.push(handle);
        Ok(handle)
    }

    /// What the user lets live as long as a graph, its child graphs included.
    pub(super) fn user_references(&self, graph: Handle) -> Result<Vec<UserReference>> {
        let graph = self.graph(graph)?;
        let mut references = graph.user_references.clone();
        for node in &graph.nodes {
            for inner in self.node(*node)?.operation.graphs() {
                references.extend(self.user_references(*inner)?);
            }
        }
        Ok(references)
    }

    /// Copies a graph with its child graphs; nodes remember what they were copied from.
    pub(super) fn clone_graph(&mut self, graph: Handle, child: bool) -> Result<Handle> {
        let nodes = self.graph(graph)?.nodes.clone();
        let user_references = self.graph(graph)?.user_references.clone();
        let clone = new_handle();
        let renamed: FxHashMap<Handle, Handle> =
            nodes.iter().map(|&node| (node, new_handle())).collect();
        for node in &nodes {
            let mut copy = self.node(*node)?.clone();
            copy.graph = clone;
            copy.original = Some(*node);
            copy.dependencies
                .iter_mut()
                .for_each(|dependency| *dependency = renamed[dependency]);
            if let Some(changed) = self.clone_inner(&copy.operation)? {
                copy.operation = changed;
            }
            self.nodes.insert(renamed[node], copy);
        }
        let nodes = nodes.iter().map(|node| renamed[node]).collect();
        self.graphs.insert(
            clone,
            Graph {
                nodes,
                child,
                user_references,
            },
        );
        Ok(clone)
    }

    /// The same operation with copies of the graphs that are its own; none if it has none.
    fn clone_inner(&mut self, operation: &Operation) -> Result<Option<Operation>> {
        Ok(match operation {
            Operation::Child(inner) => Some(Operation::Child(self.clone_graph(*inner, true)?)),
            Operation::Conditional(node) => {
                let bodies = node.graphs.iter();
                let copies = bodies.map(|&body| self.clone_graph(body, true));
                let node = node.with(copies.collect::<Result<_>>()?);
                Some(Operation::Conditional(Arc::new(node)))
            }
            _ => None,
        })
    }

    pub(super) fn remove_graph(&mut self, graph: Handle) -> Result<Removed> {
        let graph = self
            .graphs
            .remove(&graph)
            .ok_or_else(|| Error::from(Status::INVALID_VALUE))?;
        let mut removed = Removed {
            _nodes: Vec::new(),
            _user_references: graph.user_references,
        };
        for node in graph.nodes {
            self.remove_node(node, &mut removed);
        }
        Ok(removed)
    }

    /// Takes a node out of the book, with its child graph.
    pub(super) fn remove_node(&mut self, node: Handle, removed: &mut Removed) {
        let Some(node) = self.nodes.remove(&node) else {
            return;
        };
        for &inner in node.operation.graphs() {
            if let Ok(children) = self.remove_graph(inner) {
                removed._nodes.extend(children._nodes);
                removed._user_references.extend(children._user_references);
            }
        }
        removed._nodes.push(node);
    }

    /// Nodes that depend on a node, in order.
    pub(super) fn dependents(&self, node: Handle) -> Result<Vec<Handle>> {
        let graph = self.graph(self.node(node)?.graph)?;
        let depends = |other: &&Handle| {
            self.nodes
                .get(other)
                .is_some_and(|other| other.dependencies.contains(&node))
        };
        Ok(graph.nodes.iter().filter(depends).copied().collect())
    }
}
