//! Functions that code reaches by address: their thunks, their own code, and kernels that take and call addresses.

use std::io::Write as _;
use std::process::{Command, Stdio};

use devicecc::cell::Kernel;
use devicecc::targets::nvidia::find_ptxas;

use super::{SM, assert_line, compiler_for, emit, good, text};

const TABLE: &str = "using op = int (*)(int, int);\n\
    __device__ int add(int a, int b) { return a + b; }\n\
    __device__ int sub(int a, int b) { return a - b - (int)threadIdx.x; }\n\
    __device__ op table[] = {add, sub};\n\
    __device__ op chosen;\n\
    __global__ void plain(int *out) { *out = add(1, 2); }\n\
    __global__ void choose() { chosen = sub; }\n\
    __global__ void call(int *out) { *out = table[threadIdx.x](1, 2); }\n\
    __device__ int twice(op f, int x) { return f(x, x); }\n\
    __global__ void seen_through(int *out) { *out = twice(sub, *out); }";

/// What an assembler of NVIDIA's says against a text; none where there is no assembler, which is told.
fn refused_by_ptxas(ptx: &str) -> Option<String> {
    let Some(ptxas) = find_ptxas(std::env::var_os("CHEVRON_PTXAS").as_deref()) else {
        eprintln!("left out: no `ptxas` was found");
        return None;
    };
    let out = std::env::temp_dir().join(format!("chevron-addressed-{}", std::process::id()));
    let mut child = Command::new(ptxas)
        .args([&format!("-arch=sm_{SM}"), "-", "-o"])
        .arg(&out)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("it is a pipe");
    stdin
        .write_all(ptx.trim_end_matches('\0').as_bytes())
        .expect("it reads");
    drop(stdin);
    let done = child.wait_with_output().expect("it ends");
    drop(std::fs::remove_file(out));
    (!done.status.success()).then(|| String::from_utf8_lossy(&done.stderr).into_owned())
}

#[test]
fn thunks_lead_to_what_a_table_says() {
    let cell = good(&mut compiler_for(SM), TABLE);
    let [thunks] = cell.thunks.as_slice() else {
        panic!("{} modules of thunks", cell.thunks.len());
    };
    assert_eq!(thunks.functions, ["_Z3addii", "_Z3subii"]);
    let made = emit(thunks);
    let ptx = text(&made);
    assert_eq!(made.entry, "chv_functions");
    assert_line(&ptx, &[".visible .entry chv_functions("]);
    assert_line(&ptx, &[".visible .global", "chv_functions_targets[16]"]);
    assert_line(
        &ptx,
        &[".visible .global", "chv_functions_functions[2] = {f0, f1}"],
    );
    assert_line(&ptx, &["ld.volatile.global", "[chv_functions_targets+8]"]);
    // A driver that loads what is used finds the functions by the entry.
    assert_line(&ptx, &["ld.volatile.global", "[chv_functions_functions]"]);
    assert_eq!(refused_by_ptxas(&ptx), None);
}

#[test]
fn functions_are_code_of_their_own() {
    let cell = good(&mut compiler_for(SM), TABLE);
    let functions = cell.kernels.iter().find(|it| !it.functions.is_empty());
    let functions = functions.expect("there is code of functions");
    assert_eq!(functions.functions, ["_Z3addii", "_Z3subii"]);
    let ptx = text(&emit(functions));
    assert_line(&ptx, &[".visible .entry chv_functions("]);
    assert_line(
        &ptx,
        &[".visible .global", "chv_functions_functions[2] = {"],
    );
    assert_line(&ptx, &["%tid.x"]);
    assert_eq!(refused_by_ptxas(&ptx), None);
}

#[test]
fn kernels_find_addresses_in_their_tables() {
    let cell = good(&mut compiler_for(SM), TABLE);
    let kernel = |name: &str| -> &Kernel {
        let mut kernels = cell.kernels.iter();
        kernels.find(|it| it.display == name).expect("it is there")
    };
    let choose = text(&emit(kernel("choose")));
    assert_line(&choose, &["_Z6choosev_vars"]);
    assert!(!choose.contains(".func"), "{choose}");
    assert!(!choose.contains("_calls"), "{choose}");
    assert_eq!(refused_by_ptxas(&choose), None);
    let call = text(&emit(kernel("call")));
    assert_line(&call, &[".visible .global", "_Z4callPi_calls"]);
    assert_eq!(refused_by_ptxas(&call), None);
    // What the optimiser sees through is no address any more.
    let seen_through = emit(kernel("seen_through"));
    assert_eq!(seen_through.table, None);
    assert!(!text(&seen_through).contains("_calls"));
}

#[test]
fn kernels_that_call_by_name_are_as_they_were() {
    let alone = "__device__ int add(int a, int b) { return a + b; }\n__global__ void plain(int *out) { *out = add(1, 2); }";
    let alone = good(&mut compiler_for(SM), alone);
    assert!(alone.thunks.is_empty() && alone.kernels.len() == 1);
    let among = good(&mut compiler_for(SM), TABLE);
    let mut kernels = among.kernels.iter();
    let plain = kernels
        .find(|it| it.display == "plain")
        .expect("it is there");
    assert_eq!(plain.closure.bitcode, alone.kernels[0].closure.bitcode);
    assert_eq!(text(&emit(plain)), text(&emit(&alone.kernels[0])));
}

#[test]
fn what_functions_of_a_table_call_is_kept_by_the_linker() {
    let text_of = |program: &str| {
        let cell = good(&mut compiler_for(SM), program);
        let functions = cell.kernels.iter().find(|it| !it.functions.is_empty());
        text(&emit(functions.expect("there is code of functions")))
    };
    let with = text_of(
        "__device__ __noinline__ int leaf(int x) { return x + 1; }\n\
         __device__ int chain(int x) { return leaf(leaf(x)); }\n\
         __device__ int (*at)(int) = chain;",
    );
    assert_line(
        &with,
        &[".visible .global", "chv_functions_callees[1] = {f1}"],
    );
    assert_eq!(refused_by_ptxas(&with), None);
    let without = text_of(
        "__device__ int chain(int x) { return x + 1; }\n__device__ int (*at)(int) = chain;",
    );
    assert!(!without.contains("_callees"), "{without}");
}
