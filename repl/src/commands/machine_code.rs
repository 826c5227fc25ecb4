//! `%ptx`, `%sass`, `%amdgcn`, `%ir`, `%asm`: the code of kernels, beside the lines that it comes from.

use devicecc::targets::listing::{Form, Listing};

use super::code_colors::colored;
use super::show::words;
use super::{failed, told_usage};
use crate::flow::Flow;
use crate::front::Front;
use crate::session::Session;
use crate::session::machine_code::{Asked, Compared, Looked, Told};

/// Options that each of them takes.
pub(super) const OPTIONS: &[&str] = &["--arch", "-d", "-o"];

/// Options of `%asm`.
pub(super) const OPTIONS_OF_ASM: &[&str] = &["-d", "-o"];

/// Lines around a change that are shown too.
const CONTEXT: usize = 3;

pub fn ptx(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    look(front, "ptx", Form::Ptx, arguments)
}

pub fn sass(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    look(front, "sass", Form::Sass, arguments)
}

pub fn amdgcn(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    look(front, "amdgcn", Form::Amdgcn, arguments)
}

pub fn ir(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    look(front, "ir", Form::Ir, arguments)
}

pub fn asm(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    look(front, "asm", Form::X86, arguments)
}

/// What is typed behind a command.
#[derive(Debug, Default, PartialEq, Eq)]
struct Words<'a> {
    architecture: Option<&'a str>,
    file: Option<&'a str>,
    compare: bool,
    text: String,
}

impl<'a> Words<'a> {
    /// Options may stand before and behind the kernel; nothing if one is unknown or lacks its value.
    fn of(arguments: &'a str) -> Option<Words<'a>> {
        let mut result = Words::default();
        let mut rest = words(arguments).into_iter();
        let mut text: Vec<&str> = Vec::new();
        while let Some(word) = rest.next() {
            match word {
                "-d" => result.compare = true,
                "-o" => result.file = Some(rest.next()?),
                "--arch" => result.architecture = Some(rest.next()?),
                _ => match word.strip_prefix("--arch=") {
                    Some(value) => result.architecture = Some(value),
                    None if text.is_empty() && word.starts_with('-') => return None,
                    None => text.push(word),
                },
            }
        }
        result.text = text.join(" ");
        (!result.text.is_empty()).then_some(result)
    }
}

fn look(front: &mut Front, command: &str, form: Form, arguments: &str) -> anyhow::Result<Flow> {
    let Some(typed) = Words::of(arguments) else {
        let arch = if form == Form::X86 {
            ""
        } else {
            "[--arch ARCH] "
        };
        return told_usage(front, &format!("%{command} {arch}[-d] [-o FILE] KERNEL"));
    };
    let asked = Asked {
        command,
        text: &typed.text,
        form,
        architecture: typed.architecture,
    };
    let session = &mut front.session;
    let made: Result<Vec<String>, Told> = if typed.compare {
        let compared = session.compared_code_of(&asked)?;
        compared.map(|all| all.iter().map(|it| difference(session, it, form)).collect())
    } else {
        let looked = session.code_of(&asked)?;
        looked.map(|all| all.iter().map(|it| listed(session, it, form)).collect())
    };
    match made {
        Ok(texts) => show(front, &texts.join("\n"), &typed, form),
        Err(told) => {
            front.session.render().error(&told.message);
            if let Some(hint) = &told.hint {
                front.session.render().hint(hint);
            }
            Ok(Flow::Failed)
        }
    }
}

fn show(front: &Front, text: &str, typed: &Words<'_>, form: Form) -> anyhow::Result<Flow> {
    let render = front.session.render();
    if let Some(file) = typed.file {
        if let Err(error) = std::fs::write(file, format!("{text}\n")) {
            return failed(front, &format!("`{file}` cannot be written: {error}"));
        }
        render.note(format_args!("`{file}` is written"));
        return Ok(Flow::Done);
    }
    let text = match render.colors_values() {
        true => colored(text, form.comment(), typed.compare),
        false => text.to_owned(),
    };
    let screen = render.screen.as_ref();
    if !screen.is_some_and(|it| it.page(&format!("{text}\n"))) {
        render.text(text);
    }
    Ok(Flow::Done)
}

/// What stands above a kernel's code.
fn heading(session: &Session, kernel: &str, listing: &Listing, form: Form) -> String {
    let comment = form.comment();
    let mut text = format!(
        "{comment} {kernel}: {} for {}",
        form.title(),
        listing.processor
    );
    for remark in &listing.remarks {
        text += &format!("\n{comment} {}", session.remark_text(remark));
    }
    text
}

/// The code of a kernel, each piece of it below the line that it comes from.
fn listed(session: &Session, looked: &Looked, form: Form) -> String {
    let listing = &looked.listing;
    let mut text = heading(session, &looked.kernel.display, listing, form);
    let lines: Vec<Option<String>> = { listing.places.iter() }
        .map(|frames| source_of(session, frames))
        .collect();
    let mut last: Option<&String> = None;
    for line in &listing.lines {
        let source = line.place.and_then(|at| lines[at].as_ref());
        if source.is_some() && source != last {
            last = source;
            text += &format!("\n{} {}", form.comment(), last.map_or("", |it| it));
        }
        text += "\n";
        text += &line.text;
    }
    text
}

/// The line of the user's that a place is in: the innermost one, as what is inlined may be a library's.
fn source_of(session: &Session, frames: &[devicecc::cell::SourceFrame]) -> Option<String> {
    let mut known = frames.iter();
    let (place, line) = known.find_map(|it| session.source_line(&it.file, it.line))?;
    Some(format!("{place}  {line}"))
}

/// What the newest version of a kernel has in the place of what the one before had.
fn difference(session: &Session, compared: &Compared, form: Form) -> String {
    let text = |listing: &Listing| -> String {
        let lines = listing.lines.iter().map(|it| format!("{}\n", it.text));
        lines.collect()
    };
    let (older, newer) = (&compared.older, &compared.newer);
    let (before, after) = (text(&older.1), text(&newer.1));
    let head = heading(session, &compared.kernel.display, &newer.1, form);
    if before == after {
        let same = "the code of both is the same";
        return format!(
            "{head}\n{} cell {} and cell {}: {same}",
            form.comment(),
            older.0,
            newer.0
        );
    }
    let changes = similar::TextDiff::from_lines(&before, &after);
    let names = [older.0, newer.0].map(|cell| format!("cell {cell}"));
    let unified = changes
        .unified_diff()
        .context_radius(CONTEXT)
        .header(&names[0], &names[1])
        .to_string();
    format!("{head}\n{}", unified.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_stand_before_and_behind_the_kernel() {
        for typed in [
            "--arch sm_80 -o a.ptx k<<<1, 32>>>(p, n)",
            "k<<<1, 32>>>(p, n) -o a.ptx --arch=sm_80",
        ] {
            let words = Words::of(typed).expect("all is there");
            assert_eq!(
                (words.architecture, words.file, words.compare),
                (Some("sm_80"), Some("a.ptx"), false)
            );
            assert_eq!(words.text, "k<<<1, 32>>>(p, n)");
        }
        assert!(Words::of("-d k").is_some_and(|it| it.compare));
        for wrong in ["", "-d", "--arch", "k -o", "-x k"] {
            assert_eq!(Words::of(wrong), None, "{wrong}");
        }
    }
}
