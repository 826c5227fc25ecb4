//! What is known of the threads that come to a block: the conditions on the way there.

use super::index::Reader;
use super::order::Flow;
use super::sum::Sum;
use crate::emit::ir::{Opcode, Predicate, Value};

/// Blocks above one that are looked at.
const ABOVE_MAX: usize = 64;

/// Conditions that hold for every thread that comes to a block.
#[derive(Clone, Default)]
pub(super) struct Guard {
    /// Each is below zero.
    pub(super) below: Vec<Sum>,
    /// Each is zero, and the same one for all lanes but for their numbers.
    pub(super) zero: Vec<Sum>,
    /// The first is a multiple of the second.
    pub(super) multiples: Vec<(Sum, Sum)>,
}

impl Guard {
    /// The conditions, as they read after their sums have been changed; those that cannot be are left out.
    pub(super) fn changed(&self, change: impl Fn(&Sum) -> Option<Sum>) -> Guard {
        Guard {
            below: self.below.iter().filter_map(&change).collect(),
            zero: self.zero.iter().filter_map(&change).collect(),
            multiples: self
                .multiples
                .iter()
                .filter_map(|(sum, of)| Some((change(sum)?, change(of)?)))
                .collect(),
        }
    }

    /// Reads the conditions on every way to the block.
    pub(super) fn of<'m>(block: usize, flow: &Flow<'m>, reader: &mut Reader<'_, 'm, '_>) -> Guard {
        let mut guard = Guard::default();
        let mut below = block;
        for _ in 0..ABOVE_MAX {
            let above = flow.dominator[below];
            if above == below {
                break;
            }
            let nexts = &flow.graph.successors[above];
            if let [yes, no] = nexts[..]
                && yes != no
            {
                // Control may come there again from behind.
                let leads = |next: usize| {
                    let mut from = flow.graph.predecessors[next].iter();
                    from.all(|from| *from == above || flow.dominates(next, *from))
                        && flow.dominates(next, block)
                };
                let condition = flow.graph.blocks[above].terminator().operands().next();
                match condition {
                    Some(condition) if leads(yes) => guard.add(condition, true, block, reader),
                    Some(condition) if leads(no) => guard.add(condition, false, block, reader),
                    _ => {}
                }
            }
            below = above;
        }
        guard
    }

    fn add<'m>(
        &mut self,
        condition: Value<'m>,
        holds: bool,
        block: usize,
        reader: &mut Reader<'_, 'm, '_>,
    ) {
        if !condition.is_instruction() {
            return;
        }
        let operands: Vec<Value<'m>> = condition.operands().collect();
        match condition.opcode() {
            Opcode::LLVMAnd if holds => {
                for part in operands {
                    self.add(part, holds, block, reader);
                }
            }
            Opcode::LLVMOr if !holds => {
                for part in operands {
                    self.add(part, holds, block, reader);
                }
            }
            // `a && b` is `select a, b, false`, and `a || b` is `select a, true, b`.
            Opcode::LLVMSelect if operands.len() == 3 => {
                let other = if holds { operands[2] } else { operands[1] };
                if other.unsigned() == Some(u64::from(!holds)) {
                    let part = if holds { operands[1] } else { operands[2] };
                    self.add(operands[0], holds, block, reader);
                    self.add(part, holds, block, reader);
                }
            }
            Opcode::LLVMICmp => self.add_comparison(condition, holds, block, reader),
            _ => {}
        }
    }

    fn add_comparison<'m>(
        &mut self,
        condition: Value<'m>,
        holds: bool,
        block: usize,
        reader: &mut Reader<'_, 'm, '_>,
    ) {
        use Predicate::*;
        let mut operands = condition.operands();
        let (Some(left), Some(right), Some(predicate)) =
            (operands.next(), operands.next(), condition.predicate())
        else {
            return;
        };
        if !left.ty().bits().is_some_and(|bits| bits >= 32) {
            return;
        }
        let difference = reader.sum(left).minus(&reader.sum(right));
        let one = Sum::number(1);
        match (predicate, holds) {
            (LLVMIntULT | LLVMIntSLT, true) | (LLVMIntUGE | LLVMIntSGE, false) => {
                self.below.push(difference);
            }
            (LLVMIntULE | LLVMIntSLE, true) | (LLVMIntUGT | LLVMIntSGT, false) => {
                self.below.push(difference.minus(&one));
            }
            (LLVMIntUGT | LLVMIntSGT, true) | (LLVMIntULE | LLVMIntSLE, false) => {
                self.below.push(difference.times(-1));
            }
            (LLVMIntUGE | LLVMIntSGE, true) | (LLVMIntULT | LLVMIntSLT, false) => {
                self.below.push(difference.times(-1).minus(&one));
            }
            (LLVMIntEQ, true) | (LLVMIntNE, false) => {
                if right.signed() == Some(0) {
                    self.add_nothing(left, block, reader);
                }
                if difference
                    .atoms()
                    .all(|atom| atom.is_place() || reader.is_uniform(atom, block))
                {
                    self.zero.push(difference);
                }
            }
            _ => {}
        }
    }

    /// The value is zero: what does that say of its parts?
    fn add_nothing<'m>(&mut self, value: Value<'m>, block: usize, reader: &mut Reader<'_, 'm, '_>) {
        if !value.is_instruction() {
            return;
        }
        let parts: Vec<Value<'m>> = value.operands().take(2).collect();
        let [left, right] = parts[..] else { return };
        match value.opcode() {
            // A mask of all bits below a power of two leaves the remainder.
            Opcode::LLVMAnd => {
                for (thread, mask) in [(left, right), (right, left)] {
                    let of = reader.sum(mask).plus(&Sum::number(1), 1);
                    self.multiples.push((reader.sum(thread), of));
                }
            }
            Opcode::LLVMURem | Opcode::LLVMSRem => {
                let multiple = (reader.sum(left), reader.sum(right));
                self.multiples.push(multiple);
            }
            Opcode::LLVMOr => {
                for part in [left, right] {
                    let sum = reader.sum(part);
                    if sum
                        .atoms()
                        .all(|atom| atom.is_place() || reader.is_uniform(atom, block))
                    {
                        self.zero.push(sum);
                    }
                }
            }
            _ => {}
        }
    }
}
