//! What an ELF object defines and what it needs.

use std::borrow::Cow;

use object::read::elf::ElfFile64;
use object::{
    Object, ObjectSection, ObjectSymbol, RelocationTarget, SectionFlags, SymbolIndex,
    SymbolSection, elf,
};

/// One object, its global symbols read.
pub(super) struct ObjectFile<'a> {
    /// What the linker gets.
    pub(super) bytes: Cow<'a, [u8]>,
    pub(super) defined: Vec<Definition>,
    pub(super) needed: Vec<Need>,
    /// Where the symbol table starts in `bytes`.
    table: usize,
}

pub(super) struct Definition {
    index: SymbolIndex,
    pub(super) name: String,
    /// Another definition of the same name may stand for it (inline functions, template instantiations).
    pub(super) weak: bool,
    /// Each object has its own, whatever the others have: code reaches it by a 32-bit offset from wherever it lies.
    pub(super) private: bool,
    /// It is data; libraries that were opened may hold the one instance of it.
    pub(super) data: bool,
}

pub(super) struct Need {
    pub(super) name: String,
    /// Null will do.
    pub(super) weak: bool,
}

/// Size of an `Elf64_Sym`: st_name 0..4, st_info 4, st_other 5, st_shndx 6..8, st_value 8..16, st_size 16..24.
const SYMBOL_BYTES: usize = 24;

/// Reads an object's global symbols. The error says why the object cannot be linked.
pub(super) fn read(object: &[u8]) -> Result<ObjectFile<'_>, String> {
    let file: ElfFile64 =
        ElfFile64::parse(object).map_err(|error| format!("not an ELF object: {error}"))?;
    for section in file.sections() {
        check_section(&section)?;
    }
    let table = file
        .sections()
        .find(|section| section.elf_section_header().sh_type.get(file.endian()) == elf::SHT_SYMTAB);
    let (table, _) = table
        .and_then(|table| table.file_range())
        .ok_or("the object has no symbol table")?;
    let mut read = ObjectFile {
        bytes: Cow::Borrowed(object),
        defined: Vec::new(),
        needed: Vec::new(),
        table: table as usize,
    };
    for symbol in file.symbols() {
        if !symbol.is_global() {
            continue;
        }
        let index = symbol.index();
        let name = symbol
            .name()
            .map_err(|error| format!("bad symbol table: {error}"))?
            .to_owned();
        let weak = symbol.is_weak();
        match symbol.section() {
            _ if name.is_empty() => {}
            SymbolSection::Undefined if name == "__dso_handle" => {
                if let Some(section) = referring_section(&file, index) {
                    read.define_hidden(index, section)?;
                }
            }
            SymbolSection::Undefined => read.needed.push(Need { name, weak }),
            SymbolSection::Common => read.defined.push(Definition {
                index,
                name,
                weak: true,
                private: false,
                data: true,
            }),
            _ => {
                let raw = symbol.elf_symbol();
                let weak = weak || raw.st_bind() == elf::STB_GNU_UNIQUE;
                let private =
                    weak && (name.starts_with("DW.ref.") || name == "__clang_call_terminate");
                read.defined.push(Definition {
                    index,
                    name,
                    weak,
                    private,
                    data: raw.st_type() == elf::STT_OBJECT,
                });
            }
        }
    }
    Ok(read)
}

impl ObjectFile<'_> {
    /// Makes a definition a need, for another one to stand for it. Its code or data stays in the object, unused.
    ///
    /// ORC can discard a weak definition by itself, but then it takes the function's unwind information out of `.eh_frame` and may
    /// leave a gap of four zero bytes, which ends the table: functions behind it could not be unwound (seen in LLVM 22.1).
    pub(super) fn make_undefined(&mut self, index: SymbolIndex) -> Result<(), String> {
        let entry = self.entry(index)?;
        entry[4] = elf::STB_GLOBAL << 4;
        entry[5] = elf::STV_DEFAULT;
        entry[6..24].fill(0);
        Ok(())
    }

    /// Makes a need a definition of the object's own, at the start of a section.
    ///
    /// This is for `__dso_handle`: only its address counts, and code reaches it by a 32-bit offset, because in a shared library it is
    /// never far. The executor's own may be too far from where an object comes to lie.
    fn define_hidden(&mut self, index: SymbolIndex, section: u16) -> Result<(), String> {
        let entry = self.entry(index)?;
        entry[4] = (elf::STB_GLOBAL << 4) | elf::STT_OBJECT;
        entry[5] = elf::STV_HIDDEN;
        entry[6..8].copy_from_slice(&section.to_le_bytes());
        entry[8..24].fill(0);
        Ok(())
    }

    fn entry(&mut self, index: SymbolIndex) -> Result<&mut [u8], String> {
        let start = self.table + index.0 * SYMBOL_BYTES;
        self.bytes
            .to_mut()
            .get_mut(start..start + SYMBOL_BYTES)
            .ok_or_else(|| "the symbol table is cut off".to_owned())
    }
}

impl Definition {
    /// What `ObjectFile::make_undefined` takes.
    pub(super) fn index(&self) -> SymbolIndex {
        self.index
    }
}

/// Number of a section that the linker keeps and whose code refers to the symbol.
fn referring_section(file: &ElfFile64<'_>, symbol: SymbolIndex) -> Option<u16> {
    let mut sections = file.sections();
    let refers = sections.find(|section| {
        section
            .relocations()
            .any(|(_, relocation)| relocation.target() == RelocationTarget::Symbol(symbol))
    });
    refers.and_then(|section| u16::try_from(section.index().0).ok())
}

/// Refuses what the linker would drop without a word.
fn check_section<'data>(section: &impl ObjectSection<'data>) -> Result<(), String> {
    let name = section.name().unwrap_or("?");
    if name.starts_with(".init_array")
        || name.starts_with(".fini_array")
        || name.starts_with(".ctors")
    {
        return Err(format!(
            "section `{name}`: initialisers have to be called by the entry"
        ));
    }
    if let SectionFlags::Elf { sh_flags } = section.flags()
        && sh_flags & u64::from(elf::SHF_TLS) != 0
    {
        return Err(format!(
            "section `{name}`: thread-local variables have to be emulated (-femulated-tls)"
        ));
    }
    Ok(())
}
