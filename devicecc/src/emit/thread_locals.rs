//! Thread-local variables by calls of `__emutls_get_address`, so that objects linked at run time need no place in the executor's
//! own thread-local storage.
//!
//! LLVM's code generator does the same under an option that its C interface does not have, so it is done here, with the same layout
//! and names (compiler-rt and libgcc: `struct { size_t size, align; void *object, *initial; }` named `__emutls_v.<name>`).

use std::ffi::CString;

use anyhow::Context as _;
use inkwell::module::Module;

use super::ir::{self, Builder, Type, Types, Value};
use crate::error::bail_mendable;

/// Lowers every thread-local variable of the module.
///
/// # Errors
///
/// If one is used in a constant, which clang does not do.
pub(super) fn lower(module: &Module<'_>) -> anyhow::Result<()> {
    let variables: Vec<Value<'_>> = ir::globals(module)
        .into_iter()
        .filter(|global| global.is_thread_local())
        .collect();
    if variables.is_empty() {
        return Ok(());
    }
    let types = Types::new(module);
    let get_address = ir::declare(
        module,
        c"__emutls_get_address",
        types.pointer,
        &[types.pointer],
    );
    for variable in variables {
        let name = String::from_utf8_lossy(variable.name()).into_owned();
        let control = control(module, &types, variable, &name)
            .with_context(|| format!("thread-local variable `{name}`"))?;
        for user in variable.users() {
            let addresses = user
                .called_function()
                .is_some_and(|function| function.name().starts_with(b"llvm.threadlocal.address"));
            if !addresses && !user.is_instruction() {
                bail_mendable!(
                    "the thread-local variable `{name}` is used other than by its address in a function"
                );
            }
            let address = Builder::before(user).call(get_address, &[control]);
            if addresses {
                user.replace_uses(address);
                user.erase();
                continue;
            }
            // So clang registers the destructor of a variable that needs no constructor.
            let uses = user.operands().enumerate();
            let uses: Vec<usize> = uses
                .filter(|(_, it)| *it == variable)
                .map(|(at, _)| at)
                .collect();
            for at in uses {
                user.set_operand(at as u32, address);
            }
        }
        variable.erase();
    }
    Ok(())
}

/// Makes the control structure of the variable: a declaration where the variable is one.
fn control<'m>(
    module: &'m Module<'_>,
    types: &Types<'m>,
    variable: Value<'m>,
    name: &str,
) -> anyhow::Result<Value<'m>> {
    let layout = Type::structure(
        module,
        &[types.int64, types.int64, types.pointer, types.pointer],
    );
    let control_name = CString::new(format!("__emutls_v.{name}"))?;
    let control = ir::add_global(module, &control_name, layout);
    control.set_alignment(8);
    control.set_linkage(variable.linkage());
    control.copy_visibility(variable);
    let Some(initial) = variable.initializer() else {
        return Ok(control);
    };
    let ty = variable.global_type();
    let align = match variable.alignment() {
        0 => ty.alignment(module),
        bytes => bytes,
    };
    let template = match initial == ty.zero() {
        true => types.pointer.zero(),
        false => {
            let template_name = CString::new(format!("__emutls_t.{name}"))?;
            let template = ir::add_global(module, &template_name, ty);
            template.set_initializer(initial);
            template.set_global_constant(true);
            template.set_alignment(align);
            template.set_linkage(variable.linkage());
            template.copy_visibility(variable);
            template.copy_comdat(module, variable, &template_name);
            template
        }
    };
    let bytes = types.int64.integer(ty.bytes(module));
    let align = types.int64.integer(align.into());
    control.set_initializer(ir::constant_structure(
        module,
        &[bytes, align, types.pointer.zero(), template],
    ));
    control.copy_comdat(module, variable, &control_name);
    Ok(control)
}
