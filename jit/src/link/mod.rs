//! Linking of host code, kernels and initial data into the executor.
//!
//! The session's symbols are ours: a map from names to addresses. Each object is linked on its own (`orc`) against addresses that
//! the map, the builtins and the process give. What is undefined is known before anything is linked, so a cell is added or changes
//! nothing, and no cost grows with the number of objects.

mod exit;
mod library;
mod object_file;
mod orc;
mod tls;

use std::collections::HashMap;
use std::ffi::{CStr, CString, c_char, c_int};
use std::ptr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use object::SymbolIndex;
use object_file::ObjectFile;
use orc::{LinkedObject, Orc};

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
    orc: &'static Orc,
    /// What the executor itself gives to user code.
    builtins: HashMap<&'static str, usize>,
    session: Mutex<Session>,
}

#[derive(Default)]
struct Session {
    /// Newest definition of each symbol.
    symbols: HashMap<String, Symbol>,
    /// Linked host objects; their code stays as long as the session.
    objects: Vec<LinkedObject>,
}

#[derive(Clone, Copy)]
struct Symbol {
    address: usize,
    weak: bool,
}

/// An object that nothing else is linked against; its code goes when this is dropped.
pub struct PrivateObject {
    _linked: LinkedObject,
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
            orc: Orc::start()?,
            builtins: table,
            session: Mutex::default(),
        })
    }

    /// Links a host object into the session.
    ///
    /// Weak definitions that the session has already are left out, as a linker does. A second strong definition is an error.
    /// `shadow` is asked for device variables that come with the object, before those of the session.
    pub fn add(
        &self,
        object: &[u8],
        required: &[&str],
        shadow: impl Fn(&str) -> Option<usize>,
    ) -> Result<(), LinkError> {
        let mut file = object_file::read(object).map_err(LinkError::Failed)?;
        let defines = |name: &&&str| {
            file.defined
                .iter()
                .any(|definition| definition.name == ***name)
        };
        if let Some(missing) = required.iter().find(|name| !defines(name)) {
            return Err(LinkError::Failed(format!(
                "the object does not define `{missing}`"
            )));
        }
        let mut session = self.session();
        let mut bindings = replace_weak(&session, &mut file)?;
        resolve(&file, &mut bindings, |name| {
            shadow(name).or_else(|| self.host_symbol(&session, name))
        })?;
        let (linked, addresses) = self.orc.link(&file, &bindings).map_err(LinkError::Failed)?;
        for (definition, address) in file.defined.into_iter().zip(addresses) {
            if !definition.private {
                session.symbols.insert(
                    definition.name,
                    Symbol {
                        address,
                        weak: definition.weak,
                    },
                );
            }
        }
        session.objects.push(linked);
        Ok(())
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
        let (linked, addresses) = self.orc.link(&file, &bindings).map_err(LinkError::Failed)?;
        let names = file.defined.into_iter().map(|definition| definition.name);
        Ok(PrivateObject {
            _linked: linked,
            addresses: names.zip(addresses).collect(),
        })
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

    fn host_symbol(&self, session: &Session, name: &str) -> Option<usize> {
        if let Some(symbol) = session.symbols.get(name) {
            return Some(symbol.address);
        }
        if let Some(&address) = self.builtins.get(name) {
            return Some(address);
        }
        if let Some(variable) = crate::modules::variable_named(name) {
            return Some(variable.shadow);
        }
        if let Some(native) = name.strip_prefix("__emutls_v.") {
            return tls::native_control(native);
        }
        library::process_symbol(name)
    }

    fn session(&self) -> MutexGuard<'_, Session> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes out of the object the weak definitions for which there are others; gives the addresses of those.
fn replace_weak(
    session: &Session,
    file: &mut ObjectFile<'_>,
) -> Result<Vec<(SymbolIndex, usize)>, LinkError> {
    let (mut own, mut replaced, mut twice) = (Vec::new(), Vec::new(), Vec::new());
    for definition in std::mem::take(&mut file.defined) {
        let other = match session.symbols.get(&definition.name) {
            _ if definition.private => None,
            Some(earlier) if definition.weak => Some(earlier.address),
            Some(earlier) => {
                if !earlier.weak {
                    twice.push(format!("`{}`", demangle(&definition.name)));
                }
                None
            }
            // An inline variable that an opened library holds as well is one variable.
            None if definition.weak && definition.data => library::opened_symbol(&definition.name),
            None => None,
        };
        match other {
            Some(address) => replaced.push((definition.index, address)),
            None => own.push(definition),
        }
    }
    file.defined = own;
    if twice.is_empty() {
        Ok(replaced)
    } else {
        Err(LinkError::Failed(format!(
            "defined a second time: {}",
            twice.join(", ")
        )))
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

/// A symbol's name for people; as it is if it is no C++ name.
pub fn demangle(symbol: &str) -> String {
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
fn own_builtins() -> [(&'static str, usize); 7] {
    [
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
