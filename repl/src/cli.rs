//! The command line's grammar, and what each form of it starts.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::{ArgAction, CommandFactory, FromArgMatches as _, Parser, Subcommand};
use devicecc::FileFlags;
use devicecc::emit::AmdCodeObject;
use devicecc::library::read_images_by;
use devicecc::targets::Architecture;
use jit_api::wire::Checks;
use kernels_cache::Cache;

use crate::commands::CacheAction;
use crate::compile::Job;
use crate::notebook::run::Wishes;
use crate::render::Render;
use crate::run::Opening;
use crate::settings::{CACHE_DIR, CellMarks, Color, Faults, Headers, Keep, Settings};
use crate::symbols::kernels_for;
use crate::{commands, compile, doctor, notebook, project, prompt, run, standard, symbols, sys};

mod architectures;
mod help;
mod jupyter;
mod nvcc_flags;
mod pages;
mod words;

/// An interactive prompt for CUDA and HIP C++, with or without a GPU.
#[derive(Debug, Parser)]
#[command(name = "chevron", version = help::version(), after_help = help::of_all(), override_usage = help::USAGE)]
struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    options: Options,
    /// A program, run if it has a `main`; else a session: cells between `// %%` marks, or lines as at the prompt
    file: Option<PathBuf>,
    /// Arguments of `main`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

#[derive(Debug, Parser)]
struct Options {
    /// Run these cells instead of reading any
    #[arg(short = 'e', value_name = "CODE", allow_hyphen_values = true)]
    execute: Vec<String>,
    /// Behind FILE or the cells of -e, go on with a prompt
    #[arg(short = 'i', long)]
    interactive: bool,
    /// Device: auto (a GPU if there is one), cpu, cuda or cuda:N (NVIDIA GPUs), hip or hip:N (AMD GPUs), or null (records, runs nothing). Programs see the others of its kind too
    #[arg(long, global = true, default_value = "auto", value_name = "DEVICE")]
    device: String,
    /// Compile kernels for this architecture instead of the GPU's own, such as sm_80; `compile` takes several, such as sm_90,gfx942
    #[arg(long, global = true, value_name = "ARCH", value_delimiter = ',', value_parser = architectures::parsed)]
    arch: Vec<Architecture>,
    /// CUDA toolkit for `--headers toolkit`, if it is not to be looked for
    #[arg(long, global = true, value_name = "DIR")]
    cuda_path: Option<PathBuf>,
    /// NVIDIA's math library for kernels: libdevice.10.bc, or a toolkit's directory
    #[arg(long, global = true, value_name = "PATH")]
    libdevice: Option<PathBuf>,
    /// Language standard [default: gnu++20]
    #[arg(
        long = "std",
        global = true,
        default_value = DEFAULT_STANDARD,
        hide_default_value = true,
        value_name = "STANDARD"
    )]
    standard: String,
    /// CUDA headers and runtime: embedded (Chevron's own), toolkit (those of a CUDA toolkit, on an NVIDIA GPU), or auto
    #[arg(long, global = true, default_value = "auto", value_name = "HEADERS")]
    headers: String,
    /// Add a directory to the include path
    #[arg(short = 'I', global = true, value_name = "DIR")]
    include: Vec<PathBuf>,
    /// What single files of a project are compiled with.
    #[arg(skip)]
    file_flags: BTreeMap<PathBuf, FileFlags>,
    /// Define a macro
    #[arg(short = 'D', global = true, value_name = "NAME[=VALUE]")]
    define: Vec<String>,
    /// Undefine a macro
    #[arg(short = 'U', global = true, value_name = "NAME")]
    undefine: Vec<String>,
    /// Add a directory where -l looks first
    #[arg(short = 'L', global = true, value_name = "DIR")]
    library_dir: Vec<PathBuf>,
    /// Load a shared library
    #[arg(short = 'l', global = true, value_name = "NAME")]
    library: Vec<String>,
    /// Optimise host code; kernels are always optimised
    #[arg(short = 'O', global = true, default_value = "2", value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(0..=3))]
    optimize: u8,
    /// Neither read nor write the cache
    #[arg(long, global = true)]
    no_cache: bool,
    /// Directory of the cache
    #[arg(long, global = true, value_name = "DIR")]
    cache_dir: Option<PathBuf>,
    /// Whether kernels fuse a multiplication and an addition into one operation, which rounds once
    #[arg(long, global = true, default_value = "true", value_name = "true|false", action = ArgAction::Set, hide_possible_values = true)]
    fmad: bool,
    /// Keep no spare executor: less memory, and a slower start after a crash
    #[arg(long, global = true)]
    no_spare: bool,
    /// Keep checkpoints, so that a cell which ends the executor is taken back: auto (when there is time), on (before every cell) or off
    #[arg(
        long,
        global = true,
        default_value = "auto",
        value_name = "WHEN",
        hide_possible_values = true
    )]
    checkpoint: Keep,
    /// What a kernel's fault tells on an NVIDIA GPU: brief, or full: block, threads and lines too (a failed assertion is then reported after 0.4 s)
    #[arg(
        long,
        global = true,
        default_value = "brief",
        value_name = "HOW",
        hide_possible_values = true
    )]
    faults: Faults,
    /// Find mistakes of kernels on the CPU device: memcheck, racecheck, initcheck, synccheck, or all of them; a program's status is 86 then if it found one
    #[arg(
        long,
        global = true,
        value_name = "CHECKS",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "",
        overrides_with = "sanitize",
        value_parser = checks
    )]
    sanitize: Option<Checks>,
    /// Whether kernels of the CPU device may touch host memory, which most GPUs cannot reach: on (that is an error) or off (they may)
    #[arg(long, global = true, default_value = "on", value_name = "WHEN", value_parser = ["on", "off"], hide_possible_values = true)]
    strict: String,
    /// Lanes of a warp on the CPU device: 32, or 64 as on AMD's Instinct GPUs
    #[arg(long, global = true, default_value = "32", value_name = "LANES", value_parser = ["32", "64"], hide_possible_values = true)]
    warp: String,
    /// Make code for a debugger, with variables and not optimised: `%debug CELL` runs a cell under GDB (CPU device)
    #[arg(long, global = true)]
    debug: bool,
    /// Colour: auto (where a terminal shows it), always or never
    #[arg(
        long,
        global = true,
        default_value = "auto",
        value_name = "WHEN",
        hide_possible_values = true
    )]
    color: Color,
    /// Do not begin a prompt with the cells of startup.cu
    #[arg(long, global = true)]
    no_startup: bool,
    /// No banner and no notes
    #[arg(long, short, global = true, action = ArgAction::SetTrue)]
    quiet: bool,
}

#[derive(Debug, Subcommand)]
enum Action {
    #[command(after_help = help::OF_RUN)]
    /// Run a program (a file with `main`, or several; its exit status is ours) or a session (a file with `// %%` marks)
    Run {
        /// `.cu`, `.hip`, C++ or C files, each a translation unit of its own; `-`: what stdin has
        #[arg(required_unless_present = "project")]
        files: Vec<PathBuf>,
        /// Run a target of this build folder, with the sources and flags of its `compile_commands.json`: TARGET in place of FILES
        #[arg(long, value_name = "DIR")]
        project: Option<PathBuf>,
        /// Write a notebook with what its cells put out to this file (`.ipynb`)
        #[arg(short, long, value_name = "NOTEBOOK")]
        output: Option<PathBuf>,
        /// Run no cell of a notebook or session after one that failed; without it the others run, as lines of a pipe do
        #[arg(long)]
        stop_on_error: bool,
        /// Begin with this cell of code of a notebook or session, from 1
        #[arg(long, value_name = "CELL")]
        from: Option<u32>,
        /// Arguments of `main`; `--` keeps one that is a source file apart from the program's
        #[arg(last = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Compile the kernels of files for GPUs that need not be there: code objects (`.hsaco`) for AMD's, PTX (and `.cubin`, if ptxas is found) for NVIDIA's; `--arch cpu`: an image for the CPU device
    #[command(after_help = help::OF_COMPILE)]
    Compile {
        /// `.cu`, `.hip` or C++ files, each a translation unit of its own
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Where the files that are made go
        #[arg(short, long, value_name = "DIR", default_value = ".")]
        output: PathBuf,
        /// AMD's math library for kernels: ocml.bc, or a ROCm install's directory
        #[arg(long, value_name = "PATH")]
        device_libs: Option<PathBuf>,
        /// Version of code objects for AMD GPUs: 6 (ROCm 6.3 or newer loads it) or 5 (older ones too)
        #[arg(long, default_value = "6", value_name = "VERSION", value_parser = architectures::code_object)]
        code_object: AmdCodeObject,
    },
    /// List what files with code for GPUs define: kernels with what they need, device functions, variables
    #[command(after_help = help::OF_SYMBOLS)]
    Symbols {
        /// `.cubin`, `.hsaco`, `.fatbin` files, or objects and programs with such code in them
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Convert between notebooks (`.ipynb`), sessions with `// %%` marks (`.cu`) and Markdown with blocks of code (`.md`)
    Convert {
        /// What is read
        from: PathBuf,
        /// What is written; its name tells the format
        to: PathBuf,
    },
    /// List the devices
    Devices,
    /// Be a kernel of Jupyter's notebooks, or make it known to Jupyter
    #[command(after_help = help::OF_JUPYTER)]
    Jupyter {
        #[command(subcommand)]
        action: jupyter::Action,
    },
    /// Tell what works on this machine, what does not, and what to do about it
    Doctor,
    /// Print what a shell reads to complete words behind `chevron`
    #[command(after_help = help::OF_COMPLETIONS)]
    Completions {
        /// Whose completion
        shell: clap_complete::Shell,
    },
    /// Print the manual's page, of `chevron` or of one of its commands
    #[command(after_help = help::OF_MAN)]
    Man {
        /// Of this command
        command: Option<String>,
    },
    /// Tell about the cache, check it, or empty it
    #[command(after_help = help::OF_CACHE)]
    Cache {
        /// Without one: stats
        #[command(subcommand)]
        action: Option<CacheAction>,
    },
}

/// What `--sanitize` asks for: all, if it names nothing.
fn checks(names: &str) -> Result<Checks, String> {
    if names.is_empty() {
        return Ok(Checks::all());
    }
    let unknown = |name| format!("`{name}` is no check; there are {}", Checks::all().names());
    Checks::parse(names).map_err(unknown)
}

/// What cells are read as if nothing else is asked for.
const DEFAULT_STANDARD: &str = "gnu++20";

/// Status of a run that failed for another reason than the user's `main`.
const FAILURE: u8 = 1;

/// Status of a command line that means nothing, as clap gives it.
const UNKNOWN_WORD: u8 = 2;

pub fn main() -> ! {
    sys::outlive_file_limits();
    read_images_by(kernels_for);
    let arguments = parse(std::env::args_os().collect());
    let render = Render::new(arguments.options.quiet, arguments.options.color);
    let status = match dispatch(arguments, &render) {
        Ok(0) if Render::output_was_lost() => FAILURE,
        Ok(status) => status,
        Err(error) => {
            render.failure(&error);
            FAILURE
        }
    };
    sys::exit_now(status)
}

/// What the words of the command line say; if they say nothing, this ends the process with clap's message.
fn parse(words: Vec<OsString>) -> Arguments {
    let command = help::command(Arguments::command());
    let matches = command.try_get_matches_from(words::clang_style(words));
    let arguments = matches.and_then(|it| Arguments::from_arg_matches(&it));
    arguments.unwrap_or_else(|error| match error.kind() {
        ErrorKind::DisplayVersion => tell_version(),
        _ => error.exit(),
    })
}

/// Tells the version as clap does, and what there is to run kernels on.
fn tell_version() -> ! {
    let render = Render::new(false, Color::Auto);
    render.text(format_args!("chevron {}", help::version()));
    doctor::tell_devices(&render);
    sys::exit_now(if Render::output_was_lost() {
        FAILURE
    } else {
        0
    })
}

fn dispatch(arguments: Arguments, render: &Render) -> anyhow::Result<u8> {
    let Arguments {
        mut action,
        mut options,
        file,
        arguments,
    } = arguments;
    if let Some(Action::Run {
        project: Some(folder),
        files,
        ..
    }) = &mut action
    {
        *files = project_files(folder, files, &mut options)?;
    }
    let action = match action {
        Some(action) => match without_session(action, &mut options, render)? {
            Done::Status(status) => return Ok(status),
            Done::Not(action) => Some(*action),
        },
        None => None,
    };
    if let Some(word) = file.as_deref().filter(|file| is_no_file(file)) {
        help::tell_unknown(render, &word.to_string_lossy());
        return Ok(UNKNOWN_WORD);
    }
    anyhow::ensure!(
        options.execute.is_empty() || (action.is_none() && file.is_none()),
        "`-e` gives the cells to run, so there can be no file and no action beside it"
    );
    let settings = settings(&options, render)?;
    match action {
        Some(Action::Run {
            files,
            output,
            stop_on_error,
            from,
            arguments,
            project: _,
        }) => {
            let wishes = Wishes {
                output,
                stop_on_error,
                from,
            };
            run::files(settings, render.clone(), &files, arguments, &wishes)
        }
        Some(Action::Jupyter { action }) => jupyter::run(action, &options, settings, render),
        Some(Action::Devices) => doctor::devices(&settings, render),
        Some(Action::Doctor) => doctor::doctor(help::version(), &settings, render),
        Some(
            Action::Cache { .. }
            | Action::Completions { .. }
            | Action::Man { .. }
            | Action::Compile { .. }
            | Action::Convert { .. }
            | Action::Symbols { .. },
        )
        | None => session(settings, &options, file, arguments, render),
    }
}

/// What came of an action that needs no session; or the action, if it needs one.
enum Done {
    Status(u8),
    Not(Box<Action>),
}

fn without_session(action: Action, options: &mut Options, render: &Render) -> anyhow::Result<Done> {
    let status = match action {
        Action::Cache { action } => cache(options, action.unwrap_or(CacheAction::Stats), render),
        Action::Completions { shell } => pages::completions(shell, render),
        Action::Man { command } => pages::manual(command.as_deref(), render),
        Action::Symbols { files } => symbols::files(render, &files),
        Action::Compile {
            files,
            output,
            device_libs,
            code_object,
        } => {
            let architectures = std::mem::take(&mut options.arch);
            let job = Job {
                architectures,
                output,
                device_libs,
                code_object,
            };
            compile::files(&settings(options, render)?, render, &files, &job)
        }
        Action::Convert { from, to } => {
            anyhow::ensure!(from != to, "`{}` is both read and written", from.display());
            let read = notebook::run::read(&from).map_err(anyhow::Error::msg)?;
            notebook::run::write(&to, &read).map(|()| 0)
        }
        action @ (Action::Run { .. }
        | Action::Jupyter { .. }
        | Action::Devices
        | Action::Doctor) => return Ok(Done::Not(Box::new(action))),
    };
    status.map(Done::Status)
}

/// The sources of a project's target. Flags come behind the command line's own: those that all files have are the session's.
fn project_files(
    folder: &Path,
    target: &[PathBuf],
    options: &mut Options,
) -> anyhow::Result<Vec<PathBuf>> {
    let names: Vec<String> = target.iter().map(|it| it.display().to_string()).collect();
    anyhow::ensure!(
        names.len() < 2,
        "`--project` runs one target: {} are named",
        names.join(", ")
    );
    let program = project::program(folder, names.first().map(String::as_str))?;
    let has_standard = options.standard != DEFAULT_STANDARD;
    let common = program.common();
    for (path, flags) in &program.files {
        let own = FileFlags {
            std: flags.std.clone().filter(|_| !has_standard),
            include_dirs: [&options.include[..], &flags.include_dirs].concat(),
            defines: [&options.define[..], &flags.defines].concat(),
            undefines: [&options.undefine[..], &flags.undefines].concat(),
        };
        options.file_flags.insert(path.clone(), own);
    }
    options.include.extend(common.include_dirs);
    options.define.extend(common.defines);
    options.undefine.extend(common.undefines);
    if let Some(standard) = common.std.filter(|_| !has_standard) {
        options.standard = standard;
    }
    Ok(program.files.into_keys().collect())
}

/// Is this neither a file nor written as the name of one?
fn is_no_file(word: &Path) -> bool {
    let plain = |letter: &u8| letter.is_ascii_alphanumeric() || matches!(letter, b'-' | b'_');
    word.as_os_str() != "-"
        && word.as_os_str().as_encoded_bytes().iter().all(plain)
        && !word.exists()
}

/// A session, or the file or cells that are one.
fn session(
    settings: Settings,
    options: &Options,
    file: Option<PathBuf>,
    arguments: Vec<String>,
    render: &Render,
) -> anyhow::Result<u8> {
    let code = (!options.execute.is_empty()).then(|| options.execute.join("\n"));
    let opening = match (file, code) {
        (Some(file), _) if !options.interactive => {
            return run::opened(settings, render.clone(), &file, arguments);
        }
        (None, Some(code)) if !options.interactive => {
            return run::text(settings, render.clone(), &code);
        }
        (Some(file), _) => Opening::File(file, arguments),
        (None, Some(code)) => Opening::Code(code),
        (None, None) => Opening::Nothing,
    };
    match std::io::stdin().is_terminal() {
        true => prompt::run(
            settings,
            render.clone(),
            options.quiet,
            !options.no_startup,
            &opening,
        ),
        false => run::pipe(settings, render.clone(), &opening),
    }
}

fn cache(options: &Options, action: CacheAction, render: &Render) -> anyhow::Result<u8> {
    let cache = match cache_dir(options) {
        Some(directory) if directory.exists() => {
            Cache::open(&directory, kernels_cache::BYTES_MAX_DEFAULT)?
        }
        _ => Cache::disabled(),
    };
    Ok(if commands::cache_action(&cache, action, render) {
        0
    } else {
        FAILURE
    })
}

fn cache_dir(options: &Options) -> Option<PathBuf> {
    let named = || {
        options
            .cache_dir
            .clone()
            .or_else(|| CACHE_DIR.value().map(PathBuf::from))
    };
    (!options.no_cache).then(|| named().unwrap_or_else(kernels_cache::default_directory))
}

fn settings(options: &Options, render: &Render) -> anyhow::Result<Settings> {
    let headers = match options.headers.as_str() {
        "auto" => Headers::Auto,
        "embedded" => Headers::Embedded,
        "toolkit" => Headers::Toolkit,
        other => anyhow::bail!(
            "`--headers {other}` is unknown; `auto`, `embedded` and `toolkit` are known"
        ),
    };
    for directory in options.include.iter().filter(|it| !it.is_dir()) {
        render.warning(format_args!(
            "`-I {}`: there is no such directory",
            directory.display()
        ));
    }
    Ok(Settings {
        device: options.device.clone(),
        architecture: architectures::of_session(&options.arch)?,
        headers,
        cuda_path: options.cuda_path.clone(),
        libdevice: options.libdevice.clone(),
        compiler: devicecc::Options {
            std: standard::taken(&options.standard),
            include_dirs: options.include.clone(),
            defines: options.define.clone(),
            undefines: options.undefine.clone(),
            file_flags: options.file_flags.clone(),
            fmad: options.fmad,
            optimize: options.optimize,
            debug: options.debug,
            color: render.color(),
            warp_size: warp_of(options)?,
            ..devicecc::Options::default()
        },
        libraries: options.library.clone(),
        library_dirs: options.library_dir.clone(),
        cache_dir: cache_dir(options),
        sync: true,
        at_prompt: false,
        spare: !options.no_spare,
        // A checkpoint is a copy of the process, which GDB would take along.
        checkpoint: match options.debug {
            true => Keep::Off,
            false => options.checkpoint,
        },
        faults: options.faults,
        sanitize: options.sanitize.unwrap_or_default(),
        strict: options.strict == "on",
        tells_leaks: false,
        cell_marks: CellMarks::asked(),
    })
}

/// Lanes of a warp; GPUs have their own.
fn warp_of(options: &Options) -> anyhow::Result<u32> {
    let of_cpu = ["auto", "cpu", "null"].contains(&options.device.split(':').next().unwrap_or(""));
    anyhow::ensure!(
        options.warp == "32" || of_cpu,
        "`--warp` is for the CPU device: a GPU's warps are what they are"
    );
    Ok(options.warp.parse()?)
}

/// The settings that words of the command line give.
#[cfg(test)]
pub(crate) fn settings_of(words: &[&str]) -> Settings {
    let words = std::iter::once(&"chevron").chain(words);
    let arguments = parse(words.map(OsString::from).collect());
    settings(&arguments.options, &Render::new(true, Color::Auto)).expect("the words are good")
}

#[cfg(test)]
mod tests;
