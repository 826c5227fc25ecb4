//! The file of one entry.
//!
//! | offset | bytes | what (integers are little-endian) |
//! | --- | --- | --- |
//! | 0 | 8 | `CHVENTRY` |
//! | 8 | 4 | schema of this table |
//! | 12 | 4 | kind |
//! | 16 | 8 | where the payload begins: a multiple of 64 |
//! | 24 | 8 | bytes of the payload; the file ends with it |
//! | 32 | 8 | bytes of the kernel table |
//! | 40 | 32 | key |
//! | 72 | 32 | BLAKE3 of the payload |
//! | 104 | 32 | BLAKE3 of bytes 0 to 103 and of everything from 136 to the payload |
//! | 136 | | kernel table (postcard: a list of [`KernelRecord`]), the producer's `meta`, then 0 to 63 zeros |
//!
//! The payload is stored as it is, so an object can be taken out of its entry with:
//!
//! ```sh
//! dd if=ENTRY of=kernel.o bs=64 skip=$(( $(od -An -tu8 -j16 -N8 ENTRY) / 64 ))
//! ```
//!
//! The length of `meta` is what the zeros leave: it ends with a byte 1, so that its end can be told from the zeros.

use std::io::{self, Write};

use crate::payload::Source;
use crate::{Entry, KernelRecord, Key, Kind};

/// Files above this size are never read or written; the largest real entries are precompiled headers of some 30 MB.
pub(crate) const ENTRY_BYTES_MAX: u64 = 1 << 30;

const MAGIC: [u8; 8] = *b"CHVENTRY";
const SCHEMA: u32 = 1;
const HEADER_BYTES: usize = 136;
const DIGESTED_BYTES: usize = 104;
const PAYLOAD_ALIGNMENT: usize = 64;
const META_END: u8 = 1;

/// Why a file is not the entry that it should be.
#[derive(Debug)]
pub(crate) enum Bad {
    /// Another version of the program wrote it; nothing is wrong with it.
    Schema(u32),
    /// It is damaged, or another entry; the text completes "the entry is bad: …".
    Broken(String),
}

impl Bad {
    fn broken(reason: &str) -> Bad {
        Bad::Broken(reason.to_owned())
    }

    /// One line on what is wrong.
    pub(crate) fn reason(&self) -> String {
        match self {
            Bad::Schema(found) => {
                format!("it has schema {found}, this program reads schema {SCHEMA}")
            }
            Bad::Broken(reason) => reason.clone(),
        }
    }
}

impl From<io::Error> for Bad {
    fn from(error: io::Error) -> Bad {
        Bad::Broken(format!("it cannot be read: {error}"))
    }
}

/// Writes `entry` as the file of `key`.
pub(crate) fn write(file: &mut impl Write, key: &Key, entry: &Entry) -> io::Result<()> {
    file.write_all(&head(key, entry)?)?;
    file.write_all(&entry.payload)
}

/// Everything before the payload.
fn head(key: &Key, entry: &Entry) -> io::Result<Vec<u8>> {
    let table = postcard::to_stdvec(&entry.kernels).map_err(io::Error::other)?;
    let used = HEADER_BYTES + table.len() + entry.meta.len() + 1;
    let payload_offset = used.next_multiple_of(PAYLOAD_ALIGNMENT);
    let mut head = Vec::with_capacity(payload_offset);
    head.extend(MAGIC);
    head.extend(SCHEMA.to_le_bytes());
    head.extend(entry.kind.code().to_le_bytes());
    head.extend((payload_offset as u64).to_le_bytes());
    head.extend((entry.payload.len() as u64).to_le_bytes());
    head.extend((table.len() as u64).to_le_bytes());
    head.extend(key.as_bytes());
    head.extend(blake3::hash(&entry.payload).as_bytes());
    head.extend([0; 32]);
    head.extend(table);
    head.extend(&entry.meta);
    head.push(META_END);
    head.resize(payload_offset, 0);
    let digest = head_digest(&head[..DIGESTED_BYTES], &head[HEADER_BYTES..]);
    head[DIGESTED_BYTES..HEADER_BYTES].copy_from_slice(digest.as_bytes());
    Ok(head)
}

fn head_digest(fields: &[u8], rest: &[u8]) -> blake3::Hash {
    blake3::Hasher::new().update(fields).update(rest).finalize()
}

/// Reads the file of `key` and `kind`, `file_bytes` long, and checks every byte of it.
pub(crate) fn read(
    file: &mut impl Source,
    file_bytes: u64,
    key: &Key,
    kind: Kind,
) -> Result<Entry, Bad> {
    if file_bytes < HEADER_BYTES as u64 {
        return Err(Bad::broken("it is shorter than a header"));
    }
    if file_bytes > ENTRY_BYTES_MAX {
        return Err(Bad::broken("it is longer than any entry"));
    }
    let mut header = [0; HEADER_BYTES];
    file.read_exact(&mut header)?;
    if header[..8] != MAGIC {
        return Err(Bad::broken("it is not a cache entry"));
    }
    let schema = u32::from_le_bytes(field(&header, 8));
    if schema != SCHEMA {
        return Err(Bad::Schema(schema));
    }
    let sizes = Sizes::from_header(&header, file_bytes)?;
    let mut rest = vec![0; sizes.rest];
    file.read_exact(&mut rest)?;
    if *head_digest(&header[..DIGESTED_BYTES], &rest).as_bytes()
        != field::<32>(&header, DIGESTED_BYTES)
    {
        return Err(Bad::broken("its header does not match the header's digest"));
    }
    if field::<32>(&header, 40) != *key.as_bytes() {
        return Err(Bad::broken("it is the entry of another key"));
    }
    if u32::from_le_bytes(field(&header, 12)) != kind.code() {
        return Err(Bad::broken("it is of another kind than its folder"));
    }
    let payload = file.payload((HEADER_BYTES + sizes.rest) as u64, sizes.payload)?;
    if *blake3::hash(&payload).as_bytes() != field::<32>(&header, 72) {
        return Err(Bad::broken(
            "its payload does not match the payload's digest",
        ));
    }
    let (kernels, meta) = split_rest(&rest, sizes.table)?;
    Ok(Entry {
        kind,
        kernels,
        meta,
        payload,
    })
}

/// Sizes from a header whose digest has not been checked yet: none is larger than the file, so that damage never asks for
/// more memory than the file has bytes.
struct Sizes {
    rest: usize,
    table: usize,
    payload: usize,
}

impl Sizes {
    fn from_header(header: &[u8; HEADER_BYTES], file_bytes: u64) -> Result<Sizes, Bad> {
        let payload_offset = u64::from_le_bytes(field(header, 16));
        let payload = u64::from_le_bytes(field(header, 24));
        let table = u64::from_le_bytes(field(header, 32));
        let rest = payload_offset.checked_sub(HEADER_BYTES as u64);
        match rest {
            Some(rest)
                if payload_offset.checked_add(payload) == Some(file_bytes) && table < rest =>
            {
                Ok(Sizes {
                    rest: rest as usize,
                    table: table as usize,
                    payload: payload as usize,
                })
            }
            _ => Err(Bad::broken("its length is not what its header says")),
        }
    }
}

fn split_rest(rest: &[u8], table_bytes: usize) -> Result<(Vec<KernelRecord>, Vec<u8>), Bad> {
    let (table, meta) = rest.split_at(table_bytes);
    let kernels =
        postcard::from_bytes(table).map_err(|_| Bad::broken("its kernel table cannot be read"))?;
    let meta_bytes = meta
        .iter()
        .rposition(|&byte| byte != 0)
        .filter(|&end| meta[end] == META_END);
    let meta_bytes = meta_bytes.ok_or_else(|| Bad::broken("its meta bytes have no end"))?;
    Ok((kernels, meta[..meta_bytes].to_vec()))
}

fn field<const N: usize>(header: &[u8; HEADER_BYTES], offset: usize) -> [u8; N] {
    let mut bytes = [0; N];
    bytes.copy_from_slice(&header[offset..offset + N]);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(meta: &[u8]) -> (Key, Entry) {
        let kernels = vec![KernelRecord {
            name: "_Z1kPf".into(),
            registers: 12,
            shared_bytes: 4096,
            param_bytes: vec![8, 4],
        }];
        let entry = Entry {
            kind: Kind::CpuObject,
            kernels,
            meta: meta.to_vec(),
            payload: b"an object".to_vec().into(),
        };
        (Key::builder("test").field("meta", meta).finish(), entry)
    }

    fn file(key: &Key, entry: &Entry) -> Vec<u8> {
        let mut bytes = Vec::new();
        write(&mut bytes, key, entry).unwrap();
        bytes
    }

    #[test]
    fn every_meta_comes_back_as_it_was() {
        for meta in [
            &b""[..],
            b"\0",
            b"\x01",
            b"\0\0\0",
            b"x\x01\0",
            &[1; 200],
            &[0; 64],
        ] {
            let (key, entry) = sample(meta);
            let bytes = file(&key, &entry);
            let back = read(&mut bytes.as_slice(), bytes.len() as u64, &key, entry.kind).unwrap();
            assert_eq!(back, entry);
        }
    }

    #[test]
    fn payload_is_the_aligned_end_of_the_file() {
        let (key, entry) = sample(b"meta");
        let bytes = file(&key, &entry);
        let offset = u64::from_le_bytes(bytes[16..24].try_into().unwrap()) as usize;
        assert_eq!(offset % PAYLOAD_ALIGNMENT, 0);
        assert_eq!(bytes[offset..], *entry.payload);
    }

    #[test]
    fn every_flipped_bit_is_noticed() {
        let (key, entry) = sample(b"meta");
        let good = file(&key, &entry);
        for position in 0..good.len() {
            for bit in 0..8 {
                let mut bytes = good.clone();
                bytes[position] ^= 1 << bit;
                let found = read(&mut bytes.as_slice(), bytes.len() as u64, &key, entry.kind);
                assert!(found.is_err(), "bit {bit} of byte {position}");
            }
        }
    }

    #[test]
    fn another_schema_is_told_from_damage() {
        let (key, entry) = sample(b"");
        let mut bytes = file(&key, &entry);
        bytes[8..12].copy_from_slice(&(SCHEMA + 1).to_le_bytes());
        let found = read(&mut bytes.as_slice(), bytes.len() as u64, &key, entry.kind);
        assert!(matches!(found, Err(Bad::Schema(schema)) if schema == SCHEMA + 1));
    }

    #[test]
    fn sizes_that_would_overflow_are_refused() {
        let (key, entry) = sample(b"");
        let good = file(&key, &entry);
        for offset in [16, 24, 32] {
            let mut bytes = good.clone();
            bytes[offset..offset + 8].copy_from_slice(&u64::MAX.to_le_bytes());
            assert!(read(&mut bytes.as_slice(), bytes.len() as u64, &key, entry.kind).is_err());
        }
    }
}
