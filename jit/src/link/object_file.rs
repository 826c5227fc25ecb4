//! What an ELF object defines and needs, and a copy of it in which symbols have the names that ORC is to see.

use std::collections::HashMap;
use std::ops::Range;

use object::read::elf::{ElfFile64, FileHeader};
use object::{
    Object, ObjectSection, ObjectSymbol, RelocationTarget, SectionFlags, SectionIndex, SymbolIndex,
    SymbolKind, SymbolSection, elf,
};

use crate::wire::CodeSection;

/// One object, its global symbols read.
pub(super) struct ObjectFile<'a> {
    bytes: &'a [u8],
    pub(super) defined: Vec<Definition>,
    pub(super) needed: Vec<Need>,
    /// `__dso_handle`, and the number of a section whose code refers to it.
    dso_handle: Option<(SymbolIndex, u16)>,
    layout: Layout,
}

/// A global symbol that the object defines.
pub(super) struct Definition {
    pub(super) index: SymbolIndex,
    pub(super) name: String,
    /// Another definition of the same name may stand for it (inline functions, template instantiations).
    pub(super) weak: bool,
    /// Each object has its own, whatever the others have: code reaches it by a 32-bit offset from wherever it lies.
    pub(super) private: bool,
    /// It is data; libraries that were opened may hold the one instance of it.
    pub(super) data: bool,
    /// The section of code that it lies in, and its offset there; none for data.
    pub(super) code: Option<(usize, u64)>,
}

/// A global symbol that something else has to define.
pub(super) struct Need {
    pub(super) index: SymbolIndex,
    pub(super) name: String,
    /// Null will do.
    pub(super) weak: bool,
}

/// The copy for ORC.
pub(super) struct Renamed {
    pub(super) bytes: Vec<u8>,
    /// ORC's names of `ObjectFile::defined`, in order.
    pub(super) defined: Vec<String>,
    /// ORC's names of what stands for needs, with their addresses.
    pub(super) externals: Vec<(String, usize)>,
}

/// Where the tables lie in the file.
struct Layout {
    /// Offsets of the headers of its unwind tables.
    unwind_headers: Vec<usize>,
    /// First byte of the symbol table.
    symbols: usize,
    /// Section header of the symbols' string table.
    names_header: usize,
    names: Range<usize>,
}

/// Size of an `Elf64_Sym`: st_name 0..4, st_info 4, st_other 5, st_shndx 6..8, st_value 8..16, st_size 16..24.
const SYMBOL_BYTES: usize = 24;

/// What the records of an unwind table are aligned to.
const UNWIND_RECORD_ALIGN_BYTES: u64 = 4;

/// Size of an `Elf64_Shdr`, which has sh_offset at 24..32 and sh_size at 32..40.
const SECTION_HEADER_BYTES: usize = 64;

/// Reads an object's global symbols. The error says why the object cannot be linked.
pub(super) fn read(bytes: &[u8]) -> Result<ObjectFile<'_>, String> {
    let file: ElfFile64 =
        ElfFile64::parse(bytes).map_err(|error| format!("not an ELF object: {error}"))?;
    for section in file.sections() {
        check_section(&section)?;
    }
    let layout = layout(&file)?;
    let (defined, needed) = (Vec::new(), Vec::new());
    let mut read = ObjectFile {
        bytes,
        defined,
        needed,
        dso_handle: None,
        layout,
    };
    for symbol in file.symbols().filter(|symbol| symbol.is_global()) {
        let index = symbol.index();
        let name = symbol
            .name()
            .map_err(|error| format!("bad symbol table: {error}"))?;
        let (name, weak) = (name.to_owned(), symbol.is_weak());
        match symbol.section() {
            // The linker's own name for the table that it builds.
            SymbolSection::Undefined if name == "_GLOBAL_OFFSET_TABLE_" => {}
            SymbolSection::Undefined if name == "__dso_handle" => {
                read.dso_handle = referring_section(&file, index).map(|section| (index, section));
            }
            SymbolSection::Undefined => read.needed.push(Need { index, name, weak }),
            SymbolSection::Common => {
                read.defined.push(Definition {
                    index,
                    name,
                    weak: true,
                    private: false,
                    data: true,
                    code: None,
                });
            }
            _ => {
                let raw = symbol.elf_symbol();
                let weak = weak || raw.st_bind() == elf::STB_GNU_UNIQUE;
                let private =
                    weak && (name.starts_with("DW.ref.") || name == "__clang_call_terminate");
                let data = raw.st_type() == elf::STT_OBJECT;
                let code = (raw.st_type() == elf::STT_FUNC)
                    .then(|| Some((symbol.section_index()?.0, symbol.address())))
                    .flatten();
                read.defined.push(Definition {
                    index,
                    name,
                    weak,
                    private,
                    data,
                    code,
                });
            }
        }
    }
    Ok(read)
}

impl ObjectFile<'_> {
    /// The object itself.
    pub(super) fn bytes(&self) -> &[u8] {
        self.bytes
    }

    /// Does it define the symbol?
    pub(super) fn defines(&self, name: &str) -> bool {
        self.defined
            .iter()
            .any(|definition| definition.name == name)
    }

    /// Where the sections of code lie that hold `defined`, whose addresses are given in the same order.
    pub(super) fn code_sections(&self, addresses: &[usize]) -> Vec<CodeSection> {
        let Ok(file) = ElfFile64::<object::Endianness>::parse(self.bytes) else {
            return Vec::new();
        };
        let mut found: Vec<CodeSection> = Vec::new();
        for (definition, &address) in self.defined.iter().zip(addresses) {
            let Some((section, offset)) = definition.code else {
                continue;
            };
            if found.iter().any(|it| it.section as usize == section) {
                continue;
            }
            if let Ok(header) = file.section_by_index(SectionIndex(section)) {
                found.push(CodeSection {
                    section: section as u32,
                    address: address as u64 - offset,
                    bytes: header.size(),
                });
            }
        }
        found
    }

    /// Does code or data that the linker keeps refer to the symbol?
    pub(super) fn uses(&self, symbol: SymbolIndex) -> bool {
        ElfFile64::<object::Endianness>::parse(self.bytes)
            .is_ok_and(|file| referring_section(&file, symbol).is_some())
    }

    /// Does the object hold nothing that could be pointed to once `entry` has returned: no data, no other function?
    ///
    /// Definitions that gave way to others count as not there, but their data does not, because it is not known who refers to it.
    pub(super) fn is_only(&self, entry: &str) -> bool {
        let mut own = self.defined.iter().filter(|it| !it.private);
        own.all(|definition| definition.name == entry)
            && ElfFile64::<object::Endianness>::parse(self.bytes).is_ok_and(|file| {
                file.sections().all(|section| is_transient(&section))
                    && !file.symbols().any(|symbol| is_local_item(&symbol))
            })
    }

    /// Makes the copy for ORC: its definitions are named after `number`, which no other object that is linked has, and each symbol
    /// of `bindings` becomes a need that is named after the address that stands for it.
    ///
    /// A definition among `bindings` (a weak one, for which there is another) leaves its code or data in the object, unused. ORC drops what
    /// nothing refers to, and its part of the unwind table with it. Between parts that are aligned to more than their own four bytes
    /// that may leave a gap of four zero bytes, which ends the table: functions behind it could not be unwound (seen in LLVM 22.1).
    pub(super) fn rename(
        &self,
        number: usize,
        bindings: &[(SymbolIndex, usize)],
    ) -> Result<Renamed, String> {
        let names = self
            .bytes
            .get(self.layout.names.clone())
            .ok_or("the string table is cut off")?;
        let mut copy = Copy {
            bytes: self.bytes.to_vec(),
            names: names.to_vec(),
            layout: &self.layout,
        };
        copy.align_unwind_table()?;
        let mut times: HashMap<usize, usize> = HashMap::new();
        let mut externals = Vec::with_capacity(bindings.len());
        for (index, address) in bindings {
            // JITLink wants every name once in an object, and several symbols may have one address.
            let time = times
                .entry(*address)
                .and_modify(|time| *time += 1)
                .or_insert(0);
            let name = format!("@{address:x}.{time}");
            copy.make_undefined(*index)?;
            copy.name(*index, &name)?;
            externals.push((name, *address));
        }
        let own_name = |index: SymbolIndex| format!("{number}.{}", index.0);
        if let Some((index, section)) = self.dso_handle {
            copy.define_hidden(index, section)?;
            copy.name(index, &own_name(index))?;
        }
        let defined: Vec<String> = self
            .defined
            .iter()
            .map(|definition| own_name(definition.index))
            .collect();
        for (definition, name) in self.defined.iter().zip(&defined) {
            copy.name(definition.index, name)?;
        }
        Ok(Renamed {
            bytes: copy.finish()?,
            defined,
            externals,
        })
    }
}

/// A copy in the making: names are added behind the old ones, because local symbols and sections use those.
struct Copy<'a> {
    bytes: Vec<u8>,
    names: Vec<u8>,
    layout: &'a Layout,
}

impl Copy<'_> {
    fn name(&mut self, index: SymbolIndex, name: &str) -> Result<(), String> {
        let at = u32::try_from(self.names.len())
            .map_err(|_| "the string table is too long".to_owned())?;
        self.names.extend_from_slice(name.as_bytes());
        self.names.push(0);
        self.entry(index)?[0..4].copy_from_slice(&at.to_le_bytes());
        Ok(())
    }

    fn make_undefined(&mut self, index: SymbolIndex) -> Result<(), String> {
        let entry = self.entry(index)?;
        entry[4] = elf::STB_GLOBAL << 4;
        entry[5] = elf::STV_DEFAULT;
        entry[6..SYMBOL_BYTES].fill(0);
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
        entry[8..SYMBOL_BYTES].fill(0);
        Ok(())
    }

    fn align_unwind_table(&mut self) -> Result<(), String> {
        for header in &self.layout.unwind_headers {
            let alignment = self.bytes.get_mut(header + 48..header + 56);
            alignment
                .ok_or("the section headers are cut off")?
                .copy_from_slice(&UNWIND_RECORD_ALIGN_BYTES.to_le_bytes());
        }
        Ok(())
    }

    fn entry(&mut self, index: SymbolIndex) -> Result<&mut [u8], String> {
        let start = self.layout.symbols + index.0 * SYMBOL_BYTES;
        let entry = self.bytes.get_mut(start..start + SYMBOL_BYTES);
        entry.ok_or_else(|| "the symbol table is cut off".to_owned())
    }

    fn finish(mut self) -> Result<Vec<u8>, String> {
        let (start, bytes) = (self.bytes.len() as u64, self.names.len() as u64);
        let header = self.layout.names_header..self.layout.names_header + SECTION_HEADER_BYTES;
        let header = self
            .bytes
            .get_mut(header)
            .ok_or("the section headers are cut off")?;
        header[24..32].copy_from_slice(&start.to_le_bytes());
        header[32..40].copy_from_slice(&bytes.to_le_bytes());
        self.bytes.append(&mut self.names);
        Ok(self.bytes)
    }
}

fn layout(file: &ElfFile64<'_>) -> Result<Layout, String> {
    let endian = file.endian();
    let table = file
        .sections()
        .find(|section| section.elf_section_header().sh_type.get(endian) == elf::SHT_SYMTAB)
        .ok_or("the object has no symbol table")?;
    let link = table.elf_section_header().sh_link.get(endian) as usize;
    let names = file
        .section_by_index(SectionIndex(link))
        .ok()
        .and_then(|names| names.file_range());
    let (symbols, _) = table.file_range().ok_or("the symbol table is empty")?;
    let (names, names_bytes) = names.ok_or("the object has no string table")?;
    let headers = file.elf_header().e_shoff(endian) as usize;
    Ok(Layout {
        symbols: symbols as usize,
        unwind_headers: file
            .sections()
            .filter(|section| section.name() == Ok(".eh_frame"))
            .map(|section| headers + section.index().0 * SECTION_HEADER_BYTES)
            .collect(),
        names_header: headers + link * SECTION_HEADER_BYTES,
        names: names as usize..(names + names_bytes) as usize,
    })
}

/// Number of a section that the linker keeps and whose code refers to the symbol.
fn referring_section(file: &ElfFile64<'_>, symbol: SymbolIndex) -> Option<u16> {
    let target = RelocationTarget::Symbol(symbol);
    let mut sections = file.sections();
    let refers = sections.find(|section| {
        section
            .relocations()
            .any(|(_, relocation)| relocation.target() == target)
    });
    refers.and_then(|section| u16::try_from(section.index().0).ok())
}

/// Is a section code, or data that only the code beside it and the unwinder use: unwind tables, constants that have no address in the
/// language (`.rodata.cst16`)?
fn is_transient<'data>(section: &impl ObjectSection<'data>) -> bool {
    let SectionFlags::Elf { sh_flags } = section.flags() else {
        return false;
    };
    let has = |flag: u32| sh_flags & u64::from(flag) != 0;
    let name = section.name().unwrap_or_default();
    !has(elf::SHF_ALLOC)
        || has(elf::SHF_EXECINSTR)
        || section.size() == 0
        || name == ".eh_frame"
        || name.starts_with(".gcc_except_table")
        || name.starts_with(".data.DW.ref.")
        || (has(elf::SHF_MERGE) && !has(elf::SHF_STRINGS) && !has(elf::SHF_WRITE))
}

/// What the compiler calls the functions that an entry is made of: nothing but the entry knows them.
const ENTRY_PART_PREFIX: &str = "init.";

/// Is it a function or a variable of the object's own, to which something may point?
fn is_local_item<'data>(symbol: &impl ObjectSymbol<'data>) -> bool {
    symbol.is_local()
        && !symbol
            .name()
            .is_ok_and(|name| name.starts_with(ENTRY_PART_PREFIX))
        && matches!(
            symbol.kind(),
            SymbolKind::Text | SymbolKind::Data | SymbolKind::Tls
        )
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
