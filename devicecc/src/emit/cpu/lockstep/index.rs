//! Reads what an index or an address is computed from.

use std::collections::{HashMap, HashSet};

use inkwell::module::Module;

use super::order::Flow;
use super::sum::{Atom, Sum};
use crate::emit::ir::{self, Opcode, Value};

/// How deep values are followed into what they are computed from.
const DEPTH_MAX: u32 = 48;
/// Values that are looked at to tell whether one is the same for all lanes.
const LOOKED_AT_MAX: usize = 512;
/// The least number of threads that a warp has, as a power of two.
const WARP_SHIFT: i64 = 5;

/// Reads the values of one function.
pub(super) struct Reader<'a, 'm, 'c> {
    module: &'m Module<'c>,
    flow: &'a Flow<'m>,
    /// Is it the kernel's entry, whose arguments are the same for all threads?
    in_entry: bool,
    read: HashMap<Value<'m>, Sum>,
    /// What was read, in turn.
    log: Vec<Value<'m>>,
    /// The values that atoms stand for.
    values: Vec<Value<'m>>,
    numbers: HashMap<Value<'m>, usize>,
    uniform: HashMap<Value<'m>, bool>,
}

impl<'a, 'm, 'c> Reader<'a, 'm, 'c> {
    pub(super) fn new(
        module: &'m Module<'c>,
        flow: &'a Flow<'m>,
        in_entry: bool,
    ) -> Reader<'a, 'm, 'c> {
        Reader {
            module,
            flow,
            in_entry,
            read: HashMap::new(),
            log: Vec::new(),
            values: Vec::new(),
            numbers: HashMap::new(),
            uniform: HashMap::new(),
        }
    }

    /// The sum that a value is.
    pub(super) fn sum(&mut self, value: Value<'m>) -> Sum {
        self.sum_within(value, DEPTH_MAX)
    }

    /// The value that an atom stands for.
    pub(super) fn value_of(&self, atom: Atom) -> Option<Value<'m>> {
        match atom {
            Atom::Value(number) | Atom::Mirrored(number) => Some(self.values[number]),
            _ => None,
        }
    }

    /// Can the lanes of a warp that stand in the block have values of the atom that do not follow from their numbers?
    pub(super) fn is_varying(&mut self, atom: Atom, block: usize) -> bool {
        match atom {
            Atom::Mirrored(number) => {
                let inside = self.flow.around_value(self.values[number]);
                let around = &self.flow.around[block];
                !inside.iter().all(|circle| around.contains(circle))
            }
            atom => !atom.is_place() && !self.is_uniform(atom, block),
        }
    }

    /// Has the atom the same value for all lanes of a warp that stand in the block?
    pub(super) fn is_uniform(&mut self, atom: Atom, block: usize) -> bool {
        let around = &self.flow.around[block];
        match atom {
            Atom::Turn(circle) => around.contains(&circle),
            Atom::Value(number) => {
                let value = self.values[number];
                let inside = self.flow.around_value(value);
                inside.iter().all(|circle| around.contains(circle)) && self.is_same_for_all(value)
            }
            Atom::NtidX | Atom::NtidY | Atom::Ago(_) | Atom::Other(_) => true,
            Atom::TidX | Atom::TidY | Atom::TidZ | Atom::Lane | Atom::Mirrored(_) => false,
        }
    }

    fn opaque(&mut self, value: Value<'m>) -> Sum {
        Sum::atom(Atom::Value(self.number(value)))
    }

    fn number(&mut self, value: Value<'m>) -> usize {
        let next = self.values.len();
        let number = *self.numbers.entry(value).or_insert(next);
        if number == next {
            self.values.push(value);
        }
        number
    }

    fn sum_within(&mut self, value: Value<'m>, depth: u32) -> Sum {
        if let Some(number) = value.signed() {
            return Sum::number(number);
        }
        if let Some(sum) = self.read.get(&value) {
            return sum.clone();
        }
        let computed = match depth.checked_sub(1) {
            Some(depth) if value.is_instruction() || value.is_constant_expression() => {
                self.computed(value, depth)
            }
            _ => None,
        };
        let sum = match computed {
            Some(sum) if sum.is_small() => sum,
            _ => self.opaque(value),
        };
        self.read.insert(value, sum.clone());
        self.log.push(value);
        sum
    }

    fn computed(&mut self, value: Value<'m>, depth: u32) -> Option<Sum> {
        use Opcode::*;
        let mut operands = value.operands();
        let opcode = value.opcode();
        if opcode == LLVMCall {
            return Some(Sum::atom(asked(value)?));
        }
        if opcode == LLVMPHI {
            return self.turning(value, depth);
        }
        let left = operands.next()?;
        if opcode == LLVMGetElementPtr {
            return self.address(value, left, depth);
        }
        if matches!(opcode, LLVMSExt | LLVMZExt | LLVMTrunc) {
            // An index that wraps in 32 bits or more leaves every array, so it is taken not to.
            let bits = left.ty().bits()?.min(value.ty().bits()?);
            return (bits >= 32).then(|| self.sum_within(left, depth));
        }
        if opcode == LLVMFreeze || opcode == LLVMBitCast {
            return Some(self.sum_within(left, depth));
        }
        let right = operands.next()?;
        if value.ty().bits()? < 32 {
            return None;
        }
        match opcode {
            LLVMAdd => {
                let left = self.sum_within(left, depth);
                Some(left.plus(&self.sum_within(right, depth), 1))
            }
            LLVMOr if value.is_disjoint_or() => {
                let left = self.sum_within(left, depth);
                Some(left.plus(&self.sum_within(right, depth), 1))
            }
            LLVMSub => {
                let left = self.sum_within(left, depth);
                Some(left.minus(&self.sum_within(right, depth)))
            }
            LLVMMul => {
                let left = self.sum_within(left, depth);
                left.product(&self.sum_within(right, depth))
            }
            LLVMShl => {
                let by = right.signed().filter(|by| (0..32).contains(by))?;
                Some(self.sum_within(left, depth).times(1 << by))
            }
            // The other one of two.
            LLVMXor if right.signed() == Some(1) && self.is_same_for_all(left) => {
                Some(Sum::number(1).minus(&self.sum_within(left, depth)))
            }
            LLVMXor => {
                let thread = self.sum_within(left, depth);
                let is_mirror = thread == Sum::atom(Atom::TidX) && self.is_same_for_all(right);
                is_mirror.then(|| Sum::atom(Atom::Mirrored(self.number(value))))
            }
            LLVMAnd | LLVMURem | LLVMSRem => {
                let size = match opcode {
                    LLVMAnd => right.signed()?.checked_add(1)?,
                    _ => right.signed()?,
                };
                let thread = self.sum_within(left, depth);
                (matches!(size, 32 | 64) && thread == Sum::atom(Atom::TidX))
                    .then(|| Sum::atom(Atom::Lane))
            }
            _ => None,
        }
    }

    fn address(&mut self, value: Value<'m>, base: Value<'m>, depth: u32) -> Option<Sum> {
        let offset = value.offset(self.module)?;
        let mut sum = self
            .sum_within(base, depth)
            .plus(&Sum::number(offset.bytes), 1);
        for (index, bytes) in offset.terms {
            sum = sum.plus(&self.sum_within(index, depth), bytes);
        }
        Some(sum)
    }

    /// What a loop's counter is: where it began, and a step for each round.
    fn turning(&mut self, phi: Value<'m>, depth: u32) -> Option<Sum> {
        let block = *self.flow.graph.indices.get(&phi.block())?;
        let number = *self.flow.around[block].last()?;
        let circle = &self.flow.circles[number];
        if circle.heads != [block] {
            return None;
        }
        let indices = &self.flow.graph.indices;
        let (inner, outer): (Vec<_>, Vec<_>) = phi
            .incoming()
            .into_iter()
            .partition(|(_, from)| circle.inside.contains(&indices[from]));
        let one = |mut all: Vec<(Value<'m>, _)>| {
            all.dedup_by_key(|(value, _)| *value);
            (all.len() == 1).then(|| all[0].0)
        };
        let (next, first) = (one(inner)?, one(outer)?);
        // What is read while the counter counts as any value has to be read again.
        let begun = self.log.len();
        let itself = self.opaque(phi);
        self.read.insert(phi, itself.clone());
        let step = self.sum_within(next, depth).minus(&itself);
        for value in self.log.drain(begun..) {
            self.read.remove(&value);
        }
        self.read.remove(&phi);
        let changes = |atom: Atom| match atom {
            Atom::Value(number) => {
                let value = self.values[number];
                value == phi
                    || value.is_instruction()
                        && indices
                            .get(&value.block())
                            .is_some_and(|block| circle.inside.contains(block))
            }
            Atom::Turn(inner) => self.flow.circles[inner]
                .heads
                .iter()
                .any(|head| circle.inside.contains(head)),
            atom => atom.is_place(),
        };
        if step.atoms().any(changes) {
            return None;
        }
        let turns = Sum::atom(Atom::Turn(number)).product(&step)?;
        Some(self.sum_within(first, depth).plus(&turns, 1))
    }

    /// Is the value the same for all lanes of a warp that are in the same round of its loops?
    fn is_same_for_all(&mut self, value: Value<'m>) -> bool {
        if let Some(known) = self.uniform.get(&value) {
            return *known;
        }
        let mut seen = HashSet::new();
        let mut todo = vec![value];
        let mut same = true;
        while let Some(value) = todo.pop() {
            if !seen.insert(value) {
                continue;
            }
            if seen.len() > LOOKED_AT_MAX || !self.add_sources(value, &mut todo) {
                same = false;
                break;
            }
        }
        self.uniform.insert(value, same);
        same
    }

    /// Adds the values that the lanes would have to agree on. False: lanes have different ones.
    fn add_sources(&mut self, value: Value<'m>, todo: &mut Vec<Value<'m>>) -> bool {
        use Opcode::*;
        if value.is_argument() {
            return self.in_entry;
        }
        if !value.is_instruction() {
            return true;
        }
        match value.opcode() {
            LLVMCall => match asked(value) {
                Some(atom) => return !atom.is_place(),
                None if !is_same_for_same(value) => return false,
                None => {}
            },
            LLVMLoad if value.is_volatile() || value.is_atomic() => return false,
            LLVMPHI => {
                let block = self.flow.graph.indices[&value.block()];
                let around = &self.flow.around[block];
                let is_head = |circle: &usize| self.flow.circles[*circle].heads.contains(&block);
                if !around.last().is_some_and(is_head) {
                    return false;
                }
                todo.extend(value.incoming().into_iter().map(|(value, _)| value));
                return true;
            }
            LLVMLShr | LLVMAShr | LLVMUDiv | LLVMSDiv if self.is_warp(value) => return true,
            LLVMAlloca | LLVMAtomicRMW | LLVMAtomicCmpXchg | LLVMInvoke => return false,
            _ => {}
        }
        todo.extend(value.operands());
        true
    }

    /// Does what the atom stands for depend on what lanes read, and not on their numbers alone?
    pub(super) fn is_data(&mut self, atom: Atom) -> bool {
        let mut seen = HashSet::new();
        let mut todo: Vec<Value<'m>> = self.value_of(atom).into_iter().collect();
        while let Some(value) = todo.pop() {
            if !value.is_instruction() || !seen.insert(value) || self.is_same_for_all(value) {
                continue;
            }
            use Opcode::*;
            let reads = match value.opcode() {
                LLVMLoad | LLVMAtomicRMW | LLVMAtomicCmpXchg | LLVMInvoke => true,
                LLVMCall => asked(value).is_none() && !is_same_for_same(value),
                _ => false,
            };
            if reads || seen.len() > LOOKED_AT_MAX {
                return true;
            }
            todo.extend(value.operands());
        }
        false
    }

    /// Is it the number of the thread's warp?
    fn is_warp(&mut self, value: Value<'m>) -> bool {
        let mut operands = value.operands();
        let (Some(thread), Some(by)) = (operands.next(), operands.next()) else {
            return false;
        };
        let Some(by) = by.signed() else { return false };
        let is_warp = match value.opcode() {
            Opcode::LLVMLShr | Opcode::LLVMAShr => by >= WARP_SHIFT,
            _ => by > 0 && by % (1 << WARP_SHIFT) == 0,
        };
        is_warp && is_whole_thread(&self.sum(thread))
    }
}

/// Is it the number of the thread in its block?
pub(super) fn is_whole_thread(sum: &Sum) -> bool {
    let mut known = Sum::atom(Atom::TidX);
    if *sum == known {
        return true;
    }
    for product in [
        vec![Atom::TidY, Atom::NtidX],
        vec![Atom::TidZ, Atom::NtidX, Atom::NtidY],
    ] {
        known.0.insert(product, 1);
        if *sum == known {
            return true;
        }
    }
    false
}

/// What a call of a primitive asks for.
fn asked(call: Value<'_>) -> Option<Atom> {
    Some(match call.called_function()?.name() {
        b"__chv_tid_x" => Atom::TidX,
        b"__chv_tid_y" => Atom::TidY,
        b"__chv_tid_z" => Atom::TidZ,
        b"__chv_lane" => Atom::Lane,
        b"__chv_ntid_x" => Atom::NtidX,
        b"__chv_ntid_y" => Atom::NtidY,
        _ => return None,
    })
}

/// Gives a call the same to all who pass the same?
fn is_same_for_same(call: Value<'_>) -> bool {
    const BLOCKS: [&[u8]; 3] = [b"__chv_ctaid_", b"__chv_ntid_", b"__chv_nctaid_"];
    const OTHERS: [&[u8]; 4] = [
        b"__chv_warp_size",
        b"__chv_dynamic_shared_bytes",
        b"__chv_shared_base",
        b"__chv_sync_ballot",
    ];
    call.called_function().is_some_and(|function| {
        let name = function.name();
        BLOCKS.iter().any(|start| name.starts_with(start))
            || OTHERS.contains(&name)
            || function.is_intrinsic()
            || function.is_declaration() && !name.starts_with(b"__chv_") && is_pure(function)
    })
}

fn is_pure(function: Value<'_>) -> bool {
    function.has_attribute("willreturn") && function.has_attribute("nosync")
}

/// Which of a thread's numbers a kernel asks for: those of x, y and z.
pub(super) fn asked_places(module: &Module<'_>) -> [bool; 3] {
    [c"__chv_tid_x", c"__chv_tid_y", c"__chv_tid_z"]
        .map(|name| ir::function(module, name).is_some_and(|function| function.is_used()))
}
