//! The initial bytes of device variables.

use std::ffi::CString;

use anyhow::Context as _;
use inkwell::module::Module;
use kernels_cache::{Cache, Entry, Kind};

use super::host_machine::{Host, retarget};
use super::ir::{Types, Value};
use super::shared::effort::Effort;
use super::{VariableObject, crashes, finish, ir, parse, unique_symbol};
use crate::error::Error;

/// The symbol of the bytes in the bitcode.
const INITIAL: &str = "__chv_init";

/// What the names of places in the variable's own storage begin with; the offset follows.
const SELF: &str = "__chv_self.";

/// Translates the bitcode behind [`crate::cell::Variable::init`] to an object whose symbol `chv_init_<32 hex digits>` is the initial
/// bytes. Addresses of other variables stay undefined symbols `__chv_var.<symbol>`.
///
/// # Errors
///
/// If the bitcode is not as `Variable::init` says, which is our own failure.
pub fn variable_object(init: &[u8], cache: &Cache) -> Result<VariableObject, Error> {
    let key = Host::get()
        .key("chevron-variable-v2")
        .field("bitcode", init)
        .finish();
    let symbol = unique_symbol("chv_init", &key);
    if let Some(entry) = cache.get_kind(Kind::CpuObject, &key) {
        return Ok(VariableObject {
            object: entry.payload.into_vec(),
            symbol,
        });
    }
    let context = crashes::new_context();
    let diagnostics = ir::Diagnostics::collect(&context);
    let module = parse(&context, init)?;
    // A GPU's initial bytes are laid out as the host's are; its address spaces mean nothing there.
    retarget(&module)?;
    let named = |it: &Value<'_>| it.name() == INITIAL.as_bytes();
    let initial = ir::globals(&module).into_iter().find(named);
    let initial = initial.with_context(|| {
        format!("the initial value of a device variable defines no `{INITIAL}`")
    })?;
    let initial = with_constants(&module, initial)?;
    initial.set_name(&symbol);
    let object = finish(&module, Effort::Quick, &diagnostics)?;
    cache.put(
        &key,
        &Entry {
            kind: Kind::CpuObject,
            kernels: Vec::new(),
            meta: Vec::new(),
            payload: object.clone().into(),
        },
    );
    Ok(VariableObject { object, symbol })
}

/// Puts the module's other constants behind the initial value. Gives what holds all of it.
///
/// # Errors
/// None is expected: names are numbers, and what is defined has a value.
fn with_constants<'m>(module: &'m Module<'_>, initial: Value<'m>) -> anyhow::Result<Value<'m>> {
    let constants = ir::globals(module).into_iter();
    let constants: Vec<_> = constants
        .filter(|it| *it != initial && !it.is_declaration())
        .collect();
    if constants.is_empty() {
        return Ok(initial);
    }
    let types = Types::new(module);
    let mut members = vec![initial];
    let mut bytes = initial.global_type().bytes(module);
    let mut alignment = initial.alignment();
    for constant in constants {
        let own = u64::from(
            constant
                .alignment()
                .max(constant.global_type().alignment(module)),
        );
        let padding = bytes.next_multiple_of(own) - bytes;
        if padding > 0 {
            members.push(types.byte.array(padding).zero());
        }
        bytes += padding;
        let name = CString::new(format!("{SELF}{bytes}"))?;
        let place = ir::add_global_in(module, &name, types.byte, constant.ty().address_space());
        constant.replace_uses(place);
        bytes += constant.global_type().bytes(module);
        alignment = alignment.max(constant.alignment());
        members.push(constant);
    }
    // Their values only now: they may point to each other.
    let values = members.iter().map(|it| match it.is_global_variable() {
        true => it.initializer(),
        false => Some(*it),
    });
    let values: Option<Vec<_>> = values.collect();
    let values = values.context("a constant of a device variable has no value")?;
    let all = ir::constant_structure(module, &values);
    let whole = ir::add_global(module, c"chv_whole", all.ty());
    whole.set_initializer(all);
    whole.set_alignment(alignment);
    members
        .into_iter()
        .filter(|it| it.is_global_variable())
        .for_each(Value::erase);
    Ok(whole)
}
