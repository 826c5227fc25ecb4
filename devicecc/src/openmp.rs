//! LLVM's OpenMP library, which what clang makes of `#pragma omp` calls.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::toolchain;

/// `_OPENMP` for the side that does not read the pragmas: both sides have to see the same declarations. It is an older one than clang has, because
/// `omp.h` uses newer pragmas to define one function twice.
const VERSION: &str = "-D_OPENMP=201511";

/// Names of the library; the first is there without its development files.
const NAMES: [&str; 2] = ["libomp.so.5", "libomp.so"];

/// Where systems keep libraries.
const DIRECTORIES: [&str; 4] = [
    "/usr/lib/x86_64-linux-gnu",
    "/usr/lib64",
    "/usr/lib",
    "/usr/local/lib",
];

/// The library of this machine, if it has one; a bundle's own comes first.
pub fn runtime() -> Option<&'static Path> {
    static FOUND: OnceLock<Option<PathBuf>> = OnceLock::new();
    FOUND
        .get_or_init(|| {
            let own = toolchain::root().join("lib");
            let known = DIRECTORIES.map(PathBuf::from);
            let loader = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
            let asked: Vec<PathBuf> = std::env::split_paths(&loader).collect();
            in_one_of(asked.into_iter().chain([own]).chain(known))
        })
        .as_deref()
}

fn in_one_of(directories: impl Iterator<Item = PathBuf>) -> Option<PathBuf> {
    let absolute = directories.filter(|it| it.is_absolute());
    let mut files = absolute.flat_map(|it| NAMES.map(|name| it.join(name)));
    files.find(|it| it.is_file())
}

/// cc1 arguments of one side. Device code ignores the pragmas, as nvcc does.
pub(crate) fn arguments(device: bool) -> &'static [&'static str] {
    match (runtime(), device) {
        // A variable may have been made by an earlier cell than the one that says it is each thread's own; by then it is an ordinary one.
        (Some(_), false) => &["-fopenmp", "-fnoopenmp-use-tls"],
        (Some(_), true) => &[VERSION],
        // A pragma that is ignored is told of.
        (None, false) => &["-Wsource-uses-openmp"],
        (None, true) => &[],
    }
}

/// Is this a function of the library's, by its symbol?
pub fn has_symbol(symbol: &str) -> bool {
    ["__kmpc_", "omp_", "kmp_", "ompx_"]
        .iter()
        .any(|prefix| symbol.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_libraries_in_absolute_directories_are_taken() {
        let folder = std::env::temp_dir().join(format!("chevron-openmp-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("writable");
        let library = folder.join("libomp.so");
        std::fs::write(&library, "").expect("writable");
        let places = ["", "relative", "/nowhere"].map(PathBuf::from);
        let found = in_one_of(places.into_iter().chain([folder.clone()]));
        std::fs::remove_dir_all(&folder).expect("it is ours");
        assert_eq!(found, Some(library));
        assert!(has_symbol("__kmpc_fork_call") && has_symbol("omp_get_max_threads"));
        assert!(!has_symbol("compute") && !has_symbol("_Z4omp_v"));
    }
}
