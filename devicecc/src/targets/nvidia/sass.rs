//! Instructions of an NVIDIA GPU, as NVIDIA's own programs write them: `ptxas` makes the code object of the PTX, `nvdisasm` or `cuobjdump` tells what is in it.

use std::ffi::OsStr;
use std::path::Path;

use anyhow::Context as _;
use kernels_cache::{Cache, Entry, Key, Kind};

use super::toolkit;
use crate::emit::Listed;
use crate::targets::listing::{ListedLine, Listing, found, output_of};

/// The instructions of a kernel, made of its PTX, or from the cache: a disassembler takes a third of a second.
pub(super) fn listing(listed: Listed, sm: u32, cache: &Cache) -> anyhow::Result<Listing> {
    let ptxas = found(toolkit::ptxas(None), "ptxas", "nvidia-cuda-nvcc")?;
    let nvdisasm = toolkit::program(None, "nvdisasm");
    let cuobjdump = toolkit::program(None, "cuobjdump");
    let with_lines = nvdisasm.is_some();
    let reader = found(nvdisasm.or(cuobjdump), "nvdisasm", "nvidia-cuda-nvdisasm")?;
    let key = Key::builder("chevron-sass-v1")
        .field("ptx", listed.text.as_bytes())
        .field("sm", &sm.to_le_bytes())
        .field("ptxas", which(&ptxas).as_bytes())
        .field("reader", which(&reader).as_bytes())
        .finish();
    let (code, said) = match kept(&key, cache) {
        Some(kept) => kept,
        None => {
            let (code, said) = disassembled(&listed.text, sm, &ptxas, (&reader, with_lines))?;
            let entry = Entry {
                kind: Kind::Sass,
                kernels: Vec::new(),
                meta: said.clone().into_bytes(),
                payload: code.clone().into_bytes().into(),
            };
            cache.put(&key, &entry);
            (code, said)
        }
    };
    Ok(Listing {
        lines: instructions(&code, listed.places.len()),
        places: listed.places,
        remarks: remarks(&said).into_iter().map(Into::into).collect(),
        processor: String::new(),
    })
}

/// Tells a program from another version of it at the same place.
fn which(program: &Path) -> String {
    let facts = std::fs::metadata(program).ok();
    let changed = facts.as_ref().and_then(|it| it.modified().ok());
    let bytes = facts.map(|it| it.len());
    format!("{} {bytes:?} {changed:?}", program.display())
}

/// What the disassembler and `ptxas` said before.
fn kept(key: &Key, cache: &Cache) -> Option<(String, String)> {
    let entry = cache.get_kind(Kind::Sass, key)?;
    let (code, said) = (
        String::from_utf8(entry.payload.into_vec()),
        String::from_utf8(entry.meta),
    );
    Some((code.ok()?, said.ok()?))
}

/// What the disassembler says of the code that `ptxas` makes of a PTX text, and what `ptxas` says of it.
fn disassembled(
    ptx: &str,
    sm: u32,
    ptxas: &Path,
    (reader, with_lines): (&Path, bool),
) -> anyhow::Result<(String, String)> {
    let folder = tempfile::tempdir().context("no folder for ptxas could be made")?;
    let [text, object] = ["kernel.ptx", "kernel.cubin"].map(|name| folder.path().join(name));
    std::fs::write(&text, ptx).context("the PTX cannot be written")?;
    let arch = format!("-arch=sm_{sm}");
    let words: [&OsStr; 6] = [
        arch.as_ref(),
        "-lineinfo".as_ref(),
        "-v".as_ref(),
        "-o".as_ref(),
        object.as_os_str(),
        text.as_os_str(),
    ];
    let (said, told) = output_of(ptxas, &words)?;
    let reading: &OsStr = if with_lines { "-g" } else { "-sass" }.as_ref();
    let (code, _) = output_of(reader, &[reading, object.as_os_str()])?;
    Ok((code, format!("{said}{told}")))
}

/// What `ptxas -v` tells of registers, memory and spills.
fn remarks(said: &str) -> Vec<String> {
    let lines = said
        .lines()
        .map(|line| line.trim_start_matches("ptxas info").trim());
    let lines = lines.map(|line| line.trim_start_matches(':').trim());
    let of_use = |line: &&str| line.starts_with("Used ") || line.contains("spill stores");
    let used = lines.filter(of_use);
    used.map(|line| line.replacen("Used", "used", 1)).collect()
}

/// The instructions, and labels that some of them name, each with its place.
fn instructions(code: &str, places: usize) -> Vec<ListedLine> {
    let mut lines: Vec<ListedLine> = Vec::new();
    let mut place = None;
    for line in code.lines() {
        let text = line.trim();
        // `//## File "…", line 3`
        if let Some((_, number)) = text
            .strip_prefix("//##")
            .and_then(|it| it.split_once("line "))
        {
            let digits = number.split(|it: char| !it.is_ascii_digit()).next();
            let number = digits.and_then(|it| it.parse::<usize>().ok());
            place = number
                .and_then(|it| it.checked_sub(1))
                .filter(|it| *it < places);
            continue;
        }
        let is_code = text.starts_with("/*") && text.contains(';');
        let label = text.strip_suffix(':').filter(|it| it.starts_with(".L"));
        if is_code {
            lines.push(ListedLine {
                text: format!("\t{}", without_encoding(text)),
                place,
            });
        } else if label.is_some_and(|it| code.contains(&format!("({it})"))) {
            lines.push(ListedLine {
                text: text.to_owned(),
                place: None,
            });
        }
    }
    // What fills the end up runs never.
    while lines.last().is_some_and(|it| it.text.contains(" NOP")) {
        lines.pop();
    }
    lines
}

/// An instruction with its address, and without the comment behind it that has its bytes.
fn without_encoding(text: &str) -> String {
    let end = text.rfind(';').map_or(text.len(), |at| at + 1);
    let words: Vec<&str> = text[..end].split_whitespace().collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_have_the_places_that_nvdisasm_tells() {
        let code = ".section .text.k\n.text.k:\n\t//## File \"/chevron/x\", line 2\n        /*0000*/                   LDC R1, c[0x0][0x28] ;  /* 0x00000a00ff017b82 */\n.L_x_0:\n        /*0010*/                   BRA `(.L_x_0);\n";
        let made = instructions(code, 2);
        let lines: Vec<(&str, Option<usize>)> =
            made.iter().map(|it| (it.text.trim(), it.place)).collect();
        assert_eq!(
            lines,
            [
                ("/*0000*/ LDC R1, c[0x0][0x28] ;", Some(1)),
                (".L_x_0:", None),
                ("/*0010*/ BRA `(.L_x_0);", Some(1))
            ]
        );
    }

    #[test]
    fn what_ptxas_tells_is_taken_off_its_lines() {
        let said = "ptxas info    : 0 bytes gmem\nptxas info    : Compiling entry function 'k' for 'sm_90'\nptxas info    : Function properties for k\n    0 bytes stack frame, 8 bytes spill stores, 4 bytes spill loads\nptxas info    : Used 10 registers, used 0 barriers\n";
        assert_eq!(
            remarks(said),
            [
                "0 bytes stack frame, 8 bytes spill stores, 4 bytes spill loads",
                "used 10 registers, used 0 barriers"
            ]
        );
    }
}
