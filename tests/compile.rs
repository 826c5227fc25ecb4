//! `chevron compile`, as a compiler's user sees it: the files it writes, its table, its status and what it says. No GPU is needed.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output};

use tests::chevron;

/// Runs it in the folder, with a cache of its own there, and this assembler.
fn chevron(folder: &Path, words: &[&str], ptxas: &OsStr) -> (i32, String, String) {
    let binary = chevron::binary().expect("it is built");
    let Output {
        status,
        stdout,
        stderr,
    } = Command::new(binary)
        .args(words)
        .args(["--cache-dir", "cache", "--color", "never"])
        .env("CHEVRON_PTXAS", ptxas)
        .current_dir(folder)
        .output()
        .expect("it starts");
    let text = |bytes| String::from_utf8(bytes).expect("it is text");
    let status = status.code().expect("it ends by itself");
    (status, text(stdout), text(stderr))
}

/// `chevron compile` without an assembler of NVIDIA's.
fn compile(folder: &Path, words: &[&str]) -> (i32, String, String) {
    chevron(folder, &[&["compile"], words].concat(), "off".as_ref())
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("the folder is writable");
}

const PROGRAM: &str = "#include <cstdio>
__device__ int total = 5;
template <class T> __global__ void times(T *x, T by) { x[threadIdx.x] *= by; atomicAdd(&total, 1); }
__global__ void turned(const int *from, int *to) {
  __shared__ int row[64];
  row[threadIdx.x] = from[threadIdx.x];
  __syncthreads();
  to[threadIdx.x] = row[63 - threadIdx.x];
}
int main() {
  float *x;
  cudaMalloc(&x, 256);
  times<float><<<1, 64>>>(x, 2);
  times<double><<<1, 8>>>((double *)x, 3);
  printf(\"%d\", cudaDeviceSynchronize());
}
";

#[test]
fn a_file_becomes_a_code_object_for_each_architecture() {
    let folder = tempfile::tempdir().expect("writable");
    write(folder.path(), "program.cu", PROGRAM);
    let words = ["program.cu", "--arch", "gfx942,sm_80", "-o", "out"];
    let (status, table, said) = compile(folder.path(), &words);
    assert_eq!((status, said.as_str()), (0, ""), "{table}");
    // A head, and three kernels for each.
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 7, "{table}");
    let of_amd = lines
        .iter()
        .find(|it| it.contains("gfx942") && it.contains("turned"));
    let of_amd = of_amd.unwrap_or_else(|| panic!("{table}"));
    assert!(
        of_amd.contains("vector") && of_amd.contains(" 256 "),
        "{of_amd}"
    );
    let object = std::fs::read(folder.path().join("out/program.gfx942.hsaco")).expect("written");
    assert!(object.starts_with(b"\x7fELF"));
    let holds = |symbol: &str| {
        object
            .windows(symbol.len())
            .any(|it| it == symbol.as_bytes())
    };
    for symbol in [
        "_Z5timesIfEvPT_S0_.kd",
        "_Z5timesIdEvPT_S0_.kd",
        "_Z6turnedPKiPi.kd",
        "total",
    ] {
        assert!(holds(symbol), "no `{symbol}`");
    }
    let ptx =
        std::fs::read_to_string(folder.path().join("out/program.sm_80.ptx")).expect("written");
    assert_eq!(ptx.matches(".entry").count(), 3, "{ptx}");
    assert!(
        ptx.contains(".visible .global .align 4 .u32 total = 5;"),
        "{ptx}"
    );
    let (_, _, said) = compile(folder.path(), &words);
    assert_eq!(said, "");
    let again = std::fs::read(folder.path().join("out/program.gfx942.hsaco")).expect("written");
    assert!(object == again, "the same bytes each time");
}

#[test]
fn mistakes_are_told_as_a_compiler_tells_them() {
    let folder = tempfile::tempdir().expect("writable");
    write(
        folder.path(),
        "wrong.cu",
        "__global__ void k(int *p) { *p = q; }\n",
    );
    write(
        folder.path(),
        "empty.hip",
        "#include <hip/hip_runtime.h>\nint main() {}\n",
    );
    write(
        folder.path(),
        "two.cu",
        "__managed__ int x; __global__ void speaks(int *p) { printf(\"%d\", *p); }\n__global__ void good() {}\n",
    );
    write(folder.path(), "cells.cu", "// %%\nint x;\n");
    for (file, words) in [
        (
            "wrong.cu",
            &["wrong.cu:1:34: error: use of undeclared identifier 'q'"][..],
        ),
        ("empty.hip", &["defines no kernel"]),
        ("two.cu", &["kernel `speaks`", "`printf`", "AMD"]),
        ("cells.cu", &["`// %%` marks"]),
        ("nowhere.cu", &["nowhere.cu", "cannot be read"]),
    ] {
        let (status, table, said) = compile(folder.path(), &[file, "--arch", "gfx1100"]);
        assert_eq!((status, table.as_str()), (1, ""), "{file}: {said}");
        for word in words {
            assert!(said.contains(word), "{file}: {said}");
        }
        let made = file
            .rsplit_once('.')
            .map(|(stem, _)| format!("{stem}.gfx1100.hsaco"));
        assert!(!folder.path().join(made.expect("it has a stem")).exists());
    }
    let (status, _, said) = compile(folder.path(), &["wrong.cu"]);
    assert!(status == 1 && said.contains("gfx942"), "{said}");
    let (status, _, said) = compile(folder.path(), &["wrong.cu", "--arch", "gfx803"]);
    assert!(status == 2 && said.contains("gfx942"), "{said}");
    write(
        folder.path(),
        "shuffle.cu",
        "__global__ void k(int *p) { *p = __nvvm_shfl_down_i32(*p, 1, 31); }\n",
    );
    let (status, _, said) = compile(folder.path(), &["shuffle.cu", "--arch", "sm_90"]);
    let wanted = ["kernel `k`", "`shfl.down.i32`", "`__shfl_sync`"];
    assert_eq!(status, 1, "{said}");
    assert!(wanted.iter().all(|it| said.contains(it)), "{said}");
}

#[test]
fn headers_of_a_toolkit_are_read_or_refused() {
    let folder = tempfile::tempdir().expect("writable");
    write(
        folder.path(),
        "a.cu",
        "__global__ void k(int *p) { *p = 1; }\n",
    );
    let with_toolkit = |architecture: &str| {
        let toolkit = ["--headers", "toolkit", "--cuda-path", "no_toolkit"];
        let words = [&["a.cu", "--arch", architecture][..], &toolkit].concat();
        compile(folder.path(), &words)
    };
    let (status, table, said) = with_toolkit("sm_90");
    assert_eq!((status, table.as_str()), (1, ""), "{said}");
    assert!(said.contains("toolkit in `no_toolkit`"), "{said}");
    for architecture in ["cpu", "gfx942"] {
        let (status, table, said) = with_toolkit(architecture);
        assert_eq!((status, table.as_str()), (1, ""), "{said}");
        assert!(said.contains("leave out `--headers toolkit`"), "{said}");
    }
}

/// A table's row that begins so, with single blanks.
fn row(table: &str, begin: &str) -> String {
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut rows = table.lines().map(words);
    let found = rows.find(|it| it.starts_with(begin));
    found.unwrap_or_else(|| panic!("no row `{begin}` in\n{table}"))
}

const WITH_A_CALL: &str = "__device__ int counts[12];
__device__ __noinline__ int slow(int x) { return x * counts[x & 3]; }
__global__ void k(int *x, char c, double d) { __shared__ int row[32]; row[threadIdx.x] = slow(c); __syncthreads(); *x = row[31 - threadIdx.x] + d; }
";

#[test]
fn symbols_of_a_code_object_for_amd_are_listed() {
    let folder = tempfile::tempdir().expect("writable");
    write(folder.path(), "file.cu", WITH_A_CALL);
    let (status, _, said) = compile(folder.path(), &["file.cu", "--arch", "gfx942"]);
    assert_eq!((status, said.as_str()), (0, ""));
    let (status, table, said) = chevron(
        folder.path(),
        &["symbols", "file.gfx942.hsaco"],
        "off".as_ref(),
    );
    assert_eq!((status, said.as_str()), (0, ""), "{table}");
    assert!(
        table.starts_with("file.gfx942.hsaco: code object for gfx942\n"),
        "{table}"
    );
    let kernel = row(&table, "kernel");
    assert!(
        kernel.contains(" vector, ") && kernel.contains(" 128 "),
        "{kernel}"
    );
    assert!(kernel.ends_with("0:8 8:1 16:8"), "{kernel}");
    assert_eq!(row(&table, "variable"), "variable counts - - - 48 -");
    assert!(row(&table, "function").starts_with("function"), "{table}");
}

#[test]
fn symbols_of_a_cubin_are_listed() {
    let Some(ptxas) = std::env::var_os("CHEVRON_PTXAS").filter(|it| it != "off") else {
        eprintln!("left out: `CHEVRON_PTXAS` names no assembler");
        return;
    };
    let folder = tempfile::tempdir().expect("writable");
    write(folder.path(), "file.cu", WITH_A_CALL);
    let words = ["compile", "file.cu", "--arch", "sm_90"];
    let (status, _, said) = chevron(folder.path(), &words, &ptxas);
    assert_eq!((status, said.as_str()), (0, ""));
    let (status, table, said) = chevron(
        folder.path(),
        &["symbols", "file.sm_90.cubin"],
        "off".as_ref(),
    );
    assert_eq!((status, said.as_str()), (0, ""), "{table}");
    assert!(
        table.starts_with("file.sm_90.cubin: cubin for sm_90\n"),
        "{table}"
    );
    let kernel = row(&table, "kernel k(int*, char, double)");
    assert!(kernel.ends_with("0:8 8:1 16:8"), "{kernel}");
    assert!(kernel.contains(" 128 "), "{kernel}");
    assert_eq!(row(&table, "variable"), "variable counts - - - 48 -");
}

#[test]
fn files_without_symbols_are_named() {
    let folder = tempfile::tempdir().expect("writable");
    write(folder.path(), "text.cubin", "#include <cstdio>");
    let (status, table, said) = chevron(
        folder.path(),
        &["symbols", "text.cubin", "nowhere.cubin"],
        "off".as_ref(),
    );
    assert_eq!((status, table.as_str()), (1, ""));
    assert!(said.contains("`text.cubin`: is no code object"), "{said}");
    assert!(said.contains("cannot read `nowhere.cubin`"), "{said}");
}

#[test]
fn a_program_loads_the_image_of_a_file_on_the_cpu_device() {
    let folder = tempfile::tempdir().expect("writable");
    write(
        folder.path(),
        "kernels.cu",
        "#include \"by.h\"\nextern \"C\" __global__ void times(int *x) { __shared__ int y[4]; y[threadIdx.x] = BY; x[threadIdx.x] *= y[threadIdx.x]; }\n",
    );
    write(folder.path(), "by.h", "#define BY 3\n");
    write(
        folder.path(),
        "program.cu",
        "#include <cstdio>
#include <cuda.h>
int main() {
  CUdevice device;
  CUcontext context;
  cuInit(0); cuDeviceGet(&device, 0); cuCtxCreate(&context, nullptr, 0, device);
  CUmodule module;
  CUfunction times;
  if (cuModuleLoad(&module, \"kernels.cpu.image\") || cuModuleGetFunction(&times, module, \"times\")) return 2;
  int *x;
  cudaMallocManaged(&x, 16);
  for (int i = 0; i < 4; ++i) x[i] = i;
  void *arguments[] = {&x};
  cuLaunchKernel(times, 1, 1, 1, 4, 1, 1, 0, nullptr, arguments, nullptr);
  cuCtxSynchronize();
  printf(\"%d %d\\n\", x[1], x[3]);
}
",
    );
    let (status, table, said) = compile(folder.path(), &["kernels.cu", "--arch", "cpu"]);
    assert_eq!((status, said.as_str()), (0, ""), "{table}");
    assert!(table.contains("kernels.cpu.image  times"), "{table}");
    let run = ["run", "--device", "cpu", "program.cu"];
    let (status, printed, said) = chevron(folder.path(), &run, "off".as_ref());
    assert_eq!((status, printed.as_str()), (0, "3 9\n"), "{said}");

    write(
        folder.path(),
        "wrong.cu",
        "__global__ void k() { nothing(); }\n",
    );
    let (status, _, said) = compile(folder.path(), &["wrong.cu", "--arch", "cpu"]);
    assert_eq!(status, 1);
    assert!(
        said.contains("wrong.cu(1): error: use of undeclared identifier 'nothing'"),
        "{said}"
    );
}
