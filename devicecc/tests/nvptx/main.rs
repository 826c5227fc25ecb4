//! Kernels for NVIDIA GPUs: what the PTX of a cell says. No GPU is needed, and no tool of NVIDIA's.

mod addressed;
mod cells;
mod variables;

use std::sync::Arc;

use devicecc::cell::{Cell, Kernel};
use devicecc::emit::{Libdevice, NvptxTarget, PtxKernel, nvptx_kernel, nvptx_kernel_draft};
use devicecc::targets::nvidia::find_libdevice;
use devicecc::{Compiler, DeviceTarget, Options, Source};
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use kernels_cache::Cache;

const SM: u32 = 90;

fn compiler_for(sm: u32) -> Compiler {
    let options = Options {
        device: DeviceTarget::Nvptx { sm },
        ..Options::default()
    };
    let mut compiler = Compiler::new(&options, &Cache::disabled()).expect("the headers compile");
    compiler.prelude().expect("the prelude compiles");
    compiler
}

fn good(compiler: &mut Compiler, text: &str) -> Cell {
    match compiler
        .compile(text, &Source::Prompt)
        .expect("clang works")
    {
        Ok(cell) => cell,
        Err(rejected) => panic!("rejected: {}", rejected.rendered),
    }
}

fn target(libdevice: Option<Libdevice>) -> NvptxTarget {
    NvptxTarget {
        sm: SM,
        ptx: 0,
        libdevice: libdevice.map(Arc::new),
    }
}

fn emit(kernel: &Kernel) -> PtxKernel {
    nvptx_kernel(kernel, &target(None), &Cache::disabled())
        .unwrap_or_else(|error| panic!("{error:#}"))
}

fn text(made: &PtxKernel) -> String {
    String::from_utf8(made.ptx.clone()).expect("PTX is text")
}

/// The PTX of the only kernel of the only cell.
fn ptx_of(source: &str) -> String {
    let cell = good(&mut compiler_for(SM), source);
    text(&emit(&cell.kernels[0]))
}

/// Asserts that the PTX has a line that holds all of the words, in this order.
fn assert_line(ptx: &str, words: &[&str]) {
    let holds = |line: &str| {
        let mut rest = line;
        words.iter().all(|word| match rest.find(word) {
            Some(at) => {
                rest = &rest[at + word.len()..];
                true
            }
            None => false,
        })
    };
    assert!(ptx.lines().any(holds), "no line with {words:?} in\n{ptx}");
}

#[test]
fn a_kernel_is_one_entry_with_the_parameters_of_cuda() {
    let source = "struct Pair { int a; double b; };\n\
        __global__ void __launch_bounds__(256) k(int n, float a, const float *x, float *y, Pair p) {\n\
        int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = a * x[i] + y[i] + p.b; }";
    let cell = good(&mut compiler_for(SM), source);
    let made = emit(&cell.kernels[0]);
    let ptx = text(&made);
    assert_eq!(made.entry, "_Z1kifPKfPf4Pair");
    assert_eq!(made.table, None);
    assert!(!made.libdevice && !made.dynamic_shared && made.shared_bytes == 0);
    assert_line(&ptx, &[".version 8.0"]);
    assert_line(&ptx, &[".target sm_90"]);
    assert_line(&ptx, &[".visible .entry _Z1kifPKfPf4Pair("]);
    assert_line(&ptx, &[".param .u32", "_param_0"]);
    assert_line(&ptx, &[".param .f32", "_param_1"]);
    assert_line(&ptx, &[".param .align 8 .b8", "_param_4[16]"]);
    assert_line(&ptx, &[".maxntid 256"]);
    assert_line(&ptx, &["%ctaid.x"]);
    assert_line(&ptx, &["ld.global"]);
    assert_line(&ptx, &["fma.rn.f32"]);
    assert!(!ptx.contains("__chv"), "{ptx}");
    assert_eq!(ptx.matches(".entry").count(), 1);
}

#[test]
fn a_draft_tells_whether_it_holds_or_calls_addresses_of_functions() {
    let source = "typedef int (*F)(int); __device__ int twice(int x) { return 2 * x; }\n\
        __device__ __noinline__ int power(int x, int n) { return n ? x * power(x, n - 1) : 1; }\n\
        struct Base { __device__ virtual int get() { return 1; } };\n\
        __global__ void plain(int *p) { *p = twice(power(*p, 3)); printf(\"%d\", *p); }\n\
        __global__ void holds(F *f) { *f = twice; }\n\
        __global__ void calls(F *f, int *p) { *p = (*f)(3); }\n\
        __global__ void gives(int *p, F f) { *p = p == nullptr ? 1 : f(2) + twice(1); }\n\
        __global__ void makes(Base **b) { *b = new Base; }\n\
        __global__ void uses(Base **b, int *p) { *p = (*b)->get(); }";
    let cell = good(&mut compiler_for(SM), source);
    let told: Vec<(&str, bool)> = cell
        .kernels
        .iter()
        .filter(|kernel| kernel.functions.is_empty())
        .map(|kernel| {
            let made = nvptx_kernel_draft(kernel, &target(None), &Cache::disabled());
            let made = made.unwrap_or_else(|error| panic!("{error:#}"));
            assert!(made.draft, "{}", kernel.display);
            (kernel.display.as_str(), made.function_addresses)
        })
        .collect();
    let expected = [
        ("plain", false),
        // It loads the address of the thunk.
        ("holds", false),
        ("calls", true),
        ("gives", true),
        ("makes", true),
        ("uses", true),
    ];
    assert_eq!(told, expected);
}

#[test]
fn read_only_data_goes_through_the_texture_path() {
    let ptx = ptx_of(
        "__global__ void k(const float *__restrict__ x, float *__restrict__ y) { y[threadIdx.x] = x[threadIdx.x]; }",
    );
    assert_line(&ptx, &["ld.global.nc"]);
    let ptx = ptx_of(
        "__global__ void k(const float4 *x, float *y) { float4 v = __ldg(x + threadIdx.x); *y = v.x + v.w; }",
    );
    assert_line(&ptx, &["ld.global.nc"]);
}

#[test]
fn shared_memory_has_its_address_space() {
    let source = "__global__ void k(float *y) { __shared__ float s[64]; __shared__ double t[4]; extern __shared__ int d[];\n\
        s[threadIdx.x] = y[threadIdx.x]; t[threadIdx.x & 3] = 1; d[threadIdx.x] = 2; __syncthreads();\n\
        y[threadIdx.x] = s[threadIdx.x ^ 1] + t[threadIdx.x & 1] + d[0]; }";
    let cell = good(&mut compiler_for(SM), source);
    let made = emit(&cell.kernels[0]);
    let ptx = text(&made);
    assert_eq!(made.shared_bytes, 64 * 4 + 4 * 8);
    assert!(made.dynamic_shared);
    assert_line(
        &ptx,
        &[".extern .shared .align 4 .b8 __chv_dynamic_shared[]"],
    );
    // So that the driver's linker, which does not place it, joins loads.
    assert_line(&ptx, &[".shared .align 16 .b8", "[256]"]);
    assert_line(&ptx, &["st.shared"]);
    assert_line(&ptx, &["ld.shared"]);
    assert_line(&ptx, &["bar.sync", "0"]);
}

#[test]
fn structures_of_16_bytes_are_moved_at_once() {
    let ptx = ptx_of(
        "__global__ void k(const float4 *x, float4 *y) { y[threadIdx.x] = x[threadIdx.x]; }",
    );
    assert_line(&ptx, &["ld.global.v4.b32"]);
    assert_line(&ptx, &["st.global.v4.b32"]);
}

#[test]
fn warps_and_blocks_are_instructions() {
    let ptx = ptx_of(
        "__global__ void k(int *p, double *d) { int v = p[threadIdx.x];\n\
         v += __shfl_down_sync(~0u, v, 16); v += __shfl_xor_sync(~0u, v, 1, 8); v += __popc(__ballot_sync(~0u, v > 3));\n\
         v += __any_sync(~0u, v); v += __reduce_add_sync(~0u, v); v += __match_any_sync(~0u, v); __syncwarp();\n\
         d[threadIdx.x] = __shfl_sync(~0u, d[threadIdx.x], 0); __threadfence(); p[threadIdx.x] = __syncthreads_count(v); }",
    );
    for instruction in [
        "shfl.sync.down.b32",
        "shfl.sync.bfly.b32",
        "shfl.sync.idx.b32",
        "vote.sync.ballot.b32",
        "vote.sync.any.pred",
        "redux.sync.add.s32",
        "match.any.sync",
        "bar.warp.sync",
        "bar.red.popc",
    ] {
        // LLVM names some barriers by their longer synonyms.
        let synonym = instruction.replace("bar.red.popc", "barrier.cta.red.popc.aligned.all");
        assert!(
            ptx.contains(instruction) || ptx.contains(&synonym),
            "{instruction} in\n{ptx}"
        );
    }
    // 64 bits travel in two exchanges, 32 in one.
    assert_eq!(ptx.matches("shfl.sync.idx.b32").count(), 2, "{ptx}");
    assert_eq!(ptx.matches("shfl.sync.down.b32").count(), 1, "{ptx}");
}

#[test]
fn a_gpu_without_warp_reduction_exchanges_values() {
    let source =
        "__global__ void k(int *p) { p[threadIdx.x] = __reduce_max_sync(~0u, p[threadIdx.x]); }";
    let cell = good(&mut compiler_for(75), source);
    let target = NvptxTarget {
        sm: 75,
        ptx: 0,
        libdevice: None,
    };
    let made = nvptx_kernel(&cell.kernels[0], &target, &Cache::disabled()).expect("it compiles");
    let ptx = text(&made);
    assert_line(&ptx, &[".target sm_75"]);
    assert!(
        ptx.contains("shfl.sync.idx") && !ptx.contains("redux"),
        "{ptx}"
    );
}

#[test]
fn a_lane_may_pass_what_it_has_not_set_to_a_shuffle() {
    let ptx = ptx_of(
        "#include <cooperative_groups.h>\n__global__ void k(int *p) { auto g = cooperative_groups::coalesced_threads(); int first;\n\
         if (g.thread_rank() == 0) first = atomicAdd(p, g.size()); p[threadIdx.x] = g.shfl(first, 0); }",
    );
    // Only the leader adds: its branch must stay.
    let add = ptx.find("atom.global.add").expect("it adds");
    assert!(ptx[..add].contains("bra"), "{ptx}");
}

#[test]
fn atomics_have_their_scope() {
    let ptx = ptx_of(
        "__global__ void k(int *p, unsigned short *h) { p[1] = atomicCAS(p, 1, 2); p[2] = atomicCAS_system(p, 1, 2); p[3] = atomicAdd_block(p, 1);\n\
         p[4] = atomicMax(p, 5); p[5] = atomicCAS(h, 1, 2); __threadfence(); }",
    );
    assert_line(&ptx, &["atom.relaxed.gpu.global.cas.b32"]);
    assert_line(&ptx, &["atom.sys.cas.b32"]);
    assert_line(&ptx, &["atom.cta.add"]);
    assert_line(&ptx, &["atom.global.max.s32"]);
    assert_line(&ptx, &["membar.gl"]);
    assert!(
        !ptx.contains("fence.sc") && !ptx.contains("cas.b32.sys"),
        "{ptx}"
    );
}

#[test]
fn the_heap_may_be_full() {
    let ptx = ptx_of(
        "__global__ void k(int *p) { void *m = malloc(1ull << 44); *p = m ? 2 : 1; free(m); }",
    );
    assert_line(&ptx, &["call", "malloc"]);
    assert_line(&ptx, &["selp"]);
}

#[test]
fn the_driver_has_printf_assert_and_the_heap() {
    let ptx = ptx_of(
        "#include <cassert>\n__global__ void k(int n, void *p) { printf(\"%d %f\\n\", n, 1.5); assert(n > 0); *(int *)malloc(n) = n; free(p); if (n == 7) __trap(); }",
    );
    for symbol in ["vprintf", "__assertfail", "malloc", "free"] {
        assert_line(&ptx, &[".extern .func", symbol]);
    }
    assert_line(&ptx, &["trap;"]);
}

#[test]
fn a_grid_waits_in_the_drivers_workspace() {
    let ptx = ptx_of(
        "#include <cooperative_groups.h>\n__global__ void k(int *p) { p[0] = 1; cooperative_groups::this_grid().sync(); p[1] = 2; }",
    );
    assert_line(&ptx, &["%envreg2"]);
    assert_line(&ptx, &["%envreg1"]);
    assert_line(&ptx, &["atom.add.release.gpu"]);
    assert_line(&ptx, &["ld.acquire.gpu"]);
}

#[test]
fn what_is_defined_nowhere_is_named() {
    let mut compiler = compiler_for(SM);
    let cell = good(
        &mut compiler,
        "__device__ int later(int); __global__ void k(int *p) { *p = later(*p); }",
    );
    let error = nvptx_kernel(&cell.kernels[0], &target(None), &Cache::disabled())
        .expect_err("a function is missing");
    let message = format!("{error:#}");
    assert!(
        message.starts_with("`later(int)` is used in device code and defined nowhere"),
        "{message}"
    );
}

#[test]
fn without_libdevice_the_function_and_the_cure_are_named() {
    let mut compiler = compiler_for(SM);
    let cell = good(
        &mut compiler,
        "__global__ void k(float *p, double *d) { *p = sinf(*p) + fmodf(*p, 3.0f); *d = std::erf(*d); }",
    );
    let error = nvptx_kernel(&cell.kernels[0], &target(None), &Cache::disabled())
        .expect_err("libdevice is missing");
    let message = format!("{error:#}");
    for part in [
        "`erf`, `fmodf`, `sinf`",
        "pip install nvidia-nvvm",
        "--libdevice",
    ] {
        assert!(message.contains(part), "{part} in {message}");
    }
}

#[test]
fn exact_functions_need_no_libdevice() {
    let ptx = ptx_of(
        "__global__ void k(float *p, double *d) { *p = sqrtf(*p) + fmaf(*p, 2, 3) + floorf(*p) + roundf(*p) + fminf(*p, 1);\n\
         *d = sqrt(*d) + rint(*d) + trunc(*d) + fabs(*d); *p += __expf(*p) + rsqrtf(*p) + __fadd_rz(*p, 1.0f); }",
    );
    for instruction in [
        "sqrt.rn.f32",
        "sqrt.rn.f64",
        "ex2.approx",
        "rsqrt.approx",
        "add.rz.f32",
    ] {
        assert!(ptx.contains(instruction), "{instruction} in\n{ptx}");
    }
}

/// A library of three functions in libdevice's place.
fn small_libdevice(folder: &std::path::Path) -> Libdevice {
    let source = "define float @__nv_sinf(float %x) {\n %y = call float @__nv_inner(float %x)\n ret float %y\n}\n\
        define internal float @__nv_inner(float %x) {\n %y = fmul float %x, 0x4010000000000000\n ret float %y\n}\n\
        define double @__nv_unused(double %x) {\n %y = call double @missing(double %x)\n ret double %y\n}\n\
        declare double @missing(double)\n\
        define float @__nv_frexpf(float %x, ptr %e) {\n store i32 77, ptr %e\n ret float %x\n}\n";
    let context = Context::create();
    let buffer = MemoryBuffer::create_from_memory_range_copy(source.as_bytes(), "library");
    let module = context
        .create_module_from_ir(buffer)
        .expect("the library parses");
    let file = folder.join("libdevice.10.bc");
    assert!(module.write_bitcode_to_path(&file));
    Libdevice::read(&file).expect("it is there")
}

#[test]
fn only_what_is_used_of_libdevice_is_linked() {
    let folder = tempfile::tempdir().expect("a directory");
    let libdevice = small_libdevice(folder.path());
    let mut compiler = compiler_for(SM);
    let cell = good(
        &mut compiler,
        "__global__ void k(float *p, int *e) { *p = std::sin(*p); p[1] = frexpf(p[1], e); }",
    );
    let made = nvptx_kernel(
        &cell.kernels[0],
        &target(Some(libdevice)),
        &Cache::disabled(),
    )
    .unwrap_or_else(|error| panic!("{error:#}"));
    assert!(made.libdevice);
    let ptx = text(&made);
    assert_line(&ptx, &["mul", "0f40800000"]);
    assert_line(&ptx, &["st.global", "77"]);
    assert!(!ptx.contains("missing") && !ptx.contains("__nv"), "{ptx}");
}

#[test]
fn a_missing_libdevice_file_is_an_error_only_if_it_was_named() {
    let error = find_libdevice(Some(std::path::Path::new("/nowhere/libdevice.10.bc")))
        .expect_err("the file is not there");
    assert!(format!("{error:#}").contains("`/nowhere/libdevice.10.bc`"));
}

#[test]
fn equal_kernels_are_one_entry_of_the_cache() {
    let folder = tempfile::tempdir().expect("a directory");
    let cache = Cache::open(&folder.path().join("cache"), 1 << 30).expect("a cache");
    let mut compiler = compiler_for(SM);
    let mut emit = |text: &str, sm: u32| {
        let cell = good(&mut compiler, text);
        let target = NvptxTarget {
            sm,
            ptx: 0,
            libdevice: None,
        };
        nvptx_kernel(&cell.kernels[0], &target, &cache).expect("it compiles")
    };
    let first = emit(
        "__device__ int f(int x) { return x + 1; }\n__global__ void k(int *p) { *p = f(*p); }",
        SM,
    );
    let again = emit(
        "// moved\n\n__device__ int f(int y) { return y + 1; }\n\n__global__ void k(int *q) { *q = f(*q); }",
        SM,
    );
    assert!(!first.cached && again.cached);
    assert!(first.key == again.key && first.ptx == again.ptx);
    let other = emit("__global__ void k(int *q) { *q = f(*q) + 1; }", SM);
    assert!(!other.cached && other.key != first.key);
    let newer = emit("__global__ void k(int *q) { *q = f(*q); }", 100);
    assert!(!newer.cached && newer.key != first.key);
}

/// Cells that launch a kernel for a lambda or a type of their own: equal ones have one entry, under symbols that differ.
fn assert_equal_cells_share_an_entry(text: impl Fn(u32) -> String) {
    let mut compiler = compiler_for(SM);
    good(
        &mut compiler,
        "template <class F> __global__ void apply(F f, int *p) { *p = f(*p); } int n = 2;",
    );
    let mut emitted = |factor: u32| {
        let kernel = good(&mut compiler, &text(factor)).kernels.remove(0);
        (kernel.symbol.clone(), emit(&kernel))
    };
    let ((first, made), (again, same), (_, other)) = (emitted(3), emitted(3), emitted(4));
    assert_ne!(first, again);
    assert!(made.key == same.key && made.ptx == same.ptx && made.entry == same.entry);
    assert!(made.key != other.key);
}

#[test]
fn the_kernel_of_an_equal_lambda_is_one_entry_of_the_cache() {
    assert_equal_cells_share_an_entry(|factor| {
        format!(
            "apply<<<1, 1>>>([n = n] __device__ (int x) {{ return x * {factor} + n; }}, nullptr);"
        )
    });
}

#[test]
fn a_kernel_that_an_equal_function_has_a_type_for_is_one_entry_of_the_cache() {
    assert_equal_cells_share_an_entry(|factor| {
        format!(
            "void go() {{ struct Op {{ int n; float f; __device__ int operator()(int x) {{ Op *it = this; return x * {factor} + it->n; }} }}; apply<<<1, 1>>>(Op{{n}}, nullptr); }}"
        )
    });
}

#[test]
fn programs_may_use_every_device_function_of_the_headers() {
    let source = include_str!("../headers/accepts_device.cu");
    let cell = good(&mut compiler_for(SM), source);
    assert!(!cell.kernels.is_empty());
}

#[test]
fn innermost_loops_of_known_length_are_unrolled() {
    let loop_of = |pragma: &str| {
        format!(
            "__global__ void k(const float *p, float *q) {{ float s = 0;\n{pragma}\nfor (int i = 0; i < 256; ++i) {{ float d = p[i] - s; s += d * d * q[i]; }} q[0] = s; }}"
        )
    };
    let loads = |pragma: &str| {
        let ptx = ptx_of(&loop_of(pragma));
        ptx.matches("ld.global").count()
    };
    // What the user says of a loop holds.
    assert!(loads("") > loads("#pragma unroll 1"));
}

/// A loop that is unrolled, one whose length is not known, one that waits for another block, and none.
const DRAFTED: &str = "
    #include <cooperative_groups.h>
    __global__ void known(const float *p, float *q) { float s = 0; for (int i = 0; i < 32; ++i) s += p[i] * q[i]; q[0] = s; }
    __global__ void unknown(const float *p, float *q, int n) { float s = 0; for (int i = 0; i < n; ++i) s += p[i]; atomicAdd(q, s); }
    __device__ int take(int *p) { return atomicCAS(p, 0, 1); }
    __global__ void waits(int *p) { while (take(p)); atomicExch(p, 0); }
    __global__ void looks(volatile int *p) { while (!*p); }
    __global__ void grid(int *p) { cooperative_groups::this_grid().sync(); *p = 1; }
    __global__ void straight(int *p) { *p += threadIdx.x; }";

#[test]
fn kernels_have_drafts_unless_their_loops_wait() {
    let cell = good(&mut compiler_for(SM), DRAFTED);
    let drafted: Vec<&str> = cell
        .kernels
        .iter()
        .filter(|kernel| {
            let made = nvptx_kernel_draft(kernel, &target(None), &Cache::disabled());
            made.expect("it compiles").draft
        })
        .map(|kernel| kernel.display.as_str())
        .collect();
    assert_eq!(drafted, ["known", "unknown", "straight"]);
}

#[test]
fn a_draft_is_not_unrolled_and_gives_way_to_what_the_cache_has() {
    let folder = tempfile::tempdir().expect("a directory");
    let cache = Cache::open(&folder.path().join("cache"), 1 << 30).expect("a cache");
    let cell = good(&mut compiler_for(SM), DRAFTED);
    let kernel = cell.kernels.iter().find(|it| it.display == "known");
    let kernel = kernel.expect("the cell has it");
    let drafted = || nvptx_kernel_draft(kernel, &target(None), &cache).expect("it compiles");
    let draft = drafted();
    let again = drafted();
    assert!(draft.draft && again.draft && !again.cached);
    let optimised = nvptx_kernel(kernel, &target(None), &cache).expect("it compiles");
    let loads = |made: &PtxKernel| text(made).matches("ld.global").count();
    assert!(loads(&draft) < loads(&optimised));
    assert_eq!(
        (&draft.entry, &draft.table),
        (&optimised.entry, &optimised.table)
    );
    assert!(draft.key != optimised.key);
    cache.flush();
    let found = drafted();
    assert!(found.cached && !found.draft && found.key == optimised.key);
}

#[test]
fn sixteen_bit_numbers_and_their_pairs_are_instructions() {
    let source = "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n\
        template <class H, class H2> __device__ void work(H *x, H2 *y) {\n\
        x[0] = __hfma(x[1], x[2], x[3]); y[0] = __hfma2(y[1], y[2], y[3]); y[4] = y[5] + y[6]; y[7] = __hmax2(y[8], y[9]);\n\
        atomicAdd(x + 4, x[5]); atomicAdd(y + 10, y[11]); }\n\
        __global__ void k(half *x, half2 *y, __nv_bfloat16 *z, __nv_bfloat162 *w) { work(x, y); work(z, w); }";
    let ptx = ptx_of(source);
    for format in ["f16", "bf16"] {
        assert_line(&ptx, &[&format!("\tfma.rn.{format} ")]);
        for operation in ["fma.rn", "add.rn", "max", "atom.add.noftz"] {
            assert_line(&ptx, &[&format!("\t{operation}.{format}x2 ")]);
        }
        assert_line(&ptx, &["atom.", &format!("add.noftz.{format} ")]);
    }
}

#[test]
fn code_that_memory_points_into_is_marked() {
    let cell = good(&mut compiler_for(SM), include_str!("../data/escapes.cu"));
    for kernel in &cell.kernels {
        let made = emit(kernel);
        let mark = format!(".visible .global .align 1 .u8 {}_stays", made.entry);
        let marked = text(&made).contains(&mark);
        // `pointer` stores the address of a thunk, which is other code.
        let stays = !["plain", "pointer"].contains(&kernel.display.as_str());
        assert_eq!(marked, stays, "{}", kernel.display);
    }
}
