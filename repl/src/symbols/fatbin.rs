//! NVIDIA's fat binaries: entries of PTX and of cubins, one after the other, each with a header.

use anyhow::Context as _;

use super::{Kind, Part, Symbol, elf};

const MAGIC: [u8; 4] = [0x50, 0xed, 0x55, 0xba];

// Kinds of entries.
const PTX: u16 = 1;
const CUBIN: u16 = 2;

// Flags of an entry.
const LZ4: u64 = 0x2000;
const ZSTD: u64 = 0x8000;

/// Bytes of an entry's header that are read.
const HEADER_BYTES: usize = 64;

/// Do the bytes begin as a fat binary does?
pub(super) fn is_one(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// What one or several of them hold, one after the other as a linker puts them.
pub(super) fn parts(mut bytes: &[u8]) -> anyhow::Result<Vec<Part>> {
    let mut found = Vec::new();
    // Linkers fill up with zeros.
    while let Some(start) = bytes.iter().position(|byte| *byte != 0) {
        bytes = &bytes[start..];
        anyhow::ensure!(
            is_one(bytes),
            "has a damaged fat binary: its header is missing"
        );
        let header = usize::from(half(bytes, 6)?);
        let size = usize::try_from(long(bytes, 8)?)?;
        let end = header
            .checked_add(size)
            .context("has a damaged fat binary")?;
        let content = bytes
            .get(header..end)
            .context("has a fat binary that is cut off")?;
        entries(content, &mut found)?;
        bytes = &bytes[end..];
    }
    Ok(found)
}

fn entries(mut rest: &[u8], found: &mut Vec<Part>) -> anyhow::Result<()> {
    while rest.len() >= HEADER_BYTES {
        let header = usize::try_from(word(rest, 4)?)?;
        let size = usize::try_from(long(rest, 8)?)?;
        let end = header.checked_add(size).context("has a damaged entry")?;
        let payload = rest
            .get(header..end)
            .context("has an entry that is cut off")?;
        found.push(entry(rest, payload)?);
        rest = &rest[end..];
    }
    Ok(())
}

fn entry(header: &[u8], payload: &[u8]) -> anyhow::Result<Part> {
    let (kind, sm, flags) = (half(header, 0)?, word(header, 28)?, long(header, 40)?);
    let name = match kind {
        PTX => format!("PTX for sm_{sm}"),
        CUBIN => format!("cubin for sm_{sm}"),
        other => {
            return Ok(Part::Unread(format!(
                "an entry of kind {other} for sm_{sm}, which is not read"
            )));
        }
    };
    let unpacked;
    let content = if flags & LZ4 != 0 {
        let packed = usize::try_from(word(header, 16)?)?;
        let bytes = usize::try_from(long(header, 56)?)?;
        let packed = payload
            .get(..packed)
            .context("has an entry that is cut off")?;
        unpacked = lz4_flex::block::decompress(packed, bytes)
            .with_context(|| format!("has a damaged entry ({name})"))?;
        &unpacked
    } else if flags & ZSTD != 0 {
        return Ok(Part::Unread(format!(
            "{name}, compressed by zstd, which is not read: `cuobjdump -xelf all` takes it out"
        )));
    } else {
        payload
    };
    match kind {
        PTX => Ok(Part::Object {
            symbols: of_ptx(&String::from_utf8_lossy(content)),
            what: name,
        }),
        _ => elf::parts(content)?.pop().context("has an empty entry"),
    }
}

/// What a text defines, as far as its heads tell.
pub(super) fn of_ptx(text: &str) -> Vec<Symbol> {
    let symbols = text.lines().filter_map(|line| {
        let line = line.trim_start();
        let line = line
            .strip_prefix(".visible ")
            .or(line.strip_prefix(".weak "))
            .unwrap_or(line);
        let (kind, rest) = if let Some(rest) = line.strip_prefix(".entry ") {
            (Kind::Kernel, rest)
        } else {
            let rest = line.strip_prefix(".func ")?;
            // What it gives stands before its name.
            let rest = match rest.trim_start().strip_prefix('(') {
                Some(gives) => gives.split_once(')')?.1,
                None => rest,
            };
            (Kind::Function, rest)
        };
        let name: String = { rest.trim_start().chars() }
            .take_while(|it| it.is_ascii_alphanumeric() || matches!(it, '_' | '$'))
            .collect();
        (!name.is_empty()).then(|| Symbol::of(kind, &name, 0))
    });
    let mut found: Vec<Symbol> = symbols.collect();
    // A declaration may come before the definition.
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found.dedup_by(|a, b| a.name == b.name);
    found
}

fn piece<const N: usize>(bytes: &[u8], at: usize) -> anyhow::Result<[u8; N]> {
    let piece = bytes
        .get(at..at + N)
        .context("has a fat binary that is cut off")?;
    Ok(piece.try_into()?)
}

fn half(bytes: &[u8], at: usize) -> anyhow::Result<u16> {
    piece(bytes, at).map(u16::from_le_bytes)
}

fn word(bytes: &[u8], at: usize) -> anyhow::Result<u32> {
    piece(bytes, at).map(u32::from_le_bytes)
}

fn long(bytes: &[u8], at: usize) -> anyhow::Result<u64> {
    piece(bytes, at).map(u64::from_le_bytes)
}
