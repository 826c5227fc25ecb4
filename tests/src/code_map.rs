//! The map of the code, made from the words that each file begins with: Rust's `//!` lines, C++'s first comment.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::Context as _;

/// Where code is.
const ROOTS: &[&str] = &["devicecc", "jit", "kernels-cache", "repl", "tests"];

/// Folders whose files are data of tests, or tests of the file beside them.
const LEFT_OUT: &[&str] = &["target", "golden", "programs", "results", "data", "tests"];

/// Headers with CUDA's file names that only include another one.
const FORWARDING: &str = "A header of CUDA's that programs include by name";

/// All the code that a crate's own folder may have.
const BUILD_SCRIPT: &str = "build.rs";

/// What speaks for a folder: the first of these that is there, or else `WORDS`. `{}` is the folder.
const SPEAKERS: &[&str] = &["{}.rs", "{}/mod.rs", "{}/lib.rs", "{}/main.rs"];

/// Words for folders in which no file speaks for all.
const WORDS: &[(&str, &str)] = &[
    ("devicecc/examples", "Programs for measuring emission."),
    (
        "devicecc/include",
        "The embedded headers, under the names that CUDA programs include.",
    ),
    (
        "devicecc/include/chevron",
        "What the embedded headers are made of.",
    ),
    (
        "devicecc/include/cooperative_groups",
        "Parts of cooperative groups that programs include by name.",
    ),
    (
        "devicecc/include/hip",
        "HIP's headers, over the same runtime.",
    ),
    ("devicecc/include/hiprand", "hipRAND's headers."),
    (
        "devicecc/include/nvtx3",
        "NVTX's headers: a program's marks, which do nothing.",
    ),
    (
        "devicecc/include/toolkit",
        "Stand-ins for what clang wants and a CUDA toolkit may lack.",
    ),
    (
        "devicecc/include/toolkit/hip",
        "HIP's headers that differ with a CUDA toolkit.",
    ),
    (
        "devicecc/runtime",
        "The compiler's runtime for device code, in C.",
    ),
    ("devicecc/shim", "The C++ over clang and LLVM."),
    (
        "devicecc/shim/ast",
        "One side's AST: how a cell is read, what clang is told, what a cell's items and values are.",
    ),
    (
        "devicecc/shim/border",
        "The C border to Rust, and what catches crashes and leaves work half-way.",
    ),
    (
        "devicecc/shim/device",
        "Device modules, closures and kernels' versions.",
    ),
    (
        "devicecc/shim/emission",
        "LLVM's passes and code generation, guarded, and what is asked of code.",
    ),
    (
        "devicecc/shim/host",
        "Host modules, and what host code may do.",
    ),
    (
        "devicecc/shim/ptx",
        "Inline PTX for devices whose code is not PTX: read, and made into LLVM's instructions.",
    ),
    (
        "devicecc/shim/redefinition",
        "What happens when a cell declares a name again.",
    ),
    (
        "devicecc/shim/sanitize",
        "Kernels for the CPU device that tell the executor of each access to memory.",
    ),
    (
        "devicecc/shim/session",
        "Both sides of a session: ASTs made again and beforehand, files, units.",
    ),
    (
        "devicecc/shim/tiers",
        "Kernels for the CPU device, cut at their barriers into loops over threads.",
    ),
    ("jit/src/bin", "The program `chevron-executor`."),
    (
        "repl/examples",
        "A program that compiles for GPUs that are not there.",
    ),
    (
        "kernels-cache/benches",
        "What a hit, a miss and a put cost.",
    ),
    (
        "tests",
        "Test programs: one file each. `tests/README.md` tells how to run them.",
    ),
    (
        "tests/benches",
        "Benches: Chevron beside its peers, in the same run.",
    ),
    (
        "tests/examples",
        "LLVM's interpreter tests through Chevron.",
    ),
];

/// One file of the map, or a header with its source.
struct Row {
    /// The name, without the ending where a header and a source share it.
    name: String,
    words: String,
}

/// All of the map.
pub struct CodeMap {
    /// Folders by path, each with its files.
    folders: BTreeMap<String, Folder>,
    /// What nothing speaks for.
    pub silent: Vec<String>,
}

struct Folder {
    words: String,
    rows: Vec<Row>,
}

impl CodeMap {
    /// Reads the map off the tree at `root`.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn of(root: &Path) -> anyhow::Result<CodeMap> {
        let mut map = CodeMap {
            folders: BTreeMap::new(),
            silent: Vec::new(),
        };
        for name in ROOTS {
            map.add(root, name)?;
        }
        Ok(map)
    }

    fn add(&mut self, root: &Path, folder: &str) -> anyhow::Result<()> {
        let mut rows: BTreeMap<String, Row> = BTreeMap::new();
        for (name, is_folder) in entries(&root.join(folder))? {
            let path = format!("{folder}/{name}");
            if is_folder {
                if !LEFT_OUT.contains(&name.as_str()) && !name.starts_with('.') {
                    self.add(root, &path)?;
                }
                continue;
            }
            // Tests of the file beside it.
            if !is_source(&name) || name == "tests.rs" {
                continue;
            }
            let words = first_sentence(&read(&root.join(&path))?);
            let (stem, _) = name.rsplit_once('.').unwrap_or((&name, ""));
            let header = format!("{stem}.h");
            match rows.get_mut(&header) {
                Some(row) if name.ends_with(".cpp") => {
                    stem.clone_into(&mut row.name);
                    if row.words.is_empty() {
                        row.words = words;
                    }
                }
                _ => drop(rows.insert(name.clone(), Row { name, words })),
            }
        }
        rows.retain(|_, row| !row.words.starts_with(FORWARDING));
        if rows.is_empty() {
            return Ok(());
        }
        for row in rows.values().filter(|row| row.words.is_empty()) {
            self.silent.push(format!("{folder}/{}", row.name));
        }
        let words = match rows.keys().all(|name| name == BUILD_SCRIPT) {
            true => "A crate.".to_owned(),
            false => spoken_for(root, folder)?,
        };
        if words.is_empty() {
            self.silent.push(folder.to_owned());
        }
        let rows = rows.into_values().collect();
        self.folders
            .insert(folder.to_owned(), Folder { words, rows });
        Ok(())
    }

    /// A table of folders.
    pub fn folders(&self) -> String {
        let mut text = String::from("| folder | what lives there |\n| --- | --- |\n");
        let more = |folder: &Folder| folder.rows.iter().any(|row| row.name != BUILD_SCRIPT);
        for (path, folder) in self.folders.iter().filter(|(_, folder)| more(folder)) {
            let _ = writeln!(text, "| `{path}` | {} |", cell(&folder.words));
        }
        text
    }

    /// A section for each folder, a row for each file.
    pub fn files(&self) -> String {
        let mut text = String::new();
        for (path, folder) in &self.folders {
            let _ = writeln!(text, "\n## {path}\n\n{}\n", folder.words);
            text.push_str("| file | what lives there |\n| --- | --- |\n");
            for row in &folder.rows {
                let _ = writeln!(text, "| `{}` | {} |", row.name, cell(&row.words));
            }
        }
        text
    }
}

/// Puts `made` between the two lines that mark its place in a paper.
///
/// # Errors
/// The paper has no such lines.
pub fn put_between_marks(paper: &str, made: &str) -> anyhow::Result<String> {
    const BEGIN: &str = "<!-- code map: made by tests/papers.rs -->\n";
    const END: &str = "<!-- end of the code map -->";
    let (before, rest) = paper
        .split_once(BEGIN)
        .context("no line begins the code map")?;
    let (_, after) = rest.split_once(END).context("no line ends the code map")?;
    Ok(format!("{before}{BEGIN}\n{}\n\n{END}{after}", made.trim()))
}

/// All files below the folders of the code and of the papers, as paths from `root`.
///
/// # Errors
/// A folder cannot be read.
pub fn all_files(root: &Path) -> anyhow::Result<Vec<String>> {
    let mut files = Vec::new();
    let mut folders: Vec<String> = ROOTS
        .iter()
        .chain(&["docs"])
        .map(|&it| it.to_owned())
        .collect();
    while let Some(folder) = folders.pop() {
        for (name, is_folder) in entries(&root.join(&folder))? {
            let path = format!("{folder}/{name}");
            match is_folder {
                true if name == "target" => {}
                true => folders.push(path),
                false => files.push(path),
            }
        }
    }
    files.extend(entries(root)?.into_iter().filter(|it| !it.1).map(|it| it.0));
    Ok(files)
}

/// Names in a folder, in order, each with whether it is a folder.
fn entries(folder: &Path) -> anyhow::Result<Vec<(String, bool)>> {
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut names = entries
        .map(|entry| {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            Ok((name, entry.file_type()?.is_dir()))
        })
        .collect::<anyhow::Result<Vec<_>>>()?;
    // A header comes before its source, whatever the byte order of their endings.
    names.sort_by_key(|(name, _)| {
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
        (stem.to_owned(), ending != "h", ending.to_owned())
    });
    Ok(names)
}

fn read(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path).with_context(|| path.display().to_string())
}

fn is_source(name: &str) -> bool {
    [".rs", ".h", ".cpp", ".c", ".inc"]
        .iter()
        .any(|ending| name.ends_with(ending))
}

/// What speaks for a folder; `src` is spoken for by its crate's root.
fn spoken_for(root: &Path, folder: &str) -> anyhow::Result<String> {
    if let Some((_, words)) = WORDS.iter().find(|(name, _)| *name == folder) {
        return Ok((*words).to_owned());
    }
    for speaker in SPEAKERS {
        let path = root.join(speaker.replace("{}", folder));
        if path.is_file() {
            return Ok(first_sentence(&read(&path)?));
        }
    }
    Ok(String::new())
}

/// The first sentence of a file's first comment, which stands before all code.
fn first_sentence(text: &str) -> String {
    let mut words = String::new();
    for line in text.lines().map(str::trim) {
        let said = line.strip_prefix("//!").or_else(|| line.strip_prefix("//"));
        match said {
            Some(said) if said.trim().is_empty() && !words.is_empty() => break,
            Some(said) => {
                words.push_str(said.trim());
                words.push(' ');
            }
            None if words.is_empty() && (line.is_empty() || line == "#pragma once") => {}
            None => break,
        }
    }
    let end = words.match_indices(". ").map(|(at, _)| at + 1).find(|&at| {
        let next = words[at..].trim_start().chars().next();
        next.is_none_or(|it| !it.is_lowercase())
    });
    words[..end.unwrap_or(words.len())].trim().to_owned()
}

/// Text as it stands in a table.
fn cell(words: &str) -> String {
    words.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::first_sentence;

    #[test]
    fn first_sentences() {
        assert_eq!(first_sentence("//! One thing. Another.\n"), "One thing.");
        assert_eq!(
            first_sentence("//! Of two\n//! lines.\n//!\n//! More.\n"),
            "Of two lines."
        );
        assert_eq!(
            first_sentence("#pragma once\n\n// A header.\n#include <x>\n"),
            "A header."
        );
        assert_eq!(
            first_sentence("//! Names, e.g. this one. And more.\n"),
            "Names, e.g. this one."
        );
        assert_eq!(first_sentence("use std;\n//! Late.\n"), "");
    }
}
