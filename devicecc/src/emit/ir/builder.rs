//! Making instructions.

use std::ffi::{c_char, c_uint};
use std::marker::PhantomData;

use llvm_sys::core::*;
use llvm_sys::prelude::*;

use super::{Builder, Opcode, Type, Types, Value, value};

impl<'m> Builder<'m> {
    /// A builder that stands before `instruction`.
    pub(in crate::emit) fn before(instruction: Value<'m>) -> Builder<'m> {
        // SAFETY: the instruction stands in a block of a live module; the builder is disposed of by `drop`.
        unsafe {
            let builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(instruction.ty().0));
            LLVMPositionBuilderBefore(builder, instruction.raw());
            Builder(builder, PhantomData)
        }
    }

    fn built(raw: LLVMValueRef) -> Value<'m> {
        value(raw).expect("the builder gives a value")
    }

    /// Calls a function that the module declares.
    pub(in crate::emit) fn call(&self, function: Value<'m>, arguments: &[Value<'m>]) -> Value<'m> {
        let mut arguments: Vec<LLVMValueRef> =
            arguments.iter().map(|argument| argument.raw()).collect();
        // SAFETY: the arguments fit the function's type, as its callers in this crate declared it.
        Self::built(unsafe {
            let ty = function.global_type().0;
            LLVMBuildCall2(
                self.0,
                ty,
                function.raw(),
                arguments.as_mut_ptr(),
                arguments.len() as c_uint,
                NO_NAME,
            )
        })
    }

    /// Loads a value of the type.
    pub(in crate::emit) fn load(&self, ty: Type<'m>, from: Value<'m>) -> Value<'m> {
        // SAFETY: `from` is a pointer and the type is sized.
        Self::built(unsafe { LLVMBuildLoad2(self.0, ty.0, from.raw(), NO_NAME) })
    }

    /// Stores the value.
    pub(in crate::emit) fn store(&self, value: Value<'m>, to: Value<'m>) -> Value<'m> {
        // SAFETY: `to` is a pointer and the value's type is sized.
        Self::built(unsafe { LLVMBuildStore(self.0, value.raw(), to.raw()) })
    }

    /// The address `bytes` behind `base`, inside one object.
    pub(in crate::emit) fn offset(
        &self,
        base: Value<'m>,
        bytes: u64,
        types: &Types<'m>,
    ) -> Value<'m> {
        let mut index = types.int64.integer(bytes).raw();
        // SAFETY: `base` is a pointer; one index is passed.
        Self::built(unsafe {
            LLVMBuildInBoundsGEP2(self.0, types.byte.0, base.raw(), &mut index, 1, NO_NAME)
        })
    }

    /// An operation of two integers.
    pub(in crate::emit) fn binary(
        &self,
        opcode: Opcode,
        left: Value<'m>,
        right: Value<'m>,
    ) -> Value<'m> {
        // SAFETY: both are of one type that the operation takes.
        Self::built(unsafe { LLVMBuildBinOp(self.0, opcode, left.raw(), right.raw(), NO_NAME) })
    }

    /// A conversion.
    pub(in crate::emit) fn cast(&self, opcode: Opcode, from: Value<'m>, to: Type<'m>) -> Value<'m> {
        // SAFETY: the conversion exists between the two types, as the callers' do.
        Self::built(unsafe { LLVMBuildCast(self.0, opcode, from.raw(), to.0, NO_NAME) })
    }

    /// `left < right` as unsigned integers.
    pub(in crate::emit) fn less(&self, left: Value<'m>, right: Value<'m>) -> Value<'m> {
        // SAFETY: both are integers of one type.
        Self::built(unsafe {
            LLVMBuildICmp(
                self.0,
                llvm_sys::LLVMIntPredicate::LLVMIntULT,
                left.raw(),
                right.raw(),
                NO_NAME,
            )
        })
    }

    /// The same address computation as the constant expression `like`, over other operands.
    pub(in crate::emit) fn address_like(
        &self,
        like: Value<'m>,
        operands: &[Value<'m>],
    ) -> Value<'m> {
        let mut indices: Vec<LLVMValueRef> =
            operands[1..].iter().map(|index| index.raw()).collect();
        // SAFETY: `like` is a getelementptr, whose operands were replaced one by one by values of their types.
        Self::built(unsafe {
            LLVMBuildGEPWithNoWrapFlags(
                self.0,
                LLVMGetGEPSourceElementType(like.raw()),
                operands[0].raw(),
                indices.as_mut_ptr(),
                indices.len() as c_uint,
                NO_NAME,
                LLVMGEPGetNoWrapFlags(like.raw()),
            )
        })
    }

    /// `aggregate` with its member `index` replaced; an array or a structure.
    pub(in crate::emit) fn insert_member(
        &self,
        aggregate: Value<'m>,
        member: Value<'m>,
        index: u32,
    ) -> Value<'m> {
        // SAFETY: the aggregate has that member, of that type.
        Self::built(unsafe {
            LLVMBuildInsertValue(self.0, aggregate.raw(), member.raw(), index, NO_NAME)
        })
    }

    /// `vector` with its element `index` replaced.
    pub(in crate::emit) fn insert_element(
        &self,
        vector: Value<'m>,
        element: Value<'m>,
        index: Value<'m>,
    ) -> Value<'m> {
        // SAFETY: the vector has elements of that type, and the index is an integer.
        Self::built(unsafe {
            LLVMBuildInsertElement(self.0, vector.raw(), element.raw(), index.raw(), NO_NAME)
        })
    }
}

impl Drop for Builder<'_> {
    fn drop(&mut self) {
        // SAFETY: the builder was created by `before` and is disposed of once.
        unsafe { LLVMDisposeBuilder(self.0) }
    }
}

/// What LLVM wants where a value stays without a name.
const NO_NAME: *const c_char = c"".as_ptr();
