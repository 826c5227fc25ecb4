//! What addresses and conditions are computed from.

use std::ffi::c_uint;

use inkwell::module::Module;
use llvm_sys::core::*;
use llvm_sys::target::{LLVMABISizeOfType, LLVMGetModuleDataLayout, LLVMOffsetOfElement};
use llvm_sys::{LLVMIntPredicate, LLVMTypeKind};

use super::{Opcode, Type, Value};

/// How far from its base an address lies, in bytes: a number, and indices with the bytes that each counts for.
pub(in crate::emit) struct Offset<'m> {
    pub(in crate::emit) bytes: i64,
    pub(in crate::emit) terms: Vec<(Value<'m>, i64)>,
}

impl<'m> Value<'m> {
    /// How far a getelementptr goes from its first operand; nothing if it makes a vector of addresses, or steps over what has no size.
    pub(in crate::emit) fn offset(self, module: &Module<'_>) -> Option<Offset<'m>> {
        let mut offset = Offset {
            bytes: 0,
            terms: Vec::new(),
        };
        // SAFETY: called for getelementptrs only; the types are those that its indices walk through, as LLVM has verified.
        unsafe {
            if LLVMGetTypeKind(self.ty().0) != LLVMTypeKind::LLVMPointerTypeKind {
                return None;
            }
            let layout = LLVMGetModuleDataLayout(module.as_mut_ptr());
            let mut ty = LLVMGetGEPSourceElementType(self.raw());
            for (position, index) in self.operands().skip(1).enumerate() {
                if position > 0 {
                    if LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMStructTypeKind {
                        let member = index.unsigned()? as c_uint;
                        offset.bytes += LLVMOffsetOfElement(layout, ty, member) as i64;
                        ty = LLVMStructGetTypeAtIndex(ty, member);
                        continue;
                    }
                    ty = LLVMGetElementType(ty);
                }
                if LLVMTypeIsSized(ty) == 0 {
                    return None;
                }
                let bytes = LLVMABISizeOfType(layout, ty) as i64;
                match index.signed() {
                    Some(number) => {
                        offset.bytes = offset.bytes.wrapping_add(number.wrapping_mul(bytes));
                    }
                    None => offset.terms.push((index, bytes)),
                }
            }
        }
        Some(offset)
    }

    /// The value of a constant integer of at most 64 bits, read as a signed one.
    pub(in crate::emit) fn signed(self) -> Option<i64> {
        // SAFETY: asked of constant integers of at most that width only.
        self.unsigned()
            .filter(|_| self.ty().bits().is_some_and(|bits| bits <= 64))
            .map(|_| unsafe { LLVMConstIntGetSExtValue(self.raw()) })
    }

    /// How a comparison of integers compares.
    pub(in crate::emit) fn predicate(self) -> Option<LLVMIntPredicate> {
        // SAFETY: asked of comparisons of integers only.
        (self.is_instruction() && self.opcode() == Opcode::LLVMICmp)
            .then(|| unsafe { LLVMGetICmpPredicate(self.raw()) })
    }

    /// Is it an `or` of numbers that have no bit in common, which is their sum?
    pub(in crate::emit) fn is_disjoint_or(self) -> bool {
        // SAFETY: the flag is asked of instructions that can have it only.
        self.is_instruction()
            && self.opcode() == Opcode::LLVMOr
            && unsafe { LLVMGetIsDisjoint(self.raw()) != 0 }
    }
}

impl Type<'_> {
    /// The width of an integer type in bits; nothing for other types.
    pub(in crate::emit) fn bits(self) -> Option<u32> {
        // SAFETY: the type is alive; the width is asked of integer types only.
        unsafe {
            (LLVMGetTypeKind(self.0) == LLVMTypeKind::LLVMIntegerTypeKind)
                .then(|| LLVMGetIntTypeWidth(self.0))
        }
    }
}
