//! Where control goes between the blocks of a function.

use std::collections::{HashMap, HashSet};

use crate::emit::ir::{Block, Value};

/// The blocks of a function's outermost loops.
pub(in crate::emit) fn loops<'m>(function: Value<'m>) -> Vec<Block<'m>> {
    let graph = Graph::new(function);
    let all: Vec<usize> = (0..graph.blocks.len()).collect();
    let inside = graph.circles(&all).into_iter().flatten();
    inside.map(|index| graph.blocks[index]).collect()
}

/// A function's blocks and where control goes between them.
pub(in crate::emit) struct Graph<'m> {
    pub(in crate::emit) blocks: Vec<Block<'m>>,
    pub(in crate::emit) indices: HashMap<Block<'m>, usize>,
    pub(in crate::emit) successors: Vec<Vec<usize>>,
    pub(in crate::emit) predecessors: Vec<Vec<usize>>,
}

impl<'m> Graph<'m> {
    pub(in crate::emit) fn new(function: Value<'m>) -> Graph<'m> {
        let blocks = function.blocks();
        let indices: HashMap<Block<'m>, usize> = blocks
            .iter()
            .enumerate()
            .map(|(index, block)| (*block, index))
            .collect();
        let successors: Vec<Vec<usize>> = blocks
            .iter()
            .map(|block| {
                block
                    .successors()
                    .iter()
                    .map(|next| indices[next])
                    .collect()
            })
            .collect();
        let mut predecessors = vec![Vec::new(); blocks.len()];
        for (from, nexts) in successors.iter().enumerate() {
            for next in nexts {
                predecessors[*next].push(from);
            }
        }
        Graph {
            blocks,
            indices,
            successors,
            predecessors,
        }
    }

    /// The strongly connected parts of `within` that hold a circle.
    pub(in crate::emit) fn circles(&self, within: &[usize]) -> Vec<Vec<usize>> {
        let mut parts = self.parts(within);
        parts.retain(|part| self.is_circle(part));
        parts
    }

    /// Can control go round in the strongly connected part?
    pub(in crate::emit) fn is_circle(&self, part: &[usize]) -> bool {
        part.len() > 1 || self.successors[part[0]].contains(&part[0])
    }

    /// The strongly connected parts of `within`, those that control comes to last first (Tarjan's algorithm, without recursion).
    pub(in crate::emit) fn parts(&self, within: &[usize]) -> Vec<Vec<usize>> {
        let allowed: HashSet<usize> = within.iter().copied().collect();
        let mut walk = Walk {
            number: HashMap::new(),
            low: HashMap::new(),
            open: Vec::new(),
            is_open: HashSet::new(),
        };
        let mut found = Vec::new();
        for root in within {
            if walk.number.contains_key(root) {
                continue;
            }
            walk.enter(*root);
            let mut path = vec![(*root, 0)];
            while let Some((block, next)) = path.last_mut() {
                let block = *block;
                if let Some(successor) = self.successors[block].get(*next).copied() {
                    *next += 1;
                    if !allowed.contains(&successor) {
                        continue;
                    }
                    if !walk.number.contains_key(&successor) {
                        walk.enter(successor);
                        path.push((successor, 0));
                    } else if walk.is_open.contains(&successor) {
                        walk.lower(block, walk.number[&successor]);
                    }
                    continue;
                }
                path.pop();
                if let Some((parent, _)) = path.last() {
                    walk.lower(*parent, walk.low[&block]);
                }
                found.extend(walk.leave(block));
            }
        }
        found
    }

    /// Where control enters the circle.
    pub(in crate::emit) fn heads(&self, circle: &[usize]) -> Vec<usize> {
        let is_head = |block: &usize| {
            *block == 0
                || self.predecessors[*block]
                    .iter()
                    .any(|from| !circle.contains(from))
        };
        let heads: Vec<usize> = circle.iter().copied().filter(is_head).collect();
        // A circle that nothing enters never runs; any block will do.
        if heads.is_empty() {
            circle[..1].to_vec()
        } else {
            heads
        }
    }

    /// The blocks of the circle from which control goes back to a head.
    pub(in crate::emit) fn sources(&self, inside: &HashSet<usize>, heads: &[usize]) -> Vec<usize> {
        heads
            .iter()
            .flat_map(|head| &self.predecessors[*head])
            .copied()
            .filter(|from| inside.contains(from))
            .collect()
    }
}

/// The state of Tarjan's algorithm.
struct Walk {
    number: HashMap<usize, usize>,
    low: HashMap<usize, usize>,
    open: Vec<usize>,
    is_open: HashSet<usize>,
}

impl Walk {
    fn enter(&mut self, block: usize) {
        let number = self.number.len();
        self.number.insert(block, number);
        self.low.insert(block, number);
        self.open.push(block);
        self.is_open.insert(block);
    }

    fn lower(&mut self, block: usize, to: usize) {
        let low = self.low.entry(block).or_insert(to);
        *low = to.min(*low);
    }

    /// The part that ends with the block, if it is the first of one.
    fn leave(&mut self, block: usize) -> Option<Vec<usize>> {
        if self.low[&block] != self.number[&block] {
            return None;
        }
        let start = self.open.iter().rposition(|open| *open == block)?;
        let part = self.open.split_off(start);
        for block in &part {
            self.is_open.remove(block);
        }
        Some(part)
    }
}
