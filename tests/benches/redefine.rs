//! What it costs to change one's mind: one kernel defined again and again, a device function that kernels depend on, cells taken back.
//!
//! `cargo bench -p tests --bench redefine [-- REDEFINITIONS] [PART…]`; parts: memory, dependents, undo, mistake.

use std::env;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use tests::peer::{Prompt, chevron_prompt, median_ms};
use tests::processes::{children, resident_bytes};

/// Redefinitions whose median is printed at each mark.
const WINDOW: usize = 100;

/// How long someone types at a cell.
const TYPING: Duration = Duration::from_secs(1);

fn main() -> Result<()> {
    let redefinitions = env::args()
        .filter_map(|it| it.parse().ok())
        .next()
        .unwrap_or(10_000);
    let chosen: Vec<String> = env::args().collect();
    let all = PARTS
        .iter()
        .all(|(name, _)| chosen.iter().all(|it| it != name));
    let cache = tempfile::tempdir()?;
    // The first start makes the precompiled headers.
    drop(chevron_prompt(cache.path())?);
    for (name, part) in PARTS {
        if all || chosen.iter().any(|it| it == name) {
            part(redefinitions, cache.path())?;
            println!();
        }
    }
    Ok(())
}

type Part = fn(usize, &Path) -> Result<()>;

const PARTS: [(&str, Part); 4] = [
    ("memory", memory),
    ("dependents", |_, cache| dependents(cache)),
    ("undo", |_, cache| undo(cache)),
    ("mistake", |_, cache| mistake(cache)),
];

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

/// What thousands of cells leave in memory that nothing needs any more.
fn memory(cells: usize, cache: &Path) -> Result<()> {
    println!(
        "{:<34} {:>16} {:>16} {:>18}",
        "", "median, ms", "compiler, MiB", "executor, MiB"
    );
    let loops = |number: usize| number % 7 + 1;
    steady(cells, cache, "kernel defined and launched", |number| {
        let text = format!(
            "__global__ void k(int *p) {{ for (int i = 0; i < {}; ++i) p[threadIdx.x] += {number}; }}",
            loops(number)
        );
        vec![text, "k<<<1, 64>>>(p);".to_owned()]
    })?;
    steady(cells, cache, "host function defined and called", |number| {
        let text = format!(
            "int f(int x) {{ for (int i = 0; i < {}; ++i) x += {number}; return x; }}",
            loops(number)
        );
        vec![text, "p[0] = f(1);".to_owned()]
    })?;
    steady(cells, cache, "statement", |number| {
        vec![format!("p[{}] += {number};", loops(number))]
    })
}

/// Enters the inputs of `round` for each number from 1 on, and prints now and then what they take.
fn steady(
    rounds: usize,
    cache: &Path,
    what: &str,
    round: impl Fn(usize) -> Vec<String>,
) -> Result<()> {
    let mut prompt = chevron_prompt(cache)?;
    good(
        &mut prompt,
        "int *p; cudaMallocManaged(&p, 64 * sizeof(int));",
    )?;
    let executor = *children(prompt.pid())
        .first()
        .context("the executor is not running")?;
    let mut times = Vec::new();
    for number in 1..=rounds {
        let mut took = Duration::ZERO;
        for text in round(number) {
            took += good(&mut prompt, &text)?;
        }
        times.push(took);
        if [100, 1_000].contains(&number) || number.is_multiple_of(2_000) {
            println!(
                "{:<34} {:>16.3} {:>16.1} {:>18.1}",
                format!("{what}: {number}"),
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
                std::thread::sleep(TYPING);
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

/// A cell that is rejected, in sessions of many definitions, and the next cell, entered at once or when the user has corrected it.
fn mistake(cache: &Path) -> Result<()> {
    println!(
        "{:<34} {:>16} {:>16} {:>18}",
        "a mistake", "to prompt, ms", "next at once, ms", "next after 1 s, ms"
    );
    let mut prompt = chevron_prompt(cache)?;
    good(
        &mut prompt,
        "int *p; cudaMallocManaged(&p, 64 * sizeof(int));",
    )?;
    let mut entered = 1;
    for definitions in [100, 500, 1000, 2000] {
        while entered < definitions {
            good(&mut prompt, &definition(entered))?;
            entered += 1;
        }
        for (what, text) in [
            ("in host code", "p[0] = undeclared;"),
            (
                "in a kernel",
                "__global__ void bad(int *p) { *p = undeclared; }",
            ),
        ] {
            let (mut told, mut at_once, mut later) = (Vec::new(), Vec::new(), Vec::new());
            for _ in 0..5 {
                for (pause, next) in [(Duration::ZERO, &mut at_once), (TYPING, &mut later)] {
                    std::thread::sleep(TYPING);
                    told.push(prompt.line(text)?);
                    anyhow::ensure!(prompt.answer.contains("undeclared"), "{}", prompt.answer);
                    std::thread::sleep(pause);
                    next.push(good(&mut prompt, "p[1] = 2;")?);
                }
            }
            println!(
                "{:<34} {:>16.3} {:>16.3} {:>18.3}",
                format!("{what}, of {definitions} definitions"),
                median_ms(&told),
                median_ms(&at_once),
                median_ms(&later)
            );
        }
        println!(
            "{:<34} {:>16} {:>16.1} MiB",
            format!("compiler, {definitions} definitions"),
            "",
            mebibytes(prompt.pid())
        );
    }
    Ok(())
}

/// Kernels, functions and variables.
fn definition(number: usize) -> String {
    session_cell(number / 3 * 4 + number % 3)
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
