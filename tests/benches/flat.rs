//! What the 2,000th kernel costs beside the 100th: each kernel has another body, is defined and launched once.
//!
//! `cargo bench -p tests --bench flat [-- KERNELS]`. With `CHEVRON_BENCH_CUDA` naming a CUDA 12 toolkit (PyPI wheels do), the same
//! definitions go through `clang-repl-22 --cuda` in the same run; it cannot launch at top level, so a host function stands for the launch.

use std::env;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use tests::peer::{chevron_prompt, clang_repl, median_ms, new_kernel, new_kernels_in_clang_repl};
use tests::processes::{children, resident_bytes};

fn main() -> Result<()> {
    let kernels = env::args()
        .filter_map(|it| it.parse().ok())
        .next()
        .unwrap_or(2000);
    let cache = tempfile::tempdir()?;
    let mut rows = vec![run_chevron(kernels, cache.path())?];
    if let Some(toolkit) = env::var_os("CHEVRON_BENCH_CUDA") {
        rows.push(run_clang_repl(kernels, Path::new(&toolkit))?);
    }
    println!(
        "{:<24} {:>14} {:>14} {:>7} {:>12}  memory per kernel",
        "", "101-200, ms", "last 100, ms", "ratio", "slowest, ms"
    );
    for row in rows {
        println!("{row}");
    }
    Ok(())
}

fn row(name: &str, times: &[Duration], memory: &str) -> String {
    let early = median_ms(&times[100..200]);
    let late = median_ms(&times[times.len() - 100..]);
    // The first ones are slower: threads and pages that later ones find there.
    let slowest = times[20..]
        .iter()
        .max()
        .map_or(0.0, |it| 1e3 * it.as_secs_f64());
    format!(
        "{name:<24} {early:>14.3} {late:>14.3} {:>7.3} {slowest:>12.0}  {memory}",
        late / early
    )
}

fn run_chevron(kernels: usize, cache: &Path) -> Result<String> {
    let mut prompt = chevron_prompt(cache)?;
    prompt.line("float *d; cudaMalloc(&d, 4096 * sizeof(float));")?;
    let executor = *children(prompt.pid())
        .first()
        .context("the executor is not running")?;
    let mut times = Vec::new();
    let mut memory = (0, 0);
    for number in 0..kernels {
        let define = prompt.line(&new_kernel(number))?;
        let launch = prompt.line(&format!("k{number}<<<16, 256>>>(d, 4096, 0.5f);"))?;
        anyhow::ensure!(
            !prompt.answer.contains("error"),
            "kernel {number}: {}",
            prompt.answer
        );
        times.push(define + launch);
        if number == 99 {
            memory = (resident_bytes(prompt.pid()), resident_bytes(executor));
        }
    }
    let per = |before: u64, pid: u32| {
        (resident_bytes(pid) as f64 - before as f64) / 1024.0 / (kernels - 100) as f64
    };
    let memory = format!(
        "compiler {:.0} KiB, executor {:.0} KiB",
        per(memory.0, prompt.pid()),
        per(memory.1, executor)
    );
    Ok(row("chevron", &times, &memory))
}

fn run_clang_repl(kernels: usize, toolkit: &Path) -> Result<String> {
    let mut prompt = clang_repl(Some(toolkit))?;
    let before = resident_bytes(prompt.pid());
    let times = new_kernels_in_clang_repl(&mut prompt, kernels)?;
    let memory = format!(
        "{:.0} KiB",
        (resident_bytes(prompt.pid()) - before) as f64 / 1024.0 / kernels as f64
    );
    Ok(row("clang-repl-22 --cuda", &times, &memory))
}
