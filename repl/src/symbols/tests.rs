//! Files are read as they are: small ones are made here, real ones by what this machine has.

use super::fatbin::of_ptx;
use super::{Kind, Part, parts};

const PTX: &str = ".version 8.0\n.target sm_90\n.func  (.param .b32 func_retval0) helper(\n\t.param .b32 p\n)\n;\n\
    .visible .entry _Z1kPf(\n.param .u64 p\n)\n{\n\tret;\n}\n.func  (.param .b32 func_retval0) helper(\n\t.param .b32 p\n)\n{\n\tret;\n}\n";

/// A fat binary with one entry.
fn fatbin(
    kind: u16,
    sm: u32,
    flags: u64,
    packed: usize,
    unpacked: usize,
    payload: &[u8],
) -> Vec<u8> {
    let padded = payload.len().next_multiple_of(8);
    let mut entry = Vec::new();
    entry.extend(kind.to_le_bytes());
    entry.extend([1, 1]);
    entry.extend(64u32.to_le_bytes());
    entry.extend((padded as u64).to_le_bytes());
    entry.extend((packed as u32).to_le_bytes());
    entry.extend([0; 8]);
    entry.extend(sm.to_le_bytes());
    entry.extend([0; 8]);
    entry.extend(flags.to_le_bytes());
    entry.extend([0; 8]);
    entry.extend((unpacked as u64).to_le_bytes());
    entry.extend(payload);
    entry.resize(64 + padded, 0);
    let mut file = vec![0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0];
    file.extend((entry.len() as u64).to_le_bytes());
    file.extend(entry);
    file
}

fn names(part: &Part) -> (String, Vec<(Kind, String)>) {
    match part {
        Part::Object { what, symbols } => {
            let named = symbols.iter().map(|it| (it.kind, it.name.clone()));
            (what.clone(), named.collect())
        }
        Part::Unread(why) => (why.clone(), Vec::new()),
    }
}

#[test]
fn ptx_tells_entries_and_functions_once() {
    let found: Vec<(Kind, String)> = { of_ptx(PTX).into_iter() }
        .map(|it| (it.kind, it.name))
        .collect();
    let expected = [
        (Kind::Kernel, "_Z1kPf".to_owned()),
        (Kind::Function, "helper".to_owned()),
    ];
    assert_eq!(found, expected);
}

#[test]
fn entries_of_fat_binaries_are_listed_plain_and_compressed() {
    let plain = fatbin(1, 90, 0, 0, 0, PTX.as_bytes());
    let packed = lz4_flex::block::compress(PTX.as_bytes());
    let lz4 = fatbin(1, 80, 0x2000, packed.len(), PTX.len(), &packed);
    let both = [plain, vec![0; 24], lz4].concat();
    let found: Vec<_> = parts(&both)
        .expect("they are read")
        .iter()
        .map(names)
        .collect();
    assert_eq!(found[0].0, "PTX for sm_90");
    assert_eq!(found[1].0, "PTX for sm_80");
    assert_eq!(found[0].1, found[1].1);
    assert_eq!(found[0].1.len(), 2);
    let zstd = fatbin(2, 100, 0x8000, 4, 9, b"xxxx");
    let (said, _) = names(&parts(&zstd).expect("it is named")[0]);
    assert!(said.contains("compressed by zstd"), "{said}");
}

#[test]
fn what_is_damaged_is_refused() {
    let whole = fatbin(1, 90, 0x2000, 40, PTX.len(), &[7; 40]);
    assert!(parts(&whole).is_err());
    for cut in 1..whole.len() {
        drop(parts(&whole[..cut]));
    }
    assert!(parts(b"#include <cstdio>").is_err());
    assert!(parts(b"\x7fELF and no more").is_err());
    let (said, _) = names(&parts(b"BC\xc0\xde....").expect("it is named")[0]);
    assert!(said.contains("bitcode"), "{said}");
}

#[test]
fn bundles_of_clang_are_taken_apart() {
    let mut bundle = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
    bundle.extend(2u64.to_le_bytes());
    for (offset, size, name) in [(0u64, 0u64, "host-x86_64"), (200, 4, "hip-amdgcn--gfx942")] {
        bundle.extend(offset.to_le_bytes());
        bundle.extend(size.to_le_bytes());
        bundle.extend((name.len() as u64).to_le_bytes());
        bundle.extend(name.as_bytes());
    }
    bundle.resize(200, 0);
    bundle.extend(b"text");
    let found: Vec<_> = parts(&bundle)
        .expect("it is read")
        .iter()
        .map(names)
        .collect();
    assert_eq!(found.len(), 1);
    assert!(found[0].0.contains("gfx942"), "{}", found[0].0);
}
