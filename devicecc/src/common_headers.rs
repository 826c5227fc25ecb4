//! Which sessions can share the precompiled headers of those that have no macros and directories of their own.
//!
//! Example: `chevron run -DBLOCKS=16 -Icommon prog.cu`. Headers of its own would take five seconds once for each set of options. The common ones serve if
//! no header has the identifier `BLOCKS`, and if nothing that a header includes is to be found in `common`.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path};

use kernels_cache::Cache;

use crate::options::Options;
use crate::precompiled::{self, Precompiled};
use crate::shim::Settings;

/// The session without what its user defines and where its user looks for headers; `None` if it is one.
pub(crate) fn without_own(options: &Options) -> Option<Options> {
    let own = options.defines.len() + options.undefines.len() + options.include_dirs.len();
    (own > 0).then(|| Options {
        defines: Vec::new(),
        undefines: Vec::new(),
        include_dirs: Vec::new(),
        ..options.clone()
    })
}

/// Do the macros and directories of `options` leave these headers as they are? They were made of `common`, which has neither.
pub(crate) fn serve(
    headers: &[Precompiled; 2],
    common: &Settings,
    options: &Options,
    cache: &Cache,
) -> bool {
    keep_macros_out(common, options, cache)
        && (options.include_dirs.is_empty() || keep_directories_out(headers, common, options))
}

fn keep_macros_out(common: &Settings, options: &Options, cache: &Cache) -> bool {
    let macros = options.defines.iter().chain(&options.undefines);
    let names = macros.map(|it| it.split(['=', '(']).next().unwrap_or(it).trim());
    let names: Vec<&str> = names.collect();
    names.is_empty()
        || (0..2).all(|side| {
            let read = precompiled::identifiers(common, side, cache);
            read.is_some_and(|read| !names.iter().any(|name| has_identifier(&read, name)))
        })
}

fn keep_directories_out(headers: &[Precompiled; 2], common: &Settings, options: &Options) -> bool {
    let [Some(host), Some(device)] = headers.each_ref().map(Precompiled::source_files) else {
        return false;
    };
    let embedded = common.headers.iter().map(|it| it.0.as_str());
    let paths: HashSet<&str> = host.paths().chain(device.paths()).chain(embedded).collect();
    !options.include_dirs.iter().any(|it| has_one_of(it, &paths))
}

/// Is any end of one of these paths in the directory? `#include <bits/x.h>` looks for `/usr/include/bits/x.h`, and would for `DIRECTORY/bits/x.h`.
fn has_one_of(directory: &Path, paths: &HashSet<&str>) -> bool {
    let Ok(entries) = fs::read_dir(directory) else {
        return false;
    };
    let entries: HashSet<OsString> = entries.flatten().map(|it| it.file_name()).collect();
    paths.iter().any(|path| {
        let mut rest = Path::new(path).components();
        while let Some(first) = rest.clone().next() {
            if let Component::Normal(name) = first
                && entries.contains(name)
                && directory.join(rest.as_path()).exists()
            {
                return true;
            }
            rest.next();
        }
        false
    })
}

/// Is the name among identifiers that have a newline before and behind each?
fn has_identifier(identifiers: &[u8], name: &str) -> bool {
    let mut identifiers = identifiers.split(|&byte| byte == b'\n');
    identifiers.any(|it| it == name.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_that_has_what_a_header_includes_changes_it() {
        let folder = tempfile::tempdir().expect("writable");
        let has = |paths: &[&str]| has_one_of(folder.path(), &paths.iter().copied().collect());
        let asked = ["/usr/include/c++/12/vector", "/usr/include/c++/12/bits/a.h"];
        assert!(!has(&asked));
        fs::create_dir(folder.path().join("bits")).expect("writable");
        assert!(!has(&asked));
        fs::write(folder.path().join("bits/a.h"), "").expect("writable");
        assert!(has(&asked));
        assert!(!has(&asked[..1]));
        assert!(!has_one_of(&folder.path().join("none"), &asked.into()));
    }

    #[test]
    fn whole_identifiers_are_found() {
        let identifiers = b"\nsize_t\nN\n";
        assert!(has_identifier(identifiers, "N"));
        assert!(has_identifier(identifiers, "size_t"));
        assert!(!has_identifier(identifiers, "size"));
    }
}
