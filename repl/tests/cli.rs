//! The command line itself: what fails before any session starts, what needs none, and what a pipe is told.

use std::io::{self, Write as _};
use std::path::Path;
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
fn a_program_runs_with_a_library_of_device_code() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let chevron = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_chevron"))
            .args(["--device", "cpu"])
            .args(arguments)
            .env("CHEVRON_CACHE_DIR", directory.path().join("cache"))
            .current_dir(directory.path())
            .output()
            .expect("chevron starts")
    };
    let cells = "// %%\n__device__ int f(int x) { return x + 1; }\n// %%\n__global__ void k(int *p) { *p = f(41); }\n// %%\n%save --lib k.bc\n";
    let program = "__global__ void k(int *);\nint main(int count, char **) { int *p; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p); cudaDeviceSynchronize(); return *p + count; }\n";
    for (name, text) in [("cells.cu", cells), ("program.cu", program)] {
        std::fs::write(directory.path().join(name), text).expect("writable");
    }
    let saved = chevron(&["run", "cells.cu"]);
    assert!(saved.status.success(), "{}", text(&saved.stderr));
    let ran = chevron(&["run", "program.cu", "k.bc"]);
    assert_eq!(ran.status.code(), Some(43), "{}", text(&ran.stderr));
    let ran = chevron(&["run", "program.cu", "k.bc", "--", "one"]);
    assert_eq!(ran.status.code(), Some(44), "{}", text(&ran.stderr));
    let absent = chevron(&["run", "program.cu", "absent.bc"]);
    assert!(text(&absent.stderr).contains("library `absent.bc`: it cannot be read"));
    let several = chevron(&["run", "program.cu", "cells.cu", "k.bc"]);
    assert!(text(&several.stderr).contains("go with one source file"));
}

#[test]
fn what_is_not_there_is_named() {
    let rows: [(&[&str], &str); 6] = [
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
        (&["run", "notes.ipynb"], "`notes.ipynb` cannot be read"),
        (&["convert", "a.ipynb", "a.ipynb"], "both read and written"),
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
    let mut session = on_cpu(directory.path());
    session
        .env("CHEVRON_CACHE_DIR", directory.path().join("cache"))
        .env("CHEVRON_CELL_MARKS", asked);
    let (written, output) = fed(&mut session, input);
    written.expect("it reads");
    output
}

/// `chevron` on the CPU device, in this directory.
fn on_cpu(directory: &Path) -> Command {
    let mut chevron = Command::new(env!("CARGO_BIN_EXE_chevron"));
    chevron
        .args(["--device", "cpu", "--no-spare"])
        .current_dir(directory);
    chevron
}

/// Runs a command that gets this input from a pipe. Also tells whether it read all of it.
fn fed(command: &mut Command, input: &str) -> (io::Result<()>, Output) {
    let mut session = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("chevron starts");
    let mut stdin = session.stdin.take().expect("it is a pipe");
    let written = stdin.write_all(input.as_bytes());
    drop(stdin);
    (written, session.wait_with_output().expect("it ends"))
}

/// Writes a file, and runs `chevron` on the CPU device in its directory.
fn with_file(name: &str, text: &str, arguments: &[&str], input: &str) -> Output {
    let directory = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(directory.path().join(name), text).expect("it can be written");
    // One cache for all of these, so that the headers are compiled once.
    let cache = concat!(env!("CARGO_TARGET_TMPDIR"), "/cli-cache");
    let mut session = on_cpu(directory.path());
    session.args(arguments).env("CHEVRON_CACHE_DIR", cache);
    // A program need not read its input.
    fed(&mut session, input).1
}

#[test]
fn a_file_alone_is_a_program_or_a_session() {
    let program = "int main(int count, char **words) { return 10 * count + (*words[1] - 'a'); }";
    let output = with_file("p.cu", program, &["p.cu", "c", "-O9"], "");
    assert_eq!(output.status.code(), Some(32), "{}", text(&output.stderr));

    let lines = "int width = 6;\nwidth * 7\nwidht\n";
    let output = with_file("lines.cu", lines, &["lines.cu"], "");
    assert_eq!(text(&output.stdout), "(int) 42\n");
    assert!(text(&output.stderr).starts_with("lines.cu:3:1: error: "));
    assert_eq!(output.status.code(), Some(1));

    let output = with_file("defines.cu", "int n = 2;\n", &["defines.cu"], "");
    assert!(text(&output.stderr).contains("nothing of it ran"));
    assert!(output.status.success());
}

#[test]
fn a_session_goes_on_behind_a_file_or_cells() {
    let rows: [(&str, &[&str], &str, &str); 3] = [
        ("int n = 5;", &["-i", "begin.cu"], "n + 1\n", "(int) 6\n"),
        (
            "int main(int count, char **) { return count; }",
            &["-i", "begin.cu", "x"],
            "main(8, nullptr)\n",
            "(int) 2\n(int) 8\n",
        ),
        ("", &["-i", "-e", "int n = 5;"], "n * n\n", "(int) 25\n"),
    ];
    for (file, arguments, input, expected) in rows {
        let output = with_file("begin.cu", file, arguments, input);
        assert_eq!(text(&output.stdout), expected, "{arguments:?}");
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
}

#[test]
fn unknown_words_are_told_with_what_was_meant() {
    let rows = [
        ("devises", "did you mean `chevron devices`?"),
        ("repl", "did you mean `chevron`?"),
        ("frobnicate", "`chevron help` lists the commands"),
    ];
    for (word, hint) in rows {
        let output = chevron(&[word]);
        assert_eq!(output.status.code(), Some(2), "{word}");
        assert!(text(&output.stderr).contains(hint), "{word}");
    }
    let output = chevron(&["missing.cu"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("`missing.cu` cannot be read"));
}

#[test]
fn help_of_an_action_has_its_own_options_only() {
    for arguments in [["help", "cache"], ["cache", "--help"], ["cache", "help"]] {
        let output = chevron(&arguments);
        assert!(output.status.success(), "{arguments:?}");
        let told = text(&output.stdout);
        assert!(
            told.contains("verify") && !told.contains("--arch"),
            "{told}"
        );
    }
    let stats = chevron(&["cache"]);
    assert_eq!(text(&stats.stdout), "there is no cache\n");
}

#[test]
fn the_version_tells_compiler_and_devices() {
    for word in ["--version", "-V"] {
        let version = chevron(&[word]);
        assert!(version.status.success());
        let told = text(&version.stdout);
        let first = told.lines().next().unwrap_or_default();
        assert!(
            first.starts_with("chevron 0.1.") && first.contains("LLVM and clang 22."),
            "{told}"
        );
        assert!(told.lines().any(|line| line.starts_with("cpu")), "{told}");
    }
}

#[test]
fn color_can_be_asked_for() {
    let colored = |arguments: &[&str]| {
        let output = with_file("none.cu", "", arguments, "1\n");
        text(&output.stdout).contains('\u{1b}')
    };
    assert!(colored(&["--color", "always"]));
    assert!(!colored(&["--color", "never"]));
    assert!(!colored(&[]));
}

#[test]
fn programs_with_openmp_run() {
    let program = r#"
#include <cstdio>
#include <omp.h>
static int calls = 0;
__global__ void scale(float *of, int n, float by) {
#pragma omp parallel for
  for (int i = threadIdx.x; i < n; i += blockDim.x) of[i] *= by;
}
int main() {
  const int n = 64, parts = 4;
  float *data;
  cudaMallocManaged(&data, n * sizeof(float));
#ifdef _OPENMP
#pragma omp parallel for num_threads(parts)
#endif
  for (int i = 0; i < n; ++i) data[i] = i;
#pragma omp parallel num_threads(parts)
  {
    int part = omp_get_thread_num();
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    scale<<<1, 8, 0, stream>>>(data + part * (n / parts), n / parts, part + 1);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
#pragma omp critical
    ++calls;
  }
  float sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum += data[i];
  std::printf("%d %g\n", calls, sum);
  return 7;
}
"#;
    let output = with_file("p.cu", program, &["run", "p.cu"], "");
    assert_eq!(text(&output.stdout), "4 6320\n", "{}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(7));
}
