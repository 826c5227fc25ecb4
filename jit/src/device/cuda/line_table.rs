//! Which line of PTX's `.loc` directives an instruction of a code object comes from.

use gimli::{DebugLine, DebugLineOffset, LittleEndian};
use object::elf::{FileHeader64, SHT_RELA};
use object::read::elf::{FileHeader, Rela, SectionHeader, Sym};

use super::core_dump::{Place, functions};

/// The line of a place in a code object that has a table of lines; nothing if its code is another than the place's, or none is known.
pub(super) fn line_at(object: &[u8], place: &Place) -> Option<u32> {
    let functions = functions(object)?;
    let function = functions.iter().find(|it| it.function == place.function)?;
    if function.bytes != place.code {
        return None;
    }
    let address = begin(function.section) + place.offset;
    let table = placed_table(object)?;
    line_in(&table, address).filter(|&line| line != 0)
}

/// Where a section's code is taken to lie: all sections begin at 0.
fn begin(section: usize) -> u64 {
    (section as u64) << 32
}

/// The table of lines, with the functions' begins in it.
fn placed_table(object: &[u8]) -> Option<Vec<u8>> {
    let endian = object::LittleEndian;
    let header = FileHeader64::<object::LittleEndian>::parse(object).ok()?;
    let sections = header.sections(endian, object).ok()?;
    let (index, section) = sections.section_by_name(endian, b".debug_line")?;
    let mut table = section.data(endian, object).ok()?.to_vec();
    let symbols = sections
        .symbols(endian, object, object::elf::SHT_SYMTAB)
        .ok()?;
    for section in sections.iter() {
        let places_it =
            section.sh_type(endian) == SHT_RELA && section.sh_info(endian) as usize == index.0;
        let Ok(Some((relocations, _))) = section.rela(endian, object) else {
            continue;
        };
        for relocation in relocations.iter().filter(|_| places_it) {
            let symbol = symbols.symbol(relocation.symbol(endian, false)?).ok()?;
            let value = begin(symbol.st_shndx(endian).into())
                .wrapping_add(symbol.st_value(endian))
                .wrapping_add(relocation.r_addend(endian) as u64);
            let at = relocation.r_offset(endian) as usize;
            table
                .get_mut(at..at + 8)?
                .copy_from_slice(&value.to_le_bytes());
        }
    }
    Some(table)
}

fn line_in(table: &[u8], address: u64) -> Option<u32> {
    let program = DebugLine::new(table, LittleEndian)
        .program(DebugLineOffset(0), 8, None, None)
        .ok()?;
    let mut rows = program.rows();
    let mut before: Option<(u64, u32)> = None;
    while let Some((_, row)) = rows.next_row().ok()? {
        if let Some((from, line)) = before
            && (from..row.address()).contains(&address)
        {
            return Some(line);
        }
        let line = row.line().map_or(0, |line| line.get() as u32);
        before = (!row.end_sequence()).then_some((row.address(), line));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::test_objects::{Section, object};
    use super::*;

    /// `DW_LNS_copy`, and `DW_LNS_advance_line` by 4.
    const COPY: [u8; 1] = [1];
    const FOUR_LINES_ON: [u8; 2] = [3, 4];

    /// A table of the lines 1, from the begin of a function of 32 bytes, and 5, from byte 16 on; the function's address is given by a relocation.
    fn line_program() -> Vec<u8> {
        // Minimum instruction length 16, is_stmt, line base -5, line range 14, opcode base 10; then operands of the standard opcodes, no folders, one file.
        let mut header = vec![16, 1, 0xfb, 14, 10, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0];
        header.extend(b"cell\0\0\0\0\0");
        let set_address = [&[0, 9, 2][..], &[0; 8]].concat();
        let advance = [2, 1];
        let end = [0, 1, 1];
        let program = [
            &set_address[..],
            &COPY,
            &FOUR_LINES_ON,
            &advance,
            &COPY,
            &advance,
            &end,
        ]
        .concat();
        let mut rest = 2u16.to_le_bytes().to_vec();
        rest.extend((header.len() as u32).to_le_bytes());
        rest.extend([header, program].concat());
        [&(rest.len() as u32).to_le_bytes()[..], &rest].concat()
    }

    #[test]
    fn instructions_have_their_lines() {
        let table = line_program();
        let address = table.windows(3).position(|it| it == [0, 9, 2]).unwrap() + 3;
        let code: Vec<u8> = (0..32).collect();
        let made = object(&[
            Section::new(".text.other", 1, &[7; 16]),
            Section::new(".text.k", 1, &code),
            Section::new(".debug_line", 1, &table),
            // One symbol beside the empty one: of section 2, value 0.
            Section::new(
                ".symtab",
                2,
                &[&[0; 24][..], &[0, 0, 0, 0, 3, 0, 2, 0], &[0; 16]].concat(),
            )
            .rows(24),
            Section::new(
                ".rela.debug_line",
                4,
                &[
                    &(address as u64).to_le_bytes()[..],
                    &(1u64 << 32 | 2).to_le_bytes(),
                    &[0; 8],
                ]
                .concat(),
            )
            .link(4)
            .info(3)
            .rows(24),
        ]);
        let place = |offset| Place {
            function: "k".to_owned(),
            offset,
            code: code.clone(),
        };
        assert_eq!(line_at(&made, &place(0)), Some(1));
        assert_eq!(line_at(&made, &place(16)), Some(5));
        assert_eq!(line_at(&made, &place(32)), None);
    }

    #[test]
    fn other_code_has_no_lines() {
        let made = object(&[Section::new(".text.k", 1, &[1; 16])]);
        let place = Place {
            function: "k".to_owned(),
            offset: 0,
            code: vec![2; 16],
        };
        assert_eq!(line_at(&made, &place), None);
        assert_eq!(line_at(b"no object", &place), None);
    }
}
