//! Loops in which a thread waits for another one.
//!
//! Threads of a block share one processor, so a thread that waits in a loop has to let the others run: such a kernel gets a fiber per
//! thread, and a yield where the loop goes round. A loop waits if an end of it depends on what other threads may have written: a
//! volatile or atomic load, or an atomic operation that does not itself make progress. `atomicAdd(&next, 1) < n` ends without help,
//! and so does a compare-and-swap that is tried again with the value it has just seen. What cannot be told counts as waiting.

use std::collections::HashSet;

use inkwell::module::Module;

use crate::emit::ir::{self, Block, Builder, Opcode, Types, Value};
use crate::emit::shared::graph::Graph;

/// The site of a yield that stands for no call in the source.
const NO_SITE: u64 = u32::MAX as u64;

/// Has a function any instruction by which threads could wait for each other?
pub(super) fn may_wait(function: Value<'_>) -> bool {
    function.instructions().into_iter().any(|instruction| {
        instruction.opcode() == Opcode::LLVMFence
            || instruction.is_volatile()
            || instruction.is_atomic()
    })
}

/// The blocks that go back to the start of a loop which waits. Loops round `beyond`, such as the entry's own over threads, are not looked at.
pub(super) fn waiting_back_edges<'m>(function: Value<'m>, beyond: Block<'m>) -> Vec<Block<'m>> {
    let graph = Graph::new(function);
    let mut found = Vec::new();
    let all: Vec<usize> = (0..graph.blocks.len()).collect();
    let mut todo = vec![all];
    while let Some(within) = todo.pop() {
        for circle in graph.circles(&within) {
            let heads = graph.heads(&circle);
            let inside: HashSet<usize> = circle.iter().copied().collect();
            if !inside.contains(&graph.indices[&beyond])
                && (Loop {
                    graph: &graph,
                    inside: &inside,
                    heads: &heads,
                })
                .waits()
            {
                found.extend(graph.sources(&inside, &heads));
            }
            todo.push(
                circle
                    .into_iter()
                    .filter(|block| !heads.contains(block))
                    .collect(),
            );
        }
    }
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|index| graph.blocks[index]).collect()
}

/// Puts a yield at the end of each block.
pub(super) fn insert_yields<'m>(module: &'m Module<'_>, blocks: &[Block<'m>]) {
    let types = Types::new(module);
    let primitive = ir::declare(module, c"__chv_sync_yield", types.void, &[types.int32]);
    for block in blocks {
        Builder::before(block.terminator()).call(primitive, &[types.int32.integer(NO_SITE)]);
    }
}

/// A circle of blocks that is being judged.
struct Loop<'a, 'm> {
    graph: &'a Graph<'m>,
    inside: &'a HashSet<usize>,
    heads: &'a [usize],
}

impl<'m> Loop<'_, 'm> {
    /// Does any end of the loop depend on what other threads do?
    fn waits(&self) -> bool {
        let has_fence = self
            .instructions()
            .any(|instruction| instruction.opcode() == Opcode::LLVMFence);
        let mut seen: HashSet<Value<'m>> = HashSet::new();
        let mut todo = self.ends();
        while let Some(value) = todo.pop() {
            if !self.holds(value) || !seen.insert(value) {
                continue;
            }
            match value.opcode() {
                Opcode::LLVMLoad if has_fence || value.is_volatile() || value.is_atomic() => {
                    return true;
                }
                Opcode::LLVMLoad => {}
                Opcode::LLVMAtomicRMW if !makes_progress(value) => return true,
                Opcode::LLVMAtomicRMW => {}
                Opcode::LLVMAtomicCmpXchg if !self.tries_what_it_saw(value) => return true,
                Opcode::LLVMAtomicCmpXchg => {}
                Opcode::LLVMCall | Opcode::LLVMInvoke if may_read_others(value) => return true,
                Opcode::LLVMPHI => self.add_phi(value, &mut todo),
                _ => todo.extend(value.operands()),
            }
        }
        false
    }

    fn instructions(&self) -> impl Iterator<Item = Value<'m>> {
        self.inside
            .iter()
            .flat_map(|block| self.graph.blocks[*block].instructions())
    }

    /// Is it an instruction of the loop?
    fn holds(&self, value: Value<'m>) -> bool {
        value.is_instruction()
            && self
                .graph
                .indices
                .get(&value.block())
                .is_some_and(|block| self.inside.contains(block))
    }

    /// What decides at the block where to go on; nothing where control has no choice.
    fn choice(&self, block: usize) -> Option<Value<'m>> {
        let terminator = self.graph.blocks[block].terminator();
        (self.graph.successors[block].len() > 1)
            .then(|| terminator.operands().next())
            .flatten()
    }

    /// All choices in the loop.
    fn choices(&self) -> impl Iterator<Item = Value<'m>> {
        self.inside.iter().filter_map(|block| self.choice(*block))
    }

    /// The conditions under which the loop ends.
    fn ends(&self) -> Vec<Value<'m>> {
        let sources = self.graph.sources(self.inside, self.heads);
        let mut ends = Vec::new();
        for block in self.inside {
            if !self.graph.successors[*block]
                .iter()
                .any(|next| !self.inside.contains(next))
            {
                continue;
            }
            ends.extend(self.choice(*block));
            // An end that is not reached each time round depends on the way to it too.
            let each_time = self.heads == [*block] || sources == [*block];
            if !each_time {
                ends.extend(self.choices());
            }
        }
        ends
    }

    /// What a phi of the loop depends on: the values from inside, and the way taken if they differ.
    fn add_phi(&self, phi: Value<'m>, todo: &mut Vec<Value<'m>>) {
        let mut values: Vec<Value<'m>> = phi
            .incoming()
            .into_iter()
            .filter(|(_, from)| self.inside.contains(&self.graph.indices[from]))
            .map(|(value, _)| value)
            .collect();
        values.dedup();
        if values.len() > 1 {
            todo.extend(self.choices());
        }
        todo.extend(values);
    }

    /// Does a compare-and-swap expect the value that it found the time before? Then it fails only if another thread succeeded.
    fn tries_what_it_saw(&self, exchange: Value<'m>) -> bool {
        let mut seen = HashSet::new();
        let mut todo: Vec<Value<'m>> = exchange.operands().nth(1).into_iter().collect();
        while let Some(value) = todo.pop() {
            if value == exchange {
                return true;
            }
            if !self.holds(value) || !seen.insert(value) {
                continue;
            }
            use Opcode::*;
            if matches!(
                value.opcode(),
                LLVMPHI | LLVMSelect | LLVMExtractValue | LLVMBitCast | LLVMIntToPtr | LLVMPtrToInt
            ) {
                todo.extend(value.operands());
            }
        }
        false
    }
}

/// Does the atomic operation change its memory each time, so that counting with it comes to an end?
fn makes_progress(operation: Value<'_>) -> bool {
    let step = operation.operands().nth(1);
    operation.adds() && step.is_some_and(|step| step.is_constant() && step != step.ty().zero())
}

/// Could the call's result be what another thread wrote? Calls of primitives, intrinsics and the math library read their arguments only.
fn may_read_others(call: Value<'_>) -> bool {
    call.called_function()
        .is_none_or(|function| !function.is_declaration())
}
