//! Globals and functions: linkage, initial values, attributes, bodies.

use std::ffi::{CStr, c_uint};
use std::marker::PhantomData;
use std::ptr::NonNull;

use inkwell::module::Module;
use llvm_sys::LLVMLinkage;
use llvm_sys::core::*;

use super::instruction::{FUNCTION_INDEX, attribute_kind};
use super::{Block, Type, Value, value};

impl<'m> Value<'m> {
    /// Has the function or global no body or initialiser here?
    pub(in crate::emit) fn is_declaration(self) -> bool {
        // SAFETY: called for globals and functions only, which are alive.
        unsafe { LLVMIsDeclaration(self.raw()) != 0 }
    }

    /// Is the global thread-local?
    pub(in crate::emit) fn is_thread_local(self) -> bool {
        // SAFETY: called for globals only.
        unsafe { LLVMIsThreadLocal(self.raw()) != 0 }
    }

    /// The section of a global, if it asks for one.
    pub(in crate::emit) fn section(self) -> Option<&'m str> {
        // SAFETY: called for globals only; the text lives as long as the global keeps its section.
        let section = unsafe { LLVMGetSection(self.raw()) };
        // SAFETY: LLVM gives null or a text that ends in a zero byte.
        let section = (!section.is_null()).then(|| unsafe { CStr::from_ptr(section) });
        section
            .and_then(|text| text.to_str().ok())
            .filter(|text| !text.is_empty())
    }

    /// The type of what a global or function is, as opposed to that of its address.
    pub(in crate::emit) fn global_type(self) -> Type<'m> {
        // SAFETY: called for globals and functions only.
        Type(unsafe { LLVMGlobalGetValueType(self.raw()) }, PhantomData)
    }

    /// The alignment that a global asks for in bytes; 0 if it asks for none.
    pub(in crate::emit) fn alignment(self) -> u32 {
        // SAFETY: called for globals only.
        unsafe { LLVMGetAlignment(self.raw()) }
    }

    /// Sets the alignment in bytes, of a global, load or store.
    pub(in crate::emit) fn set_alignment(self, bytes: u32) {
        // SAFETY: called for globals, loads and stores only, with a power of two.
        unsafe { LLVMSetAlignment(self.raw(), bytes) }
    }

    /// The initialiser of a global.
    pub(in crate::emit) fn initializer(self) -> Option<Value<'m>> {
        // SAFETY: called for globals only; null means none.
        unsafe { value(LLVMGetInitializer(self.raw())) }
    }

    /// Sets the initialiser of a global, of the global's own type.
    pub(in crate::emit) fn set_initializer(self, initial: Value<'m>) {
        // SAFETY: both are alive and of one context.
        unsafe { LLVMSetInitializer(self.raw(), initial.raw()) }
    }

    /// Is it a global that no code writes?
    pub(in crate::emit) fn is_constant_global(self) -> bool {
        // SAFETY: the second is asked of global variables only.
        unsafe {
            !LLVMIsAGlobalVariable(self.raw()).is_null() && LLVMIsGlobalConstant(self.raw()) != 0
        }
    }

    /// Makes a global constant or writable.
    pub(in crate::emit) fn set_global_constant(self, constant: bool) {
        // SAFETY: called for globals only.
        unsafe { LLVMSetGlobalConstant(self.raw(), constant.into()) }
    }

    /// Says that something outside writes the global before the code runs.
    pub(in crate::emit) fn set_externally_initialized(self) {
        // SAFETY: called for globals only.
        unsafe { LLVMSetExternallyInitialized(self.raw(), 1) }
    }

    /// The linkage of a global or function.
    pub(in crate::emit) fn linkage(self) -> LLVMLinkage {
        // SAFETY: called for globals and functions only.
        unsafe { LLVMGetLinkage(self.raw()) }
    }

    /// Sets the linkage of a global or function.
    pub(in crate::emit) fn set_linkage(self, linkage: LLVMLinkage) {
        // SAFETY: called for globals and functions only.
        unsafe { LLVMSetLinkage(self.raw(), linkage) }
    }

    /// Gives this global the visibility of `other`.
    pub(in crate::emit) fn copy_visibility(self, other: Value<'m>) {
        // SAFETY: called for globals and functions only.
        unsafe { LLVMSetVisibility(self.raw(), LLVMGetVisibility(other.raw())) }
    }

    /// Makes a global protected: visible to others and yet reached without the global offset table.
    pub(in crate::emit) fn set_protected(self) {
        // SAFETY: called for globals and functions only.
        unsafe {
            LLVMSetVisibility(
                self.raw(),
                llvm_sys::LLVMVisibility::LLVMProtectedVisibility,
            )
        }
    }

    /// Sets how the function is called, by LLVM's number of it (`llvm/IR/CallingConv.h`).
    pub(in crate::emit) fn set_calling_convention(self, convention: u32) {
        // SAFETY: called for functions only.
        unsafe { LLVMSetFunctionCallConv(self.raw(), convention) }
    }

    /// Puts the global into a group of its own name that the linker keeps once, if `like` is in such a group.
    pub(in crate::emit) fn copy_comdat(self, module: &'m Module<'_>, like: Value<'m>, name: &CStr) {
        // SAFETY: both are globals of that module, and the name ends in a zero byte.
        unsafe {
            let group = llvm_sys::comdat::LLVMGetComdat(like.raw());
            if !group.is_null() {
                let own =
                    llvm_sys::comdat::LLVMGetOrInsertComdat(module.as_mut_ptr(), name.as_ptr());
                llvm_sys::comdat::LLVMSetComdatSelectionKind(
                    own,
                    llvm_sys::comdat::LLVMGetComdatSelectionKind(group),
                );
                llvm_sys::comdat::LLVMSetComdat(self.raw(), own);
            }
        }
    }

    /// Is a declared function one of LLVM's intrinsics?
    pub(in crate::emit) fn is_intrinsic(self) -> bool {
        // SAFETY: called for functions only.
        unsafe { LLVMGetIntrinsicID(self.raw()) != 0 }
    }

    /// Does the function take a variable number of arguments?
    pub(in crate::emit) fn is_variadic(self) -> bool {
        // SAFETY: called for functions only, whose value type is a function type.
        unsafe { LLVMIsFunctionVarArg(self.global_type().0) != 0 }
    }

    /// Adds an attribute without a value, such as `alwaysinline`.
    pub(in crate::emit) fn add_attribute(self, name: &str) {
        // SAFETY: called for functions only; the attribute lives in the function's context.
        unsafe {
            let context = LLVMGetTypeContext(self.ty().0);
            LLVMAddAttributeAtIndex(
                self.raw(),
                FUNCTION_INDEX,
                LLVMCreateEnumAttribute(context, attribute_kind(name), 0),
            );
        }
    }

    /// Adds `"key"="text"`.
    pub(in crate::emit) fn add_text_attribute(self, key: &str, text: &str) {
        // SAFETY: called for functions only; LLVM copies both texts, whose lengths are passed.
        unsafe {
            let context = LLVMGetTypeContext(self.ty().0);
            let attribute = LLVMCreateStringAttribute(
                context,
                key.as_ptr().cast(),
                key.len() as c_uint,
                text.as_ptr().cast(),
                text.len() as c_uint,
            );
            LLVMAddAttributeAtIndex(self.raw(), FUNCTION_INDEX, attribute);
        }
    }

    /// Has the function an attribute without a value?
    pub(in crate::emit) fn has_attribute(self, name: &str) -> bool {
        // SAFETY: called for functions only; null means that there is no such attribute.
        unsafe {
            !LLVMGetEnumAttributeAtIndex(self.raw(), FUNCTION_INDEX, attribute_kind(name)).is_null()
        }
    }

    /// Removes an attribute without a value.
    pub(in crate::emit) fn remove_attribute(self, name: &str) {
        // SAFETY: called for functions only.
        unsafe { LLVMRemoveEnumAttributeAtIndex(self.raw(), FUNCTION_INDEX, attribute_kind(name)) }
    }

    /// Removes `"key"=…`.
    pub(in crate::emit) fn remove_text_attribute(self, key: &str) {
        // SAFETY: called for functions only; pointer and length describe `key`.
        unsafe {
            LLVMRemoveStringAttributeAtIndex(
                self.raw(),
                FUNCTION_INDEX,
                key.as_ptr().cast(),
                key.len() as c_uint,
            )
        }
    }

    /// The blocks of a function, entry first.
    pub(in crate::emit) fn blocks(self) -> Vec<Block<'m>> {
        let mut found = Vec::new();
        // SAFETY: called for functions only; the list is not changed while it is walked.
        let mut next = unsafe { LLVMGetFirstBasicBlock(self.raw()) };
        while let Some(block) = NonNull::new(next) {
            found.push(Block(block, PhantomData));
            // SAFETY: `next` is a block of the function.
            next = unsafe { LLVMGetNextBasicBlock(next) };
        }
        found
    }

    /// The instructions of a function.
    pub(in crate::emit) fn instructions(self) -> Vec<Value<'m>> {
        self.blocks()
            .into_iter()
            .flat_map(Block::instructions)
            .collect()
    }
}
