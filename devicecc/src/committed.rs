//! Which committed cells the ASTs are made of, and which of them nothing needs any more.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::cell::{Cell, Footprint};

/// The ASTs are not made again for fewer cells than this.
const DEAD_CELLS_MIN: usize = 256;

/// How many of the newest cells stay in the ASTs whatever they hold, so that taking them back is cheap.
const RECENT_CELLS: u32 = 16;

/// A committed cell that left something behind.
#[derive(Debug)]
pub struct Record {
    /// Its number.
    pub number: u32,
    /// How diagnostics call it.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Every item of it can be superseded alone.
    plain: bool,
    /// Names and signatures of its items.
    items: Vec<u64>,
    /// Items of earlier cells that older code follows from to this cell's: name, signature and cell.
    follows: Vec<(u64, u32)>,
    /// Earlier cells that it refers to.
    refers: Vec<u32>,
    /// It is in the ASTs no more.
    dead: bool,
}

/// The session's cells that left something behind, oldest first. Statements are only counted.
#[derive(Debug, Default)]
pub struct Committed {
    records: Vec<Record>,
    /// How many of them are in the ASTs.
    living: usize,
    /// Cells since the last compaction that the next one may leave out.
    weight: usize,
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
    pub fn add(&mut self, cell: &Cell, name: String, text: &str) {
        if cell.number == 0 {
            return;
        }
        self.newest = cell.number;
        if cell.footprint == Footprint::Nothing {
            self.weight += 1;
            return;
        }
        let follows: Vec<(u64, u32)> = cell
            .replaced
            .iter()
            .filter(|it| it.followed)
            .map(|it| (digest(&it.name, &it.signature), it.cell))
            .collect();
        self.weight += follows.len();
        self.living += 1;
        self.records.push(Record {
            number: cell.number,
            name,
            text: text.to_owned(),
            plain: cell.can_be_superseded(),
            items: cell
                .items
                .iter()
                .map(|it| digest(&it.name, &it.signature))
                .collect(),
            follows,
            refers: cell.refers.clone(),
            dead: false,
        });
    }

    /// Is there so much that nothing needs that making the ASTs again pays? Each time it costs what the cells that stay cost, so they
    /// must not be more than those that go.
    pub fn wants_compaction(&self) -> bool {
        self.weight >= DEAD_CELLS_MIN && self.weight >= self.living / 2
    }

    /// Finds the cells that nothing needs any more, the newest excepted, and gives their numbers; they are taken to be left out from now
    /// on.
    pub fn compact(&mut self) -> Vec<u32> {
        self.weight = 0;
        self.compacted = self.newest.saturating_sub(RECENT_CELLS);
        let buried = self.bury(self.compacted);
        self.living -= buried.len();
        buried
    }

    /// Forgets the cells from `first` on. Gives all that are left and needed, oldest first, if some of them had been left out of the
    /// ASTs before and are needed again; `None` if the ASTs have what they need.
    pub fn undo(&mut self, first: u32) -> Option<impl Iterator<Item = &Record>> {
        self.records.retain(|it| it.number < first);
        self.newest = first.saturating_sub(1);
        if first > self.compacted {
            self.living = self.records.iter().filter(|it| !it.dead).count();
            return None;
        }
        for record in &mut self.records {
            record.dead = false;
        }
        self.living = self.records.len();
        self.compact();
        Some(self.records.iter().filter(|it| !it.dead))
    }

    /// Marks cells up to `last` whose every item a newer one, up to `last`, has taken the place of, and which no living cell refers to.
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
            let replaced = |item: &u64| superseded.contains(&(*item, number));
            let dead = number <= last
                && record.plain
                && record.items.iter().all(replaced)
                && !needed.contains(&number);
            if record.dead {
                continue;
            }
            if dead {
                record.dead = true;
                buried.push(number);
            } else {
                needed.extend(&record.refers);
            }
        }
        buried
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::{Item, ItemKind, Replaced};

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
                })
                .into_iter()
                .collect(),
            footprint: Footprint::Plain,
            refers: refers.to_vec(),
            ..Cell::default()
        }
    }

    fn committed(cells: &[Cell], statements: u32) -> Committed {
        let mut made = Committed::default();
        for cell in cells {
            made.add(cell, format!("cell {}", cell.number), "");
        }
        let last = cells.last().map_or(0, |it| it.number);
        for number in last + 1..=last + statements {
            let statement = Cell {
                number,
                footprint: Footprint::Nothing,
                ..Cell::default()
            };
            made.add(&statement, String::new(), "");
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
        assert!(all.undo(6).is_none());
        let left: Vec<u32> = all
            .undo(5)
            .expect("cell 4 is needed again")
            .map(|it| it.number)
            .collect();
        assert_eq!(left, [1, 2, 3, 4]);
    }

    #[test]
    fn dead_cells_do_not_put_the_next_compaction_off() {
        let (mut all, mut living_most, mut last) = (Committed::default(), 0, None);
        for number in 1..=20 * DEAD_CELLS_MIN as u32 {
            all.add(&cell(number, "k", last, &[]), String::new(), "");
            last = Some(number);
            living_most = living_most.max(all.living);
            if all.wants_compaction() {
                all.compact();
            }
        }
        assert!(living_most < 2 * DEAD_CELLS_MIN, "{living_most}");
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
