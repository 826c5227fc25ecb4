//! Which kernels a cell's host code can launch: read off the stubs that it mentions.

use super::{crashes, ir, parse};
use crate::cell::HostModule;
use crate::error::Error;

/// What clang puts before the name of the host function that launches a kernel.
const STUB: &str = "__device_stub__";

/// The symbols of the kernels that host code launches, or takes the address of.
///
/// # Errors
/// LLVM does not read the code, which is our failure.
pub fn launched_kernels(host: &HostModule) -> Result<Vec<String>, Error> {
    let context = crashes::new_context();
    let module = parse(&context, &host.bitcode)?;
    let all = ir::functions(&module)
        .into_iter()
        .chain(ir::globals(&module));
    let mut found: Vec<String> = Vec::new();
    for value in all {
        let name = String::from_utf8_lossy(value.name());
        if let Some(kernel) = kernel_of(&name)
            && !found.contains(&kernel)
        {
            found.push(kernel);
        }
    }
    Ok(found)
}

/// The kernel's symbol, by the stub's: `_Z16__device_stub__kPi` is `_Z1kPi`'s. A slot's name has more behind it.
pub(super) fn kernel_of(stub: &str) -> Option<String> {
    let at = stub.find(STUB)?;
    let (before, name) = (&stub[..at], &stub[at + STUB.len()..]);
    let name = name.split('.').next().unwrap_or(name);
    let digits = before.len()
        - before
            .trim_end_matches(|it: char| it.is_ascii_digit())
            .len();
    // What stands before may end with a digit itself: `_ZN2n216__device_stub__kEv`.
    (1..=digits).find_map(|count| {
        let (before, number) = before.split_at(before.len() - count);
        let length = number.parse::<usize>().ok()?.checked_sub(STUB.len())?;
        let fits = length > 0 && length <= name.len() && !number.starts_with('0');
        let of_name = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '$';
        (fits && name[..length].chars().all(of_name)).then(|| format!("{before}{length}{name}"))
    })
}

#[cfg(test)]
mod tests {
    use super::kernel_of;

    #[test]
    fn a_stub_has_its_kernels_symbol_in_it() {
        for (stub, kernel) in [
            ("_Z16__device_stub__kPi", Some("_Z1kPi")),
            ("_ZN2ns17__device_stub__kkEPi", Some("_ZN2ns2kkEPi")),
            ("_ZN2n216__device_stub__kEv", Some("_ZN2n21kEv")),
            ("_Z16__device_stub__sIfEvPT_.slot", Some("_Z1sIfEvPT_")),
            ("_Z1kPi", None),
        ] {
            assert_eq!(kernel_of(stub).as_deref(), kernel, "{stub}");
        }
    }
}
