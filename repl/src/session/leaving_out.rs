//! Which cells a saved session can do without.

use std::collections::{HashMap, HashSet};

use super::Committed;

/// What becomes of a cell when the session is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is written.
    Written,
    /// It is written although newer definitions have taken the place of all it defines: cells that ran before those may have used
    /// it.
    MayHaveBeenUsed,
    /// It is not written: a session without it is the same.
    LeftOut,
}

/// What the choice depends on.
struct Facts<'a> {
    number: u32,
    runs: bool,
    can_be_superseded: bool,
    refers: &'a [u32],
    items: Vec<(&'a str, &'a str)>,
    /// Name, signature and cell of what older code follows from.
    follows: Vec<(&'a str, &'a str, u32)>,
}

/// One for each cell, in order.
pub fn fates(cells: &[Committed]) -> Vec<Fate> {
    let facts: Vec<Facts> = cells
        .iter()
        .map(|cell| Facts {
            number: cell.number,
            runs: cell.facts.runs,
            can_be_superseded: cell.facts.can_be_superseded,
            refers: cell.refers(),
            items: cell
                .items()
                .iter()
                .map(|it| (it.name.as_str(), it.signature.as_str()))
                .collect(),
            follows: cell.follows(),
        })
        .collect();
    choose(&facts)
}

fn choose(cells: &[Facts]) -> Vec<Fate> {
    let mut taken: HashMap<(&str, &str, u32), usize> = HashMap::new();
    for (at, cell) in cells.iter().enumerate() {
        taken.extend(cell.follows.iter().map(|&old| (old, at)));
    }
    let mut fates = vec![Fate::Written; cells.len()];
    let mut needed: HashSet<u32> = HashSet::new();
    for (at, cell) in cells.iter().enumerate().rev() {
        // Where the last of its definitions was superseded.
        let by = cell.items.iter().try_fold(0, |by, &(name, signature)| {
            let newer = taken.get(&(name, signature, cell.number))?;
            Some(by.max(*newer))
        });
        if let Some(by) = by.filter(|_| cell.can_be_superseded && !needed.contains(&cell.number)) {
            let ran = cells[at..by].iter().any(|it| it.runs);
            fates[at] = if ran {
                Fate::MayHaveBeenUsed
            } else {
                Fate::LeftOut
            };
        }
        if fates[at] != Fate::LeftOut {
            needed.extend(cell.refers);
        }
    }
    fates
}

#[cfg(test)]
mod tests {
    use super::*;

    fn definition(number: u32, replaces: Option<u32>, refers: &'static [u32]) -> Facts<'static> {
        Facts {
            number,
            runs: false,
            can_be_superseded: true,
            refers,
            items: vec![(if refers.is_empty() { "f" } else { "g" }, "int ()")],
            follows: replaces
                .map(|cell| ("f", "int ()", cell))
                .into_iter()
                .collect(),
        }
    }

    fn statement(number: u32) -> Facts<'static> {
        Facts {
            runs: true,
            can_be_superseded: false,
            items: Vec::new(),
            ..definition(number, None, &[])
        }
    }

    #[test]
    fn what_nothing_used_is_left_out() {
        let cells = [
            definition(1, None, &[]),
            definition(2, Some(1), &[]),
            statement(3),
            definition(4, Some(2), &[]),
        ];
        let expected = [
            Fate::LeftOut,
            Fate::MayHaveBeenUsed,
            Fate::Written,
            Fate::Written,
        ];
        assert_eq!(choose(&cells), expected);
    }

    #[test]
    fn what_a_written_cell_refers_to_stays() {
        let cells = [
            definition(1, None, &[]),
            definition(2, None, &[1]),
            definition(3, Some(1), &[]),
        ];
        assert_eq!(choose(&cells), [Fate::Written; 3]);
    }
}
