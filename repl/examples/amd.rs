//! Compiles the kernels of session files and programs for an AMD GPU that need not be there, each alone, and counts what becomes of them.
//!
//! `amd [--arch gfxNNN] FILES` says of each kernel that has no code object why. A reason that names what is lacking is counted as clear, all others as failures, for
//! which it exits with 1. Cells that clang rejects are counted too: sessions have some on purpose.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context as _;
use devicecc::emit::{AmdArchitecture, AmdCodeObject, AmdTarget, amd_kernel};
use devicecc::targets::amd::find_ocml;
use devicecc::{Compiler, DeviceTarget, Options, Source};
use kernels_cache::Cache;
use repl::split::{Input, split_lines, split_marked};

/// What errors say that name what is lacking.
const CLEAR: [&str; 4] = [
    "not in Chevron yet",
    "defined nowhere",
    "needs AMD's math library",
    "local memory",
];

#[derive(Default)]
struct Totals {
    good: usize,
    clear: usize,
    failed: usize,
    rejected: usize,
    milliseconds: Vec<f64>,
}

fn main() -> anyhow::Result<()> {
    let mut name = "gfx942".to_owned();
    let mut files: Vec<PathBuf> = Vec::new();
    let mut given = std::env::args().skip(1);
    while let Some(word) = given.next() {
        match word.as_str() {
            "--arch" => name = given.next().context("`--arch` needs a value")?,
            _ => files.push(word.into()),
        }
    }
    let target = AmdTarget {
        architecture: AmdArchitecture::named(&name).context("no such architecture")?,
        code_object: AmdCodeObject::default(),
        library: find_ocml(None)?.map(Arc::new),
    };
    let mut totals = Totals::default();
    for file in &files {
        session(file, &target, &mut totals).with_context(|| file.display().to_string())?;
        let Totals {
            good,
            clear,
            failed,
            ..
        } = totals;
        println!(
            "{}: so far {good} good, {clear} refused, {failed} failed",
            file.display()
        );
    }
    totals.milliseconds.sort_by(f64::total_cmp);
    let median = totals.milliseconds.get(totals.milliseconds.len() / 2);
    println!(
        "{name}: {} kernels good, {} refused clearly, {} failed; {} cells rejected; median {:.1} ms a kernel",
        totals.good,
        totals.clear,
        totals.failed,
        totals.rejected,
        median.copied().unwrap_or_default()
    );
    std::process::exit(i32::from(totals.failed > 0));
}

/// Compiles each cell of the file; commands are passed over.
fn session(file: &PathBuf, target: &AmdTarget, totals: &mut Totals) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(file)?;
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
    let inputs = split_marked(&text).unwrap_or_else(|| split_lines(&text));
    let cells: Vec<String> = match text.contains("int main(") {
        true => vec![text],
        false => inputs.into_iter().filter_map(text_of).collect(),
    };
    for cell in cells {
        let compiled = compiler.compile(cell.as_str(), &Source::Prompt)?;
        let Ok(compiled) = compiled.inspect_err(|why| {
            totals.rejected += 1;
            println!("{}: rejected: {:.200}", file.display(), why.rendered);
        }) else {
            continue;
        };
        for kernel in &compiled.kernels {
            let start = Instant::now();
            match amd_kernel(kernel, target, &Cache::disabled()) {
                Ok(_) => {
                    totals.good += 1;
                    let taken = start.elapsed().as_secs_f64() * 1e3;
                    totals.milliseconds.push(taken);
                }
                Err(error) => {
                    let said = format!("{error:#}");
                    let clear = CLEAR.iter().any(|word| said.contains(word));
                    *(if clear {
                        &mut totals.clear
                    } else {
                        &mut totals.failed
                    }) += 1;
                    let kind = if clear { "refused" } else { "FAILED" };
                    println!(
                        "{}: {}: {kind}: {said:.300}",
                        file.display(),
                        kernel.display
                    );
                }
            }
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
