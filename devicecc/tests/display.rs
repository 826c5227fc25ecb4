//! Value display: each sample in `display/` is compiled for the host, run without an executor, and its output compared with
//! the text beside it. Adding a sample is adding a file; its second line names the standards that it is compiled with.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const BLESS: &str = "CHEVRON_BLESS";

fn compiler() -> OsString {
    match std::env::var_os("LLVM_SYS_221_PREFIX") {
        Some(prefix) => Path::new(&prefix).join("bin/clang++").into(),
        None => "clang++-22".into(),
    }
}

/// Compiles `sample` and gives what it prints.
fn output(sample: &Path, standard: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let directory = tempfile::tempdir().expect("a temporary directory");
    let program = directory.path().join("sample");
    let mut command = Command::new(compiler());
    command.args([
        "-Wall",
        "-Wextra",
        "-Werror",
        "-Wno-gnu-alignof-expression",
        "-pthread",
    ]);
    command
        .arg(format!("-std={standard}"))
        .arg("-I")
        .arg(root.join("include"));
    let compiled = command
        .arg(sample)
        .arg("-o")
        .arg(&program)
        .output()
        .expect("clang++ of LLVM 22 is installed");
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    let run = Command::new(&program)
        .output()
        .expect("it has just been built");
    assert!(
        run.status.success(),
        "{} ended with {}",
        sample.display(),
        run.status
    );
    String::from_utf8(run.stdout).expect("display is always UTF-8")
}

fn check(sample: &str) {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/display")
        .join(sample);
    let text = fs::read_to_string(&sample).expect("the sample exists");
    let standards = text
        .lines()
        .nth(1)
        .and_then(|line| line.strip_prefix("//@ "))
        .expect("its second line begins with `//@`");
    let golden: PathBuf = sample.with_extension("txt");
    for standard in standards.split(' ') {
        let found = output(&sample, standard);
        if std::env::var_os(BLESS).is_some() {
            fs::write(&golden, &found).expect("the checkout can be written to");
        }
        let expected = fs::read_to_string(&golden).unwrap_or_default();
        let differences: Vec<String> = differences(&expected, &found);
        assert!(
            differences.is_empty(),
            "{} in {standard}:\n{}\nto accept it: {BLESS}=1 cargo test -p devicecc --test display",
            sample.display(),
            differences.join("\n")
        );
    }
}

fn differences(expected: &str, found: &str) -> Vec<String> {
    let (expected, found): (Vec<&str>, Vec<&str>) =
        (expected.lines().collect(), found.lines().collect());
    let lines =
        (0..expected.len().max(found.len())).map(|line| (expected.get(line), found.get(line)));
    let differing = lines.filter(|(expected, found)| expected != found);
    differing
        .map(|(expected, found)| format!("-{}\n+{}", expected.unwrap_or(&""), found.unwrap_or(&"")))
        .collect()
}

#[test]
fn scalars() {
    check("scalars.cpp");
}

#[test]
fn library_types() {
    check("library.cpp");
}

#[test]
fn user_types() {
    check("custom.cpp");
}

#[test]
fn what_needs_cpp20() {
    check("cpp20.cpp");
}

#[test]
fn exceptions_that_leave_a_cell() {
    check("exceptions.cpp");
}
