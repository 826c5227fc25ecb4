//! Instructions and the blocks that they stand in.

use std::ffi::c_uint;
use std::marker::PhantomData;
use std::ptr::NonNull;

use llvm_sys::LLVMAtomicOrdering;
use llvm_sys::core::*;

use super::{Block, Builder, Metadata, Opcode, Value, value};

/// The attribute index of a function itself, as opposed to its result or a parameter.
pub(super) const FUNCTION_INDEX: llvm_sys::LLVMAttributeIndex =
    llvm_sys::LLVMAttributeFunctionIndex;

impl<'m> Value<'m> {
    /// What an instruction or constant expression does.
    pub(in crate::emit) fn opcode(self) -> Opcode {
        // SAFETY: called for instructions and constant expressions only.
        unsafe {
            if self.is_instruction() {
                LLVMGetInstructionOpcode(self.raw())
            } else {
                LLVMGetConstOpcode(self.raw())
            }
        }
    }

    /// Replaces operand `index` of an instruction.
    pub(in crate::emit) fn set_operand(self, index: u32, by: Value<'m>) {
        // SAFETY: the caller counted the operands by `operands`; both values are alive.
        unsafe { LLVMSetOperand(self.raw(), index, by.raw()) }
    }

    /// Is it a call or invoke?
    pub(in crate::emit) fn is_call(self) -> bool {
        self.is_instruction()
            && matches!(
                self.opcode(),
                Opcode::LLVMCall | Opcode::LLVMInvoke | Opcode::LLVMCallBr
            )
    }

    /// What a call calls: a function, a pointer or inline assembler.
    pub(in crate::emit) fn callee(self) -> Option<Value<'m>> {
        if !self.is_call() {
            return None;
        }
        // SAFETY: it is a call.
        unsafe { value(LLVMGetCalledValue(self.raw())) }
    }

    /// The function that a direct call calls.
    pub(in crate::emit) fn called_function(self) -> Option<Value<'m>> {
        self.callee().filter(|callee| callee.is_function())
    }

    /// Is it a call of what a pointer leads to?
    pub(in crate::emit) fn calls_pointer(self) -> bool {
        self.callee()
            .is_some_and(|callee| !callee.is_function() && !callee.is_inline_asm())
    }

    /// The template of inline assembler, if that is what a call calls.
    pub(in crate::emit) fn called_assembler(self) -> Option<String> {
        let callee = self.callee()?;
        // SAFETY: the value is alive; the text is asked for inline assembler only, has that many bytes and lives as long.
        unsafe {
            if LLVMIsAInlineAsm(callee.raw()).is_null() {
                return None;
            }
            let mut bytes = 0;
            let text = LLVMGetInlineAsmAsmString(callee.raw(), &mut bytes);
            let text = std::slice::from_raw_parts(text.cast::<u8>(), bytes);
            Some(String::from_utf8_lossy(text).into_owned())
        }
    }

    /// Is it a call of inline assembler that may access any memory, as its constraints say?
    pub(in crate::emit) fn calls_assembler_on_memory(self) -> bool {
        let Some(callee) = self.callee().filter(|callee| callee.is_inline_asm()) else {
            return false;
        };
        // SAFETY: it is inline assembler and alive; the text has that many bytes and lives as long.
        let constraints = unsafe {
            let mut bytes = 0;
            let text = LLVMGetInlineAsmConstraintString(callee.raw(), &mut bytes);
            std::slice::from_raw_parts(text.cast::<u8>(), bytes)
        };
        constraints
            .split(|&byte| byte == b',')
            .any(|it| it == b"~{memory}")
    }

    /// Does it read or write memory as volatile?
    pub(in crate::emit) fn is_volatile(self) -> bool {
        use Opcode::*;
        let may = matches!(
            self.opcode(),
            LLVMLoad | LLVMStore | LLVMAtomicCmpXchg | LLVMAtomicRMW
        );
        // SAFETY: it is one of the four instructions that can be volatile.
        may && unsafe { LLVMGetVolatile(self.raw()) != 0 }
    }

    /// Is it an atomic access? Fences are not accesses.
    pub(in crate::emit) fn is_atomic(self) -> bool {
        match self.opcode() {
            Opcode::LLVMAtomicCmpXchg | Opcode::LLVMAtomicRMW => true,
            // SAFETY: loads and stores have an ordering.
            Opcode::LLVMLoad | Opcode::LLVMStore => unsafe {
                !matches!(
                    LLVMGetOrdering(self.raw()),
                    LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic
                )
            },
            _ => false,
        }
    }

    /// Is it a relaxed compare-and-exchange of volatile memory that may fail for no reason?
    pub(in crate::emit) fn is_weak_volatile_exchange(self) -> bool {
        // SAFETY: the four are asked of a compare-and-exchange only.
        self.opcode() == Opcode::LLVMAtomicCmpXchg
            && unsafe {
                LLVMGetWeak(self.raw()) != 0
                    && LLVMGetVolatile(self.raw()) != 0
                    && LLVMGetCmpXchgSuccessOrdering(self.raw())
                        == LLVMAtomicOrdering::LLVMAtomicOrderingMonotonic
            }
    }

    /// Makes a compare-and-exchange a plain one among the threads of `scope`, as the target calls it.
    pub(in crate::emit) fn make_plain_exchange(self, scope: &str) {
        // SAFETY: called for a compare-and-exchange only; pointer and length describe `scope`, which LLVM copies.
        unsafe {
            let context = LLVMGetTypeContext(self.ty().0);
            LLVMSetWeak(self.raw(), 0);
            LLVMSetVolatile(self.raw(), 0);
            LLVMSetAtomicSyncScopeID(
                self.raw(),
                LLVMGetSyncScopeID(context, scope.as_ptr().cast(), scope.len()),
            );
        }
    }

    /// Does the atomic operation add or subtract?
    pub(in crate::emit) fn adds(self) -> bool {
        use llvm_sys::LLVMAtomicRMWBinOp::*;
        // SAFETY: called for atomic operations only.
        let operation = unsafe { LLVMGetAtomicRMWBinOp(self.raw()) };
        matches!(operation, LLVMAtomicRMWBinOpAdd | LLVMAtomicRMWBinOpSub)
    }

    /// The incoming values and blocks of a phi.
    pub(in crate::emit) fn incoming(self) -> Vec<(Value<'m>, Block<'m>)> {
        // SAFETY: called for phis only; the indices are below the count.
        unsafe {
            (0..LLVMCountIncoming(self.raw()))
                .filter_map(|index| {
                    let block = NonNull::new(LLVMGetIncomingBlock(self.raw(), index))?;
                    Some((
                        value(LLVMGetIncomingValue(self.raw(), index))?,
                        Block(block, PhantomData),
                    ))
                })
                .collect()
        }
    }

    /// The block of an instruction.
    pub(in crate::emit) fn block(self) -> Block<'m> {
        // SAFETY: called for instructions that stand in a block.
        let raw = unsafe { LLVMGetInstructionParent(self.raw()) };
        Block(
            NonNull::new(raw).expect("the instruction stands in a block"),
            PhantomData,
        )
    }

    /// The metadata of that kind on an instruction.
    pub(in crate::emit) fn metadata(self, kind: &str) -> Option<Metadata<'m>> {
        // SAFETY: called for instructions only.
        let node = unsafe { LLVMGetMetadata(self.raw(), metadata_kind(self, kind)) };
        (!node.is_null()).then_some(Metadata(node, PhantomData))
    }

    /// Sets metadata of that kind on an instruction.
    pub(in crate::emit) fn set_metadata(self, kind: &str, node: Metadata<'m>) {
        // SAFETY: called for instructions only; the node is of the same context.
        unsafe { LLVMSetMetadata(self.raw(), metadata_kind(self, kind), node.0) }
    }

    /// Marks a load as giving the same value for as long as its memory can be read.
    pub(in crate::emit) fn set_invariant(self) {
        // SAFETY: called for loads only; the empty node lives in their context.
        unsafe {
            let context = LLVMGetTypeContext(self.ty().0);
            let empty = LLVMMDNodeInContext2(context, std::ptr::null_mut(), 0);
            LLVMSetMetadata(
                self.raw(),
                metadata_kind(self, "invariant.load"),
                LLVMMetadataAsValue(context, empty),
            );
        }
    }

    /// Has the module keep a remark on a function that holds the instruction, with the place that it comes from.
    pub(in crate::emit) fn remark(self, on: Value<'m>, name: &str, words: &str) {
        debug_assert!(self.is_instruction() && on.is_function());
        // SAFETY: both are alive, and of these kinds.
        unsafe { crate::shim::remark(on.raw(), name, words, self.raw()) }
    }

    /// Moves the instruction before another one, where all that it uses must be known, and gives it.
    pub(in crate::emit) fn move_before(self, other: Value<'m>) -> Value<'m> {
        let build = Builder::before(other);
        // SAFETY: the instruction stands in a block and is put into the block of `other` at once, so it is never lost.
        unsafe {
            LLVMInstructionRemoveFromParent(self.raw());
            LLVMInsertIntoBuilder(build.0, self.raw());
        }
        self
    }

    /// The alignment in bytes that a call promises of its argument `index`; 0 if it promises none.
    pub(in crate::emit) fn argument_alignment(self, index: u32) -> u64 {
        // SAFETY: called for calls only; null means that there is no such attribute.
        unsafe {
            let attribute =
                LLVMGetCallSiteEnumAttribute(self.raw(), index + 1, attribute_kind("align"));
            if attribute.is_null() {
                0
            } else {
                LLVMGetEnumAttributeValue(attribute)
            }
        }
    }

    /// Removes an attribute without a value from a call.
    pub(in crate::emit) fn remove_call_attribute(self, name: &str) {
        // SAFETY: called for calls only.
        unsafe { LLVMRemoveCallSiteEnumAttribute(self.raw(), FUNCTION_INDEX, attribute_kind(name)) }
    }
}

/// The number of an attribute's name.
pub(super) fn attribute_kind(name: &str) -> c_uint {
    // SAFETY: pointer and length describe `name`.
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

/// The number of a kind of metadata in the value's context.
fn metadata_kind(value: Value<'_>, name: &str) -> c_uint {
    // SAFETY: the value is alive; pointer and length describe `name`.
    unsafe {
        LLVMGetMDKindIDInContext(
            LLVMGetTypeContext(value.ty().0),
            name.as_ptr().cast(),
            name.len() as c_uint,
        )
    }
}

impl<'m> Block<'m> {
    /// The instructions of the block.
    pub(in crate::emit) fn instructions(self) -> Vec<Value<'m>> {
        let mut found = Vec::new();
        // SAFETY: the block is alive; its list is not changed while it is walked.
        let mut next = unsafe { value(LLVMGetFirstInstruction(self.0.as_ptr())) };
        while let Some(instruction) = next {
            found.push(instruction);
            // SAFETY: `instruction` is an instruction of the block.
            next = unsafe { value(LLVMGetNextInstruction(instruction.raw())) };
        }
        found
    }

    /// The function of the block.
    pub(in crate::emit) fn function(self) -> Value<'m> {
        // SAFETY: the block is alive and stands in a function.
        let raw = unsafe { LLVMGetBasicBlockParent(self.0.as_ptr()) };
        Value(
            NonNull::new(raw).expect("the block stands in a function"),
            PhantomData,
        )
    }

    /// The last instruction, which says where to go on.
    pub(in crate::emit) fn terminator(self) -> Value<'m> {
        // SAFETY: the block is alive; blocks of a verified function end in a terminator.
        let raw = unsafe { LLVMGetBasicBlockTerminator(self.0.as_ptr()) };
        Value(
            NonNull::new(raw).expect("a block ends in a terminator"),
            PhantomData,
        )
    }

    /// Does exactly one instruction lead here?
    pub(in crate::emit) fn comes_from_one_only(self) -> bool {
        // SAFETY: the block is alive; its list of uses is walked and not changed.
        unsafe {
            let first = LLVMGetFirstUse(LLVMBasicBlockAsValue(self.0.as_ptr()));
            !first.is_null() && LLVMGetNextUse(first).is_null()
        }
    }

    /// Where control can go from here.
    pub(in crate::emit) fn successors(self) -> Vec<Block<'m>> {
        let terminator = self.terminator().raw();
        // SAFETY: it is a terminator, and the indices are below the count.
        unsafe {
            (0..LLVMGetNumSuccessors(terminator))
                .filter_map(|index| NonNull::new(LLVMGetSuccessor(terminator, index)))
                .map(|block| Block(block, PhantomData))
                .collect()
        }
    }
}
