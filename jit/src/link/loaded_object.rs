//! An object in memory: its sections laid out, its references bound to addresses.
//!
//! Objects are our own emission's, x86-64 ELF for the small code model with position-independent code: calls (`PLT32`), data of other objects through a
//! table of addresses (`GOTPCREL…`), what the object itself has by 32-bit offsets (`PC32`), pointers in data (`64`). Calls reach any address: those of
//! other objects have a stub, for where 32 bits do not do. Sections of large variables (`.lbss`, `.ldata`) lie apart, reached by 64-bit offsets (`GOTOFF64`)
//! from what the code takes for the table's address (`GOTPC…`): the start of the object's code. Kinds that nothing but assembler asks for are refused by number (System V ABI, AMD64
//! supplement, 4.4.1).

use std::collections::HashMap;
use std::ffi::c_void;
use std::ops::Range;
use std::ptr;

use object::read::elf::{ElfFile64, ElfSection64};
use object::{
    Endianness, Object, ObjectSection, ObjectSymbol, Relocation, RelocationFlags, RelocationTarget,
    SectionFlags, SectionIndex, SymbolIndex, SymbolSection, elf,
};

use super::code_memory::{Block, Lifetime, PAGE_BYTES};
use super::debugger::{self, ToldObject};
use super::object_file::ObjectFile;
use super::unwind;

/// `jmp *0(%rip)`, the address behind it, two bytes that nothing runs.
const STUB_BYTES: usize = 16;
const STUB_JUMP: [u8; 6] = [0xff, 0x25, 0, 0, 0, 0];

const ADDRESS_BYTES: usize = 8;

/// What the section holds is reached by 64 bits (AMD64 supplement, 4.2.1).
const SHF_X86_64_LARGE: u32 = 0x1000_0000;

/// An object that is linked; its memory is given back when this is dropped.
#[derive(Debug)]
pub(super) struct LoadedObject {
    /// Starts of its unwind tables.
    unwind_tables: Vec<usize>,
    /// What a debugger knows of it, if it tells of variables.
    _told: Option<ToldObject>,
    _block: Block,
}

impl Drop for LoadedObject {
    fn drop(&mut self) {
        for &table in &self.unwind_tables {
            // SAFETY: `load` registered it, and it is there until the block is given back.
            unsafe { unwind::deregister(table as *const c_void) };
        }
    }
}

/// Puts `object` into memory, with addresses for the symbols of `bindings`, and gives the addresses of what it defines, in order. A definition among
/// `bindings` gives way to what is bound; its code or data stays in memory, unused.
///
/// # Errors
/// The object is damaged, or refers to something in a way that cannot be bound; or there is no memory.
pub(super) fn load(
    object: &ObjectFile<'_>,
    bindings: &[(SymbolIndex, usize)],
    lifetime: Lifetime,
) -> Result<(LoadedObject, Vec<usize>), String> {
    let file: ElfFile64 =
        ElfFile64::parse(object.bytes()).map_err(|error| format!("not an ELF object: {error}"))?;
    let bound: HashMap<usize, usize> = bindings.iter().map(|(it, to)| (it.0, *to)).collect();
    let mut layout = Layout::default();
    layout.place_sections(&file)?;
    layout.place_common(&file, &bound)?;
    layout.place_tables(&file, &bound)?;
    let sizes = [&layout.code, &layout.data, &layout.large].map(Extent::room);
    let block = Block::new(sizes, lifetime)?;
    let image = Image {
        code: layout.code.start_in(&block.code),
        data: layout.data.start_in(&block.data),
        large: layout.large.start_in(&block.large),
        file,
        object,
        bound,
        layout,
        block: &block,
    };
    image.fill()?;
    image.relocate()?;
    let defined = object.defined.iter();
    let addresses = defined
        .map(|definition| image.symbol(definition.index))
        .collect::<Result<_, _>>()?;
    let tables: Vec<usize> = image.unwind_tables().collect();
    let told = debugger::tell(&image.file, |section| image.section(section));
    block.protect()?;
    for &table in &tables {
        // SAFETY: the table is relocated, ends with the zeros that `place_sections` left room for, and stays as long as `LoadedObject`.
        unsafe { unwind::register(table as *const c_void) };
    }
    let loaded = LoadedObject {
        unwind_tables: tables,
        _told: told,
        _block: block,
    };
    Ok((loaded, addresses))
}

/// What is laid out of one part of a block.
#[derive(Default)]
struct Extent {
    bytes: usize,
    /// The largest alignment of what is in it.
    align: usize,
}

impl Extent {
    /// Room for so many bytes: their offset.
    fn add(&mut self, bytes: u64, align: u64) -> Result<usize, String> {
        let too_large = || "it is larger than memory".to_owned();
        let align = usize::try_from(align.max(1)).map_err(|_| too_large())?;
        if !align.is_power_of_two() {
            return Err(format!("it is aligned to {align} bytes"));
        }
        self.align = self.align.max(align);
        let at = self
            .bytes
            .checked_next_multiple_of(align)
            .ok_or_else(too_large)?;
        let bytes = usize::try_from(bytes).map_err(|_| too_large())?;
        self.bytes = at.checked_add(bytes).ok_or_else(too_large)?;
        Ok(at)
    }

    /// Bytes to ask for: blocks are aligned to pages.
    fn room(&self) -> usize {
        self.bytes
            .saturating_add(self.align.saturating_sub(PAGE_BYTES))
    }

    /// Where it starts in memory that was asked for so.
    fn start_in(&self, memory: &Range<usize>) -> usize {
        memory.start.next_multiple_of(self.align.max(1))
    }
}

/// An offset in one of the parts of a block.
#[derive(Clone, Copy)]
enum Offset {
    Code(usize),
    Data(usize),
    Large(usize),
}

/// Where everything of an object comes to lie.
#[derive(Default)]
struct Layout {
    code: Extent,
    data: Extent,
    large: Extent,
    /// By the section's number.
    sections: HashMap<usize, Offset>,
    /// Variables without a section, by their symbol's number.
    common: HashMap<usize, usize>,
    /// Addresses for code to load, and stubs, by their symbol's number; in the code.
    addresses: HashMap<usize, usize>,
    stubs: HashMap<usize, usize>,
}

impl Layout {
    fn place_sections(&mut self, file: &ElfFile64<'_>) -> Result<(), String> {
        for section in file.sections() {
            let flags = section_flags(&section);
            if flags & elf::SHF_ALLOC == 0 {
                continue;
            }
            // Zeros end an unwind table.
            let bytes = section.size() + if is_unwind_table(&section) { 4 } else { 0 };
            let place = |extent: &mut Extent| {
                let placed = extent.add(bytes, section.align());
                placed.map_err(|why| format!("section `{}`: {why}", name_of(&section)))
            };
            let offset = if flags & SHF_X86_64_LARGE != 0 {
                Offset::Large(place(&mut self.large)?)
            } else if flags & elf::SHF_WRITE == 0 {
                Offset::Code(place(&mut self.code)?)
            } else {
                Offset::Data(place(&mut self.data)?)
            };
            self.sections.insert(section.index().0, offset);
        }
        Ok(())
    }

    /// Tentative definitions of C, unless they give way. Such a symbol's value is its alignment.
    fn place_common(
        &mut self,
        file: &ElfFile64<'_>,
        bound: &HashMap<usize, usize>,
    ) -> Result<(), String> {
        for symbol in file.symbols() {
            let index = symbol.index().0;
            if symbol.section() == SymbolSection::Common && !bound.contains_key(&index) {
                let endian = file.endian();
                let align = symbol.elf_symbol().st_value.get(endian);
                let at = self.data.add(symbol.size(), align)?;
                self.common.insert(index, at);
            }
        }
        Ok(())
    }

    /// Addresses and stubs for what the code refers to through such.
    fn place_tables(
        &mut self,
        file: &ElfFile64<'_>,
        bound: &HashMap<usize, usize>,
    ) -> Result<(), String> {
        for (_, _, relocation) in relocations(file) {
            let RelocationTarget::Symbol(symbol) = relocation.target() else {
                continue;
            };
            let kind = kind_of(&relocation);
            if is_through_table(kind) && !self.addresses.contains_key(&symbol.0) {
                let at = self.code.add(ADDRESS_BYTES as u64, ADDRESS_BYTES as u64)?;
                self.addresses.insert(symbol.0, at);
            }
            let is_call = kind == elf::R_X86_64_PLT32;
            if is_call && bound.contains_key(&symbol.0) && !self.stubs.contains_key(&symbol.0) {
                let at = self.code.add(STUB_BYTES as u64, STUB_BYTES as u64)?;
                self.stubs.insert(symbol.0, at);
            }
        }
        Ok(())
    }
}

/// An object that is being put into its block.
struct Image<'a> {
    file: ElfFile64<'a>,
    object: &'a ObjectFile<'a>,
    /// Addresses of what is not the object's own, by the symbol's number.
    bound: HashMap<usize, usize>,
    layout: Layout,
    block: &'a Block,
    /// Where its code, its data and its large variables start.
    code: usize,
    data: usize,
    large: usize,
}

impl Image<'_> {
    fn address(&self, offset: Offset) -> usize {
        match offset {
            Offset::Code(at) => self.code + at,
            Offset::Data(at) => self.data + at,
            Offset::Large(at) => self.large + at,
        }
    }

    fn section(&self, section: SectionIndex) -> Option<usize> {
        let offset = self.layout.sections.get(&section.0)?;
        Some(self.address(*offset))
    }

    /// Writes into the block. `at` and what follows lie in it.
    fn write(&self, at: usize, bytes: &[u8]) -> Result<(), String> {
        let lies_in = |range: &Range<usize>| {
            at >= range.start
                && at
                    .checked_add(bytes.len())
                    .is_some_and(|end| end <= range.end)
        };
        let block = self.block;
        if ![&block.code, &block.data, &block.large]
            .into_iter()
            .any(lies_in)
        {
            return Err("a reference lies outside of its section".to_owned());
        }
        // SAFETY: it lies in the block, which can be written to and which nobody else uses yet.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), at as *mut u8, bytes.len()) };
        Ok(())
    }

    /// Copies the sections, and writes the tables.
    fn fill(&self) -> Result<(), String> {
        for section in self.file.sections() {
            let Some(address) = self.section(section.index()) else {
                continue;
            };
            // Nothing for a section of zeros.
            let data = section
                .data()
                .map_err(|error| format!("section `{}`: {error}", name_of(&section)))?;
            self.write(address, data)?;
            if is_unwind_table(&section) {
                self.write(address + data.len(), &[0; 4])?;
            }
        }
        for (&symbol, &at) in &self.layout.addresses {
            let address = self.symbol(SymbolIndex(symbol))?;
            self.write(self.code + at, &address.to_le_bytes())?;
        }
        for (&symbol, &at) in &self.layout.stubs {
            let address = self.symbol(SymbolIndex(symbol))?;
            let at = self.code + at;
            self.write(at, &STUB_JUMP)?;
            self.write(at + STUB_JUMP.len(), &address.to_le_bytes())?;
        }
        Ok(())
    }

    /// The address that a symbol stands for.
    fn symbol(&self, index: SymbolIndex) -> Result<usize, String> {
        if let Some(&address) = self.bound.get(&index.0) {
            return Ok(address);
        }
        if let Some(&at) = self.layout.common.get(&index.0) {
            return Ok(self.data + at);
        }
        // In a shared library it is never far, and only its address counts: any of the object's own will do.
        if self.object.dso_handle == Some(index) {
            return Ok(self.code);
        }
        let symbol = self
            .file
            .symbol_by_index(index)
            .map_err(|error| format!("bad symbol table: {error}"))?;
        match symbol.section() {
            SymbolSection::Absolute => Ok(symbol.address() as usize),
            SymbolSection::Section(section) => self
                .section(section)
                .map(|start| start.wrapping_add(symbol.address() as usize))
                .ok_or_else(|| format!("`{}` lies in no memory", symbol_name(&symbol))),
            _ => Err(format!("nothing defines `{}`", symbol_name(&symbol))),
        }
    }

    fn relocate(&self) -> Result<(), String> {
        for (section, at, relocation) in relocations(&self.file) {
            let place = self
                .section(section)
                .map(|start| start.wrapping_add(at as usize));
            if let Some(place) = place {
                self.bind(place, &relocation)?;
            }
        }
        Ok(())
    }

    /// Writes one reference, at `place`.
    fn bind(&self, place: usize, relocation: &Relocation) -> Result<(), String> {
        let RelocationTarget::Symbol(symbol) = relocation.target() else {
            return Err("a reference has no symbol".to_owned());
        };
        let kind = kind_of(relocation);
        let offset = |to: usize| {
            to.wrapping_sub(place)
                .wrapping_add(relocation.addend() as usize) as i64
        };
        let whole = |value: i64| self.write(place, &value.to_le_bytes());
        let half = |value: i64| match i32::try_from(value) {
            Ok(value) => self.write(place, &value.to_le_bytes()),
            Err(_) => Err(format!(
                "`{}` is too far for a reference of 32 bits",
                self.symbol_name(symbol)
            )),
        };
        match kind {
            elf::R_X86_64_NONE => Ok(()),
            elf::R_X86_64_64 => {
                whole((self.symbol(symbol)? as i64).wrapping_add(relocation.addend()))
            }
            elf::R_X86_64_PC64 => whole(offset(self.symbol(symbol)?)),
            elf::R_X86_64_GOTOFF64 => {
                let from_table = self.symbol(symbol)?.wrapping_sub(self.code) as i64;
                whole(from_table.wrapping_add(relocation.addend()))
            }
            elf::R_X86_64_GOTPC32 => half(offset(self.code)),
            elf::R_X86_64_GOTPC64 => whole(offset(self.code)),
            elf::R_X86_64_PC32 => half(offset(self.symbol(symbol)?)),
            elf::R_X86_64_PLT32 => {
                let near = offset(self.symbol(symbol)?);
                match self.layout.stubs.get(&symbol.0) {
                    Some(stub) if i32::try_from(near).is_err() => half(offset(self.code + stub)),
                    _ => half(near),
                }
            }
            _ if is_through_table(kind) => {
                let at = self.layout.addresses.get(&symbol.0);
                let at = at.ok_or("a reference has no entry in the table of addresses")?;
                half(offset(self.code + at))
            }
            _ => Err(format!(
                "`{}` is referred to in a way that is not supported (relocation {kind})",
                self.symbol_name(symbol)
            )),
        }
    }

    fn symbol_name(&self, index: SymbolIndex) -> String {
        let symbol = self.file.symbol_by_index(index);
        symbol.map_or_else(|_| "?".to_owned(), |symbol| symbol_name(&symbol))
    }

    fn unwind_tables(&self) -> impl Iterator<Item = usize> {
        let sections = self.file.sections().filter(is_unwind_table);
        sections.filter_map(|section| self.section(section.index()))
    }
}

/// All references of sections that come into memory: the section, the offset there, what is to be written.
fn relocations<'a>(
    file: &'a ElfFile64<'a>,
) -> impl Iterator<Item = (SectionIndex, u64, Relocation)> + 'a {
    let sections = file
        .sections()
        .filter(|section| section_flags(section) & elf::SHF_ALLOC != 0);
    sections.flat_map(|section| {
        let index = section.index();
        section
            .relocations()
            .map(move |(at, relocation)| (index, at, relocation))
    })
}

fn kind_of(relocation: &Relocation) -> u32 {
    match relocation.flags() {
        RelocationFlags::Elf { r_type } => r_type,
        _ => u32::MAX,
    }
}

/// Is it the offset of a place that holds the symbol's address?
fn is_through_table(kind: u32) -> bool {
    matches!(
        kind,
        elf::R_X86_64_GOTPCREL | elf::R_X86_64_GOTPCRELX | elf::R_X86_64_REX_GOTPCRELX
    )
}

fn section_flags(section: &ElfSection64<'_, '_, Endianness>) -> u32 {
    match section.flags() {
        // The flags that count are in the lower half.
        SectionFlags::Elf { sh_flags } => sh_flags as u32,
        _ => 0,
    }
}

fn is_unwind_table(section: &ElfSection64<'_, '_, Endianness>) -> bool {
    section.name() == Ok(".eh_frame")
}

fn name_of(section: &ElfSection64<'_, '_, Endianness>) -> String {
    section.name().unwrap_or("?").to_owned()
}

fn symbol_name<'data>(symbol: &impl ObjectSymbol<'data>) -> String {
    super::demangle(symbol.name().unwrap_or("?"))
}
