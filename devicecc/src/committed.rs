//! Which committed cells the ASTs are made of, and which of them nothing needs any more.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::Source;
use crate::cell::{Cell, Footprint, Item};

/// The ASTs are not made again for fewer cells than this.
const DEAD_CELLS_MIN: usize = 256;

/// So many cells must go for each that stays, before a compaction takes processors from cells.
const DEAD_FOR_LIVING: usize = 4;

/// How many of the newest cells stay in the ASTs whatever they hold, so that taking them back is cheap.
const RECENT_CELLS: u32 = 16;

/// A committed cell as who keeps the session's cells tells it, when one is needed that the compiler has forgotten.
#[derive(Clone, Debug)]
pub struct Past<'a> {
    /// Its number.
    pub number: u32,
    /// Its text.
    pub text: Arc<str>,
    /// Where the text came from.
    pub source: &'a Source,
    /// As in [`Cell`].
    pub items: &'a [Item],
    /// Items of earlier cells that older code follows from to this cell's: name, signature and cell.
    pub follows: Vec<(&'a str, &'a str, u32)>,
    /// As in [`Cell`].
    pub refers: &'a [u32],
    /// As in [`Cell`].
    pub footprint: Footprint,
    /// As [`Cell::can_be_superseded`] tells.
    pub can_be_superseded: bool,
}

impl<'a> Past<'a> {
    /// Of a cell that is committed now.
    pub fn of(cell: &'a Cell, text: Arc<str>, source: &'a Source) -> Past<'a> {
        let follows = cell.replaced.iter().filter(|it| it.followed);
        Past {
            number: cell.number,
            text,
            source,
            items: &cell.items,
            follows: follows
                .map(|it| (it.name.as_str(), it.signature.as_str(), it.cell))
                .collect(),
            refers: &cell.refers,
            footprint: cell.footprint,
            can_be_superseded: cell.can_be_superseded(),
        }
    }
}

/// A committed cell that left something behind.
#[derive(Debug)]
pub struct Record {
    /// Its number.
    pub number: u32,
    /// Where its text came from.
    pub source: Source,
    /// Its text.
    pub text: Arc<str>,
    /// Every item of it can be superseded alone.
    plain: bool,
    /// Names and signatures of its items, and whether a cell up to `Committed::compacted` has taken the place of them.
    items: Vec<(u64, bool)>,
    /// Items of earlier cells that older code follows from to this cell's: name, signature and cell.
    follows: Vec<(u64, u32)>,
    /// Earlier cells that it refers to.
    refers: Vec<u32>,
}

impl Record {
    fn of(cell: Past) -> Record {
        let items = cell.items.iter();
        let follows = cell.follows.iter();
        Record {
            number: cell.number,
            source: cell.source.clone(),
            text: cell.text,
            plain: cell.can_be_superseded,
            items: items
                .map(|it| (digest(&it.name, &it.signature), false))
                .collect(),
            follows: follows
                .map(|(name, signature, cell)| (digest(name, signature), *cell))
                .collect(),
            refers: cell.refers.to_vec(),
        }
    }
}

/// The session's cells that are in the ASTs, oldest first. Of statements, and of what compaction has left out, nothing is kept.
#[derive(Debug, Default)]
pub struct Committed {
    records: Vec<Record>,
    /// Cells since the last compaction that the next one may leave out.
    weight: usize,
    /// The weight with which the newest compaction began.
    behind: usize,
    /// Items that cells since then have taken the place of.
    superseded: usize,
    /// The newest cell that compaction has looked at; 0 before the first.
    compacted: u32,
    newest: u32,
}

fn digest(name: &str, signature: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (name, signature).hash(&mut hasher);
    hasher.finish()
}

impl Committed {
    /// Adds the next cell. The prelude, cell 0, is none of them.
    pub fn add(&mut self, cell: Past) {
        if cell.number == 0 {
            return;
        }
        self.newest = cell.number;
        if cell.footprint == Footprint::Nothing {
            self.weight += 1;
            return;
        }
        self.weight += cell.follows.len();
        self.superseded += cell.follows.len();
        self.records.push(Record::of(cell));
    }

    /// Is there so much that nothing needs that making the ASTs again pays? Each time it costs what the cells that stay cost, so they
    /// must not be more than those that go.
    pub fn wants_compaction(&self) -> bool {
        self.weight >= DEAD_CELLS_MIN && self.weight >= self.records.len() / 2
    }

    /// Does the compaction that is under way pay even while cells follow each other closely? To read a cell again costs about as much as the
    /// cell did, so a session of new kernels, each launched once, would spend half of its time on that: such a session waits for a rest.
    pub fn pays_beside_cells(&self) -> bool {
        let living = self.records.len().saturating_sub(self.superseded);
        self.behind + self.weight >= DEAD_FOR_LIVING * living
    }

    /// Forgets the cells that nothing needs any more, the newest excepted, and gives their numbers.
    pub fn compact(&mut self) -> Vec<u32> {
        self.behind = self.weight;
        self.weight = 0;
        self.superseded = 0;
        self.compacted = self.newest.saturating_sub(RECENT_CELLS);
        self.bury(self.compacted)
    }

    /// Forgets the cells from `first` on. Gives all that are left and needed, oldest first, if some of them may have been left out of the
    /// ASTs before and be needed again, read from `past`, the session's cells in order; `None` if the ASTs have what they need.
    pub fn undo<'a>(
        &mut self,
        first: u32,
        past: impl IntoIterator<Item = Past<'a>>,
    ) -> Option<&[Record]> {
        self.newest = first.saturating_sub(1);
        if first > self.compacted {
            self.records.retain(|it| it.number < first);
            return None;
        }
        let kept = past
            .into_iter()
            .filter(|it| (1..first).contains(&it.number) && it.footprint != Footprint::Nothing);
        self.records = kept.map(Record::of).collect();
        self.compact();
        Some(&self.records)
    }

    /// Takes out cells up to `last` whose every item a newer one, up to `last`, has taken the place of, and which no living cell refers to.
    fn bury(&mut self, last: u32) -> Vec<u32> {
        let superseded: HashSet<(u64, u32)> = self
            .records
            .iter()
            .filter(|it| it.number <= last)
            .flat_map(|it| it.follows.iter().copied())
            .collect();
        let mut needed: HashSet<u32> = HashSet::new();
        let mut buried = Vec::new();
        for record in self.records.iter_mut().rev() {
            let number = record.number;
            for (item, gone) in &mut record.items {
                *gone |= superseded.contains(&(*item, number));
            }
            let dead = number <= last
                && record.plain
                && record.items.iter().all(|(_, gone)| *gone)
                && !needed.contains(&number);
            if dead {
                buried.push(number);
            } else {
                needed.extend(&record.refers);
            }
        }
        // They were found newest first.
        self.records
            .retain(|it| buried.binary_search_by(|dead| it.number.cmp(dead)).is_err());
        self.records.shrink_to_fit();
        buried
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::{BuiltIn, Item, ItemKind, Replaced};

    fn cell(number: u32, name: &str, replaces: Option<u32>, refers: &[u32]) -> Cell {
        Cell {
            number,
            items: vec![Item {
                kind: ItemKind::Kernel,
                name: name.into(),
                signature: "void ()".into(),
                symbol: String::new(),
                uses: Vec::new(),
                types: Vec::new(),
                only_declared: false,
            }],
            replaced: replaces
                .map(|cell| Replaced {
                    name: name.into(),
                    signature: "void ()".into(),
                    by: "void ()".into(),
                    cell,
                    followed: true,
                    built_in: BuiltIn::Nowhere,
                    gone_from: None,
                })
                .into_iter()
                .collect(),
            footprint: Footprint::Plain,
            refers: refers.to_vec(),
            ..Cell::default()
        }
    }

    fn past(cell: &Cell) -> Past<'_> {
        Past::of(cell, Arc::from(""), &Source::Prompt)
    }

    fn committed(cells: &[Cell], statements: u32) -> Committed {
        let mut made = Committed::default();
        for cell in cells {
            made.add(past(cell));
        }
        let last = cells.last().map_or(0, |it| it.number);
        for number in last + 1..=last + statements {
            let statement = Cell {
                number,
                footprint: Footprint::Nothing,
                ..Cell::default()
            };
            made.add(past(&statement));
        }
        made
    }

    #[test]
    fn superseded_cells_die_unless_something_alive_refers_to_them() {
        let cells = [
            cell(1, "k", None, &[]),
            cell(2, "k", Some(1), &[]),
            cell(3, "caller", None, &[2]),
            cell(4, "k", Some(2), &[]),
            cell(5, "k", Some(4), &[]),
        ];
        let mut all = committed(&cells, RECENT_CELLS);
        let mut dead = all.compact();
        dead.sort_unstable();
        assert_eq!(dead, [1, 4]);
        // The newer ones that took their place are taken back, but no further than compaction left alone.
        assert!(all.undo(6, cells.iter().map(past)).is_none());
        let left: Vec<u32> = all
            .undo(5, cells.iter().map(past))
            .expect("cell 4 is needed again")
            .iter()
            .map(|it| it.number)
            .collect();
        assert_eq!(left, [1, 2, 3, 4]);
    }

    #[test]
    fn what_a_buried_cell_took_the_place_of_can_be_buried_later() {
        let cells = [
            cell(1, "k", None, &[]),
            cell(2, "k", Some(1), &[]),
            cell(3, "caller", None, &[1]),
            cell(4, "k", Some(2), &[]),
        ];
        let mut all = committed(&cells, RECENT_CELLS);
        assert_eq!(all.compact(), [2]);
        all.add(past(&cell(21, "caller", Some(3), &[])));
        for number in 22..=21 + RECENT_CELLS {
            all.add(past(&cell(number, "other", None, &[])));
        }
        assert_eq!(all.compact(), [3, 1]);
    }

    #[test]
    fn dead_cells_do_not_put_the_next_compaction_off() {
        let (mut all, mut living_most, mut last) = (Committed::default(), 0, None);
        for number in 1..=20 * DEAD_CELLS_MIN as u32 {
            all.add(past(&cell(number, "k", last, &[])));
            last = Some(number);
            living_most = living_most.max(all.records.len());
            if all.wants_compaction() {
                all.compact();
            }
        }
        assert!(living_most < 2 * DEAD_CELLS_MIN, "{living_most}");
    }

    #[test]
    fn a_compaction_beside_cells_must_free_much_more_than_it_reads_again() {
        let (mut new_kernels, mut one_kernel, mut last) =
            (Committed::default(), Committed::default(), None);
        for number in (1..=1000).step_by(2) {
            let launch = Cell {
                number: number + 1,
                footprint: Footprint::Nothing,
                ..Cell::default()
            };
            new_kernels.add(past(&cell(number, &format!("k{number}"), None, &[])));
            new_kernels.add(past(&launch));
            one_kernel.add(past(&cell(number, "k", last, &[])));
            one_kernel.add(past(&launch));
            last = Some(number);
        }
        assert!(new_kernels.wants_compaction() && one_kernel.wants_compaction());
        new_kernels.compact();
        one_kernel.compact();
        assert!(!new_kernels.pays_beside_cells());
        assert!(one_kernel.pays_beside_cells());
    }

    #[test]
    fn the_newest_cells_stay() {
        let cells = [cell(1, "k", None, &[]), cell(2, "k", Some(1), &[])];
        let mut all = committed(&cells, RECENT_CELLS - 1);
        assert!(all.compact().is_empty());
    }

    #[test]
    fn statements_weigh() {
        assert!(!committed(&[], DEAD_CELLS_MIN as u32 - 1).wants_compaction());
        assert!(committed(&[], DEAD_CELLS_MIN as u32).wants_compaction());
    }
}
