//! The embedded headers for half precision, cooperative groups, random numbers and HIP: each program in `extras/` is compiled for
//! the host and for the device side of x86-64 with clang 22, both are linked with a stand-in for the device primitives, and run.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn clang() -> OsString {
    match std::env::var_os("LLVM_SYS_221_PREFIX") {
        Some(prefix) => Path::new(&prefix).join("bin/clang++").into(),
        None => "clang++-22".into(),
    }
}

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/extras")
}

fn run(command: &mut Command) -> Output {
    let output = command
        .output()
        .expect("clang++ of LLVM 22 is installed and what it built runs");
    assert!(
        output.status.success(),
        "{command:?}: {}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

/// Where the driver would look for the system's headers: what it passes to `clang -cc1` for an empty C++ file.
fn system_arguments() -> Vec<String> {
    let output = run(Command::new(clang()).args([
        "-###",
        "-x",
        "c++",
        "-c",
        "/dev/null",
        "-o",
        "/dev/null",
    ]));
    let text = String::from_utf8(output.stderr).expect("paths of headers are UTF-8");
    let words: Vec<&str> = text
        .split_whitespace()
        .map(|word| word.trim_matches('"'))
        .collect();
    let mut arguments = Vec::new();
    for pair in words.windows(2) {
        if [
            "-internal-isystem",
            "-internal-externc-isystem",
            "-resource-dir",
        ]
        .contains(&pair[0])
        {
            arguments.extend([pair[0].to_owned(), pair[1].to_owned()]);
        }
    }
    arguments
}

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Host,
    Device,
}

/// `clang -cc1` with the flags of one side of a session.
fn front_end(side: Side, standard: &str) -> Command {
    let mut command = Command::new(clang());
    command.args([
        "-cc1",
        "-triple",
        "x86_64-unknown-linux-gnu",
        "-aux-triple",
        "x86_64-unknown-linux-gnu",
    ]);
    command.args([
        "-x",
        "cuda",
        "-target-sdk-version=12.8",
        "-target-cpu",
        "x86-64-v3",
        "-fdeclspec",
        "-fgnuc-version=4.2.1",
    ]);
    command.args([
        "-fcxx-exceptions",
        "-fexceptions",
        "-mrelocation-model",
        "pic",
        "-pic-level",
        "2",
    ]);
    command.args([
        "-O1",
        "-Wall",
        "-Wextra",
        "-Werror",
        &format!("-std={standard}"),
    ]);
    if side == Side::Device {
        command.args(["-fcuda-is-device", "-U__CUDA_ARCH__", "-D__CUDA_ARCH__=900"]);
    }
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    command
        .arg("-I")
        .arg(include)
        .arg("-I")
        .arg(sources())
        .args(["-include", "cuda_runtime.h"]);
    command.args(system_arguments());
    command
}

/// Compiles both sides of a program, runs it, and compiles both once more with the other standard.
fn check(name: &str) {
    let source = sources().join(name).with_extension("cu");
    let directory = tempfile::tempdir().expect("a temporary directory");
    let object = |name: &str| directory.path().join(name);
    for (side, standard, file) in [
        (Side::Host, "c++17", "host.o"),
        (Side::Device, "c++20", "device.o"),
    ] {
        run(front_end(side, standard)
            .arg("-emit-obj")
            .arg("-o")
            .arg(object(file))
            .arg(&source));
    }
    let program = object("program");
    let mut link = Command::new(clang());
    link.args(["-O1", "-std=c++17", "-pthread"])
        .arg(sources().join("block.cpp"));
    run(link
        .arg(object("host.o"))
        .arg(object("device.o"))
        .arg("-o")
        .arg(&program));
    run(&mut Command::new(&program));
    for (side, standard) in [(Side::Host, "c++20"), (Side::Device, "c++17")] {
        run(front_end(side, standard).arg("-fsyntax-only").arg(&source));
    }
}

#[test]
fn half_precision_rounds_once() {
    check("half");
}

#[test]
fn cooperative_groups_follow_their_definitions() {
    check("groups");
}

#[test]
fn random_numbers_are_the_published_ones() {
    check("rand");
}

#[test]
fn hip_is_the_same_runtime_under_its_own_names() {
    check("hip");
}

#[test]
fn what_is_absent_is_named() {
    for side in [Side::Host, Side::Device] {
        let mut command = front_end(side, "c++20");
        command.args([
            "-fsyntax-only",
            "-verify",
            "-verify-ignore-unexpected=note",
            "-Wno-error",
            "-w",
        ]);
        run(command.arg(sources().join("refused.cu")));
    }
}
