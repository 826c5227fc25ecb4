//! What a code object says of its kernels: the note that AMD's drivers read (LLVM, "User Guide for AMDGPU Backend", "Code Object V5 Metadata").

use std::collections::BTreeMap;

use anyhow::{Context as _, bail};
use object::read::elf::{ElfFile64, FileHeader as _, SectionHeader as _};
use object::{Endianness, Object as _};

use crate::error::Error;

/// The note's type, and the name that it is written under.
const METADATA: u32 = 32;
const OWNER: &[u8] = b"AMDGPU";

/// What one kernel needs of a GPU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AmdResources {
    /// Its symbol.
    pub kernel: String,
    /// Vector registers of a lane, those that accumulate included.
    pub vgprs: u64,
    /// Scalar registers of a wavefront.
    pub sgprs: u64,
    /// Vector registers that did not suffice, so that values lie in memory.
    pub spilled: u64,
    /// Shared memory (LDS) of a block, the dynamic array left out. Unit: bytes.
    pub lds_bytes: u64,
    /// Memory of a thread for what is in no register. Unit: bytes.
    pub scratch_bytes: u64,
    /// All arguments, the hidden ones included. Unit: bytes.
    pub kernarg_bytes: u64,
    /// Lanes of a wavefront.
    pub wavefront: u64,
    /// Offset and size of each parameter of the kernel's own.
    pub parameters: Vec<(u64, u64)>,
}

/// Reads them, by the kernels' names.
///
/// # Errors
/// It is no code object for AMD GPUs.
pub fn amd_resources(code_object: &[u8]) -> Result<Vec<AmdResources>, Error> {
    let note = metadata(code_object)?;
    let root = Reader { rest: note }.value()?;
    let Some(Packed::List(kernels)) = root.member("amdhsa.kernels") else {
        return Err(Error::Broken(
            "the code object's note names no kernels".into(),
        ));
    };
    let mut found: Vec<AmdResources> = kernels.iter().map(of_kernel).collect::<Result<_, _>>()?;
    found.sort_by(|one, other| one.kernel.cmp(&other.kernel));
    Ok(found)
}

fn of_kernel(kernel: &Packed<'_>) -> anyhow::Result<AmdResources> {
    let number = |name: &str| kernel.number(name).unwrap_or(0);
    let own = |argument: &&Packed<'_>| {
        let kind = argument.text(".value_kind").unwrap_or("");
        !kind.starts_with("hidden_")
    };
    let arguments = match kernel.member(".args") {
        Some(Packed::List(arguments)) => arguments.as_slice(),
        _ => &[],
    };
    let parameters = arguments.iter().filter(own).map(|it| {
        let number = |name: &str| it.number(name).unwrap_or(0);
        (number(".offset"), number(".size"))
    });
    Ok(AmdResources {
        kernel: kernel
            .text(".name")
            .context("the code object's note has a kernel without a name")?
            .to_owned(),
        vgprs: number(".vgpr_count"),
        sgprs: number(".sgpr_count"),
        spilled: number(".vgpr_spill_count"),
        lds_bytes: number(".group_segment_fixed_size"),
        scratch_bytes: number(".private_segment_fixed_size"),
        kernarg_bytes: number(".kernarg_segment_size"),
        wavefront: number(".wavefront_size"),
        parameters: parameters.collect(),
    })
}

/// The note's contents.
fn metadata(code_object: &[u8]) -> anyhow::Result<&[u8]> {
    let file: ElfFile64<'_, Endianness> =
        ElfFile64::parse(code_object).context("the code object is no ELF file")?;
    let endian = file.elf_header().endian()?;
    for section in file.sections() {
        let header = section.elf_section_header();
        let Some(mut notes) = header.notes(endian, code_object)? else {
            continue;
        };
        while let Some(note) = notes.next()? {
            if note.n_type(endian) == METADATA && note.name() == OWNER {
                return Ok(note.desc());
            }
        }
    }
    bail!("the file has no note for AMD GPUs")
}

/// A value of MessagePack.
#[derive(Debug, PartialEq)]
enum Packed<'a> {
    Number(u64),
    Text(&'a str),
    List(Vec<Packed<'a>>),
    Map(BTreeMap<&'a str, Packed<'a>>),
    /// Nothing that is asked for.
    Other,
}

impl Packed<'_> {
    fn member(&self, name: &str) -> Option<&Packed<'_>> {
        match self {
            Packed::Map(members) => members.get(name),
            _ => None,
        }
    }

    fn number(&self, name: &str) -> Option<u64> {
        match self.member(name) {
            Some(Packed::Number(number)) => Some(*number),
            _ => None,
        }
    }

    fn text(&self, name: &str) -> Option<&str> {
        match self.member(name) {
            Some(Packed::Text(text)) => Some(text),
            _ => None,
        }
    }
}

/// Reads MessagePack (msgpack's "spec.md").
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, bytes: usize) -> anyhow::Result<&'a [u8]> {
        let (taken, rest) = self
            .rest
            .split_at_checked(bytes)
            .context("the code object's note ends too early")?;
        self.rest = rest;
        Ok(taken)
    }

    fn number(&mut self, bytes: usize) -> anyhow::Result<u64> {
        let digits = self.take(bytes)?;
        Ok(digits.iter().fold(0, |sum, it| sum << 8 | u64::from(*it)))
    }

    fn length(&mut self, bytes: usize) -> anyhow::Result<usize> {
        Ok(usize::try_from(self.number(bytes)?)?)
    }

    fn value(&mut self) -> anyhow::Result<Packed<'a>> {
        let kind = self.take(1)?[0];
        Ok(match kind {
            0x00..=0x7f => Packed::Number(kind.into()),
            0x80..=0x8f => self.map(usize::from(kind & 15))?,
            0x90..=0x9f => self.list(usize::from(kind & 15))?,
            0xa0..=0xbf => self.text(usize::from(kind & 31))?,
            0xc2 | 0xc3 => Packed::Number(u64::from(kind & 1)),
            0xc4..=0xc6 => {
                let bytes = self.length(1 << (kind - 0xc4))?;
                self.take(bytes)?;
                Packed::Other
            }
            0xca => self.passed_over(4)?,
            0xcb => self.passed_over(8)?,
            0xcc..=0xcf => Packed::Number(self.number(1 << (kind - 0xcc))?),
            0xd0..=0xd3 => self.passed_over(1 << (kind - 0xd0))?,
            0xd9..=0xdb => {
                let bytes = self.length(1 << (kind - 0xd9))?;
                self.text(bytes)?
            }
            0xdc | 0xdd => {
                let count = self.length(2 << (kind - 0xdc))?;
                self.list(count)?
            }
            0xde | 0xdf => {
                let count = self.length(2 << (kind - 0xde))?;
                self.map(count)?
            }
            _ => Packed::Other,
        })
    }

    fn passed_over(&mut self, bytes: usize) -> anyhow::Result<Packed<'a>> {
        self.take(bytes)?;
        Ok(Packed::Other)
    }

    fn text(&mut self, bytes: usize) -> anyhow::Result<Packed<'a>> {
        Ok(Packed::Text(std::str::from_utf8(self.take(bytes)?)?))
    }

    fn list(&mut self, count: usize) -> anyhow::Result<Packed<'a>> {
        let values = (0..count).map(|_| self.value());
        Ok(Packed::List(values.collect::<Result<_, _>>()?))
    }

    fn map(&mut self, count: usize) -> anyhow::Result<Packed<'a>> {
        let mut members = BTreeMap::new();
        for _ in 0..count {
            let name = self.value()?;
            let value = self.value()?;
            if let Packed::Text(name) = name {
                members.insert(name, value);
            }
        }
        Ok(Packed::Map(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_values_are_read() {
        // {"a": [1, 300, "xy"], "b": 1.0, "c": -1}
        let bytes = b"\x83\xa1a\x93\x01\xcd\x01\x2c\xa2xy\xa1b\xca\x3f\x80\0\0\xa1c\xff";
        let read = Reader { rest: bytes }.value().expect("it is well formed");
        let list = [Packed::Number(1), Packed::Number(300), Packed::Text("xy")];
        assert_eq!(read.member("a"), Some(&Packed::List(list.into())));
        assert_eq!(read.member("b"), Some(&Packed::Other));
        assert_eq!(read.number("c"), None);
        for end in 0..bytes.len() {
            let cut = Reader {
                rest: &bytes[..end],
            }
            .value();
            assert!(cut.is_err(), "{end} bytes are not all");
        }
    }

    #[test]
    fn other_files_are_no_code_objects() {
        assert!(amd_resources(b"nothing").is_err());
    }
}
