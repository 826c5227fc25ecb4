//! Compiles the kernels of session files and programs for AMD GPUs that need not be there, each alone, and counts what becomes of them.
//!
//! `amd [--arch gfxNNN] [--out DIR] [--beside-clang] FILES`; without `--arch` for all architectures. Each kernel is compiled twice, and must give the same bytes.
//! `--out` keeps the code objects, for `tests/amd-sweep` to look at. `--beside-clang` measures kernels of its own beside `clang++ -x hip` as a process.
//!
//! Of each kernel that has no code object it says why. A reason that names what is lacking is counted as clear, all others as failures, for which it exits
//! with 1. Cells that clang rejects are counted too: sessions have some on purpose. So are those at which it crashes because they ask for that.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context as _;
use devicecc::emit::{AMD_ARCHITECTURES, AmdArchitecture, AmdCodeObject, AmdTarget, amd_kernel};
use devicecc::targets::amd::find_ocml;
use devicecc::{Compiler, DeviceTarget, Options, Source};
use kernels_cache::Cache;
use repl::split::{Input, split_lines, split_marked};

/// What errors say that name what is lacking, and what that is.
const CLEAR: [(&str, &str); 7] = [
    ("`printf`", "prints"),
    ("grid", "waits for the whole grid"),
    ("barrier", "waits for a part of a block"),
    ("not in Chevron yet", "uses another thing that is not there"),
    ("defined nowhere", "uses what nothing defines"),
    ("needs AMD's math library", "needs AMD's math library"),
    ("local memory", "uses more local memory than there is"),
];

/// What a session has that makes clang crash: the words by which it expects that, or how it asks for it.
const CRASHES: [&str; 2] = ["the compiler failed on this cell", "#pragma clang __debug"];

#[derive(Default)]
struct Totals {
    good: usize,
    failed: usize,
    rejected: usize,
    crashed: usize,
    refused: BTreeMap<&'static str, usize>,
    milliseconds: Vec<f64>,
}

struct Asked {
    architectures: Vec<&'static AmdArchitecture>,
    out: Option<PathBuf>,
    beside_clang: bool,
    files: Vec<PathBuf>,
}

fn main() -> anyhow::Result<()> {
    let asked = asked()?;
    let mut failed = 0;
    for architecture in &asked.architectures {
        let target = AmdTarget {
            architecture,
            code_object: AmdCodeObject::default(),
            library: find_ocml(None)?.map(Arc::new),
        };
        let mut totals = Totals::default();
        for file in &asked.files {
            session(file, &target, asked.out.as_deref(), &mut totals)
                .with_context(|| file.display().to_string())?;
        }
        if !asked.files.is_empty() {
            tell(&target, &mut totals);
        }
        failed += totals.failed;
        if asked.beside_clang {
            beside_clang(&target)?;
        }
    }
    std::process::exit(i32::from(failed > 0));
}

fn asked() -> anyhow::Result<Asked> {
    let mut asked = Asked {
        architectures: AMD_ARCHITECTURES.iter().collect(),
        out: None,
        beside_clang: false,
        files: Vec::new(),
    };
    let mut given = std::env::args().skip(1);
    while let Some(word) = given.next() {
        match word.as_str() {
            "--arch" => {
                let name = given.next().context("`--arch` needs a value")?;
                let named = AmdArchitecture::named(&name).context("no such architecture")?;
                asked.architectures = vec![named];
            }
            "--out" => asked.out = Some(given.next().context("`--out` needs a folder")?.into()),
            "--beside-clang" => asked.beside_clang = true,
            _ => asked.files.push(word.into()),
        }
    }
    Ok(asked)
}

fn tell(target: &AmdTarget, totals: &mut Totals) {
    let refused: Vec<String> = { totals.refused.iter() }
        .map(|(what, count)| format!("{count} {what}"))
        .collect();
    println!(
        "{}: {} kernels good, {} refused clearly ({}), {} failed; {} cells rejected, {} crash clang on purpose; median {:.1} ms a kernel",
        target.architecture.name,
        totals.good,
        totals.refused.values().sum::<usize>(),
        refused.join("; "),
        totals.failed,
        totals.rejected,
        totals.crashed,
        median(&mut totals.milliseconds),
    );
}

fn median(of: &mut [f64]) -> f64 {
    of.sort_by(f64::total_cmp);
    of.get(of.len() / 2).copied().unwrap_or_default()
}

fn compiler(target: &AmdTarget) -> anyhow::Result<Compiler> {
    let options = Options {
        device: DeviceTarget::Amdgcn {
            architecture: target.architecture,
            code_object: target.code_object,
        },
        ..Options::default()
    };
    let cache = Cache::open(&std::env::temp_dir().join("chevron-amd-cache"), 1 << 30)?;
    let mut compiler = Compiler::new(&options, &cache)?;
    compiler.prelude()?;
    Ok(compiler)
}

/// Compiles each cell of the file; commands are passed over.
fn session(
    file: &Path,
    target: &AmdTarget,
    out: Option<&Path>,
    totals: &mut Totals,
) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(file)?;
    let crashes = CRASHES.iter().any(|it| text.contains(it));
    let mut compiler = compiler(target)?;
    let inputs = split_marked(&text).unwrap_or_else(|| split_lines(&text));
    let cells: Vec<String> = match text.contains("int main(") {
        true => vec![text],
        false => inputs.into_iter().filter_map(text_of).collect(),
    };
    for cell in cells {
        let compiled = compiler.compile(cell.as_str(), &Source::Prompt);
        if compiled.is_err() && crashes {
            totals.crashed += 1;
            continue;
        }
        let compiled = compiled?;
        let Ok(compiled) = compiled.inspect_err(|why| {
            totals.rejected += 1;
            println!("{}: rejected: {:.200}", file.display(), why.rendered);
        }) else {
            continue;
        };
        for kernel in &compiled.kernels {
            let start = Instant::now();
            let made = amd_kernel(kernel, target, &Cache::disabled());
            let taken = start.elapsed().as_secs_f64() * 1e3;
            let again = amd_kernel(kernel, target, &Cache::disabled());
            let failure = match (made, again) {
                (Ok(made), Ok(again)) if made.object == again.object => {
                    totals.good += 1;
                    totals.milliseconds.push(taken);
                    if let Some(out) = out {
                        let name = format!("{}-{}.hsaco", target.architecture.name, totals.good);
                        std::fs::write(out.join(name), &made.object)?;
                    }
                    continue;
                }
                (Ok(_), _) => "its bytes differ from one time to the other".to_owned(),
                (Err(error), _) => format!("{error:#}"),
            };
            let clear = CLEAR.iter().find(|(word, _)| failure.contains(word));
            match clear {
                Some((_, what)) => *totals.refused.entry(what).or_default() += 1,
                None => totals.failed += 1,
            }
            let kind = clear.map_or("FAILED", |_| "refused");
            let (file, arch) = (file.display(), target.architecture.name);
            println!("{file}: {}: {arch}: {kind}: {failure:.300}", kernel.display);
        }
    }
    Ok(())
}

fn text_of(input: Input) -> Option<String> {
    match input {
        Input::Cell(piece) => Some(piece.text),
        Input::Command(_) | Input::Note(_) => None,
    }
}

/// What stands for HIP's headers where clang reads the kernels: reading AMD's own would only make it slower.
const FOR_CLANG: &str = "struct chv_index { unsigned x, y, z; };
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define threadIdx (chv_index{__builtin_amdgcn_workitem_id_x(), __builtin_amdgcn_workitem_id_y(), __builtin_amdgcn_workitem_id_z()})
#define blockIdx (chv_index{__builtin_amdgcn_workgroup_id_x(), __builtin_amdgcn_workgroup_id_y(), __builtin_amdgcn_workgroup_id_z()})
#define blockDim (chv_index{__builtin_amdgcn_workgroup_size_x(), __builtin_amdgcn_workgroup_size_y(), __builtin_amdgcn_workgroup_size_z()})
#define __syncthreads() __builtin_amdgcn_s_barrier()
";

/// Kernels of several kinds.
const MEASURED: [(&str, &str); 5] = [
    (
        "saxpy",
        "__global__ void saxpy(int n, float a, const float *x, float *y) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] += a * x[i]; }",
    ),
    (
        "reverse",
        "__global__ void reverse(float *x) { __shared__ float s[256]; s[threadIdx.x] = x[threadIdx.x]; __syncthreads(); x[threadIdx.x] = s[255 - threadIdx.x]; }",
    ),
    (
        "reduce",
        "__global__ void reduce(const float *x, float *out) { __shared__ float s[256]; int t = threadIdx.x; s[t] = x[blockIdx.x * 256 + t]; __syncthreads(); for (int d = 128; d > 0; d /= 2) { if (t < d) s[t] += s[t + d]; __syncthreads(); } if (t == 0) out[blockIdx.x] = s[0]; }",
    ),
    (
        "multiply",
        "__global__ void multiply(int n, const float *a, const float *b, float *c) { int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x; float sum = 0; for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j]; c[i * n + j] = sum; }",
    ),
    (
        "stencil",
        "__device__ float at(const float *x, int n, int i, int j) { return i < 0 || j < 0 || i >= n || j >= n ? 0 : x[i * n + j]; }\n__global__ void stencil(int n, const float *x, float *y) { int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x; y[i * n + j] = 0.25f * (at(x, n, i - 1, j) + at(x, n, i + 1, j) + at(x, n, i, j - 1) + at(x, n, i, j + 1)); }",
    ),
];

/// How often each is measured.
const TIMES: usize = 9;

/// From text to code object: a cell in a session that has begun, and a process of clang's, in turn.
fn beside_clang(target: &AmdTarget) -> anyhow::Result<()> {
    let mut compiler = compiler(target)?;
    let folder = std::env::temp_dir().join("chevron-beside-clang");
    std::fs::create_dir_all(&folder)?;
    let (source, object) = (folder.join("k.hip"), folder.join("k.hsaco"));
    for (name, text) in MEASURED {
        std::fs::write(&source, format!("{FOR_CLANG}{text}\n"))?;
        let (mut own, mut clang) = (Vec::new(), Vec::new());
        for _ in 0..TIMES {
            let start = Instant::now();
            let compiled = compiler.compile(text, &Source::Prompt)?;
            let cell = compiled.map_err(|why| anyhow::anyhow!("{name}: {}", why.rendered))?;
            let kernel = cell.kernels.first().context("the cell has a kernel")?;
            amd_kernel(kernel, target, &Cache::disabled())?;
            own.push(start.elapsed().as_secs_f64() * 1e3);
            let start = Instant::now();
            let status = Command::new("clang++-22")
                .args(["-x", "hip", "--cuda-device-only", "--no-gpu-bundle-output"])
                .args(["-nogpuinc", "-nogpulib", "-O2"])
                .arg(format!("--offload-arch={}", target.architecture.name))
                .arg(&source)
                .arg("-o")
                .arg(&object)
                .status()?;
            anyhow::ensure!(status.success(), "clang++-22 does not compile {name}");
            clang.push(start.elapsed().as_secs_f64() * 1e3);
        }
        let (own, clang) = (median(&mut own), median(&mut clang));
        println!(
            "{} {name}: {own:.1} ms, clang++ -x hip {clang:.1} ms: {:.2} of it",
            target.architecture.name,
            own / clang
        );
    }
    Ok(())
}
