//! The command line itself: what fails before any session starts, what needs none, and what a pipe is told.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

fn chevron(arguments: &[&str]) -> Output {
    let directory = tempfile::tempdir().expect("a temporary directory");
    Command::new(env!("CARGO_BIN_EXE_chevron"))
        .args(arguments)
        .env("CHEVRON_CACHE_DIR", directory.path().join("cache"))
        .current_dir(directory.path())
        .output()
        .expect("chevron starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("it is UTF-8")
}

#[test]
fn help_lists_actions_options_and_variables() {
    let output = chevron(&["--help"]);
    assert!(output.status.success());
    for word in [
        "run",
        "devices",
        "cache",
        "--device",
        "CHEVRON_CACHE_DIR",
        "NO_COLOR",
    ] {
        assert!(text(&output.stdout).contains(word), "{word}");
    }
}

#[test]
fn what_is_not_there_is_named() {
    let rows: [(&[&str], &str); 5] = [
        (
            &["--device", "cpu", "--headers", "toolkit", "-e", "1"],
            "`--headers toolkit` needs an NVIDIA device",
        ),
        (
            &["--device", "cuda:99", "-e", "1"],
            "device `cuda:99` cannot be used",
        ),
        (&["--device", "none", "-e", "1"], "device `none`"),
        (&["run", "missing.cu"], "`missing.cu` cannot be read"),
        (&["run", "notes.ipynb"], "notebooks are not supported"),
    ];
    for (arguments, message) in rows {
        let output = chevron(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(
            text(&output.stderr).contains(message),
            "{arguments:?}: {}",
            text(&output.stderr)
        );
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn the_cache_needs_no_session() {
    let output = chevron(&["cache", "stats"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "there is no cache\n");
}

#[test]
fn marks_tell_ends_with_and_without_counts() {
    let rows = [
        ("ends", "\u{1e}chevron lines=1-1 failed=0\n"),
        (
            "1",
            "\u{1e}chevron lines=1-1 failed=0 kernels_compiled=0 kernels_cached=0 objects_compiled=",
        ),
    ];
    for (asked, mark) in rows {
        let output = with_marks(asked, "int n = 1;\n");
        let stdout = text(&output.stdout);
        assert!(output.status.success(), "{asked}");
        assert!(stdout.starts_with(mark), "{asked}: {stdout}");
        assert!(text(&output.stderr).contains(mark), "{asked}");
    }
    let output = with_marks("0", "int n = 1;\n");
    assert!(output.status.success() && output.stdout.is_empty());
}

/// A session on the CPU device that reads this input from a pipe.
fn with_marks(asked: &str, input: &str) -> Output {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let mut session = Command::new(env!("CARGO_BIN_EXE_chevron"))
        .args(["--device", "cpu", "--no-spare"])
        .env("CHEVRON_CACHE_DIR", directory.path().join("cache"))
        .env("CHEVRON_CELL_MARKS", asked)
        .current_dir(directory.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("chevron starts");
    let mut stdin = session.stdin.take().expect("it is a pipe");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    session.wait_with_output().expect("it ends")
}
