//! `%%graph` records a cell as a graph, `%graph` shows and runs it.

use super::magics::{CameOf, between, first_line, is_name};
use super::{failed, told_usage};
use crate::flow::Flow;
use crate::front::Front;

const USAGE: &str =
    "%graph [--times] [NAME [RUNS]], or %%graph NAME and the cell on the lines below";

const HEADER: &str = "#include <chevron/graph.h>";

/// `%%graph NAME` and a cell; `%graph`, `%graph NAME`, `%graph NAME RUNS`, `%graph --times NAME RUNS`.
pub fn graph(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let (line, text) = first_line(arguments);
    let (line, times) = match line.strip_prefix("--times") {
        Some(rest) => (rest, true),
        None => (line, false),
    };
    let mut words = line.split_whitespace();
    let (name, runs) = (words.next().unwrap_or_default(), words.next());
    if words.next().is_some() || !is_name(name) || (times && name.is_empty()) {
        return told_usage(front, USAGE);
    }
    if front.session.settings().compiler.toolkit.is_some() {
        let message =
            "a graph of a cell needs Chevron's own headers: start with `--headers embedded`";
        return failed(front, message);
    }
    if !text.trim().is_empty() {
        if name.is_empty() || runs.is_some() || times {
            return told_usage(front, USAGE);
        }
        return record(front, name, text);
    }
    let call = match (name, runs) {
        ("", _) => "__graph_list()".to_owned(),
        (name, None) if times => format!("__graph_times(\"{name}\", 1)"),
        (name, None) => format!("__graph_show(\"{name}\")"),
        (name, Some(runs)) => match runs.parse::<u32>() {
            Ok(runs) if runs > 0 && times => format!("__graph_times(\"{name}\", {runs})"),
            Ok(runs) if runs > 0 => format!("__graph_replay(\"{name}\", {runs})"),
            _ => return told_usage(front, USAGE),
        },
    };
    front.cell(format!("{HEADER}\nchevron::{call};"), front.source())
}

fn record(front: &mut Front, name: &str, text: &str) -> anyhow::Result<Flow> {
    let begin = format!("{HEADER}\nchevron::__graph_begin();");
    between(front, &begin, text, |came_of| match came_of {
        CameOf::Done => format!("chevron::__graph_end(\"{name}\");"),
        // What a cell that failed has asked for is half of what was meant.
        CameOf::Failed | CameOf::Rejected => "chevron::__graph_drop();".to_owned(),
    })
}
