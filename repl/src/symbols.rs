//! `chevron symbols FILE`: what a file with code for GPUs defines, read off the file itself. No driver is asked.

use std::fmt;
use std::path::Path;

use anyhow::Context as _;
use devicecc::demangled;

use crate::render::{Render, aligned};

mod bundle;
mod elf;
mod fatbin;
mod kernels;
mod nv_info;
mod object_file;
mod ptx;

pub(crate) use kernels::kernels_for;

/// A file that cannot be read.
const FAILURE: u8 = 1;

/// What is not known, or does not apply.
const UNKNOWN: &str = "-";

/// What a symbol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A `__global__` function.
    Kernel,
    /// A `__device__` function.
    Function,
    /// A variable.
    Variable,
}

/// One symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// What it is.
    pub kind: Kind,
    /// Mangled.
    pub name: String,
    /// Of a kernel: registers of a thread, in words.
    pub registers: Option<String>,
    /// Of a kernel: static shared memory (LDS) of a block, bytes.
    pub shared_bytes: Option<u64>,
    /// Local memory (scratch) of a thread, bytes.
    pub local_bytes: Option<u64>,
    /// Of a kernel: offset and size of each parameter.
    pub parameters: Option<Vec<(u64, u64)>>,
    /// Size of its code, or of the variable, bytes.
    pub bytes: u64,
}

impl Symbol {
    /// Of which nothing is known but its size.
    fn of(kind: Kind, name: &str, bytes: u64) -> Symbol {
        Symbol {
            kind,
            name: name.to_owned(),
            registers: None,
            shared_bytes: None,
            local_bytes: None,
            parameters: None,
            bytes,
        }
    }
}

/// What a file, or a part of one, holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A code object.
    Object {
        /// What it is for, such as `cubin for sm_90`.
        what: String,
        /// What it defines.
        symbols: Vec<Symbol>,
    },
    /// Something that is named and not read: why.
    Unread(String),
}

/// Lists the symbols of files. The status is 1 if one cannot be read.
///
/// # Errors
/// None so far.
pub fn files(render: &Render, files: &[impl AsRef<Path>]) -> anyhow::Result<u8> {
    let mut status = 0;
    for file in files {
        let file = file.as_ref();
        match read(file) {
            Ok(parts) => parts.iter().for_each(|part| {
                render.text(format_args!("{}: {part}", file.display()));
            }),
            Err(error) => {
                render.failure(&error);
                status = FAILURE;
            }
        }
    }
    Ok(status)
}

fn read(file: &Path) -> anyhow::Result<Vec<Part>> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read `{}`", file.display()))?;
    parts(&bytes).with_context(|| format!("`{}`", file.display()))
}

/// What bytes hold, by what they begin with.
///
/// # Errors
/// They are nothing that has symbols of device code, or are damaged.
pub fn parts(bytes: &[u8]) -> anyhow::Result<Vec<Part>> {
    if bytes.starts_with(b"\x7fELF") {
        return object_file::parts(bytes);
    }
    if fatbin::is_one(bytes) {
        return fatbin::parts(bytes);
    }
    if bundle::is_one(bytes) {
        return bundle::parts(bytes);
    }
    if bytes.starts_with(b"CCOB") {
        return Ok(vec![Part::Unread("a compressed bundle of clang's, which is not read: `clang-offload-bundler -unbundle` takes it apart".to_owned())]);
    }
    if bytes.starts_with(b"BC\xc0\xde") {
        return Ok(vec![Part::Unread(
            "LLVM bitcode, no code object: `llvm-nm` lists what it defines".to_owned(),
        )]);
    }
    if let Some(text) = ptx::text(bytes) {
        return Ok(vec![ptx::part(text)]);
    }
    anyhow::bail!("is no code object: neither an ELF file nor a fat binary")
}

impl Symbol {
    fn row(&self) -> [String; 7] {
        let number = |it: Option<u64>| it.map_or(UNKNOWN.to_owned(), |it| it.to_string());
        let kind = match self.kind {
            Kind::Kernel => "kernel",
            Kind::Function => "function",
            Kind::Variable => "variable",
        };
        let parameters = self.parameters.as_ref().map(|list| {
            let each: Vec<String> = list
                .iter()
                .map(|(at, bytes)| format!("{at}:{bytes}"))
                .collect();
            match each.is_empty() {
                true => "none".to_owned(),
                false => each.join(" "),
            }
        });
        [
            kind.to_owned(),
            demangled(&self.name),
            self.registers.clone().unwrap_or(UNKNOWN.to_owned()),
            number(self.shared_bytes),
            number(self.local_bytes),
            self.bytes.to_string(),
            parameters.unwrap_or(UNKNOWN.to_owned()),
        ]
    }
}

/// The columns' heads.
const HEADS: [&str; 7] = [
    "kind",
    "name",
    "registers",
    "shared bytes",
    "local bytes",
    "bytes",
    "parameters (offset:bytes)",
];

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Unread(what) => f.write_str(what),
            Part::Object { what, symbols } if symbols.is_empty() => {
                write!(f, "{what}, which defines nothing")
            }
            Part::Object { what, symbols } => {
                let mut symbols: Vec<&Symbol> = symbols.iter().collect();
                symbols.sort_by(|a, b| (a.kind, &a.name).cmp(&(b.kind, &b.name)));
                let rows: Vec<_> = std::iter::once(HEADS.map(str::to_owned))
                    .chain(symbols.into_iter().map(Symbol::row))
                    .collect();
                write!(f, "{what}\n{}", aligned(&rows))
            }
        }
    }
}

#[cfg(test)]
mod tests;
