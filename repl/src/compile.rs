//! `chevron compile`: the kernels of files as code objects, for GPUs that need not be there, and as images for the CPU device.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use anyhow::Context as _;
use devicecc::cell::Cell;
use devicecc::emit::{
    AmdArchitecture, AmdCodeObject, AmdTarget, NvptxTarget, amd_program, amd_resources,
    nvptx_program,
};
use devicecc::targets::amd::find_ocml;
use devicecc::targets::cpu::Cpu;
use devicecc::targets::nvidia::{find_libdevice, find_ptxas};
use devicecc::targets::{Architecture, DeviceTarget};
use devicecc::{Compiler, Options, Source, Toolkit};
use jit_api::wire::ProgramSource;
use jit_api::wire::program::ProgramOptions;
use kernels_cache::Cache;

use crate::render::Render;
use crate::session::programs::Programs;
use crate::settings::{Headers, PTXAS, Settings};
use crate::source_file::read_units;

mod report;

use report::{Needs, Table};

/// What files are compiled to.
#[derive(Clone, Debug)]
pub struct Job {
    /// For each of these.
    pub architectures: Vec<Architecture>,
    /// Into this directory.
    pub output: PathBuf,
    /// The version of AMD's code objects.
    pub code_object: AmdCodeObject,
    /// AMD's math library, if it is not to be looked for.
    pub device_libs: Option<PathBuf>,
}

/// A file that does not compile.
const FAILURE: u8 = 1;

/// Compiles each file for each architecture, and tells what its kernels need. The status is 1 if something does not compile.
pub fn files(
    settings: &Settings,
    render: &Render,
    files: &[PathBuf],
    job: &Job,
) -> anyhow::Result<u8> {
    anyhow::ensure!(
        !job.architectures.is_empty(),
        "`--arch` must say what to compile for: {}",
        Architecture::known()
    );
    std::fs::create_dir_all(&job.output)
        .with_context(|| format!("cannot make the directory `{}`", job.output.display()))?;
    let cache = match &settings.cache_dir {
        Some(folder) => Cache::open(folder, kernels_cache::BYTES_MAX_DEFAULT)?,
        None => Cache::disabled(),
    };
    let (mut table, mut status) = (Table::default(), 0);
    for file in files {
        for &architecture in &job.architectures {
            let made = one(settings, render, file, architecture, job, &cache);
            match made {
                Ok(Some(needs)) => table.add(&needs),
                Ok(None) => status = FAILURE,
                Err(error) => {
                    let about = format!("{} for {architecture}", file.display());
                    render.failure(&error.context(about));
                    status = FAILURE;
                }
            }
        }
    }
    if !table.is_empty() {
        render.text(table);
    }
    Ok(status)
}

/// Compiles one file for one architecture; gives what its kernels need. None if clang has rejected it, which it has said.
fn one(
    settings: &Settings,
    render: &Render,
    file: &Path,
    architecture: Architecture,
    job: &Job,
    cache: &Cache,
) -> anyhow::Result<Option<Vec<Needs>>> {
    let units =
        read_units(&[file], "; `compile` takes translation units").map_err(anyhow::Error::msg)?;
    let stem = file.file_stem().unwrap_or_else(|| OsStr::new("kernels"));
    let name = format!("{}.{architecture}", stem.to_string_lossy());
    let base = job.output.join(name);
    let toolkit = toolkit(settings, architecture)?;
    if architecture == Architecture::Cpu {
        return for_cpu(settings, render, file, &base, cache);
    }
    let device = architecture.device().with_context(|| {
        format!(
            "{architecture} is too old; there are {}",
            Architecture::known()
        )
    })?;
    let options = Options {
        device: device.with_code_object(job.code_object),
        toolkit_isa: toolkit.as_ref().map_or(0, |it| it.ptx(it.version)),
        toolkit: toolkit.map(Arc::new),
        ..settings.compiler.clone()
    };
    let mut compiler = Compiler::new(&options, cache)?;
    compiler.prelude()?;
    let mut cell = match compiler.compile("", &Source::Units(units))? {
        Ok(cell) => cell,
        Err(rejected) => {
            render.diagnostics(&rejected.rendered);
            return Ok(None);
        }
    };
    if !cell.warnings.is_empty() {
        render.diagnostics(&cell.warnings);
    }
    // Code of functions that the session's kernels reach by address: here each kernel has its own.
    cell.kernels.retain(|kernel| kernel.functions.is_empty());
    anyhow::ensure!(
        !cell.kernels.is_empty(),
        "it defines no kernel, and instantiates no template of one"
    );
    let made = match architecture {
        Architecture::Amd(amd) => for_amd(&cell, amd, job, &base)?,
        Architecture::Nvidia(_) => {
            let ptx = options.toolkit_isa;
            for_nvidia(&cell, architecture, ptx, settings, render, &base)?
        }
        Architecture::Cpu => anyhow::bail!("the CPU device takes whole programs"),
    };
    Ok(Some(made))
}

/// The toolkit whose headers the file is read with, if one is asked for.
///
/// # Errors
/// None can be used, or the architecture is none of NVIDIA's.
fn toolkit(settings: &Settings, architecture: Architecture) -> anyhow::Result<Option<Toolkit>> {
    if settings.headers != Headers::Toolkit {
        return Ok(None);
    }
    anyhow::ensure!(
        matches!(architecture, Architecture::Nvidia(_)),
        "a CUDA toolkit's headers know NVIDIA's architectures alone; leave out `--headers toolkit`"
    );
    Ok(Some(Toolkit::find(settings.cuda_path.as_deref())?))
}

/// `base` with this ending: it has dots of its own.
fn ending(base: &Path, ending: &str) -> PathBuf {
    let mut name = base.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("cannot write `{}`", path.display()))
}

/// The file as a program's image, which `cuModuleLoad` reads on the CPU device.
fn for_cpu(
    settings: &Settings,
    render: &Render,
    file: &Path,
    base: &Path,
    cache: &Cache,
) -> anyhow::Result<Option<Vec<Needs>>> {
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("cannot read `{}`", file.display()))?;
    let folder = file.parent().filter(|it| !it.as_os_str().is_empty());
    let folder = folder.unwrap_or_else(|| Path::new("."));
    let source = ProgramSource {
        name: file.display().to_string(),
        text,
        options: ProgramOptions {
            hip: file.extension().is_some_and(|it| it == "hip"),
            include_dirs: vec![folder.display().to_string()],
            ..ProgramOptions::default()
        },
        ..ProgramSource::default()
    };
    let programs = Programs {
        options: Options {
            device: DeviceTarget::Cpu,
            ..settings.compiler.clone()
        },
        cache: cache.clone(),
        target: Arc::new(Cpu::default()),
    };
    let made = match programs.compiled(&source) {
        Ok(made) => made,
        Err(log) => {
            render.diagnostics(&log);
            return Ok(None);
        }
    };
    if !made.log.is_empty() {
        render.diagnostics(&made.log);
    }
    let code = made.code.unwrap_or_default();
    anyhow::ensure!(!code.kernels.is_empty(), "it defines no kernel");
    let path = ending(base, "image");
    write(&path, &code.to_image().map_err(anyhow::Error::msg)?)?;
    let kernels = code.kernels.iter();
    Ok(Some(kernels.map(|it| Needs::of_cpu(&path, it)).collect()))
}

fn for_amd(
    cell: &Cell,
    architecture: &'static AmdArchitecture,
    job: &Job,
    base: &Path,
) -> anyhow::Result<Vec<Needs>> {
    let target = AmdTarget {
        architecture,
        code_object: job.code_object,
        library: find_ocml(job.device_libs.as_deref())?.map(Arc::new),
    };
    let object = amd_program(&cell.kernels, &cell.variables, &target)?;
    let path = ending(base, "hsaco");
    write(&path, &object)?;
    let resources = amd_resources(&object)?;
    let needs = cell.kernels.iter().map(|kernel| {
        let found = resources.iter().find(|it| it.kernel == kernel.symbol);
        Needs::of_amd(&path, &kernel.display, architecture.name, found)
    });
    Ok(needs.collect())
}

fn for_nvidia(
    cell: &Cell,
    architecture: Architecture,
    ptx: u32,
    settings: &Settings,
    render: &Render,
    base: &Path,
) -> anyhow::Result<Vec<Needs>> {
    let Some(devicecc::DeviceTarget::Nvptx { sm }) = architecture.device() else {
        anyhow::bail!("{architecture} is too old");
    };
    let target = NvptxTarget {
        sm,
        ptx,
        libdevice: find_libdevice(settings.libdevice.as_deref())?.map(Arc::new),
    };
    let ptx = nvptx_program(&cell.kernels, &cell.variables, &target)?;
    let path = ending(base, "ptx");
    // A text file has no zero byte at its end.
    let end = ptx
        .iter()
        .rposition(|byte| *byte != 0)
        .map_or(0, |at| at + 1);
    write(&path, &ptx[..end])?;
    let assembled = match find_ptxas(PTXAS.value().as_deref()) {
        None => None,
        Some(program) => match assemble(&program, sm, &path, &ending(base, "cubin")) {
            Ok(said) => Some(said),
            Err(error) => {
                render.warning(format_args!("{error:#}; the PTX is there"));
                None
            }
        },
    };
    let said = assembled.as_deref();
    let path = match said {
        Some(_) => ending(base, "cubin"),
        None => path,
    };
    let name = architecture.to_string();
    let needs = cell.kernels.iter();
    let needs = needs.map(|it| Needs::of_nvidia(&path, it, &name, said));
    Ok(needs.collect())
}

/// Has NVIDIA's assembler make a code object; gives what it says of the kernels.
fn assemble(program: &Path, sm: u32, from: &Path, to: &Path) -> anyhow::Result<String> {
    let output = Command::new(program)
        .args(["-v", &format!("-arch=sm_{sm}"), "-o"])
        .args([to, from])
        .output()
        .with_context(|| format!("cannot run `{}`", program.display()))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    anyhow::ensure!(
        output.status.success(),
        "`{}` does not assemble it: {}",
        program.display(),
        said.trim()
    );
    Ok(said)
}
