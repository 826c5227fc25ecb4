//! One module of the session prints, so that values go to stdout, the rest to stderr, and a lost output is noticed.

use std::path::{Path, PathBuf};

use tests::devices;

/// The one module that prints.
const PRINTS: &str = "render";

fn root() -> PathBuf {
    devices::files("..")
}

#[test]
fn one_module_prints() -> anyhow::Result<()> {
    for path in files(&root().join("repl/src"), ".rs")? {
        let printer = path.components().any(|it| {
            let name = it.as_os_str().to_string_lossy();
            name.trim_end_matches(".rs") == PRINTS
        });
        let text = std::fs::read_to_string(&path)?;
        let prints = |line: &&str| line.contains("print!(") || line.contains("println!(");
        let line = text.lines().find(|line| prints(line));
        assert!(
            printer || line.is_none(),
            "{} prints, and only {PRINTS}.rs may: {}",
            path.display(),
            line.unwrap_or_default().trim()
        );
    }
    Ok(())
}

/// Files below a folder whose names end so.
fn files(folder: &Path, ending: &str) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            found.extend(files(&entry.path(), ending)?);
        } else if entry.file_name().to_string_lossy().ends_with(ending) {
            found.push(entry.path());
        }
    }
    Ok(found)
}
