//! Notebooks from files: what runs, what is written, and where messages say that they are from.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use serde_json::Value;
use tempfile::TempDir;

/// One cache for all tests: headers are precompiled once.
fn cache() -> &'static Path {
    static CACHE: OnceLock<TempDir> = OnceLock::new();
    let made = CACHE.get_or_init(|| tempfile::tempdir().expect("a temporary directory"));
    made.path()
}

fn chevron(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chevron"))
        .args(words)
        .args(["--device", "cpu"])
        .env("CHEVRON_CACHE_DIR", cache())
        .env("NO_COLOR", "1")
        .current_dir(folder)
        .output()
        .expect("chevron starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("it is UTF-8")
}

/// A folder with a session of five cells of code: the third does not compile, the fourth fails when it runs.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let session = "// %% [markdown]\n// # Title\n\n// %%\n#include <cstdio>\nint a = 20;\nputs(\"one\");\n\n// %%\n%who a\na + 1\n\n\
                   // %%\n\nint b = nothing;\n\n// %%\nthrow 7;\n\n// %%\nprintf(\"last %d\\n\", a);\n";
    std::fs::write(folder.path().join("s.cu"), session).expect("writable");
    for to in ["s.ipynb", "s.md"] {
        let made = chevron(folder.path(), &["convert", "s.cu", to]);
        assert!(made.status.success(), "{}", text(&made.stderr));
    }
    folder
}

#[test]
fn all_formats_run_alike_and_name_their_lines() {
    let folder = folder();
    for (file, place) in [
        ("s.cu", "s.cu:15:9:"),
        ("s.ipynb", "s.ipynb[3]:1:9:"),
        ("s.md", "s.md:15:9:"),
    ] {
        let ran = chevron(folder.path(), &["run", file]);
        assert_eq!(ran.status.code(), Some(1), "{file}");
        let (out, err) = (text(&ran.stdout), text(&ran.stderr));
        assert!(
            out.contains("one\n") && out.contains("(int) 21\n") && out.ends_with("last 20\n"),
            "{file}: {out}"
        );
        assert!(err.contains(place), "{file}: {err}");
        let stopped = chevron(folder.path(), &["run", "--stop-on-error", file]);
        assert_eq!(stopped.status.code(), Some(1), "{file}");
        assert!(!text(&stopped.stdout).contains("last"), "{file}");
        assert!(
            text(&stopped.stderr).contains("2 more cells were not run"),
            "{file}: {}",
            text(&stopped.stderr)
        );
        let rest = chevron(folder.path(), &["run", "--from", "4", file]);
        assert!(!text(&rest.stdout).contains("one"), "{file}");
        assert!(
            text(&rest.stderr).contains("`int`"),
            "{file}: {}",
            text(&rest.stderr)
        );
    }
}

#[test]
fn what_cells_put_out_is_written_back() {
    let folder = folder();
    let ran = chevron(folder.path(), &["run", "s.ipynb", "-o", "out.ipynb"]);
    assert_eq!(ran.status.code(), Some(1));
    let said = text(&ran.stderr);
    assert!(
        said.contains("5 cells ran, and these failed: 3, 4"),
        "{said}"
    );
    let written = std::fs::read_to_string(folder.path().join("out.ipynb")).expect("it is written");
    let notebook: Value = serde_json::from_str(&written).expect("it is JSON");
    let cells = notebook["cells"].as_array().expect("there are cells");
    assert_eq!(cells[0]["cell_type"], "markdown");
    let kinds = |cell: usize| -> Vec<&str> {
        let outputs = cells[cell]["outputs"].as_array().expect("code has outputs");
        outputs
            .iter()
            .filter_map(|it| it["output_type"].as_str())
            .collect()
    };
    assert_eq!(cells[1]["outputs"][0]["text"], "one\n");
    assert_eq!(kinds(2), ["stream", "execute_result"]);
    assert_eq!(cells[2]["outputs"][1]["data"]["text/plain"], "(int) 21");
    assert_eq!((kinds(3), kinds(4)), (vec!["error"], vec!["error"]));
    assert_eq!(cells[3]["outputs"][0]["ename"], "CompileError");
    assert_eq!(cells[5]["outputs"][0]["text"], "last 20\n");
    assert_eq!(cells[5]["execution_count"], 5);
}

#[test]
fn what_is_no_notebook_of_ours_is_told() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let write =
        |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("writable");
    write(
        "python.ipynb",
        r#"{"nbformat": 4, "cells": [], "metadata": {"kernelspec": {"language": "python"}}}"#,
    );
    write("old.ipynb", r#"{"nbformat": 3, "worksheets": []}"#);
    write("broken.ipynb", "{");
    write("p.cu", "int main() {}");
    write("n.md", "```cuda\n1\n```\n");
    for (words, said) in [
        (&["run", "python.ipynb"][..], "in python"),
        (&["run", "old.ipynb"], "nbformat 3"),
        (&["run", "broken.ipynb"], "no notebook"),
        (
            &["convert", "missing.md", "a.cu"],
            "`missing.md` cannot be read",
        ),
        (&["run", "--from", "2", "n.md"], "has the cells 1 to 1"),
        (&["run", "n.md", "-o", "out.md"], "only a notebook"),
        (&["run", "--stop-on-error", "p.cu"], "this is a program"),
        (&["-e", "%load python.ipynb"], "is a notebook"),
    ] {
        let ran = chevron(folder.path(), words);
        assert_eq!(ran.status.code(), Some(1), "{words:?}");
        assert!(
            text(&ran.stderr).contains(said),
            "{words:?}: {}",
            text(&ran.stderr)
        );
    }
}

/// Every notebook of `examples/` but those for Python's kernel, which `tests/jupyter/check` runs.
#[test]
fn examples_run() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let found = std::fs::read_dir(&examples).expect("there are examples");
    let mut notebooks: Vec<PathBuf> = found.flatten().map(|it| it.path()).collect();
    notebooks.retain(|it| it.extension().is_some_and(|it| it == "ipynb"));
    notebooks.retain(|it| !std::fs::read_to_string(it).is_ok_and(|it| it.contains("%load_ext")));
    assert!(notebooks.len() >= 5, "{notebooks:?}");
    let folder = tempfile::tempdir().expect("a temporary directory");
    for notebook in notebooks {
        let name = notebook.to_string_lossy();
        let ran = chevron(folder.path(), &["run", &name, "-o", "out.ipynb"]);
        let written =
            std::fs::read_to_string(folder.path().join("out.ipynb")).expect("it is written");
        let out: Value = serde_json::from_str(&written).expect("it is JSON");
        for cell in out["cells"].as_array().expect("there are cells") {
            let tags = cell["metadata"]["tags"].to_string();
            for output in cell["outputs"].as_array().into_iter().flatten() {
                let failed = output["output_type"] == "error" && !tags.contains("raises-exception");
                assert!(!failed, "{name}: {}: {output}", cell["source"]);
            }
        }
        let meant = written.contains("raises-exception");
        assert!(
            ran.status.success() || meant,
            "{name}: {}",
            text(&ran.stderr)
        );
    }
}
