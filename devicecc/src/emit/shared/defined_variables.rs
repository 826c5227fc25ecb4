//! Device variables that a code object defines itself, under their own names: where it is made of a whole file.

use std::ffi::CString;

use anyhow::{Context as _, anyhow};
use inkwell::context::Context;
use inkwell::module::Module;

use super::address_spaces::GLOBAL;
use super::device_variables::numbered;
use crate::cell::{Space, Variable};
use crate::emit::ir::{self, Types, Value};
use crate::emit::parse;
use crate::error::bail_mendable;
use crate::shim::demangled;

/// The symbol of the bytes in a variable's initial value, and what other variables are called there.
const INITIAL: &str = "__chv_init";
const VARIABLE: &str = "__chv_var.";

/// Names the variables of a closure by their symbols, as initial values do, so that several closures' are the same ones.
///
/// # Errors
/// The closure has a variable that it does not list.
pub(in crate::emit) fn name(module: &Module<'_>, symbols: &[String]) -> anyhow::Result<()> {
    for (variable, number) in numbered(module)? {
        let symbol = usize::try_from(number).ok().and_then(|it| symbols.get(it));
        let symbol = symbol.context("the closure uses a variable that it does not list")?;
        let name = CString::new(format!("{VARIABLE}{symbol}"))?;
        let same = ir::globals(module)
            .into_iter()
            .find(|it| it.name() == name.as_bytes());
        match same {
            Some(same) => variable.replace_uses(same),
            None => variable.set_name(&name.to_string_lossy()),
        }
    }
    Ok(())
}

/// Defines the variables in the module, with their initial values.
///
/// # Errors
/// One is `__managed__`, or its initial value is not as `Variable::init` says, which is our failure.
pub(in crate::emit) fn define<'c>(
    context: &'c Context,
    module: &Module<'c>,
    variables: &[Variable],
) -> anyhow::Result<()> {
    for variable in variables {
        if variable.space == Space::Managed {
            bail_mendable!(
                "`{}` is `__managed__`: only a program's own runtime can give it memory that host and device share, a code object cannot",
                variable.display
            );
        }
        let initial = match &variable.init {
            Some(init) => linked_initial(context, module, init)?,
            None => Types::new(module).byte.array(variable.bytes).zero(),
        };
        let name = CString::new(variable.symbol.as_str())?;
        let defined = ir::add_global_in(module, &name, initial.ty(), GLOBAL);
        defined.set_initializer(initial);
        defined.set_alignment(variable.align.max(1));
        defined.set_externally_initialized();
        defined.set_protected();
    }
    for global in ir::globals(module) {
        let name = String::from_utf8_lossy(global.name()).into_owned();
        let Some(symbol) = name.strip_prefix(VARIABLE) else {
            continue;
        };
        let own = ir::globals(module)
            .into_iter()
            .find(|it| it.name() == symbol.as_bytes() && !it.is_declaration());
        // What is missing is told with all else that is.
        if let Some(own) = own {
            global.replace_uses(own);
            global.erase();
        } else if is_function(symbol) {
            bail_mendable!(
                "a device variable's initial value holds the address of `{}`: in a file that is compiled by itself, let a kernel store it",
                demangled(symbol)
            );
        }
    }
    Ok(())
}

/// Is it a function's symbol, and no variable's? Functions' end with their parameters.
fn is_function(symbol: &str) -> bool {
    demangled(symbol).ends_with(')')
}

/// The initial value of a variable, in the module.
fn linked_initial<'m, 'c>(
    context: &'c Context,
    module: &'m Module<'c>,
    init: &[u8],
) -> anyhow::Result<Value<'m>> {
    let addition = parse(context, init)?;
    addition.set_triple(&module.get_triple());
    addition.set_data_layout(&module.get_data_layout());
    module
        .link_in_module(addition.taken())
        .map_err(|error| anyhow!("the initial value of a device variable does not fit: {error}"))?;
    let global = ir::globals(module)
        .into_iter()
        .find(|it| it.name() == INITIAL.as_bytes())
        .context("the initial value of a device variable defines nothing")?;
    let initial = global
        .initializer()
        .context("the initial value of a device variable is empty")?;
    global.erase();
    Ok(initial)
}
