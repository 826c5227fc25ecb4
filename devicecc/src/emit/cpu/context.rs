//! What a thread can ask of its block: indices, dimensions, shared memory.

use anyhow::Context as _;
use inkwell::module::Module;

use crate::emit::ir::{self, Builder, Metadata, Opcode, Types, Value};

/// The primitives that the first operands of `chv.context` answer, in their order.
const ANSWERED: [&[u8]; 14] = [
    b"__chv_tid_x",
    b"__chv_tid_y",
    b"__chv_tid_z",
    b"__chv_ctaid_x",
    b"__chv_ctaid_y",
    b"__chv_ctaid_z",
    b"__chv_ntid_x",
    b"__chv_ntid_y",
    b"__chv_ntid_z",
    b"__chv_nctaid_x",
    b"__chv_nctaid_y",
    b"__chv_nctaid_z",
    b"__chv_lane",
    b"__chv_dynamic_shared_bytes",
];

/// The marker call that the entry's template holds, once the kernel has been inlined behind it. It stands before all of the kernel.
pub(super) struct ThreadContext<'m> {
    entry: Value<'m>,
    marker: Value<'m>,
    operands: Vec<Value<'m>>,
}

impl<'m> ThreadContext<'m> {
    /// Finds the marker in the entry.
    pub(super) fn find(
        module: &'m Module<'_>,
        entry: Value<'m>,
    ) -> anyhow::Result<ThreadContext<'m>> {
        let marker = ir::function(module, c"chv.context")
            .and_then(|function| function.users().into_iter().next());
        let marker = marker.context("the kernel's entry has lost its marker")?;
        let operands = marker.operands().take(ANSWERED.len() + 2).collect();
        Ok(ThreadContext {
            entry,
            marker,
            operands,
        })
    }

    /// Does it ask for `threadIdx.y`, before the primitives are answered?
    pub(super) fn has_rows(&self, module: &Module<'_>) -> bool {
        ir::function(module, c"__chv_tid_y").is_some_and(|it| it.is_used())
    }

    /// The kernel's entry.
    pub(super) fn entry(&self) -> Value<'m> {
        self.entry
    }

    /// The marker: what is built before it can be used by all of the kernel.
    pub(super) fn marker(&self) -> Value<'m> {
        self.marker
    }

    /// Where the block's shared memory starts.
    pub(super) fn shared(&self) -> Value<'m> {
        self.operands[ANSWERED.len()]
    }

    /// The array of addresses of the kernel's parameters.
    pub(super) fn parameters(&self) -> Value<'m> {
        self.operands[ANSWERED.len() + 1]
    }

    /// The group of accesses which the loop over threads may reorder.
    pub(super) fn access_group(&self) -> Option<Metadata<'m>> {
        self.marker.metadata("llvm.access.group")
    }

    /// Replaces the primitives' calls in the entry. Functions that stay calls keep theirs.
    pub(super) fn answer_primitives(&self, module: &'m Module<'_>, shared_bytes: u32) {
        let types = Types::new(module);
        for function in ir::functions(module)
            .into_iter()
            .filter(|function| function.name().starts_with(b"__chv_"))
        {
            let answer = ANSWERED.iter().position(|name| *name == function.name());
            let is_shared = function.name() == b"__chv_is_shared";
            if answer.is_none() && !is_shared {
                continue;
            }
            for call in function.users() {
                if call.called_function() != Some(function) || call.block().function() != self.entry
                {
                    continue;
                }
                let by = match answer {
                    Some(index) => self.operands[index],
                    None => self.is_shared(call, shared_bytes, &types),
                };
                call.replace_uses(by);
                call.erase();
            }
        }
    }

    /// Builds the test whether the call's argument lies in the block's shared memory.
    fn is_shared(&self, call: Value<'m>, shared_bytes: u32, types: &Types<'m>) -> Value<'m> {
        let dynamic_bytes = self.operands[ANSWERED.len() - 1];
        let build = Builder::before(call);
        let address = call
            .operands()
            .next()
            .expect("the primitive takes an address");
        let address = build.cast(Opcode::LLVMPtrToInt, address, types.int64);
        let start = build.cast(Opcode::LLVMPtrToInt, self.shared(), types.int64);
        let offset = build.binary(Opcode::LLVMSub, address, start);
        let dynamic_bytes = build.cast(Opcode::LLVMZExt, dynamic_bytes, types.int64);
        let bytes = build.binary(
            Opcode::LLVMAdd,
            dynamic_bytes,
            types.int64.integer(shared_bytes.into()),
        );
        build.cast(Opcode::LLVMZExt, build.less(offset, bytes), types.int32)
    }

    /// Removes the marker; its work is done.
    pub(super) fn remove(self) {
        let function = self.marker.called_function();
        self.marker.erase();
        if let Some(function) = function {
            function.erase();
        }
    }
}
