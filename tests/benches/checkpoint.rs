//! What checkpoints cost, beside a session without them in the same run: a cell's time from Enter to the next prompt, by how much data
//! the session holds, typed at once after the one before and after a pause; and how long a crash takes that goes back to one.
//!
//! `cargo bench -p tests --bench checkpoint`.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use tests::peer::{Prompt, chevron_prompt_with, median_ms};

/// Cells of each kind.
const TIMES: usize = 41;

/// Cells that write to all of the data, which take longer.
const TIMES_WRITTEN: usize = 7;

/// Long enough for a checkpoint of everything.
const PAUSE: Duration = Duration::from_millis(300);

/// What the sessions hold, MiB.
const DATA_MIB: [usize; 4] = [0, 1, 100, 1024];

/// A session with checkpoints and one without, typed at in turns.
struct Pair([Prompt; 2]);

fn main() -> Result<()> {
    let cache = tempfile::tempdir()?;
    println!(
        "medians of {TIMES} cells, ms; with checkpoints | without\n{:<52} {}",
        "",
        DATA_MIB
            .map(|mib| format!("{:>16}", format!("{mib} MiB")))
            .concat()
    );
    let mut rows: Vec<(&str, Vec<String>)> = Vec::new();
    for mib in DATA_MIB {
        let mut pair = Pair::start(cache.path())?;
        pair.hold(mib)?;
        for (at, (name, figure)) in pair.figures(mib)?.into_iter().enumerate() {
            match rows.get_mut(at) {
                Some((_, figures)) => figures.push(figure),
                None => rows.push((name, vec![figure])),
            }
        }
    }
    for (name, figures) in rows {
        let figures: String = figures.iter().map(|it| format!("{it:>16}")).collect();
        println!("{name:<52} {figures}");
    }
    Ok(())
}

impl Pair {
    fn start(cache: &Path) -> Result<Pair> {
        let start = |keep: &str| {
            let arguments = ["--no-spare".to_owned(), format!("--checkpoint={keep}")];
            chevron_prompt_with(cache, &arguments)
        };
        Ok(Pair([start("on")?, start("off")?]))
    }

    /// Defines what the cells use, and data of this size.
    fn hold(&mut self, mib: usize) -> Result<()> {
        for prompt in &mut self.0 {
            for line in [
                "#include <cstring>",
                "#include <cstdlib>",
                "int x = 0;",
                "__global__ void add(int *p) { *p += 1; }",
                "__global__ void turn(int *p) { __shared__ int s[1024]; s[threadIdx.x] = *p; __syncthreads(); if (s[1023 - threadIdx.x] > 1) *p = 0; }",
                "int *p; cudaMallocManaged(&p, 4); add<<<1, 1>>>(p); cudaDeviceSynchronize();",
                &format!(
                    "char *data = new char[({mib}ul << 20) + 1]; unsigned long bytes = {mib}ul << 20; memset(data, 1, bytes);"
                ),
            ] {
                prompt.line(line)?;
            }
        }
        std::thread::sleep(PAUSE);
        Ok(())
    }

    fn figures(&mut self, mib: usize) -> Result<Vec<(&'static str, String)>> {
        let at_once = Duration::ZERO;
        let trivial = |_: usize| "x = 3;".to_owned();
        let launch = |_: usize| "add<<<1, 1>>>(p);".to_owned();
        let full_block = |_: usize| "turn<<<1, 1024>>>(p);".to_owned();
        // The second of each pair of sessions finds in the cache what the first has put there; so do both in the second round.
        let kernel = |at: usize| {
            format!("__global__ void k{at}(int *p) {{ *p = {at}; }}\nk{at}<<<1, 1>>>(p);")
        };
        let write = |at: usize| format!("memset(data, {}, bytes);", at % 100);
        for at in 0..TIMES {
            for prompt in &mut self.0 {
                for line in kernel(at).lines() {
                    prompt.line(line)?;
                }
            }
        }
        let mut figures = vec![
            ("trivial cell, at once", self.time(TIMES, at_once, trivial)?),
            (
                "trivial cell, after a pause",
                self.time(TIMES, PAUSE, trivial)?,
            ),
            ("launch, at once", self.time(TIMES, at_once, launch)?),
            (
                "launch of 1,024 threads with a barrier, at once",
                self.time(TIMES, at_once, full_block)?,
            ),
            (
                "kernel from the cache and its launch, at once",
                self.time(TIMES, at_once, kernel)?,
            ),
            (
                "all data written, after a pause",
                self.time(TIMES_WRITTEN, PAUSE, write)?,
            ),
        ];
        figures.push(("the copy itself", self.copy()?));
        figures.push(("crash to the next prompt", self.crash(mib)?));
        Ok(figures)
    }

    /// Medians of both sessions.
    fn time(
        &mut self,
        times: usize,
        pause: Duration,
        text: impl Fn(usize) -> String,
    ) -> Result<String> {
        let mut taken = [Vec::new(), Vec::new()];
        for at in 0..times {
            std::thread::sleep(pause);
            for (prompt, taken) in self.0.iter_mut().zip(&mut taken) {
                let mut sum = Duration::ZERO;
                for line in text(at).lines() {
                    sum += prompt.line(line)?;
                    ensure!(!prompt.answer.contains("error"), "{}", prompt.answer);
                }
                taken.push(sum);
            }
        }
        let [with, without] = taken.map(|taken| median_ms(&taken));
        Ok(format!("{with:.2} | {without:.2}"))
    }

    /// How long the executor says that its newest copy took.
    fn copy(&mut self) -> Result<String> {
        let mut taken = Vec::new();
        for _ in 0..TIMES {
            self.0[0].line("x = 3;")?;
            std::thread::sleep(PAUSE / 10);
            self.0[0].line("%checkpoint")?;
            let answer = &self.0[0].answer;
            let told = answer
                .rsplit_once("took ")
                .and_then(|(_, rest)| rest.split_whitespace().next()?.parse::<f64>().ok())
                .with_context(|| format!("no time in `{answer}`"))?;
            taken.push(Duration::from_secs_f64(told / 1e3));
        }
        Ok(format!("{:.2} |     ", median_ms(&taken)))
    }

    /// A crash that writes to the data first: it is there again with a checkpoint.
    fn crash(&mut self, mib: usize) -> Result<String> {
        let mut taken = [Vec::new(), Vec::new()];
        for _ in 0..TIMES_WRITTEN {
            std::thread::sleep(PAUSE);
            for (prompt, taken) in self.0.iter_mut().zip(&mut taken) {
                taken.push(prompt.line("if (data) data[0] = 77; abort();")?);
                ensure!(prompt.answer.contains("SIGABRT"), "{}", prompt.answer);
            }
        }
        let prompt = &mut self.0[0];
        prompt.line("(int)data[0]")?;
        ensure!(
            mib == 0 || !prompt.answer.contains("77"),
            "{}",
            prompt.answer
        );
        let [with, without] = taken.map(|taken| median_ms(&taken));
        Ok(format!("{with:.2} | {without:.2}"))
    }
}
