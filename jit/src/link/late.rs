//! Functions that are called before anything defines them: cells may use what only later cells define, as long as they do not run it.

use std::ffi::{CStr, CString, c_char};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{demangle, library};

/// `std::__throw_runtime_error(const char *)` of the C++ library.
const THROW: &str = "_ZSt21__throw_runtime_errorPKc";

/// `void *__chv_late(const char *symbol, void *const *slot, void *late)`: where the function is defined by now. Throws a `std::runtime_error`
/// if it is not. Called by `late`, which stands for it.
///
/// # Safety
/// `symbol` is a text, and `slot` the host slot of that symbol.
pub(super) unsafe extern "C-unwind" fn definition(
    symbol: *const c_char,
    slot: *const AtomicUsize,
    late: usize,
) -> usize {
    // SAFETY: slots are never freed, and are only changed as atomics.
    let newest = unsafe { &*slot }.load(Ordering::Acquire);
    if newest != 0 && newest != late {
        return newest;
    }
    // SAFETY: the caller's duty.
    let symbol = unsafe { CStr::from_ptr(symbol) }.to_string_lossy();
    library::process_symbol(&symbol).unwrap_or_else(|| missing(&symbol))
}

fn missing(symbol: &str) -> ! {
    type Throw = unsafe extern "C-unwind" fn(*const c_char) -> !;
    let Some(throw) = library::process_symbol(THROW) else {
        std::process::abort()
    };
    // The exception copies its text, and nothing runs to free this one: it is forgotten on purpose.
    let text = CString::new(message(symbol)).unwrap_or_default().into_raw();
    // SAFETY: it is the C++ library's function of that type, and is given a text.
    unsafe { std::mem::transmute::<usize, Throw>(throw)(text) }
}

fn message(symbol: &str) -> String {
    format!(
        "nothing defines `{}` yet: define it, or load the library that has it (`%lib NAME`, `-l NAME`); `chevron run a.cu b.cu` takes a program of several files",
        demangle(symbol)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_defined_by_now_is_found() {
        let slot = AtomicUsize::new(7);
        // SAFETY: a text and a slot.
        let find = |symbol: &CStr| unsafe { definition(symbol.as_ptr(), &raw const slot, 7) };
        assert_eq!(
            Some(find(c"malloc")),
            library::process_symbol("malloc"),
            "a library has it"
        );
        slot.store(9, Ordering::Release);
        assert_eq!(find(c"_Z1gi"), 9, "a cell has it");
        assert!(message("_Z1gi").contains("`g(int)`"));
    }
}
