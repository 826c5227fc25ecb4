//! `%debug` runs cells under GDB. Where there is no GDB the tests say so and look at nothing.

use std::path::Path;
use std::process::Command;

use tests::chevron::Run;

const SESSION: &str = "__device__ float scale(float x, float f) {\n  float y = x * f;\n  return y + 1;\n}\n\
    __global__ void saxpy(int n, float a, float *x) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n)\n    x[i] = scale(x[i], a);\n}\n\
    float *x; cudaMallocManaged(&x, 64);\n";

const COMMANDS: &str = "continue\ncuda\nbreak scale if threadIdx.x == 5 && blockIdx.x == 1\ncontinue\ncuda\nbt 2\ninfo locals\nup\nprint i\nprint n\ndelete 3\ncontinue\n";

/// What a session says, on stdout and stderr.
fn said(arguments: &[&str], stdin: &str, home: &Path) -> String {
    let arguments = arguments.iter().map(|it| (*it).to_owned()).collect();
    let cache = home.join("cache");
    let done = Run::plain(arguments, stdin, home, &cache).finish();
    let done = done.expect("it ends");
    done.stdout + &done.stderr
}

#[test]
fn gdb_stops_in_a_thread_of_a_kernel_and_shows_its_variables() {
    if Command::new("gdb").arg("--version").output().is_err() {
        eprintln!("left out: `gdb` was not found");
        return;
    }
    let home = tempfile::tempdir().expect("writable");
    let commands = home.path().join("commands");
    std::fs::write(&commands, COMMANDS).expect("writable");
    let cell = "saxpy<<<2, 8>>>(16, 2, x); cudaDeviceSynchronize();";
    let text = format!("{SESSION}%debug -x {} {cell}\nx[3]\n", commands.display());
    let said = said(&["--debug", "--device", "cpu"], &text, home.path());
    for part in [
        "saxpy (n=16, a=2, x=0x",
        "at /chevron/cell 2:2",
        // Blocks run side by side: which of the two gets there first is open.
        ",0,0), thread (0,0,0)",
        "scale (x=0, f=2) at /chevron/cell 1:2",
        "float y = x * f;",
        "block (1,0,0), thread (5,0,0)",
        "in saxpy (n=16, a=2",
        "threadIdx = {x = 5, y = 0, z = 0}",
        "gridDim = {x = 2, y = 1, z = 1}",
        "$1 = 13",
        "$2 = 16",
        "(float) 1.0f",
    ] {
        assert!(said.contains(part), "`{part}` is missing:\n{said}");
    }
}

#[test]
fn a_kernels_name_is_the_kernel_and_not_what_launches_it() {
    if Command::new("gdb").arg("--version").output().is_err() {
        eprintln!("left out: `gdb` was not found");
        return;
    }
    let home = tempfile::tempdir().expect("writable");
    let commands = home.path().join("commands");
    let typed = "break saxpy\ncontinue\ninfo symbol saxpy\ndelete\ncontinue\n";
    std::fs::write(&commands, typed).expect("writable");
    let cell = "saxpy<<<1, 1>>>(16, 2, x); cudaDeviceSynchronize();";
    let text = format!("{SESSION}%debug -x {} {cell}\n", commands.display());
    let said = said(&["--debug", "--device", "cpu"], &text, home.path());
    assert!(said.contains(": file /chevron/cell 2, line 2."), "{said}");
    assert!(!said.contains("locations)"), "{said}");
    assert!(said.contains("hit Temporary breakpoint"), "{said}");
    assert!(said.contains("saxpy in section"), "{said}");
    assert!(!said.contains("device_stub"), "{said}");
}

#[test]
fn what_cannot_be_debugged_is_refused() {
    let home = tempfile::tempdir().expect("writable");
    let plain = said(&["--device", "cpu"], "%debug 1\n", home.path());
    assert!(plain.contains("start it with `chevron --debug`"), "{plain}");
    let empty = said(
        &["--device", "cpu", "--debug"],
        "%debug\n%debug -x /nowhere 1\n",
        home.path(),
    );
    assert!(empty.contains("usage: `%debug"), "{empty}");
    assert!(
        empty.contains("`/nowhere`: there is no such file"),
        "{empty}"
    );
}

#[test]
fn gdb_leaves_where_a_cell_does_not_run_or_its_end_is_not_met() {
    if Command::new("gdb").arg("--version").output().is_err() {
        eprintln!("left out: `gdb` was not found");
        return;
    }
    let home = tempfile::tempdir().expect("writable");
    let (commands, deleting) = (home.path().join("commands"), home.path().join("deleting"));
    std::fs::write(&commands, "continue\n").expect("writable");
    std::fs::write(&deleting, "delete\ncontinue\n").expect("writable");
    let text = format!(
        "{SESSION}%debug -x {} saxpy<<<2, 8>>>(16, 2, nosuch)\n%debug -x {} saxpy<<<2, 8>>>(16, 2, x); cudaDeviceSynchronize();\nx[3]\n",
        commands.display(),
        deleting.display()
    );
    let said = said(&["--debug", "--device", "cpu"], &text, home.path());
    assert!(
        said.contains("use of undeclared identifier 'nosuch'"),
        "{said}"
    );
    assert!(said.contains("(float) 1.0f"), "{said}");
}
