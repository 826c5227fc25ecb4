//! A graph in the language of Graphviz.

use std::fmt::Write;

use super::super::handles::Handle;
use super::book::Book;
use crate::device::Result;

/// A graph as a `digraph`; child graphs and bodies are clusters.
pub(super) fn text(book: &Book, graph: Handle) -> Result<String> {
    let mut text = String::from("digraph cuda_graph {\n");
    write_graph(book, graph, &mut text)?;
    text.push_str("}\n");
    Ok(text)
}

fn write_graph(book: &Book, graph: Handle, text: &mut String) -> Result<()> {
    for &handle in &book.graph(graph)?.nodes {
        let node = book.node(handle)?;
        let label = node
            .operation
            .describe()
            .replace('\\', "\\\\")
            .replace('"', "\\\"");
        // Writing to a string does not fail.
        let _ = writeln!(text, "  node{handle:x} [label=\"{label}\"];");
        for dependency in &node.dependencies {
            let _ = writeln!(text, "  node{dependency:x} -> node{handle:x};");
        }
        for &child in node.operation.graphs() {
            let _ = writeln!(text, "  subgraph cluster{child:x} {{");
            write_graph(book, child, text)?;
            text.push_str("  }\n");
        }
    }
    Ok(())
}
