//! LLVM's `clang/test/Interpreter/*.cpp` through Chevron: `interpreter_suite DIRECTORY` prints a table of what passes and why each other
//! does not. The files are LLVM's and stay outside this repository. The status is 1 if a test does not do what the table of reasons says.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};
use tests::interpreter::{Settled, Suite, file_check};

/// Seconds that clang-repl may take for one test; some never end in it.
const PEER_MAX: &str = "20";
/// Bytes of clang-repl's output that are looked at; some tests make it repeat one message without end.
const PEER_OUTPUT_MAX: &str = "1000000";

fn main() -> Result<ExitCode> {
    let directory = std::env::args_os().nth(1).map(PathBuf::from);
    let directory = directory.context("usage: `interpreter_suite DIRECTORY`")?;
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("interpreter_suite.toml");
    let settled: Settled = toml::from_str(&std::fs::read_to_string(table)?)?;
    let files = sources(&directory)?;
    let (mut passed, mut failed, mut surprises) = (0, 0, 0);
    let (mut peer_passed, mut peer_run) = (0, 0);
    println!("| test | Chevron | clang-repl 22 | why not |\n| --- | --- | --- | --- |");
    for path in &files {
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        if let Some(reason) = settled.left_out.get(name) {
            println!("| {name} | not run | | about clang-repl: {reason} |");
            continue;
        }
        let suite = Suite {
            path,
            name,
            file_check: &file_check(),
            settled: &settled,
        };
        let problem = suite.check().with_context(|| name.to_owned())?;
        let peer = peer(path)?;
        peer_passed += usize::from(peer == Some(true));
        peer_run += usize::from(peer.is_some());
        print_row(name, problem.is_some(), peer, settled.reasons.get(name));
        passed += usize::from(problem.is_none());
        failed += usize::from(problem.is_some());
        if problem.is_some() != settled.reasons.contains_key(name) {
            surprises += 1;
            eprintln!(
                "{name}: {}",
                problem
                    .as_deref()
                    .unwrap_or("passes, and a reason says it does not")
            );
        }
    }
    println!();
    println!(
        "{} files; {} run: Chevron passes {passed}, fails {failed}; clang-repl 22 passes {peer_passed} of {peer_run}, judged by output only.",
        files.len(),
        passed + failed
    );
    Ok(if surprises == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The directory's C++ files, by name.
fn sources(directory: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(directory)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "cpp") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// A test's row of the table. `reason`: why it is known to fail.
fn print_row(name: &str, fails: bool, peer: Option<bool>, reason: Option<&String>) {
    let peer = match peer {
        Some(true) => "passes",
        Some(false) => "fails",
        None => "not run",
    };
    match (fails, reason) {
        (false, None) => println!("| {name} | passes | {peer} | |"),
        (true, Some(reason)) => println!("| {name} | **fails** | {peer} | {reason} |"),
        (false, Some(_)) => println!("| {name} | passes | {peer} | (its reason is out of date) |"),
        (true, None) => println!("| {name} | **fails** | {peer} | not looked into |"),
    }
}

/// Does clang-repl 22 pass the test's checks on what it prints? `None`: the test needs files beside its session, which it is not given.
///
/// It is judged less strictly than Chevron: only output counts, with no flags; inputs that fail without being said to are not looked for.
fn peer(path: &Path) -> Result<Option<bool>> {
    let text = std::fs::read_to_string(path)?;
    if text.contains("//--- ") || text.contains("LD_LIBRARY_PATH") {
        return Ok(None);
    }
    let both = text
        .lines()
        .any(|line| line.contains("RUN:") && line.contains("2>&1"));
    let errors = if both { "2>&1" } else { "2>/dev/null" };
    let check = if text.contains("CHECK") {
        "\"$4\" --allow-empty \"$1\" < \"$5\""
    } else {
        "true"
    };
    let script = format!(
        "set -o pipefail; timeout $2 clang-repl-22 < \"$1\" {errors} | head -c $3 > \"$5\"; [ $? = 0 ] && {check}"
    );
    let output = tempfile::NamedTempFile::new()?;
    let status = Command::new("bash")
        .args(["-c", &script, "peer"])
        .arg(path)
        .args([PEER_MAX, PEER_OUTPUT_MAX])
        .arg(file_check())
        .arg(output.path())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .status()?;
    Ok(Some(status.success()))
}
