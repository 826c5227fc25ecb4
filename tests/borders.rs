//! What crates and modules do not know of each other, read off their manifests and sources.

use std::path::{Path, PathBuf};

use tests::devices;

/// A folder of crates, and the crates that none of them may use.
const UNKNOWN: &[(&str, &[&str])] = &[
    // The executor: user code and devices, no compiler.
    ("jit", &["devicecc", "inkwell", "llvm-sys", "repl"]),
    // The compiler: no device, no process.
    ("devicecc", &["jit", "jit-api", "libloading", "repl"]),
    ("kernels-cache", &["devicecc", "jit", "jit-api", "repl"]),
];

/// The one module that prints.
const PRINTS: &str = "render";

fn root() -> PathBuf {
    devices::files("..")
}

#[test]
fn crates_know_what_they_may() -> anyhow::Result<()> {
    for (folder, unknown) in UNKNOWN {
        for manifest in files(&root().join(folder), "Cargo.toml")? {
            let manifest: toml::Table = std::fs::read_to_string(manifest)?.parse()?;
            let uses = manifest["dependencies"].as_table();
            for name in uses.into_iter().flat_map(toml::Table::keys) {
                assert!(
                    !unknown.contains(&name.as_str()),
                    "{} uses {name}, which nothing in {folder}/ may",
                    manifest["package"]["name"]
                );
            }
        }
    }
    Ok(())
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
