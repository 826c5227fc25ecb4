//! The graphs of the process and their nodes, by handle.

use std::collections::HashSet;
use std::sync::{Arc, MutexGuard};

use rustc_hash::FxHashMap;

use super::super::Runtime;
use super::super::handles::{FewHandles, Handle, new_handle};
use super::super::operation::Operation;
use super::Graphs;
use super::source::{Recorded, Source};
use super::user_object::UserReference;
use crate::device::{Device, Error, LoadedKernel, Places, Result, Status};
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
    /// The device's own graph of the same nodes, if all were recorded and none was changed.
    pub(super) source: Option<Source>,
}

/// A node.
#[derive(Clone)]
pub(crate) struct Node {
    pub(super) graph: Handle,
    pub(super) operation: Operation,
    /// Number of the device that it is for.
    pub(super) device: usize,
    pub(super) dependencies: FewHandles,
    /// Where it stands among its graph's nodes.
    place: usize,
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

    /// A new graph without nodes, which are going to be recorded for a device.
    pub(crate) fn create_to_record(&self, device: &Arc<dyn Device>) -> Handle {
        let handle = new_handle();
        let graph = Graph {
            source: Source::begin(device),
            ..Graph::default()
        };
        self.book().graphs.insert(handle, graph);
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
        let mut book = self.book();
        book.add_node(graph, dependencies, operation, device, None)
    }

    /// The same for a node that is recorded, and becomes one of the device's own graph too. `kernel`: of a launch, what its slot holds now.
    pub(crate) fn record_node(
        &self,
        runtime: &Runtime,
        graph: Handle,
        dependencies: &[Handle],
        (operation, kernel): (Operation, Option<Arc<LoadedKernel>>),
        device: usize,
    ) -> Result<Handle> {
        let mut book = self.book();
        let recorded = match (&book.graph(graph)?.source, kernel, &operation) {
            (None, ..) => None,
            (_, Some(kernel), Operation::Kernel(launch)) if !kernel.launches() => {
                Some(Recorded::launch(launch, kernel))
            }
            _ => Recorded::of(runtime, &operation),
        };
        book.add_node(graph, dependencies, operation, device, recorded)
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
        let node = book.change_node(node)?;
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
        self.places(graph, nodes).map(drop)
    }

    /// Where nodes stand in their graph.
    pub(super) fn places_of(&self, nodes: &[Handle]) -> Result<Places> {
        // A loop: graphs of thousands of nodes come here, and collecting costs twice as much.
        let mut places = Places::new();
        for &node in nodes {
            places.push(self.node(node)?.place);
        }
        Ok(places)
    }

    /// Takes a node out of the list of its graph's nodes.
    pub(super) fn unlist(&mut self, graph: Handle, node: Handle) -> Result<()> {
        self.graph_mut(graph)?.nodes.retain(|&other| other != node);
        for (place, handle) in self.graph(graph)?.nodes.clone().into_iter().enumerate() {
            if let Some(node) = self.nodes.get_mut(&handle) {
                node.place = place;
            }
        }
        Ok(())
    }

    /// Where nodes stand in a graph that they belong to.
    fn places(&self, graph: Handle, nodes: &[Handle]) -> Result<Places> {
        self.graph(graph)?;
        if !nodes
            .iter()
            .all(|&it| self.node(it).is_ok_and(|it| it.graph == graph))
        {
            return Err(Status::INVALID_VALUE.into());
        }
        self.places_of(nodes)
    }

    /// A node that is going to be changed: its graph's source would not follow.
    pub(super) fn change_node(&mut self, node: Handle) -> Result<&mut Node> {
        let node = self.nodes.get_mut(&node).ok_or(Status::INVALID_VALUE)?;
        if let Some(graph) = self.graphs.get_mut(&node.graph) {
            graph.source = None;
        }
        Ok(node)
    }

    pub(super) fn add_node(
        &mut self,
        graph: Handle,
        dependencies: &[Handle],
        operation: Operation,
        device: usize,
        recorded: Option<Recorded>,
    ) -> Result<Handle> {
        let places = self.places(graph, dependencies)?;
        if has_twice(dependencies) {
            return Err(Status::INVALID_VALUE.into());
        }
        let handle = new_handle();
        let known = self.graph_mut(graph)?;
        let place = known.nodes.len();
        known.nodes.push(handle);
        // A source lives as long as each node goes into it.
        known.source = known
            .source
            .take()
            .zip(recorded)
            .and_then(|(mut source, it)| source.add(it, places).then_some(source));
        let node = Node {
            graph,
            operation,
            device,
            dependencies: dependencies.into(),
            place,
            original: None,
            attributes: Vec::new(),
        };
        self.nodes.insert(handle, node);
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
                source: None,
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
