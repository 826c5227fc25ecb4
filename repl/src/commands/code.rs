//! Commands that bring code into the session or take it out as text.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use devicecc::{Language, Source};

use super::writing::write_whole;
use super::{failed, library, told_usage};
use crate::flow::Flow;
use crate::front::Front;
use crate::session::leaving_out::{self, Fate};
use crate::session::openmp::opens_by_itself;
use crate::session::{CALL_OF_MAIN, CellEnd, Session};
use crate::source_file::{Kinds, read_source, read_units};
use crate::split::{split_marked, without_marks};
use crate::words::{quoted, split_words};

/// How many files may load one another: more is a circle.
const LOADING_MAX: u32 = 32;

pub fn load(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let mut words = split_words(arguments);
    let calls = words.first().is_none_or(|word| word != "-n");
    if !calls {
        words.remove(0);
    }
    let is_source = |word: &&String| Language::is_source(Path::new(word.as_str()));
    let files = words.iter().take_while(is_source).count();
    let is_c = |word: &String| Path::new(word).extension().is_some_and(|it| it == "c");
    if files > 1 || words.first().is_some_and(is_c) {
        let (files, rest) = words.split_at(files);
        let rest = rest.strip_prefix(&["--".to_owned()][..]).unwrap_or(rest);
        return load_units(front, files, calls.then_some(rest));
    }
    let Some((file, main_arguments)) = words.split_first() else {
        return told_usage(front, "%load [-n] FILE... [ARGS]");
    };
    let path = Path::new(file);
    if library::is_library(path) {
        return library::load(front, path, main_arguments);
    }
    let text = match read_source(path, Kinds::Regular) {
        Ok(text) => text,
        Err(message) => return failed(front, &message),
    };
    if front.loading >= LOADING_MAX {
        return failed(
            front,
            &format!("`{file}` is not loaded: {LOADING_MAX} files are loading one another"),
        );
    }
    front.loading += 1;
    let flow = match split_marked(&text) {
        Some(inputs) => {
            let before = front.history.len();
            let flow = front.inputs_of_file(path, &inputs);
            front.history.truncate(before);
            flow
        }
        None => load_one(front, &text, path, calls.then_some(main_arguments)),
    };
    front.loading -= 1;
    flow
}

/// A program of several files, each a translation unit of its own: one cell, of which others see what they declare.
fn load_units(
    front: &mut Front,
    files: &[String],
    arguments: Option<&[String]>,
) -> anyhow::Result<Flow> {
    let units = match read_units(files, ": `%load` it by itself") {
        Ok(units) => units,
        Err(message) => return failed(front, &message),
    };
    let main = match front.session.run_cell("", Source::Units(units), None)? {
        CellEnd::Done { main } => main,
        CellEnd::Failed | CellEnd::Program { .. } => return Ok(Flow::Failed),
    };
    front.session.render().note(
        "each file is a unit of its own: declare here what you want to use of them, as another file would",
    );
    match (main, arguments) {
        (Some(signature), Some(arguments)) => {
            call(front, &signature, Path::new(&files[0]), arguments, true)
        }
        _ => Ok(Flow::Done),
    }
}

/// A file that is one cell. Its `main` is called, as a function: its value is shown, and the session goes on.
pub(crate) fn load_one(
    front: &mut Front,
    text: &str,
    path: &Path,
    arguments: Option<&[String]>,
) -> anyhow::Result<Flow> {
    let main = match front
        .session
        .run_cell(text, Source::File(path.to_owned()), None)?
    {
        CellEnd::Done { main } => main,
        CellEnd::Failed | CellEnd::Program { .. } => return Ok(Flow::Failed),
    };
    front.tell_new_kernels();
    let Some(arguments) = arguments else {
        return Ok(Flow::Done);
    };
    let Some(signature) = main else {
        if !arguments.is_empty() {
            front.session.render().warning(format_args!(
                "`{}` has no `main`: its arguments are not used",
                path.display()
            ));
        }
        return Ok(Flow::Done);
    };
    call(front, &signature, path, arguments, false)
}

/// Calls the `main` that was loaded; `declare`: cells have not seen it.
fn call(
    front: &mut Front,
    signature: &str,
    path: &Path,
    arguments: &[String],
    declare: bool,
) -> anyhow::Result<Flow> {
    match call_of_main(signature, &path.to_string_lossy(), arguments) {
        Some(call) if declare => {
            let declared = signature.replacen('(', "main(", 1);
            let call = call.replacen(CALL_OF_MAIN, &format!("{CALL_OF_MAIN}{declared};\n"), 1);
            front.cell(call, Source::Prompt)
        }
        // What is wrong in it is wrong in the call.
        Some(call) => front.cell(call, Source::Prompt),
        None => failed(
            front,
            &format!(
                "`main` of type `{signature}` is not called: it has more parameters than `argc` and `argv`"
            ),
        ),
    }
}

/// A cell that calls `main`; `None` if it takes what no session has.
fn call_of_main(signature: &str, program: &str, arguments: &[String]) -> Option<String> {
    let parameters = signature
        .split_once('(')
        .map_or("", |(_, rest)| rest.trim_end().trim_end_matches(')').trim());
    let call = match parameters {
        "" | "void" => "main()".to_owned(),
        _ if parameters.matches(',').count() == 1 => {
            let words = std::iter::once(program).chain(arguments.iter().map(String::as_str));
            let mut text = String::from("[] {\n");
            let mut names = String::new();
            for (number, word) in words.enumerate() {
                text += &format!("  static char word_{number}[] = {};\n", c_string(word));
                names += &format!("word_{number}, ");
            }
            text + &format!(
                "  static char *words[] = {{{names}nullptr}};\n  return main({}, words);\n}}()",
                arguments.len() + 1
            )
        }
        _ => return None,
    };
    // ISO C++ does not let a program call `main`; here the session does.
    Some(format!(
        "{CALL_OF_MAIN}{call}\n#pragma clang diagnostic pop"
    ))
}

/// A C string literal of any bytes.
pub(super) fn c_string(text: &str) -> String {
    let mut literal = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => literal.extend(['\\', byte as char]),
            b' '..=b'~' if byte != b'?' => literal.push(byte as char),
            _ => literal += &format!("\\{byte:03o}"),
        }
    }
    literal + "\""
}

pub fn lib(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let words = split_words(arguments);
    let [name] = words.as_slice() else {
        return told_usage(front, "%lib NAME|PATH");
    };
    match front.session.load_library(name)? {
        None => Ok(Flow::Done),
        Some(error) => failed(front, &format!("library `{name}`: {error}")),
    }
}

pub fn include(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let words = split_words(arguments);
    let [directory] = words.as_slice() else {
        return told_usage(front, "%include DIR");
    };
    let directory = PathBuf::from(directory);
    if !directory.is_dir() {
        return failed(front, &format!("`{}` is no directory", directory.display()));
    }
    front.session.add_include_dir(directory)?;
    Ok(Flow::Done)
}

pub fn define(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let (name, value) = arguments.split_once('=').unwrap_or((arguments, "1"));
    if !is_macro_name(name) || value.contains('\n') {
        return told_usage(front, "%define NAME[=VALUE]");
    }
    front.cell(
        format!("#undef {name}\n#define {name} {value}"),
        Source::Prompt,
    )
}

pub fn undef(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    if !is_macro_name(arguments) {
        return told_usage(front, "%undef NAME");
    }
    front.cell(format!("#undef {arguments}"), Source::Prompt)
}

fn is_macro_name(name: &str) -> bool {
    let first = name
        .chars()
        .next()
        .is_some_and(|c| c == '_' || c.is_alphabetic());
    first && name.chars().all(|c| c == '_' || c.is_alphanumeric())
}

pub fn time(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    match arguments {
        "on" | "off" => front.time_cells = arguments == "on",
        "" => front.show_timings(),
        code => {
            let every = std::mem::replace(&mut front.time_cells, true);
            let flow = front.cell(code, front.source());
            front.time_cells = every;
            return flow;
        }
    }
    Ok(Flow::Done)
}

pub fn save(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let words = split_words(arguments);
    if let Some((flag, rest)) = words.split_first()
        && flag == "--lib"
    {
        return library::save(front, rest);
    }
    let (file, over) = match words.as_slice() {
        [file] if file != "-f" => (file, false),
        [flag, file] if flag == "-f" => (file, true),
        _ => return told_usage(front, "%save [-f] FILE"),
    };
    let mut text = String::from("// A session of Chevron; `chevron run` replays it.\n");
    text += &set_up(&front.session);
    let cells = front.session.cells();
    let fates = leaving_out::fates(cells);
    let mut count = 0;
    for (cell, fate) in cells.iter().zip(&fates) {
        // A cell that failed when it ran would fail again; later cells may need what it defines.
        let norun = match (cell.failed, cell.items().is_empty()) {
            _ if *fate == Fate::LeftOut => continue,
            (false, _) => "",
            (true, false) => "%%norun\n",
            (true, true) => continue,
        };
        count += 1;
        if let Source::Units(units) = cell.facts.source.origin() {
            let files: Vec<String> = units
                .iter()
                .map(|unit| quoted(&unit.path.to_string_lossy()))
                .collect();
            text += &format!("// %% cell {}\n%load -n {}\n", cell.number, files.join(" "));
            continue;
        }
        text += &format!(
            "// %% cell {}\n{norun}{}\n",
            cell.number,
            without_marks(&cell.text)
        );
    }
    match write_whole(file, text.as_bytes(), over) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            return failed(
                front,
                &format!(
                    "`{file}` is there already and was left as it is; `%save -f {file}` overwrites it"
                ),
            );
        }
        Err(error) => return failed(front, &format!("`{file}` cannot be written: {error}")),
    }
    let render = front.session.render();
    let of = |fate| fates.iter().filter(|it| **it == fate).count();
    let left_out = match of(Fate::LeftOut) {
        0 => String::new(),
        left => format!("; {left} left out, whose definitions newer ones have taken the place of"),
    };
    let cells = if count == 1 { "cell" } else { "cells" };
    render.note(format_args!(
        "{count} {cells} written to `{file}`{left_out}"
    ));
    match of(Fate::MayHaveBeenUsed) {
        0 => {}
        kept => render.note(format_args!(
            "{kept} of them superseded: code that ran before the newer definitions may have used them"
        )),
    }
    Ok(Flow::Done)
}

/// The commands that make a session what this one is before its first cell.
fn set_up(session: &Session) -> String {
    let options = &session.settings().compiler;
    let mut text = String::new();
    let defines = options
        .defines
        .iter()
        .map(|define| format!("%define {define}"));
    let includes = options
        .include_dirs
        .iter()
        .map(|directory| format!("%include {}", quoted(&directory.to_string_lossy())));
    let libraries = session
        .libraries()
        .iter()
        .filter(|it| !opens_by_itself(it))
        .map(|library| format!("%lib {}", quoted(library)));
    for line in includes
        .chain(defines)
        .chain(
            options
                .undefines
                .iter()
                .map(|name| format!("%undef {name}")),
        )
        .chain(libraries)
    {
        text += &format!("// %%\n{line}\n");
    }
    if !session.settings().sync {
        text += "// %%\n%sync off\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_of_main() {
        assert!(call_of_main("int ()", "p", &[]).is_some_and(|call| call.contains("\nmain()\n")));
        assert!(
            call_of_main("int (void)", "p", &[]).is_some_and(|call| call.contains("\nmain()\n"))
        );
        let call = call_of_main("int (int, char **)", "p.cu", &["a \"b\"".into()])
            .expect("it can be called");
        assert!(
            call.contains(r#"static char word_0[] = "p.cu";"#) && call.contains(r#""a \"b\"""#),
            "{call}"
        );
        assert!(call.contains("main(2, words)"), "{call}");
        assert_eq!(call_of_main("int (int, char **, char **)", "p", &[]), None);
    }

    #[test]
    fn strings_of_any_bytes() {
        assert_eq!(c_string("a\n?\u{e9}"), r#""a\012\077\303\251""#);
    }

    #[test]
    fn macro_names() {
        assert!(
            is_macro_name("N_1")
                && !is_macro_name("1N")
                && !is_macro_name("")
                && !is_macro_name("F(x)")
        );
    }
}
