//! Device variables, which a table names at run time, and shared memory.

use std::ffi::CString;

use anyhow::bail;
use inkwell::module::Module;

use crate::emit::ir::{self, Builder, Opcode, Types, Value};
use crate::emit::shared::relocate::relocate;

/// Prefix of device variables in a closure; their number follows.
const VARIABLE: &[u8] = b"__chv_var_";

/// NVPTX's address spaces.
const GLOBAL: u32 = 1;
pub(super) const SHARED: u32 = 3;
const CONSTANT: u32 = 4;

/// Alignment that shared arrays get, that of the widest load: where the driver's assembler finds that neighbours are loaded, it loads them at once if it
/// knows that they lie so. It makes relocatable code, so it cannot place the arrays itself (32x32 tiled sgemm on an H100: 309 us instead of 235). Unit: bytes.
const SHARED_ALIGNMENT: u32 = 16;

/// What binding gave.
pub(super) enum Bound {
    /// The code uses no variables.
    Nothing,
    /// The name of the table.
    Table(String),
    /// Constant data of the kernel holds the address of a variable, which is known only at run time. The module is of no more use.
    InConstants,
}

/// How many device variables a closure has that nothing has been done to yet.
///
/// # Errors
///
/// If a variable's number is broken.
pub(super) fn count(module: &Module<'_>) -> anyhow::Result<u64> {
    let numbers = numbered(module)?.into_iter().map(|(_, number)| number + 1);
    Ok(numbers.max().unwrap_or(0))
}

/// Makes the code take the addresses of device variables from a table in constant memory, `<entry>_vars`, which has room for all `count` that the closure
/// lists, also for those that the optimiser has found unused.
///
/// # Errors
///
/// If a variable's number is broken.
pub(super) fn bind(module: &Module<'_>, entry: &str, count: u64) -> anyhow::Result<Bound> {
    let variables = numbered(module)?;
    if variables.is_empty() {
        return Ok(Bound::Nothing);
    }
    mark_constant_loads(module);
    let types = Types::new(module);
    let address_type = types.pointer_into(GLOBAL);
    let name = format!("{entry}_vars");
    let table_type = types.int64.array(count);
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
            return Ok(Bound::InConstants);
        }
        // Constants that nothing uses any more may still name it.
        variable.replace_uses(variable.ty().poison());
        variable.erase();
    }
    Ok(Bound::Table(name))
}

/// The device variables that are left in the module, and their numbers.
fn numbered<'m>(module: &'m Module<'_>) -> anyhow::Result<Vec<(Value<'m>, u64)>> {
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

/// Aligns shared arrays for wide loads. The dynamic one is left as it is beside static ones: it would begin later, and less would be left of what a block can have.
pub(super) fn align_shared(module: &Module<'_>) {
    let (dynamic, fixed): (Vec<_>, Vec<_>) = ir::globals(module)
        .into_iter()
        .filter(|global| global.ty().address_space() == SHARED)
        .partition(|global| global.is_declaration());
    let large = fixed
        .iter()
        .filter(|global| global.global_type().bytes(module) >= SHARED_ALIGNMENT.into());
    let alone = dynamic.iter().filter(|_| fixed.is_empty());
    for global in large.chain(alone) {
        global.set_alignment(global.alignment().max(SHARED_ALIGNMENT));
    }
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
