//! Libraries of device code: what a session writes, and what it declares already of one that it takes in.

use devicecc::cell::{Cell, ItemKind};
use devicecc::library::{self, DIRECTIVE, Declarations};
use devicecc::targets::listing::Form;
use devicecc::targets::target_of;

use super::Session;
use crate::render::listed;

/// Names that a message lists at most.
const NAMES_MAX: usize = 4;

/// Kinds of devices, each with a form of code that it alone has.
const KINDS: [(Form, &str); 3] = [
    (Form::X86, "the CPU device"),
    (Form::Ptx, "NVIDIA GPUs"),
    (Form::Amdgcn, "AMD GPUs"),
];

/// A library, ready to be written.
pub struct Library {
    /// The file.
    pub bytes: Vec<u8>,
    /// What it declares.
    pub declarations: Declarations,
    /// The kinds of devices that it is for.
    pub kinds: Vec<&'static str>,
    /// Why it is not for others; for people.
    pub left_out: Vec<String>,
}

impl Session {
    /// The session's device code as a library: a module for each kind of device that takes the session's cells.
    ///
    /// # Errors
    /// The inner one is for people.
    pub fn library(&mut self) -> anyhow::Result<Result<Library, String>> {
        self.settle()?;
        let declarations = self.compiler_mut().library_declarations();
        if declarations.kernels.is_empty() && declarations.functions.is_empty() {
            let why = "this session has no kernels and no device functions that a library could have: define `__device__ float f(float x) { return x; }`";
            return Ok(Err(why.to_owned()));
        }
        let (mut modules, mut kinds, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
        let options = self.settings().target_options();
        for (form, name) in KINDS {
            let made = match target_of(form, None, self.workers().target(), &options) {
                Ok(None) => Ok(self.compiler_mut().library_module()),
                Ok(Some(target)) => self
                    .other_reading(Some(&*target))
                    .map(|other| other.compiler_mut().library_module()),
                Err(why) => Err(why.into()),
            };
            match made {
                Ok(Some(module)) => {
                    modules.push(module);
                    kinds.push(name);
                }
                Ok(None) => left_out.push(format!("it is not for {name}: there is no code")),
                Err(why) => left_out.push(format!("it is not for {name}: {why:#}")),
            }
        }
        Ok(Ok(Library {
            bytes: library::file(&modules, &declarations.text),
            declarations,
            kinds,
            left_out,
        }))
    }
}

/// What a cell's text says that it takes in.
fn library_of(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(DIRECTIVE)?;
    rest.split('"').nth(1)
}

impl Session {
    /// Says which functions of a library the cell takes the place of, and the other way round. The cell is not committed yet.
    pub(super) fn tell_libraries(&self, cell: &Cell, text: &str) {
        let now = library_of(text);
        let mut told: Vec<(String, String)> = Vec::new();
        for replaced in cell.replaced.iter().filter(|it| it.gone_from.is_none()) {
            let older = self.cells().numbered(replaced.cell);
            let then = older.and_then(|it| library_of(&it.text));
            let device = cell.items.iter().any(|it| {
                it.name == replaced.name
                    && matches!(it.kind, ItemKind::Kernel | ItemKind::DeviceFunction)
            });
            if now == then || !device {
                continue;
            }
            let whose = match then {
                Some(library) => format!("of `{library}`"),
                None => format!("of cell {}", replaced.cell),
            };
            told.push((whose, format!("`{}`", replaced.name)));
        }
        while let Some((whose, _)) = told.first().cloned() {
            let of_it = |it: &(String, String)| it.0 == whose;
            let names: Vec<String> = told.extract_if(.., |it| of_it(it)).map(|it| it.1).collect();
            let names = listed(&names, NAMES_MAX).unwrap_or_default();
            let by = now.map_or(String::new(), |it| format!("of `{it}` "));
            self.render()
                .note(format_args!("{names} {by}takes the place of that {whose}"));
        }
    }
}

/// The declaration, with a body, of a kernel that the session has only declared so far: what launches it comes with the library that defines it.
pub fn declared_here(session: &Session, symbol: &str) -> Option<String> {
    let definitions = session.definitions();
    let items = definitions.list().iter().filter(|it| it.newer.is_none());
    let item = { items.map(|it| it.item) }
        .rfind(|it| it.kind == ItemKind::Kernel && it.only_declared && it.symbol == symbol)?;
    let parameters = item.signature.strip_prefix("void (")?;
    let mut spaces: Vec<&str> = item.name.split("::").collect();
    let name = spaces.pop()?;
    let linkage = if item.symbol == item.name {
        "extern \"C\" "
    } else {
        ""
    };
    let declared = format!("{linkage}__global__ void {name}({parameters} {{}}");
    Some(spaces.iter().rev().fold(declared, |inner, space| {
        format!("namespace {space} {{ {inner} }}")
    }))
}
