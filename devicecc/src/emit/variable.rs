//! The initial bytes of device variables.

use anyhow::Context as _;
use kernels_cache::{Cache, Entry, Kind};

use super::host_machine::{Host, retarget};
use super::shared::effort::Effort;
use super::{VariableObject, crashes, finish, ir, parse, unique_symbol};

/// The symbol of the bytes in the bitcode.
const INITIAL: &str = "__chv_init";

/// Translates the bitcode behind [`crate::cell::Variable::init`] to an object whose symbol `chv_init_<32 hex digits>` is the initial
/// bytes. Addresses of other variables stay undefined symbols `__chv_var.<symbol>`.
///
/// # Errors
///
/// If the bitcode is not as `Variable::init` says, which is our own failure.
pub fn variable_object(init: &[u8], cache: &Cache) -> anyhow::Result<VariableObject> {
    let key = Host::get()
        .key("chevron-variable-v1")
        .field("bitcode", init)
        .finish();
    let symbol = unique_symbol("chv_init", &key);
    if let Some(entry) = cache.get_kind(Kind::CpuObject, &key) {
        return Ok(VariableObject {
            object: entry.payload,
            symbol,
        });
    }
    let context = crashes::new_context();
    let diagnostics = ir::Diagnostics::collect(&context);
    let module = parse(&context, init)?;
    // A GPU's initial bytes are laid out as the host's are; its address spaces mean nothing there.
    retarget(&module)?;
    let initial = module.get_global(INITIAL).with_context(|| {
        format!("the initial value of a device variable defines no `{INITIAL}`")
    })?;
    initial.set_name(&symbol);
    let object = finish(&module, Effort::Quick, &diagnostics)?;
    cache.put(
        &key,
        &Entry {
            kind: Kind::CpuObject,
            kernels: Vec::new(),
            meta: Vec::new(),
            payload: object.clone(),
        },
    );
    Ok(VariableObject { object, symbol })
}
