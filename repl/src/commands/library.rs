//! Libraries of device code: `%save --lib NAME.bc` writes one, `%load NAME.bc` takes one in.

use std::io::ErrorKind;
use std::path::Path;

use devicecc::library::{Contents, DIRECTIVE, Part};
use devicecc::{Source, demangled};

use super::writing::write_whole;
use super::{failed, told_usage};
use crate::flow::Flow;
use crate::front::Front;
use crate::render::listed;
use crate::session::CellEnd;
use crate::session::library::declared_here;
use crate::symbols::kernels_for;

/// How many names a note lists.
const NAMES_MAX: usize = 8;

/// A library is never larger; what is larger is none.
const BYTES_MAX: u64 = 1 << 30;

/// Endings of files that cells take in: bitcode, and code objects of others.
const BITCODE: &str = "bc";
const CODE_OBJECTS: [&str; 4] = ["cubin", "fatbin", "hsaco", "ptx"];

/// Does the file's name say that it is a library?
pub(crate) fn is_library(path: &Path) -> bool {
    has_ending(path, &[BITCODE]) || has_ending(path, &CODE_OBJECTS)
}

fn has_ending(path: &Path, endings: &[&str]) -> bool {
    { path.extension() }.is_some_and(|it| endings.iter().any(|ending| it == *ending))
}

/// `%save --lib [-f] NAME.bc`
pub(super) fn save(front: &mut Front, words: &[String]) -> anyhow::Result<Flow> {
    let (file, over) = match words {
        [file] if file != "-f" => (file, false),
        [flag, file] if flag == "-f" => (file, true),
        _ => return told_usage(front, "%save --lib [-f] NAME.bc"),
    };
    if !has_ending(Path::new(file), &[BITCODE]) {
        return failed(
            front,
            &format!("`{file}` is no name of a library: `%save --lib {file}.bc`"),
        );
    }
    let made = match front.session.library()? {
        Ok(made) => made,
        Err(why) => return failed(front, &why),
    };
    match write_whole(file, &made.bytes, over) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            return failed(
                front,
                &format!(
                    "`{file}` is there already and was left as it is; `%save --lib -f {file}` overwrites it"
                ),
            );
        }
        Err(error) => return failed(front, &format!("`{file}` cannot be written: {error}")),
    }
    let render = front.session.render();
    let declared = &made.declarations;
    let parts: Vec<String> = [
        ("kernel", &declared.kernels),
        ("function", &declared.functions),
        ("variable", &declared.variables),
    ]
    .iter()
    .filter_map(|(what, names)| {
        Some(format!(
            "{}: {}",
            counted(what, names.len()),
            quoted(names)?
        ))
    })
    .collect();
    render.note(format_args!("`{file}` has {}", parts.join("; ")));
    render.note(format_args!("it is for {}", made.kinds.join(", ")));
    for why in made.left_out {
        render.warning(why);
    }
    Ok(Flow::Done)
}

fn counted(what: &str, count: usize) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

fn quoted(names: &[String]) -> Option<String> {
    let names: Vec<String> = names.iter().map(|it| format!("`{it}`")).collect();
    listed(&names, NAMES_MAX)
}

/// `%load NAME.bc`: a cell that takes the library in and declares what it has.
pub(super) fn load(front: &mut Front, path: &Path, arguments: &[String]) -> anyhow::Result<Flow> {
    let name = path.display().to_string();
    if !arguments.is_empty() {
        return failed(
            front,
            &format!("`{name}` is a library of device code: it takes no arguments"),
        );
    }
    if name.contains(['"', '\\', '\n']) {
        return failed(
            front,
            &format!("`{name}` cannot be loaded: its path has a quote, a backslash or a new line"),
        );
    }
    let contents = match read(path) {
        Ok(contents) => contents,
        Err(why) => return failed(front, &format!("`{name}` is not loaded: {why}")),
    };
    let mut text = format!("{DIRECTIVE} \"{name}\"\n{}", contents.declarations);
    let mut undeclared = Vec::new();
    if contents.declarations.is_empty() {
        for symbol in symbols_of(&contents) {
            let own = declared_here(&front.session, &symbol);
            let declared =
                own.or_else(|| declaration(&symbol).filter(|_| is_kernel(&contents, &symbol)));
            match declared {
                Some(line) => text += &format!("{line}\n"),
                None => undeclared.push(demangled(&symbol)),
            }
        }
    }
    let end = front
        .session
        .run_cell(text.as_str(), Source::File(path.to_owned()), None)?;
    if !matches!(end, CellEnd::Done { .. }) {
        return Ok(Flow::Failed);
    }
    if let Some(names) = quoted(&undeclared) {
        let example = match has_ending(path, &CODE_OBJECTS) {
            true => "extern \"C\" __global__ void k(float *, int);",
            false => "extern \"C\" __device__ float f(float);",
        };
        front.session.render().note(format_args!(
            "declare what you use of it, as in `{example}`: {names}"
        ));
    }
    Ok(Flow::Done)
}

fn read(path: &Path) -> Result<Contents, String> {
    let about = std::fs::metadata(path).map_err(|it| it.to_string())?;
    if !about.is_file() {
        return Err("it is no regular file".to_owned());
    }
    if about.len() > BYTES_MAX {
        return Err("it is too large for a library".to_owned());
    }
    let bytes = std::fs::read(path).map_err(|it| it.to_string())?;
    if !has_ending(path, &CODE_OBJECTS) {
        return Contents::of(&bytes);
    }
    // Whether it is for this session's device is the compiler's to say.
    let kernels = kernels_for(&bytes, "")?;
    let part = Part {
        kernels: kernels.into_iter().map(|it| it.symbol).collect(),
        ..Part::default()
    };
    Ok(Contents {
        declarations: String::new(),
        parts: vec![part],
    })
}

/// What a library of others defines for any kind of device, each once.
fn symbols_of(contents: &Contents) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for part in &contents.parts {
        for symbol in part.kernels.iter().chain(&part.functions) {
            if !all.contains(symbol) {
                all.push(symbol.clone());
            }
        }
    }
    all.sort_by_key(|it| !is_kernel(contents, it));
    all
}

fn is_kernel(contents: &Contents, symbol: &str) -> bool {
    let mut kernels = contents.parts.iter().flat_map(|it| &it.kernels);
    kernels.any(|it| it == symbol)
}

/// Words that types of C++ are made of without a declaration.
const PLAIN_WORDS: [&str; 12] = [
    "void", "bool", "char", "signed", "unsigned", "short", "int", "long", "float", "double",
    "const", "volatile",
];

/// The declaration of a kernel whose mangled name tells all of it. A function's name does not tell what it returns.
fn declaration(symbol: &str) -> Option<String> {
    let name = demangled(symbol);
    let (path, parameters) = name.strip_suffix(')')?.split_once('(')?;
    let is_plain = |it: &str| PLAIN_WORDS.contains(&it);
    let mut words = parameters.split(|it: char| " *&,".contains(it));
    let good = words.all(|it| it.is_empty() || is_plain(it));
    let of_names = |it: char| it.is_alphanumeric() || it == '_' || it == ':';
    (name != symbol && good && path.chars().all(of_names)).then_some(())?;
    let mut spaces: Vec<&str> = path.split("::").collect();
    let last = spaces.pop()?;
    let declared = format!("__global__ void {last}({parameters}) {{}}");
    Some(spaces.iter().rev().fold(declared, |inner, space| {
        format!("namespace {space} {{ {inner} }}")
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_that_names_declare() {
        let declared = |symbol: &str| declaration(symbol);
        assert_eq!(
            declared("_Z1kPfi").as_deref(),
            Some("__global__ void k(float*, int) {}")
        );
        assert_eq!(
            declared("_ZN1a1b1kEv").as_deref(),
            Some("namespace a { namespace b { __global__ void k() {} } }")
        );
        assert_eq!(declared("k"), None);
        assert_eq!(declared("_Z1k1S"), None);
        assert_eq!(declared("_Z1kIfEvPT_"), None);
    }
}
