//! `.nv.info` of cubins: what the assembler says of a kernel. NVIDIA does not describe it; the numbers are those that its own `cuobjdump -elf` names.

use std::collections::HashMap;

// How an attribute's value follows.
const NO_VALUE: u8 = 1;
const BYTE: u8 = 2;
const HALF: u8 = 3;
const SIZED: u8 = 4;

// Attributes.
const FRAME_SIZE: u8 = 0x11;
const PARAMETER: u8 = 0x17;
const PARAMETERS_BYTES: u8 = 0x19;
const REGISTERS: u8 = 0x2f;

/// What is said of one function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// Registers of a thread.
    pub(super) registers: Option<u32>,
    /// Its stack frame, bytes.
    pub(super) frame_bytes: Option<u32>,
    /// Ordinal, offset and size of its parameters.
    each: Vec<(u16, u64, u64)>,
    /// All parameters, bytes.
    all_bytes: Option<u64>,
}

impl Facts {
    /// Offset and size of each parameter; of all together where they are not told one by one.
    pub(super) fn parameters(&self) -> Vec<(u64, u64)> {
        let mut each = self.each.clone();
        each.sort_unstable();
        match self.all_bytes {
            Some(bytes) if each.is_empty() && bytes > 0 => vec![(0, bytes)],
            _ => each.into_iter().map(|(_, at, bytes)| (at, bytes)).collect(),
        }
    }
}

/// Adds what a section says: of the kernel `own`, or of functions by the numbers of their symbols. What is cut off is left out.
pub(super) fn facts(
    section: &[u8],
    own: Option<&str>,
    symbols: &[String],
    found: &mut HashMap<String, Facts>,
) {
    let mut rest = section;
    while let Some((attribute, value)) = next(&mut rest) {
        let word = |at: usize| {
            let bytes = value.get(at..at + 4)?;
            Some(u32::from_le_bytes(bytes.try_into().ok()?))
        };
        match (attribute, own) {
            (PARAMETER, Some(own)) => {
                // An index, ordinal and offset in halves, and the size in the uppermost 14 bits.
                if let (Some(place), Some(size)) = (word(4), word(8)) {
                    let (ordinal, offset) = ((place & 0xffff) as u16, place >> 16);
                    let facts = found.entry(own.to_owned()).or_default();
                    facts
                        .each
                        .push((ordinal, offset.into(), (size >> 18).into()));
                }
            }
            (PARAMETERS_BYTES, Some(own)) => {
                if let [low, high, ..] = value {
                    let facts = found.entry(own.to_owned()).or_default();
                    facts.all_bytes = Some(u16::from_le_bytes([*low, *high]).into());
                }
            }
            (REGISTERS | FRAME_SIZE, _) => {
                let (Some(symbol), Some(number)) = (word(0), word(4)) else {
                    continue;
                };
                // The symbols that are read leave out the first one, which means none.
                let Some(name) = (symbol as usize)
                    .checked_sub(1)
                    .and_then(|it| symbols.get(it))
                else {
                    continue;
                };
                let facts = found.entry(name.clone()).or_default();
                match attribute {
                    REGISTERS => facts.registers = Some(number),
                    _ => facts.frame_bytes = Some(number),
                }
            }
            _ => {}
        }
    }
}

/// The next attribute and its value.
fn next<'a>(rest: &mut &'a [u8]) -> Option<(u8, &'a [u8])> {
    let [format, attribute, low, high, after @ ..] = *rest else {
        return None;
    };
    let inline = &rest[2..4];
    match *format {
        NO_VALUE | BYTE | HALF => {
            *rest = after;
            Some((*attribute, inline))
        }
        SIZED => {
            let bytes = usize::from(u16::from_le_bytes([*low, *high]));
            let (value, after) = after.split_at_checked(bytes)?;
            *rest = after;
            Some((*attribute, value))
        }
        _ => None,
    }
}
