//! Kernels for AMD GPUs: what the code objects of a cell say. No GPU is needed, and no tool of AMD's; ocml is, for some.

use std::path::Path;
use std::sync::Arc;

use devicecc::cell::{Cell, Kernel};
use devicecc::emit::{
    AMD_ARCHITECTURES, AmdArchitecture, AmdCodeObject, AmdResources, AmdTarget, amd_kernel,
    amd_program, amd_resources,
};
use devicecc::targets::amd::find_ocml;
use devicecc::{Compiler, DeviceTarget, Options, Source};
use kernels_cache::Cache;
use object::elf::{STT_FUNC, STT_OBJECT};
use object::read::elf::{ElfFile64, FileHeader as _};
use object::{Endianness, Object as _, ObjectSymbol as _};

fn compiler(architecture: &'static AmdArchitecture) -> Compiler {
    compiler_of(architecture, AmdCodeObject::default())
}

fn compiler_of(architecture: &'static AmdArchitecture, code_object: AmdCodeObject) -> Compiler {
    let options = Options {
        device: DeviceTarget::Amdgcn {
            architecture,
            code_object,
        },
        ..Options::default()
    };
    // Precompiled headers of six architectures, which other runs have made.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("amd-headers");
    let cache = Cache::open(&folder, 1 << 30).unwrap_or_else(|_| Cache::disabled());
    let mut compiler = Compiler::new(&options, &cache).expect("the headers compile");
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

/// With the math library of this machine, if it has one.
fn target(architecture: &'static AmdArchitecture) -> AmdTarget {
    AmdTarget {
        architecture,
        code_object: AmdCodeObject::default(),
        library: find_ocml(None).expect("nothing is named").map(Arc::new),
    }
}

fn without_library(architecture: &'static AmdArchitecture) -> AmdTarget {
    AmdTarget {
        architecture,
        code_object: AmdCodeObject::default(),
        library: None,
    }
}

fn named(name: &str) -> &'static AmdArchitecture {
    AmdArchitecture::named(name).expect("it is known")
}

/// What a driver needs to find in a code object: its version, each kernel with its descriptor, and nothing undefined.
fn assert_loadable(object: &[u8], kernels: &[&Kernel], architecture: &AmdArchitecture) {
    // Code object v6.
    assert_loadable_as(4, object, kernels, architecture);
}

/// The same, of a version by the number that ELF has for it.
fn assert_loadable_as(
    version: u8,
    object: &[u8],
    kernels: &[&Kernel],
    architecture: &AmdArchitecture,
) {
    let file: ElfFile64<'_, Endianness> = ElfFile64::parse(object).expect("it is an ELF file");
    let header = file.elf_header();
    assert_eq!(header.e_ident.os_abi, 64, "AMDGPU_HSA");
    assert_eq!(header.e_ident.abi_version, version);
    assert_eq!(header.e_type(Endianness::Little), object::elf::ET_DYN);
    assert_eq!(header.e_machine(Endianness::Little), 224, "EM_AMDGPU");
    let symbols: Vec<(String, u8, bool, u64)> = file
        .dynamic_symbols()
        .map(|it| {
            let kind = it.elf_symbol().st_type();
            let name = it.name().expect("it has a name").to_owned();
            (name, kind, it.is_undefined(), it.size())
        })
        .collect();
    for (name, _, undefined, _) in &symbols {
        assert!(!undefined, "`{name}` is undefined");
    }
    let resources = amd_resources(object).expect("it has a note");
    assert_eq!(resources.len(), kernels.len());
    for kernel in kernels {
        let has = |name: &str, kind, size: Option<u64>| {
            symbols
                .iter()
                .any(|it| it.0 == name && it.1 == kind && size.is_none_or(|size| size == it.3))
        };
        let symbol = &kernel.symbol;
        assert!(has(symbol, STT_FUNC, None), "no function `{symbol}`");
        let descriptor = format!("{symbol}.kd");
        assert!(has(&descriptor, STT_OBJECT, Some(64)), "no `{descriptor}`");
        let own = of(&resources, symbol);
        let sizes: Vec<u64> = own.parameters.iter().map(|it| it.1).collect();
        let expected: Vec<u64> = kernel.param_bytes.iter().map(|it| u64::from(*it)).collect();
        assert_eq!(sizes, expected, "parameters of `{symbol}`");
        assert_eq!(own.wavefront, u64::from(architecture.wavefront));
    }
}

fn of<'a>(resources: &'a [AmdResources], kernel: &str) -> &'a AmdResources {
    let mut all = resources.iter();
    all.find(|it| it.kernel == kernel)
        .unwrap_or_else(|| panic!("the note has no `{kernel}`"))
}

/// Compiles the cell's kernels for each architecture, twice: alone and as one program. Gives the programs.
fn compiled(text: &str) -> Vec<(&'static AmdArchitecture, Cell, Vec<u8>)> {
    let mut all = Vec::new();
    for architecture in &AMD_ARCHITECTURES {
        let cell = good(&mut compiler(architecture), text);
        assert!(!cell.kernels.is_empty());
        let target = without_library(architecture);
        for kernel in &cell.kernels {
            let make = || {
                amd_kernel(kernel, &target, &Cache::disabled())
                    .unwrap_or_else(|error| panic!("{}: {error:#}", architecture.name))
            };
            let made = make();
            assert_loadable(&made.object, &[kernel], architecture);
            assert!(made.object == make().object, "twice the same bytes");
        }
        let program = amd_program(&cell.kernels, &cell.variables, &target)
            .unwrap_or_else(|error| panic!("{}: {error:#}", architecture.name));
        let kernels: Vec<&Kernel> = cell.kernels.iter().collect();
        assert_loadable(&program, &kernels, architecture);
        all.push((architecture, cell, program));
    }
    all
}

#[test]
fn grids_parameters_and_structures() {
    let text = "struct Pair { int a; double b; };\n\
        __global__ void __launch_bounds__(256) grid(int n, float a, const float *x, float *y, Pair p) {\n\
        int i = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;\n\
        int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;\n\
        i = i * blockDim.x * blockDim.y * blockDim.z + t; if (i < n) y[i] = a * x[i] + p.b + gridDim.z; }\n\
        __global__ void empty() {}";
    for (architecture, cell, program) in compiled(text) {
        let resources = amd_resources(&program).expect("it has a note");
        let grid = of(&resources, &cell.kernels[0].symbol);
        assert!(grid.vgprs > 0 && grid.sgprs > 0, "{}", architecture.name);
        assert_eq!((grid.lds_bytes, grid.scratch_bytes), (0, 0));
        let offsets: Vec<u64> = grid.parameters.iter().map(|it| it.0).collect();
        assert_eq!(offsets, [0, 4, 8, 16, 24]);
        // Those of the launch come behind the kernel's own.
        assert!(grid.kernarg_bytes > 40, "{}", grid.kernarg_bytes);
    }
}

#[test]
fn code_objects_of_version_5() {
    let text = "__global__ void k(double *x) { int i = blockIdx.x * blockDim.x + threadIdx.x; x[i] = sin(x[i]) + gridDim.x; }";
    for name in ["gfx90a", "gfx1100"] {
        let architecture = named(name);
        let cell = good(&mut compiler_of(architecture, AmdCodeObject::V5), text);
        let target = AmdTarget {
            code_object: AmdCodeObject::V5,
            ..target(architecture)
        };
        if target.library.is_none() {
            eprintln!("left out: it needs rocm-device-libs");
            return;
        }
        let kernel = &cell.kernels[0];
        let made = amd_kernel(kernel, &target, &Cache::disabled()).expect("it compiles");
        assert_loadable_as(3, &made.object, &[kernel], architecture);
        let program = amd_program(&cell.kernels, &cell.variables, &target).expect("it compiles");
        assert_loadable_as(3, &program, &[kernel], architecture);
    }
}

#[test]
fn shared_memory_barriers_and_atomics() {
    let text = "__global__ void sums(const int *in, int *out, unsigned *counter) {\n\
        __shared__ int part[128]; extern __shared__ int more[];\n\
        part[threadIdx.x] = in[threadIdx.x]; more[threadIdx.x] = 1; __syncthreads();\n\
        for (int half = 64; half; half /= 2) { if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half]; __syncthreads(); }\n\
        atomicAdd(out, part[0] + more[127 - threadIdx.x]); atomicMax(out + 1, part[1]); atomicCAS(out + 2, 0, 5);\n\
        atomicInc(counter, 7); atomicAdd((float *)out + 3, 1.5f); atomicAdd_block(out + 4, 1); __threadfence();\n\
        out[5] = __syncthreads_count(part[0] > 3) + __syncthreads_or(part[1]) + __syncthreads_and(part[2]); }";
    for (_, cell, program) in compiled(text) {
        let resources = amd_resources(&program).expect("it has a note");
        let sums = of(&resources, &cell.kernels[0].symbol);
        // The array, and the counter of the votes.
        assert_eq!(sums.lds_bytes, 512 + 4);
    }
}

#[test]
fn warps() {
    let text = "__global__ void lanes(int *p, unsigned long long *q, double *d) {\n\
        int v = p[threadIdx.x];\n\
        for (int o = warpSize / 2; o; o /= 2) v += __shfl_down_sync(~0u, v, o);\n\
        v += __shfl_up_sync(~0u, v, 1) + __shfl_xor_sync(~0u, v, 3, 8) + __shfl_sync(~0u, v, 0);\n\
        d[threadIdx.x] = __shfl_sync(~0u, d[threadIdx.x], 5);\n\
        __syncwarp(); q[threadIdx.x] = __ballot_sync(~0u, v & 1) + __activemask() + __match_any_sync(~0u, v);\n\
        p[threadIdx.x] = v + __any_sync(~0u, v) + __all_sync(~0u, v) + __reduce_add_sync(~0u, v); }";
    compiled(text);
    // Wavefronts of 64 lanes have warps of 64.
    let size = "static_assert(warpSize == SIZE); __global__ void k() {}";
    for architecture in &AMD_ARCHITECTURES {
        let text = size.replace("SIZE", &architecture.wavefront.to_string());
        good(&mut compiler(architecture), &text);
    }
}

#[test]
fn templates_halves_and_recursion() {
    let text = "#include <cuda_fp16.h>\n\
        template <class T> __global__ void scale(T *x, T a) { x[threadIdx.x] = x[threadIdx.x] * a; }\n\
        template __global__ void scale<double>(double *, double);\n\
        template __global__ void scale<__half>(__half *, __half);\n\
        __device__ __noinline__ int steps(int n) { return n < 2 ? n : steps(n - 1) + steps(n - 2); }\n\
        struct Shape { __device__ virtual float area() const = 0; };\n\
        struct Square : Shape { float a; __device__ Square(float a) : a(a) {} __device__ float area() const override { return a * a; } };\n\
        __global__ void calls(int *p, float *f) { *p = steps(*p); Square s(*f); Shape *shape = &s; *f = shape->area(); }";
    for (_, cell, program) in compiled(text) {
        let resources = amd_resources(&program).expect("it has a note");
        assert_eq!(resources.len(), 3);
        let calls = cell.kernels.iter().find(|it| it.display.contains("calls"));
        let calls = of(&resources, &calls.expect("it is there").symbol);
        assert!(calls.scratch_bytes > 0, "recursion needs a stack");
    }
}

#[test]
fn variables_are_symbols_of_a_program_and_a_table_of_a_kernel() {
    let text = "__device__ int counter = 7; __constant__ float table[4] = {1, 2, 3, 4}; __device__ int *where = &counter;\n\
        __global__ void first(float *x) { x[threadIdx.x] = table[threadIdx.x & 3]; atomicAdd(&counter, 1); }\n\
        __global__ void second(int *p) { *p = *where + counter; }";
    for (architecture, cell, program) in compiled(text) {
        let file: ElfFile64<'_, Endianness> = ElfFile64::parse(&*program).expect("it is ELF");
        for (name, bytes) in [("counter", 4), ("table", 16), ("where", 8)] {
            let mut symbols = file.dynamic_symbols();
            let symbol = symbols.find(|it| it.name() == Ok(name));
            let symbol = symbol.unwrap_or_else(|| panic!("no symbol `{name}`"));
            assert_eq!(symbol.size(), bytes, "{name} for {}", architecture.name);
        }
        let target = without_library(architecture);
        let made = amd_kernel(&cell.kernels[0], &target, &Cache::disabled()).expect("it compiles");
        let table = made.table.expect("it uses variables");
        assert_eq!(table, "_Z5firstPf_vars");
        let file: ElfFile64<'_, Endianness> = ElfFile64::parse(&*made.object).expect("it is ELF");
        let mut symbols = file.dynamic_symbols();
        let symbol = symbols.find(|it| it.name() == Ok(table.as_str()));
        assert_eq!(symbol.expect("it is a symbol").size(), 16);
    }
}

#[test]
fn hips_dialect() {
    let text = "#include <hip/hip_runtime.h>\n\
        __global__ void saxpy(float a, const float *x, float *y, size_t n) {\n\
        size_t i = hipBlockIdx_x * hipBlockDim_x + hipThreadIdx_x; if (i < n) y[i] += a * x[i] + __shfl_down(y[i], 1); }";
    compiled(text);
}

#[test]
fn math_comes_from_ocml_and_is_asked_for_by_name_where_there_is_none() {
    let text = "__global__ void plain(float *x) { *x = sqrtf(*x) + floorf(*x) + fmaf(*x, *x, 1) + expf(*x) + log2f(*x) + ldexpf(*x, 3); }\n\
        __global__ void rich(double *x, float *f, int *n) { int q; double s, c, w; sincos(x[0], &s, &c);\n\
        x[1] = sin(s) + pow(c, 2.5) + erf(x[1]) + fmod(x[2], 0.7) + cbrt(x[3]) + modf(x[4], &w) + frexp(w, n) + tgamma(x[5]);\n\
        f[0] = sinf(f[1]) + powf(f[2], f[3]) + atan2f(f[4], f[5]) + remquof(f[6], f[7], &q) + j0f(f[8]); n[1] = q + lrint(x[6]) + lroundf(f[9]); }";
    for architecture in &AMD_ARCHITECTURES {
        let cell = good(&mut compiler(architecture), text);
        let plain = &cell.kernels[0];
        let made = amd_kernel(plain, &without_library(architecture), &Cache::disabled());
        assert!(!made.expect("the GPU has all of it").library);
        let error = amd_kernel(
            &cell.kernels[1],
            &without_library(architecture),
            &Cache::disabled(),
        );
        let said = format!("{:#}", error.expect_err("there is no ocml"));
        assert!(said.contains("`pow`") && said.contains("`sinf`"), "{said}");
        assert!(said.contains("rocm-device-libs"), "{said}");
        let target = target(architecture);
        if target.library.is_none() {
            eprintln!("not tested: this machine has no ocml");
            continue;
        }
        let made = amd_kernel(&cell.kernels[1], &target, &Cache::disabled());
        let made = made.unwrap_or_else(|error| panic!("{}: {error:#}", architecture.name));
        assert!(made.library);
        assert_loadable(&made.object, &[&cell.kernels[1]], architecture);
    }
}

#[test]
fn what_is_lacking_is_named() {
    let gfx942 = named("gfx942");
    for (text, word) in [
        (
            "__global__ void k(int *p) { printf(\"%d\", *p); }",
            "`printf`",
        ),
        (
            "__global__ void k(int **p) { *p = new int(3); }",
            "`malloc` and `new`",
        ),
        (
            "#include <cooperative_groups.h>\n__global__ void k() { cooperative_groups::this_grid().sync(); }",
            "a barrier for the whole grid",
        ),
        (
            "__device__ int later(int); __global__ void k(int *p) { *p = later(1); }",
            "`later(int)`",
        ),
    ] {
        let cell = good(&mut compiler(gfx942), text);
        let alone = amd_kernel(
            &cell.kernels[0],
            &without_library(gfx942),
            &Cache::disabled(),
        );
        let said = format!("{:#}", alone.expect_err("it is lacking"));
        assert!(said.contains(word), "{said}");
        let whole = amd_program(&cell.kernels, &cell.variables, &without_library(gfx942));
        let said = format!("{:#}", whole.expect_err("it is lacking"));
        assert!(said.contains(word) && said.contains("kernel `k"), "{said}");
    }
}

#[test]
fn the_cache_gives_what_was_put_in() {
    let folder = tempfile::tempdir().expect("writable");
    let cache = Cache::open(folder.path(), 1 << 24).expect("it is new");
    let gfx1100 = named("gfx1100");
    let cell = good(
        &mut compiler(gfx1100),
        "__global__ void k(int *p) { *p = 1; }",
    );
    let make = |name| {
        let target = without_library(named(name));
        amd_kernel(&cell.kernels[0], &target, &cache).expect("it compiles")
    };
    let (first, second) = (make("gfx1100"), make("gfx1100"));
    assert!(first.took.is_some() && second.took.is_none());
    assert!(first.object == second.object && first.resources == second.resources);
    assert_ne!(make("gfx1030").key, first.key);
}
