//! The embedded headers by themselves, through the clang program: what programs write is accepted on both sides, what is missing
//! is refused by name, and what is computed is compared with definitions, the processor and multiple precision.
//!
//! The device side is ordinary code for this machine, so tests run it: linked with `headers/harness.cpp`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const CLANG: &str = concat!(env!("CHEVRON_LLVM_PREFIX"), "/bin/clang++");

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Host,
    Device,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/headers")
}

/// What clang's driver passes on about header search for C++ on this machine.
fn system_arguments() -> Vec<String> {
    let output = Command::new(CLANG)
        .args(["-###", "-x", "c++", "-fsyntax-only", "/dev/null"])
        .output()
        .expect("clang runs");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let words: Vec<&str> = text.split('"').skip(1).step_by(2).collect();
    let pairs = words
        .windows(2)
        .filter(|pair| pair[0].starts_with("-internal-") || pair[0] == "-resource-dir");
    let found: Vec<String> = pairs.flatten().map(|&it| it.to_owned()).collect();
    assert!(
        found.iter().any(|it| it == "-internal-externc-isystem"),
        "clang told no header directories: {text}"
    );
    found
}

/// Runs clang's front end on a file of `headers/` as a session does.
fn front_end(file: &str, side: Side, standard: &str, extra: &[&str]) -> Output {
    let system = system_arguments();
    let resources = &system[system
        .iter()
        .position(|it| it == "-resource-dir")
        .expect("the driver names it")
        + 1];
    let triple = "x86_64-unknown-linux-gnu";
    let mut command = Command::new(CLANG);
    command.args([
        "-cc1",
        "-triple",
        triple,
        "-aux-triple",
        triple,
        "-x",
        "cuda",
        "-fdeclspec",
        "-fgnuc-version=4.2.1",
    ]);
    command.args([
        "-fcxx-exceptions",
        "-fexceptions",
        "-O2",
        "-ffp-contract=fast",
        "-target-sdk-version=13.0",
        "-ferror-limit",
        "0",
    ]);
    command.args([
        "-Wall",
        "-Wextra",
        "-Wno-missing-field-initializers",
        &format!("-std={standard}"),
    ]);
    // As user headers, not system ones: their own warnings count.
    command
        .arg("-I")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("include"));
    command
        .args([
            "-internal-isystem",
            &format!("{resources}/include/cuda_wrappers"),
        ])
        .args(&system);
    command.args(["-include", "cuda_runtime.h"]);
    if side == Side::Device {
        command.args(["-fcuda-is-device", "-U__CUDA_ARCH__", "-D__CUDA_ARCH__=900"]);
    }
    command
        .args(extra)
        .arg(folder().join(file))
        .output()
        .expect("clang runs")
}

fn accepted(file: &str) {
    for side in [Side::Host, Side::Device] {
        for standard in ["c++17", "gnu++20"] {
            let output = front_end(file, side, standard, &["-fsyntax-only", "-Werror"]);
            let side = if side == Side::Host { "host" } else { "device" };
            assert!(
                output.status.success(),
                "{file}, {side} side, {standard}:\n{}",
                String::from_utf8_lossy(&output.stderr)
            );
        }
    }
}

/// Compiles the device side of a test, links it with the harness and runs it: it prints mismatches and exits 1 if there are any.
fn executed(file: &str, standard: &str, extra: &[&str]) {
    let work = tempfile::tempdir().expect("a temporary directory");
    let bitcode = work.path().join("device.bc");
    // With fused multiply-add where the machine has it: contraction is one of the things that could go wrong.
    let machine = if std::is_x86_feature_detected!("fma") && std::is_x86_feature_detected!("avx2") {
        "x86-64-v3"
    } else {
        "x86-64"
    };
    let mut arguments = vec![
        "-emit-llvm-bc",
        "-target-cpu",
        machine,
        "-o",
        bitcode.to_str().expect("a plain path"),
    ];
    arguments.extend(extra);
    let output = front_end(file, Side::Device, standard, &arguments);
    assert!(
        output.status.success(),
        "{file} does not compile:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let program = work.path().join("program");
    let mut link = Command::new(CLANG);
    link.args(["-w", "-O0", "-frounding-math", &format!("-march={machine}")])
        // What headers call of Chevron's own mathematics.
        .args(["-ffp-contract=off", "-x", "c"])
        .arg(folder().join("../../runtime/math.c"))
        .args(["-x", "none"])
        .arg(folder().join("harness.cpp"))
        .arg(&bitcode);
    let output = link
        .arg("-o")
        .arg(&program)
        .arg("-lm")
        .output()
        .expect("clang runs");
    assert!(
        output.status.success(),
        "{file} does not link:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let output = Command::new(&program)
        .output()
        .expect("the test program runs");
    assert!(
        output.status.success(),
        "{file}:\n{}",
        String::from_utf8_lossy(&output.stdout)
    );
}

#[test]
fn device_code_is_accepted_on_both_sides() {
    accepted("accepts_device.cu");
}

#[test]
fn runtime_calls_are_accepted_on_both_sides() {
    accepted("accepts_runtime.cu");
}

#[test]
fn what_is_missing_is_refused_by_name() {
    let text = std::fs::read_to_string(folder().join("refuses.cu")).expect("the test's own file");
    let output = front_end("refuses.cu", Side::Host, "c++17", &["-fsyntax-only"]);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let wanted: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split_once("//! ").map(|it| it.1.trim()))
        .collect();
    assert!(wanted.len() >= 5, "refuses.cu lost its expectations");
    for message in wanted {
        let said = errors
            .lines()
            .any(|line| line.contains("error: ") && line.contains(message));
        assert!(said, "no error says `{message}`:\n{errors}");
    }
}

#[test]
fn integer_intrinsics_match_their_definitions() {
    executed("integers.cu", "c++17", &[]);
}

#[test]
fn directed_rounding_matches_the_processor() {
    executed("rounding.cu", "c++17", &[]);
}

#[test]
fn mathematics_matches_libm_and_multiple_precision() {
    executed("math.cu", "gnu++20", &[]);
}

#[test]
fn wrappers_reach_primitives_and_atomics_store() {
    executed("primitives.cu", "c++17", &[]);
}

#[test]
fn wrappers_of_a_warp_of_64_pass_64_bit_masks() {
    executed("primitives.cu", "c++20", &["-D__CHEVRON_WARP_SIZE__=64"]);
}
