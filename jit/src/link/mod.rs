//! Linking of host code, kernels and initial data into the executor.
//!
//! The session's symbols are ours: a map from names to addresses. Each object is put into memory (`loaded_object`) and bound to addresses that
//! the map, the builtins and the process give. What is undefined is known before anything is linked, so a cell is added or changes
//! nothing, and no cost grows with the number of objects.
//!
//! Functions and variables that cells may define again are reached through host slots: an object that uses such a symbol `S` loads
//! its address from the pointer `S.slot`, which is ours and follows the newest definition.

mod cell;
mod code_memory;
mod compiler_runtime;
pub(crate) mod debugger;
mod exit;
mod kernel_names;
mod late;
mod library;
mod loaded_object;
mod object_file;
mod references;
mod symbols;
mod tls;
pub(crate) mod unwind;

use std::collections::{HashMap, HashSet};
use std::ffi::{CStr, CString, c_char, c_int};
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};

use cell::HostCode;
pub use cell::{HostCell, LinkedCell};
use code_memory::Lifetime;
pub(crate) use exit::run_handlers_first;
use loaded_object::LoadedObject;
use object::SymbolIndex;
use object_file::ObjectFile;

use crate::lock::lock;

/// Why an object was not linked; nothing was added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// Symbols that nothing defines, demangled.
    Undefined(Vec<String>),
    /// Anything else, for people.
    Failed(String),
}

/// Links objects. All methods can be called from any thread.
pub struct Linker {
    /// What the executor itself gives to user code.
    builtins: HashMap<&'static str, usize>,
    session: Mutex<HostCode>,
    /// Is it noted which code refers to which?
    traces: AtomicBool,
}

/// An object that nothing else is linked against; its code goes when this is dropped.
pub struct PrivateObject {
    _loaded: LoadedObject,
    addresses: HashMap<String, usize>,
}

impl PrivateObject {
    /// Address of a symbol that the object defines.
    pub fn address(&self, symbol: &str) -> Option<usize> {
        self.addresses.get(symbol).copied()
    }
}

impl Linker {
    /// Starts the linker. `builtins` are names and addresses of what the executor gives to host code; they may be hidden by
    /// definitions of the session and hide those of the process.
    pub fn start(
        builtins: impl IntoIterator<Item = (&'static str, usize)>,
    ) -> Result<Linker, String> {
        exit::install();
        let mut table: HashMap<&'static str, usize> = own_builtins().into_iter().collect();
        table.extend(builtins);
        Ok(Linker {
            builtins: table,
            session: Mutex::default(),
            traces: AtomicBool::new(false),
        })
    }

    /// From now on notes which code refers to which, for `reached`.
    pub fn trace(&self) {
        self.traces.store(true, Ordering::Relaxed);
    }

    /// Addresses of all code and data of the session that `from` may come to use, itself among them, as far as code refers to it without pointers that were
    /// stored; only of what was linked since `trace`.
    pub fn reached(&self, from: &[usize]) -> HashSet<usize> {
        let code = self.session();
        code.references.reached(&code.symbols, from)
    }

    /// Links an object that stays on its own: a kernel, or initial data. `find` is asked for what it needs.
    pub fn add_private(
        &self,
        object: &[u8],
        find: impl Fn(&str) -> Option<usize>,
    ) -> Result<PrivateObject, LinkError> {
        let file = object_file::read(object).map_err(LinkError::Failed)?;
        let mut bindings = Vec::new();
        resolve(&file, &mut bindings, find)?;
        let (loaded, addresses) =
            loaded_object::load(&file, &bindings, Lifetime::Session).map_err(LinkError::Failed)?;
        let names = file.defined.into_iter().map(|definition| definition.name);
        Ok(PrivateObject {
            _loaded: loaded,
            addresses: names.zip(addresses).collect(),
        })
    }

    /// How many bytes an object's symbol stands for; none if the object has no such symbol.
    pub fn bytes_of(object: &[u8], symbol: &str) -> Option<usize> {
        object_file::bytes_of(object, symbol)
    }

    /// Address of a symbol of the session.
    pub fn address(&self, symbol: &str) -> Option<usize> {
        self.session()
            .symbols
            .get(symbol)
            .map(|symbol| symbol.address)
    }

    /// Makes a shared library's symbols available; a path, or a name as in `-l`. The error is the dynamic loader's text.
    pub fn open_library(&self, name: &str) -> Result<(), String> {
        library::open(name)
    }

    /// Address of a symbol that no cell defines.
    fn outside(&self, name: &str) -> Option<usize> {
        if let Some(&address) = self.builtins.get(name) {
            return Some(address);
        }
        if let Some(native) = name.strip_prefix("__emutls_v.") {
            return tls::native_control(native);
        }
        if let Some(cuda) = kernel_names::cuda_name(name) {
            return self.builtins.get(cuda.as_str()).copied();
        }
        library::process_symbol(name)
    }

    fn session(&self) -> MutexGuard<'_, HostCode> {
        lock(&self.session)
    }
}

/// Adds the addresses of all that the object needs.
fn resolve(
    file: &ObjectFile<'_>,
    bindings: &mut Vec<(SymbolIndex, usize)>,
    find: impl Fn(&str) -> Option<usize>,
) -> Result<(), LinkError> {
    let mut undefined = Vec::new();
    for need in &file.needed {
        match find(&need.name) {
            Some(address) => bindings.push((need.index, address)),
            // Assembler may name a symbol and never use it.
            None if need.weak || !file.uses(need.index) => bindings.push((need.index, 0)),
            None => undefined.push(demangle(&need.name)),
        }
    }
    if undefined.is_empty() {
        Ok(())
    } else {
        Err(LinkError::Undefined(undefined))
    }
}

/// Address of a symbol of the C and C++ libraries, for code objects that call libm and the like.
pub fn process_symbol(name: &str) -> Option<usize> {
    library::process_symbol(name)
}

/// A symbol's name for people; as it is if it is no C++ name. A kernel's stub is called like the kernel.
pub fn demangle(symbol: &str) -> String {
    without_versions(plain_name(symbol).replacen("__device_stub__", "", 1))
}

/// What tells versions of a name apart, and local types of cells, is not the user's: `f[abi:v3](int)` becomes `f(int)`.
fn without_versions(mut name: String) -> String {
    for mark in ["[abi:v", "[abi:c"] {
        let mut from = 0;
        while let Some(at) = name[from..].find(mark).map(|it| it + from) {
            let digits = name[at + mark.len()..].find(|it: char| !it.is_ascii_digit());
            match digits.map(|it| at + mark.len() + it) {
                Some(end) if name[end..].starts_with(']') => name.replace_range(at..=end, ""),
                _ => from = at + 1,
            }
        }
    }
    name
}

fn plain_name(symbol: &str) -> String {
    type Demangle =
        unsafe extern "C" fn(*const c_char, *mut c_char, *mut usize, *mut c_int) -> *mut c_char;
    let plain = symbol.strip_prefix("__emutls_v.").unwrap_or(symbol);
    // The demangler takes types as well, so `i` would become `int`.
    if !plain.starts_with("_Z") {
        return plain.to_owned();
    }
    let Some(demangler) = library::process_symbol("__cxa_demangle") else {
        return plain.to_owned();
    };
    let Ok(name) = CString::new(plain) else {
        return plain.to_owned();
    };
    let mut status = 0;
    // SAFETY: this is the C++ library's function of that name and type (Itanium C++ ABI 3.4); it gives null or a text from `malloc`.
    unsafe {
        let demangler = std::mem::transmute::<usize, Demangle>(demangler);
        let text = demangler(name.as_ptr(), ptr::null_mut(), ptr::null_mut(), &mut status);
        if text.is_null() {
            return plain.to_owned();
        }
        let demangled = CStr::from_ptr(text).to_string_lossy().into_owned();
        libc::free(text.cast());
        demangled
    }
}

/// What every host object may ask for whatever the device is.
fn own_builtins() -> [(&'static str, usize); 8] {
    [
        ("__chv_late", late::definition as *const () as usize),
        ("__cxa_atexit", exit::cxa_atexit as *const () as usize),
        ("atexit", exit::atexit as *const () as usize),
        ("at_quick_exit", exit::at_quick_exit as *const () as usize),
        ("pthread_atfork", exit::pthread_atfork as *const () as usize),
        (
            "__cxa_thread_atexit",
            exit::cxa_thread_atexit as *const () as usize,
        ),
        (
            "__cxa_thread_atexit_impl",
            exit::cxa_thread_atexit as *const () as usize,
        ),
        (
            "__emutls_get_address",
            tls::emutls_get_address as *const () as usize,
        ),
    ]
}
