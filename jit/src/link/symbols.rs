//! What an ELF object defines and what it needs.

use std::borrow::Cow;

use object::read::elf::ElfFile64;
use object::{Object, ObjectSection, ObjectSymbol, RelocationTarget, SectionFlags, SymbolIndex, SymbolSection, elf};

/// One object, its global symbols read.
pub(super) struct ObjectFile<'a> {
    /// What the linker gets.
    pub(super) bytes: Cow<'a, [u8]>,
    pub(super) defined: Vec<Definition>,
    pub(super) needed: Vec<Need>,
}

pub(super) struct Definition {
    pub(super) name: String,
    /// Another definition of the same name may stand for it (inline functions, template instantiations).
    pub(super) weak: bool,
    /// It is data; libraries that were opened may hold the one instance of it.
    pub(super) data: bool,
}

pub(super) struct Need {
    pub(super) name: String,
    /// Null will do.
    pub(super) weak: bool,
}

/// Reads an object's global symbols. The error says why the object cannot be linked.
pub(super) fn read(object: &[u8]) -> Result<ObjectFile<'_>, String> {
    let file: ElfFile64 = ElfFile64::parse(object).map_err(|error| format!("not an ELF object: {error}"))?;
    for section in file.sections() {
        check_section(&section)?;
    }
    let mut read = ObjectFile { bytes: Cow::Borrowed(object), defined: Vec::new(), needed: Vec::new() };
    for symbol in file.symbols() {
        if !symbol.is_global() {
            continue;
        }
        let name = symbol.name().map_err(|error| format!("bad symbol table: {error}"))?.to_owned();
        let weak = symbol.is_weak();
        match symbol.section() {
            _ if name.is_empty() => {}
            SymbolSection::Undefined if name == "__dso_handle" => {
                define_dso_handle(&file, symbol.index(), read.bytes.to_mut())?;
            }
            SymbolSection::Undefined => read.needed.push(Need { name, weak }),
            SymbolSection::Common => read.defined.push(Definition { name, weak: true, data: true }),
            _ => {
                let kind = symbol.elf_symbol().st_type();
                let unique = symbol.elf_symbol().st_bind() == elf::STB_GNU_UNIQUE;
                read.defined.push(Definition { name, weak: weak || unique, data: kind == elf::STT_OBJECT });
            }
        }
    }
    Ok(read)
}

/// Makes the object's `__dso_handle` a symbol of its own: where the code is that refers to it.
///
/// Only its address counts, and code reaches it by a 32-bit offset, because in a shared library it is never far. The executor's
/// own may be too far from where an object comes to lie.
fn define_dso_handle(file: &ElfFile64, handle: SymbolIndex, object: &mut [u8]) -> Result<(), String> {
    let refers = |section: &object::read::elf::ElfSection64<'_, '_>| {
        section.relocations().any(|(_, relocation)| relocation.target() == RelocationTarget::Symbol(handle))
    };
    let Some(section) = file.sections().find(refers) else { return Ok(()) };
    let table = file.sections().find(|section| section.elf_section_header().sh_type.get(file.endian()) == elf::SHT_SYMTAB);
    let (start, _) = table.and_then(|table| table.file_range()).ok_or("no symbol table")?;
    // `Elf64_Sym`: st_name 0..4, st_info 4, st_other 5, st_shndx 6..8, st_value 8..16, st_size 16..24.
    let symbol = start as usize + handle.0 * 24;
    let index = u16::try_from(section.index().0).map_err(|_| "too many sections".to_owned())?;
    let entry = object.get_mut(symbol..symbol + 24).ok_or("the symbol table is cut off")?;
    entry[4] = (elf::STB_GLOBAL << 4) | elf::STT_OBJECT;
    entry[5] = elf::STV_HIDDEN;
    entry[6..8].copy_from_slice(&index.to_le_bytes());
    entry[8..24].fill(0);
    Ok(())
}

/// Refuses what the linker would drop without a word.
fn check_section<'data>(section: &impl ObjectSection<'data>) -> Result<(), String> {
    let name = section.name().unwrap_or("?");
    if name.starts_with(".init_array") || name.starts_with(".fini_array") || name.starts_with(".ctors") {
        return Err(format!("section `{name}`: initialisers have to be called by the entry"));
    }
    if let SectionFlags::Elf { sh_flags } = section.flags()
        && sh_flags & u64::from(elf::SHF_TLS) != 0
    {
        return Err(format!("section `{name}`: thread-local variables have to be emulated (-femulated-tls)"));
    }
    Ok(())
}
