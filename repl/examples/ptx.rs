//! Compiles the kernels of session files and programs for an NVIDIA GPU that need not be there, and says how much processor time each took.
//!
//! `ptx [--sm N] [--toolkit FOLDER] [--libdevice FILE] [--ptxas PROGRAM] [--out FOLDER] [--repeat N] [--times yes] [--draft yes] [--lines yes] FILES` writes one `.ptx` file a kernel into the folder and, with
//! `--ptxas`, assembles it; with `--draft`, drafts of those that are worth one; with `--lines`, writes each as `.lined.ptx` too, with the numbers of places that a fault's are told by; with `--times`, it says how long the compiler took to start and each cell to be read. It exits with 1 if a kernel does not compile or assemble.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, bail};
use devicecc::cell::{Kernel, KernelSource, Timings};
use devicecc::emit::{NvptxTarget, nvptx_kernel, nvptx_kernel_draft, nvptx_lines};
use devicecc::targets::nvidia::find_libdevice;
use devicecc::{Compiler, DeviceTarget, Options, Source, Toolkit};
use kernels_cache::Cache;
use repl::split::{Input, split_lines, split_marked};

struct Arguments {
    target: NvptxTarget,
    toolkit: Option<Arc<Toolkit>>,
    ptxas: Option<PathBuf>,
    out: PathBuf,
    repeat: usize,
    times: bool,
    draft: bool,
    lines: bool,
    files: Vec<PathBuf>,
}

#[derive(Default)]
struct Totals {
    kernels: usize,
    failed: usize,
    rejected: usize,
    milliseconds: Vec<f64>,
}

fn main() -> anyhow::Result<()> {
    let arguments = arguments()?;
    std::fs::create_dir_all(&arguments.out)?;
    let mut totals = Totals::default();
    for file in &arguments.files {
        session(file, &arguments, &mut totals).with_context(|| file.display().to_string())?;
    }
    totals.milliseconds.sort_by(f64::total_cmp);
    let median = totals.milliseconds.get(totals.milliseconds.len() / 2);
    println!(
        "{} kernels, {} failed, {} cells rejected, median {:.2} ms from bitcode to PTX",
        totals.kernels,
        totals.failed,
        totals.rejected,
        median.copied().unwrap_or_default()
    );
    std::process::exit(i32::from(totals.failed > 0));
}

fn arguments() -> anyhow::Result<Arguments> {
    let mut given = std::env::args().skip(1);
    let mut made = Arguments {
        target: NvptxTarget {
            sm: 90,
            ptx: 0,
            libdevice: None,
        },
        toolkit: None,
        ptxas: None,
        out: std::env::temp_dir().join("chevron-ptx"),
        repeat: 1,
        times: false,
        draft: false,
        lines: false,
        files: Vec::new(),
    };
    let mut libdevice = None;
    while let Some(argument) = given.next() {
        if !argument.starts_with("--") {
            made.files.push(argument.into());
            continue;
        }
        let value = given.next().context("the option needs a value")?;
        match argument.as_str() {
            "--sm" => made.target.sm = value.parse()?,
            "--toolkit" => {
                let toolkit = Toolkit::at(value.as_ref())?;
                made.target.ptx = toolkit.ptx(toolkit.version);
                made.toolkit = Some(Arc::new(toolkit));
            }
            "--libdevice" => libdevice = Some(PathBuf::from(value)),
            "--ptxas" => made.ptxas = Some(value.into()),
            "--out" => made.out = value.into(),
            "--times" => made.times = value == "yes",
            "--draft" => made.draft = value == "yes",
            "--lines" => made.lines = value == "yes",
            "--repeat" => made.repeat = value.parse()?,
            _ => bail!("no option `{argument}`"),
        }
    }
    made.target.libdevice = find_libdevice(libdevice.as_deref())?.map(Arc::new);
    Ok(made)
}

/// Processor time of this thread, which other programs' load does not change.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds: f64 = text
        .split_whitespace()
        .next()
        .and_then(|it| it.parse().ok())
        .unwrap_or_default();
    nanoseconds * 1e-9
}

/// Compiles each cell of the file; commands are passed over.
fn session(file: &Path, arguments: &Arguments, totals: &mut Totals) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(file)?;
    let options = Options {
        device: DeviceTarget::nvidia(arguments.target.sm).context("no such architecture")?,
        toolkit: arguments.toolkit.clone(),
        toolkit_isa: arguments.target.ptx,
        ..Options::default()
    };
    let cache = Cache::open(&std::env::temp_dir().join("chevron-ptx-cache"), 1 << 30)?;
    let start = Instant::now();
    let mut compiler = Compiler::new(&options, &cache)?;
    compiler.prelude()?;
    if arguments.times {
        println!("{:8.2} ms to start", start.elapsed().as_secs_f64() * 1e3);
    }
    let whole_program = text.contains("int main(");
    let cells: Vec<String> = match split_marked(&text) {
        _ if whole_program => vec![text],
        Some(inputs) => cells(&inputs),
        None => cells(&split_lines(&text)),
    };
    for cell in cells {
        let why = match compiler.compile(cell.as_str(), &Source::Prompt) {
            Ok(Ok(compiled)) => {
                if arguments.times {
                    print_times(&cell, compiled.timings);
                }
                for kernel in &compiled.kernels {
                    let source = compiler.kernel_source(&kernel.symbol);
                    emit(
                        kernel,
                        source.filter(|_| arguments.lines),
                        file,
                        arguments,
                        totals,
                    )?;
                }
                continue;
            }
            Ok(Err(rejected)) => rejected.rendered,
            Err(error) => format!("{error:#}"),
        };
        totals.rejected += 1;
        println!("{}: rejected: {why}", file.display());
    }
    Ok(())
}

fn print_times(cell: &str, timings: Timings) {
    let milliseconds = |nanoseconds: u64| nanoseconds as f64 * 1e-6;
    println!(
        "{:8.2} ms parse, host {:8.2} device {:8.2} IR, host {:8.2} device: {:.60}",
        milliseconds(timings.host_parse_ns),
        milliseconds(timings.device_parse_ns),
        milliseconds(timings.host_ir_ns),
        milliseconds(timings.device_ir_ns),
        cell.lines().next().unwrap_or_default()
    );
}

fn cells(inputs: &[Input]) -> Vec<String> {
    inputs
        .iter()
        .filter_map(|input| match input {
            Input::Cell(piece) => Some(piece.text.clone()),
            Input::Command(_) | Input::Note(_) => None,
        })
        .collect()
}

fn emit(
    kernel: &Kernel,
    source: Option<KernelSource>,
    file: &Path,
    arguments: &Arguments,
    totals: &mut Totals,
) -> anyhow::Result<()> {
    totals.kernels += 1;
    let number = totals.kernels;
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let stem = arguments
        .out
        .join(format!("{name}-{number}-sm_{}", arguments.target.sm));
    std::fs::write(stem.with_extension("bc"), &kernel.closure.bitcode)?;
    let emission = if arguments.draft {
        nvptx_kernel_draft
    } else {
        nvptx_kernel
    };
    let start = processor_seconds();
    let mut made = None;
    for _ in 0..arguments.repeat {
        made = Some(emission(kernel, &arguments.target, &Cache::disabled()));
    }
    let milliseconds = (processor_seconds() - start) * 1e3 / arguments.repeat as f64;
    totals.milliseconds.push(milliseconds);
    match made.context("nothing was to be done")? {
        Ok(made) => {
            println!(
                "{milliseconds:8.2} ms {:7} bytes {} {} {}",
                made.ptx.len(),
                if made.draft { "draft" } else { "-" },
                if made.libdevice { "libdevice" } else { "-" },
                kernel.display
            );
            std::fs::write(stem.with_extension("ptx"), &made.ptx)?;
        }
        Err(error) => {
            totals.failed += 1;
            println!("{}: {error:#}", file.display());
            return Ok(());
        }
    }
    if let Some(source) = source {
        let lined = nvptx_lines(&kernel.symbol, &source, &arguments.target, arguments.draft)?;
        if let Some(lined) = lined {
            std::fs::write(stem.with_extension("lined.ptx"), &lined.ptx)?;
        }
    }
    if let Some(ptxas) = &arguments.ptxas
        && let Some(said) = assemble(ptxas, &stem, arguments)?
    {
        totals.failed += 1;
        println!("{}: {}: {said}", file.display(), kernel.display);
    }
    Ok(())
}

/// Assembles a file; gives what NVIDIA's assembler says if it cannot.
fn assemble(ptxas: &Path, stem: &Path, arguments: &Arguments) -> anyhow::Result<Option<String>> {
    let output = Command::new(ptxas)
        .args([
            if arguments.draft { "-O0" } else { "-O1" },
            "-arch",
            &format!("sm_{}", arguments.target.sm),
            "-o",
        ])
        .args([stem.with_extension("cubin"), stem.with_extension("ptx")])
        .output()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Ok((!output.status.success()).then_some(said))
}
