//! Which accesses could meet earlier ones of other lanes, with no synchronisation between.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use super::access::{Access, Space};
use super::body::{Body, Event};
use super::conflict::{Spot, Verdict, verdict};
use super::order::Flow;
use super::sum::{Atom, Sum};

/// Functions of more accesses than this are not looked at closely: any two accesses to one variable count as meeting.
const ACCESSES_MAX: usize = 1000;

/// An access that happened, and the loops that have gone round since, as [`Rounds`] numbers them: of all loops those that matter to where it was, for there are
/// twice as many sets of loops with each loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Past {
    access: u32,
    rounds: u32,
}

/// Sets of loops. Number 0 has none.
struct Rounds {
    sets: Vec<Vec<usize>>,
    numbers: HashMap<Vec<usize>, u32>,
}

impl Rounds {
    const NONE: u32 = 0;

    fn new() -> Rounds {
        Rounds {
            sets: vec![Vec::new()],
            numbers: HashMap::from([(Vec::new(), Rounds::NONE)]),
        }
    }

    /// The set with more loops.
    fn with(&mut self, set: u32, more: &[usize]) -> u32 {
        let mut loops = self.sets[set as usize].clone();
        for round in more {
            if !loops.contains(round) {
                loops.push(*round);
            }
        }
        loops.sort_unstable();
        *self.numbers.entry(loops).or_insert_with_key(|loops| {
            self.sets.push(loops.clone());
            (self.sets.len() - 1) as u32
        })
    }
}

/// Block and instruction in front of which lanes have to wait for each other.
pub(super) type Place = (usize, usize);

/// Finds the points that a function needs.
pub(super) fn points(body: &Body<'_>, flow: &Flow<'_>, places: [bool; 3]) -> BTreeSet<Place> {
    let count = flow.graph.blocks.len();
    let mut search = Search {
        body,
        flow,
        places,
        may_meet: may_meet(body),
        moved_by: body
            .accesses
            .iter()
            .map(|it| MovedBy::of(it, body, flow))
            .collect(),
        rounds: Rounds::new(),
        meets: HashMap::new(),
        points: BTreeSet::new(),
    };
    let mut at_end: Vec<Vec<Past>> = vec![Vec::new(); count];
    let mut known = vec![false; count];
    let mut changed = true;
    while changed {
        changed = false;
        for block in flow.order.iter().copied() {
            let pending = search.at_begin(block, &at_end);
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

struct Search<'a, 'm> {
    body: &'a Body<'m>,
    flow: &'a Flow<'m>,
    places: [bool; 3],
    /// By access: can it meet any other at all, wherever they are?
    may_meet: Vec<bool>,
    /// By access: the loops that matter to where it was.
    moved_by: Vec<MovedBy>,
    rounds: Rounds,
    /// What was found about an access and an earlier one.
    meets: HashMap<(usize, Past), bool>,
    points: BTreeSet<Place>,
}

impl Search<'_, '_> {
    /// What is pending where a block begins, in order and each once.
    fn at_begin(&mut self, block: usize, at_end: &[Vec<Past>]) -> Vec<Past> {
        let (flow, sets, moved_by) = (self.flow, &mut self.rounds, &self.moved_by);
        let mut pending = Vec::new();
        for from in flow.graph.predecessors[block].iter().copied() {
            let rounds: Vec<usize> = flow.rounds(from, block).collect();
            if rounds.is_empty() {
                pending.extend_from_slice(&at_end[from]);
                continue;
            }
            pending.extend(at_end[from].iter().map(|past| Past {
                access: past.access,
                rounds: moved_by[past.access as usize].later(past.rounds, &rounds, sets),
            }));
        }
        pending.sort_unstable();
        pending.dedup();
        pending
    }

    /// Goes through a block. Gives what is pending at its end, in order and each once.
    fn through(&mut self, block: usize, mut pending: Vec<Past>) -> Vec<Past> {
        let body = self.body;
        let mut stopped_at = None;
        for (position, event) in &body.events[block] {
            let Event::Access(access) = event else {
                pending.clear();
                continue;
            };
            if !self.may_meet[*access] {
                continue;
            }
            if stopped_at != Some(position) {
                let place = (block, *position);
                if self.points.contains(&place)
                    || pending.iter().any(|past| self.meets(*access, *past))
                {
                    self.points.insert(place);
                    pending.clear();
                    stopped_at = Some(position);
                }
            }
            pending.push(Past {
                access: *access as u32,
                rounds: Rounds::NONE,
            });
        }
        pending.sort_unstable();
        pending.dedup();
        pending
    }

    fn meets(&mut self, now: usize, past: Past) -> bool {
        let (one, other) = (
            &self.body.accesses[now],
            &self.body.accesses[past.access as usize],
        );
        if !can_meet(one, other) {
            return false;
        }
        if let Some(known) = self.meets.get(&(now, past)) {
            return *known;
        }
        let meets = self.judge(now, past);
        self.meets.insert((now, past), meets);
        meets
    }

    /// Of two that can meet.
    fn judge(&self, now: usize, past: Past) -> bool {
        let (now, before) = (
            &self.body.accesses[now],
            &self.body.accesses[past.access as usize],
        );
        let loops = &self.rounds.sets[past.rounds as usize];
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

/// Stands for loops that nothing is known to depend on.
const ANY_LOOP: usize = usize::MAX;

/// The loops whose rounds change what is known of where an access was.
struct MovedBy {
    loops: Vec<usize>,
    /// A round of any other loop does, too: but which of them, and how many, is all the same.
    any: bool,
}

impl MovedBy {
    fn of(access: &Access<'_>, body: &Body<'_>, flow: &Flow<'_>) -> MovedBy {
        // These are not looked at closely.
        if body.accesses.len() > ACCESSES_MAX {
            return MovedBy {
                loops: Vec::new(),
                any: false,
            };
        }
        let mut loops = BTreeSet::new();
        for atom in access.spot.atoms() {
            if let Atom::Turn(circle) = atom {
                loops.insert(circle);
                loops.extend(flow.circles[circle].around.iter().copied());
            }
            loops.extend(body.computed_in.get(&atom).into_iter().flatten().copied());
        }
        MovedBy {
            loops: loops.into_iter().collect(),
            any: access.spot.sum.is_none() && !access.spot.varies,
        }
    }

    /// The set of loops, after rounds of more of them.
    fn later(&self, set: u32, rounds: &[usize], sets: &mut Rounds) -> u32 {
        let matters = |round: &usize| self.loops.binary_search(round).is_ok();
        let more: Vec<usize> = rounds.iter().copied().filter(matters).collect();
        match (more.is_empty(), set) {
            (true, Rounds::NONE) if self.any => sets.with(set, &[ANY_LOOP]),
            (true, _) => set,
            (false, _) => sets.with(set, &more),
        }
    }
}

/// By access: is there one, itself included, that it can meet?
fn may_meet(body: &Body<'_>) -> Vec<bool> {
    let looks_like = |one: &Access<'_>, other: &Access<'_>| {
        let key = |it: &Access<'_>| (it.writes, it.atomic, it.volatile);
        one.space == other.space && key(one) == key(other)
    };
    // Many accesses are alike in all that counts here.
    let mut kinds: Vec<usize> = Vec::new();
    let mut kind_of = Vec::with_capacity(body.accesses.len());
    for (number, access) in body.accesses.iter().enumerate() {
        let like = |kind: &usize| looks_like(&body.accesses[*kind], access);
        let found = kinds.iter().position(like).unwrap_or(kinds.len());
        if found == kinds.len() {
            kinds.push(number);
        }
        kind_of.push(found);
    }
    let meets_any = |kind: &usize| {
        let one = &body.accesses[*kind];
        kinds
            .iter()
            .any(|other| can_meet(one, &body.accesses[*other]))
    };
    let meets: Vec<bool> = kinds.iter().map(meets_any).collect();
    kind_of.into_iter().map(|kind| meets[kind]).collect()
}

/// Could the two matter to each other, if they were at one place?
fn can_meet(one: &Access<'_>, other: &Access<'_>) -> bool {
    let any_writes = one.writes || other.writes;
    any_writes && !(one.atomic && other.atomic) && !is_apart(one, other)
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
