//! The code of kernels, for people: which kernels a text means, and what their instructions are.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use devicecc::cell::{Item, ItemKind, KernelSource};
use devicecc::targets::listing::{Form, Listing};
use devicecc::targets::{KernelTarget, target_of};
use devicecc::{Compiler, Source, emit, stoppable};

use super::parts::Apart;
use super::{Committed, Session, is_interruption};
use crate::interrupt::Stop;
use crate::workers;

/// A kernel by its symbol and its name for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Mangled symbol.
    pub symbol: String,
    /// Name for people.
    pub display: String,
}

/// Why there is nothing to be shown, and what to type instead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// What is wrong.
    pub message: String,
    /// What the user may do.
    pub hint: Option<String>,
}

/// The code of one kernel.
pub struct Looked {
    /// The kernel.
    pub kernel: Named,
    /// Its code.
    pub listing: Listing,
}

/// The code of two versions of a kernel, each with the cell that made it.
pub struct Compared {
    /// The kernel.
    pub kernel: Named,
    /// The version before the newest.
    pub older: (u32, Listing),
    /// The newest.
    pub newer: (u32, Listing),
}

/// What a text means.
enum Meaning {
    /// Kernels that there are.
    Kernels(Vec<Named>),
    /// A cell's text, which launches or names some.
    Cell(String),
}

/// What is asked for.
pub struct Asked<'a> {
    /// The command that asks, without `%`.
    pub command: &'a str,
    /// A kernel's name, or code that launches some.
    pub text: &'a str,
    /// The form of the code.
    pub form: Form,
    /// For this architecture, not the device's.
    pub architecture: Option<&'a str>,
}

/// What became of it: the answer, or what the user is told; an error is none of theirs.
pub type Answer<T> = anyhow::Result<Result<Vec<T>, Told>>;

impl Session {
    /// The code of the kernels that a text means.
    pub fn code_of(&mut self, asked: &Asked<'_>) -> Answer<Looked> {
        self.answer(asked, |session, target, kernel, source| {
            let maker = target.unwrap_or_else(|| session.workers().target());
            let listing = maker.listing(&kernel.symbol, source, asked.form, session.cache())?;
            Ok(Ok(Looked {
                kernel: kernel.clone(),
                listing,
            }))
        })
    }

    /// The code of the two newest versions of the kernels that a text means.
    pub fn compared_code_of(&mut self, asked: &Asked<'_>) -> Answer<Compared> {
        self.answer(asked, |session, target, kernel, _| {
            let mut versions = session.versions_of(target, &kernel.symbol, &kernel.display)?;
            let (Some(newer), Some(older)) = (versions.pop(), versions.pop()) else {
                return Ok(Err(Told {
                    message: format!("`{}` has one version", kernel.display),
                    hint: Some("-d compares the two newest: define it again first".to_owned()),
                }));
            };
            let maker = target.unwrap_or_else(|| session.workers().target());
            let code = |version: &super::parts::other_readings::Version| {
                let source = KernelSource {
                    closure: version.closure.to_vec(),
                    with_lines: version.closure.to_vec(),
                    max_threads: version.max_threads,
                };
                maker.listing(&version.symbol, &source, asked.form, session.cache())
            };
            Ok(Ok(Compared {
                kernel: kernel.clone(),
                older: (older.cell, code(&older)?),
                newer: (newer.cell, code(&newer)?),
            }))
        })
    }

    /// Finds the kernels, and asks `of` for each. Ctrl-C ends that.
    pub(super) fn answer<T>(
        &mut self,
        asked: &Asked<'_>,
        of: impl Fn(
            &mut Session,
            Option<&dyn KernelTarget>,
            &Named,
            &KernelSource,
        ) -> anyhow::Result<Result<T, Told>>,
    ) -> Answer<T> {
        self.settle()?;
        let options = self.settings().target_options();
        let own = self.workers().target();
        let target = match target_of(asked.form, asked.architecture, own, &options) {
            Ok(target) => target,
            Err(error) => return Ok(Err(Told::of(format!("{error:#}")))),
        };
        let meaning = match self.meaning(asked) {
            Ok(meaning) => meaning,
            Err(told) => return Ok(Err(told)),
        };
        let (interrupt, flag) = (self.interrupt(), Arc::<AtomicBool>::default());
        let (made, _): (Answer<T>, _) = interrupt.during(Stop::by_flag(&flag), || {
            stoppable(&flag, || {
                let target = target.as_deref();
                let found = match self.sources_of_meaning(&meaning, target, asked)? {
                    Ok(found) => found,
                    Err(told) => return Ok(Err(told)),
                };
                let mut answers = Vec::new();
                for (kernel, source) in &found {
                    match of(self, target, kernel, source)? {
                        Ok(answer) => answers.push(answer),
                        Err(told) => return Ok(Err(told)),
                    }
                }
                Ok(Ok(answers))
            })
        });
        match made {
            Err(error) if is_interruption(&error) => Ok(Err(Told::of(format!(
                "`%{}` was interrupted",
                asked.command
            )))),
            // What cannot be compiled, or read for another device, is the user's to know and no end of the session.
            Err(error) => Ok(Err(Told::of(format!("{error:#}")))),
            made => made,
        }
    }

    /// The kernels, with what their code is made of.
    fn sources_of_meaning(
        &mut self,
        meaning: &Meaning,
        target: Option<&dyn KernelTarget>,
        asked: &Asked<'_>,
    ) -> anyhow::Result<Result<Vec<(Named, KernelSource)>, Told>> {
        let mut known = self.known_kernels();
        if target.is_some() {
            self.other_reading(target)?;
        }
        let Apart {
            cells,
            compiler: own,
            other_readings,
            ..
        } = self.apart();
        let other = match target {
            Some(_) => other_readings.newest(),
            None => None,
        };
        let compiler = match other {
            Some(other) => {
                let others = other.kernels();
                let others = others.iter().map(|(symbol, display)| Named {
                    symbol: (*symbol).to_owned(),
                    display: (*display).to_owned(),
                });
                known.extend(others);
                other.compiler_mut()
            }
            _ => own,
        };
        let found = match meaning {
            Meaning::Kernels(kernels) => sources_of(compiler, kernels.clone()),
            Meaning::Cell(text) => match of_cell(compiler, cells, text, asked.text, &known)? {
                Ok(found) => found,
                Err(told) => return Ok(Err(told)),
            },
        };
        if found.is_empty() {
            let told = match meaning {
                Meaning::Kernels(_) => format!("the code of `{}` is not there", asked.text),
                Meaning::Cell(_) => format!("`{}` launches no kernel", asked.text),
            };
            return Ok(Err(Told {
                message: told,
                hint: Some(self.names_of_kernels(asked.command)),
            }));
        }
        Ok(Ok(found))
    }

    /// What a text means, by the names that there are.
    fn meaning(&self, asked: &Asked<'_>) -> Result<Meaning, Told> {
        let text = asked.text.trim_end_matches([';', ' ']);
        if !is_name(text) {
            let spelt = bare(text);
            let known = self.known_kernels();
            let kernels: Vec<Named> = { known.into_iter() }
                .filter(|it| is_called(&bare(&it.display), &spelt))
                .collect();
            return Ok(match kernels.is_empty() {
                false => Meaning::Kernels(kernels),
                true if text.ends_with('>') && !text.contains("<<<") => {
                    Meaning::Cell(format!("(void)({text});"))
                }
                true => Meaning::Cell(format!("{text};")),
            });
        }
        let kernels = self.kernels_named(text);
        match kernels.is_empty() {
            true => Err(self.no_kernel(text, asked.command)),
            false => Ok(Meaning::Kernels(kernels)),
        }
    }

    /// Why a name is no kernel's, and what to type instead; nothing if it is one, or no bare name.
    pub fn why_no_kernel(&self, name: &str, command: &str) -> Option<Told> {
        let known = !is_name(name) || !self.kernels_named(name).is_empty();
        let template = self.definitions().has(name, ItemKind::Template);
        match known && !(is_name(name) && template) {
            true => None,
            false => Some(self.no_kernel(name, command)),
        }
    }

    /// How C++ means the kernel of this name, and what it is called: overloads are told apart by their types.
    pub fn callees(&self, name: &str) -> Vec<(String, String)> {
        let definitions = self.definitions();
        let items = definitions.named(name).into_iter();
        let items = items.map(|at| definitions.list()[at].item);
        let overloads: Vec<&Item> = items.filter(|it| it.kind == ItemKind::Kernel).collect();
        if overloads.len() < 2 {
            return vec![(name.to_owned(), name.to_owned())];
        }
        let of = |it: &&Item| {
            let (result, parameters) = it.signature.split_once('(')?;
            let callee = format!("static_cast<{result}(*)({parameters}>({name})");
            Some((callee, format!("{name}({parameters}")))
        };
        overloads.iter().filter_map(of).collect()
    }

    /// The kernels that a bare name means: overloads, and the instances of a template.
    pub fn kernels_named(&self, name: &str) -> Vec<Named> {
        let definitions = self.definitions();
        let of = definitions.named(name);
        let items = of.iter().map(|&at| definitions.list()[at].item);
        let mut found: Vec<Named> = Vec::new();
        let mut templates = of.is_empty();
        for item in items {
            templates |= item.kind == ItemKind::Template;
            if item.kind == ItemKind::Kernel && !item.symbol.is_empty() {
                found.push(Named {
                    symbol: item.symbol.clone(),
                    display: item.name.clone(),
                });
            }
        }
        // Instances of templates; and kernels of programs of several files, whose names no cell introduces.
        let instances = self.known_kernels().into_iter().filter(|it| {
            let template = it.display.split('<').next().unwrap_or_default();
            let instance = template.len() < it.display.len();
            templates && is_called(template, name) && (instance || of.is_empty())
        });
        found.extend(instances);
        found
    }

    /// All kernels of the session, in order of their names.
    pub fn known_kernels(&self) -> Vec<Named> {
        let images = self.cells().iter().filter_map(|cell| cell.image.as_ref());
        let of_cells = images.flat_map(|image| &image.kernels);
        let of_cells = of_cells
            .filter(|it| workers::is_kernel(&it.symbol))
            .map(|it| Named {
                symbol: it.symbol.clone(),
                display: it.display.clone(),
            });
        let compiled = self.workers().kernels().into_iter();
        let compiled = compiled.map(|(symbol, display)| Named { symbol, display });
        let mut all: Vec<Named> = of_cells.chain(compiled).collect();
        all.sort_by(|a, b| (&a.display, &a.symbol).cmp(&(&b.display, &b.symbol)));
        all.dedup();
        all
    }

    /// What a name is that is no kernel's, and what to type instead.
    fn no_kernel(&self, name: &str, command: &str) -> Told {
        let definitions = self.definitions();
        let Some(&at) = definitions.named(name).last() else {
            let near = definitions.near(name);
            let near = near.iter().find(|it| !self.kernels_named(it).is_empty());
            return Told {
                message: format!("there is no kernel `{name}`"),
                hint: Some(match near {
                    Some(near) => format!("did you mean `%{command} {near}`?"),
                    None => self.names_of_kernels(command),
                }),
            };
        };
        let item = definitions.list()[at].item;
        let kernels: Vec<String> = match item.kind {
            ItemKind::DeviceFunction => self.kernels_using(item),
            _ => item.uses.iter().map(|it| it.name.clone()).collect(),
        };
        let kernels = kernels
            .into_iter()
            .filter(|it| is_kernel(it, &self.known_kernels()));
        let kernels: Vec<String> = kernels.map(|it| format!("`%{command} {it}`")).collect();
        let (message, hint) = about_no_kernel(item, command, &kernels.join(", "));
        Told {
            message: format!("`{name}` is {message}"),
            hint: hint.or_else(|| Some(self.names_of_kernels(command))),
        }
    }

    /// Which kernels could be asked for.
    fn names_of_kernels(&self, command: &str) -> String {
        let names: Vec<String> = self
            .known_kernels()
            .into_iter()
            .map(|it| it.display)
            .collect();
        match crate::render::listed(&names, KERNELS_MAX) {
            Some(names) => format!("kernels of this session: {names}"),
            None => format!(
                "define a kernel first: `__global__ void k(int *p) {{ *p = 1; }}`, then `%{command} k`"
            ),
        }
    }

    /// A line of the user's text, by the names of line tables: what messages call its text, its line there, and the line itself.
    pub fn source_line(&self, file: &str, line: u32) -> Option<(String, String)> {
        if line == 0 || file.is_empty() || file.starts_with("/chevron/") {
            return None;
        }
        let cell = self.cells().iter().rev().find(|cell| {
            let source = &cell.facts.source;
            match source.file() {
                Some(path) => path.as_os_str() == file && has_line(cell, line),
                None => {
                    source.cell_name(cell.number) == file
                        || source.line_table_name(&cell.text) == file
                }
            }
        });
        let text = match cell {
            Some(cell) => {
                let at = line.checked_sub(cell.facts.source.lines_before() + 1)?;
                cell.text.lines().nth(at as usize)?.to_owned()
            }
            None => {
                let read = std::fs::read_to_string(file).ok()?;
                read.lines().nth(line as usize - 1)?.to_owned()
            }
        };
        let name = cell.map_or_else(
            || file.to_owned(),
            |cell| cell.facts.source.cell_name(cell.number),
        );
        Some((format!("{name}:{line}"), text.trim().to_owned()))
    }
}

/// How many kernels a hint names.
const KERNELS_MAX: usize = 8;

impl Told {
    fn of(message: String) -> Told {
        Told {
            message,
            hint: None,
        }
    }
}

fn has_line(cell: &Committed, line: u32) -> bool {
    let before = cell.facts.source.lines_before();
    let lines = u32::try_from(cell.text.lines().count()).unwrap_or(u32::MAX);
    line > before && line - before <= lines
}

/// What an item is that is no kernel, and what to type instead.
fn about_no_kernel(item: &Item, command: &str, kernels: &str) -> (&'static str, Option<String>) {
    let some = !kernels.is_empty();
    match item.kind {
        ItemKind::Template => (
            "a template, not a kernel yet",
            Some(match command {
                "occupancy" => format!("name an instance, `%{command} {}<float>`", item.name),
                _ => format!(
                    "name an instance, `%{command} {}<float>`, or a launch, `%{command} {}<<<1, 32>>>(…)`",
                    item.name, item.name
                ),
            }),
        ),
        ItemKind::DeviceFunction => (
            "a device function: its code is part of the kernels that call it",
            some.then(|| format!("see {kernels}")),
        ),
        ItemKind::Function => (
            "a host function, not a kernel",
            some.then(|| format!("it launches {kernels}")),
        ),
        ItemKind::Kernel => ("a kernel whose code is not there", None),
        ItemKind::Variable | ItemKind::DeviceVariable => ("a variable, not a kernel", None),
        ItemKind::Type => ("a type, not a kernel", None),
        ItemKind::Namespace => ("a namespace, not a kernel", None),
        ItemKind::Macro => ("a macro, not a kernel", None),
    }
}

fn is_kernel(name: &str, known: &[Named]) -> bool {
    known.iter().any(|it| {
        let template = it.display.split('<').next().unwrap_or_default();
        it.display == name || template == name
    })
}

/// Is the kernel of this full name meant by a name as people write it?
fn is_called(full: &str, name: &str) -> bool {
    full == name || full.strip_suffix(name).is_some_and(|it| it.ends_with("::"))
}

fn is_name(text: &str) -> bool {
    let good = |it: char| it.is_alphanumeric() || it == '_' || it == ':';
    text.starts_with(|it: char| it.is_alphabetic() || it == '_' || it == ':')
        && text.chars().all(good)
}

/// A name without blanks: `k< float >` is `k<float>`.
fn bare(name: &str) -> String {
    name.chars().filter(|it| !it.is_whitespace()).collect()
}

fn sources_of(compiler: &mut Compiler, kernels: Vec<Named>) -> Vec<(Named, KernelSource)> {
    let found = kernels.into_iter().filter_map(|kernel| {
        let source = compiler.kernel_source(&kernel.symbol)?;
        Some((kernel, source))
    });
    found.collect()
}

/// The kernels that a text launches or names, as if it had been entered; the compiler is as it was then.
fn of_cell(
    compiler: &mut Compiler,
    cells: &[Committed],
    text: &str,
    asked: &str,
    known: &[Named],
) -> anyhow::Result<Result<Vec<(Named, KernelSource)>, Told>> {
    let cell = match compiler.compile(text, &Source::Prompt)? {
        Ok(cell) => cell,
        Err(rejected) => {
            let first = rejected.errors().next();
            let why =
                first.map_or_else(|| "it does not compile".to_owned(), |it| it.message.clone());
            return Ok(Err(Told::of(format!("`{asked}` names no kernel: {why}"))));
        }
    };
    let launched = cell.host.as_ref().map(emit::launched_kernels);
    let launched = launched.transpose().map(Option::unwrap_or_default);
    let fresh = cell.kernels.iter().map(|it| Named {
        symbol: it.symbol.clone(),
        display: it.display.clone(),
    });
    let fresh: Vec<Named> = fresh.collect();
    let of_symbol = |symbol: &String| {
        let all = || fresh.iter().chain(known);
        let found = all().find(|it| it.symbol == *symbol).cloned();
        found.unwrap_or_else(|| Named {
            symbol: symbol.clone(),
            display: symbol.clone(),
        })
    };
    let mut kernels: Vec<Named> = launched.iter().flatten().map(of_symbol).collect();
    if kernels.is_empty() {
        kernels = fresh;
    }
    let found = sources_of(compiler, kernels);
    compiler.undo(1, cells.iter().map(Committed::past))?;
    launched?;
    Ok(Ok(found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_are_called_by_their_last_names_too() {
        assert!(is_called("ns::k<float>", "k<float>"));
        assert!(is_called("k", "k"));
        assert!(!is_called("ns::kk", "k"));
        assert_eq!(bare("k< float, 4 >"), "k<float,4>");
        assert!(is_name("ns::k") && !is_name("k<int>") && !is_name("1k") && !is_name(""));
    }
}
