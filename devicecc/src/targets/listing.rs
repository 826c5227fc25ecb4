//! A kernel's code as text for people: line by line, each with the place in the user's text that it comes from.

use std::path::{Path, PathBuf};

use anyhow::Context as _;

use crate::cell::SourceFrame;
use crate::emit::{Listed, Remark};
use crate::error::{Error, bail_mendable};

/// What of a kernel's code is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// LLVM's IR, optimised.
    Ir,
    /// Text for NVIDIA's assembler.
    Ptx,
    /// Instructions of an NVIDIA GPU.
    Sass,
    /// Instructions of an AMD GPU.
    Amdgcn,
    /// Instructions of this machine's processor.
    X86,
}

impl Form {
    /// Its name for people.
    pub fn title(self) -> &'static str {
        match self {
            Form::Ir => "LLVM IR",
            Form::Ptx => "PTX",
            Form::Sass => "SASS",
            Form::Amdgcn => "AMD code",
            Form::X86 => "x86-64 code",
        }
    }

    /// The command that shows it.
    pub fn command(self) -> &'static str {
        match self {
            Form::Ir => "ir",
            Form::Ptx => "ptx",
            Form::Sass => "sass",
            Form::Amdgcn => "amdgcn",
            Form::X86 => "asm",
        }
    }

    /// What comments begin with in it.
    pub fn comment(self) -> &'static str {
        match self {
            Form::Ir | Form::Amdgcn => ";",
            Form::Ptx | Form::Sass => "//",
            Form::X86 => "#",
        }
    }
}

/// A line of a kernel's code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListedLine {
    /// The text.
    pub text: String,
    /// Which of the places it comes from, if that is known.
    pub place: Option<usize>,
}

/// A kernel's code.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// Its lines.
    pub lines: Vec<ListedLine>,
    /// What was inlined at each place first, the kernel last.
    pub places: Vec<Vec<SourceFrame>>,
    /// What else is known of it: registers, how its threads are run.
    pub remarks: Vec<Remark>,
    /// What kind of processor it is for.
    pub processor: String,
}

/// A program of NVIDIA's that is needed and was not found.
pub(super) fn found(program: Option<PathBuf>, name: &str, wheel: &str) -> anyhow::Result<PathBuf> {
    let missing = || {
        Error::mendable(format!(
            "SASS needs NVIDIA's `{name}`, which is neither on PATH nor in a CUDA toolkit: `pip install {wheel}` brings it"
        ))
    };
    Ok(program.ok_or_else(missing)?)
}

/// What a program said, or why it failed.
pub(super) fn output_of(
    program: &Path,
    arguments: &[&std::ffi::OsStr],
) -> anyhow::Result<(String, String)> {
    let made = std::process::Command::new(program)
        .args(arguments)
        .stdin(std::process::Stdio::null())
        .output()
        .with_context(|| format!("`{}` cannot be started", program.display()))?;
    let errors = String::from_utf8_lossy(&made.stderr).into_owned();
    if !made.status.success() {
        let said = errors.trim();
        bail_mendable!("`{}` fails: {said}", program.display());
    }
    Ok((String::from_utf8_lossy(&made.stdout).into_owned(), errors))
}

/// The lines of an assembler's text, without what the line table and the linker are told.
pub(super) fn of_assembly(listed: Listed, is_noise: fn(&str) -> bool) -> Listing {
    let mut lines = Vec::new();
    let mut place = None;
    let mut in_debug = false;
    for line in listed.text.lines() {
        let text = line.trim();
        if let Some(rest) = text.strip_prefix(".loc") {
            let number = rest.split_whitespace().nth(1);
            let number = number.and_then(|it| it.parse::<usize>().ok());
            place = number.and_then(|it| it.checked_sub(1));
            continue;
        }
        if is_section(text) {
            in_debug =
                text.contains(".debug_") || text.contains(".note") || text.contains(".eh_frame");
        }
        // What a text for NVIDIA's assembler has in brackets ends with these.
        let ends = in_debug && text == "}";
        in_debug &= !ends;
        if in_debug || ends || text.is_empty() || is_noise(text) {
            continue;
        }
        if goes_on(lines.last_mut(), text) {
            continue;
        }
        lines.push(ListedLine {
            text: line.trim_end().to_owned(),
            place: place.filter(|at| *at < listed.places.len() && is_code(text)),
        });
    }
    Listing {
        lines,
        places: listed.places,
        remarks: listed.remarks,
        processor: String::new(),
    }
}

/// Adds data to a line of such data.
fn goes_on(last: Option<&mut ListedLine>, text: &str) -> bool {
    const DATA: [&str; 4] = [".long", ".quad", ".byte", ".short"];
    let Some((kind, value)) = text.split_once(char::is_whitespace) else {
        return false;
    };
    let last = last.filter(|it| it.text.split_whitespace().next() == Some(kind));
    match last.filter(|_| DATA.contains(&kind)) {
        Some(last) => {
            last.text += ", ";
            last.text += value.split(['#', '/']).next().unwrap_or(value).trim();
            true
        }
        None => false,
    }
}

fn is_section(text: &str) -> bool {
    [".section", ".text", ".data", ".rodata", ".bss"]
        .iter()
        .any(|it| text.starts_with(it))
}

/// Is it neither a label nor a directive nor a comment?
fn is_code(text: &str) -> bool {
    let bare = text.starts_with(['.', '/', '#', '{', '}', '(', ')']);
    !bare
        && !text
            .split(['/', '#', ';'])
            .next()
            .unwrap_or(text)
            .trim()
            .ends_with(':')
}

/// The lines of IR, without metadata.
pub(super) fn of_ir(listed: Listed) -> Listing {
    let place_of = |line: &str| {
        let (number, rest) = line.strip_prefix('!')?.split_once(" = ")?;
        let (_, rest) = rest.split_once("!DILocation(line: ")?;
        let place = rest.split([',', ')']).next()?.parse::<usize>().ok()?;
        Some((number.parse::<usize>().ok()?, place.checked_sub(1)?))
    };
    let places: std::collections::HashMap<usize, usize> =
        listed.text.lines().filter_map(place_of).collect();
    let mut lines: Vec<ListedLine> = Vec::new();
    for line in listed.text.lines() {
        let noise = [
            "!",
            "declare ",
            "; Function Attrs",
            "source_filename",
            "target ",
            "; ModuleID",
            "attributes #",
        ];
        if noise.iter().any(|it| line.starts_with(it)) {
            continue;
        }
        let (text, number) = without_metadata(line);
        let blank = text.is_empty();
        if blank && lines.last().is_none_or(|it| it.text.is_empty()) {
            continue;
        }
        let place = number.and_then(|it| places.get(&it).copied());
        lines.push(ListedLine {
            place: place.filter(|at| *at < listed.places.len() && text.starts_with(' ')),
            text,
        });
    }
    while lines.last().is_some_and(|it| it.text.is_empty()) {
        lines.pop();
    }
    Listing {
        lines,
        places: listed.places,
        remarks: listed.remarks,
        processor: String::new(),
    }
}

/// An instruction without `, !dbg !12` and the like, and the 12.
fn without_metadata(line: &str) -> (String, Option<usize>) {
    let brace = if line.ends_with(" {") { " {" } else { "" };
    let mut text = line.strip_suffix(brace).unwrap_or(line).trim_end();
    let mut place = None;
    while let Some(at) = text.rfind(" !").filter(|&at| {
        let tail = &text[at + 2..];
        !tail.is_empty() && tail.chars().all(|it| it.is_ascii_digit())
    }) {
        let Some(begin) = text[..at].rfind(" !") else {
            break;
        };
        if !text[begin + 2..at]
            .chars()
            .all(|it| it.is_ascii_alphanumeric() || "._".contains(it))
        {
            break;
        }
        if &text[begin + 2..at] == "dbg" {
            place = text[at + 2..].parse().ok();
        }
        text = text[..begin].trim_end_matches([',', ' ']);
    }
    (format!("{text}{brace}"), place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(text: &str, places: usize) -> Listed {
        Listed {
            text: text.to_owned(),
            places: vec![Vec::new(); places],
            remarks: Vec::new(),
        }
    }

    #[test]
    fn assembly_has_places_and_no_line_table() {
        let text = "\t.text\nk:\n\t.loc\t1 2 0\n\tmovl %eax, %ebx # x\n\t.loc 1 0 0\n\tretq\n\t.section .debug_line\n\t.byte 1\n";
        let made = of_assembly(listed(text, 2), |it| it == ".text");
        let lines: Vec<(&str, Option<usize>)> = made
            .lines
            .iter()
            .map(|it| (it.text.trim(), it.place))
            .collect();
        assert_eq!(
            lines,
            [
                ("k:", None),
                ("movl %eax, %ebx # x", Some(1)),
                ("retq", None)
            ]
        );
    }

    #[test]
    fn ir_has_places_and_no_metadata() {
        let text = "define void @k(ptr %p) #0 !dbg !4 {\n  store i32 1, ptr %p, align 4, !dbg !7, !tbaa !9\n  ret void\n}\n\n!7 = !DILocation(line: 1, scope: !4)\n";
        let made = of_ir(listed(text, 1));
        let lines: Vec<(&str, Option<usize>)> = made
            .lines
            .iter()
            .map(|it| (it.text.as_str(), it.place))
            .collect();
        assert_eq!(
            lines,
            [
                ("define void @k(ptr %p) #0 {", None),
                ("  store i32 1, ptr %p, align 4", Some(0)),
                ("  ret void", None),
                ("}", None)
            ]
        );
    }
}
