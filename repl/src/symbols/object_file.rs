//! ELF files of the host, which may have code for GPUs in sections of theirs.

use anyhow::Context as _;
use object::read::elf::ElfFile64;
use object::{Object as _, ObjectSection as _, ObjectSymbol as _, SymbolKind};

use super::elf::{self, Elf};
use super::{Kind, Part, Symbol, bundle, fatbin};

/// Sections of host objects with code for GPUs.
const FAT_SECTIONS: [&str; 2] = [".nv_fatbin", ".hip_fatbin"];

/// Is it an ELF file, and for no GPU?
pub(super) fn is_for_host(bytes: &[u8]) -> bool {
    let file = ElfFile64::parse(bytes);
    file.is_ok_and(|file| !elf::is_for_gpus(&file).unwrap_or(false))
}

/// What an ELF file holds, whoever it is for.
pub(super) fn parts(bytes: &[u8]) -> anyhow::Result<Vec<Part>> {
    let file: Elf<'_> =
        ElfFile64::parse(bytes).context("is no ELF file of 64 bits, or a damaged one")?;
    match elf::is_for_gpus(&file)? {
        true => elf::parts(bytes),
        false => of_host(&file),
    }
}

/// What an object of the host has for GPUs; else its own functions and variables.
fn of_host(file: &Elf<'_>) -> anyhow::Result<Vec<Part>> {
    let mut found = Vec::new();
    for name in FAT_SECTIONS {
        let Some(section) = file.section_by_name(name) else {
            continue;
        };
        let data = section.data()?;
        if bundle::is_one(data) {
            found.extend(bundle::parts(data)?);
        } else {
            found.extend(fatbin::parts(data)?);
        }
    }
    if !found.is_empty() {
        return Ok(found);
    }
    let symbols = file
        .symbols()
        .filter(|it| it.is_definition() && it.is_global());
    let symbols = symbols.filter_map(|symbol| {
        let kind = match symbol.kind() {
            SymbolKind::Text => Kind::Function,
            SymbolKind::Data => Kind::Variable,
            _ => return None,
        };
        Some(Symbol::of(kind, symbol.name().ok()?, symbol.size()))
    });
    Ok(vec![Part::Object {
        what: "code for the host, with nothing for GPUs in it".to_owned(),
        symbols: symbols.collect(),
    }])
}
