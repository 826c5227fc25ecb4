//! What a crate's sources give to others, as far as a look at the lines tells: heads of public functions and types, whole public traits, and what they may name of
//! `anyhow` by a `use`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

/// How the items begin.
const BEGINNINGS: [&str; 6] = [
    "use anyhow::",
    "pub fn ",
    "pub const fn ",
    "pub unsafe fn ",
    "pub type ",
    "pub trait ",
];

/// The public items in a folder of sources and those below it, each with its file.
///
/// # Errors
/// A folder or file cannot be read.
pub fn read(sources: &Path) -> anyhow::Result<Vec<(PathBuf, String)>> {
    let mut found = Vec::new();
    let entries = fs::read_dir(sources).with_context(|| format!("`{}`", sources.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(read(&path)?);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let text = fs::read_to_string(&path)?;
            found.extend(of(&text).into_iter().map(|item| (path.clone(), item)));
        }
    }
    Ok(found)
}

/// Those of a text that rustfmt has written.
fn of(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let begins = line.trim_start();
        if !BEGINNINGS.iter().any(|it| begins.starts_with(it)) {
            continue;
        }
        // A trait's functions are as public as it is.
        let indent = &line[..line.len() - begins.len()];
        let end = format!("{indent}}}");
        let is_last = |line: &str| match begins.starts_with("pub trait ") {
            true => line == end || line.ends_with("{}"),
            false => line.ends_with('{') || line.ends_with(';') || line.ends_with('}'),
        };
        let mut item = line.to_owned();
        let mut last = line;
        while !is_last(last)
            && let Some(next) = lines.next()
        {
            item.push('\n');
            item.push_str(next);
            last = next;
        }
        found.push(item);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_of_functions_and_whole_traits_are_public() {
        let text = "fn own() -> Own {\n}\nimpl S {\n    pub fn far(\n        a: i32,\n    ) -> Far {\n        inside()\n    }\n}\npub trait T {\n    fn t() -> InTrait;\n}\npub(crate) fn near() -> Near {}\npub type A = Alias;\nuse anyhow::Used;\n";
        let found = of(text);
        assert_eq!(found.len(), 4, "{found:?}");
        for (item, has) in found.iter().zip(["Far", "InTrait", "Alias", "Used"]) {
            assert!(item.contains(has), "{item}");
        }
        let all = found.join("\n");
        for hidden in ["Own", "inside", "Near"] {
            assert!(!all.contains(hidden), "{all}");
        }
    }
}
