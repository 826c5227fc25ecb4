//! What the compiler says to the golden sessions' cells is the same for the CPU and for NVIDIA's GPUs, of which this machine needs none: variables that
//! have address spaces there have made cells fail that were good here.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use anyhow::Context as _;
use devicecc::{Compiler, DeviceTarget, Options, Source};
use kernels_cache::Cache;
use repl::split::{Input, split_lines, split_marked};

/// Folders whose sessions define and define again, or use a dialect of device code; the others tell of what happens at run time.
const FOLDERS: [&str; 5] = ["device_names", "hip", "redefine", "shared", "templates"];

#[test]
fn cells_are_refused_for_both_or_for_none() -> anyhow::Result<()> {
    let cache = tempfile::tempdir()?;
    let cache = Cache::open(cache.path(), 1 << 30)?;
    let files = Mutex::new(sessions()?.into_iter());
    let next = || {
        let mut files = files.lock().expect("no thread panics with it");
        files.next()
    };
    let compare_all = || {
        let mut compared = 0;
        while let Some(file) = next() {
            compared += compared_cells(&file, &cache)?;
        }
        anyhow::Ok(compared)
    };
    let compared = thread::scope(|scope| {
        let workers: Vec<_> = (0..thread::available_parallelism()?.get())
            .map(|_| scope.spawn(compare_all))
            .collect();
        let ends = workers.into_iter().map(|it| it.join());
        let counts = ends.map(|it| it.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        counts.sum::<anyhow::Result<usize>>()
    })?;
    assert!(compared > 1000, "only {compared} cells were compared");
    Ok(())
}

/// How many cells of a session both have been asked about: none of one that is for some devices alone, or has flags.
fn compared_cells(file: &Path, cache: &Cache) -> anyhow::Result<usize> {
    let text = std::fs::read_to_string(file)?;
    let mut header = text.lines().take_while(|line| line.starts_with("//"));
    if header.any(|line| line.contains("devices =") || line.contains("flags =")) {
        return Ok(0);
    }
    let cpu = answers(&text, DeviceTarget::default(), cache)?;
    let gpu = DeviceTarget::nvidia(90).context("no such architecture")?;
    let gpu = answers(&text, gpu, cache)?;
    assert_eq!(
        cpu,
        gpu,
        "{}: first for the CPU, then for a GPU",
        file.display()
    );
    Ok(cpu.len())
}

fn sessions() -> anyhow::Result<Vec<PathBuf>> {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
    let mut found = Vec::new();
    for folder in FOLDERS {
        for entry in golden.join(folder).read_dir()? {
            found.push(entry?.path());
        }
    }
    found.retain(|path| path.extension().is_some_and(|it| it == "cu"));
    found.sort();
    Ok(found)
}

/// The first line of what is said to each cell, with its text: empty if it is taken.
fn answers(
    text: &str,
    device: DeviceTarget,
    cache: &Cache,
) -> anyhow::Result<Vec<(String, String)>> {
    let options = Options {
        device,
        ..Options::default()
    };
    let mut compiler = Compiler::new(&options, cache)?;
    compiler.prelude()?;
    let mut said = Vec::new();
    for cell in cells(&split_marked(text).unwrap_or_else(|| split_lines(text))) {
        let answer = match compiler.compile(cell.as_str(), &Source::Prompt)? {
            Ok(_) => String::new(),
            Err(rejected) => rejected.rendered,
        };
        let first = answer.lines().next().unwrap_or_default().to_owned();
        said.push((cell, first));
    }
    Ok(said)
}

fn cells(inputs: &[Input]) -> Vec<String> {
    let text = |input: &Input| match input {
        Input::Cell(piece) => Some(piece.text.clone()),
        Input::Command(_) | Input::Note(_) => None,
    };
    inputs.iter().filter_map(text).collect()
}
