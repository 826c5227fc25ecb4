//! ELF files for tests: what drivers and assemblers make, in a few bytes.

/// A section to be.
pub(super) struct Section<'a> {
    name: &'a str,
    kind: u32,
    address: u64,
    contents: &'a [u8],
    link: u32,
    info: u32,
    row_bytes: u64,
}

impl<'a> Section<'a> {
    pub(super) fn new(name: &'a str, kind: u32, contents: &'a [u8]) -> Section<'a> {
        Section {
            name,
            kind,
            address: 0,
            contents,
            link: 0,
            info: 0,
            row_bytes: 0,
        }
    }

    pub(super) fn at(self, address: u64) -> Section<'a> {
        Section { address, ..self }
    }

    pub(super) fn link(self, link: u32) -> Section<'a> {
        Section { link, ..self }
    }

    pub(super) fn info(self, info: u32) -> Section<'a> {
        Section { info, ..self }
    }

    pub(super) fn rows(self, row_bytes: u64) -> Section<'a> {
        Section { row_bytes, ..self }
    }
}

/// A 64-bit little-endian file of these sections, which are numbered from 1.
pub(super) fn object(sections: &[Section<'_>]) -> Vec<u8> {
    const HEADER_BYTES: usize = 64;
    let empty = Section::new("", 0, &[]);
    let names = Section::new(".shstrtab", 3, &[]);
    let all: Vec<&Section<'_>> = [&empty]
        .into_iter()
        .chain(sections)
        .chain([&names])
        .collect();
    let mut contents = vec![0; HEADER_BYTES];
    let (mut headers, mut strings) = (Vec::new(), Vec::new());
    for (number, section) in all.iter().enumerate() {
        let name = strings.len() as u32;
        strings.extend([section.name.as_bytes(), b"\0"].concat());
        let last = number + 1 == all.len();
        let bytes = if last { &strings[..] } else { section.contents };
        let words = [name, section.kind];
        let longs = [
            0,
            section.address,
            contents.len() as u64,
            bytes.len() as u64,
        ];
        headers.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        headers.extend(longs.iter().flat_map(|long| long.to_le_bytes()));
        headers.extend(
            [section.link, section.info]
                .iter()
                .flat_map(|word| word.to_le_bytes()),
        );
        headers.extend(
            [1, section.row_bytes]
                .iter()
                .flat_map(|long| long.to_le_bytes()),
        );
        contents.extend(bytes);
    }
    let header = [
        &b"\x7fELF\x02\x01\x01\x33"[..],
        &[0; 32],
        &(contents.len() as u64).to_le_bytes(),
        &[0; 10],
        &64u16.to_le_bytes(),
        &(all.len() as u16).to_le_bytes(),
        &(all.len() as u16 - 1).to_le_bytes(),
    ]
    .concat();
    contents[..HEADER_BYTES].copy_from_slice(&header);
    contents[20] = 1;
    contents.extend(headers);
    contents
}
