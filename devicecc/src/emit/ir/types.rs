//! Types and the constants made from them.

use std::ffi::c_uint;
use std::marker::PhantomData;

use inkwell::module::Module;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::target::{LLVMABIAlignmentOfType, LLVMABISizeOfType, LLVMGetModuleDataLayout};

use super::{Type, Value, context, value};

impl<'m> Type<'m> {
    /// Size in bytes of a value in memory; 0 for a type without a size.
    pub(in crate::emit) fn bytes(self, module: &Module<'_>) -> u64 {
        // SAFETY: the type and the module's layout are alive; the size is asked of sized types only.
        unsafe {
            if LLVMTypeIsSized(self.0) == 0 {
                0
            } else {
                LLVMABISizeOfType(LLVMGetModuleDataLayout(module.as_mut_ptr()), self.0)
            }
        }
    }

    /// Alignment in bytes of a value in memory, at least 1.
    pub(in crate::emit) fn alignment(self, module: &Module<'_>) -> u32 {
        // SAFETY: the type and the module's layout are alive; the alignment is asked of sized types only.
        unsafe {
            if LLVMTypeIsSized(self.0) == 0 {
                1
            } else {
                LLVMABIAlignmentOfType(LLVMGetModuleDataLayout(module.as_mut_ptr()), self.0)
            }
        }
    }

    /// The address space that a pointer points into.
    pub(in crate::emit) fn address_space(self) -> u32 {
        // SAFETY: called for types of pointers only, as those of globals are.
        unsafe { LLVMGetPointerAddressSpace(self.0) }
    }

    /// Its value of zero bits.
    pub(in crate::emit) fn zero(self) -> Value<'m> {
        // SAFETY: the type is alive; every type that callers zero has a zero.
        value(unsafe { LLVMConstNull(self.0) }).expect("the type has a zero")
    }

    /// Its poison value, to be filled member by member.
    pub(in crate::emit) fn poison(self) -> Value<'m> {
        // SAFETY: the type is alive.
        value(unsafe { LLVMGetPoison(self.0) }).expect("the type has a poison value")
    }

    /// Its integer `number`; the type is an integer's.
    pub(in crate::emit) fn integer(self, number: u64) -> Value<'m> {
        // SAFETY: the type is an integer type, as the callers' are.
        value(unsafe { LLVMConstInt(self.0, number, 0) }).expect("the type has integers")
    }

    /// A structure of these members, laid out naturally.
    pub(in crate::emit) fn structure(module: &'m Module<'_>, members: &[Type<'m>]) -> Type<'m> {
        let mut members: Vec<LLVMTypeRef> = members.iter().map(|ty| ty.0).collect();
        // SAFETY: the members live in the module's context; the array has the length that is passed.
        Type(
            unsafe {
                LLVMStructTypeInContext(
                    context(module),
                    members.as_mut_ptr(),
                    members.len() as c_uint,
                    0,
                )
            },
            PhantomData,
        )
    }

    /// A vector of `count` of this type, which is a number's.
    pub(in crate::emit) fn vector(self, count: u32) -> Type<'m> {
        // SAFETY: the type is that of integers, as the callers' are.
        Type(unsafe { LLVMVectorType(self.0, count) }, PhantomData)
    }

    /// An array of `count` of this type.
    pub(in crate::emit) fn array(self, count: u64) -> Type<'m> {
        // SAFETY: the type is alive and sized.
        Type(unsafe { LLVMArrayType2(self.0, count) }, PhantomData)
    }
}

/// A constant structure of these members.
pub(in crate::emit) fn constant_structure<'m>(
    module: &'m Module<'_>,
    members: &[Value<'m>],
) -> Value<'m> {
    let mut members: Vec<LLVMValueRef> = members.iter().map(|member| member.raw()).collect();
    // SAFETY: the members are constants of the module's context; the array has the length that is passed.
    let raw = unsafe {
        LLVMConstStructInContext(
            context(module),
            members.as_mut_ptr(),
            members.len() as c_uint,
            0,
        )
    };
    value(raw).expect("LLVMConstStructInContext gives a constant")
}

/// `void`, `ptr`, integers and floating point numbers of the module's context.
pub(in crate::emit) struct Types<'m> {
    pub(in crate::emit) void: Type<'m>,
    pub(in crate::emit) pointer: Type<'m>,
    pub(in crate::emit) byte: Type<'m>,
    pub(in crate::emit) int32: Type<'m>,
    pub(in crate::emit) int64: Type<'m>,
    pub(in crate::emit) float: Type<'m>,
    pub(in crate::emit) double: Type<'m>,
}

impl<'m> Types<'m> {
    /// Pointers into an address space.
    pub(in crate::emit) fn pointer_into(&self, address_space: u32) -> Type<'m> {
        // SAFETY: the context of the other types is alive for 'm.
        unsafe {
            let context = LLVMGetTypeContext(self.pointer.0);
            Type(
                LLVMPointerTypeInContext(context, address_space),
                PhantomData,
            )
        }
    }

    pub(in crate::emit) fn new(module: &'m Module<'_>) -> Types<'m> {
        let context = context(module);
        // SAFETY: the context is alive for 'm.
        unsafe {
            Types {
                void: Type(LLVMVoidTypeInContext(context), PhantomData),
                pointer: Type(LLVMPointerTypeInContext(context, 0), PhantomData),
                byte: Type(LLVMInt8TypeInContext(context), PhantomData),
                int32: Type(LLVMInt32TypeInContext(context), PhantomData),
                int64: Type(LLVMInt64TypeInContext(context), PhantomData),
                float: Type(LLVMFloatTypeInContext(context), PhantomData),
                double: Type(LLVMDoubleTypeInContext(context), PhantomData),
            }
        }
    }
}
