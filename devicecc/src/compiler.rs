//! The compiler of a session: options, precompiled headers, cells.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use kernels_cache::{Cache, Entry, Key, Kind};

use crate::arguments::{arguments, headers, system_arguments};
use crate::cell::{Cell, HostModule, Kernel, KernelSource, Rejected, Undone};
use crate::committed::{Committed, Past};
use crate::common_headers;
use crate::compiled_unit::CompiledUnit;
use crate::error::{Error, bail_mendable};
use crate::options::Options;
use crate::precompiled;
use crate::serial::next_serial;
use crate::shim::{Session, Settings};
use crate::source::Source;
use crate::source_files::SourceFiles;

/// What every cell may use without including it, and what the prelude includes.
const PREAMBLE: &str = "#include <cuda_runtime.h>\n#include <chevron/display_values.h>\n\
    #ifndef __CUDA_ARCH__\n#include <cxxabi.h>\n#include <exception>\n#include <typeinfo>\n#endif\n";

/// Comes last in a preamble that is precompiled. Its headers take cells up to a second to read, and no cell sees what they declare before it includes
/// them (`withheld_names` of the shim).
const WITHHELD: &str = "#include <chevron/withheld.h>\n";

/// What comes before the preamble if a toolkit's headers are used: clang's own way of reading them. The device runtime's calls have their bodies from us.
const TOOLKIT_PREAMBLE: &str = "#define __CUDACC_INTERNAL_NO_STUBS__\n#include <chevron/unsigned_atomics_nvptx.h>\n#include <__clang_cuda_runtime_wrapper.h>\n#include <chevron/toolkit.h>\n";

/// The text of cell 0.
const PRELUDE: &str = "#include <chevron/prelude.h>\n";

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
    pub fn new(options: &Options, cache: &Cache) -> Result<Compiler, Error> {
        Compiler::new_telling(options, cache, &|| ())
    }

    /// The same; `preparing` is called if the cache has not the headers in the form that the compiler reads. Then the start takes seconds.
    ///
    /// # Errors
    /// As for [`Compiler::new`].
    pub fn new_telling(
        options: &Options,
        cache: &Cache,
        preparing: &dyn Fn(),
    ) -> Result<Compiler, Error> {
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
    pub fn prelude(&mut self) -> Result<Cell, Error> {
        if let Some(entry) = self.cache.get_kind(Kind::Precompiled, &self.prelude_key) {
            self.next = 1;
            let host = HostModule {
                bitcode: entry.payload.into_vec(),
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
            Err(rejected) => {
                let what = format!(
                    "the embedded prelude does not compile:\n{}",
                    rejected.rendered
                );
                return Err(Error::Broken(what.into()));
            }
        };
        let host = cell
            .host
            .as_ref()
            .context("the embedded prelude defines nothing")?;
        let entry = Entry {
            kind: Kind::Precompiled,
            kernels: Vec::new(),
            meta: Vec::new(),
            payload: host.bitcode.clone().into(),
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
    /// If the compiler itself failed on it, or was stopped (`Error::Interrupted`); the session is as it was then too.
    pub fn compile(
        &mut self,
        text: impl Into<Arc<str>>,
        source: &Source,
    ) -> Result<Result<Cell, Rejected>, Error> {
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
    ) -> Result<Result<Cell, Rejected>, Error> {
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

    fn compile_text(
        &mut self,
        text: &str,
        source: &Source,
    ) -> anyhow::Result<Result<Cell, Rejected>> {
        let name = source.cell_name(self.next);
        let laid_out = source.laid_out(text);
        let mut result =
            self.session
                .compile(&laid_out, &name, self.next, next_serial(), source.reading())?;
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
                    max_threads: session.max_threads(symbol),
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
    ) -> Result<Undone, Error> {
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
                    let cell = session.compile(
                        &text,
                        &name,
                        record.number,
                        next_serial(),
                        record.source.reading(),
                    )?;
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

/// A header that is saved again and again while sessions start is no reason to try for ever.
const STARTS_MAX: u32 = 4;

/// The ASTs of a session without cells, and the key that names everything that the prelude's code depends on.
fn start(options: &Options, cache: &Cache) -> anyhow::Result<(Session, Key)> {
    start_unit(options, cache, 0, &[])
}

/// The ASTs of a unit in CUDA, to which nothing was added yet, and the key that names everything that the prelude's code depends on. The macros
/// `undefined` are not defined where its text begins.
pub(crate) fn start_unit(
    options: &Options,
    cache: &Cache,
    unit: u32,
    undefined: &[&str],
) -> anyhow::Result<(Session, Key)> {
    let without = |settings: &mut Settings| {
        for arguments in &mut settings.arguments {
            arguments.extend(undefined.iter().map(|it| format!("-U{it}")));
        }
    };
    start_changed(options, cache, unit, &|| (), &without)
}

/// The same; `preparing` is called as for `precompiled::both`, once.
fn start_telling(
    options: &Options,
    cache: &Cache,
    unit: u32,
    preparing: &dyn Fn(),
) -> anyhow::Result<(Session, Key)> {
    start_changed(options, cache, unit, preparing, &|_| ())
}

/// The ASTs of a text for itself; `change` adds to the settings what the preamble is read without.
pub(crate) fn start_alone(
    options: &Options,
    cache: &Cache,
    change: &dyn Fn(&mut Settings),
) -> anyhow::Result<Session> {
    start_changed(options, cache, 0, &|| (), change).map(|it| it.0)
}

fn start_changed(
    options: &Options,
    cache: &Cache,
    unit: u32,
    preparing: &dyn Fn(),
    change: &dyn Fn(&mut Settings),
) -> anyhow::Result<(Session, Key)> {
    refuse_reserved_macros(options)?;
    let system = system_arguments(cache)?;
    let settings_of = |options: &Options| {
        let mut settings = settings(options, &system, unit);
        if cache.directory().is_some() {
            settings.preamble += WITHHELD;
        }
        settings
    };
    let mut starts = 0;
    let mut shares = true;
    loop {
        starts += 1;
        let mut settings = settings_of(options);
        let preparing = || {
            if starts == 1 {
                preparing();
            }
        };
        let find = || common_headers::find(options, &settings_of, cache, &preparing);
        let shared = shares.then(find).flatten();
        let is_shared = shared.is_some();
        let [host, device] = match shared {
            Some(headers) => headers,
            None => precompiled::both(&settings, cache, &preparing)
                .with_context(|| about_macros(options))?,
        };
        let prelude_key = precompiled::key("chevron-prelude-v2", &settings, 0)
            .field("prelude", PRELUDE.as_bytes())
            .field("files", &host.files)
            .finish();
        settings.precompiled = [host.header, device.header];
        change(&mut settings);
        match Session::new(settings) {
            // Clang may have a reason to refuse headers that were made with other options.
            Err(_) if is_shared => shares = false,
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
fn refuse_reserved_macros(options: &Options) -> anyhow::Result<()> {
    let mut given = options.defines.iter().chain(&options.undefines);
    let Some(define) = given.find(|it| it.starts_with("__chv_")) else {
        return Ok(());
    };
    let name = common_headers::name_of(define);
    bail_mendable!(
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
        precompiled: Default::default(),
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

#[cfg(test)]
mod tests;
