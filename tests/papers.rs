//! The papers are true: the code map is what the files say, files that are named are there, README's session says what it shows, and no paper is too long.

use std::path::{Path, PathBuf};

use tests::chevron::Run;
use tests::code_map::{self, CodeMap};
use tests::devices;
use tests::trial::BLESS_VARIABLE;

/// Papers, with the most lines that each may have.
const PAPERS: &[(&str, usize)] = &[
    ("README.md", 150),
    ("ARCHITECTURE.md", 250),
    ("BENCHMARKS.md", 150),
    ("CONTRIBUTING.md", 120),
    ("tests/README.md", 160),
    ("docs/limits.md", 150),
    ("docs/primitives.md", 100),
    ("docs/wire.md", 100),
    ("docs/linking.md", 100),
    ("docs/asts.md", 100),
    ("docs/devices.md", 100),
    ("docs/executor-death.md", 100),
    ("docs/interrupts.md", 100),
    ("docs/checkpoints.md", 100),
    ("docs/drafts.md", 100),
    ("docs/redefinition.md", 100),
    ("docs/toolkit.md", 100),
    ("docs/prompt.md", 100),
    ("docs/dynamic-parallelism.md", 100),
    ("docs/sanitizer.md", 100),
];

/// Papers for users, which name headers and files of theirs.
const FOR_USERS: &[&str] = &["README.md", "docs/limits.md", "docs/prompt.md"];

/// Endings of words that are names of files.
const ENDINGS: &[&str] = &[".rs", ".h", ".cpp", ".c", ".md", ".cu", ".py", ".inc"];

const FILES_HEAD: &str = "# Code map, file by file

Each row is the first sentence of the file itself. A name without an ending is a header and its source.
Write with `CHEVRON_BLESS=1 cargo test -p tests --test papers`.
";

fn root() -> PathBuf {
    devices::files("..")
}

fn read(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path).map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))
}

/// Writes a paper that is not what it should be, if told to; else fails.
fn compare(paper: &str, should_be: &str) -> anyhow::Result<()> {
    let path = root().join(paper);
    if std::fs::read_to_string(&path).is_ok_and(|is| is == should_be) {
        return Ok(());
    }
    if std::env::var_os(BLESS_VARIABLE).is_some() {
        return Ok(std::fs::write(path, should_be)?);
    }
    anyhow::bail!(
        "{paper} is not what the files say; {BLESS_VARIABLE}=1 cargo test -p tests --test papers writes it"
    )
}

#[test]
fn maps_are_what_the_files_say() -> anyhow::Result<()> {
    let map = CodeMap::of(&root())?;
    assert!(
        map.silent.is_empty(),
        "write a first sentence into these files (for folders: into tests/src/code_map.rs): {}",
        map.silent.join(", ")
    );
    let architecture = read(&root().join("ARCHITECTURE.md"))?;
    let architecture = code_map::put_between_marks(&architecture, &map.folders())?;
    compare("ARCHITECTURE.md", &architecture)?;
    compare("docs/code-map.md", &format!("{FILES_HEAD}{}", map.files()))
}

#[test]
fn papers_are_short() -> anyhow::Result<()> {
    for (paper, lines_max) in PAPERS {
        let lines = read(&root().join(paper))?.lines().count();
        assert!(
            lines <= *lines_max,
            "{paper} has {lines} lines, and may have {lines_max}"
        );
    }
    Ok(())
}

/// A file may be named by the end of its path, as far as that says which it is.
#[test]
fn files_that_papers_name_are_there() -> anyhow::Result<()> {
    let files = code_map::all_files(&root())?;
    let mut missing = Vec::new();
    for (paper, _) in PAPERS {
        let text = read(&root().join(paper))?;
        for named in named_files(&text).filter(|_| !FOR_USERS.contains(paper)) {
            if !files.iter().any(|file| is_named(file, named)) {
                missing.push(format!("{paper}: `{named}`"));
            }
        }
        let folder = root().join(paper);
        for link in links(&text) {
            if !folder.with_file_name(link).exists() {
                missing.push(format!("{paper}: the link to {link}"));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "not in the tree: {}",
        missing.join(", ")
    );
    Ok(())
}

/// Words between backticks that are names of our files. A program of the user's has no folder (`program.cu`), and a header of clang's own is reserved.
fn named_files(text: &str) -> impl Iterator<Item = &str> {
    let outside = text.split("```").step_by(2);
    outside
        .flat_map(|it| it.split('`').skip(1).step_by(2))
        .filter(|word| {
            let is_name = |it: char| it.is_alphanumeric() || "/_-.".contains(it);
            let of_others = word.starts_with("__") || !word.contains('/') && word.ends_with(".cu");
            word.chars().all(is_name) && !of_others && ENDINGS.iter().any(|it| word.ends_with(it))
        })
}

/// Where links lead within the repository.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| {
        let link = rest.split([')', '#']).next()?;
        (!link.is_empty() && !link.contains("://")).then_some(link)
    })
}

fn is_named(file: &str, named: &str) -> bool {
    file.strip_suffix(named)
        .is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}

/// A session as README shows it: what is typed behind marks, what comes out without them.
#[test]
fn readme_session_says_what_it_shows() -> anyhow::Result<()> {
    let readme = read(&root().join("README.md"))?;
    let blocks = readme.split("```").skip(1).step_by(2);
    let sessions = blocks.map(str::trim_start).filter(|it| is_mark(it));
    let session = sessions.collect::<String>();
    assert!(session.starts_with("1> "), "README has no session");
    let shown = |of_stderr: bool| -> Vec<&str> {
        let outputs = session.lines().filter(|line| !is_mark(line));
        outputs
            .filter(|line| is_of_stderr(line) == of_stderr)
            .collect()
    };

    let (home, cache) = (tempfile::tempdir()?, tempfile::tempdir()?);
    // Who pastes the crash has read the lines before it: there was time for a checkpoint.
    let arguments = ["--device", "cpu", "--checkpoint", "on"].map(str::to_owned);
    let run = Run::plain(arguments.to_vec(), &session, home.path(), cache.path());
    let finished = run.finish()?;
    let told = |line: &&str| !line.contains("prompt marks");
    let stderr: Vec<&str> = finished.stderr.lines().filter(told).collect();
    assert_eq!(finished.stdout.lines().collect::<Vec<_>>(), shown(false));
    assert_eq!(stderr, shown(true));
    Ok(())
}

/// Does a line begin with a prompt's mark, `12> `?
fn is_mark(line: &str) -> bool {
    line.split_once("> ").is_some_and(|(number, _)| {
        !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit())
    })
}

fn is_of_stderr(line: &str) -> bool {
    ["error:", "note:", "  at "]
        .iter()
        .any(|it| line.starts_with(it))
}
