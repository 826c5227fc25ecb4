//! Can two accesses of different lanes of a warp be to the same bytes?

use std::rc::Rc;

use super::guard::Guard;
use super::index::is_whole_thread;
use super::sum::{Atom, Sum, common_divisor};

/// Lanes of the widest warp, less one: so far apart can the numbers of two lanes be.
const APART_MAX: i64 = 63;
/// The same of the warp that is usual.
const APART_USUAL: i64 = 31;

/// Where an access is, and which lanes make it.
#[derive(Clone)]
pub(super) struct Spot {
    /// The address; nothing if it is not known at all.
    pub(super) sum: Option<Sum>,
    /// Does it depend on values that differ between lanes, besides their numbers?
    pub(super) varies: bool,
    pub(super) bytes: i64,
    pub(super) guard: Rc<Guard>,
}

impl Spot {
    /// The atoms that the address and the conditions are made of.
    pub(super) fn atoms(&self) -> impl Iterator<Item = Atom> {
        let pairs = self.guard.multiples.iter().flat_map(|(sum, of)| [sum, of]);
        let bounds = self.guard.below.iter().chain(&self.guard.zero);
        let sums = self.sum.iter().chain(bounds).chain(pairs);
        sums.flat_map(Sum::atoms)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Never,
    Maybe,
    Surely,
}

/// Judges two accesses. `places` says which of a thread's numbers the kernel asks for: it takes threads that differ in others for one.
pub(super) fn verdict(now: &Spot, before: &Spot, places: [bool; 3]) -> Verdict {
    if is_one_lane(now, before, places) {
        return Verdict::Never;
    }
    let (Some(now_sum), Some(before_sum)) = (&now.sum, &before.sum) else {
        return Verdict::Maybe;
    };
    let pair = Pair::new(now, now_sum, before, before_sum);
    if !now.varies && !before.varies {
        if pair.lanes == pair.lanes_before {
            return pair.of_like_lanes(places);
        }
        if pair.is_parted_by_mirror() || pair.is_in_other_buffer() {
            return Verdict::Never;
        }
    }
    pair.by_divisor()
}

/// Do the conditions let the same single lane make both accesses?
fn is_one_lane(now: &Spot, before: &Spot, places: [bool; 3]) -> bool {
    let both = common_zeros(now, before);
    let lanes: Vec<Sum> = both
        .iter()
        .map(|sum| sum.split(Atom::is_place).0)
        .filter(|lanes| lanes.0.keys().all(|product| product.len() == 1) || is_thread(lanes))
        .collect();
    if lanes.iter().any(is_thread) {
        return true;
    }
    let fixed = |place: Atom| lanes.iter().any(|it| is_only(it, place));
    fixed(Atom::Lane) || covers(places, fixed)
}

fn common_zeros<'a>(now: &'a Spot, before: &Spot) -> Vec<&'a Sum> {
    now.guard
        .zero
        .iter()
        .filter(|sum| before.guard.zero.contains(sum))
        .collect()
}

/// Is it the number of a thread in a block of more than one dimension, or of several?
fn is_thread(lanes: &Sum) -> bool {
    lanes.0.len() > 1 && is_whole_thread(&unit(lanes))
}

fn unit(lanes: &Sum) -> Sum {
    lanes
        .divided(&[], signed_divisor(lanes))
        .unwrap_or_default()
}

/// The divisor of all counts, with the sign that makes the first positive.
fn signed_divisor(lanes: &Sum) -> i64 {
    let negative = lanes.0.values().next().is_some_and(|count| *count < 0);
    let divisor = lanes.divisor();
    if negative { -divisor } else { divisor }
}

fn is_only(lanes: &Sum, place: Atom) -> bool {
    lanes.0.len() == 1 && lanes.0.contains_key(&vec![place])
}

/// Are all numbers that the kernel asks for among these?
fn covers(places: [bool; 3], has: impl Fn(Atom) -> bool) -> bool {
    let all = [Atom::TidX, Atom::TidY, Atom::TidZ];
    places.contains(&true)
        && all
            .into_iter()
            .zip(places)
            .all(|(place, asked)| !asked || has(place))
}

/// Two accesses whose addresses are known.
struct Pair<'a> {
    now: &'a Spot,
    before: &'a Spot,
    lanes: Sum,
    lanes_before: Sum,
    /// How far this address is behind the one before, but for the lanes.
    behind: Sum,
}

impl<'a> Pair<'a> {
    fn new(now: &'a Spot, now_sum: &Sum, before: &'a Spot, before_sum: &Sum) -> Pair<'a> {
        let (lanes, rest) = now_sum.split(Atom::is_place);
        let (lanes_before, rest_before) = before_sum.split(Atom::is_place);
        Pair {
            now,
            before,
            lanes,
            lanes_before,
            behind: rest.minus(&rest_before),
        }
    }

    /// Do accesses overlap of which this one is so many bytes behind the other?
    fn overlap(&self, behind: i64) -> bool {
        -self.now.bytes < behind && behind < self.before.bytes
    }

    fn of_like_lanes(&self, places: [bool; 3]) -> Verdict {
        if self.lanes.is_zero() {
            return self.by_divisor();
        }
        if self.behind.is_zero() && self.tells_apart(places) {
            return Verdict::Never;
        }
        let step = signed_divisor(&self.lanes);
        let thread = unit(&self.lanes);
        if self.is_parted_by_guard(&thread, step)
            || self.is_parted_by_stride(&thread, step)
            || self.is_in_other_buffer()
        {
            return Verdict::Never;
        }
        self.by_distance(&thread, step, places)
            .unwrap_or_else(|| self.by_divisor())
    }

    /// Have no two lanes the same address?
    fn tells_apart(&self, places: [bool; 3]) -> bool {
        let bytes = self.now.bytes.max(self.before.bytes);
        let mut found: Vec<Atom> = Vec::new();
        let mut steps: Vec<i64> = Vec::new();
        for (product, count) in &self.lanes.0 {
            let mut here = product.iter().copied().filter(|atom| atom.is_place());
            let (Some(place), None) = (here.next(), here.next()) else {
                return false;
            };
            // Rows of a table are taken to be longer than they are used, but not if they surely are not.
            let step = count.abs();
            let place = match place {
                Atom::Mirrored(_) => Atom::TidX,
                place => place,
            };
            if step < bytes || found.contains(&place) || product.len() == 1 && steps.contains(&step)
            {
                return false;
            }
            found.push(place);
            if product.len() == 1 {
                steps.push(step);
            }
        }
        let zeros = common_zeros(self.now, self.before);
        let fixed = |place: Atom| {
            zeros
                .iter()
                .any(|sum| is_only(&sum.split(Atom::is_place).0, place))
        };
        found.contains(&Atom::Lane)
            || covers(places, |place| found.contains(&place) || fixed(place))
    }

    /// Does a condition keep the lanes' numbers below what the two addresses lie apart?
    fn is_parted_by_guard(&self, thread: &Sum, step: i64) -> bool {
        let below = |guard: &Guard, bound: &Sum| {
            let known = thread.minus(bound);
            guard.below.iter().any(|sum| {
                let less = sum.minus(&known).as_number();
                less.is_some_and(|less| less >= 0)
            })
        };
        let multiple = |guard: &Guard, bound: &Sum| {
            let twice = bound.times(2);
            guard
                .multiples
                .iter()
                .any(|(sum, of)| sum == thread && (*of == twice || *of == twice.times(-1)))
        };
        let Some(bound) = self.behind.divided(&[], step) else {
            return false;
        };
        below(&self.before.guard, &bound)
            || below(&self.now.guard, &bound.times(-1))
            || multiple(&self.before.guard, &bound) && multiple(&self.now.guard, &bound)
    }

    /// Are the accesses to two buffers of which one is chosen by a number and the other by one less it? Buffers are taken to be longer
    /// than they are used, if they have room for a warp.
    fn is_in_other_buffer(&self) -> bool {
        let step = common_divisor(self.lanes.divisor(), self.lanes_before.divisor());
        let bytes = self.now.bytes.max(self.before.bytes);
        let room = APART_MAX.saturating_mul(step).saturating_add(bytes);
        let behind = &self.behind.0;
        behind.iter().any(|(product, count)| {
            (0..product.len()).any(|which| {
                let mut buffer = product.clone();
                let chosen = buffer.remove(which);
                let others = behind.keys().filter(|it| it.contains(&chosen)).count();
                let size = count.checked_div(-2).unwrap_or(0);
                matches!(chosen, Atom::Value(_))
                    && others == 1
                    && count % 2 == 0
                    && behind.get(&buffer) == Some(&size)
                    && (!buffer.is_empty() || size.abs() >= room)
            })
        })
    }

    /// Do only those lanes make the accesses that have a lower number than their mirror image, or a higher one? Then each pair is one
    /// lane's.
    fn is_parted_by_mirror(&self) -> bool {
        let own = |lanes: &Sum| match &unit(lanes).0.into_keys().collect::<Vec<_>>()[..] {
            [product] => match product[..] {
                [place] => Some(place),
                _ => None,
            },
            _ => None,
        };
        let same_step = signed_divisor(&self.lanes) == signed_divisor(&self.lanes_before);
        if !same_step || !self.behind.is_zero() {
            return false;
        }
        let mirror = match (own(&self.lanes), own(&self.lanes_before)) {
            (Some(Atom::TidX), Some(mirror @ Atom::Mirrored(_)))
            | (Some(mirror @ Atom::Mirrored(_)), Some(Atom::TidX)) => mirror,
            _ => return false,
        };
        let lower = Sum::atom(Atom::TidX).minus(&Sum::atom(mirror));
        [&lower, &lower.times(-1)].into_iter().any(|below| {
            self.now.guard.below.contains(below) && self.before.guard.below.contains(below)
        })
    }

    /// Does a loop that goes on by all threads of the block, or by as many as a warp has, never come back to a place?
    fn is_parted_by_stride(&self, thread: &Sum, step: i64) -> bool {
        let rounds = |sum: &Sum| {
            let mut products = sum.0.iter();
            match (products.next(), products.next()) {
                (Some((product, count)), None) => {
                    matches!(product[..], [] | [Atom::Ago(_)]).then_some(*count)
                }
                _ => None,
            }
        };
        let blocks: &[Atom] = match thread.0.len() {
            1 => &[Atom::NtidX],
            _ => &[Atom::NtidX, Atom::NtidY],
        };
        let whole = is_whole_thread(thread);
        if whole
            && self
                .behind
                .divided(blocks, step)
                .is_some_and(|times| rounds(&times).is_some())
        {
            return true;
        }
        let bytes = self.now.bytes.max(self.before.bytes);
        (whole || is_only(thread, Atom::Lane))
            && self.behind.as_number().is_none()
            && rounds(&self.behind)
                .is_some_and(|stride| stride.abs() >= APART_MAX * step.abs() + bytes)
    }

    /// Compares how far the addresses are apart with how far lanes are, if both are known in the same unit.
    fn by_distance(&self, thread: &Sum, step: i64, places: [bool; 3]) -> Option<Verdict> {
        let mut products = thread.0.keys();
        let (unit, behind) = match (products.next(), products.next()) {
            (Some(product), None) => {
                let unit: Vec<Atom> = product
                    .iter()
                    .copied()
                    .filter(|atom| !atom.is_place())
                    .collect();
                let behind = self.behind.divided(&unit, 1)?;
                (unit, behind.as_number()?)
            }
            _ if is_whole_thread(thread) => (Vec::new(), self.behind.as_number()?),
            _ => return None,
        };
        let apart = |most: i64| {
            (1..=most).any(|lanes| {
                self.overlap(behind + step * lanes) || self.overlap(behind - step * lanes)
            })
        };
        let is_lane = |atom: &Atom| matches!(atom, Atom::TidX | Atom::Lane);
        let along = thread.atoms().any(|atom| is_lane(&atom));
        Some(if !along {
            return None;
        } else if !apart(APART_MAX) && (self.tells_apart(places) || !self.overlap(behind)) {
            Verdict::Never
        } else if unit.is_empty() && apart(APART_USUAL) {
            Verdict::Surely
        } else {
            Verdict::Maybe
        })
    }

    /// Addresses that differ by other than multiples of a number are apart, whatever the rest of them is.
    fn by_divisor(&self) -> Verdict {
        let (behind, rest) = {
            let mut rest = self.behind.clone();
            let number = rest.0.remove(&Vec::new()).unwrap_or(0);
            (number, rest)
        };
        let divisor = [&self.lanes, &self.lanes_before, &rest]
            .into_iter()
            .fold(0, |divisor, sum| common_divisor(divisor, sum.divisor()));
        let meets = match divisor {
            0 => self.overlap(behind),
            divisor => {
                let over = behind.rem_euclid(divisor);
                self.overlap(over) || self.overlap(over - divisor)
            }
        };
        if meets {
            Verdict::Maybe
        } else {
            Verdict::Never
        }
    }
}
