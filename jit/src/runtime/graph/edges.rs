//! What a graph consists of: nodes, edges, kinds; and changing edges.

use super::super::Runtime;
use super::super::ffi::{In, Out, api};
use super::super::handles::Handle;
use super::super::types::GraphEdgeData;
use super::book::Removed;
use crate::device::{Result, Status};

/// Gives a list as the API does: without an array the length alone; with one as much as fits, and zero after that.
fn put_list<T: Copy + Default>(list: &[T], array: Out<T>, room: usize) -> Result<()> {
    let mut padded = list[..list.len().min(room)].to_vec();
    padded.resize(room, T::default());
    array.put_all(&padded)
}

fn put_nodes(nodes: &[Handle], array: Out<Handle>, count: Out<usize>) -> Result<()> {
    if !array.is_null() {
        put_list(nodes, array, count.get()?)?;
        return count.put(nodes.len().min(count.get()?));
    }
    count.put(nodes.len())
}

/// Nodes beside the data of their edges, which have nothing special here.
fn put_neighbours(
    nodes: &[Handle],
    array: Out<Handle>,
    edges: Out<GraphEdgeData>,
    count: Out<usize>,
) -> Result<()> {
    if !edges.is_null() && !array.is_null() {
        put_list(
            &vec![GraphEdgeData::default(); nodes.len()],
            edges,
            count.get()?,
        )?;
    }
    put_nodes(nodes, array, count)
}

impl Runtime {
    fn add_edges(&self, graph: Handle, from: &[Handle], to: &[Handle]) -> Result<()> {
        let mut book = self.graphs().book();
        book.check_nodes(graph, from)?;
        book.check_nodes(graph, to)?;
        // All or nothing.
        for (from, to) in from.iter().zip(to) {
            if from == to || book.node(*to)?.dependencies.contains(from) {
                return Err(Status::INVALID_VALUE.into());
            }
        }
        for (&from, to) in from.iter().zip(to) {
            book.change_node(*to)?.dependencies.push(from);
        }
        Ok(())
    }

    fn remove_edges(&self, graph: Handle, from: &[Handle], to: &[Handle]) -> Result<()> {
        let mut book = self.graphs().book();
        book.check_nodes(graph, from)?;
        book.check_nodes(graph, to)?;
        for (from, to) in from.iter().zip(to) {
            if !book.node(*to)?.dependencies.contains(from) {
                return Err(Status::INVALID_VALUE.into());
            }
        }
        for (from, to) in from.iter().zip(to) {
            let node = book.change_node(*to)?;
            node.dependencies.retain(|dependency| dependency != from);
        }
        Ok(())
    }

    fn destroy_node(&self, node: Handle) -> Result<()> {
        let mut book = self.graphs().book();
        let graph = book.change_node(node)?.graph;
        for dependent in book.dependents(node)? {
            let dependent = book.change_node(dependent)?;
            dependent
                .dependencies
                .retain(|dependency| *dependency != node);
        }
        book.unlist(graph, node)?;
        let mut removed = Removed::default();
        book.remove_node(node, &mut removed);
        drop(book);
        drop(removed);
        Ok(())
    }
}

api! {
    call fn cudaGraphNodeGetType(runtime, node: Handle, kind: Out<i32>) {
        kind.put(runtime.graphs().operation(node)?.node_type())
    }

    call fn cudaGraphGetNodes(runtime, graph: Handle, nodes: Out<Handle>, count: Out<usize>) {
        put_nodes(&runtime.graphs().book().graph(graph)?.nodes, nodes, count)
    }

    call fn cudaGraphGetRootNodes(runtime, graph: Handle, nodes: Out<Handle>, count: Out<usize>) {
        let book = runtime.graphs().book();
        let root = |node: &&Handle| book.nodes.get(node).is_some_and(|node| node.dependencies.is_empty());
        let roots: Vec<Handle> = book.graph(graph)?.nodes.iter().filter(root).copied().collect();
        put_nodes(&roots, nodes, count)
    }

    call fn cudaGraphGetEdges(
        runtime, graph: Handle, from: Out<Handle>, to: Out<Handle>, data: Out<GraphEdgeData>, count: Out<usize>,
    ) {
        let book = runtime.graphs().book();
        let mut edges = Vec::new();
        for &node in &book.graph(graph)?.nodes {
            edges.extend(book.node(node)?.dependencies.iter().map(|&dependency| (dependency, node)));
        }
        if from.is_null() != to.is_null() {
            return Err(Status::INVALID_VALUE.into());
        }
        if !from.is_null() {
            let room = count.get()?;
            let (sources, targets): (Vec<Handle>, Vec<Handle>) = edges.iter().copied().unzip();
            put_list(&sources, from, room)?;
            put_list(&targets, to, room)?;
            if !data.is_null() {
                put_list(&vec![GraphEdgeData::default(); edges.len()], data, room)?;
            }
            return count.put(edges.len().min(room));
        }
        count.put(edges.len())
    }

    call fn cudaGraphNodeGetDependencies(
        runtime, node: Handle, dependencies: Out<Handle>, edges: Out<GraphEdgeData>, count: Out<usize>,
    ) {
        put_neighbours(&runtime.graphs().book().node(node)?.dependencies, dependencies, edges, count)
    }

    call fn cudaGraphNodeGetDependentNodes(
        runtime, node: Handle, dependents: Out<Handle>, edges: Out<GraphEdgeData>, count: Out<usize>,
    ) {
        put_neighbours(&runtime.graphs().book().dependents(node)?, dependents, edges, count)
    }

    call fn cudaGraphAddDependencies(
        runtime, graph: Handle, from: In<Handle>, to: In<Handle>, _edges: In<GraphEdgeData>, count: usize,
    ) {
        runtime.add_edges(graph, &from.all(count)?, &to.all(count)?)
    }

    call fn cudaGraphRemoveDependencies(
        runtime, graph: Handle, from: In<Handle>, to: In<Handle>, _edges: In<GraphEdgeData>, count: usize,
    ) {
        runtime.remove_edges(graph, &from.all(count)?, &to.all(count)?)
    }

    call fn cudaGraphDestroyNode(runtime, node: Handle) {
        runtime.destroy_node(node)
    }
}
