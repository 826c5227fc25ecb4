//! Where clang's own headers are: beside this program in a bundle, else where LLVM was installed when it was built.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::target;

/// Directory of clang's own headers, below the root.
const RESOURCE_HEADERS: &str = "lib/clang/22/include";

/// The directory whose `lib/clang/22` holds clang's own headers. A bundle has `bin/chevron` and `lib/clang/22` in one directory,
/// wherever that was unpacked.
pub fn root() -> &'static Path {
    static ROOT: OnceLock<PathBuf> = OnceLock::new();
    ROOT.get_or_init(|| bundle().unwrap_or_else(|| PathBuf::from(env!("CHEVRON_LLVM_PREFIX"))))
}

/// What changes when the clang in use does: the stamps of what it is linked from.
pub fn stamp() -> String {
    let library = target::file_stamp(&root().join("lib/libclang-cpp.so"));
    let program = match cfg!(chevron_static_llvm) {
        true => {
            std::env::current_exe().map_or_else(|_| String::new(), |it| target::file_stamp(&it))
        }
        false => String::new(),
    };
    format!("{library} {program}")
}

/// The bundle that this program is in, if it is in one.
fn bundle() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let root = program.parent()?.parent()?;
    root.join(RESOURCE_HEADERS)
        .is_dir()
        .then(|| root.to_path_buf())
}
