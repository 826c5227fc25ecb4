//! Prints how long emission takes for the closures of `tests/data`, as `name tier median ms`. Run it with `--release`.

use std::time::{Duration, Instant};

use devicecc::cell::{Closure, HostModule, Kernel};
use devicecc::emit;
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use kernels_cache::Cache;

/// Emissions per closure; the first, which also makes the thread's target machine, is printed on its own.
const ROUNDS: usize = 200;

fn main() -> anyhow::Result<()> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
    let mut files: Vec<_> = std::fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    files.sort_by_key(|file| file.file_name());
    for file in files {
        let bitcode = bitcode(&std::fs::read_to_string(file.path())?);
        let path = file.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let mut times = Vec::with_capacity(ROUNDS);
        let mut kind = String::new();
        for _ in 0..ROUNDS {
            let start = Instant::now();
            kind = match emit(&name, &bitcode) {
                Ok(kind) => kind,
                Err(error) => format!("error: {error:#}"),
            };
            times.push(start.elapsed());
        }
        let first = times[0];
        times.sort();
        println!(
            "{name:12} first {:7.3} median {:7.3} ms  {kind}",
            ms(first),
            ms(times[ROUNDS / 2])
        );
    }
    Ok(())
}

/// Emits what the file holds: host code, or a kernel.
fn emit(name: &str, bitcode: &[u8]) -> anyhow::Result<String> {
    if name.starts_with("host") {
        let module = HostModule {
            bitcode: bitcode.to_vec(),
            unique: false,
            optimize: false,
        };
        let made = emit::host_object(&module, 1, 2, &Cache::disabled())?;
        return Ok(format!("host, {} bytes", made.object.len()));
    }
    let kernel = Kernel {
        symbol: name.to_owned(),
        display: name.to_owned(),
        closure: Closure {
            bitcode: bitcode.to_vec(),
            variables: Vec::new(),
            sites: Vec::new(),
        },
        param_bytes: Vec::new(),
        max_threads: 0,
        cell: 1,
        recompiled: false,
        cluster: [0; 3],
        functions: Vec::new(),
    };
    let made = emit::cpu_kernel(&kernel, &Cache::disabled())?;
    Ok(format!("{:?}, {} bytes", made.tier, made.object.len()))
}

fn bitcode(text: &str) -> Vec<u8> {
    let context = Context::create();
    let buffer = MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), "closure");
    let module = context
        .create_module_from_ir(buffer)
        .expect("the closures of the tests parse");
    module.write_bitcode_to_memory().as_slice().to_vec()
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
