//! What a session is asked to do, from the command line and the environment; and the environment variables there are.

use std::path::PathBuf;

use devicecc::targets::{Architecture, TargetOptions};
use jit_api::client::Setup;
use jit_api::wire::{Checks, DRAFT_REGISTERS_MAX, GpuFaults};

/// Everything that one session needs to know before it starts.
#[derive(Clone, Debug)]
pub struct Settings {
    /// `cpu`, `null`, `cuda:N`, `hip:N` or `auto`, as `jit_api::client::Executor::start` takes it.
    pub device: String,
    /// Compile kernels for GPUs of this architecture instead of the one there is.
    pub architecture: Option<Architecture>,
    /// Whose headers cells are read with.
    pub headers: Headers,
    /// Where the CUDA toolkit lies, if it is not to be looked for.
    pub cuda_path: Option<PathBuf>,
    /// NVIDIA's math library for kernels, if it is not to be looked for.
    pub libdevice: Option<PathBuf>,
    /// Flags of the compiler; `%include` adds to them.
    pub compiler: devicecc::Options,
    /// Libraries to load before the first cell, as `-l` names them or as paths.
    pub libraries: Vec<String>,
    /// Where `-l` looks first.
    pub library_dirs: Vec<PathBuf>,
    /// Where the cache lives; `None`: no cache.
    pub cache_dir: Option<PathBuf>,
    /// After a cell that launched something, wait for the device and report its errors on that cell.
    pub sync: bool,
    /// Someone waits at a prompt, and is told what takes long.
    pub at_prompt: bool,
    /// Keep a spare executor, so that the next cell after a crash runs at once.
    pub spare: bool,
    /// Keep checkpoints of the executor, so that a cell which ends it is taken back.
    pub checkpoint: Keep,
    /// How much a fault tells on a GPU.
    pub faults: Faults,
    /// What the CPU device's sanitizer looks for; nothing: it is off.
    pub sanitize: Checks,
    /// A kernel that touches memory of the host which most GPUs cannot reach is an error.
    pub strict: bool,
    /// The session's end tells what was not freed.
    pub tells_leaks: bool,
    /// Which lines that tell of inputs' ends are printed behind them; see `CELL_MARKS`.
    pub cell_marks: CellMarks,
}

/// Lines for who follows the inputs of a pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellMarks {
    /// None.
    Off,
    /// Behind each input one that tells its end, as soon as a prompt would come.
    Ends,
    /// Likewise, with what has been compiled so far, which is waited for.
    Counts,
}

impl CellMarks {
    /// What the environment asks for.
    pub fn asked() -> CellMarks {
        match CELL_MARKS.value() {
            Some(value) if value == "1" => CellMarks::Counts,
            Some(value) if value == "ends" => CellMarks::Ends,
            _ => CellMarks::Off,
        }
    }
}

/// Whose CUDA headers cells are read with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Headers {
    /// The best there are for the device.
    Auto,
    /// Chevron's own.
    Embedded,
    /// Those of a CUDA toolkit, and its runtime library.
    Toolkit,
}

impl Settings {
    /// What the session's executors are.
    pub fn executor(&self) -> Setup {
        let toolkit = self.compiler.toolkit.as_ref();
        Setup {
            device: self.device.clone(),
            runtime_library: toolkit.map(|toolkit| toolkit.runtime.clone()),
            gpu_faults: match self.faults {
                Faults::Brief => GpuFaults::Brief,
                Faults::Full => GpuFaults::Full,
            },
            cpu_warp: self.compiler.warp_size,
        }
    }
}

impl Settings {
    /// What the session's kernels are to be compiled for, as far as the user has a say.
    pub fn target_options(&self) -> TargetOptions {
        TargetOptions {
            architecture: self.architecture,
            toolkit: self.compiler.toolkit.clone(),
            libdevice: self.libdevice.clone(),
            ptxas: PTXAS.value(),
            draft_registers_max: DRAFT_REGISTERS_MAX,
        }
    }
}

/// How much a fault of a kernel tells on an NVIDIA GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Faults {
    /// The error and the kernel, if only one can be to blame.
    Brief,
    /// Block, threads and lines too.
    Full,
}

/// When colour is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Color {
    /// Where a terminal shows it, unless `NO_COLOR` is set.
    Auto,
    /// Always, in a pipe too.
    Always,
    /// Never.
    Never,
}

/// When checkpoints are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Keep {
    /// While they cost nobody time: between cells that do not follow each other at once, as long as the executor holds little memory.
    Auto,
    /// Before every cell, however large the executor is.
    On,
    /// Never.
    Off,
}

/// The word by which the command line knows a value.
pub fn word<V: clap::ValueEnum>(value: &V) -> String {
    let known = value.to_possible_value();
    known.map_or_else(String::new, |it| it.get_name().to_owned())
}

/// An environment variable that this program reads.
pub struct Variable {
    /// Its name.
    pub name: &'static str,
    /// What it does, one line.
    pub summary: &'static str,
}

/// Directory of the cache.
pub const CACHE_DIR: Variable = Variable {
    name: "CHEVRON_CACHE_DIR",
    summary: "directory of the cache, as --cache-dir",
};
/// The executor's binary.
pub const EXECUTOR: Variable = Variable {
    name: "CHEVRON_EXECUTOR",
    summary: "the executor's binary; without it, `chevron-executor` beside `chevron`",
};
/// The person's own settings.
pub const CONFIG: Variable = Variable {
    name: "CHEVRON_CONFIG",
    summary: "directory of config.toml and startup.cu, instead of chevron in the user's configuration; empty: neither is read",
};
/// The prompt's history.
pub const HISTORY: Variable = Variable {
    name: "CHEVRON_HISTORY",
    summary: "file of the prompt's history; empty: none is kept",
};
/// No colour, see https://no-color.org.
pub const NO_COLOR: Variable = Variable {
    name: "NO_COLOR",
    summary: "if set and not empty: no colour, unless `--color always` asks for it",
};
/// How pictures are drawn on a terminal.
pub const GRAPHICS: Variable = Variable {
    name: "CHEVRON_GRAPHICS",
    summary: "how a terminal draws pictures: `kitty`, `sixel`, `text` or `auto`, by its name",
};
/// Marks for test runners.
pub const CELL_MARKS: Variable = Variable {
    name: "CHEVRON_CELL_MARKS",
    summary: "1 or `ends`: with cells from a pipe, print a mark on stdout and stderr after each input (tests/README.md)",
};

/// Several devices without several GPUs.
pub const CPU_DEVICES: Variable = Variable {
    name: "CHEVRON_CPU_DEVICES",
    summary: "how many devices the CPU passes for, to try out code for several GPUs",
};

/// The assembler for drafts on NVIDIA GPUs.
pub const PTXAS: Variable = Variable {
    name: "CHEVRON_PTXAS",
    summary: "the ptxas that makes drafts on NVIDIA GPUs, if it is not to be looked for; `off`: the driver makes them",
};

/// The process that has started a kernel; Jupyter sets it.
pub const JUPYTER_PARENT: Variable = Variable {
    name: "JPY_PARENT_PID",
    summary: "set by Jupyter: a kernel ends when this process does",
};

/// All of them, for `--help`.
pub const VARIABLES: &[&Variable] = &[
    &CACHE_DIR,
    &CONFIG,
    &CPU_DEVICES,
    &EXECUTOR,
    &GRAPHICS,
    &HISTORY,
    &NO_COLOR,
    &PTXAS,
    &CELL_MARKS,
];

impl Variable {
    /// Its value, if it is set and not empty.
    pub fn value(&self) -> Option<std::ffi::OsString> {
        std::env::var_os(self.name).filter(|value| !value.is_empty())
    }
}

/// Where the prompt's history is kept; `None` if it is not to be, or no home is known.
pub fn history_file() -> Option<PathBuf> {
    use etcetera::BaseStrategy;
    match std::env::var_os(HISTORY.name) {
        Some(file) if file.is_empty() => None,
        Some(file) => Some(file.into()),
        None => {
            let base = etcetera::choose_base_strategy().ok()?;
            Some(
                base.state_dir()
                    .unwrap_or_else(|| base.data_dir())
                    .join("chevron")
                    .join("history"),
            )
        }
    }
}
