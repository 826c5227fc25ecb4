//! Cells that follow one another, compiled for a GPU: what is defined anew there. Variables have address spaces, which the CPU's do not have.

use std::fs;

use devicecc::cell::Kernel;

use super::{SM, assert_line, compiler_for, emit, good, text};

/// The kernels of a golden session in `redefine`, each line of which that is no command is taken as a cell: so many there are.
#[track_caller]
fn session(name: &str, expected: usize) -> Vec<Kernel> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/golden/redefine");
    let text = fs::read_to_string(format!("{directory}/{name}.cu")).expect("the session is there");
    let mut compiler = compiler_for(SM);
    let (mut cells, mut kernels) = (0, Vec::new());
    for line in text.lines() {
        if line.starts_with("//") || line.starts_with('%') {
            continue;
        }
        let cell = good(&mut compiler, line);
        assert_eq!(cell.warnings, "", "{line}");
        kernels.extend(cell.kernels);
        cells += 1;
    }
    assert_eq!(cells, expected);
    kernels
}

#[test]
fn variable_templates_may_be_defined_again() {
    let kernels = session("variable_template", 34);
    let followed: Vec<_> = kernels.iter().map(|it| it.recompiled).collect();
    // The kernel follows twice.
    assert_eq!(followed, [false, true, true]);
}

#[test]
fn partial_specializations_of_variables_may_be_defined_again() {
    let kernels = session("partial_specializations_of_variables", 31);
    let plain: Vec<_> = kernels.iter().filter(|it| it.display == "plain").collect();
    let followed: Vec<_> = plain.iter().map(|it| it.recompiled).collect();
    assert_eq!(followed, [false, true, true]);
}

#[test]
fn templates_mean_the_newest() {
    let kernels = session("device_templates_mean_the_newest", 14);
    let names: Vec<_> = kernels.iter().map(|it| it.display.as_str()).collect();
    assert_eq!(names[6..], ["k<long>", "of_int<int>"], "{names:?}");
}

/// A kernel's instance is made again of a specialization that is defined again; one whose parameters are of another type then is another kernel.
#[test]
fn kernels_follow_a_specialization() {
    let mut compiler = compiler_for(SM);
    for line in [
        "template <class T> struct S { static constexpr int v = 0; };",
        "template <> struct S<S<int>> { static constexpr int v = 1000001; };",
        "template <class T> __global__ void k(int *out) { *out = S<S<T>>::v; }",
        "template <class T> __global__ void take(S<S<T>> s, T *out) { *out = s.v + sizeof(s); }",
        "void go(int *out) { k<int><<<1, 1>>>(out); take<int><<<1, 1>>>({}, out); }",
    ] {
        good(&mut compiler, line);
    }
    let again = "template <> struct S<S<int>> { static constexpr int v = 2000002; int more[5]; };";
    let cell = good(&mut compiler, again);
    let [kernel] = &cell.kernels[..] else {
        panic!("{} kernels", cell.kernels.len());
    };
    assert_line(&text(&emit(kernel)), &["2000002"]);
    let cell = good(
        &mut compiler,
        "void other(int *out) { take<int><<<1, 1>>>({}, out); }",
    );
    let [kernel] = &cell.kernels[..] else {
        panic!("{} kernels", cell.kernels.len());
    };
    assert_line(&text(&emit(kernel)), &["2000022"]);
}
