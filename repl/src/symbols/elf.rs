//! Code objects that are ELF files: cubins, AMD's code objects, and objects of the host with fat binaries in them.

use std::collections::HashMap;

use anyhow::Context as _;
use devicecc::emit::amd_resources;
use object::read::elf::{ElfFile64, FileHeader as _, Sym as _};
use object::{
    Endianness, Object as _, ObjectSection as _, ObjectSegment as _, ObjectSymbol as _, SymbolKind,
};

use super::nv_info::{Facts, facts};
use super::{Kind, Part, Symbol};

// `e_machine`
const AMD: u16 = 224;
const CUDA: u16 = 190;

/// The bit of a symbol's `st_other` in a cubin that tells kernels from other functions.
const CUDA_ENTRY: u8 = 0x10;

/// Cubins of this version of the ABI have the architecture one byte further up in their flags.
const CUDA_ABI_OF_CUDA_13: u8 = 8;

pub(super) type Elf<'a> = ElfFile64<'a, Endianness>;

/// Is it an ELF file for GPUs?
pub(super) fn is_for_gpus(file: &Elf<'_>) -> anyhow::Result<bool> {
    let header = file.elf_header();
    let machine = header.e_machine(header.endian()?);
    Ok(machine == CUDA || machine == AMD)
}

/// What an ELF file for GPUs holds.
pub(super) fn parts(bytes: &[u8]) -> anyhow::Result<Vec<Part>> {
    let file: Elf<'_> =
        ElfFile64::parse(bytes).context("is no ELF file of 64 bits, or a damaged one")?;
    whole(&file)?;
    let header = file.elf_header();
    let endian = header.endian()?;
    match header.e_machine(endian) {
        CUDA => cubin(&file, endian).map(|part| vec![part]),
        AMD => amd(&file, bytes, endian).map(|part| vec![part]),
        _ => anyhow::bail!("holds an ELF object that is for no GPU"),
    }
}

/// Whoever loads the file reads as far as its headers say.
fn whole(file: &Elf<'_>) -> anyhow::Result<()> {
    let sections = file.sections().all(|it| it.data().is_ok());
    let segments = file.segments().all(|it| it.data().is_ok());
    anyhow::ensure!(sections && segments, "is an ELF file that is cut off");
    Ok(())
}

fn cubin(file: &Elf<'_>, endian: Endianness) -> anyhow::Result<Part> {
    let header = file.elf_header();
    let flags = header.e_flags(endian);
    let newer = header.e_ident().abi_version >= CUDA_ABI_OF_CUDA_13;
    let sm = if newer { flags >> 8 } else { flags } & 0xff;
    let mut by_symbol: HashMap<String, Facts> = HashMap::new();
    let names: Vec<String> = { file.symbols() }
        .map(|it| it.name().unwrap_or_default().to_owned())
        .collect();
    let mut shared: HashMap<String, u64> = HashMap::new();
    let mut registers: HashMap<String, u32> = HashMap::new();
    for section in file.sections() {
        let name = section.name().unwrap_or_default();
        if let Some(kernel) = name.strip_prefix(".nv.info") {
            let own = kernel.strip_prefix('.');
            facts(section.data()?, own, &names, &mut by_symbol);
        } else if let Some(kernel) = name.strip_prefix(".nv.shared.") {
            shared.insert(kernel.to_owned(), section.size());
        } else if let Some(function) = name.strip_prefix(".text.") {
            // The section's `sh_info` has them in its uppermost byte.
            let info =
                object::read::elf::SectionHeader::sh_info(section.elf_section_header(), endian);
            registers.insert(function.to_owned(), info >> 24);
        }
    }
    let mut symbols = Vec::new();
    for symbol in file.symbols().filter(|it| it.is_definition()) {
        let name = symbol.name().unwrap_or_default();
        let is_entry = symbol.elf_symbol().st_other() & CUDA_ENTRY != 0;
        let kind = match symbol.kind() {
            SymbolKind::Text if is_entry => Kind::Kernel,
            SymbolKind::Text => Kind::Function,
            SymbolKind::Data => Kind::Variable,
            _ => continue,
        };
        let mut found = Symbol::of(kind, name, symbol.size());
        let known = by_symbol.get(name);
        found.local_bytes = known.and_then(|it| it.frame_bytes).map(u64::from);
        if kind != Kind::Variable {
            let count = known
                .and_then(|it| it.registers)
                .or(registers.get(name).copied());
            found.registers = count.filter(|it| *it > 0).map(|it| it.to_string());
        }
        if kind == Kind::Kernel {
            found.shared_bytes = Some(shared.get(name).copied().unwrap_or(0));
            found.parameters = Some(known.map_or_else(Vec::new, Facts::parameters));
        }
        symbols.push(found);
    }
    Ok(Part::Object {
        what: format!("cubin for sm_{sm}"),
        symbols,
    })
}

fn amd(file: &Elf<'_>, bytes: &[u8], endian: Endianness) -> anyhow::Result<Part> {
    let kernels = amd_resources(bytes)?;
    let mut symbols = Vec::new();
    for symbol in file.symbols().filter(|it| it.is_definition()) {
        let name = symbol.name().unwrap_or_default();
        let kernel = kernels.iter().find(|it| it.kernel == name);
        let kind = match (symbol.kind(), kernel) {
            (SymbolKind::Text, Some(_)) => Kind::Kernel,
            (SymbolKind::Text, None) => Kind::Function,
            // A kernel's descriptor is no variable of the program's.
            (SymbolKind::Data, _) if !name.ends_with(".kd") => Kind::Variable,
            _ => continue,
        };
        let mut found = Symbol::of(kind, name, symbol.size());
        if let Some(kernel) = kernel {
            found.registers = Some(format!("{} vector, {} scalar", kernel.vgprs, kernel.sgprs));
            found.shared_bytes = Some(kernel.lds_bytes);
            found.local_bytes = Some(kernel.scratch_bytes);
            found.parameters = Some(kernel.parameters.clone());
        }
        symbols.push(found);
    }
    let name = amd_name(file.elf_header().e_flags(endian));
    Ok(Part::Object {
        what: format!("code object for {name}"),
        symbols,
    })
}

/// The architecture of a code object's flags, as far as Chevron knows it (LLVM, "User Guide for AMDGPU Backend", `EF_AMDGPU_MACH`).
fn amd_name(flags: u32) -> String {
    let known = [
        (0x2f, "gfx906"),
        (0x30, "gfx908"),
        (0x36, "gfx1030"),
        (0x3f, "gfx90a"),
        (0x41, "gfx1100"),
        (0x4c, "gfx942"),
        (0x4e, "gfx1201"),
        (0x4f, "gfx950"),
    ];
    let machine = flags & 0xff;
    let found = known.iter().find(|(number, _)| *number == machine);
    found.map_or_else(
        || format!("an AMD GPU of number {machine:#x}"),
        |(_, name)| (*name).to_owned(),
    )
}
