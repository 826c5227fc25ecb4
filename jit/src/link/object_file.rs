//! What an ELF object defines and needs.

use object::read::elf::ElfFile64;
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
    /// `__dso_handle`, if it is referred to.
    pub(super) dso_handle: Option<SymbolIndex>,
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

/// Reads an object's global symbols. The error says why the object cannot be linked.
pub(super) fn read(bytes: &[u8]) -> Result<ObjectFile<'_>, String> {
    let file: ElfFile64 =
        ElfFile64::parse(bytes).map_err(|error| format!("not an ELF object: {error}"))?;
    for section in file.sections() {
        check_section(&section)?;
    }
    let (defined, needed) = (Vec::new(), Vec::new());
    let mut read = ObjectFile {
        bytes,
        defined,
        needed,
        dso_handle: None,
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
                read.dso_handle = Some(index);
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
            .is_ok_and(|file| is_referred_to(&file, symbol))
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
}

/// Does a section refer to the symbol?
fn is_referred_to(file: &ElfFile64<'_>, symbol: SymbolIndex) -> bool {
    let target = RelocationTarget::Symbol(symbol);
    file.sections().any(|section| {
        let mut relocations = section.relocations();
        relocations.any(|(_, relocation)| relocation.target() == target)
    })
}

/// How many bytes an object's symbol stands for; none if the object has no such symbol.
pub(super) fn bytes_of(object: &[u8], symbol: &str) -> Option<usize> {
    let file = ElfFile64::<object::Endianness>::parse(object).ok()?;
    let mut symbols = file.symbols();
    let found = symbols.find(|it| it.name() == Ok(symbol))?;
    usize::try_from(found.size()).ok()
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
