//! Whether `#include <NAME>` would find a header.

use std::path::Path;

use crate::arguments::{HEADER_DIR, headers, toolkit_arguments};
use crate::targets::Toolkit;
use crate::{Compiler, Options};

impl Compiler {
    /// Would `#include <name>` find a file: an embedded header, or one of the machine, the toolkit or the user?
    pub fn finds_header(&self, name: &str) -> bool {
        let options = &self.options;
        is_embedded(name, options.toolkit.as_deref()) || is_on_disk(name, options, self.system())
    }
}

fn is_embedded(name: &str, toolkit: Option<&Toolkit>) -> bool {
    let path = format!("{HEADER_DIR}/{name}");
    headers(toolkit.is_some())
        .iter()
        .any(|(known, _)| *known == path)
}

fn is_on_disk(name: &str, options: &Options, system: Vec<String>) -> bool {
    let own = options.include_dirs.iter().cloned();
    let toolkit = (options.toolkit.as_deref())
        .map(|it| toolkit_arguments(it, options.device))
        .unwrap_or_default();
    // Directories stand among the arguments as paths; no flag begins with a slash.
    let given = system.into_iter().chain(toolkit);
    let listed = given.filter(|it| it.starts_with('/')).map(Into::into);
    own.chain(listed)
        .any(|directory| Path::new(&directory).join(name).is_file())
}
