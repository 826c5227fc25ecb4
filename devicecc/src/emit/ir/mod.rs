//! Reading and editing LLVM IR, as far as emission needs it and inkwell does not wrap it (constant expressions, metadata,
//! call-site attributes, diagnostics). The only part of [`super`] with `unsafe` code.
//!
//! Every [`Value`] and [`Block`] belongs to the module it was taken from, which the lifetime `'m` keeps alive. What was erased with
//! [`Value::erase`] must not be looked at again; as in inkwell, that is the caller's duty.

mod address;
mod builder;
mod diagnostics;
mod global;
mod instruction;
mod types;
mod value;

use std::ffi::{CStr, c_uint};
use std::marker::PhantomData;
use std::ptr::NonNull;

use anyhow::bail;
use inkwell::context::Context;
use inkwell::module::Module;
use llvm_sys::LLVMLinkage;
use llvm_sys::bit_reader::LLVMGetBitcodeModuleInContext2;
use llvm_sys::core::*;
use llvm_sys::ir_reader::LLVMParseIRInContext2;
use llvm_sys::prelude::*;

pub(super) use diagnostics::Diagnostics;
pub(super) use llvm_sys::LLVMIntPredicate as Predicate;
pub(super) use llvm_sys::LLVMOpcode as Opcode;
pub(super) use types::{Types, constant_structure};

/// The linkage of what no other object sees.
pub(super) const INTERNAL: LLVMLinkage = LLVMLinkage::LLVMInternalLinkage;

/// Defined here for the optimiser only; the definition that is called is elsewhere.
pub(super) const AVAILABLE_EXTERNALLY: LLVMLinkage = LLVMLinkage::LLVMAvailableExternallyLinkage;

/// Defined here and nowhere else.
pub(super) const EXTERNAL: LLVMLinkage = LLVMLinkage::LLVMExternalLinkage;

/// Defined alike wherever it is defined, and dropped where nothing uses it.
pub(super) const LINK_ONCE: LLVMLinkage = LLVMLinkage::LLVMLinkOnceODRLinkage;

/// Defined alike wherever it is defined: the first definition serves all.
pub(super) const WEAK_ODR: LLVMLinkage = LLVMLinkage::LLVMWeakODRLinkage;

/// A function, global, constant, argument or instruction of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Value<'m>(NonNull<llvm_sys::LLVMValue>, PhantomData<&'m ()>);

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Block<'m>(NonNull<llvm_sys::LLVMBasicBlock>, PhantomData<&'m ()>);

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Type<'m>(LLVMTypeRef, PhantomData<&'m ()>);

/// Makes instructions in front of a given one.
pub(super) struct Builder<'m>(LLVMBuilderRef, PhantomData<&'m ()>);

/// A metadata node, as instructions carry it.
#[derive(Clone, Copy)]
pub(super) struct Metadata<'m>(LLVMValueRef, PhantomData<&'m ()>);

/// Gives `Some` for what is not null.
fn value<'m>(raw: LLVMValueRef) -> Option<Value<'m>> {
    NonNull::new(raw).map(|raw| Value(raw, PhantomData))
}

/// Links what the module uses of a library into it, as internal functions, and gives these. The linker reads no more than that.
pub(super) fn link_what_is_used<'m, 'c>(
    module: &'m Module<'c>,
    library: Module<'c>,
) -> Result<Vec<Value<'m>>, inkwell::support::LLVMString> {
    library.set_triple(&module.get_triple());
    library.set_data_layout(&module.get_data_layout());
    for function in functions(&library) {
        if !function.is_declaration() {
            function.set_linkage(LINK_ONCE);
        }
    }
    module.link_in_module(library)?;
    let mut taken = functions(module);
    taken.retain(|it| it.linkage() == LINK_ONCE);
    for function in &taken {
        function.set_linkage(INTERNAL);
    }
    Ok(taken)
}

/// Every function of the module: definitions and declarations.
pub(super) fn functions<'m>(module: &'m Module<'_>) -> Vec<Value<'m>> {
    let mut found = Vec::new();
    // SAFETY: the module is alive; LLVM's list of functions is not changed while it is walked.
    let mut next = unsafe { value(LLVMGetFirstFunction(module.as_mut_ptr())) };
    while let Some(function) = next {
        found.push(function);
        // SAFETY: `function` is a function of that module.
        next = unsafe { value(LLVMGetNextFunction(function.raw())) };
    }
    found
}

/// Every global variable of the module.
pub(super) fn globals<'m>(module: &'m Module<'_>) -> Vec<Value<'m>> {
    let mut found = Vec::new();
    // SAFETY: the module is alive; LLVM's list of globals is not changed while it is walked.
    let mut next = unsafe { value(LLVMGetFirstGlobal(module.as_mut_ptr())) };
    while let Some(global) = next {
        found.push(global);
        // SAFETY: `global` is a global variable of that module.
        next = unsafe { value(LLVMGetNextGlobal(global.raw())) };
    }
    found
}

/// The function of that name, if the module has it.
pub(super) fn function<'m>(module: &'m Module<'_>, name: &CStr) -> Option<Value<'m>> {
    // SAFETY: the module is alive and the name ends in a zero byte.
    unsafe { value(LLVMGetNamedFunction(module.as_mut_ptr(), name.as_ptr())) }
}

/// The function of that name; declared as taking `parameters` and giving `result` if the module does not have it.
pub(super) fn declare<'m>(
    module: &'m Module<'_>,
    name: &CStr,
    result: Type<'m>,
    parameters: &[Type<'m>],
) -> Value<'m> {
    if let Some(found) = function(module, name) {
        return found;
    }
    let mut parameters: Vec<LLVMTypeRef> = parameters.iter().map(|ty| ty.0).collect();
    // SAFETY: the types live in the module's context and the array has the length that is passed.
    let raw = unsafe {
        let ty = LLVMFunctionType(
            result.0,
            parameters.as_mut_ptr(),
            parameters.len() as c_uint,
            0,
        );
        LLVMAddFunction(module.as_mut_ptr(), name.as_ptr(), ty)
    };
    Value(
        NonNull::new(raw).expect("LLVMAddFunction gives a function"),
        PhantomData,
    )
}

/// The function of that name; declared with the type and attributes of `like` if the module does not have it.
pub(super) fn declare_like<'m>(module: &'m Module<'_>, name: &CStr, like: Value<'m>) -> Value<'m> {
    if let Some(found) = function(module, name) {
        return found;
    }
    // SAFETY: the function's type lives in the module's context and the name ends in a zero byte.
    let raw = unsafe { LLVMAddFunction(module.as_mut_ptr(), name.as_ptr(), like.global_type().0) };
    Value(
        NonNull::new(raw).expect("LLVMAddFunction gives a function"),
        PhantomData,
    )
}

/// Reads IR as text. Not inkwell's way: with LLVM 22 that never frees its buffer, 5 KB for each kernel.
pub(super) fn parse_text<'c>(context: &'c Context, text: &str) -> anyhow::Result<Module<'c>> {
    let mut raw = std::ptr::null_mut();
    let mut message = std::ptr::null_mut();
    // SAFETY: the buffer is a copy, ours to free once it is parsed; the message is LLVM's, freed once after the copy.
    let (failed, why) = unsafe {
        let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
            text.as_ptr().cast(),
            text.len(),
            c"text".as_ptr(),
        );
        let failed = LLVMParseIRInContext2(context.raw(), buffer, &mut raw, &mut message);
        LLVMDisposeMemoryBuffer(buffer);
        let mut why = String::new();
        if !message.is_null() {
            why = CStr::from_ptr(message).to_string_lossy().into_owned();
            LLVMDisposeMessage(message);
        }
        (failed, why)
    };
    if failed != 0 || raw.is_null() {
        bail!("LLVM does not read the text: {why}");
    }
    // SAFETY: the module was just made in the context, and nobody else has it.
    Ok(unsafe { Module::new(raw) })
}

/// Reads bitcode; bodies of functions are read when they are asked for. The bytes must stay as long as the module does.
pub(super) fn parse_lazily<'c>(context: &'c Context, bitcode: &[u8]) -> anyhow::Result<Module<'c>> {
    let mut raw = std::ptr::null_mut();
    // SAFETY: the buffer is a copy that the module owns from here on, whether it is read well or not.
    let failed = unsafe {
        let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
            bitcode.as_ptr().cast(),
            bitcode.len(),
            c"library".as_ptr(),
        );
        LLVMGetBitcodeModuleInContext2(context.raw(), buffer, &mut raw)
    };
    if failed != 0 || raw.is_null() {
        bail!("LLVM does not read the bitcode");
    }
    // SAFETY: the module was just made in the context, and nobody else has it.
    Ok(unsafe { Module::new(raw) })
}

/// Adds a global variable of the type. It has no initialiser.
pub(super) fn add_global<'m>(module: &'m Module<'_>, name: &CStr, ty: Type<'m>) -> Value<'m> {
    // SAFETY: the type lives in the module's context and the name ends in a zero byte.
    let raw = unsafe { LLVMAddGlobal(module.as_mut_ptr(), ty.0, name.as_ptr()) };
    Value(
        NonNull::new(raw).expect("LLVMAddGlobal gives a global"),
        PhantomData,
    )
}

/// Adds a global variable of the type in an address space. It has no initialiser.
pub(super) fn add_global_in<'m>(
    module: &'m Module<'_>,
    name: &CStr,
    ty: Type<'m>,
    address_space: u32,
) -> Value<'m> {
    // SAFETY: the type lives in the module's context and the name ends in a zero byte.
    let raw = unsafe {
        LLVMAddGlobalInAddressSpace(module.as_mut_ptr(), ty.0, name.as_ptr(), address_space)
    };
    Value(
        NonNull::new(raw).expect("LLVMAddGlobalInAddressSpace gives a global"),
        PhantomData,
    )
}

/// The context that the module lives in.
fn context(module: &Module<'_>) -> LLVMContextRef {
    // SAFETY: the module is alive.
    unsafe { LLVMGetModuleContext(module.as_mut_ptr()) }
}
