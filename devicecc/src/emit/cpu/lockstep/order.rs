//! The order in which lanes of a warp that have parted go on: those that are behind first, so that they meet again where a GPU's do.
//!
//! Blocks are numbered so that each stands behind all that lead to it, and what follows a loop behind all of the loop.

use std::collections::HashSet;

use crate::emit::ir::{Block, Value};
use crate::emit::shared::graph::Graph;

/// A loop: a circle of blocks.
pub(super) struct Circle {
    pub(super) inside: HashSet<usize>,
    pub(super) heads: Vec<usize>,
    /// The blocks from which control goes back to a head.
    pub(super) sources: Vec<usize>,
    /// Its number among all that are ordered, behind those of its blocks.
    pub(super) last: usize,
    /// The loops around it, outermost first.
    pub(super) around: Vec<usize>,
}

/// A function's blocks in order, and its loops.
pub(super) struct Flow<'m> {
    pub(super) graph: Graph<'m>,
    /// The blocks, first to last.
    pub(super) order: Vec<usize>,
    /// Each block's number among all that are ordered.
    pub(super) number: Vec<usize>,
    pub(super) circles: Vec<Circle>,
    /// The loops that each block lies in, outermost first.
    pub(super) around: Vec<Vec<usize>>,
    /// The block that every way to this one comes through last; the entry has itself.
    pub(super) dominator: Vec<usize>,
    numbered: usize,
}

impl<'m> Flow<'m> {
    /// Reads a function. A loop round `beyond`, such as the entry's own over threads, counts as none.
    pub(super) fn new(function: Value<'m>, beyond: Option<Block<'m>>) -> Flow<'m> {
        let graph = Graph::new(function);
        let count = graph.blocks.len();
        let beyond = beyond.and_then(|block| graph.indices.get(&block).copied());
        let mut flow = Flow {
            graph,
            order: Vec::with_capacity(count),
            number: vec![0; count],
            circles: Vec::new(),
            around: vec![Vec::new(); count],
            dominator: vec![0; count],
            numbered: 0,
        };
        let all: Vec<usize> = (0..count).collect();
        flow.arrange(&all, &[], beyond);
        flow.find_dominators();
        flow
    }

    /// Numbers the blocks of `within`, which lie in the loops `around`.
    fn arrange(&mut self, within: &[usize], around: &[usize], beyond: Option<usize>) {
        for part in self.graph.parts(within).into_iter().rev() {
            if !self.graph.is_circle(&part) {
                self.place(part[0], around);
                continue;
            }
            let heads = self.graph.heads(&part);
            let rest: Vec<usize> = part
                .iter()
                .copied()
                .filter(|block| !heads.contains(block))
                .collect();
            let mut inner = around.to_vec();
            let is_loop = !beyond.is_some_and(|beyond| part.contains(&beyond));
            if is_loop {
                inner.push(self.circles.len());
                let inside: HashSet<usize> = part.iter().copied().collect();
                self.circles.push(Circle {
                    sources: self.graph.sources(&inside, &heads),
                    inside,
                    heads: heads.clone(),
                    last: 0,
                    around: around.to_vec(),
                });
            }
            for head in heads {
                self.place(head, &inner);
            }
            self.arrange(&rest, &inner, beyond);
            if is_loop && let Some(circle) = inner.last() {
                self.circles[*circle].last = self.numbered;
                self.numbered += 1;
            }
        }
    }

    fn place(&mut self, block: usize, around: &[usize]) {
        self.order.push(block);
        self.number[block] = self.numbered;
        self.numbered += 1;
        self.around[block] = around.to_vec();
    }

    /// The loops that control goes round once more when it goes from one block to the other.
    pub(super) fn rounds(&self, from: usize, to: usize) -> impl Iterator<Item = usize> {
        self.around[to].iter().copied().filter(move |circle| {
            let circle = &self.circles[*circle];
            circle.heads.contains(&to) && circle.inside.contains(&from)
        })
    }

    /// The loops that an instruction's block lies in; nothing for other values.
    pub(super) fn around_value(&self, value: Value<'m>) -> &[usize] {
        if !value.is_instruction() {
            return &[];
        }
        match self.graph.indices.get(&value.block()) {
            Some(block) => &self.around[*block],
            None => &[],
        }
    }

    /// Does every way to `block` come through `over`?
    pub(super) fn dominates(&self, over: usize, mut block: usize) -> bool {
        while block != over {
            let above = self.dominator[block];
            if above == block {
                return false;
            }
            block = above;
        }
        true
    }

    fn find_dominators(&mut self) {
        const UNKNOWN: usize = usize::MAX;
        let count = self.order.len();
        let mut place = vec![0; count];
        for (index, block) in self.order.iter().enumerate() {
            place[*block] = index;
        }
        let mut above = vec![UNKNOWN; count];
        above[0] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for block in self.order.iter().copied().filter(|block| *block != 0) {
                let mut found = UNKNOWN;
                for from in &self.graph.predecessors[block] {
                    if above[*from] == UNKNOWN {
                        continue;
                    }
                    let mut one = *from;
                    if found == UNKNOWN {
                        found = one;
                    }
                    while one != found {
                        if place[one] > place[found] {
                            one = above[one];
                        } else {
                            found = above[found];
                        }
                    }
                }
                if found != above[block] {
                    above[block] = found;
                    changed = true;
                }
            }
        }
        for (block, above) in above.into_iter().enumerate() {
            // What control never comes to stands alone.
            self.dominator[block] = if above == UNKNOWN { block } else { above };
        }
    }
}
