//! What a cubin says of its functions: attributes in its section `.nv.info`, as `cuobjdump --dump-elf` and NVIDIA's open tools name them.

use object::read::elf::ElfFile64;
use object::{Endianness, Object, ObjectSection};

/// `EIFMT_SVAL`: two bytes of length follow, and so many bytes. Of other formats the two bytes are the value.
const SIZED: u8 = 4;
/// `EIATTR_REGCOUNT`: the function's symbol and its registers, four bytes each.
const REGISTER_COUNT: u8 = 0x2f;

/// The registers a thread of the function that needs most; none if it does not say.
pub(super) fn registers(cubin: &[u8]) -> Option<u32> {
    let file = ElfFile64::<Endianness>::parse(cubin).ok()?;
    let section = file.section_by_name(".nv.info")?;
    most_registers(section.data().ok()?)
}

fn most_registers(mut attributes: &[u8]) -> Option<u32> {
    let mut most = None;
    while let [format, kind, low, high, rest @ ..] = attributes {
        let bytes = match *format {
            SIZED => usize::from(u16::from_le_bytes([*low, *high])),
            _ => 0,
        };
        let value = rest.get(..bytes)?;
        if let (REGISTER_COUNT, [_, _, _, _, a, b, c, d]) = (*kind, value) {
            most = most.max(Some(u32::from_le_bytes([*a, *b, *c, *d])));
        }
        attributes = &rest[bytes..];
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_function_that_needs_most_counts() {
        let of = |function: u8, registers: u8| {
            [
                4,
                REGISTER_COUNT,
                8,
                0,
                function,
                0,
                0,
                0,
                registers,
                0,
                0,
                0,
            ]
        };
        // `EIATTR_CTAIDZ_USED` has no value, `EIATTR_FRAME_SIZE` has one of eight bytes.
        let other = [1, 4, 0, 0, 4, 0x11, 8, 0, 3, 0, 0, 0, 200, 0, 0, 0];
        let section = [&other[..], &of(3, 24), &of(5, 94), &other, &of(7, 40)].concat();
        assert_eq!(most_registers(&section), Some(94));
        assert_eq!(most_registers(&other), None);
        // One that is cut off is not read.
        assert_eq!(most_registers(&section[..section.len() - 1]), None);
        assert_eq!(registers(b"no ELF file"), None);
    }
}
