//! What it costs to change one's mind: one kernel defined again and again, a device function that kernels depend on, cells taken back.
//!
//! `cargo bench -p tests --bench redefine [-- REDEFINITIONS]`.

use std::env;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use tests::peer::{Prompt, chevron_prompt, children, median_ms, resident_bytes};

/// Redefinitions whose median is printed at each mark.
const WINDOW: usize = 100;

fn main() -> Result<()> {
    let redefinitions = env::args()
        .filter_map(|it| it.parse().ok())
        .next()
        .unwrap_or(10_000);
    let cache = tempfile::tempdir()?;
    // The first start makes the precompiled headers.
    drop(chevron_prompt(cache.path())?);
    one_kernel(redefinitions, cache.path())?;
    println!();
    dependents(cache.path())?;
    println!();
    undo(cache.path())
}

/// An input that must succeed.
fn good(prompt: &mut Prompt, text: &str) -> Result<Duration> {
    let took = prompt.line(text)?;
    anyhow::ensure!(
        !prompt.answer.contains("error"),
        "{text}: {}",
        prompt.answer
    );
    Ok(took)
}

fn one_kernel(redefinitions: usize, cache: &Path) -> Result<()> {
    let mut prompt = chevron_prompt(cache)?;
    good(
        &mut prompt,
        "int *p; cudaMallocManaged(&p, 64 * sizeof(int));",
    )?;
    let executor = *children(prompt.pid())
        .first()
        .context("the executor is not running")?;
    println!(
        "{:<34} {:>16} {:>16} {:>18}",
        "one kernel, defined and launched", "median, ms", "compiler, MiB", "executor, MiB"
    );
    let marks: Vec<usize> = [100, 1_000, 5_000, 10_000]
        .into_iter()
        .filter(|&mark| mark <= redefinitions)
        .collect();
    let mut times = Vec::new();
    for number in 1..=redefinitions {
        let define = good(
            &mut prompt,
            &format!(
                "__global__ void k(int *p) {{ for (int i = 0; i < {}; ++i) p[threadIdx.x] += {number}; }}",
                number % 7 + 1
            ),
        )?;
        let launch = good(&mut prompt, "k<<<1, 64>>>(p);")?;
        times.push(define + launch);
        if marks.contains(&number) {
            println!(
                "{number:<34} {:>16.3} {:>16.1} {:>18.1}",
                median_ms(&times[times.len() - WINDOW.min(times.len())..]),
                mebibytes(prompt.pid()),
                mebibytes(executor)
            );
        }
    }
    Ok(())
}

fn mebibytes(pid: u32) -> f64 {
    resident_bytes(pid) as f64 / f64::from(1 << 20)
}

/// A device function defined again in a session of 100 kernels, of which some use it.
fn dependents(cache: &Path) -> Result<()> {
    const KERNELS: usize = 100;
    println!(
        "{:<34} {:>16} {:>16} {:>18}",
        "a device function defined again", "to prompt, ms", "to launch, ms", "kernels recompiled"
    );
    for dependents in [0, 10, 100] {
        let mut prompt = chevron_prompt(cache)?;
        good(
            &mut prompt,
            "int *p; cudaMallocManaged(&p, 64 * sizeof(int));",
        )?;
        good(&mut prompt, "__device__ int f(int x) { return x; }")?;
        for number in 0..KERNELS {
            let value = if number < dependents {
                "f(p[threadIdx.x])"
            } else {
                "p[threadIdx.x]"
            };
            good(
                &mut prompt,
                &format!(
                    "__global__ void k{number}(int *p) {{ p[threadIdx.x] = {value} + {number}; }}"
                ),
            )?;
        }
        let (mut to_prompt, mut to_launch) = (Vec::new(), Vec::new());
        let mut recompiled = 0;
        for round in 1..=10 {
            let define = good(
                &mut prompt,
                &format!("__device__ int f(int x) {{ return x + {round}{dependents}; }}"),
            )?;
            let launch = good(
                &mut prompt,
                &format!("k{}<<<1, 64>>>(p);", dependents.saturating_sub(1)),
            )?;
            to_prompt.push(define);
            to_launch.push(define + launch);
            good(
                &mut prompt,
                &format!("%time __device__ int f(int x) {{ return x - {round}{dependents}; }}"),
            )?;
            recompiled = recompiled_kernels(&prompt.answer);
        }
        println!(
            "{:<34} {:>16.3} {:>16.3} {:>18}",
            format!("{dependents} of {KERNELS} kernels use it"),
            median_ms(&to_prompt),
            median_ms(&to_launch),
            recompiled
        );
    }
    Ok(())
}

/// The number that `%time` tells.
fn recompiled_kernels(answer: &str) -> usize {
    let line = answer.lines().find(|line| line.contains("compiled again:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok())
        .unwrap_or(0)
}

/// The newest cell taken back, and the next cell, which waits for the compiler.
fn undo(cache: &Path) -> Result<()> {
    println!(
        "{:<34} {:>16} {:>16} {:>18}",
        "`%undo` of one cell", "to prompt, ms", "next cell, ms", "together"
    );
    for cells in [10, 100, 1000] {
        let mut prompt = chevron_prompt(cache)?;
        good(
            &mut prompt,
            "int *p; cudaMallocManaged(&p, 64 * sizeof(int));",
        )?;
        for number in 1..cells {
            good(&mut prompt, &session_cell(number))?;
        }
        for (what, text) in [
            ("a kernel", "__global__ void last(int *p) { *p = 1; }"),
            ("a redefinition", "__global__ void k4(int *p) { *p = 1; }"),
            ("a statement", "p[0] = 1;"),
        ] {
            let (mut undo, mut next, mut both) = (Vec::new(), Vec::new(), Vec::new());
            for _ in 0..5 {
                good(&mut prompt, text)?;
                let back = good(&mut prompt, "%undo")?;
                let after = good(&mut prompt, "p[1] = 2;")?;
                undo.push(back);
                next.push(after);
                both.push(back + after);
            }
            println!(
                "{:<34} {:>16.3} {:>16.3} {:>18.3}",
                format!("{what}, of {cells} cells"),
                median_ms(&undo),
                median_ms(&next),
                median_ms(&both)
            );
        }
    }
    Ok(())
}

/// What people type: kernels, functions, variables, and launches of them.
fn session_cell(number: usize) -> String {
    match number % 4 {
        0 => format!("__global__ void k{number}(int *p) {{ p[threadIdx.x] += {number}; }}"),
        1 => format!("int f{number}(int x) {{ return x * {number}; }}"),
        2 => format!("int v{number} = {number};"),
        _ if number < 5 => "p[0] = 0;".to_owned(),
        _ => format!("k{}<<<1, 64>>>(p);", number - 3),
    }
}
