//! Parameters whose pointers a kernel only goes through: it reads and writes by them, and nobody sees them as numbers.
//!
//! A launch may give such a parameter another address for the same memory, and only an access shows it. So host memory is found where a kernel really touches it.

use std::ffi::CString;

use inkwell::module::Module;

use super::context::ThreadContext;
use crate::emit::ir::{self, Opcode, Types, Value};

/// A pointer's bytes, which are those of an entry of the array of parameters.
const POINTER_BYTES: i64 = 8;

/// How many parameters a bit can be told of.
const PARAMETERS_MAX: i64 = 32;

/// Intrinsics that access memory by their pointers, or say something of it, and do nothing else with them.
const ACCESSING: [&[u8]; 5] = [
    b"llvm.memcpy.",
    b"llvm.memmove.",
    b"llvm.memset.",
    b"llvm.lifetime.",
    b"llvm.prefetch.",
];

/// The parameters that are followed, a bit for each.
pub(super) fn followed<'m>(module: &'m Module<'_>, thread: &ThreadContext<'m>) -> u32 {
    let mut bits = 0;
    let array = thread.parameters();
    for user in array.users() {
        match user.opcode() {
            _ if user == thread.marker() => {}
            Opcode::LLVMLoad if is_followed(module, user) => bits |= 1,
            Opcode::LLVMLoad => {}
            Opcode::LLVMGetElementPtr => {
                let offset = user.offset(module).filter(|it| it.terms.is_empty());
                // Who reads the array in another way may read any of it.
                let Some(offset) = offset else { return 0 };
                let index = offset.bytes / POINTER_BYTES;
                let all = user.users().into_iter().all(|it| is_followed(module, it));
                if all && (0..PARAMETERS_MAX).contains(&index) {
                    bits |= 1 << index;
                }
            }
            _ => return 0,
        }
    }
    bits
}

/// Puts into the module what the executor is to know of the kernel's parameters.
///
/// # Errors
/// The entry's name has a zero byte in it.
pub(super) fn note(module: &Module<'_>, entry: &str, followed: u32) -> anyhow::Result<()> {
    if followed == 0 {
        return Ok(());
    }
    let name = CString::new(format!("{entry}_followed"))?;
    let types = Types::new(module);
    let global = ir::add_global(module, &name, types.int32);
    global.set_initializer(types.int32.integer(followed.into()));
    global.set_protected();
    Ok(())
}

/// Is what an entry of the array leads to a pointer, of which nobody sees the number?
fn is_followed<'m>(module: &'m Module<'_>, address: Value<'m>) -> bool {
    let pointer = Types::new(module).pointer;
    let is_address = address.opcode() == Opcode::LLVMLoad && !address.is_volatile();
    is_address
        && address.users().into_iter().all(|value| {
            value.opcode() == Opcode::LLVMLoad
                && !value.is_volatile()
                && value.ty() == pointer
                && goes_no_further(value)
        })
}

/// Do a pointer and all that is computed from it serve accesses alone?
fn goes_no_further(pointer: Value<'_>) -> bool {
    let mut derived = vec![pointer];
    let mut compared = Vec::new();
    let mut next = 0;
    while let Some(&value) = derived.get(next) {
        next += 1;
        for user in value.users() {
            match user.opcode() {
                Opcode::LLVMGetElementPtr
                | Opcode::LLVMPHI
                | Opcode::LLVMSelect
                | Opcode::LLVMAddrSpaceCast
                | Opcode::LLVMFreeze => {
                    if !derived.contains(&user) {
                        derived.push(user);
                    }
                }
                Opcode::LLVMICmp => compared.push(user),
                _ if accesses_by(user, value) => {}
                _ => return false,
            }
        }
    }
    // Among themselves they compare as the addresses do that the kernel was given; null stays null.
    let is_neutral = |it: Value<'_>| derived.contains(&it) || it == it.ty().zero();
    compared.into_iter().all(|it| it.operands().all(is_neutral))
}

/// Is this an access by a pointer that leaves the pointer itself nowhere?
fn accesses_by(user: Value<'_>, pointer: Value<'_>) -> bool {
    if user.is_volatile() {
        return false;
    }
    match user.opcode() {
        Opcode::LLVMLoad => true,
        Opcode::LLVMStore => user.operands().next() != Some(pointer),
        Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg => {
            user.operands().skip(1).all(|it| it != pointer)
        }
        Opcode::LLVMCall => user
            .called_function()
            .is_some_and(|function| ACCESSING.iter().any(|it| function.name().starts_with(it))),
        _ => false,
    }
}
