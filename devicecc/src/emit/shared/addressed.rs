//! Functions that code reaches by address.
//!
//! `p = f` in a kernel stores the address of `f`'s thunk, which is the same in all kernels and leads to the newest `f`. The kernel finds it in its table
//! of variables. What the optimiser has seen through (`apply(f, x)`, inlined) needs no address.

use std::ffi::{CStr, CString};

use inkwell::module::Module;

use super::address_spaces::GLOBAL;
use crate::cell::Kernel;
use crate::emit::ir::{self, Types, Value};

/// Prefix of such functions in a closure; their number in the table of variables follows.
const ADDRESSED: &[u8] = b"__chv_addressed_";

/// In a closure of functions that are no kernel's: the table of their addresses, and that of where thunks lead. With what follows the entry's name in a
/// code object.
const TABLES: [(&CStr, &str); 2] = [
    (c"__chv_functions", "functions"),
    (c"__chv_targets", "targets"),
];

/// The name of the entry of all code objects that hold functions and no kernel.
const ENTRY: &str = "chv_functions";

/// The symbol that the entry of the code object is named after.
pub(in crate::emit) fn entry_symbol(kernel: &Kernel) -> &str {
    match kernel.functions.is_empty() {
        true => &kernel.symbol,
        false => ENTRY,
    }
}

/// Does the closure hold functions that others reach by address, and no kernel?
pub(in crate::emit) fn holds_functions(module: &Module<'_>) -> bool {
    module.get_global("__chv_functions").is_some()
}

/// The functions of a closure whose addresses its code takes, and their numbers.
pub(in crate::emit) fn numbered<'m>(module: &'m Module<'_>) -> Vec<(Value<'m>, u64)> {
    let named = ir::functions(module).into_iter().filter_map(|function| {
        let number = function.name().strip_prefix(ADDRESSED)?;
        let number = std::str::from_utf8(number).ok()?.parse().ok()?;
        Some((function, number))
    });
    named.collect()
}

/// Is the function's address used for anything but a call?
pub(in crate::emit) fn is_taken(function: Value<'_>) -> bool {
    function.users().into_iter().any(|user| {
        user.callee() != Some(function) || user.operands().filter(|&it| it == function).count() > 1
    })
}

/// Has the closure functions that code of other kernels may call, by a virtual table or an address? Constant memory is the running kernel's on NVIDIA GPUs,
/// so such functions would find another kernel's there.
pub(in crate::emit) fn may_serve_others(module: &Module<'_>) -> bool {
    let defined = ir::functions(module).into_iter();
    let mut defined = defined.filter(|it| !it.is_declaration());
    defined.any(is_taken)
}

/// Names the tables of functions as the executor looks for them, if there are any: `<entry>_functions` and `<entry>_targets`.
pub(in crate::emit) fn name_tables(module: &Module<'_>, entry: &str) {
    for (name, ending) in TABLES {
        let table = ir::globals(module)
            .into_iter()
            .find(|it| it.name() == name.to_bytes());
        if let Some(table) = table {
            table.set_name(&format!("{entry}_{ending}"));
            table.set_protected();
        }
    }
}

/// Puts what is called by name into a table of addresses, `<entry>_callees`, if addresses lead to some of the module's functions.
///
/// The driver's linker removes code that nothing leads to. It follows a table to the functions in it, but not on to what these call: `f` in
/// `__device__ op table[] = {f}` stays, and a `__noinline__` function that `f` calls becomes a call of address 0.
///
/// # Errors
/// The entry's name has a zero byte in it.
pub(in crate::emit) fn keep_callees(module: &Module<'_>, entry: &str) -> anyhow::Result<()> {
    if !may_serve_others(module) {
        return Ok(());
    }
    let is_called = |function: &Value<'_>| {
        let mut users = function.users().into_iter();
        !function.is_declaration() && users.any(|user| user.callee() == Some(*function))
    };
    let callees = ir::functions(module).into_iter().filter(is_called);
    let callees: Vec<_> = callees.collect();
    if callees.is_empty() {
        return Ok(());
    }
    let name = CString::new(format!("{entry}_callees"))?;
    let table = ir::constant_structure(module, &callees);
    let global = ir::add_global_in(module, &name, table.ty(), GLOBAL);
    global.set_initializer(table);
    global.set_protected();
    Ok(())
}

/// Has the code object define `<entry>_calls` if its code calls what an address leads to: launches of it wait until all such functions are there.
///
/// # Errors
/// The entry's name has a zero byte in it.
pub(in crate::emit) fn note_calls(module: &Module<'_>, entry: &str) -> anyhow::Result<()> {
    let calls = ir::functions(module)
        .into_iter()
        .flat_map(Value::instructions)
        .any(Value::calls_pointer);
    if !calls {
        return Ok(());
    }
    let name = CString::new(format!("{entry}_calls"))?;
    let types = Types::new(module);
    let on_gpu = !module.get_triple().as_str().to_bytes().starts_with(b"x86");
    let global = ir::add_global_in(module, &name, types.byte, if on_gpu { GLOBAL } else { 0 });
    global.set_initializer(types.byte.integer(1));
    global.set_protected();
    Ok(())
}

/// Puts zeros in the place of functions that others reach by address and nothing defines yet: the session may do so later.
pub(in crate::emit) fn drop_undefined<'m>(
    module: &'m Module<'_>,
    is_known: impl Fn(Value<'m>) -> bool,
) {
    if !holds_functions(module) {
        return;
    }
    for function in ir::functions(module) {
        let only_in_tables = || !function.users().iter().any(|it| it.is_instruction());
        if function.is_declaration()
            && function.is_used()
            && !is_known(function)
            && only_in_tables()
        {
            function.replace_uses(function.ty().zero());
            function.erase();
        }
    }
}

/// Removes what nothing but a table of addresses was left of.
pub(in crate::emit) fn erase_unused(functions: &[(Value<'_>, u64)]) {
    for (function, _) in functions {
        if function.is_declaration() && !function.is_used() {
            function.erase();
        }
    }
}
