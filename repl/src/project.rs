//! Programs of a build folder: CMake's `compile_commands.json` tells their sources and flags.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use devicecc::FileFlags;
use serde::Deserialize;

use crate::standard;
use crate::words::split_words;

/// What one program is made of.
#[derive(Debug, Default, PartialEq)]
pub struct Program {
    /// Its sources, and what each is compiled with.
    pub files: BTreeMap<PathBuf, FileFlags>,
}

/// The file that CMake writes with `-DCMAKE_EXPORT_COMPILE_COMMANDS=ON`.
const DATABASE: &str = "compile_commands.json";

/// One compilation, as the database has it.
#[derive(Deserialize)]
struct Compilation {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    command: String,
    #[serde(default)]
    arguments: Vec<String>,
    output: Option<String>,
}

impl Compilation {
    fn words(&self) -> Vec<String> {
        match self.arguments.is_empty() {
            true => split_words(&self.command),
            false => self.arguments.clone(),
        }
    }

    /// The target that the object is for: `foo` of `CMakeFiles/foo.dir/main.cu.o`.
    fn target(&self) -> Option<String> {
        let words = self.words();
        let named = words.iter().position(|it| it == "-o");
        let written = named.and_then(|at| words.get(at + 1)).cloned();
        let output = self.output.clone().or(written)?;
        let mut folders = output.split('/').rev();
        let folder = folders.find_map(|it| it.strip_suffix(".dir"))?;
        Some(folder.to_owned())
    }
}

/// The program of a target in a build folder, or in a source folder that has one below it. Without a name there must be one target only.
///
/// # Errors
///
/// Says what the folder lacks, and which targets there are.
pub fn program(folder: &Path, target: Option<&str>) -> anyhow::Result<Program> {
    let database = database(folder)?;
    let text = fs::read_to_string(&database)
        .with_context(|| format!("`{}` cannot be read", database.display()))?;
    let compilations: Vec<Compilation> = serde_json::from_str(&text)
        .with_context(|| format!("`{}` is no list of compilations", database.display()))?;
    let mut targets: BTreeMap<String, Vec<Compilation>> = BTreeMap::new();
    let whole = database.parent().and_then(Path::file_name);
    let whole = whole.unwrap_or_default().to_string_lossy();
    for compilation in compilations {
        let name = compilation.target().unwrap_or_else(|| whole.to_string());
        targets.entry(name).or_default().push(compilation);
    }
    let names: Vec<&str> = targets.keys().map(String::as_str).collect();
    let chosen = match (target, names.as_slice()) {
        (Some(target), _) => target,
        (None, [only]) => only,
        (None, _) => "",
    };
    ensure!(
        names.contains(&chosen),
        "{}; the targets of `{}` are {}",
        match target {
            Some(target) => format!("there is no target `{target}`"),
            None => "`--project` needs the name of a target behind it".to_owned(),
        },
        database.display(),
        names.join(", ")
    );
    let mut program = Program::default();
    for name in linked(&targets, chosen) {
        for compilation in &targets[&name] {
            program.take(compilation);
        }
    }
    Ok(program)
}

/// Where the database is: in the folder, or in one folder below it.
fn database(folder: &Path) -> anyhow::Result<PathBuf> {
    let own = folder.join(DATABASE);
    if own.is_file() {
        return Ok(own);
    }
    let entries = fs::read_dir(folder)
        .with_context(|| format!("the project `{}` cannot be read", folder.display()))?;
    let below = entries.flatten().map(|it| it.path().join(DATABASE));
    let mut found: Vec<PathBuf> = below.filter(|it| it.is_file()).collect();
    found.sort();
    ensure!(
        found.len() < 2,
        "`{}` has several build folders: name one of {}",
        folder.display(),
        quoted_folders(&found)
    );
    found.pop().with_context(|| {
        format!(
            "`{}` has no `{DATABASE}`: `cmake -S {0} -B {0}/build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON` writes it",
            folder.display()
        )
    })
}

fn quoted_folders(databases: &[PathBuf]) -> String {
    let folders = databases.iter().filter_map(|it| it.parent());
    let quoted: Vec<String> = folders.map(|it| format!("`{}`", it.display())).collect();
    quoted.join(", ")
}

/// A target, and the libraries of the same project that CMake links it with.
fn linked(targets: &BTreeMap<String, Vec<Compilation>>, target: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut next = vec![target.to_owned()];
    while let Some(name) = next.pop() {
        let libraries = targets[&name].iter().flat_map(|it| link_words(it, &name));
        let libraries = libraries.filter_map(|word| {
            let file = Path::new(&word)
                .file_name()?
                .to_str()?
                .strip_prefix("lib")?;
            let stem = (file.strip_suffix(".a")).or_else(|| file.split(".so").next())?;
            Some(stem.to_owned())
        });
        let known = libraries.filter(|it| targets.contains_key(it) && !found.contains(it));
        let known: Vec<String> = known.collect();
        found.insert(name);
        next.extend(known);
    }
    found
}

/// The words that a target is linked with, where CMake's makefiles keep them.
fn link_words(compilation: &Compilation, target: &str) -> Vec<String> {
    let place = format!("CMakeFiles/{target}.dir/link.txt");
    let mut text = String::new();
    for folder in [compilation.directory.as_path()]
        .into_iter()
        .chain(compilation.directory.parent())
    {
        text = fs::read_to_string(folder.join(&place)).unwrap_or_default();
        if !text.is_empty() {
            break;
        }
    }
    split_words(&text)
}

impl Program {
    /// What all files are compiled with, and the newest language standard that one asks for.
    pub fn common(&self) -> FileFlags {
        let mut files = self.files.values();
        let mut common = files.next().cloned().unwrap_or_default();
        for flags in files {
            common
                .include_dirs
                .retain(|it| flags.include_dirs.contains(it));
            common.defines.retain(|it| flags.defines.contains(it));
            common.undefines.retain(|it| flags.undefines.contains(it));
            common.std = common.std.max(flags.std.clone());
        }
        common
    }

    fn take(&mut self, compilation: &Compilation) {
        let place = |path: &str| compilation.directory.join(path);
        let file = compilation.directory.join(&compilation.file);
        let flags = self.files.entry(file).or_default();
        let mut words = compilation
            .words()
            .into_iter()
            .collect::<std::collections::VecDeque<_>>();
        while let Some(word) = words.pop_front() {
            // `-I dir`, `-Idir` and `-isystem=dir` are the same.
            let mut value = |flag: &str| {
                let rest = word.strip_prefix(flag)?;
                let rest = rest.strip_prefix('=').unwrap_or(rest);
                match rest.is_empty() {
                    true => words.pop_front(),
                    false => Some(rest.to_owned()),
                }
            };
            if let Some(file) = value("--options-file") {
                // Where nvcc's include paths stand.
                let text = fs::read_to_string(place(&file)).unwrap_or_default();
                split_words(&text)
                    .into_iter()
                    .rev()
                    .for_each(|it| words.push_front(it));
            } else if let Some(folder) = value("-isystem").or_else(|| value("-I")) {
                add(&mut flags.include_dirs, place(&folder));
            } else if let Some(define) = value("-D") {
                add(&mut flags.defines, define);
            } else if let Some(name) = value("-U") {
                add(&mut flags.undefines, name);
            } else if let Some(standard) = value("-std").or_else(|| value("--std")) {
                flags.std = gnu(&standard).or(flags.std.take());
            }
        }
    }
}

fn add<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

/// `c++17` and `gnu++17` as GCC's default is written; nothing for C's.
fn gnu(standard: &str) -> Option<String> {
    let standard = standard::taken(standard);
    let year = standard.rsplit_once("++")?.1;
    ["14", "17", "20", "23"]
        .contains(&year)
        .then(|| format!("gnu++{year}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project(database: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("writable");
        let build = folder.path().join("build");
        fs::create_dir_all(build.join("CMakeFiles/app.dir")).expect("writable");
        let text = database.replace("BUILD", &build.display().to_string());
        fs::write(build.join(DATABASE), text).expect("writable");
        folder
    }

    #[test]
    fn a_target_has_its_sources_flags_and_libraries() {
        let folder = project(
            r#"[
            {"directory": "BUILD", "file": "../main.cu", "output": "CMakeFiles/app.dir/main.cu.o",
             "command": "nvcc -forward-unknown-to-host-compiler -DNAME=\\\"x\\ y\\\" --options-file CMakeFiles/app.dir/includes_CUDA.rsp -std=c++17 -x cu -c main.cu -o CMakeFiles/app.dir/main.cu.o"},
            {"directory": "BUILD", "file": "/abs/part.cpp",
             "arguments": ["c++", "-I", "/inc", "-UOLD", "-std=gnu++14", "-o", "lib/CMakeFiles/parts.dir/part.cpp.o"]},
            {"directory": "BUILD", "file": "../other.cu", "command": "nvcc -o CMakeFiles/other.dir/other.cu.o"}]"#,
        );
        let build = folder.path().join("build");
        let list = "-I../inc -isystem=/sys";
        fs::write(build.join("CMakeFiles/app.dir/includes_CUDA.rsp"), list).expect("writable");
        let link = "nvcc main.cu.o -o app lib/libparts.a -lm";
        fs::write(build.join("CMakeFiles/app.dir/link.txt"), link).expect("writable");
        let made = program(folder.path(), Some("app")).expect("the target is there");
        assert_eq!(made.files.len(), 2);
        let main = &made.files[&build.join("../main.cu")];
        assert_eq!(main.include_dirs, [build.join("../inc"), "/sys".into()]);
        assert_eq!(main.defines, ["NAME=\"x y\""]);
        assert_eq!(main.std.as_deref(), Some("gnu++17"));
        let part = &made.files[Path::new("/abs/part.cpp")];
        assert_eq!(part.include_dirs, [PathBuf::from("/inc")]);
        assert_eq!(
            (&part.defines, &part.undefines),
            (&vec![], &vec!["OLD".to_owned()])
        );
        let common = FileFlags {
            std: Some("gnu++17".to_owned()),
            ..FileFlags::default()
        };
        assert_eq!(made.common(), common);
    }

    #[test]
    fn targets_are_listed_where_none_is_meant() {
        let folder = project(
            r#"[{"directory": "BUILD", "file": "a.cu", "command": "nvcc -o CMakeFiles/one.dir/a.o"},
                {"directory": "BUILD", "file": "b.cu", "command": "nvcc -o CMakeFiles/two.dir/b.o"}]"#,
        );
        let none = program(folder.path(), None)
            .expect_err("which one?")
            .to_string();
        assert!(
            none.contains("needs the name") && none.ends_with("one, two"),
            "{none}"
        );
        let wrong = program(folder.path(), Some("tow"))
            .expect_err("no such")
            .to_string();
        assert!(wrong.starts_with("there is no target `tow`"), "{wrong}");
        let empty = tempfile::tempdir().expect("writable");
        let lacks = program(empty.path(), None)
            .expect_err("nothing there")
            .to_string();
        assert!(lacks.contains("CMAKE_EXPORT_COMPILE_COMMANDS"), "{lacks}");
    }
}
