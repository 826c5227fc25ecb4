//! Calls of the runtime API whose value nothing uses: the executor learns of each that failed.

use std::ffi::CString;

use inkwell::module::Module;

use super::ir::{self, Builder, Opcode, Types, Value};

/// What the executor has for it: `void __chv_discarded(int status, const char *name)`.
const TELL: &std::ffi::CStr = c"__chv_discarded";

/// Has each such call followed by one that tells the executor its value, and the function's name as the user wrote it.
///
/// It goes by clang's own code, before anything is inlined: what a wrapper of a header gives back is used there, and the call of the wrapper is the
/// user's. Stubs of kernels are left alone: each launch would pay for it, and the executor tells what is wrong with a launch anyway.
///
/// # Errors
///
/// If a name has a zero byte in it.
pub(super) fn tell(module: &Module<'_>) -> anyhow::Result<()> {
    let types = Types::new(module);
    for function in ir::functions(module) {
        let Some(name) = api_name(function.name()) else {
            continue;
        };
        let mut text = None;
        for call in function.users() {
            let discards = call.called_function() == Some(function)
                && call.ty() == types.int32
                && !call.is_used()
                && !is_stub(call.block().function().name());
            if !discards {
                continue;
            }
            let Some(next) = what_follows(call) else {
                continue;
            };
            let text = match text {
                Some(text) => text,
                None => *text.insert(constant(module, &types, name)?),
            };
            let teller = ir::declare(module, TELL, types.void, &[types.int32, types.pointer]);
            Builder::before(next).call(teller, &[call, text]);
        }
    }
    Ok(())
}

/// `cudaMalloc` of `cudaMalloc`, `_Z9hipMallocPPvm` or `_Z10cudaMallocIfE…`: a function at global scope that is named like the API's.
fn api_name(symbol: &[u8]) -> Option<&[u8]> {
    let name = match symbol.strip_prefix(b"_Z") {
        None => symbol,
        Some(rest) => {
            // `L` marks what only its own unit sees, such as a header's static functions.
            let rest = rest.strip_prefix(b"L").unwrap_or(rest);
            let digits = rest.iter().take_while(|it| it.is_ascii_digit()).count();
            let length: usize = std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()?;
            rest.get(digits..digits.checked_add(length)?)?
        }
    };
    let rest = name
        .strip_prefix(b"cuda")
        .or_else(|| name.strip_prefix(b"hip"))?;
    rest.first()?.is_ascii_uppercase().then_some(name)
}

fn is_stub(function: &[u8]) -> bool {
    const MARK: &[u8] = b"__device_stub__";
    function.windows(MARK.len()).any(|it| it == MARK)
}

/// The instruction before which the call's value is known, and that is reached by way of the call only.
fn what_follows(call: Value<'_>) -> Option<Value<'_>> {
    if call.opcode() != Opcode::LLVMInvoke {
        let all = call.block().instructions();
        let at = all.iter().position(|it| *it == call)?;
        return all.get(at + 1).copied();
    }
    // Clang gives each invoke a block of its own to go on in; where another way leads there too, nothing is told.
    let next = *call.block().successors().first()?;
    let only = next.comes_from_one_only();
    let first = next.instructions().first().copied()?;
    (only && first.opcode() != Opcode::LLVMPHI).then_some(first)
}

fn constant<'m>(
    module: &'m Module<'_>,
    types: &Types<'m>,
    name: &[u8],
) -> anyhow::Result<Value<'m>> {
    let text = CString::new(name)?;
    let bytes: Vec<Value<'m>> = text
        .as_bytes_with_nul()
        .iter()
        .map(|byte| types.byte.integer((*byte).into()))
        .collect();
    let initial = ir::constant_structure(module, &bytes);
    let constant = ir::add_global(module, c"chv_api_name", initial.ty());
    constant.set_initializer(initial);
    constant.set_global_constant(true);
    constant.set_alignment(1);
    constant.set_linkage(ir::INTERNAL);
    Ok(constant)
}

#[cfg(test)]
mod tests {
    use super::api_name;

    #[test]
    fn names_are_found_in_symbols() {
        let name = |symbol: &str| api_name(symbol.as_bytes()).map(<[u8]>::to_vec);
        assert_eq!(name("cudaFree"), Some(b"cudaFree".to_vec()));
        assert_eq!(name("_Z7hipFreePv"), Some(b"hipFree".to_vec()));
        assert_eq!(
            name("_Z10cudaMallocIfE9cudaErrorPPT_m"),
            Some(b"cudaMalloc".to_vec())
        );
        assert_eq!(
            name("_ZL10cudaMallocIfE9cudaErrorPPT_m"),
            Some(b"cudaMalloc".to_vec())
        );
        for other in [
            "cuda",
            "cudart",
            "hipster",
            "_ZN3cub4SyncEv",
            "_Z99cudaX",
            "_Z",
            "_Z3f",
            "",
        ] {
            assert_eq!(name(other), None, "{other}");
        }
    }
}
