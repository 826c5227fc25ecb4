//! Reading and editing LLVM IR, as far as emission needs it and inkwell does not wrap it (constant expressions, metadata,
//! call-site attributes, diagnostics). The only file of [`super`] with `unsafe` code.
//!
//! Every [`Value`] and [`Block`] belongs to the module it was taken from, which the lifetime `'m` keeps alive. What was erased with
//! [`Value::erase`] must not be looked at again; as in inkwell, that is the caller's duty.

use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_uint, c_void};
use std::marker::PhantomData;
use std::ptr::NonNull;
use std::rc::Rc;

use inkwell::context::Context;
use inkwell::module::Module;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::target::{LLVMABIAlignmentOfType, LLVMABISizeOfType, LLVMGetModuleDataLayout};
use llvm_sys::{LLVMAtomicOrdering, LLVMDiagnosticSeverity, LLVMLinkage, LLVMValueKind};

pub(super) use llvm_sys::LLVMOpcode as Opcode;

/// The attribute index of a function itself, as opposed to its result or a parameter.
const FUNCTION_INDEX: llvm_sys::LLVMAttributeIndex = llvm_sys::LLVMAttributeFunctionIndex;

/// The linkage of what no other object sees.
pub(super) const INTERNAL: LLVMLinkage = LLVMLinkage::LLVMInternalLinkage;

/// A function, global, constant, argument or instruction of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Value<'m>(NonNull<llvm_sys::LLVMValue>, PhantomData<&'m ()>);

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Block<'m>(NonNull<llvm_sys::LLVMBasicBlock>, PhantomData<&'m ()>);

/// A metadata node, as instructions carry it.
#[derive(Clone, Copy)]
pub(super) struct Metadata<'m>(LLVMValueRef, PhantomData<&'m ()>);

/// Gives `Some` for what is not null.
fn value<'m>(raw: LLVMValueRef) -> Option<Value<'m>> {
    NonNull::new(raw).map(|raw| Value(raw, PhantomData))
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

/// Adds a global variable of the type. It has no initialiser.
pub(super) fn add_global<'m>(module: &'m Module<'_>, name: &CStr, ty: Type<'m>) -> Value<'m> {
    // SAFETY: the type lives in the module's context and the name ends in a zero byte.
    let raw = unsafe { LLVMAddGlobal(module.as_mut_ptr(), ty.0, name.as_ptr()) };
    Value(
        NonNull::new(raw).expect("LLVMAddGlobal gives a global"),
        PhantomData,
    )
}

impl<'m> Value<'m> {
    fn raw(self) -> LLVMValueRef {
        self.0.as_ptr()
    }

    /// The name; empty if it has none.
    pub(super) fn name(self) -> &'m [u8] {
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
    pub(super) fn set_name(self, name: &str) {
        // SAFETY: pointer and length describe `name`, which LLVM copies.
        unsafe { LLVMSetValueName2(self.raw(), name.as_ptr().cast(), name.len()) }
    }

    /// Its type.
    pub(super) fn ty(self) -> Type<'m> {
        // SAFETY: the value is alive.
        Type(unsafe { LLVMTypeOf(self.raw()) }, PhantomData)
    }

    fn kind(self) -> LLVMValueKind {
        // SAFETY: the value is alive.
        unsafe { LLVMGetValueKind(self.raw()) }
    }

    /// Is it a function?
    pub(super) fn is_function(self) -> bool {
        self.kind() == LLVMValueKind::LLVMFunctionValueKind
    }

    /// Is it an instruction?
    pub(super) fn is_instruction(self) -> bool {
        self.kind() == LLVMValueKind::LLVMInstructionValueKind
    }

    /// Is it a parameter of a function?
    pub(super) fn is_argument(self) -> bool {
        self.kind() == LLVMValueKind::LLVMArgumentValueKind
    }

    /// Is it inline assembler?
    pub(super) fn is_inline_asm(self) -> bool {
        self.kind() == LLVMValueKind::LLVMInlineAsmValueKind
    }

    /// Is it a constant, globals and functions included?
    pub(super) fn is_constant(self) -> bool {
        // SAFETY: the value is alive.
        unsafe { LLVMIsConstant(self.raw()) != 0 }
    }

    /// Is it a constant expression?
    pub(super) fn is_constant_expression(self) -> bool {
        self.kind() == LLVMValueKind::LLVMConstantExprValueKind
    }

    /// Is it a constant array or structure?
    pub(super) fn is_constant_aggregate(self) -> bool {
        matches!(
            self.kind(),
            LLVMValueKind::LLVMConstantArrayValueKind | LLVMValueKind::LLVMConstantStructValueKind
        )
    }

    /// Is it a constant vector?
    pub(super) fn is_constant_vector(self) -> bool {
        self.kind() == LLVMValueKind::LLVMConstantVectorValueKind
    }

    /// Has the function or global no body or initialiser here?
    pub(super) fn is_declaration(self) -> bool {
        // SAFETY: called for globals and functions only, which are alive.
        unsafe { LLVMIsDeclaration(self.raw()) != 0 }
    }

    /// Is the global thread-local?
    pub(super) fn is_thread_local(self) -> bool {
        // SAFETY: called for globals only.
        unsafe { LLVMIsThreadLocal(self.raw()) != 0 }
    }

    /// The section of a global, if it asks for one.
    pub(super) fn section(self) -> Option<&'m str> {
        // SAFETY: called for globals only; the text lives as long as the global keeps its section.
        let section = unsafe { LLVMGetSection(self.raw()) };
        // SAFETY: LLVM gives null or a text that ends in a zero byte.
        let section = (!section.is_null()).then(|| unsafe { CStr::from_ptr(section) });
        section
            .and_then(|text| text.to_str().ok())
            .filter(|text| !text.is_empty())
    }

    /// The type of what a global or function is, as opposed to that of its address.
    pub(super) fn global_type(self) -> Type<'m> {
        // SAFETY: called for globals and functions only.
        Type(unsafe { LLVMGlobalGetValueType(self.raw()) }, PhantomData)
    }

    /// The alignment that a global asks for in bytes; 0 if it asks for none.
    pub(super) fn alignment(self) -> u32 {
        // SAFETY: called for globals only.
        unsafe { LLVMGetAlignment(self.raw()) }
    }

    /// Sets the alignment in bytes, of a global, load or store.
    pub(super) fn set_alignment(self, bytes: u32) {
        // SAFETY: called for globals, loads and stores only, with a power of two.
        unsafe { LLVMSetAlignment(self.raw(), bytes) }
    }

    /// The initialiser of a global.
    pub(super) fn initializer(self) -> Option<Value<'m>> {
        // SAFETY: called for globals only; null means none.
        unsafe { value(LLVMGetInitializer(self.raw())) }
    }

    /// Sets the initialiser of a global, of the global's own type.
    pub(super) fn set_initializer(self, initial: Value<'m>) {
        // SAFETY: both are alive and of one context.
        unsafe { LLVMSetInitializer(self.raw(), initial.raw()) }
    }

    /// Makes a global constant or writable.
    pub(super) fn set_global_constant(self, constant: bool) {
        // SAFETY: called for globals only.
        unsafe { LLVMSetGlobalConstant(self.raw(), constant.into()) }
    }

    /// The linkage of a global or function.
    pub(super) fn linkage(self) -> LLVMLinkage {
        // SAFETY: called for globals and functions only.
        unsafe { LLVMGetLinkage(self.raw()) }
    }

    /// Sets the linkage of a global or function.
    pub(super) fn set_linkage(self, linkage: LLVMLinkage) {
        // SAFETY: called for globals and functions only.
        unsafe { LLVMSetLinkage(self.raw(), linkage) }
    }

    /// Gives this global the visibility of `other`.
    pub(super) fn copy_visibility(self, other: Value<'m>) {
        // SAFETY: called for globals and functions only.
        unsafe { LLVMSetVisibility(self.raw(), LLVMGetVisibility(other.raw())) }
    }

    /// Makes a global protected: visible to others and yet reached without the global offset table.
    pub(super) fn set_protected(self) {
        // SAFETY: called for globals and functions only.
        unsafe {
            LLVMSetVisibility(
                self.raw(),
                llvm_sys::LLVMVisibility::LLVMProtectedVisibility,
            )
        }
    }

    /// Puts the global into a group of its own name that the linker keeps once, if `like` is in such a group.
    pub(super) fn copy_comdat(self, module: &'m Module<'_>, like: Value<'m>, name: &CStr) {
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
    pub(super) fn is_intrinsic(self) -> bool {
        // SAFETY: called for functions only.
        unsafe { LLVMGetIntrinsicID(self.raw()) != 0 }
    }

    /// Does the function take a variable number of arguments?
    pub(super) fn is_variadic(self) -> bool {
        // SAFETY: called for functions only, whose value type is a function type.
        unsafe { LLVMIsFunctionVarArg(self.global_type().0) != 0 }
    }

    /// Adds an attribute without a value, such as `alwaysinline`.
    pub(super) fn add_attribute(self, name: &str) {
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
    pub(super) fn add_text_attribute(self, key: &str, text: &str) {
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

    /// Removes an attribute without a value.
    pub(super) fn remove_attribute(self, name: &str) {
        // SAFETY: called for functions only.
        unsafe { LLVMRemoveEnumAttributeAtIndex(self.raw(), FUNCTION_INDEX, attribute_kind(name)) }
    }

    /// Removes `"key"=…`.
    pub(super) fn remove_text_attribute(self, key: &str) {
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

    /// Removes an attribute without a value from a call.
    pub(super) fn remove_call_attribute(self, name: &str) {
        // SAFETY: called for calls only.
        unsafe { LLVMRemoveCallSiteEnumAttribute(self.raw(), FUNCTION_INDEX, attribute_kind(name)) }
    }

    /// The blocks of a function, entry first.
    pub(super) fn blocks(self) -> Vec<Block<'m>> {
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
    pub(super) fn instructions(self) -> Vec<Value<'m>> {
        self.blocks()
            .into_iter()
            .flat_map(Block::instructions)
            .collect()
    }

    /// What an instruction or constant expression does.
    pub(super) fn opcode(self) -> Opcode {
        // SAFETY: called for instructions and constant expressions only.
        unsafe {
            if self.is_instruction() {
                LLVMGetInstructionOpcode(self.raw())
            } else {
                LLVMGetConstOpcode(self.raw())
            }
        }
    }

    /// The operands of an instruction or constant, blocks included.
    pub(super) fn operands(self) -> impl Iterator<Item = Value<'m>> {
        // SAFETY: called for users only: instructions and constants.
        let count = unsafe { LLVMGetNumOperands(self.raw()) }.max(0) as c_uint;
        // SAFETY: the index is below the count.
        (0..count).filter_map(move |index| unsafe { value(LLVMGetOperand(self.raw(), index)) })
    }

    /// Replaces operand `index` of an instruction.
    pub(super) fn set_operand(self, index: u32, by: Value<'m>) {
        // SAFETY: the caller counted the operands by `operands`; both values are alive.
        unsafe { LLVMSetOperand(self.raw(), index, by.raw()) }
    }

    /// Who uses the value.
    pub(super) fn users(self) -> Vec<Value<'m>> {
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
    pub(super) fn is_used(self) -> bool {
        // SAFETY: the value is alive.
        unsafe { !LLVMGetFirstUse(self.raw()).is_null() }
    }

    /// Is it used by code or data, be it inside of other constants?
    pub(super) fn is_live(self) -> bool {
        let is_code_or_data = |user: Value<'m>| {
            user.is_instruction()
                || user.is_function()
                || user.kind() == LLVMValueKind::LLVMGlobalVariableValueKind
        };
        self.users()
            .into_iter()
            .any(|user| is_code_or_data(user) || user.is_live())
    }

    /// Is it a call or invoke?
    pub(super) fn is_call(self) -> bool {
        self.is_instruction()
            && matches!(
                self.opcode(),
                Opcode::LLVMCall | Opcode::LLVMInvoke | Opcode::LLVMCallBr
            )
    }

    /// What a call calls: a function, a pointer or inline assembler.
    pub(super) fn callee(self) -> Option<Value<'m>> {
        if !self.is_call() {
            return None;
        }
        // SAFETY: it is a call.
        unsafe { value(LLVMGetCalledValue(self.raw())) }
    }

    /// The function that a direct call calls.
    pub(super) fn called_function(self) -> Option<Value<'m>> {
        self.callee().filter(|callee| callee.is_function())
    }

    /// Does it read or write memory as volatile?
    pub(super) fn is_volatile(self) -> bool {
        use Opcode::*;
        let may = matches!(
            self.opcode(),
            LLVMLoad | LLVMStore | LLVMAtomicCmpXchg | LLVMAtomicRMW
        );
        // SAFETY: it is one of the four instructions that can be volatile.
        may && unsafe { LLVMGetVolatile(self.raw()) != 0 }
    }

    /// Is it an atomic access? Fences are not accesses.
    pub(super) fn is_atomic(self) -> bool {
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

    /// Does the atomic operation add or subtract?
    pub(super) fn adds(self) -> bool {
        use llvm_sys::LLVMAtomicRMWBinOp::*;
        // SAFETY: called for atomic operations only.
        matches!(
            unsafe { LLVMGetAtomicRMWBinOp(self.raw()) },
            LLVMAtomicRMWBinOpAdd | LLVMAtomicRMWBinOpSub
        )
    }

    /// The incoming values and blocks of a phi.
    pub(super) fn incoming(self) -> Vec<(Value<'m>, Block<'m>)> {
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
    pub(super) fn block(self) -> Block<'m> {
        // SAFETY: called for instructions that stand in a block.
        let raw = unsafe { LLVMGetInstructionParent(self.raw()) };
        Block(
            NonNull::new(raw).expect("the instruction stands in a block"),
            PhantomData,
        )
    }

    /// The metadata of that kind on an instruction.
    pub(super) fn metadata(self, kind: &str) -> Option<Metadata<'m>> {
        // SAFETY: called for instructions only.
        let node = unsafe { LLVMGetMetadata(self.raw(), metadata_kind(self, kind)) };
        (!node.is_null()).then_some(Metadata(node, PhantomData))
    }

    /// Sets metadata of that kind on an instruction.
    pub(super) fn set_metadata(self, kind: &str, node: Metadata<'m>) {
        // SAFETY: called for instructions only; the node is of the same context.
        unsafe { LLVMSetMetadata(self.raw(), metadata_kind(self, kind), node.0) }
    }

    /// Marks a load as giving the same value for as long as its memory can be read.
    pub(super) fn set_invariant(self) {
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

    /// Moves the instruction before another one, where all that it uses must be known, and gives it.
    pub(super) fn move_before(self, other: Value<'m>) -> Value<'m> {
        let build = Builder::before(other);
        // SAFETY: the instruction stands in a block and is put into the block of `other` at once, so it is never lost.
        unsafe {
            LLVMInstructionRemoveFromParent(self.raw());
            LLVMInsertIntoBuilder(build.0, self.raw());
        }
        self
    }

    /// Makes every user use `other` instead.
    pub(super) fn replace_uses(self, other: Value<'m>) {
        // SAFETY: both are alive and, as every caller's, of one type.
        unsafe { LLVMReplaceAllUsesWith(self.raw(), other.raw()) }
    }

    /// Removes an unused instruction, function or global from the module. No copy of the value may be used again.
    pub(super) fn erase(self) {
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

/// The number of an attribute's name.
fn attribute_kind(name: &str) -> c_uint {
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
    pub(super) fn instructions(self) -> Vec<Value<'m>> {
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
    pub(super) fn function(self) -> Value<'m> {
        // SAFETY: the block is alive and stands in a function.
        let raw = unsafe { LLVMGetBasicBlockParent(self.0.as_ptr()) };
        Value(
            NonNull::new(raw).expect("the block stands in a function"),
            PhantomData,
        )
    }

    /// The last instruction, which says where to go on.
    pub(super) fn terminator(self) -> Value<'m> {
        // SAFETY: the block is alive; blocks of a verified function end in a terminator.
        let raw = unsafe { LLVMGetBasicBlockTerminator(self.0.as_ptr()) };
        Value(
            NonNull::new(raw).expect("a block ends in a terminator"),
            PhantomData,
        )
    }

    /// Where control can go from here.
    pub(super) fn successors(self) -> Vec<Block<'m>> {
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

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Type<'m>(LLVMTypeRef, PhantomData<&'m ()>);

impl<'m> Type<'m> {
    /// Size in bytes of a value in memory; 0 for a type without a size.
    pub(super) fn bytes(self, module: &Module<'_>) -> u64 {
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
    pub(super) fn alignment(self, module: &Module<'_>) -> u32 {
        // SAFETY: the type and the module's layout are alive; the alignment is asked of sized types only.
        unsafe {
            if LLVMTypeIsSized(self.0) == 0 {
                1
            } else {
                LLVMABIAlignmentOfType(LLVMGetModuleDataLayout(module.as_mut_ptr()), self.0)
            }
        }
    }

    /// Its value of zero bits.
    pub(super) fn zero(self) -> Value<'m> {
        // SAFETY: the type is alive; every type that callers zero has a zero.
        value(unsafe { LLVMConstNull(self.0) }).expect("the type has a zero")
    }

    /// Its poison value, to be filled member by member.
    pub(super) fn poison(self) -> Value<'m> {
        // SAFETY: the type is alive.
        value(unsafe { LLVMGetPoison(self.0) }).expect("the type has a poison value")
    }

    /// Its integer `number`; the type is an integer's.
    pub(super) fn integer(self, number: u64) -> Value<'m> {
        // SAFETY: the type is an integer type, as the callers' are.
        value(unsafe { LLVMConstInt(self.0, number, 0) }).expect("the type has integers")
    }

    /// A structure of these members, laid out naturally.
    pub(super) fn structure(module: &'m Module<'_>, members: &[Type<'m>]) -> Type<'m> {
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

    /// An array of `count` of this type.
    pub(super) fn array(self, count: u64) -> Type<'m> {
        // SAFETY: the type is alive and sized.
        Type(unsafe { LLVMArrayType2(self.0, count) }, PhantomData)
    }
}

/// A constant structure of these members.
pub(super) fn constant_structure<'m>(module: &'m Module<'_>, members: &[Value<'m>]) -> Value<'m> {
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

fn context(module: &Module<'_>) -> LLVMContextRef {
    // SAFETY: the module is alive.
    unsafe { LLVMGetModuleContext(module.as_mut_ptr()) }
}

/// `void`, `ptr`, and integers of the module's context.
pub(super) struct Types<'m> {
    pub(super) void: Type<'m>,
    pub(super) pointer: Type<'m>,
    pub(super) byte: Type<'m>,
    pub(super) int32: Type<'m>,
    pub(super) int64: Type<'m>,
}

impl<'m> Types<'m> {
    pub(super) fn new(module: &'m Module<'_>) -> Types<'m> {
        let context = context(module);
        // SAFETY: the context is alive for 'm.
        unsafe {
            Types {
                void: Type(LLVMVoidTypeInContext(context), PhantomData),
                pointer: Type(LLVMPointerTypeInContext(context, 0), PhantomData),
                byte: Type(LLVMInt8TypeInContext(context), PhantomData),
                int32: Type(LLVMInt32TypeInContext(context), PhantomData),
                int64: Type(LLVMInt64TypeInContext(context), PhantomData),
            }
        }
    }
}

/// Makes instructions in front of a given one.
pub(super) struct Builder<'m>(LLVMBuilderRef, PhantomData<&'m ()>);

impl<'m> Builder<'m> {
    /// A builder that stands before `instruction`.
    pub(super) fn before(instruction: Value<'m>) -> Builder<'m> {
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
    pub(super) fn call(&self, function: Value<'m>, arguments: &[Value<'m>]) -> Value<'m> {
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
    pub(super) fn load(&self, ty: Type<'m>, from: Value<'m>) -> Value<'m> {
        // SAFETY: `from` is a pointer and the type is sized.
        Self::built(unsafe { LLVMBuildLoad2(self.0, ty.0, from.raw(), NO_NAME) })
    }

    /// The address `bytes` behind `base`, inside one object.
    pub(super) fn offset(&self, base: Value<'m>, bytes: u64, types: &Types<'m>) -> Value<'m> {
        let mut index = types.int64.integer(bytes).raw();
        // SAFETY: `base` is a pointer; one index is passed.
        Self::built(unsafe {
            LLVMBuildInBoundsGEP2(self.0, types.byte.0, base.raw(), &mut index, 1, NO_NAME)
        })
    }

    /// An operation of two integers.
    pub(super) fn binary(&self, opcode: Opcode, left: Value<'m>, right: Value<'m>) -> Value<'m> {
        // SAFETY: both are of one type that the operation takes.
        Self::built(unsafe { LLVMBuildBinOp(self.0, opcode, left.raw(), right.raw(), NO_NAME) })
    }

    /// A conversion.
    pub(super) fn cast(&self, opcode: Opcode, from: Value<'m>, to: Type<'m>) -> Value<'m> {
        // SAFETY: the conversion exists between the two types, as the callers' do.
        Self::built(unsafe { LLVMBuildCast(self.0, opcode, from.raw(), to.0, NO_NAME) })
    }

    /// `left < right` as unsigned integers.
    pub(super) fn less(&self, left: Value<'m>, right: Value<'m>) -> Value<'m> {
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
    pub(super) fn address_like(&self, like: Value<'m>, operands: &[Value<'m>]) -> Value<'m> {
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
    pub(super) fn insert_member(
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
    pub(super) fn insert_element(
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

/// What LLVM had to say while it worked in a context.
///
/// Without this, LLVM writes to stderr, and ends the process on an error.
pub(super) struct Diagnostics {
    errors: Rc<RefCell<Vec<String>>>,
}

impl Diagnostics {
    /// Collects the errors of a context, which must end before what is returned here; warnings and remarks are dropped.
    pub(super) fn collect(context: &Context) -> Diagnostics {
        let errors: Rc<RefCell<Vec<String>>> = Rc::default();
        let sink = Rc::as_ptr(&errors).cast_mut().cast();
        // SAFETY: the handler reads the shared cell, which by the contract above lives until after the context.
        unsafe { LLVMContextSetDiagnosticHandler(context.raw(), Some(take), sink) };
        Diagnostics { errors }
    }

    /// The errors so far, as one text; empty if there was none.
    pub(super) fn errors(&self) -> String {
        self.errors.borrow().join("; ")
    }
}

/// LLVM's callback: keeps an error's text.
extern "C" fn take(info: LLVMDiagnosticInfoRef, sink: *mut c_void) {
    // SAFETY: LLVM passes a live diagnostic and the pointer that `collect` gave it; a context works on one thread only, and the
    // vector is borrowed only between calls of LLVM.
    unsafe {
        if matches!(
            LLVMGetDiagInfoSeverity(info),
            LLVMDiagnosticSeverity::LLVMDSError
        ) {
            let text = LLVMGetDiagInfoDescription(info);
            (*sink.cast::<RefCell<Vec<String>>>())
                .borrow_mut()
                .push(CStr::from_ptr(text).to_string_lossy().into_owned());
            LLVMDisposeMessage(text);
        }
    }
}
