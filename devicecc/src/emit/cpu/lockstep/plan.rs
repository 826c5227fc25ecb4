//! Where the points of a function stand, and their numbers.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::body::{Body, Event};
use super::order::{Circle, Flow};
use super::pending::Place;
use crate::emit::ir::Value;

/// The bit of a point's number that says that lanes behind it may go on with the others: it stands in a loop that waits for other threads.
pub(super) const WAITS: u64 = 1;

/// What a function needs.
pub(super) struct Plan<'a, 'm> {
    pub(super) flow: &'a Flow<'m>,
    pub(super) body: &'a Body<'m>,
    pub(super) found: BTreeSet<Place>,
    /// Blocks that call functions with points.
    pub(super) calls: Vec<usize>,
    /// Blocks that go back to the start of a loop which waits.
    pub(super) waiting: HashSet<usize>,
}

impl<'m> Plan<'_, 'm> {
    /// Numbers the points so that lanes which are behind have lower numbers. `numbered` counts those of all functions.
    pub(super) fn number(&self, numbered: &mut u64, points: &mut Vec<(Value<'m>, u64)>) {
        // By the place in the order: the instructions, and whether a loop that waits is around them.
        let mut ordered: BTreeMap<(usize, usize), (Vec<Value<'m>>, bool)> = BTreeMap::new();
        for (block, position) in self.found.iter().copied().chain(self.questions()) {
            let waits = self.flow.around[block]
                .iter()
                .any(|circle| self.waits(&self.flow.circles[*circle]));
            let before = self.body.instructions[block][position];
            let key = (self.flow.number[block], position);
            ordered.insert(key, (vec![before], waits));
        }
        for circle in self.flow.circles.iter().filter(|it| self.needs_end(it)) {
            let ends = circle.sources.iter();
            let ends = ends.map(|source| self.flow.graph.blocks[*source].terminator());
            let outer = circle.around.iter();
            let waits = self.waits(circle)
                || outer
                    .map(|circle| &self.flow.circles[*circle])
                    .any(|circle| self.waits(circle));
            ordered.insert((circle.last, 0), (ends.collect(), waits));
        }
        for (instructions, waits) in ordered.into_values() {
            *numbered += 1;
            let number = *numbered << 1 | if waits { WAITS } else { 0 };
            points.extend(instructions.into_iter().map(|it| (it, number)));
        }
    }

    fn waits(&self, circle: &Circle) -> bool {
        circle
            .sources
            .iter()
            .any(|source| self.waiting.contains(source))
    }

    /// Where a thread asks which lanes stand there with it: those that are behind come there first.
    fn questions(&self) -> impl Iterator<Item = Place> {
        let blocks = self.body.instructions.iter().enumerate();
        blocks.flat_map(|(block, instructions)| {
            let asks = |instruction: &Value<'m>| {
                instruction
                    .called_function()
                    .is_some_and(|function| function.name() == b"__chv_sync_active_mask")
            };
            let positions = instructions.iter().enumerate();
            positions
                .filter(move |(_, instruction)| asks(instruction))
                .map(move |(position, _)| (block, position))
        })
    }

    /// Do lanes synchronise in every round of the loop?
    fn synchronises(&self, circle: &Circle) -> bool {
        let [source] = circle.sources[..] else {
            return false;
        };
        let is_sync = |(_, event): &(usize, Event)| matches!(event, Event::Synchronised);
        let mut inside = circle.inside.iter();
        inside.any(|block| {
            self.body.events[*block].iter().any(is_sync) && self.flow.dominates(*block, source)
        })
    }

    /// Must lanes wait for each other before the next round of a loop, because some could be ahead by one?
    fn needs_end(&self, circle: &Circle) -> bool {
        let inside = self.found.iter().map(|(block, _)| *block);
        let inside: Vec<usize> = inside
            .filter(|block| circle.inside.contains(block))
            .collect();
        if self.synchronises(circle) {
            return false;
        }
        let calls = self.calls.iter().any(|call| circle.inside.contains(call));
        let depth = circle.around.len() + 1;
        let each_time = |block: &usize| {
            self.flow.around[*block].len() == depth
                && matches!(circle.sources[..], [source] if self.flow.dominates(*block, source))
        };
        calls || !inside.iter().all(each_time)
    }
}
