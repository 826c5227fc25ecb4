//! How long a person waits, from Enter to the next prompt, beside clang-repl 22 on the same text in the same run.
//!
//! `cargo bench -p tests --bench latency`. `CHEVRON_BENCH_CUDA` as in `flat.rs`.

use std::collections::BTreeMap;
use std::env;
use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use tests::peer::{
    Prompt, chevron_prompt, clang_repl, median_ms, new_kernel, new_kernels_in_clang_repl,
};

const STARTS: usize = 15;
const CELLS: usize = 100;

/// The first cell of a session each. The preamble has `<vector>` in it, precompiled; what else the others need is read by either side.
const INCLUDES: [&str; 3] = ["#include <vector>", "#include <map>", "#include <iostream>"];

/// Sessions that began.
struct Starts {
    starts: Vec<Duration>,
    /// One list for each of `INCLUDES`.
    includes: [Vec<Duration>; INCLUDES.len()],
}

fn main() -> Result<()> {
    let cache = tempfile::tempdir()?;
    // The first start makes the precompiled headers; it is a machine's first, and told apart.
    let first = chevron_prompt(cache.path())?.start;
    println!(
        "{:<44} {:>12} {:>14} {:>8}",
        "medians, ms", "chevron", "clang-repl-22", "ratio"
    );
    let ours = starts(|| chevron_prompt(cache.path()))?;
    let theirs = starts(|| clang_repl(None))?;
    compare("start to first prompt, warm", &ours.starts, &theirs.starts);
    for (number, include) in INCLUDES.iter().enumerate() {
        compare(include, &ours.includes[number], &theirs.includes[number]);
    }
    println!(
        "{:<44} {:>12.3}",
        "start to first prompt, first on a machine",
        first.as_secs_f64() * 1e3
    );

    let mut prompt = chevron_prompt(cache.path())?;
    let mut peer = clang_repl(None)?;
    for (name, text) in [
        ("trivial host cell, `int a = 1;`", "int a{} = {};"),
        ("value, `a + 1`", "a{} + 1"),
    ] {
        compare(
            name,
            &type_all(&mut prompt, text)?,
            &type_all(&mut peer, text)?,
        );
    }
    kernels(cache.path())
}

/// A new small kernel, definition and first finished launch; then all of them again from the cache, in a new session.
fn kernels(cache: &Path) -> Result<()> {
    let peer = match env::var_os("CHEVRON_BENCH_CUDA") {
        Some(toolkit) => peer_kernels(Path::new(&toolkit))?,
        None => Vec::new(),
    };
    let mut prompt = chevron_prompt(cache)?;
    compare(
        "small kernel, text to finished launch, cold",
        &chevron_kernels(&mut prompt)?,
        &peer,
    );
    // The pool optimises drafts while the session is idle; a later session finds the result.
    std::thread::sleep(Duration::from_secs(5));
    drop(prompt);
    let mut prompt = chevron_prompt(cache)?;
    compare(
        "small kernel, text to finished launch, cached",
        &chevron_kernels(&mut prompt)?,
        &[],
    );
    breakdown(cache)
}

fn chevron_kernels(prompt: &mut Prompt) -> Result<Vec<Duration>> {
    prompt.line("float *d; cudaMalloc(&d, 4096 * sizeof(float));")?;
    let mut times = Vec::new();
    for number in 0..CELLS {
        let define = prompt.line(&new_kernel(number))?;
        let launch = prompt.line(&format!("k{number}<<<16, 256>>>(d, 4096, 0.5f);"))?;
        anyhow::ensure!(
            !prompt.answer.contains("error"),
            "kernel {number}: {}",
            prompt.answer
        );
        times.push(define + launch);
    }
    Ok(times)
}

fn peer_kernels(toolkit: &Path) -> Result<Vec<Duration>> {
    let mut prompt = clang_repl(Some(toolkit))?;
    println!(
        "{:<44} {:>12} {:>14.3}",
        "start of clang-repl-22 --cuda",
        "",
        prompt.start.as_secs_f64() * 1e3
    );
    new_kernels_in_clang_repl(&mut prompt, CELLS)
}

/// Where the time goes, by `%time`: medians over new kernels and their launches.
fn breakdown(cache: &Path) -> Result<()> {
    let mut prompt = chevron_prompt(cache)?;
    prompt.line("%time on")?;
    prompt.line("float *d; cudaMalloc(&d, 4096 * sizeof(float));")?;
    for (title, launch) in [("definition", false), ("launch", true)] {
        let mut stages: BTreeMap<String, Vec<Duration>> = BTreeMap::new();
        for number in CELLS..2 * CELLS {
            let text = if launch {
                format!("k{number}<<<16, 256>>>(d, 4096, 0.5f);")
            } else {
                new_kernel(number)
            };
            prompt.line(&text)?;
            for line in prompt.answer.lines().skip(1) {
                let Some((name, rest)) = line.trim_end().rsplit_once(" ms") else {
                    continue;
                };
                let Some((name, value)) = name.rsplit_once(' ') else {
                    continue;
                };
                let name: String = name
                    .trim_end()
                    .chars()
                    .filter(|it| !it.is_ascii_digit())
                    .collect();
                if let (Ok(value), true) = (value.parse::<f64>(), rest.len() < 80) {
                    stages
                        .entry(name)
                        .or_default()
                        .push(Duration::from_secs_f64(value / 1e3));
                }
            }
        }
        println!("{title} of a small kernel, by stage:");
        for (name, times) in stages {
            println!("  {name:<42} {:>12.3}", median_ms(&times));
        }
    }
    Ok(())
}

fn compare(name: &str, ours: &[Duration], theirs: &[Duration]) {
    let (ours, theirs) = (median_ms(ours), median_ms(theirs));
    if theirs.is_nan() {
        println!("{name:<44} {ours:>12.3} {:>14} {:>8}", "-", "-");
    } else {
        println!(
            "{name:<44} {ours:>12.3} {theirs:>14.3} {:>8.2}",
            ours / theirs
        );
    }
}

fn type_all(prompt: &mut Prompt, text: &str) -> Result<Vec<Duration>> {
    (0..CELLS)
        .map(|number| prompt.line(&text.replace("{}", &number.to_string())))
        .collect()
}

fn starts(make: impl Fn() -> Result<Prompt>) -> Result<Starts> {
    let mut seen = Starts {
        starts: Vec::new(),
        includes: [const { Vec::new() }; INCLUDES.len()],
    };
    for _ in 0..STARTS {
        for (include, times) in INCLUDES.iter().zip(&mut seen.includes) {
            let mut prompt = make()?;
            seen.starts.push(prompt.start);
            times.push(prompt.line(include)?);
        }
    }
    Ok(seen)
}
