//! The memory operand of a vector instruction: of which registers its address is made (Intel's manual, volume 2, chapter 2).

/// Prefixes before an opcode that do not say which registers it uses.
const PREFIXES: [u8; 11] = [
    0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0x67, 0xf0, 0xf2, 0xf3,
];

/// Base and index by their numbers in encodings (0 is `rax`, 4 `rsp`, 15 `r15`). None for what has no `0F`, VEX or EVEX opcode, or no operand in memory.
/// `next` gives the instruction's bytes; none behind its end is asked for.
pub(super) fn address_registers(mut next: impl FnMut() -> u8) -> Option<[Option<usize>; 2]> {
    let mut byte = next();
    while PREFIXES.contains(&byte) {
        byte = next();
    }
    // What makes 8 to 15 of a register's lower three bits.
    let (mut index_high, mut base_high) = (0, 0);
    match byte {
        0x62 | 0xc4 => {
            let inverted = !next();
            (index_high, base_high) = (inverted >> 3 & 8, inverted >> 2 & 8);
            let more = if byte == 0x62 { 2 } else { 1 };
            for _ in 0..=more {
                next();
            }
        }
        0xc5 => {
            next();
            next();
        }
        _ => {
            if byte & 0xf0 == 0x40 {
                (index_high, base_high) = (byte << 2 & 8, byte << 3 & 8);
                byte = next();
            }
            if byte != 0x0f {
                return None;
            }
            if matches!(next(), 0x38 | 0x3a) {
                next();
            }
        }
    }
    let modes = next();
    let (mode, operand) = (modes >> 6, modes & 7);
    let register = |low: u8, high: u8| Some(usize::from(low | high));
    match (mode, operand) {
        (3, _) => None,
        (_, 4) => {
            let scaled = next();
            let (index, base) = (scaled >> 3 & 7, scaled & 7);
            let is_offset = mode == 0 && base == 5;
            let base = register(base, base_high).filter(|_| !is_offset);
            Some([base, register(index, index_high).filter(|&it| it != 4)])
        }
        (0, 5) => Some([None, None]),
        _ => Some([register(operand, base_high), None]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(code: &[u8]) -> Option<[Option<usize>; 2]> {
        let mut bytes = code.iter();
        address_registers(|| *bytes.next().expect("the instruction ends there"))
    }

    /// Encodings are those that GNU's assembler makes.
    #[test]
    fn registers_of_addresses() {
        let rows: [(&[u8], [Option<usize>; 2]); 10] = [
            (&[0x0f, 0x28, 0x00], [Some(0), None]), // movaps (%rax),%xmm0
            (&[0x41, 0x0f, 0x28, 0x04, 0xde], [Some(14), Some(3)]), // movaps (%r14,%rbx,8),%xmm0
            (&[0x42, 0x0f, 0x29, 0x04, 0x38], [Some(0), Some(15)]), // movaps %xmm0,(%rax,%r15,1)
            (&[0x66, 0x0f, 0x6f, 0x44, 0x24], [Some(4), None]), // movdqa 16(%rsp),%xmm0
            (&[0x66, 0x0f, 0x38, 0x2a, 0x07], [Some(7), None]), // movntdqa (%rdi),%xmm0
            (&[0x0f, 0x28, 0x05], [None, None]),    // movaps 16(%rip),%xmm0
            (&[0xc5, 0xfc, 0x28, 0x00], [Some(0), None]), // vmovaps (%rax),%ymm0
            (&[0xc4, 0xc1, 0x7c, 0x28, 0x07], [Some(15), None]), // vmovaps (%r15),%ymm0
            (
                &[0xc4, 0xa1, 0x7c, 0x28, 0x04, 0x00],
                [Some(0), Some(8)], // vmovaps (%rax,%r8,1),%ymm0
            ),
            (
                &[0x62, 0xf1, 0x7c, 0x48, 0x28, 0x00],
                [Some(0), None], // vmovaps (%rax),%zmm0
            ),
        ];
        for (code, registers) in rows {
            assert_eq!(of(code), Some(registers), "{code:x?}");
        }
        assert_eq!(of(&[0x48, 0x8b]), None); // mov (%rax),%rax
        assert_eq!(of(&[0x0f, 0x28, 0xc1]), None); // movaps %xmm1,%xmm0
    }
}
