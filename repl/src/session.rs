//! A session: the compiler, the cache, the executor, and what is committed in them. A cell commits or changes nothing.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use devicecc::cell::{Cell, Item, ItemKind, Rejected};
use devicecc::{Source, emit, stoppable};
use jit_api::client::Death;
use jit_api::wire::{CellImage, DeviceDescription, Edition, ShownMost, Statistics, VariableImage};

use crate::images;
use crate::interrupt::{Stop, Stopped};

pub mod assist;
pub mod checkpoint;
mod code_remarks;
mod commit;
mod committed;
mod crash;
mod debug;
pub mod definitions;
mod device_symbols;
mod end;
pub mod explain;
mod header_names;
mod heap;
mod host_code;
mod kernel_facts;
mod last_value;
mod launch_mistakes;
pub mod leaving_out;
pub mod library;
pub mod machine_code;
pub mod memory_use;
mod mended;
mod missing_files;
mod missing_headers;
mod misspelt;
mod notes;
mod older_code;
pub mod openmp;
mod other_reading;
mod parts;
mod preparing;
mod profile;
pub(crate) mod programs;
mod recovery;
mod reports;
mod rewind;
mod sanitize;
pub(crate) mod slips;
mod start;
pub mod tiers;
pub mod timing;
mod toolkit;
mod toolkit_libraries;
pub mod traffic;

pub use committed::Committed;
pub(crate) use committed::shared_text;
pub(crate) use crash::CALL_OF_MAIN;
use definitions::{CellNames, Definitions};
pub use parts::Session;
use toolkit_libraries::libraries_of;

/// How a cell ended.
#[derive(Debug)]
pub enum CellEnd {
    /// It ran to its end.
    Done {
        /// The signature of the `main` that it defines, which has not been called.
        main: Option<String>,
    },
    /// It failed; the user has been told.
    Failed,
    /// Its `main` ended the executor, as programs do. If it was not by `exit`, the user has been told how.
    Program {
        /// How it ended.
        death: Death,
        /// An error of the device or of a launch was never read by it; the user has been told.
        unhandled: bool,
    },
}

/// Libraries whose functions are Chevron's own: command lines name them, and without a toolkit nothing is to be loaded.
const OWN_LIBRARIES: [&str; 8] = [
    "cuda",
    "cudart",
    "cudart_static",
    "cudadevrt",
    "nvrtc",
    "nvrtc-builtins",
    "hiprtc",
    "amdhip64",
];

/// A compiled cell, the text that it was made from, and what the executor gets of it, or why that could not be made.
type Made = (Cell, Arc<str>, anyhow::Result<CellImage>);

impl Session {
    /// Tells the session that cells will come one by one, not a program: it makes ready what the first kernel needs.
    pub fn expect_cells(&self) {
        self.workers().get_ready();
    }

    /// Compiles and runs a cell, and tells the user everything about it. `program`: if it defines `main`, call that with these
    /// arguments and end the executor with its status. `Err`: the session cannot go on.
    pub fn run_cell(
        &mut self,
        text: impl Into<Arc<str>>,
        source: Source,
        program: Option<Vec<String>>,
    ) -> anyhow::Result<CellEnd> {
        self.cell(text.into(), source, program, true)
    }

    /// Compiles and links a cell for its definitions; none of its code runs.
    pub fn link_cell(
        &mut self,
        text: impl Into<Arc<str>>,
        source: Source,
    ) -> anyhow::Result<CellEnd> {
        self.cell(text.into(), source, None, false)
    }

    fn cell(
        &mut self,
        text: Arc<str>,
        source: Source,
        program: Option<Vec<String>>,
        run: bool,
    ) -> anyhow::Result<CellEnd> {
        self.executors().cell_entered();
        let end = self.cell_now(text, source, program, run);
        self.executors().cell_ended();
        end
    }

    fn cell_now(
        &mut self,
        text: Arc<str>,
        source: Source,
        program: Option<Vec<String>>,
        run: bool,
    ) -> anyhow::Result<CellEnd> {
        let source = self.with_last_value(&text, source);
        let Some((cell, text, image)) = self.made_or_told(&text, &source, program.is_some()) else {
            return Ok(CellEnd::Failed);
        };
        self.render().cell_is_from(cell.number, source.place());
        let (interrupted, anew) = (self.newest().interrupted(), self.settle()?);
        if interrupted {
            self.newest_mut().set_interrupted(true);
            self.render().interrupted_compilation(cell.number);
            if !anew {
                self.take_back(cell.number)?;
            }
            return Ok(CellEnd::Failed);
        }
        if anew {
            return self.cell_now(text, source, program, run);
        }
        self.render().diagnostics(&cell.warnings);
        self.tell_old_types(&cell.old_types);
        self.tell_kept(&cell, &source);
        self.tell_libraries(&cell, &text);
        let mut image = match image {
            Ok(image) => image,
            Err(error) => {
                self.render().error(format_args!(
                    "{}: no code could be made: {error:#}",
                    self.render().named(cell.number)
                ));
                self.take_back(cell.number)?;
                return Ok(CellEnd::Failed);
            }
        };
        image.main = program.filter(|_| cell.main_type.is_some());
        image.run = run;
        self.load_needed_libraries(&image)?;
        self.commit(cell, text, source, image)
    }

    /// What the compiler makes of a cell that is entered; if that is nothing, the user has been told why.
    fn made_or_told(&mut self, text: &Arc<str>, source: &Source, is_program: bool) -> Option<Made> {
        self.newest_mut().begin();
        self.workers().cell_entered();
        self.view().tell_compiling();
        let (interrupt, flag) = (self.interrupt(), Arc::<AtomicBool>::default());
        let (made, stopped) = interrupt.during(Stop::by_flag(&flag), || {
            stoppable(&flag, || self.make(text, source, is_program))
        });
        self.workers().cell_compiled();
        self.newest_mut().set_interrupted(stopped != Stopped::No);
        let number = self.compiler().next_number();
        match made {
            Ok(Ok(made)) => return Some(made),
            Ok(Err(rejected)) => {
                self.troubles_mut()
                    .failed(number, text, explain::Trouble::Rejected);
                self.tell_rejected(text, source, rejected);
            }
            Err(error) if is_interruption(&error) => {
                self.render().cell_is_from(number, source.place());
                self.render().interrupted_compilation(number);
            }
            Err(error) => self.render().error(format_args!(
                "the compiler failed on this cell, the session is as before: {error:#}"
            )),
        }
        None
    }

    /// What the compiler makes of a cell: the cell, the text that it was made from, and what the executor gets of it; or why it is rejected. The
    /// closures of its kernels go to the workers.
    fn make(
        &mut self,
        text: &Arc<str>,
        source: &Source,
        is_program: bool,
    ) -> anyhow::Result<Result<Made, Rejected>> {
        let start = Instant::now();
        let compiled = self.compile(Arc::clone(text), source);
        self.newest_mut().timings_mut().compile = start.elapsed();
        let (cell, text) = match compiled? {
            Ok(compiled) => compiled,
            Err(rejected) => return Ok(Err(rejected)),
        };
        let dependents = dependents(&cell);
        self.troubles_mut().compiled(&cell, &dependents);
        let timings = self.newest_mut().timings_mut();
        timings.number = cell.number;
        timings.stages = cell.timings;
        timings.dependents = dependents;
        if is_program || cell.main_type.is_some() {
            self.workers().cell_is_program(cell.number);
        }
        let expected = self.workers().expect(cell.number);
        self.compiler_mut().cut_beside(move |kernels, nanoseconds| {
            expected.submit(kernels, Duration::from_nanos(nanoseconds));
        });
        let image = self.image(&cell);
        Ok(Ok((cell, text, image)))
    }

    /// Makes a shared library's symbols available. The error text is the user's business.
    pub fn load_library(&mut self, name: &str) -> anyhow::Result<Option<String>> {
        let name = self.library_path(name);
        if self.settings().compiler.toolkit.is_none() && OWN_LIBRARIES.contains(&name.as_str()) {
            return Ok(None);
        }
        self.revive()?;
        match self.executor_mut().library(&name) {
            Ok(None) => {
                self.executors_mut().keep_library(name);
                Ok(None)
            }
            Ok(error) => Ok(error),
            Err(death) => {
                self.recover(None)?;
                Ok(Some(format!(
                    "the executor ended while it loaded `{name}`: {death}"
                )))
            }
        }
    }

    /// Adds a directory to the include path, for the cells to come.
    pub fn add_include_dir(&mut self, directory: PathBuf) -> anyhow::Result<()> {
        self.tell_searched_last(&directory);
        self.settings_mut().compiler.include_dirs.push(directory);
        self.rebuild_compiler()
    }

    /// The devices of the executor.
    pub fn devices(&mut self) -> anyhow::Result<Vec<DeviceDescription>> {
        self.revive()?;
        self.executor_mut()
            .devices()
            .map_err(|death| anyhow::anyhow!("{death}"))
    }

    /// Memory and counts of the executor.
    pub fn statistics(&mut self) -> anyhow::Result<Statistics> {
        self.revive()?;
        self.executor_mut()
            .statistics()
            .map_err(|death| anyhow::anyhow!("{death}"))
    }

    /// Is a text with this origin a program, and nobody there to enter it again?
    fn is_program(&self, source: &Source) -> bool {
        match source.origin() {
            Source::Units(_) => true,
            Source::File(_) => !self.settings().at_prompt,
            _ => false,
        }
    }

    /// Says which symbols a cell's host code needs that it cannot have. Clang lets statements at top level name device functions.
    fn tell_undefined(&self, cell: &Committed, symbols: &[String]) {
        let is_program = self.is_program(&cell.facts.source);
        let name = match is_program {
            true => "this program".to_owned(),
            false => self.render().named(cell.number),
        };
        let defined = self.definitions();
        let is_of_device = |symbol: &&String| {
            let name = symbol.split('(').next().unwrap_or_default();
            let of_device = |&at: &usize| defined.list()[at].item.kind == ItemKind::DeviceFunction;
            defined.named(name).iter().any(of_device)
        };
        let quoted = |symbols: Vec<&String>| {
            let quoted: Vec<String> = symbols.iter().map(|it| format!("`{it}`")).collect();
            quoted.join(", ")
        };
        let (of_device, unknown): (Vec<_>, Vec<_>) = symbols.iter().partition(is_of_device);
        if !of_device.is_empty() {
            self.render().error(format_args!(
                "{name}: host code cannot call {}: defined for devices only",
                quoted(of_device)
            ));
            self.render()
                .hint("call it in a kernel, or define it as `__host__ __device__`");
        }
        if !unknown.is_empty() {
            let table = unknown.iter().find_map(|it| class_of_table(it));
            let of_openmp = unknown.iter().any(|it| devicecc::openmp::has_symbol(it));
            let libraries = unknown.iter().find_map(|it| libraries_of(it).first());
            self.render()
                .error(format_args!("{name}: nothing defines {}", quoted(unknown)));
            let hint = match (table, libraries) {
                (None, _) if of_openmp => openmp::INSTALL.to_owned(),
                (Some(class), _) => format!(
                    "it comes with the first virtual function of `{class}` that is neither pure nor inline: define that before what needs it, or in the same cell"
                ),
                (None, Some(name)) => format!(
                    "NVIDIA's lib{name} has it: `%lib {name}` loads that, from the directory that `-L DIR` names"
                ),
                (None, None) if is_program => "another file of the program may define it: `chevron run a.cu b.cu` takes several; `-l NAME` loads a library that does".to_owned(),
                (None, None) => "define it, or load the library that has it with `%lib NAME`, then enter the cell again".to_owned(),
            };
            self.render().hint(hint);
        }
    }

    /// What the session defines now and defined before.
    pub fn definitions(&self) -> Definitions<'_> {
        Definitions::of(self.cells().iter().map(|cell| CellNames {
            number: cell.number,
            items: cell.items(),
            replaced: cell.replaced().collect(),
            undefined_macros: &cell.facts.undefined_macros,
        }))
    }

    /// Names for people of the kernels that are compiled again when this function is defined anew; empty for other items.
    pub fn kernels_using(&self, item: &Item) -> Vec<String> {
        match item.kind {
            ItemKind::DeviceFunction | ItemKind::Function | ItemKind::Template => {
                self.compiler().kernels_using(&item.symbol, &item.name)
            }
            ItemKind::Kernel
            | ItemKind::DeviceVariable
            | ItemKind::Variable
            | ItemKind::Type
            | ItemKind::Namespace
            | ItemKind::Macro => Vec::new(),
        }
    }

    fn missing_headers(&self, text: &str, source: &Source, rejected: &Rejected) -> Vec<String> {
        let mut earlier: Vec<&str> = self.cells().iter().map(|it| &*it.text).collect();
        if let Source::Units(units) = source.origin() {
            earlier.extend(units.iter().map(|it| &*it.text));
        }
        let surroundings = missing_headers::Surroundings {
            finds: &|header| self.compiler().finds_header(header),
            earlier: &earlier,
            standard: &self.settings().compiler.std,
            toolkit: self.settings().compiler.toolkit.is_some(),
            program: self.is_program(source),
        };
        missing_headers::hints(text, rejected, &surroundings)
    }

    /// The number that the next cell gets, and its prompt shows.
    pub fn next_number(&self) -> u32 {
        self.cells().newest_number() + 1
    }

    /// Libraries loaded so far.
    pub fn libraries(&self) -> &[String] {
        self.executors().libraries()
    }

    /// From now on cells show so much of their values.
    pub fn show_most(&mut self, shown: ShownMost) {
        self.view_mut().show_most(shown);
    }

    /// Was the cell that was entered last interrupted? Then who enters several should stop.
    pub fn interrupted(&self) -> bool {
        self.newest().interrupted()
    }

    /// From now on only cells to come count for `interrupted`.
    pub fn forget_interrupt(&mut self) {
        self.newest_mut().set_interrupted(false);
    }

    /// What `Render::running_mark` says when the next cell begins to run.
    pub fn mark_running(&mut self, fields: String) {
        self.view_mut().mark_running(fields);
    }

    /// After a cell that launched something, wait for the device and report its errors on that cell.
    pub fn set_sync(&mut self, sync: bool) {
        self.settings_mut().sync = sync;
    }

    /// What the executor gets of a cell: its host object and its variables' initial bytes are made here, while workers make the
    /// kernels.
    fn image(&mut self, cell: &Cell) -> anyhow::Result<CellImage> {
        let start = Instant::now();
        let mut image = CellImage {
            number: cell.number,
            kernels: images::names(&cell.kernels),
            definitions: images::definitions(&cell.definitions),
            ..CellImage::default()
        };
        for variable in &cell.variables {
            image.variables.push(self.variable(variable)?);
        }
        for thunks in &cell.thunks {
            let made = self
                .workers()
                .shared_target()
                .optimised(thunks, self.cache())?;
            let made = images::kernel(cell.number, thunks, Edition::Only, made);
            image.thunks.push(made);
        }
        if let Some(module) = &cell.host {
            let optimize = self.settings().compiler.optimize;
            let host = emit::host_object(module, cell.number, optimize, self.cache())?;
            if !host.cached {
                self.count_object();
            }
            self.newest_mut().timings_mut().host_cached = Some(host.cached);
            image.object = Some(host.object);
            image.entry = host.entry;
        }
        self.newest_mut().timings_mut().host = start.elapsed();
        Ok(image)
    }

    fn variable(&self, variable: &devicecc::cell::Variable) -> anyhow::Result<VariableImage> {
        let init = match &variable.init {
            Some(init) => Some(emit::variable_object(init, self.cache())?),
            None => None,
        };
        Ok(images::variable(
            variable,
            init.map(|init| (init.object, init.symbol)),
        ))
    }

    /// The path of a library named as in `-l`, if it is in a directory of `-L`; the name itself otherwise.
    fn library_path(&self, name: &str) -> String {
        let directories = &self.settings().library_dirs;
        let found = directories.iter().find_map(|it| library_in(it, name));
        found.map_or_else(
            || name.to_owned(),
            |path| path.to_string_lossy().into_owned(),
        )
    }
}

/// Did the compiler stop because it was asked to?
fn is_interruption(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(devicecc::Error::Interrupted(_)))
}

/// The class that a table of the C++ runtime's belongs to, by the demangled symbol.
fn class_of_table(symbol: &str) -> Option<&str> {
    ["vtable for ", "typeinfo for ", "VTT for "]
        .iter()
        .find_map(|table| symbol.strip_prefix(table))
}

/// `libNAME.so` in a directory, or the shortest `libNAME.so.VERSION`: wheels have no development links.
fn library_in(directory: &Path, name: &str) -> Option<PathBuf> {
    let file = format!("lib{name}.so");
    let link = directory.join(&file);
    if link.exists() {
        return Some(link);
    }
    let prefix = format!("{file}.");
    let entries = std::fs::read_dir(directory).ok()?.flatten();
    let versions = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix));
    versions
        .map(|entry| entry.path())
        .min_by_key(|path| path.as_os_str().len())
}

/// Kernels of earlier cells that this one has compiled again.
fn dependents(cell: &Cell) -> Vec<String> {
    let again = cell.kernels.iter().filter(|kernel| kernel.recompiled);
    again.map(|kernel| kernel.display.clone()).collect()
}
