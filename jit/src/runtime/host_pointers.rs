//! Kernels that are given memory of the host which the API does not know: on the CPU device they reach it, on most GPUs that is an illegal address.
//!
//! A kernel that does nothing with such a pointer but access memory gets one that faults, so the access is the error, and a pointer that is not used is none. Where the
//! kernel might see the pointer as a number it gets what it was given, and a note tells it: once for each kernel, and of a few kernels only.
//! A session that asks for `cudaDevAttrPageableMemoryAccess` knows, and is left alone. `cudaDeviceProp` has everything at once, so a session that asks for that
//! is told that kernels do not reach such memory.

use std::collections::HashSet;
use std::ffi::c_void;
use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::{Runtime, current};
use crate::device::cpu::sanitizer;
use crate::device::{Arguments, LoadedKernel, PARAMETERS_MAX, displaced};
use crate::link::demangle;
use crate::lock::lock;
use crate::modules;

/// Kernels of which it is told.
const KERNELS_MAX: usize = 4;

/// How often the system is asked what an address is: that takes a tenth of a millisecond, and longer with many allocations.
const QUESTIONS_MAX: usize = 16;

/// No memory of a process lies below.
const LOWEST: u64 = 1 << 16;

/// So far from memory for kernels a pointer may be meant for that, bytes: who counts from 1, or from a halo, gives an address before the first element.
const NEAR_BYTES: u64 = 64 << 10;

/// How many addresses of host memory are remembered.
const REMEMBERED: usize = 1024;

/// What was seen of host memory in kernels.
pub(crate) struct HostPointers {
    /// Launches are looked at.
    on: AtomicBool,
    /// Nothing more is told, whatever the user asks for.
    ended: AtomicBool,
    questions: AtomicUsize,
    /// Symbols of the kernels that were told of.
    told: Mutex<HashSet<String>>,
    /// Addresses that were found to be of host memory.
    of_host: Mutex<HashSet<u64>>,
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
            of_host: Mutex::default(),
            notes: Mutex::default(),
        }
    }

    /// Nothing more is told.
    pub(super) fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
        self.on.store(false, Ordering::Relaxed);
    }

    /// Is memory of the host an error in kernels?
    pub(super) fn are_refused(&self) -> bool {
        self.on.load(Ordering::Relaxed)
    }

    /// Whether launches are looked at from now on, if anything can still be told.
    fn set(&self, strict: bool) {
        let on = strict && !self.ended.load(Ordering::Relaxed);
        self.on.store(on, Ordering::Relaxed);
    }

    fn remember(&self, address: u64) {
        let mut all = lock(&self.of_host);
        if all.len() == REMEMBERED {
            all.clear();
        }
        all.insert(address);
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
    /// Looks at the pointers that a kernel is given. What it is to be given in their place, if that differs: a kernel that only accesses memory by a pointer
    /// into host memory gets one that faults.
    ///
    /// # Safety
    /// `arguments` has one pointer per parameter of the kernel, each to a value of its type; it may be null if there are none.
    #[inline]
    pub(super) unsafe fn look_at_arguments(
        &self,
        kernel: &LoadedKernel,
        arguments: *const *const c_void,
    ) -> Option<Arguments> {
        if !self.host_pointers().on.load(Ordering::Relaxed) {
            return None;
        }
        let mut parameters = kernel
            .passed
            .parameters(|| pointers(&kernel.symbol, &kernel.param_bytes));
        let mut of_host = 0;
        while parameters != 0 {
            let parameter = parameters.trailing_zeros() as usize;
            parameters &= parameters - 1;
            // SAFETY: the caller's duty; `pointers` gives parameters of 8 bytes.
            let address = unsafe { (*arguments.add(parameter)).cast::<u64>().read_unaligned() };
            if !kernel.passed.is_known(parameter, address) && self.judge(kernel, parameter, address)
            {
                of_host |= 1 << parameter;
            }
        }
        if of_host == 0 {
            return None;
        }
        // SAFETY: the caller's duty.
        let given = unsafe { Arguments::copy(arguments, &kernel.param_bytes) };
        Some(given.with_pointers(of_host, |parameter, address| {
            displaced::displace(
                &kernel.display,
                parameter + 1,
                address,
                variable_at(address),
            )
        }))
    }

    /// Whether the kernel is to have another pointer than this one.
    #[cold]
    fn judge(&self, kernel: &LoadedKernel, parameter: usize, address: u64) -> bool {
        let books = self.host_pointers();
        let given = |address: u64| self.allocations().find(address).is_some();
        // The end of a range is an address of it, too.
        if address < LOWEST || given(address) || given(address - 1) || self.device().covers(address)
        {
            kernel.passed.keep(parameter, address);
            return false;
        }
        let follows =
            kernel.follows(parameter) && !sanitizer::is_on() && !self.is_near_memory(address);
        if follows && lock(&books.of_host).contains(&address) {
            return true;
        }
        if !follows && books.questions.fetch_add(1, Ordering::Relaxed) >= QUESTIONS_MAX {
            kernel.passed.forget(parameter);
            return false;
        }
        // By a symbol it is known to be no pointer to a function; strings of cells lie beside their code.
        if !is_memory(address, kernel.symbol.starts_with("_Z")) {
            kernel.passed.keep(parameter, address);
            return false;
        }
        if follows {
            books.remember(address);
            return true;
        }
        kernel.passed.forget(parameter);
        let mut told = lock(&books.told);
        if told.len() < KERNELS_MAX && told.insert(kernel.symbol.clone()) {
            lock(&books.notes).push(in_words(&kernel.display, parameter, address));
        }
        false
    }

    /// Does an address lie so near memory for kernels that it may be meant for that?
    fn is_near_memory(&self, address: u64) -> bool {
        self.allocations().is_near(address, NEAR_BYTES)
            || self.device().covers(address.saturating_sub(NEAR_BYTES))
            || self.device().covers(address + NEAR_BYTES)
    }
}

fn in_words(kernel: &str, parameter: usize, address: u64) -> String {
    let number = parameter + 1;
    match variable_at(address) {
        Some(variable) => format!(
            "kernel `{kernel}` was given the host's address of `{variable}` (argument {number}), which is not where the variable lies on a device; \
             take it from cudaGetSymbolAddress, or name the variable in the kernel"
        ),
        None => format!(
            "kernel `{kernel}` was given host memory (argument {number}): this device reaches it, on most GPUs it is an illegal address; \
             copy it to memory of cudaMalloc, or use cudaMallocManaged"
        ),
    }
}

/// The device variable whose address for host code this is.
fn variable_at(address: u64) -> Option<String> {
    let (variable, _) = modules::variable_around(address as *const c_void)?;
    Some(variable.display.clone())
}

/// The parameters of a kernel that are pointers or references to data, a bit for each: by its symbol, or if that does not tell those that have the size of one.
fn pointers(symbol: &str, param_bytes: &[u32]) -> u64 {
    let name = demangle(symbol);
    let types = parameter_types(&name).filter(|types| types.len() == param_bytes.len());
    let is_pointer = |index: usize| {
        param_bytes[index] == 8
            && types
                .as_ref()
                .is_none_or(|types| types[index].ends_with(['*', '&']))
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
    let permissions = maps
        .lines()
        .find(|line| displaced::is_around(line, address))
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
        // scale(float*, float const&, void (&)(int))
        assert_eq!(pointers("_Z5scalePfRKfRFviE", &[8, 8, 8]), 0b11);
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
