//! The compiler of a session: options, precompiled headers, cells.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context as _, Result, anyhow};
use kernels_cache::{Cache, Entry, Key, Kind};

use crate::cell::{Cell, HostModule, Kernel, KernelSource, Rejected, Undone};
use crate::committed::{Committed, Past};
use crate::compiled_unit::CompiledUnit;
use crate::shim::{self, Session, Settings};
use crate::source::Source;
use crate::source_files::SourceFiles;
use crate::targets::{DeviceTarget, Toolkit};
use crate::{openmp, precompiled, target, toolchain};

/// Where the embedded headers appear to clang.
pub(crate) const HEADER_DIR: &str = "/chevron/include";

/// What every cell may use without including it, and what the prelude includes.
const PREAMBLE: &str = "#include <cuda_runtime.h>\n#include <chevron/display_values.h>\n\
    #ifndef __CUDA_ARCH__\n#include <cxxabi.h>\n#include <exception>\n#include <typeinfo>\n#endif\n";

/// Comes last in a preamble that is precompiled. Its headers take cells up to a second to read, and no cell sees what they declare before it includes
/// them (`withheld_names` of the shim).
const WITHHELD: &str = "#include <chevron/withheld.h>\n";

/// What comes before the preamble if a toolkit's headers are used: clang's own way of reading them.
const TOOLKIT_PREAMBLE: &str = "#include <chevron/unsigned_atomics_nvptx.h>\n#include <__clang_cuda_runtime_wrapper.h>\n#include <chevron/toolkit.h>\n";

/// Where headers appear that a toolkit may lack and clang's wrapper wants.
const TOOLKIT_STAND_INS: &str = "/chevron/toolkit";

/// The text of cell 0.
const PRELUDE: &str = "#include <chevron/prelude.h>\n";

static HEADERS: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/headers.rs"));

/// How cells are read.
#[derive(Clone, Debug)]
pub struct Options {
    /// Language standard, such as `c++20`.
    pub std: String,
    /// `-I` directories.
    pub include_dirs: Vec<PathBuf>,
    /// `-D`: `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// `-U`.
    pub undefines: Vec<String>,
    /// 0 to 3; 0 leaves host code as it is.
    pub optimize: u8,
    /// Colour in rendered diagnostics.
    pub color: bool,
    /// Threads in a warp, 32 or 64.
    pub warp_size: u32,
    /// What device code is parsed and cut for.
    pub device: DeviceTarget,
    /// The toolkit whose headers are read, instead of the embedded ones; only for NVIDIA GPUs.
    pub toolkit: Option<Arc<Toolkit>>,
    /// Version of PTX (80 for 8.0) that the toolkit's headers are read for; 0 without one.
    pub ptx: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            std: "gnu++20".to_owned(),
            include_dirs: Vec::new(),
            defines: Vec::new(),
            undefines: Vec::new(),
            optimize: 2,
            color: false,
            warp_size: 32,
            device: DeviceTarget::Cpu,
            toolkit: None,
            ptx: 0,
        }
    }
}

/// The incremental host and device ASTs of one session.
pub struct Compiler {
    pub(crate) options: Options,
    pub(crate) session: Session,
    pub(crate) next: u32,
    committed: Committed,
    pub(crate) cache: Cache,
    /// Names everything that the prelude's code depends on.
    prelude_key: Key,
    /// Of programs of several files.
    pub(crate) units: Vec<CompiledUnit>,
    /// The kernels of such a program, until they are taken.
    pub(crate) unit_kernels: Option<Vec<Kernel>>,
}

impl Compiler {
    /// What clang's driver says of this machine; empty if it says nothing.
    pub(crate) fn system(&self) -> Vec<String> {
        system_arguments(&self.cache).unwrap_or_default()
    }

    /// Reads the embedded headers, from a precompiled header in the cache if it has one.
    ///
    /// # Errors
    /// If this machine has no C++ headers, or clang does not accept the options.
    pub fn new(options: &Options, cache: &Cache) -> Result<Compiler> {
        Compiler::new_telling(options, cache, &|| ())
    }

    /// The same; `preparing` is called if the cache has not the headers in the form that the compiler reads. Then the start takes seconds.
    ///
    /// # Errors
    /// As for [`Compiler::new`].
    pub fn new_telling(options: &Options, cache: &Cache, preparing: &dyn Fn()) -> Result<Compiler> {
        let (session, prelude_key) = start_telling(options, cache, 0, preparing)?;
        Ok(Compiler {
            options: options.clone(),
            session,
            next: 0,
            committed: Committed::default(),
            cache: cache.clone(),
            prelude_key,
            units: Vec::new(),
            unit_kernels: None,
        })
    }

    /// Cell 0: the exception guard. Every new executor gets it first. Cells do not refer to it, so a cached one is not even parsed.
    ///
    /// # Errors
    /// If the embedded prelude does not compile.
    pub fn prelude(&mut self) -> Result<Cell> {
        if let Some(entry) = self.cache.get_kind(Kind::Precompiled, &self.prelude_key) {
            self.next = 1;
            let host = HostModule {
                bitcode: entry.payload,
                unique: false,
                optimize: false,
            };
            return Ok(Cell {
                host: Some(host),
                ..Cell::default()
            });
        }
        let cell = match self.compile(PRELUDE, &Source::Prompt)? {
            Ok(cell) => cell,
            Err(rejected) => anyhow::bail!(
                "the embedded prelude does not compile:\n{}",
                rejected.rendered
            ),
        };
        let host = cell
            .host
            .as_ref()
            .context("the embedded prelude defines nothing")?;
        let entry = Entry {
            kind: Kind::Precompiled,
            kernels: Vec::new(),
            meta: Vec::new(),
            payload: host.bitcode.clone(),
        };
        self.cache.put(&self.prelude_key, &entry);
        Ok(cell)
    }

    /// The cells to come, up to its newest, are those of `older`: they get from files what they got there.
    pub fn read_files_as(&mut self, older: &Compiler) {
        self.session.read_files_as(&older.session, older.next);
    }

    /// Compiles the next cell. A rejected cell leaves the session as it was and takes no number.
    ///
    /// # Errors
    /// If the compiler itself failed on it, or was stopped (`Interrupted`); the session is as it was then too.
    pub fn compile(
        &mut self,
        text: impl Into<Arc<str>>,
        source: &Source,
    ) -> Result<Result<Cell, Rejected>> {
        let mut result = self.compile_ahead(text, source)?;
        if let Ok(cell) = &mut result {
            let (kernels, nanoseconds) = self.take_kernels();
            cell.kernels = kernels;
            cell.timings.closure_ns += nanoseconds;
        }
        Ok(result)
    }

    /// Compiles the next cell as `compile` does, but for the closures of its kernels, which need not be there: `take_kernels` and `cut_beside` give them. They cannot
    /// make the cell fail, so the user need not wait for them.
    ///
    /// # Errors
    /// As `compile`.
    pub fn compile_ahead(
        &mut self,
        text: impl Into<Arc<str>>,
        source: &Source,
    ) -> Result<Result<Cell, Rejected>> {
        let text = text.into();
        self.unit_kernels = None;
        let result = match source {
            Source::Units(files) => self.compile_units(files)?,
            _ => self.compile_text(&text, source)?,
        };
        if let Ok(cell) = &result {
            self.next += 1;
            self.committed.add(Past::of(cell, text, source));
            if self.committed.wants_compaction() && !self.compacts() {
                self.compact();
            }
            if self.compacts() && self.committed.pays_beside_cells() {
                self.hurry();
            }
        }
        Ok(result)
    }

    fn compile_text(&mut self, text: &str, source: &Source) -> Result<Result<Cell, Rejected>> {
        let name = source.cell_name(self.next);
        let laid_out = source.laid_out(text);
        let mut result = self
            .session
            .compile(&laid_out, &name, self.next, next_serial())?;
        if let Err(rejected) = &mut result {
            source.count_from_text(&name, &mut rejected.diagnostics);
        }
        Ok(result)
    }

    /// The kernels of the cell that was compiled last, with their closures, and how long cutting these took in nanoseconds. Nothing at the second call. A
    /// closure without bitcode is one on which LLVM crashed.
    pub fn take_kernels(&mut self) -> (Vec<Kernel>, u64) {
        match self.unit_kernels.take() {
            Some(kernels) => (kernels, 0),
            None => self.session.take_kernels(),
        }
    }

    /// As `take_kernels`, but the closures are cut on another thread, which then gives the kernels to `taker`, while this one goes on; a cell with device code
    /// waits for that. If there are no kernels, `taker` gets them at once.
    pub fn cut_beside(&mut self, taker: impl FnOnce(Vec<Kernel>, u64) + Send + 'static) {
        match self.unit_kernels.take() {
            Some(kernels) => taker(kernels, 0),
            None => self.session.cut_beside(Box::new(taker)),
        }
    }

    /// Does beforehand what the next cell needs, whatever it is. For moments when the user waits for something else.
    pub fn prepare(&mut self) {
        self.session.prepare();
    }

    /// Leaves out of the ASTs what nothing refers to any more: statements, and definitions that newer ones have taken the place of. Other threads
    /// make those ASTs while the session rests, or beside cells where that pays; `prepare` goes over to them. The last cells are left as they are, so
    /// that `undo` of them stays cheap.
    pub fn compact(&mut self) {
        let dead = self.committed.compact();
        self.session.compact(&dead);
    }

    /// The compaction that is under way goes on beside cells from now on.
    pub fn hurry(&mut self) {
        self.session.hurry();
    }

    /// Is a compaction under way?
    pub fn compacts(&self) -> bool {
        self.session.compacts()
    }

    /// The cells from this number on are about to be taken back: what is made of them beside is left half-way.
    pub fn give_up(&mut self, first: u32) {
        self.session.give_up(first);
    }

    /// The number that the next accepted cell gets.
    pub fn next_number(&self) -> u32 {
        self.next
    }

    /// The names for people of the kernels that hold a copy of a device function, and so are compiled again when it is defined anew:
    /// of the one with this symbol, or, if that is empty, of all functions of this qualified name.
    pub fn kernels_using(&self, symbol: &str, name: &str) -> Vec<String> {
        let kernels = self.session.kernels_using(symbol, name);
        kernels.into_iter().map(|kernel| kernel.display).collect()
    }

    /// What tells the source of a kernel's code, as its newest version is; nothing if there is no such kernel.
    pub fn kernel_source(&mut self, symbol: &str) -> Option<KernelSource> {
        let units = self.units.iter_mut().rev();
        std::iter::once(&mut self.session)
            .chain(units.map(|unit| &mut unit.session))
            .find_map(|session| {
                Some(KernelSource {
                    closure: session.closure_again(symbol, false)?,
                    with_lines: session.closure_again(symbol, true)?,
                })
            })
    }

    /// Takes the newest cells back, what they defined anew becomes what it was. `past`: the session's cells in order, of which those
    /// are read that were left out of the ASTs and may be needed again.
    ///
    /// # Errors
    /// If cells that had been left out of the ASTs are needed again and do not compile any more.
    pub fn undo<'a>(
        &mut self,
        cells: u32,
        past: impl IntoIterator<Item = Past<'a>>,
    ) -> Result<Undone> {
        let cells = cells.min(self.next.saturating_sub(1));
        let first = self.next - cells;
        let kernels = match self.committed.undo(first, past) {
            None => self.session.undo(first),
            Some(again) => {
                let mut session = start(&self.options, &self.cache)?.0;
                session.read_files_as(&self.session, first);
                let mut newest: HashMap<String, Kernel> = HashMap::new();
                for record in again {
                    let name = record.source.cell_name(record.number);
                    let text = record.source.laid_out(&record.text);
                    let cell = session.compile(&text, &name, record.number, next_serial())?;
                    cell.map_err(|rejected| anyhow!("{}", rejected.rendered))
                        .with_context(|| {
                            format!("{name} was accepted once and is not accepted again")
                        })?;
                    newest.extend(
                        session
                            .take_kernels()
                            .0
                            .into_iter()
                            .map(|kernel| (kernel.symbol.clone(), kernel)),
                    );
                }
                self.session = session;
                newest.into_values().collect()
            }
        };
        self.units.retain(|unit| unit.cell < first);
        self.next = first;
        Ok(Undone { cells, kernels })
    }
}

/// Another number for each text that this process compiles: it tells instances of display code apart, which executors keep while
/// compilers come and go.
pub(crate) fn next_serial() -> u32 {
    static SERIAL: AtomicU32 = AtomicU32::new(0);
    SERIAL.fetch_add(1, Ordering::Relaxed) + 1
}

/// A header that is saved again and again while sessions start is no reason to try for ever.
const STARTS_MAX: u32 = 4;

/// The ASTs of a session without cells, and the key that names everything that the prelude's code depends on.
fn start(options: &Options, cache: &Cache) -> Result<(Session, Key)> {
    start_unit(options, cache, 0)
}

/// The ASTs of a unit in CUDA, to which nothing was added yet, and the key that names everything that the prelude's code depends on.
pub(crate) fn start_unit(options: &Options, cache: &Cache, unit: u32) -> Result<(Session, Key)> {
    start_telling(options, cache, unit, &|| ())
}

/// The same; `preparing` is called as for `precompiled::both`, once.
fn start_telling(
    options: &Options,
    cache: &Cache,
    unit: u32,
    preparing: &dyn Fn(),
) -> Result<(Session, Key)> {
    refuse_reserved_macros(options)?;
    let system = system_arguments(cache)?;
    let mut starts = 0;
    loop {
        starts += 1;
        let mut settings = settings(options, &system, unit);
        if cache.directory().is_some() {
            settings.preamble += WITHHELD;
        }
        let [host, device] = precompiled::both(
            &settings,
            cache,
            if starts == 1 { preparing } else { &|| () },
        )
        .with_context(|| about_macros(options))?;
        let prelude_key = precompiled::key("chevron-prelude-v2", &settings, 0)
            .field("prelude", PRELUDE.as_bytes())
            .field("files", &host.files)
            .finish();
        settings.precompiled = [host.header, device.header];
        match Session::new(settings) {
            // A file has been saved since they were found good.
            Err(_)
                if starts < STARTS_MAX
                    && !(SourceFiles::are_current(&host.files)
                        && SourceFiles::are_current(&device.files)) => {}
            session => {
                let session = session.with_context(|| about_macros(options))?;
                return Ok((session, prelude_key));
            }
        }
    }
}

/// What cells may not define the command line may not either.
fn refuse_reserved_macros(options: &Options) -> Result<()> {
    let mut given = options.defines.iter().chain(&options.undefines);
    let Some(define) = given.find(|it| it.starts_with("__chv_")) else {
        return Ok(());
    };
    let name = define.split(['=', '(']).next().unwrap_or(define);
    anyhow::bail!(
        "names that begin with `__chv_` are Chevron's own: the macro `{name}` needs another one"
    )
}

/// What the ASTs of cells in CUDA are made from, without precompiled headers.
fn settings(options: &Options, system: &[String], unit: u32) -> Settings {
    Settings {
        headers: headers(options.toolkit.is_some()),
        arguments: [
            arguments(options, system, false),
            arguments(options, system, true),
        ],
        preamble: match options.toolkit {
            Some(_) => format!("{TOOLKIT_PREAMBLE}{PREAMBLE}"),
            None => PREAMBLE.to_owned(),
        },
        stamp: options
            .toolkit
            .as_ref()
            .map_or_else(String::new, |it| it.stamp()),
        precompiled: [Vec::new(), Vec::new()],
        color: options.color,
        unit,
    }
}

fn about_macros(options: &Options) -> String {
    match options.defines.is_empty() {
        true => "the headers of the session cannot be read".to_owned(),
        false => format!(
            "a macro that is given with `-D` may change what headers mean (`-D {}`)",
            options.defines.join("`, `-D ")
        ),
    }
}

/// Asking clang's driver takes milliseconds, so its answer is kept until a compiler or a header directory changes.
pub(crate) fn system_arguments(cache: &Cache) -> Result<Vec<String>> {
    let clang = toolchain::root().join("bin/clang");
    let mut key = Key::builder("chevron-system-arguments-v1")
        .field("clang", clang.as_os_str().as_encoded_bytes());
    for directory in [
        "/usr/include",
        "/usr/include/c++",
        "/usr/lib/gcc/x86_64-linux-gnu",
    ] {
        key = key.field(
            directory,
            target::file_stamp(Path::new(directory)).as_bytes(),
        );
    }
    key = key.field("root", target::file_stamp(toolchain::root()).as_bytes());
    let key = key.finish();
    if let Some(entry) = cache.get_kind(Kind::Precompiled, &key)
        && let Ok(text) = String::from_utf8(entry.payload)
    {
        return Ok(text.lines().map(str::to_owned).collect());
    }
    let found = shim::system_arguments(&clang)?;
    let payload = found.join("\n").into_bytes();
    cache.put(
        &key,
        &Entry {
            kind: Kind::Precompiled,
            kernels: Vec::new(),
            meta: Vec::new(),
            payload,
        },
    );
    Ok(found)
}

/// The cc1 arguments of one side.
fn arguments(options: &Options, system: &[String], device: bool) -> Vec<String> {
    let mut list = dialect_arguments(options, device);
    list.extend(match device {
        true => options.device.arguments(options.ptx),
        false => target::host_arguments(),
    });
    list.extend(openmp::arguments(device).iter().map(|&it| it.to_owned()));
    list.push(format!("-std={}", options.std));
    list.push(format!("-D__CHEVRON_WARP_SIZE__={}", options.warp_size));
    list.extend(user_arguments(options));
    list.extend(["-internal-isystem".to_owned(), HEADER_DIR.to_owned()]);
    if let Some(at) = system.iter().position(|it| it == "-resource-dir") {
        // Clang's wrappers make the standard library's own functions callable from device code.
        list.extend([
            "-internal-isystem".to_owned(),
            format!("{}/include/cuda_wrappers", system[at + 1]),
        ]);
    }
    list.extend(system.iter().cloned());
    if let Some(toolkit) = &options.toolkit {
        list.extend(toolkit_arguments(toolkit, options.device));
    }
    // Cells of a file look beside it. It may be a session that was saved elsewhere, whose cells looked here.
    list.extend(["-idirafter".to_owned(), ".".to_owned()]);
    list
}

/// What the user has asked for: macros and directories.
pub(crate) fn user_arguments(options: &Options) -> Vec<String> {
    let defines = options.defines.iter().map(|define| format!("-D{define}"));
    let undefines = options.undefines.iter().map(|name| format!("-U{name}"));
    let directories = options.include_dirs.iter();
    let directories = directories.flat_map(|it| ["-I".to_owned(), it.display().to_string()]);
    defines.chain(undefines).chain(directories).collect()
}

/// As `dialect_arguments`, for a file that a host compiler would take.
pub(crate) fn host_dialect(language: &str, options: &Options) -> Vec<String> {
    let mut list = dialect_arguments(options, false);
    let words = ["-aux-triple", "-x"].map(|word| list.iter().position(|it| it == word));
    if let [Some(triple), Some(at)] = words {
        list[at + 1] = language.to_owned();
        list.drain(triple..triple + 2);
    }
    list.retain(|it| !it.starts_with("-target-sdk-version"));
    list
}

/// How the language is to be read, and what kind of code is to come of it.
fn dialect_arguments(options: &Options, device: bool) -> Vec<String> {
    let mut list: Vec<String> = Vec::new();
    let mut add = |items: &[&str]| list.extend(items.iter().map(|&it| it.to_owned()));
    let (triple, other) = match device {
        true => (options.device.triple(), target::HOST_TRIPLE),
        false => (target::HOST_TRIPLE, options.device.triple()),
    };
    add(&[
        "-triple",
        triple,
        "-aux-triple",
        other,
        "-x",
        "cuda",
        "-fdeclspec",
        "-fincremental-extensions",
    ]);
    add(&[
        "-O2",
        "-disable-llvm-passes",
        "-emit-llvm-only",
        "-discard-value-names",
        "-fgnuc-version=4.2.1",
    ]);
    add(&["-fcxx-exceptions", "-fexceptions"]);
    add(&[
        "-fpch-instantiate-templates",
        "-ferror-limit",
        "0",
        "-fmessage-length=0",
    ]);
    let sdk = match &options.toolkit {
        Some(toolkit) => toolkit.version_text(),
        None => "13.0".to_owned(),
    };
    add(&[&format!("-target-sdk-version={sdk}")]);
    add(&["-Wno-unknown-cuda-version", "-Wno-macro-redefined"]);
    // A failed `assert` at top level tells that it was there; nobody needs a warning before.
    add(&["-Wno-predefined-identifier-outside-function"]);
    // To clang each cell is the end of a file: `#pragma pack(push)` for the cells to come would be a mistake there, told again with each.
    add(&["-Wno-pragma-pack"]);
    // Cells see each other without: what follows `export module` would be out of sight of later cells.
    add(&["-fno-cxx-modules"]);
    // An error of C++17 that nvcc does not mind.
    add(&["-Wno-register"]);
    // A loop that never ends does nothing until it is interrupted; to C++ it is undefined, and clang would drop it.
    add(&["-fno-finite-loops"]);
    add(&["-fno-rounding-math"]);
    if device {
        // As nvcc does by default.
        add(&["-ffp-contract=fast", "-fcuda-is-device"]);
    } else {
        // Results of host code are those of any x86-64 machine, as with nvcc.
        add(&["-ffp-contract=off", "-mconstructor-aliases"]);
        // Programs compare what a kernel made of numbers that overflow with the host's own: nvcc's host compiler gives these.
        add(&["-fwrapv"]);
        // Version 5 has a checksum of each header in every cell.
        add(&["-debug-info-kind=line-tables-only", "-dwarf-version=4"]);
        add(&["-gno-column-info", "-fdebug-compilation-dir=/chevron"]);
    }
    list
}

/// The embedded headers; beside a toolkit's only those that it does not have.
pub(crate) fn headers(toolkit: bool) -> Vec<(String, &'static [u8])> {
    let headers = HEADERS.iter().filter_map(|&(name, contents)| {
        let stand_in = name.strip_prefix("toolkit/");
        match (toolkit, stand_in) {
            (true, Some(name)) => Some((format!("{TOOLKIT_STAND_INS}/{name}"), contents)),
            (true, None) if name.starts_with("chevron/") || name == "math.h" => {
                Some((format!("{HEADER_DIR}/{name}"), contents))
            }
            (false, None) => Some((format!("{HEADER_DIR}/{name}"), contents)),
            _ => None,
        }
    });
    headers.collect()
}

/// What clang's driver passes for a toolkit.
pub(crate) fn toolkit_arguments(toolkit: &Toolkit, device: DeviceTarget) -> Vec<String> {
    let mut list = device.toolkit_arguments();
    let directories = toolkit.include_dirs.iter().map(PathBuf::as_path);
    for directory in directories.chain([Path::new(TOOLKIT_STAND_INS)]) {
        list.extend([
            "-internal-isystem".to_owned(),
            directory.display().to_string(),
        ]);
    }
    list
}

#[cfg(test)]
mod tests;
