//! Device variables, which a table names at run time, and shared memory.

use std::ffi::CString;

use anyhow::bail;
use inkwell::module::Module;

use crate::emit::ir::{self, Builder, Types, Value};
use crate::emit::relocate::relocate;

/// Prefix of device variables in a closure; their number follows.
const VARIABLE: &[u8] = b"__chv_var_";

/// NVPTX's address spaces.
const GLOBAL: u32 = 1;
pub(super) const SHARED: u32 = 3;
const CONSTANT: u32 = 4;

/// Makes the code take the addresses of device variables from a table in constant memory, `<entry>_vars`, and gives the table's name; nothing
/// if there are no variables.
///
/// # Errors
///
/// If constant data of the kernel holds the address of a variable, which is known only at run time.
pub(super) fn bind(module: &Module<'_>, entry: &str) -> anyhow::Result<Option<String>> {
    let mut variables: Vec<(Value<'_>, u64)> = Vec::new();
    for global in ir::globals(module) {
        let Some(number) = global.name().strip_prefix(VARIABLE) else {
            continue;
        };
        let number = std::str::from_utf8(number)
            .ok()
            .and_then(|it| it.parse().ok());
        let Some(number) = number else {
            let name = String::from_utf8_lossy(global.name());
            bail!("the closure has a variable named `{name}`");
        };
        variables.push((global, number));
    }
    let Some(last) = variables.iter().map(|(_, number)| *number).max() else {
        return Ok(None);
    };
    let types = Types::new(module);
    let address_type = types.pointer_into(GLOBAL);
    let name = format!("{entry}_vars");
    let table_type = types.int64.array(last + 1);
    let table = ir::add_global_in(module, &CString::new(name.as_str())?, table_type, CONSTANT);
    table.set_initializer(table_type.zero());
    table.set_alignment(8);
    table.set_externally_initialized();
    for function in ir::functions(module) {
        if function.is_declaration() {
            continue;
        }
        relocate(&types, function, &mut |global| {
            let (_, number) = variables.iter().find(|(other, _)| *other == global)?;
            let build = Builder::before(function.blocks()[0].instructions()[0]);
            let address = build.load(address_type, build.offset(table, number * 8, &types));
            // The table is filled before the first launch and never again.
            address.set_invariant();
            Some(address)
        });
    }
    for (variable, _) in variables {
        if variable.is_live() {
            bail!(
                "constant data of the kernel holds the address of a device variable, which is known only when the kernel runs"
            );
        }
        // Constants that nothing uses any more may still name it.
        variable.replace_uses(variable.ty().poison());
        variable.erase();
    }
    Ok(Some(name))
}

/// Static shared memory in bytes as the variables need it one after the other, and whether there is a dynamic array.
pub(super) fn shared(module: &Module<'_>) -> (u32, bool) {
    let mut end = 0u64;
    let mut dynamic = false;
    for global in ir::globals(module) {
        if global.ty().address_space() != SHARED {
            continue;
        }
        if global.is_declaration() {
            dynamic = true;
            continue;
        }
        let align = match global.alignment() {
            0 => global.global_type().alignment(module).into(),
            bytes => u64::from(bytes),
        };
        end = end
            .next_multiple_of(align)
            .saturating_add(global.global_type().bytes(module));
    }
    (u32::try_from(end).unwrap_or(u32::MAX), dynamic)
}
