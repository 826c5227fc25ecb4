//! Which accesses could meet earlier ones of other lanes, with no synchronisation between.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::access::{Access, Space};
use super::body::{Body, Event};
use super::conflict::{Spot, Verdict, verdict};
use super::order::Flow;
use super::sum::{Atom, Sum};

/// Functions of more accesses than this are not looked at closely: any two accesses to one variable count as meeting.
const ACCESSES_MAX: usize = 1000;

/// An access that happened, and the loops that have gone round since.
type Past = (usize, Vec<usize>);

/// Block and instruction in front of which lanes have to wait for each other.
pub(super) type Place = (usize, usize);

/// Finds the points that a function needs.
pub(super) fn points(body: &Body<'_>, flow: &Flow<'_>, places: [bool; 3]) -> BTreeSet<Place> {
    let count = flow.graph.blocks.len();
    let mut search = Search {
        body,
        flow,
        places,
        meets: BTreeMap::new(),
        points: BTreeSet::new(),
    };
    let mut at_end: Vec<BTreeSet<Past>> = vec![BTreeSet::new(); count];
    let mut known = vec![false; count];
    let mut changed = true;
    while changed {
        changed = false;
        for block in flow.order.iter().copied() {
            let mut pending = BTreeSet::new();
            for from in flow.graph.predecessors[block].iter().copied() {
                let rounds: Vec<usize> = flow.rounds(from, block).collect();
                pending.extend(at_end[from].iter().map(|past| later(past, &rounds)));
            }
            let pending = search.through(block, pending);
            if !known[block] || pending != at_end[block] {
                known[block] = true;
                at_end[block] = pending;
                changed = true;
            }
        }
    }
    search.points
}

fn later(past: &Past, rounds: &[usize]) -> Past {
    let (access, mut loops) = past.clone();
    for round in rounds {
        if !loops.contains(round) {
            loops.push(*round);
        }
    }
    loops.sort_unstable();
    (access, loops)
}

struct Search<'a, 'm> {
    body: &'a Body<'m>,
    flow: &'a Flow<'m>,
    places: [bool; 3],
    /// What was found about an access and an earlier one.
    meets: BTreeMap<(usize, Past), bool>,
    points: BTreeSet<Place>,
}

impl Search<'_, '_> {
    /// Goes through a block. Gives what is pending at its end.
    fn through(&mut self, block: usize, mut pending: BTreeSet<Past>) -> BTreeSet<Past> {
        let body = self.body;
        let mut stopped_at = None;
        for (position, event) in &body.events[block] {
            let Event::Access(access) = event else {
                pending.clear();
                continue;
            };
            if stopped_at != Some(position) {
                let place = (block, *position);
                if self.points.contains(&place)
                    || pending.iter().any(|past| self.meets(*access, past))
                {
                    self.points.insert(place);
                    pending.clear();
                    stopped_at = Some(position);
                }
            }
            pending.insert((*access, Vec::new()));
        }
        pending
    }

    fn meets(&mut self, now: usize, past: &Past) -> bool {
        let key = (now, past.clone());
        if let Some(known) = self.meets.get(&key) {
            return *known;
        }
        let meets = self.judge(now, past);
        self.meets.insert(key, meets);
        meets
    }

    fn judge(&self, now: usize, (before, loops): &Past) -> bool {
        let (now, before) = (&self.body.accesses[now], &self.body.accesses[*before]);
        let any_writes = now.writes || before.writes;
        if !any_writes || now.atomic && before.atomic || is_apart(now, before) {
            return false;
        }
        let verdict = || {
            if self.body.accesses.len() > ACCESSES_MAX {
                return Verdict::Maybe;
            }
            let before = self.after_rounds(&before.spot, loops);
            verdict(&now.spot, &before, self.places)
        };
        let is_plain = |it: &Access<'_>| matches!(it.space, Space::Device(_)) && !it.volatile;
        if is_plain(now) || is_plain(before) {
            return verdict() == Verdict::Surely;
        }
        match verdict() {
            Verdict::Never => false,
            Verdict::Surely => true,
            Verdict::Maybe => {
                let both_store = !now.reads && !before.reads;
                !both_store || now.scattered || before.scattered
            }
        }
    }

    /// Where an earlier access was, seen after loops have gone round.
    fn after_rounds(&self, spot: &Spot, loops: &[usize]) -> Spot {
        if loops.is_empty() {
            return spot.clone();
        }
        let is_in = |circle: usize, outer: usize| self.flow.circles[circle].around.contains(&outer);
        let replaced = |sum: &Sum| {
            let lost = |atom: Atom| {
                let computed_in = self.body.computed_in.get(&atom);
                computed_in.is_some_and(|inside| inside.iter().any(|it| loops.contains(it)))
            };
            if sum.atoms().any(lost) {
                return None;
            }
            sum.replaced(|atom| match atom {
                Atom::Turn(circle) if loops.iter().any(|outer| is_in(circle, *outer)) => {
                    Some(Sum::atom(Atom::Other(circle)))
                }
                Atom::Turn(circle) if loops.contains(&circle) => {
                    Some(Sum::atom(atom).minus(&Sum::atom(Atom::Ago(circle))))
                }
                _ => None,
            })
        };
        let sum = spot.sum.as_ref().and_then(replaced);
        Spot {
            varies: spot.varies || sum.is_none(),
            sum,
            bytes: spot.bytes,
            guard: Rc::new(spot.guard.changed(replaced)),
        }
    }
}

/// Are the two in memory that has nothing in common?
fn is_apart(now: &Access<'_>, before: &Access<'_>) -> bool {
    match (now.space, before.space) {
        (Space::Shared(one), Space::Shared(other)) => one != other,
        (Space::Device(one), Space::Device(other)) => {
            let both_volatile = now.volatile && before.volatile;
            !both_volatile && (one.is_none() || one != other)
        }
        (Space::Device(_), _) | (_, Space::Device(_)) => true,
        _ => false,
    }
}
