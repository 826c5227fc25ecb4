//! Precompiled headers that sessions with different macros and directories share.
//!
//! Example: `chevron run -DBLOCKS=16 -Icommon prog.cu`. Headers of its own would take five seconds once for each set of options. Those of a session without
//! options serve if no header has the identifier `BLOCKS`, and if nothing that a header includes is to be found in `common`. With `-DNDEBUG -DBLOCKS=16`
//! those of `-DNDEBUG` serve, because `<assert.h>` asks for that.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path};

use kernels_cache::{Cache, Payload};

use crate::options::Options;
use crate::precompiled::{self, Precompiled};
use crate::shim::Settings;

/// Headers that were made with fewer options and mean the same; `None` if there are none. `settings_of` gives what a session with these options is made from.
pub(crate) fn find(
    options: &Options,
    settings_of: &dyn Fn(&Options) -> Settings,
    cache: &Cache,
    preparing: &dyn Fn(),
) -> Option<[Precompiled; 2]> {
    let own = options.defines.len() + options.undefines.len() + options.include_dirs.len();
    // Without a cache there are no headers to share.
    if own == 0 || cache.directory().is_none() {
        return None;
    }
    let mut fewer = Options {
        defines: Vec::new(),
        undefines: Vec::new(),
        include_dirs: Vec::new(),
        ..options.clone()
    };
    // The second time with the macros that headers ask for. They may ask for more then.
    for _ in 0..2 {
        let settings = settings_of(&fewer);
        let headers = precompiled::both(&settings, cache, preparing).ok()?;
        let read = Read::by(options, &settings, cache)?;
        let asked = |list: &[String]| -> Vec<String> {
            let asked = list.iter().filter(|it| read.has(name_of(it)));
            asked.cloned().collect()
        };
        let (defines, undefines) = (asked(&options.defines), asked(&options.undefines));
        if (&defines, &undefines) == (&fewer.defines, &fewer.undefines) {
            let serve = options.include_dirs.is_empty()
                || keep_directories_out(&headers, &settings, options);
            return serve.then_some(headers);
        }
        (fewer.defines, fewer.undefines) = (defines, undefines);
    }
    None
}

/// The macro of `NAME=VALUE`, `NAME(x)=VALUE` or `NAME`.
pub(crate) fn name_of(define: &str) -> &str {
    define.split(['=', '(']).next().unwrap_or(define).trim()
}

/// The identifiers that headers have on both sides; none if nobody asks.
struct Read(Vec<Payload>);

impl Read {
    fn by(options: &Options, settings: &Settings, cache: &Cache) -> Option<Read> {
        if options.defines.is_empty() && options.undefines.is_empty() {
            return Some(Read(Vec::new()));
        }
        let sides = (0..2).map(|side| precompiled::identifiers(settings, side, cache));
        sides.collect::<Option<_>>().map(Read)
    }

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|it| has_identifier(it, name))
    }
}

/// Do the headers find none of what they look for in the user's directories?
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
