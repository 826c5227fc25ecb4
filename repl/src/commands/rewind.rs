//! Commands that go back: undo, replay, restart, reset.

use std::collections::BTreeSet;

use devicecc::Source;

use super::failed;
use crate::flow::Flow;
use crate::front::Front;
use crate::session::{CellEnd, Committed};

/// Names and texts that `%undo` tells.
const WENT_MAX: usize = 4;

/// Letters of a cell's text that `%undo` tells.
const TEXT_MAX: usize = 40;

pub fn undo(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let count = match arguments {
        "" => front.session.cells_since_change(),
        number => match number.parse::<usize>() {
            Ok(count @ 1..) => count,
            _ => return failed(front, "usage: `%undo [N]`"),
        },
    };
    let there = front.session.cells().len();
    if there == 0 {
        return failed(front, "there is no cell to take back");
    }
    if count == 0 {
        return failed(
            front,
            "no cell has defined or changed anything; `%undo N` takes back the last N cells, whatever they did",
        );
    }
    if count > there {
        return failed(
            front,
            &format!("there are only {there} cells; nothing was taken back"),
        );
    }
    let (stays, goes) = front.session.cells().split_at(there - count);
    let went = what_goes(stays, goes);
    let Some((first, last)) = front.session.undo(count)? else {
        return failed(front, "there is no cell to take back");
    };
    front.session.render().note(if first == last {
        format!("cell {first} is taken back: {went}")
    } else {
        format!("cells {first} to {last} are taken back: {went}")
    });
    Ok(Flow::Done)
}

/// Had a file that was read again no more what this cell declared?
fn is_gone(cells: &[Committed], name: &str, of: u32) -> bool {
    let mut replaced = cells.iter().flat_map(Committed::replaced);
    replaced.any(|it| it.gone_from.is_some() && it.name == name && it.cell == of)
}

/// The names that go with these cells, and what is there instead; of cells that define none, their text. Cells that only looked are told of alone.
fn what_goes(stays: &[Committed], cells: &[Committed]) -> String {
    let mut went: Vec<String> = Vec::new();
    let first = cells.first().map_or(0, |cell| cell.number);
    let only_looks = cells.iter().all(Committed::is_look);
    for cell in cells.iter().filter(|it| only_looks || !it.is_look()) {
        let older: Vec<(&str, u32)> = cell.replaced().map(|it| (it.name, it.cell)).collect();
        let gone = cell.replaced().filter(|it| it.gone_from.is_some());
        let gone: BTreeSet<&str> = gone
            .filter(|it| it.cell < first)
            .map(|it| it.name)
            .collect();
        let names: BTreeSet<&str> = cell.items().iter().map(|it| it.name.as_str()).collect();
        let told = names.iter().map(|name| {
            let back = older
                .iter()
                .find(|(of, cell)| of == name && *cell < first && !is_gone(stays, name, *cell));
            match back {
                Some((_, cell)) => format!("`{name}` (that of cell {cell} is back)"),
                None => format!("`{name}`"),
            }
        });
        match names.is_empty() {
            true => went.push(format!("`{}`", shortened(&cell.text))),
            false => went.extend(told),
        }
        went.extend(gone.iter().map(|name| format!("`{name}` is back")));
    }
    // What was defined last is told last.
    let left_out = went.len().saturating_sub(WENT_MAX);
    let mut told = went.split_off(left_out);
    if left_out > 0 {
        told.insert(0, format!("{left_out} more"));
    }
    told.join(", ")
}

/// The first line of a text, no longer than one likes to read.
fn shortened(text: &str) -> String {
    let line = text.lines().find(|it| !it.trim().is_empty());
    let line = line.unwrap_or_default().trim();
    let all = line.chars().count() <= TEXT_MAX && text.trim() == line;
    match all {
        true => line.to_owned(),
        false => {
            line.chars()
                .take(TEXT_MAX)
                .collect::<String>()
                .trim_end()
                .to_owned()
                + "…"
        }
    }
}

pub fn replay(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let first = match arguments {
        "" => None,
        number => match number.parse::<u32>() {
            // A notebook shows numbers of its own.
            Ok(number) if front.notebook.is_some() => match of_notebook(front, number) {
                None => return failed(front, &format!("there is no cell [{number}]")),
                first => first,
            },
            Ok(number) => Some(number),
            Err(_) => return failed(front, "usage: `%replay [N]`"),
        },
    };
    let there = |number| {
        front
            .session
            .cells()
            .iter()
            .any(|cell| cell.number == number)
    };
    if let Some(number) = first.filter(|number| !there(*number)) {
        return failed(front, &format!("there is no cell {number}"));
    }
    Ok(if front.session.replay(first)? {
        Flow::Done
    } else {
        Flow::Failed
    })
}

/// The first of the cells that a notebook shows as one.
fn of_notebook(front: &Front, shown: u32) -> Option<u32> {
    let mut cells = front.session.cells().iter();
    let of_it = |it: &&Committed| matches!(it.facts.source.origin(), Source::Notebook { number, .. } if *number == shown);
    cells.find(of_it).map(|it| it.number)
}

pub fn restart(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    if !arguments.is_empty() {
        return failed(front, "usage: `%restart`");
    }
    front.session.restart_executor()?;
    Ok(Flow::Done)
}

pub fn reset(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    if !arguments.is_empty() {
        return failed(front, "usage: `%reset`");
    }
    let good = front.session.reset()?;
    front.time_cells = false;
    Ok(if good { Flow::Done } else { Flow::Failed })
}

pub fn norun(front: &mut Front, code: &str) -> anyhow::Result<Flow> {
    if code.is_empty() {
        return failed(front, "usage: `%norun CELL`");
    }
    Ok(match front.session.link_cell(code, front.source())? {
        CellEnd::Done { .. } => Flow::Done,
        CellEnd::Failed | CellEnd::Program { .. } => Flow::Failed,
    })
}
