//! Prints how long completions take in a session with `<vector>`, `<map>` and `<algorithm>`, as `text median p95 most ms`; and what a cell takes that comes
//! after one. Run it with `--release`.

use std::time::Instant;

use devicecc::{Compiler, Options, Source};
use kernels_cache::Cache;

/// Completions of each text.
const ROUNDS: usize = 40;

const CELLS: [&str; 3] = [
    "#include <vector>\n#include <map>\n#include <algorithm>",
    "std::vector<int> numbers = {1, 2}; std::map<int, float> ages;",
    "__global__ void saxpy(int n, float a, const float *x, float *y) { int i = threadIdx.x; if (i < n) y[i] += a * x[i]; }",
];

const TEXTS: [&str; 12] = [
    "numbers.",
    "ages.begin()->",
    "std::so",
    "std::",
    "cudaMal",
    "sax",
    "",
    "c",
    "saxpy<<<1, num",
    "__global__ void k(int *p) { p[threadIdx.",
    "#include <",
    "void f() { for (int i = 0; i < 3; ++i) { std::vector<float> v; v.pu",
];

fn main() -> anyhow::Result<()> {
    let mut compiler = Compiler::new(&Options::default(), &Cache::disabled())?;
    compiler.prelude()?;
    for cell in CELLS {
        let made = compiler.compile(cell, &Source::Prompt)?;
        anyhow::ensure!(made.is_ok(), "`{cell}` is rejected");
    }
    let mut all = Vec::new();
    for text in TEXTS {
        let mut times = Vec::with_capacity(ROUNDS);
        let mut found = 0;
        for _ in 0..ROUNDS {
            let start = Instant::now();
            found = compiler.complete(text, text.len()).len();
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
        all.extend(&times);
        print(&format!("{text:?} ({found})"), times);
    }
    print("all", all);
    let mut times = Vec::with_capacity(ROUNDS);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        compiler.signatures("numbers.insert(numbers.begin(), ", 32);
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    print("signatures of numbers.insert", times);
    print("a cell", cells(&mut compiler, |_| ())?);
    let after = |compiler: &mut Compiler| drop(compiler.complete("numbers.", 8));
    print("a cell after a completion", cells(&mut compiler, after)?);
    Ok(())
}

fn cells(compiler: &mut Compiler, before: impl Fn(&mut Compiler)) -> anyhow::Result<Vec<f64>> {
    let mut times = Vec::with_capacity(ROUNDS);
    for _ in 0..ROUNDS {
        before(compiler);
        let start = Instant::now();
        let made = compiler.compile("numbers.size()", &Source::Prompt)?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
        anyhow::ensure!(made.is_ok(), "a cell is rejected");
    }
    Ok(times)
}

fn print(name: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
    println!("{name:80} {:7.2} {:7.2} {:7.2}", at(0.5), at(0.95), at(1.0));
}
