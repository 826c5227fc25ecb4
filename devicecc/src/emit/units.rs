//! The host code of a program of several files, put together: each file is a translation unit, and all of them are one cell's module.

use std::collections::HashMap;
use std::ffi::CString;
use std::fmt::Write as _;

use anyhow::anyhow;
use inkwell::module::Module;

use super::launches::kernel_of;
use super::{crashes, host, ir};
use crate::cell::HostModule;
use crate::error::Error;
use crate::shim;

/// The host code of one unit.
pub struct UnitHost<'a> {
    /// Its module.
    pub module: &'a HostModule,
    /// Device variables that it has for itself: their symbols in the module, and in the program.
    pub renamed: &'a [(String, String)],
}

/// A symbol that two units define.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinedTwice {
    /// As people write it.
    pub name: String,
    /// Positions of the two units.
    pub units: [usize; 2],
}

/// What each unit's entry, and what registers its kernels, is called until all are together.
const OF_UNIT: [&str; 2] = ["chv_register", "chv_entry"];

/// Links the modules of a program's units into one. What a unit has for itself stays so; what two define is an error of the user's.
///
/// # Errors
/// If LLVM cannot link the modules.
pub fn link_units(units: &[UnitHost<'_>]) -> Result<Result<HostModule, Vec<DefinedTwice>>, Error> {
    Ok(linked(units)?)
}

fn linked(units: &[UnitHost<'_>]) -> anyhow::Result<Result<HostModule, Vec<DefinedTwice>>> {
    let context = crashes::new_context();
    let mut modules = Vec::new();
    let mut calls: [String; 2] = Default::default();
    let (mut definers, mut twice) = (HashMap::<Vec<u8>, usize>::new(), Vec::new());
    for (index, unit) in units.iter().enumerate() {
        let module = Module::parse_bitcode_from_buffer(&buffer(&unit.module.bitcode), &*context)
            .map_err(|error| anyhow!("LLVM does not read the bitcode: {error}"))?;
        rename_variables(&module, unit.renamed)?;
        host::share_class_data(&module);
        for (name, calls) in OF_UNIT.iter().zip(&mut calls) {
            if let Some(function) = ir::function(&module, &CString::new(*name)?) {
                function.set_name(&format!("{name}.{index}"));
                writeln!(calls, "  call void @{name}.{index}()")?;
            }
        }
        for value in ir::functions(&module)
            .into_iter()
            .chain(ir::globals(&module))
        {
            if value.is_declaration() || value.linkage() != ir::EXTERNAL {
                continue;
            }
            if let Some(&first) = definers.get(value.name()) {
                let symbol = String::from_utf8_lossy(value.name());
                let kernel = kernel_of(&symbol);
                twice.push(DefinedTwice {
                    name: shim::demangled(kernel.as_deref().unwrap_or(&symbol)),
                    units: [first, index],
                });
            }
            definers.insert(value.name().to_vec(), index);
        }
        modules.push(module);
    }
    if !twice.is_empty() {
        return Ok(Err(twice));
    }
    let whole = together(&context, modules, &calls)?;
    Ok(Ok(HostModule {
        bitcode: whole.write_bitcode_to_memory().as_slice().to_vec(),
        unique: true,
        optimize: units.iter().any(|unit| unit.module.optimize),
    }))
}

fn buffer(bitcode: &[u8]) -> inkwell::memory_buffer::MemoryBuffer<'static> {
    inkwell::memory_buffer::MemoryBuffer::create_from_memory_range_copy(bitcode, "unit")
}

/// Host code reaches a device variable by its symbol, or by the slot of that.
fn rename_variables(module: &Module<'_>, renamed: &[(String, String)]) -> anyhow::Result<()> {
    for (symbol, name) in renamed {
        for suffix in ["", ".slot"] {
            let wanted = format!("{symbol}{suffix}");
            let found = ir::globals(module)
                .into_iter()
                .find(|it| it.name() == wanted.as_bytes());
            if let Some(found) = found {
                found.set_name(&format!("{name}{suffix}"));
            }
        }
    }
    Ok(())
}

/// One module of all, whose entry makes all kernels known and then runs each unit's.
fn together<'c>(
    context: &'c inkwell::context::Context,
    modules: Vec<Module<'c>>,
    calls: &[String; 2],
) -> anyhow::Result<Module<'c>> {
    let mut text = String::new();
    let [register, entry] = calls;
    for line in register.lines().chain(entry.lines()) {
        writeln!(text, "declare{}", line.trim().trim_start_matches("call"))?;
    }
    let mut entry = entry.clone();
    if !register.is_empty() {
        writeln!(
            text,
            "define void @chv_register() uwtable {{\n{register}  ret void\n}}"
        )?;
        entry.insert_str(0, "  call void @chv_register()\n");
    }
    writeln!(
        text,
        "define void @chv_entry() uwtable {{\n{entry}  ret void\n}}"
    )?;
    let whole = ir::parse_text(context, &text)?;
    for (index, module) in modules.into_iter().enumerate() {
        if index == 0 {
            whole.set_triple(&module.get_triple());
            whole.set_data_layout(&module.get_data_layout());
        }
        whole
            .link_in_module(module)
            .map_err(|error| anyhow!("the program's files cannot be linked: {error}"))?;
    }
    for function in ir::functions(&whole) {
        let of_unit = |name: &str| {
            let rest = function.name().strip_prefix(name.as_bytes());
            rest.is_some_and(|rest| rest.starts_with(b"."))
        };
        if OF_UNIT.iter().any(|name| of_unit(name)) {
            function.set_linkage(ir::INTERNAL);
        }
    }
    Ok(whole)
}
