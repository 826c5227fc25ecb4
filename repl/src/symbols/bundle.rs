//! Clang's bundles, as HIP's fat binaries are: a list of code objects with the names of what they are for.

use anyhow::Context as _;

use super::{Part, elf};

const MAGIC: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";

/// Do the bytes begin as a bundle does?
pub(super) fn is_one(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// What it holds; the host's entry, which is empty, left out.
pub(super) fn parts(bytes: &[u8]) -> anyhow::Result<Vec<Part>> {
    let mut rest = &bytes[MAGIC.len()..];
    let count = number(&mut rest)?;
    let mut found = Vec::new();
    for _ in 0..count {
        let (offset, size) = (number(&mut rest)?, number(&mut rest)?);
        let length = number(&mut rest)?;
        let (name, after) = rest
            .split_at_checked(length)
            .context("is a bundle that is cut off")?;
        rest = after;
        let end = offset.checked_add(size).context("is a damaged bundle")?;
        let content = bytes
            .get(offset..end)
            .context("is a bundle that is cut off")?;
        if content.starts_with(b"\x7fELF") {
            found.extend(elf::parts(content)?);
        } else if !content.is_empty() {
            let name = String::from_utf8_lossy(name);
            found.push(Part::Unread(format!(
                "an entry for {name}, which is no code object"
            )));
        }
    }
    Ok(found)
}

fn number(rest: &mut &[u8]) -> anyhow::Result<usize> {
    let (number, after) = rest
        .split_at_checked(8)
        .context("is a bundle that is cut off")?;
    *rest = after;
    Ok(usize::try_from(u64::from_le_bytes(number.try_into()?))?)
}
