//! What holds of every value: name, type, kind, operands and users.

use llvm_sys::LLVMValueKind;
use llvm_sys::core::*;
use llvm_sys::prelude::*;

use super::{Type, Value, value};
use std::ffi::c_uint;
use std::marker::PhantomData;

impl<'m> Value<'m> {
    pub(super) fn raw(self) -> LLVMValueRef {
        self.0.as_ptr()
    }

    /// The name; empty if it has none.
    pub(in crate::emit) fn name(self) -> &'m [u8] {
        let mut length = 0;
        // SAFETY: the value is alive for 'm, and LLVM says how many bytes its name has; nobody renames it while the slice is used.
        unsafe {
            let start = LLVMGetValueName2(self.raw(), &mut length);
            if length == 0 {
                &[]
            } else {
                std::slice::from_raw_parts(start.cast(), length)
            }
        }
    }

    /// Gives it the name.
    pub(in crate::emit) fn set_name(self, name: &str) {
        // SAFETY: pointer and length describe `name`, which LLVM copies.
        unsafe { LLVMSetValueName2(self.raw(), name.as_ptr().cast(), name.len()) }
    }

    /// Its type.
    pub(in crate::emit) fn ty(self) -> Type<'m> {
        // SAFETY: the value is alive.
        Type(unsafe { LLVMTypeOf(self.raw()) }, PhantomData)
    }

    fn kind(self) -> LLVMValueKind {
        // SAFETY: the value is alive.
        unsafe { LLVMGetValueKind(self.raw()) }
    }

    /// Is it a function?
    pub(in crate::emit) fn is_function(self) -> bool {
        self.kind() == LLVMValueKind::LLVMFunctionValueKind
    }

    /// Is it a global variable?
    pub(in crate::emit) fn is_global_variable(self) -> bool {
        self.kind() == LLVMValueKind::LLVMGlobalVariableValueKind
    }

    /// Is it an instruction?
    pub(in crate::emit) fn is_instruction(self) -> bool {
        self.kind() == LLVMValueKind::LLVMInstructionValueKind
    }

    /// Is it a parameter of a function?
    pub(in crate::emit) fn is_argument(self) -> bool {
        self.kind() == LLVMValueKind::LLVMArgumentValueKind
    }

    /// Is it inline assembler?
    pub(in crate::emit) fn is_inline_asm(self) -> bool {
        self.kind() == LLVMValueKind::LLVMInlineAsmValueKind
    }

    /// Is it a constant, globals and functions included?
    pub(in crate::emit) fn is_constant(self) -> bool {
        // SAFETY: the value is alive.
        unsafe { LLVMIsConstant(self.raw()) != 0 }
    }

    /// The number of a constant integer of at most 64 bits.
    pub(in crate::emit) fn unsigned(self) -> Option<u64> {
        // SAFETY: the value is alive; the number is asked of constant integers only, which are at most that wide where callers ask.
        (self.kind() == LLVMValueKind::LLVMConstantIntValueKind)
            .then(|| unsafe { LLVMConstIntGetZExtValue(self.raw()) })
    }

    /// Is it a constant expression?
    pub(in crate::emit) fn is_constant_expression(self) -> bool {
        self.kind() == LLVMValueKind::LLVMConstantExprValueKind
    }

    /// Is it a constant array or structure?
    pub(in crate::emit) fn is_constant_aggregate(self) -> bool {
        matches!(
            self.kind(),
            LLVMValueKind::LLVMConstantArrayValueKind | LLVMValueKind::LLVMConstantStructValueKind
        )
    }

    /// Is it a constant vector?
    pub(in crate::emit) fn is_constant_vector(self) -> bool {
        self.kind() == LLVMValueKind::LLVMConstantVectorValueKind
    }

    /// The operands of an instruction or constant, blocks included.
    pub(in crate::emit) fn operands(self) -> impl Iterator<Item = Value<'m>> {
        // SAFETY: called for users only: instructions and constants.
        let count = unsafe { LLVMGetNumOperands(self.raw()) }.max(0) as c_uint;
        // SAFETY: the index is below the count.
        (0..count).filter_map(move |index| unsafe { value(LLVMGetOperand(self.raw(), index)) })
    }

    /// Who uses the value.
    pub(in crate::emit) fn users(self) -> Vec<Value<'m>> {
        let mut found = Vec::new();
        // SAFETY: the value is alive; its list of uses is not changed while it is walked.
        unsafe {
            let mut next = LLVMGetFirstUse(self.raw());
            while !next.is_null() {
                found.extend(value(LLVMGetUser(next)));
                next = LLVMGetNextUse(next);
            }
        }
        found
    }

    /// Is it used by anything?
    pub(in crate::emit) fn is_used(self) -> bool {
        // SAFETY: the value is alive.
        unsafe { !LLVMGetFirstUse(self.raw()).is_null() }
    }

    /// Is it used by code or data, be it inside of other constants?
    pub(in crate::emit) fn is_live(self) -> bool {
        let is_code_or_data = |user: Value<'m>| {
            user.is_instruction()
                || user.is_function()
                || user.kind() == LLVMValueKind::LLVMGlobalVariableValueKind
        };
        self.users()
            .into_iter()
            .any(|user| is_code_or_data(user) || user.is_live())
    }

    /// Makes every user use `other` instead.
    pub(in crate::emit) fn replace_uses(self, other: Value<'m>) {
        // SAFETY: both are alive and, as every caller's, of one type.
        unsafe { LLVMReplaceAllUsesWith(self.raw(), other.raw()) }
    }

    /// Removes an unused instruction, function or global from the module. No copy of the value may be used again.
    pub(in crate::emit) fn erase(self) {
        debug_assert!(!self.is_used(), "what is erased has no users");
        // SAFETY: it is alive, has no users, and by the contract of this file nobody looks at it again.
        unsafe {
            match self.kind() {
                LLVMValueKind::LLVMFunctionValueKind => LLVMDeleteFunction(self.raw()),
                LLVMValueKind::LLVMGlobalVariableValueKind => LLVMDeleteGlobal(self.raw()),
                _ => LLVMInstructionEraseFromParent(self.raw()),
            }
        }
    }
}
