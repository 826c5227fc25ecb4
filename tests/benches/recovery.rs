//! How long a session is gone after a crash, by its cause: from Enter of the cell that crashes to the next prompt, and on to the end of
//! the next launch of a kernel that was there before. With the spare executor and without it.
//!
//! `cargo bench -p tests --bench recovery`.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use tests::peer::{Prompt, chevron_prompt_with, median_ms};
use tests::processes::{children, resident_bytes};

/// Crashes for each cause.
const TIMES: usize = 7;

/// Kernels in the session, each with a host function that launches it.
const KERNELS: usize = 10;

/// Longer than the session waits before it starts a spare, and the start itself.
const SPARE_IS_READY: Duration = Duration::from_millis(2000);

/// The cells that crash: calls of functions that are there, so that their compilation hardly counts.
const CAUSES: [(&str, &str); 9] = [
    ("segmentation fault, two calls deep", "outer(nullptr);"),
    ("abort", "std::abort();"),
    ("exit", "std::exit(3);"),
    ("stack overflow", "deep(1);"),
    ("exception in a thread", "fail_in_a_thread();"),
    ("heap corruption", "free(&value);"),
    ("SIGKILL (as for want of memory)", "raise(SIGKILL);"),
    ("division by zero", "ratio(1, 0);"),
    ("main thread ends", "pthread_exit(nullptr);"),
];

/// Causes after which the executor lives on.
const FAULTS: [(&str, &str); 2] = [
    ("device: illegal address", "k0<<<1, 32>>>((float *)16);"),
    ("device: trap", "trap<<<1, 1>>>();"),
];

fn main() -> Result<()> {
    let cache = tempfile::tempdir()?;
    // Fills the cache.
    drop(session(cache.path(), &[])?);
    let mut spare = session(cache.path(), &[])?;
    let mut none = session(cache.path(), &["--no-spare".to_owned()])?;
    println!(
        "a session of {} cells; medians of {TIMES}, ms\n{:<40} {:>10} {:>10} {:>10} {:>10}",
        2 * KERNELS + 11,
        "",
        "prompt",
        "launch",
        "prompt",
        "launch"
    );
    println!("{:<40} {:>21} {:>21}", "", "with a spare", "without");
    for (name, text) in CAUSES {
        let (prompt, launch) = recover(&mut spare, text, SPARE_IS_READY)?;
        let (bare_prompt, bare_launch) = recover(&mut none, text, Duration::ZERO)?;
        println!(
            "{name:<40} {:>10.1} {:>10.1} {:>10.1} {:>10.1}",
            median_ms(&prompt),
            median_ms(&launch),
            median_ms(&bare_prompt),
            median_ms(&bare_launch)
        );
    }
    for (name, text) in FAULTS {
        let (prompt, launch) = recover(&mut spare, text, Duration::ZERO)?;
        println!(
            "{name:<40} {:>10.1} {:>10.1}   (the executor lives on)",
            median_ms(&prompt),
            median_ms(&launch)
        );
    }
    std::thread::sleep(SPARE_IS_READY);
    for process in children(spare.pid()) {
        println!(
            "executor or spare {process}: {:.1} MiB resident, {:.1} MiB of it its own",
            resident_bytes(process) as f64 / f64::from(1 << 20),
            own_bytes(process) as f64 / f64::from(1 << 20)
        );
    }
    Ok(())
}

fn session(cache: &Path, arguments: &[String]) -> Result<Prompt> {
    let mut prompt = chevron_prompt_with(cache, arguments)?;
    for line in [
        "#include <csignal>",
        "#include <cstdlib>",
        "#include <thread>",
        "int value = 5;",
        "void poke(int *p) { *p = 1; }",
        "void outer(int *p) { poke(p); }",
        "int deep(int n) { return n + deep(n + 1) * 2; }",
        "void fail_in_a_thread() { std::thread([] { throw 1; }).join(); }",
        "int ratio(int a, int b) { return a / b; }",
        "__global__ void trap() { __trap(); }",
    ] {
        prompt.line(line)?;
    }
    for number in 0..KERNELS {
        prompt.line(&format!(
            "__global__ void k{number}(float *p) {{ p[threadIdx.x] += {number}.5f; }}"
        ))?;
        prompt.line(&format!(
            "float go{number}() {{ float *p, r; cudaMalloc(&p, 128); k{number}<<<1, 32>>>(p); \
             cudaMemcpy(&r, p, 4, cudaMemcpyDeviceToHost); cudaFree(p); return r; }}"
        ))?;
    }
    launch(&mut prompt)?;
    Ok(prompt)
}

fn launch(prompt: &mut Prompt) -> Result<Duration> {
    let time = prompt.line("go7()")?;
    anyhow::ensure!(
        prompt.answer.contains("(float) 7.5"),
        "the launch gave: {}",
        prompt.answer
    );
    Ok(time)
}

/// Times until the prompt after the crash, and until the launch after that has finished.
fn recover(
    prompt: &mut Prompt,
    text: &str,
    before: Duration,
) -> Result<(Vec<Duration>, Vec<Duration>)> {
    let (mut prompts, mut launches) = (Vec::new(), Vec::new());
    for _ in 0..TIMES {
        std::thread::sleep(before);
        let back = prompt.line(text)?;
        anyhow::ensure!(
            prompt.answer.contains("error: cell"),
            "`{text}` gave: {}",
            prompt.answer
        );
        prompts.push(back);
        launches.push(back + launch(prompt)?);
    }
    Ok((prompts, launches))
}

/// Memory that no other process shares, bytes.
fn own_bytes(pid: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
    text.lines()
        .filter_map(|line| {
            line.strip_prefix("Private_Dirty:")
                .or_else(|| line.strip_prefix("Private_Clean:"))
        })
        .filter_map(|rest| rest.split_whitespace().next()?.parse::<u64>().ok())
        .sum::<u64>()
        * 1024
}
