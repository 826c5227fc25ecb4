//! Cells through the compiler: what commits, what is rejected, what a rejected cell leaves behind.

use std::sync::Arc;

use devicecc::cell::{Cell, Footprint, ItemKind, Kernel, Rejected, Space};
use devicecc::emit::{cpu_kernel, cpu_kernel_draft};
use devicecc::{Compiler, Options, Past, Source};
use kernels_cache::Cache;

fn compiler() -> Compiler {
    compiler_with(&Options::default())
}

fn compiler_with(options: &Options) -> Compiler {
    let mut compiler =
        Compiler::new(options, &Cache::disabled()).expect("the embedded headers compile");
    compiler.prelude().expect("the prelude compiles");
    compiler
}

fn compile(compiler: &mut Compiler, text: &str) -> Result<Cell, Rejected> {
    compiler
        .compile(text, &Source::Prompt)
        .expect("the compiler itself does not fail")
}

fn good(compiler: &mut Compiler, text: &str) -> Cell {
    compile(compiler, text).unwrap_or_else(|rejected| panic!("`{text}`:\n{}", rejected.rendered))
}

fn bad(compiler: &mut Compiler, text: &str) -> Rejected {
    compile(compiler, text).expect_err(text)
}

#[test]
fn kernel_and_launch_in_separate_cells() {
    let mut compiler = compiler();
    let cell = good(
        &mut compiler,
        "__global__ void k(int *p, int n) { if (threadIdx.x < n) p[threadIdx.x] = n; }",
    );
    assert_eq!(cell.number, 1);
    assert_eq!(cell.kernels.len(), 1);
    assert_eq!(cell.kernels[0].symbol, "_Z1kPii");
    assert_eq!(cell.kernels[0].display, "k");
    assert_eq!(cell.kernels[0].param_bytes, [8, 4]);
    assert_eq!(
        (cell.items[0].kind, cell.items[0].name.as_str()),
        (ItemKind::Kernel, "k")
    );
    let cell = good(&mut compiler, "k<<<1, 32>>>(nullptr, 3);");
    assert!(cell.kernels.is_empty() && cell.host.is_some());
}

#[test]
fn device_names_of_earlier_cells() {
    let mut compiler = compiler();
    good(
        &mut compiler,
        "__device__ int square(int x) { return x * x; }",
    );
    let cell = good(
        &mut compiler,
        "__device__ int counter = 5; __constant__ float table[3]; __managed__ double m;",
    );
    let spaces: Vec<_> = cell
        .variables
        .iter()
        .map(|it| (it.symbol.as_str(), it.space, it.bytes, it.init.is_some()))
        .collect();
    assert_eq!(
        spaces,
        [
            ("counter", Space::Device, 4, true),
            ("table", Space::Constant, 12, false),
            ("m", Space::Managed, 8, false)
        ]
    );
    let cell = good(
        &mut compiler,
        "__global__ void k(int *p) { *p = square(counter) + (int)table[1]; }",
    );
    assert_eq!(cell.kernels[0].closure.variables, ["counter", "table"]);
}

#[test]
fn equal_kernels_have_equal_closures() {
    let mut compiler = compiler();
    let first = good(
        &mut compiler,
        "struct A { int x; };\n__global__ void k(A a, int *p) { *p = a.x; __syncthreads(); }",
    );
    let second = good(
        &mut compiler,
        "// a comment\n\n__global__ void k2(A b, int *q) { *q = b.x; /* and another */ __syncthreads(); }",
    );
    assert!(first.kernels[0].closure.bitcode == second.kernels[0].closure.bitcode);
    assert_eq!(first.kernels[0].closure.sites[0].line, 2);
    assert_eq!(second.kernels[0].closure.sites[0].line, 3);
    assert_eq!(
        second.kernels[0].closure.sites[0].primitive,
        "__chv_sync_block"
    );
}

#[test]
fn a_rejected_cell_leaves_nothing() {
    let mut compiler = compiler();
    good(&mut compiler, "int f(int x) { return x + 1; }");
    let rejected = bad(
        &mut compiler,
        "#define MACRO 3\nint g(int x) { return x; } int f(int x) { return nope; }",
    );
    assert!(
        rejected.rendered.contains("cell 2:2:"),
        "{}",
        rejected.rendered
    );
    assert!(!rejected.rendered.contains("<<<"), "{}", rejected.rendered);
    good(&mut compiler, "int g(int x) { return f(x); }");
    bad(&mut compiler, "MACRO");
    assert_eq!(
        good(&mut compiler, "g(1)").value_type.as_deref(),
        Some("int")
    );
}

/// Closures are cut while the cell is compiled only where they may hold assembler, which the CPU device cannot run.
#[test]
fn assembler_in_a_cell_that_is_gone_costs_later_cells_nothing() {
    let kernel = |name: &str, body: &str| format!("__global__ void {name}(int *p) {{ {body} }}");
    let plain = |name| kernel(name, "*p = 1;");
    let mut compiler = compiler();
    let is_cut = |compiler: &mut Compiler, text: String| {
        let result = compiler.compile_ahead(text, &Source::Prompt);
        let cell = result.expect("clang runs").expect("the cell is good");
        !cell.kernels[0].closure.bitcode.is_empty()
    };
    assert!(!is_cut(&mut compiler, plain("before")));
    let ptx = kernel("ptx", r#"asm("mov.u32 %0, %%smid;" : "=r"(*p));"#);
    assert!(bad(&mut compiler, &ptx).rendered.contains("inline PTX"));
    assert!(!is_cut(&mut compiler, plain("after_a_rejected_cell")));

    let fence = kernel("fence", r#"*p = 1; asm("" ::: "memory");"#);
    assert!(is_cut(&mut compiler, fence));
    assert!(is_cut(&mut compiler, plain("beside_a_fence")));
    compiler.undo(2, []).expect("the compiler undoes");
    assert!(!is_cut(&mut compiler, plain("after_undo")));
}

#[test]
fn the_file_that_includes_the_cells_is_not_shown() {
    for color in [false, true] {
        let options = Options {
            color,
            ..Options::default()
        };
        // The note is in a header; the error after it is in the cell again.
        let rejected = bad(
            &mut compiler_with(&options),
            "#include <algorithm>\nfill(1); missing;",
        );
        let text = rejected.rendered;
        assert!(text.contains("declared here"), "{text}");
        assert_eq!(text.contains('\x1b'), color, "{text}");
        assert!(!text.contains("<<<"), "{text}");
    }
}

#[test]
fn the_device_side_can_reject_what_the_host_side_accepts() {
    let mut compiler = compiler();
    good(&mut compiler, "int host_only(int x) { return x; }");
    bad(
        &mut compiler,
        "template <class T> __host__ __device__ T twice(T x) { return host_only(x); }\n__global__ void k(int *p) { *p = twice(1); }",
    );
    let cell = good(
        &mut compiler,
        "template <class T> __host__ __device__ T twice(T x) { return x + x; }\n__global__ void k(int *p) { *p = twice(1); }",
    );
    assert_eq!(cell.kernels.len(), 1);
}

#[test]
fn extended_lambda_at_top_level() {
    let mut compiler = compiler();
    good(
        &mut compiler,
        "template <class F> __global__ void each(int n, F f) { int i = threadIdx.x; if (i < n) f(i); }",
    );
    let first = good(
        &mut compiler,
        "each<<<1, 32>>>(32, [] __device__(int i) { printf(\"%d\", i); });",
    );
    let second = good(
        &mut compiler,
        "each<<<1, 32>>>(32, [] __device__(int i) { printf(\"%d\", i); });",
    );
    assert_eq!(first.kernels.len(), 1);
    assert_ne!(first.kernels[0].symbol, second.kernels[0].symbol);
    assert!(first.kernels[0].closure.bitcode == second.kernels[0].closure.bitcode);
    let capture =
        "int n = 3; each<<<1, 32>>>(32, [n = n] __device__(int i) { printf(\"%d\", i + n); });";
    let (first, second) = (good(&mut compiler, capture), good(&mut compiler, capture));
    assert!(first.kernels[0].closure.bitcode == second.kernels[0].closure.bitcode);
}

#[test]
fn undo_takes_whole_cells_back() {
    let mut compiler = compiler();
    good(&mut compiler, "__device__ int f() { return 1; } int h = 2;");
    assert_eq!(compiler.undo(1, []).expect("undo").cells, 1);
    bad(&mut compiler, "h");
    let cell = good(
        &mut compiler,
        "__device__ int f() { return 2; } __global__ void k(int *p) { *p = f(); }",
    );
    assert_eq!(cell.number, 1);
}

/// Texts of cells 1 to 27: a kernel is defined again and again, with what depends on it in between.
fn a_kernel_defined_again() -> Vec<Arc<str>> {
    let mut texts: Vec<Arc<str>> = vec![
        "__device__ int f(int x) { return x + 1; }".into(),
        "int *p;".into(),
    ];
    for version in 1..=4 {
        texts.push(format!("__global__ void k(int *p) {{ *p = f({version}); }}").into());
        texts.push("k<<<1, 1>>>(p);".into());
    }
    texts.push("void go() { k<<<1, 1>>>(p); }".into());
    texts.extend((0..16).map(|_| "*p = 1;".into()));
    texts
}

fn all_good(compiler: &mut Compiler, texts: &[Arc<str>]) -> Vec<Cell> {
    texts.iter().map(|text| good(compiler, text)).collect()
}

#[test]
fn statements_leave_nothing_and_plain_definitions_can_be_superseded() {
    let mut compiler = compiler();
    let cells = all_good(&mut compiler, &a_kernel_defined_again());
    assert_eq!(cells[3].footprint, Footprint::Nothing);
    assert!(cells[3].runs && !cells[2].runs);
    assert!(cells[4].can_be_superseded());
    let mut refers = cells[10].refers.clone();
    refers.sort_unstable();
    assert_eq!(refers, [2, 9]);
    for text in [
        "#define N 1",
        "struct S {};",
        "template <class T> T same(T t) { return t; }",
        "same(1)",
        "using I = int;",
        "float *p; // another type",
    ] {
        assert!(!good(&mut compiler, text).can_be_superseded(), "{text}");
    }
}

#[test]
fn compaction_changes_nothing_that_can_be_seen() {
    for waits in [false, true] {
        compacted_beside_plain(waits);
    }
}

/// `waits`: for the ASTs of the compaction, which cells need not.
fn compacted_beside_plain(waits: bool) {
    let (mut plain, mut compacted) = (compiler(), compiler());
    let texts = a_kernel_defined_again();
    all_good(&mut plain, &texts);
    let cells = all_good(&mut compacted, &texts);
    compacted.compact();
    while waits && compacted.compacts() {
        std::thread::sleep(std::time::Duration::from_millis(1));
        compacted.prepare();
    }
    for text in [
        "__device__ int f(int x) { return x + 2; }",
        "void go() { k<<<2, 1>>>(p); }",
        "int f() { return 3; }",
        "__global__ void k(int *p) { *p = f(9); }",
    ] {
        let (expected, cell) = (good(&mut plain, text), good(&mut compacted, text));
        assert_eq!(cell.replaced, expected.replaced, "{text}");
        assert_eq!(codes(&cell.kernels), codes(&expected.kernels), "{text}");
    }
    // As far as the newest cells, the ASTs have it all; before them they are made anew.
    let back = compacted.undo(4, []).expect("undo").kernels;
    assert_eq!(
        codes(&back),
        codes(&plain.undo(4, []).expect("undo").kernels)
    );
    assert_eq!(compacted.next_number(), 28);
    let past = cells.iter().zip(&texts);
    let past = past.map(|(cell, text)| Past::of(cell, Arc::clone(text), &Source::Prompt));
    let back = compacted.undo(20, past).expect("undo").kernels;
    assert_eq!(codes(&back), codes(&cells[6].kernels));
    assert_eq!(compacted.next_number(), 8);
    let again = good(&mut compacted, "__device__ int f(int x) { return x + 3; }");
    assert!(again.kernels[0].recompiled && again.kernels[0].symbol == "_Z1kPi");
}

#[test]
fn cells_that_keep_the_device_side_busy_do_not_put_a_compaction_off_for_ever() {
    let mut compiler = compiler();
    for number in 0..20 {
        good(&mut compiler, &format!("__device__ int f{number};"));
    }
    compiler.compact();
    compiler.hurry();
    let mut cells = 0;
    while compiler.compacts() {
        assert!(cells < 2000, "still under way after {cells} cells");
        good(&mut compiler, &format!("int variable{cells} = {cells};"));
        compiler.prepare();
        cells += 1;
    }
    good(&mut compiler, "__global__ void k() { f0 = f19; }");
    good(&mut compiler, "int sum = variable0;");
}

fn codes(kernels: &[Kernel]) -> Vec<(&str, u32, &[u8])> {
    kernels
        .iter()
        .map(|it| (it.symbol.as_str(), it.cell, it.closure.bitcode.as_slice()))
        .collect()
}

#[test]
fn a_value_is_shown_with_its_type() {
    let mut compiler = compiler();
    for (text, expected) in [
        ("1 + 2", "int"),
        ("1.5f", "float"),
        ("\"text\"", "const char[5]"),
        ("true", "bool"),
    ] {
        assert_eq!(
            good(&mut compiler, text).value_type.as_deref(),
            Some(expected),
            "{text}"
        );
    }
    good(&mut compiler, "void nothing() {}");
    assert_eq!(good(&mut compiler, "nothing()").value_type, None);
    assert_eq!(good(&mut compiler, "int x = 3;").value_type, None);
}

#[test]
fn shared_variables_are_marked() {
    let mut compiler = compiler();
    let text = "template <class T> __global__ void k(T *p) { __shared__ T tile[32]; extern __shared__ T rest[]; tile[threadIdx.x] = p[0]; rest[threadIdx.x] = p[1]; __syncthreads(); p[threadIdx.x] = tile[31 - threadIdx.x] + rest[0]; }\nk<<<1, 32, 128>>>((float *)nullptr);";
    let cell = good(&mut compiler, text);
    let kernel = &cell.kernels[0];
    assert_eq!(kernel.display, "k<float>");
    assert!(
        kernel.closure.variables.is_empty(),
        "shared variables are not the session's: {:?}",
        kernel.closure.variables
    );
    let holds = |name: &str| {
        kernel
            .closure
            .bitcode
            .windows(name.len())
            .any(|it| it == name.as_bytes())
    };
    assert!(holds("__chv_dynamic_shared") && holds("__chv_sync_block"));
    assert!(cell.variables.is_empty());
}

#[test]
fn code_that_memory_points_into_is_marked() {
    let cell = good(&mut compiler(), include_str!("data/escapes.cu"));
    let marked = |object: &[u8]| object.windows(6).any(|it| it == b"_stays");
    for kernel in &cell.kernels {
        let made = cpu_kernel(kernel, &Cache::disabled()).expect("it is emitted");
        let draft = cpu_kernel_draft(kernel, &Cache::disabled()).expect("it is emitted");
        // `pointer` stores the address of a thunk, which is other code.
        let expected = !["plain", "pointer"].contains(&kernel.display.as_str());
        assert_eq!(
            (marked(&made.object), marked(&draft.object)),
            (expected, expected),
            "{}",
            kernel.display
        );
    }
}

#[test]
fn a_macro_that_breaks_the_headers_is_named() {
    for define in ["struct=none", "int=5", "value=1"] {
        let options = Options {
            defines: vec![define.to_owned()],
            ..Options::default()
        };
        let error = Compiler::new(&options, &Cache::disabled())
            .err()
            .map(|it| format!("{it:#}"));
        let named = error
            .as_ref()
            .is_some_and(|it| it.contains(&format!("`-D {define}`")));
        assert!(named, "{define}: {error:?}");
    }
}

#[test]
fn a_macro_of_the_command_line_has_any_name_that_cuda_does_not_have() {
    let options = Options {
        defines: [
            "T=float", "A=1", "E=1", "S=2", "N=64", "n=3", "out=1", "Args=2",
        ]
        .map(str::to_owned)
        .to_vec(),
        ..Options::default()
    };
    let mut compiler = compiler_with(&options);
    let included = "#include <cooperative_groups.h>\n#include <cuda_bf16.h>\n#include <curand_kernel.h>\n#include <hip/hip_runtime.h>\nT x = A;";
    let cell = compile(&mut compiler, included);
    assert!(cell.is_ok(), "{}", cell.err().unwrap_or_default().rendered);
}
