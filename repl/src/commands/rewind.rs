//! Commands that go back: undo, replay, restart, reset.

use super::failed;
use crate::front::{Flow, Front};
use crate::session::CellEnd;

pub fn undo(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let count = match arguments {
        "" => 1,
        number => match number.parse::<usize>() {
            Ok(count @ 1..) => count,
            _ => return failed(front, "usage: `%undo [N]`"),
        },
    };
    let there = front.session.cells().len();
    if there == 0 {
        return failed(front, "there is no cell to take back");
    }
    if count > there {
        return failed(
            front,
            &format!("there are only {there} cells; nothing was taken back"),
        );
    }
    let Some((first, last)) = front.session.undo(count)? else {
        return failed(front, "there is no cell to take back");
    };
    front.session.render().note(if first == last {
        format!("cell {first} is taken back")
    } else {
        format!("cells {first} to {last} are taken back")
    });
    Ok(Flow::Done)
}

pub fn replay(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let first = match arguments {
        "" => None,
        number => match number.parse::<u32>() {
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
