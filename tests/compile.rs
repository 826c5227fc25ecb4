//! `chevron compile`, as a compiler's user sees it: the files it writes, its table, its status and what it says. No GPU is needed.

use std::path::Path;
use std::process::{Command, Output};

use tests::chevron;

/// Runs it in the folder, with a cache of its own there.
fn compile(folder: &Path, words: &[&str]) -> (i32, String, String) {
    let binary = chevron::binary().expect("it is built");
    let Output {
        status,
        stdout,
        stderr,
    } = Command::new(binary)
        .arg("compile")
        .args(words)
        .args(["--cache-dir", "cache", "--color", "never"])
        .env("CHEVRON_PTXAS", "off")
        .current_dir(folder)
        .output()
        .expect("it starts");
    let text = |bytes| String::from_utf8(bytes).expect("it is text");
    let status = status.code().expect("it ends by itself");
    (status, text(stdout), text(stderr))
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
}
