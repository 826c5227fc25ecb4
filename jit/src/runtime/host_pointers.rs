//! Kernels that are given memory of the host which the API does not know: on the CPU device they reach it, on most GPUs that is an illegal address.
//!
//! It is told once for each kernel, because another kernel is another mistake, and of a few kernels only, because who relies on unified memory knows.
//! A session that asks for `cudaDevAttrPageableMemoryAccess` relies on it, too.

use std::collections::HashSet;
use std::ffi::c_void;
use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::{Runtime, current};
use crate::device::{LoadedKernel, PARAMETERS_MAX};
use crate::link::demangle;
use crate::lock::lock;
use crate::modules;

/// Kernels of which it is told.
const KERNELS_MAX: usize = 4;

/// How often the system is asked what an address is: that takes a tenth of a millisecond, and longer with many allocations.
const QUESTIONS_MAX: usize = 16;

/// No memory of a process lies below.
const LOWEST: u64 = 1 << 16;

/// What was seen of host memory in kernels.
pub(crate) struct HostPointers {
    /// Launches are looked at.
    on: AtomicBool,
    /// Nothing more is told, whatever the user asks for.
    ended: AtomicBool,
    questions: AtomicUsize,
    /// Symbols of the kernels that were told of.
    told: Mutex<HashSet<String>>,
    notes: Mutex<Vec<String>>,
}

impl HostPointers {
    /// `on`: the device's kernels reach all memory of the process.
    pub(super) fn new(on: bool) -> HostPointers {
        HostPointers {
            on: AtomicBool::new(on),
            ended: AtomicBool::new(!on),
            questions: AtomicUsize::new(0),
            told: Mutex::default(),
            notes: Mutex::default(),
        }
    }

    /// Nothing more is told.
    pub(super) fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
        self.on.store(false, Ordering::Relaxed);
    }

    /// Whether launches are looked at from now on, if anything can still be told.
    fn set(&self, strict: bool) {
        let on = strict && !self.ended.load(Ordering::Relaxed);
        self.on.store(on, Ordering::Relaxed);
    }

    /// What there is to tell since the last call.
    pub(super) fn take(&self) -> Vec<String> {
        std::mem::take(&mut *lock(&self.notes))
    }
}

/// Whether kernels' pointers are looked at from now on.
pub(crate) fn be_strict(on: bool) {
    if let Ok(runtime) = current() {
        runtime.host_pointers().set(on);
    }
}

impl Runtime {
    /// Looks at the pointers that a kernel is given.
    ///
    /// # Safety
    /// `arguments` has one pointer per parameter of the kernel, each to a value of its type; it may be null if there are none.
    #[inline]
    pub(super) unsafe fn look_at_arguments(
        &self,
        kernel: &LoadedKernel,
        arguments: *const *const c_void,
    ) {
        if !self.host_pointers().on.load(Ordering::Relaxed) {
            return;
        }
        let mut parameters = kernel
            .passed
            .parameters(|| pointers(&kernel.symbol, &kernel.param_bytes));
        while parameters != 0 {
            let parameter = parameters.trailing_zeros() as usize;
            parameters &= parameters - 1;
            // SAFETY: the caller's duty; `pointers` gives parameters of 8 bytes.
            let address = unsafe { (*arguments.add(parameter)).cast::<u64>().read_unaligned() };
            if !kernel.passed.is_known(parameter, address) {
                self.judge(kernel, parameter, address);
            }
        }
    }

    #[cold]
    fn judge(&self, kernel: &LoadedKernel, parameter: usize, address: u64) {
        let books = self.host_pointers();
        let given = |address: u64| self.allocations().find(address).is_some();
        // The end of a range is an address of it, too.
        if address < LOWEST || given(address) || given(address - 1) || self.device().covers(address)
        {
            kernel.passed.keep(parameter, address);
            return;
        }
        if books.questions.fetch_add(1, Ordering::Relaxed) >= QUESTIONS_MAX {
            books.end();
            return;
        }
        // By a symbol it is known to be no pointer to a function; strings of cells lie beside their code.
        if !is_memory(address, kernel.symbol.starts_with("_Z")) {
            kernel.passed.keep(parameter, address);
            return;
        }
        kernel.passed.end();
        let mut told = lock(&books.told);
        if !told.insert(kernel.symbol.clone()) {
            return;
        }
        if told.len() >= KERNELS_MAX {
            books.end();
        }
        lock(&books.notes).push(in_words(&kernel.display, parameter, address));
    }
}

fn in_words(kernel: &str, parameter: usize, address: u64) -> String {
    let number = parameter + 1;
    match modules::variable_around(address as *const c_void) {
        Some((variable, _)) => format!(
            "kernel `{kernel}` was given the host's address of `{}` (argument {number}), which is not where the variable lies on a device; \
             take it from cudaGetSymbolAddress, or name the variable in the kernel",
            variable.display
        ),
        None => format!(
            "kernel `{kernel}` was given host memory (argument {number}): this device reaches it, on most GPUs it is an illegal address; \
             copy it to memory of cudaMalloc, or use cudaMallocManaged"
        ),
    }
}

/// The parameters of a kernel that are pointers to data, a bit for each: by its symbol, or if that does not tell those that have the size of one.
fn pointers(symbol: &str, param_bytes: &[u32]) -> u64 {
    let name = demangle(symbol);
    let types = parameter_types(&name).filter(|types| types.len() == param_bytes.len());
    let is_pointer = |index: usize| {
        param_bytes[index] == 8
            && types
                .as_ref()
                .is_none_or(|types| types[index].ends_with('*'))
    };
    (0..param_bytes.len().min(PARAMETERS_MAX))
        .filter(|&index| is_pointer(index))
        .fold(0, |bits, index| bits | 1 << index)
}

/// The types in the last parentheses of a function's name; none if it has none.
fn parameter_types(name: &str) -> Option<Vec<&str>> {
    let inner = name.strip_suffix(')')?;
    let mut depth = 0;
    let mut types = Vec::new();
    let mut end = inner.len();
    for (at, character) in inner.char_indices().rev() {
        match character {
            ')' | '>' | ']' | '}' => depth += 1,
            '(' if depth == 0 => {
                types.push(inner[at + 1..end].trim());
                types.reverse();
                return Some(types);
            }
            '(' | '<' | '[' | '{' => depth -= 1,
            ',' if depth == 0 => {
                types.push(inner[at + 1..end].trim());
                end = at;
            }
            _ => {}
        }
    }
    None
}

/// Does an address lie in memory of the process that can be read, and if code is not meant, in none that can be run?
fn is_memory(address: u64, or_code: bool) -> bool {
    let Ok(maps) = fs::read_to_string("/proc/self/maps") else {
        return false;
    };
    let around = |line: &&str| {
        let range = line.split(' ').next().unwrap_or_default();
        let number = |text: &str| u64::from_str_radix(text, 16).ok();
        let bounds = range.split_once('-').map(|(a, b)| (number(a), number(b)));
        matches!(bounds, Some((Some(start), Some(end))) if (start..end).contains(&address))
    };
    let permissions = maps
        .lines()
        .find(around)
        .and_then(|it| it.split(' ').nth(1));
    permissions.is_some_and(|it| it.starts_with('r') && (or_code || !it.contains('x')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_are_known_by_the_symbol() {
        // add(float*, int, double const*)
        assert_eq!(pointers("_Z3addPfiPKd", &[8, 4, 8]), 0b101);
        // call(void (*)(int), unsigned long, long*)
        assert_eq!(pointers("_Z4callPFviEmPl", &[8, 8, 8]), 0b100);
        // void (anonymous namespace)::each<int>(pair<int*, int>, int**)
        let symbol = "_ZN12_GLOBAL__N_14eachIiEEv4pairIPiiEPS2_";
        assert_eq!(pointers(symbol, &[16, 8]), 0b10);
        assert_eq!(pointers("_Z4nonev", &[]), 0);
        assert_eq!(pointers("in_c", &[4, 8]), 0b10, "by its size");
    }

    #[test]
    fn memory_is_told_from_code_and_from_nothing() {
        static STATIC: [u8; 4] = [1; 4];
        let (local, heap) = (0, Box::new(0));
        assert!(is_memory(&raw const local as u64, false));
        assert!(is_memory(&raw const *heap as u64, false));
        assert!(is_memory(STATIC.as_ptr() as u64, false));
        let code = is_memory as *const () as u64;
        assert!(!is_memory(code, false) && is_memory(code, true));
        assert!(!is_memory(0x0123_4567_89ab, true));
    }
}
