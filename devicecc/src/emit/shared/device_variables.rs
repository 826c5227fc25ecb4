//! Device variables of a closure, whose addresses a table names at run time, on GPUs.

use std::ffi::CString;

use anyhow::bail;
use inkwell::module::Module;

use super::address_spaces::{CONSTANT, GLOBAL};
use super::addressed;
use super::relocate::relocate;
use crate::emit::ir::{self, Builder, Opcode, Types, Value};

/// Prefix of device variables in a closure; their number follows.
const VARIABLE: &[u8] = b"__chv_var_";

/// When device variables are replaced by what the table says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::emit) enum Binding {
    /// Before the optimiser.
    Early,
    /// After the optimiser, which knows more of them: that two are not one, that constants stay.
    Late,
}

/// What binding gave.
pub(in crate::emit) enum Bound {
    /// The code uses no variables.
    Nothing,
    /// The name of the table.
    Table(String),
    /// Constant data of the kernel holds the address of a variable, which is known only at run time. The module is of no more use.
    InConstants,
}

/// How many device variables, and functions whose addresses are taken, a closure has that nothing has been done to yet.
///
/// # Errors
///
/// If a variable's number is broken.
pub(in crate::emit) fn count(module: &Module<'_>) -> anyhow::Result<u64> {
    let all = numbered(module)?
        .into_iter()
        .chain(addressed::numbered(module));
    Ok(all.map(|(_, number)| number + 1).max().unwrap_or(0))
}

/// Makes the code take the addresses of device variables from a table, `<entry>_vars`, in constant memory if the code is the kernel's alone. It has room for all `count` that the closure
/// lists, also for those that the optimiser has found unused.
///
/// # Errors
///
/// If a variable's number is broken.
pub(in crate::emit) fn bind(module: &Module<'_>, entry: &str, count: u64) -> anyhow::Result<Bound> {
    let variables = numbered(module)?;
    let functions = addressed::numbered(module).into_iter();
    let functions: Vec<_> = functions
        .filter(|(function, _)| addressed::is_taken(*function))
        .collect();
    if variables.is_empty() && functions.is_empty() {
        return Ok(Bound::Nothing);
    }
    mark_constant_loads(module);
    let types = Types::new(module);
    let address_type = types.pointer_into(GLOBAL);
    let name = format!("{entry}_vars");
    let table_type = types.int64.array(count);
    let space = match addressed::may_serve_others(module) {
        true => GLOBAL,
        false => CONSTANT,
    };
    let table = ir::add_global_in(module, &CString::new(name.as_str())?, table_type, space);
    table.set_initializer(table_type.zero());
    table.set_alignment(8);
    table.set_externally_initialized();
    for function in ir::functions(module) {
        if function.is_declaration() {
            continue;
        }
        relocate(&types, function, &mut |global| {
            let mut all = variables.iter().chain(&functions);
            let (_, number) = all.find(|(other, _)| *other == global)?;
            let build = Builder::before(function.blocks()[0].instructions()[0]);
            let ty = match global.is_function() {
                true => types.pointer,
                false => address_type,
            };
            let address = build.load(ty, build.offset(table, number * 8, &types));
            // The table is filled before the first launch and never again.
            address.set_invariant();
            Some(address)
        });
    }
    for (variable, _) in variables {
        if variable.is_live() {
            return Ok(Bound::InConstants);
        }
        // Constants that nothing uses any more may still name it.
        variable.replace_uses(variable.ty().poison());
        variable.erase();
    }
    addressed::erase_unused(&functions);
    Ok(Bound::Table(name))
}

/// The device variables that are left in the module, and their numbers.
pub(in crate::emit) fn numbered<'m>(
    module: &'m Module<'_>,
) -> anyhow::Result<Vec<(Value<'m>, u64)>> {
    let mut variables = Vec::new();
    for global in ir::globals(module) {
        let Some(number) = global.name().strip_prefix(VARIABLE) else {
            continue;
        };
        let number = std::str::from_utf8(number)
            .ok()
            .and_then(|text| text.parse().ok());
        let Some(number) = number else {
            let name = String::from_utf8_lossy(global.name());
            bail!("the closure has a variable named `{name}`");
        };
        variables.push((global, number));
    }
    Ok(variables)
}

/// Marks what is loaded of `__constant__` variables as the same for as long as the kernel runs: once their addresses come from the table, nobody
/// can tell any more.
fn mark_constant_loads(module: &Module<'_>) {
    for load in ir::functions(module)
        .into_iter()
        .flat_map(|function| function.instructions())
        .filter(|instruction| instruction.opcode() == Opcode::LLVMLoad)
    {
        let from = load.operands().next().expect("a load has an address");
        if !load.is_volatile() && base(from).is_constant_global() {
            load.set_invariant();
        }
    }
}

/// The address that others are computed from.
fn base(mut address: Value<'_>) -> Value<'_> {
    while address.is_instruction() || address.is_constant_expression() {
        if !matches!(
            address.opcode(),
            Opcode::LLVMGetElementPtr | Opcode::LLVMAddrSpaceCast
        ) {
            break;
        }
        address = address.operands().next().expect("it has an address");
    }
    address
}
