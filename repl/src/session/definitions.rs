//! What the session defines, in which versions, and what refers to what: read off the committed cells when `%who` asks.

use std::collections::HashMap;

use devicecc::cell::{Item, ItemKind, Use};

use super::committed::Replaced;
use super::slips::slips;

/// One version of one item.
#[derive(Debug)]
pub struct Definition<'a> {
    /// As the cell introduced it.
    pub item: &'a Item,
    /// The cell with its newest declaration.
    pub cell: u32,
    first_cell: u32,
    /// How many versions there are up to this one, it counted.
    pub version: usize,
    /// Those whose place it took, by place in the list.
    older: Vec<usize>,
    /// The one that took its place, if one did.
    pub newer: Option<Newer>,
    /// What its text refers to, by place in the list.
    pub uses: Vec<usize>,
    /// Of a variable: the types it is made of, by place in the list.
    pub types: Vec<usize>,
}

/// What took an older version's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Newer {
    /// The cell that has it.
    pub cell: u32,
    /// Nothing did: the cell undefines a macro, or reads a file again that does not have it any more.
    pub taken_away: bool,
    /// Older code follows to it.
    pub followed: bool,
    /// Its place in the list; `None` if no cell's own text introduces it.
    at: Option<usize>,
}

/// What a cell gives to the list.
pub struct CellNames<'a> {
    /// Its number.
    pub number: u32,
    /// Names it introduced.
    pub items: &'a [Item],
    /// Items of earlier cells that it defines anew.
    pub replaced: Vec<Replaced<'a>>,
    /// Macros of earlier cells that it takes away.
    pub undefined_macros: &'a [String],
}

/// All versions of all items, oldest first.
#[derive(Debug, Default)]
pub struct Definitions<'a> {
    list: Vec<Definition<'a>>,
}

/// How one definition depends on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Through {
    /// Its own text refers to it.
    Directly,
    /// It refers to this definition, which depends on it.
    Another(usize),
}

type Name<'a> = (&'a str, &'a str, bool);

fn name_of(item: &Item) -> Name<'_> {
    (&item.name, &item.signature, item.kind == ItemKind::Macro)
}

fn name_of_use(used: &Use) -> Name<'_> {
    (&used.name, &used.signature, used.is_macro)
}

impl<'a> Definitions<'a> {
    /// Reads them off cells, oldest first.
    pub fn of(cells: impl IntoIterator<Item = CellNames<'a>>) -> Definitions<'a> {
        let mut made = Definitions::default();
        let mut newest: HashMap<Name<'a>, usize> = HashMap::new();
        for cell in cells {
            made.add(&cell, &mut newest);
        }
        made
    }

    /// All versions, oldest first.
    pub fn list(&self) -> &[Definition<'a>] {
        &self.list
    }

    /// Those that a name means now, oldest first: `saxpy` means `ns::saxpy` too if nothing is called just that.
    pub fn named(&self, name: &str) -> Vec<usize> {
        let current = |matches: &dyn Fn(&str) -> bool| -> Vec<usize> {
            let all = self.list.iter().enumerate();
            all.filter(|(_, it)| it.newer.is_none() && matches(&it.item.name))
                .map(|(at, _)| at)
                .collect()
        };
        let exact = current(&|it| it == name);
        if !exact.is_empty() {
            return exact;
        }
        current(&|it| it.rsplit("::").next() == Some(name))
    }

    /// Is this the name of something of this kind?
    pub fn has(&self, name: &str, kind: ItemKind) -> bool {
        let mut named = self.named(name).into_iter();
        named.any(|at| self.list[at].item.kind == kind)
    }

    /// Names that look like this one, nearest first, at most three.
    pub fn near(&self, name: &str) -> Vec<&'a str> {
        let mut near: Vec<(usize, &str)> = self
            .list
            .iter()
            .filter(|it| it.newer.is_none())
            .map(|it| {
                let full = it.item.name.as_str();
                let last = full.rsplit("::").next().unwrap_or(full);
                let distance = strsim::damerau_levenshtein(name, full)
                    .min(strsim::damerau_levenshtein(name, last));
                (distance, full)
            })
            .filter(|(distance, _)| *distance <= slips(name.len()))
            .collect();
        near.sort_unstable();
        near.dedup();
        near.into_iter().map(|(_, name)| name).take(3).collect()
    }

    /// Whatever depends on one of these or on an older version that they took the place of, each with the shortest way to it,
    /// nearest first. What has been superseded itself is left out.
    pub fn dependents(&self, of: &[usize]) -> Vec<(usize, Through)> {
        let mut found: Vec<(usize, Through)> = Vec::new();
        let mut seen = vec![false; self.list.len()];
        let mut round: Vec<usize> = of.iter().flat_map(|&at| self.versions_of(at)).collect();
        for &at in &round {
            seen[at] = true;
        }
        let mut direct = true;
        while !round.is_empty() {
            let mut next = Vec::new();
            for (at, it) in self.list.iter().enumerate() {
                let Some(&through) = it.uses.iter().find(|used| round.contains(used)) else {
                    continue;
                };
                if std::mem::replace(&mut seen[at], true) || it.newer.is_some() {
                    continue;
                }
                let how = if direct {
                    Through::Directly
                } else {
                    Through::Another(through)
                };
                found.push((at, how));
                next.extend(self.versions_of(at));
            }
            direct = false;
            round = next;
        }
        found
    }

    /// The version that stands where the one at `at` stood: itself, or a newer one that its users follow to.
    pub fn followed(&self, at: usize) -> usize {
        let mut at = at;
        while let Some(Newer {
            followed: true,
            at: Some(newer),
            ..
        }) = self.list[at].newer
        {
            at = newer;
        }
        at
    }

    /// The older type that a variable is made of, if it was defined anew.
    pub fn old_type(&self, variable: &Definition<'a>) -> Option<(&Definition<'a>, Newer)> {
        variable.types.iter().find_map(|&at| {
            let of = &self.list[at];
            of.newer.map(|newer| (of, newer))
        })
    }

    /// The version of `newest` that a declaration in `cell` belongs to.
    fn version_at(&self, newest: usize, cell: u32) -> usize {
        let mut at = newest;
        while let Some(&older) = self.list[at].older.first()
            && cell != 0
            && self.list[at].first_cell > cell
        {
            at = older;
        }
        at
    }

    /// It and all whose place it took.
    fn versions_of(&self, at: usize) -> Vec<usize> {
        let mut versions = vec![at];
        let mut next = 0;
        while let Some(&of) = versions.get(next) {
            versions.extend(&self.list[of].older);
            next += 1;
        }
        versions
    }

    fn add(&mut self, cell: &CellNames<'a>, newest: &mut HashMap<Name<'a>, usize>) {
        let mut older: HashMap<(&str, &str), Vec<usize>> = HashMap::new();
        for replaced in &cell.replaced {
            let name = (replaced.name, replaced.signature, false);
            let Some(at) = newest.remove(&name).or_else(|| self.gone(replaced)) else {
                continue;
            };
            self.list[at].newer = Some(Newer {
                cell: cell.number,
                taken_away: replaced.gone_from.is_some(),
                followed: replaced.followed,
                at: None,
            });
            if replaced.gone_from.is_some() {
                continue;
            }
            older
                .entry((replaced.name, replaced.by))
                .or_default()
                .push(at);
        }
        for name in cell.undefined_macros {
            if let Some(at) = newest.remove(&(name.as_str(), "", true)) {
                self.list[at].newer = Some(Newer {
                    cell: cell.number,
                    taken_away: true,
                    followed: false,
                    at: None,
                });
            }
        }
        let first = self.list.len();
        let mut touched = Vec::new();
        for item in cell.items {
            let before = older
                .remove(&(item.name.as_str(), item.signature.as_str()))
                .unwrap_or_default();
            touched.push((
                item,
                self.add_item(item, cell.number, first, before, newest),
            ));
        }
        for (item, at) in touched {
            let places = |uses: &[Use]| -> Vec<usize> {
                let newest = uses
                    .iter()
                    .filter_map(|it| newest.get(&name_of_use(it)).map(|&at| (it, at)));
                newest
                    .map(|(it, at)| self.version_at(at, it.cell))
                    .filter(|&used| used != at)
                    .collect()
            };
            let (uses, types) = (places(&item.uses), places(&item.types));
            self.list[at].uses.extend(uses);
            self.list[at].types.extend(types);
        }
    }

    /// Its place in the list: a new one, or that of what it declares once more.
    fn add_item(
        &mut self,
        item: &'a Item,
        cell: u32,
        first_of_cell: usize,
        mut older: Vec<usize>,
        newest: &mut HashMap<Name<'a>, usize>,
    ) -> usize {
        if let Some(&at) = newest.get(&name_of(item)) {
            // A declaration says less than the definition before or after it; a macro is another one each time.
            if item.kind != ItemKind::Macro || at >= first_of_cell {
                if !item.only_declared || self.list[at].item.only_declared {
                    self.list[at].item = item;
                    self.list[at].cell = cell;
                }
                return at;
            }
            self.list[at].newer = Some(Newer {
                cell,
                taken_away: false,
                followed: false,
                at: None,
            });
            older.push(at);
        }
        let made = self.list.len();
        for &at in &older {
            if let Some(newer) = &mut self.list[at].newer {
                newer.at = Some(made);
            }
        }
        let versions = older.iter().map(|&at| self.list[at].version).max();
        newest.insert(name_of(item), made);
        self.list.push(Definition {
            item,
            cell,
            first_cell: cell,
            version: versions.unwrap_or(0) + 1,
            older,
            newer: None,
            uses: Vec::new(),
            types: Vec::new(),
        });
        made
    }

    /// The version that something of another type took the place of before older code could leave it.
    fn gone(&self, replaced: &Replaced<'a>) -> Option<usize> {
        let left = |it: &Definition| it.newer.is_some_and(|newer| !newer.followed);
        let named = |it: &Definition| {
            it.item.name == replaced.name && it.item.signature == replaced.signature
        };
        replaced.followed.then(|| {
            let mut all = self.list.iter();
            all.rposition(|it| left(it) && it.cell == replaced.cell && named(it))
        })?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(name: &str, signature: &str, uses: &[(&str, &str)]) -> Item {
        Item {
            kind: ItemKind::Function,
            name: name.into(),
            signature: signature.into(),
            symbol: String::new(),
            uses: uses
                .iter()
                .map(|(name, signature)| Use {
                    name: (*name).into(),
                    signature: (*signature).into(),
                    cell: 0,
                    is_macro: false,
                })
                .collect(),
            types: Vec::new(),
            only_declared: false,
        }
    }

    #[test]
    fn versions_and_dependents() {
        let one = [function("f", "int (int)", &[])];
        let two = [function("g", "int ()", &[("f", "int (int)")])];
        let three = [function("h", "int ()", &[("g", "int ()")])];
        let four = [
            function("f", "int (int)", &[]),
            function("f", "int (double)", &[]),
            function("ns::saxpy", "void ()", &[]),
        ];
        let again = [Replaced {
            name: "f",
            signature: "int (int)",
            by: "int (int)",
            cell: 1,
            followed: true,
            gone_from: None,
        }];
        let cells = [
            (1, &one[..], &[][..]),
            (2, &two[..], &[]),
            (3, &three[..], &[]),
            (4, &four[..], &again[..]),
        ];
        let made = Definitions::of(cells.map(|(number, items, replaced)| CellNames {
            number,
            items,
            replaced: replaced.to_vec(),
            undefined_macros: &[],
        }));
        let now: Vec<(&str, u32, usize)> = made
            .named("f")
            .into_iter()
            .map(|at| &made.list()[at])
            .map(|it| (it.item.signature.as_str(), it.cell, it.version))
            .collect();
        assert_eq!(now, [("int (int)", 4, 2), ("int (double)", 4, 1)]);
        let f = made.named("f")[0];
        let dependents: Vec<(&str, bool)> = made
            .dependents(&[f])
            .into_iter()
            .map(|(at, how)| (made.list()[at].item.name.as_str(), how == Through::Directly))
            .collect();
        assert_eq!(dependents, [("g", true), ("h", false)]);
        let g = made.named("g")[0];
        assert_eq!(made.followed(made.list()[g].uses[0]), f);
        assert_eq!(made.near("sxapy"), ["ns::saxpy"]);
        assert!(made.near("k").is_empty());
    }
}
