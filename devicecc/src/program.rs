//! Programs that user code has compiled while it runs, as NVRTC does: each is read for itself, by ASTs that nobody else sees.

use std::fmt::Write as _;

use anyhow::Context as _;
use kernels_cache::Cache;

use crate::cell::{Cell, Diagnostic, Item, Kernel, Rejected, Severity, Variable};
use crate::compiler;
use crate::error::Error;
use crate::options::Options;
use crate::serial::next_serial;
use crate::shim::{Session, Settings};

/// Where the headers appear that come with a program.
const HEADER_DIR: &str = "/chevron/program";

/// What variables are called that hold the addresses of what is asked for by name; the shim knows it.
const LOWERED: &str = "__nvrtc_lowered_";

/// A program's text, and how it is read.
#[derive(Clone, Debug, Default)]
pub struct ProgramText {
    /// What messages call it.
    pub name: String,
    /// The text.
    pub text: String,
    /// Headers that it may include: the name as a directive has it, and the text.
    pub headers: Vec<(String, String)>,
    /// Directories of its headers.
    pub include_dirs: Vec<String>,
    /// Macros in order: `NAME=VALUE` of one that is defined, or the name alone of one that is taken away (`false`).
    pub macros: Vec<(String, bool)>,
    /// Headers that are included before it.
    pub includes: Vec<String>,
    /// The standard that is asked for, such as `c++17`; may be empty.
    pub standard: String,
    /// Functions without a word for that are the device's too.
    pub for_device: bool,
    /// Products and sums are not fused, whatever the session does.
    pub unfused: bool,
    /// Expressions that name kernels and variables of it, whose symbols are wanted.
    pub names: Vec<String>,
}

/// What a program is made into.
#[derive(Debug, Default)]
pub struct Program {
    /// Its kernels, with their closures.
    pub kernels: Vec<Kernel>,
    /// Its device variables.
    pub variables: Vec<Variable>,
    /// Thunks of its functions, as of a cell.
    pub thunks: Vec<Kernel>,
    /// The symbols of what was asked for by name, in order.
    pub lowered: Vec<String>,
    /// What clang warns of, as NVRTC words it.
    pub warnings: String,
}

/// Compiles a program; or gives what is wrong with it, as NVRTC words it.
///
/// # Errors
/// The compiler itself failed.
pub fn compile(
    options: &Options,
    cache: &Cache,
    program: &ProgramText,
) -> Result<Result<Program, String>, Error> {
    let options = Options {
        color: false,
        fmad: options.fmad && !program.unfused,
        std: standard(&program.standard, &options.std),
        ..options.clone()
    };
    let session = compiler::start_alone(&options, cache, &|settings| add_to(settings, program))
        .context("its headers cannot be read")?;
    let mut parts = Parts {
        session,
        program,
        number: 0,
        made: Program::default(),
    };
    if let Err(log) = parts.add("its options", &before(program))? {
        return Ok(Err(log));
    }
    if let Err(log) = parts.add(&program.name, &program.text)? {
        return Ok(Err(log));
    }
    for (index, name) in program.names.iter().enumerate() {
        let expression = name.trim().trim_start_matches('&').trim_start();
        let text = format!("auto {LOWERED}{index} = &{expression};\n");
        let part = format!("name expression `{expression}`");
        let items = match parts.add(&part, &text)? {
            Ok(items) => items,
            Err(log) => return Ok(Err(log)),
        };
        let found = items.into_iter().find(|it| !it.symbol.is_empty());
        let Some(found) = found else {
            let name = &program.name;
            return Ok(Err(format!(
                "{part}: error: it names no kernel and no device variable\n{}",
                count_of(1, name)
            )));
        };
        parts.made.lowered.push(found.symbol);
    }
    Ok(Ok(parts.made))
}

/// A program on its way through its ASTs: it is read in several parts.
struct Parts<'a> {
    session: Session,
    program: &'a ProgramText,
    number: u32,
    made: Program,
}

impl Parts<'_> {
    /// Reads a part; gives what it declares, or what is wrong with it.
    fn add(&mut self, name: &str, text: &str) -> anyhow::Result<Result<Vec<Item>, String>> {
        self.number += 1;
        let read = self
            .session
            .compile(text, name, self.number, next_serial(), 0)?;
        let cell: Cell = match read {
            Ok(cell) => cell,
            Err(rejected) => return Ok(Err(log(&rejected, text, name, &self.program.name))),
        };
        self.made.kernels.extend(self.session.take_kernels().0);
        self.made.variables.extend(cell.variables);
        self.made.thunks.extend(cell.thunks);
        self.made.warnings += &warnings(&cell.warnings, name);
        Ok(Ok(cell.items))
    }
}

/// The standard that a program is read by. Headers are prepared for the session's own, and code in an older one is nearly always good in it too.
fn standard(wanted: &str, own: &str) -> String {
    let year = |name: &str| -> Option<u32> {
        let digits = name.rsplit("++").next()?;
        let digits = match digits {
            "2a" => "20",
            "2b" => "23",
            "2c" => "26",
            other => other,
        };
        // C++98 and C++03 are older than C++11.
        digits
            .parse()
            .ok()
            .map(|it: u32| if it > 90 { 0 } else { it })
    };
    match (year(wanted), year(own)) {
        (Some(wanted_year), Some(own_year)) if wanted_year > own_year => wanted.to_owned(),
        _ => own.to_owned(),
    }
}

/// Adds to a session's settings what the program's headers need.
fn add_to(settings: &mut Settings, program: &ProgramText) {
    for (name, text) in &program.headers {
        // NVRTC has no standard library, so programs bring pieces of one. Ours is there.
        if is_standard(name) {
            continue;
        }
        let path = format!("{HEADER_DIR}/{name}");
        settings
            .headers
            .push((path, text.clone().into_bytes().into()));
    }
    let directories = [HEADER_DIR]
        .into_iter()
        .chain(program.include_dirs.iter().map(String::as_str));
    let mut first: Vec<String> = Vec::new();
    for directory in directories {
        first.extend(["-I".to_owned(), directory.to_owned()]);
    }
    for arguments in &mut settings.arguments {
        arguments.extend(first.iter().cloned());
    }
}

/// Is it the name of a header of C or C++?
fn is_standard(name: &str) -> bool {
    const HEADERS: &[&str] = &[
        "algorithm",
        "array",
        "assert.h",
        "atomic",
        "cassert",
        "cctype",
        "cfloat",
        "chrono",
        "climits",
        "cmath",
        "complex",
        "cstddef",
        "cstdint",
        "cstdio",
        "cstdlib",
        "cstring",
        "ctime",
        "ctype.h",
        "exception",
        "float.h",
        "functional",
        "initializer_list",
        "inttypes.h",
        "iomanip",
        "ios",
        "iostream",
        "istream",
        "iterator",
        "limits",
        "limits.h",
        "map",
        "math.h",
        "memory",
        "mutex",
        "new",
        "numeric",
        "ostream",
        "ratio",
        "sstream",
        "stddef.h",
        "stdexcept",
        "stdint.h",
        "stdio.h",
        "stdlib.h",
        "string",
        "string.h",
        "time.h",
        "tuple",
        "type_traits",
        "typeinfo",
        "utility",
        "vector",
    ];
    !name.contains('/') && HEADERS.contains(&name)
}

/// What a program is read after.
fn before(program: &ProgramText) -> String {
    let mut text = String::from("#define __CUDACC_RTC__ 1\n");
    for (word, defined) in &program.macros {
        match (defined, word.split_once('=')) {
            (false, _) => _ = writeln!(text, "#undef {word}"),
            (true, Some((name, value))) => _ = writeln!(text, "#define {name} {value}"),
            (true, None) => _ = writeln!(text, "#define {word} 1"),
        }
    }
    // NVRTC's programs have it without a header.
    text += "#include <assert.h>\n";
    for header in &program.includes {
        _ = writeln!(text, "#include \"{header}\"");
    }
    if program.for_device {
        text += "#pragma clang force_cuda_host_device begin\n";
    }
    text
}

/// What clang says against a part of a program.
fn log(rejected: &Rejected, text: &str, part: &str, program: &str) -> String {
    let mut log = String::new();
    let mut errors = 0;
    for it in &rejected.diagnostics {
        errors += usize::from(it.severity == Severity::Error);
        // The text around a name expression is ours.
        let is_ours = it.source == part && part != program;
        log += &match is_ours {
            true => format!("{part}: error: {}\n", it.message),
            false => told(it, (it.source == part).then_some(text)),
        };
    }
    if errors == 0 {
        // What is not clang's has no diagnostics.
        _ = writeln!(log, "{program}: error: {}", rejected.rendered.trim_end());
        errors = 1;
    }
    log + &count_of(errors, program)
}

/// NVRTC's last line.
pub fn count_of(errors: usize, program: &str) -> String {
    let word = if errors == 1 { "error" } else { "errors" };
    format!("{errors} {word} detected in the compilation of \"{program}\".\n")
}

/// `default_program(3): error: …`, and the line with a mark under the place.
fn told(it: &Diagnostic, text: Option<&str>) -> String {
    let severity = match it.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let mut told = match it.line {
        0 => format!("{severity}: {}\n", it.message),
        line => format!("{}({line}): {severity}: {}\n", it.source, it.message),
    };
    let line = text.and_then(|text| text.lines().nth((it.line as usize).checked_sub(1)?));
    if let Some(line) = line {
        // Tabs stay, so that the mark is under its place.
        let blank = |letter: char| if letter == '\t' { '\t' } else { ' ' };
        let column = (it.column as usize).saturating_sub(1);
        let before: String = line
            .get(..column)
            .unwrap_or("")
            .chars()
            .map(blank)
            .collect();
        _ = writeln!(told, "  {line}\n  {before}^\n");
    }
    told
}

/// Warnings as clang renders them, in NVRTC's manner: without the lines of text below them.
fn warnings(rendered: &str, part: &str) -> String {
    let mut told = String::new();
    for line in rendered.lines() {
        let place = line.strip_prefix(part).and_then(|it| it.strip_prefix(':'));
        let Some((number, rest)) = place.and_then(|it| it.split_once(':')) else {
            continue;
        };
        if let Some((_, message)) = rest.split_once(": ") {
            _ = writeln!(told, "{part}({number}): {message}");
        }
    }
    told
}

/// Whether clang's own list has this standard: what it does not know must not be passed on to it.
pub fn is_standard_of_cpp(name: &str) -> bool {
    let name = name.replacen("gnu", "c", 1);
    let known = [
        "c++98", "c++03", "c++11", "c++14", "c++17", "c++20", "c++23", "c++26", "c++0x", "c++1y",
        "c++1z", "c++2a", "c++2b", "c++2c",
    ];
    known.contains(&name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Complaint;

    #[test]
    fn older_standards_are_read_by_the_session_s_own() {
        assert_eq!(standard("c++14", "gnu++20"), "gnu++20");
        assert_eq!(standard("", "gnu++20"), "gnu++20");
        assert_eq!(standard("c++98", "gnu++20"), "gnu++20");
        assert_eq!(standard("c++2b", "gnu++20"), "c++2b");
        assert_eq!(standard("c++20", "c++17"), "c++20");
    }

    #[test]
    fn messages_have_their_line_and_a_mark() {
        let error = Diagnostic {
            severity: Severity::Error,
            complaint: Complaint::Other,
            message: "use of undeclared identifier 'y'".to_owned(),
            source: "p.cu".to_owned(),
            line: 2,
            column: 6,
        };
        let text = "int a;\n\tx = y;\n";
        assert_eq!(
            told(&error, Some(text)),
            "p.cu(2): error: use of undeclared identifier 'y'\n  \tx = y;\n  \t    ^\n\n"
        );
        let rendered = "p.cu:3:5: warning: unused\n    3 | x\n      | ^\n";
        assert_eq!(warnings(rendered, "p.cu"), "p.cu(3): warning: unused\n");
    }
}
