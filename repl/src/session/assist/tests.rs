//! Completion, signatures and names through a session that runs cells.

use devicecc::Source;

use super::*;
use crate::interrupt::Interrupt;
use crate::render::Render;
use crate::session::CellEnd;

/// Cargo puts test programs one folder below what it builds.
fn built_executor() -> std::path::PathBuf {
    let ours = std::env::current_exe().expect("this program has a path");
    let built = ours.parent().and_then(std::path::Path::parent);
    built.expect("it lies in `deps`").join("chevron-executor")
}

fn session(cells: &[&str]) -> Session {
    let settings = crate::cli::settings_of(&["--device", "cpu", "--no-cache"]);
    jit_api::client::use_program(built_executor());
    let render = Render::new(true, crate::settings::Color::Never);
    let mut session =
        Session::start(settings, render, Interrupt::default()).expect("a session starts");
    for text in cells {
        let end = session.run_cell(*text, Source::Prompt, None);
        let end = end.expect("the session goes on");
        assert!(matches!(end, CellEnd::Done { .. }), "`{text}`: {end:?}");
    }
    session
}

fn texts(completion: &Completion) -> Vec<&str> {
    let candidates = completion.candidates.iter();
    candidates.map(|it| it.text.as_str()).collect()
}

const CELLS: [&str; 5] = [
    "#include <vector>\nstd::vector<float> values = {1};",
    "// y += a * x\n__global__ void saxpy(int n, float a, const float *x, float *y) { __shared__ float part[32]; part[threadIdx.x] = a; __syncthreads(); y[threadIdx.x] += part[0] * x[threadIdx.x]; }",
    "struct Ball { Ball(int radius, float weight) {} };",
    "int sad = 1; float *p; cudaMallocManaged(&p, 128);",
    "saxpy<<<1, 32>>>(32, 2, p, p); cudaDeviceSynchronize();",
];

#[test]
fn a_session_helps_while_one_types() {
    let mut session = session(&CELLS);
    let members = session.complete("int i = values.si + 1;", 17);
    assert_eq!((members.begin, texts(&members)), (15, vec!["size"]));
    // The session's names come before the library's.
    let names = session.complete("sa", 2);
    assert_eq!(texts(&names)[..2], ["sad", "saxpy"]);
    assert_eq!(names.candidates[1].kind, "kernel");
    assert_eq!(
        names.candidates[1].label,
        "saxpy(int n, float a, const float *x, float *y) -> void"
    );
    assert_eq!(names.candidates[0].label, "sad: int");
    // A place within a character is the one before it.
    session.complete("é", 1);

    let launch = session.signatures("saxpy<<<1, ", 11);
    assert_eq!(launch.parameter, 1);
    let call = session.signatures("saxpy<<<1, 32>>>(32, \"an open", 29);
    assert_eq!(call.parameter, 1);
    let (text, parameters) = &call.overloads[0];
    assert_eq!(&text[parameters[1].clone()], "float a");
    let braces = session.signatures("Ball ball{1, ", 13);
    let found = braces.overloads.iter();
    assert!(
        found.into_iter().any(|it| it.0.contains("float weight")),
        "{braces:?}"
    );
    assert_eq!(braces.parameter, 1);
    assert_eq!(session.signatures("int x = 1;", 10), Signatures::default());

    let about = session.about("?saxpy").expect("it is known");
    assert_eq!(
        about.declarations,
        ["__global__ void saxpy(int n, float a, const float *x, float *y)"]
    );
    assert_eq!(about.documentation.as_deref(), Some("y += a * x"));
    assert!(
        about
            .source
            .is_some_and(|it| it.starts_with("// y += a * x"))
    );
    assert_eq!(about.facts[0], "cell 2");
    assert!(
        about.facts[1].starts_with("kernel `saxpy`: 128 bytes of static shared memory"),
        "{:?}",
        about.facts
    );
    let size = session.about("values.size()").expect("it is known");
    assert!(size.declarations[0].contains("size() const"), "{size:?}");
    assert!(session.about("nobody_has_this").is_none());
}

#[test]
fn versions_and_files_are_told() {
    let mut session = session(&["int f() { return 1; }", "int f() { return 2; }"]);
    let about = session.about("f").expect("it is known");
    assert_eq!(about.facts, ["cell 2, version 2"]);
    let malloc = session.about("cudaMalloc").expect("it is known");
    assert!(
        malloc
            .facts
            .iter()
            .any(|it| it.contains(".h>` of Chevron, line ")),
        "{malloc:?}"
    );
}
