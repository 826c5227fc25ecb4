//! Symbols of the process and of shared libraries that the user opened.

use std::ffi::{CStr, CString, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::compiler_runtime;
use crate::lock::lock;
use crate::openmp;

/// Handles of the libraries that were opened; they stay open.
static OPENED: Mutex<Vec<Handle>> = Mutex::new(Vec::new());

struct Handle(*mut libc::c_void);

// SAFETY: a handle of `dlopen` may be used from any thread.
unsafe impl Send for Handle {}

/// Opens a library for all code that is linked afterwards. `name` is a path, or a name as in `-l`.
///
/// The error is what the dynamic loader said about the last candidate that exists.
pub(super) fn open(name: &str) -> Result<(), String> {
    let mut first_error = None;
    for candidate in candidates(name) {
        match open_exactly(&candidate) {
            Ok(()) => return Ok(()),
            // A file that is there and does not load explains more than one that is not there.
            Err(message) if is_path(&candidate) && Path::new(&candidate).exists() => {
                return Err(message);
            }
            Err(message) => first_error = first_error.or(Some(message)),
        }
    }
    let error = first_error.unwrap_or_else(|| format!("library `{name}` was not found"));
    // Whoever else can write to the working folder would have their code run.
    let here = !name.contains('/') && Path::new(name).is_file();
    Err(match here {
        true => format!("{error}; the file in the working directory is `./{name}`"),
        false => error,
    })
}

/// Does this name a place, and not a library that is looked for?
fn is_path(candidate: &OsString) -> bool {
    candidate.as_encoded_bytes().contains(&b'/')
}

/// Address of a symbol in the process: the executor's own libraries and the opened ones, in the dynamic loader's order.
pub(super) fn process_symbol(name: &str) -> Option<usize> {
    openmp::is_linked_with(name);
    let name = CString::new(name).ok()?;
    // SAFETY: `name` ends with a zero; a name that nothing defines gives null.
    let address = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    if address.is_null() {
        return name.to_str().ok().and_then(compiler_runtime::address);
    }
    Some(address as usize)
}

/// Address of a symbol in the libraries that the user opened (and what they depend on).
pub(super) fn opened_symbol(name: &str) -> Option<usize> {
    let opened = lock(&OPENED);
    if opened.is_empty() {
        return None;
    }
    openmp::is_linked_with(name);
    let name = CString::new(name).ok()?;
    opened.iter().find_map(|handle| {
        // SAFETY: the handle is open, and `name` ends with a zero.
        let address = unsafe { libc::dlsym(handle.0, name.as_ptr()) };
        (!address.is_null()).then_some(address as usize)
    })
}

fn open_exactly(file: &OsString) -> Result<(), String> {
    let path = CString::new(file.as_encoded_bytes())
        .map_err(|_| "a library's name has a zero byte in it".to_owned())?;
    // SAFETY: `path` ends with a zero. The library's constructors are what the user asked for.
    let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_GLOBAL) };
    if handle.is_null() {
        let message = loader_error();
        // What it needs may lie beside it, where the loader does not look by itself.
        return match needed_beside(file, &message) {
            Some(needed) => open_exactly(&needed).and_then(|()| open_exactly(file)),
            None => Err(message),
        };
    }
    lock(&OPENED).push(Handle(handle));
    Ok(())
}

/// The library beside `file` that the loader's message says it did not find.
fn needed_beside(file: &OsString, message: &str) -> Option<OsString> {
    if !is_path(file) {
        return None;
    }
    let (needed, _) = message.split_once(": cannot open shared object file")?;
    let path = Path::new(file).parent()?.join(needed);
    (!needed.contains('/') && path.as_os_str() != file && path.is_file())
        .then(|| path.into_os_string())
}

fn loader_error() -> String {
    // SAFETY: `dlerror` gives null or a text that is valid until this thread's next call of the loader.
    unsafe {
        let text = libc::dlerror();
        if text.is_null() {
            "the dynamic loader gave no reason".to_owned()
        } else {
            CStr::from_ptr(text).to_string_lossy().into_owned()
        }
    }
}

/// File names to try: a path as it is; for a name `x`: `libx.so`, `x` itself, then `libx.so.N` of the usual folders, newest first.
fn candidates(name: &str) -> Vec<OsString> {
    if name.contains('/') {
        return vec![name.into()];
    }
    let mut candidates: Vec<OsString> = vec![format!("lib{name}.so").into()];
    if name.contains(".so") {
        candidates.insert(0, name.into());
    }
    candidates.extend(versioned(name).into_iter().map(PathBuf::into_os_string));
    candidates
}

/// Development links (`libx.so`) are often not installed; the library itself has its version in its name.
fn versioned(name: &str) -> Vec<PathBuf> {
    let prefix = format!("lib{name}.so.");
    let folders = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let folders = std::env::split_paths(&folders).chain(
        [
            "/usr/local/lib",
            "/usr/lib/x86_64-linux-gnu",
            "/lib/x86_64-linux-gnu",
            "/usr/lib64",
            "/usr/lib",
        ]
        .map(PathBuf::from),
    );
    let mut found = Vec::new();
    for folder in folders {
        let Ok(entries) = fs::read_dir(folder) else {
            continue;
        };
        let files = entries.flatten().map(|entry| entry.path());
        found.extend(files.filter(|path| {
            path.file_name()
                .is_some_and(|file| file.to_string_lossy().starts_with(&prefix))
        }));
    }
    // The shortest version (`libx.so.6` before `libx.so.6.0.1`) is the one that programs are linked with; the highest first.
    found.sort_by(|a, b| {
        a.as_os_str()
            .len()
            .cmp(&b.as_os_str().len())
            .then_with(|| b.cmp(a))
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_process_is_searched() {
        assert!(process_symbol("strlen").is_some());
        assert!(process_symbol("chevron_has_no_such_symbol").is_none());
    }

    #[test]
    fn a_name_as_in_l_finds_the_versioned_file() {
        // libm.so is a linker script where it exists at all, so this goes through `libm.so.6`.
        assert!(
            candidates("m")
                .iter()
                .any(|file| file.to_string_lossy().ends_with("/libm.so.6"))
        );
    }

    #[test]
    fn the_working_folder_is_searched_for_paths_only() {
        // Tests run in the folder of their crate, which has this file.
        for name in ["Cargo.toml", "x.so", "libx.so.1"] {
            assert!(
                candidates(name)
                    .iter()
                    .all(|it| !it.as_encoded_bytes().starts_with(b"."))
            );
        }
        assert_eq!(candidates("./libx.so"), ["./libx.so"]);
        let message = open("Cargo.toml").unwrap_err();
        assert!(message.ends_with("is `./Cargo.toml`"), "{message}");
    }

    #[test]
    fn a_missing_library_is_explained() {
        let message = open("chevron_no_such_library").unwrap_err();
        assert!(
            message.contains("libchevron_no_such_library.so"),
            "{message}"
        );
    }
}
