//! Names of the embedded headers: a macro of the program's, as in `-D T=float`, changes none that is not CUDA's own.

use std::path::{Path, PathBuf};

/// Names of one letter that CUDA's own types have: members of vectors, dimensions, channels and generators.
const PUBLIC: &[&str] = &["d", "f", "v", "w", "x", "y", "z"];

/// Lines with members that HIP's structures have by names of the list below.
const MEMBERS: &[&str] = &["void **args;"];

/// Common names of macros and template parameters that CUDA has for nothing.
const COMMON: &[&str] = &[
    "Args",
    "Arguments",
    "BLOCK",
    "Group",
    "Iterator",
    "Op",
    "Size",
    "State",
    "Type",
    "Value",
    "args",
    "bias",
    "block",
    "buffer",
    "capacity",
    "delta",
    "elements",
    "error",
    "grid",
    "group",
    "index",
    "lane",
    "length",
    "limit",
    "list",
    "mask",
    "number",
    "other",
    "out",
    "params",
    "pointer",
    "rows",
    "scale",
    "seed",
    "shift",
    "state",
    "status",
    "step",
    "sum",
    "symbol",
    "threads",
    "total",
    "warp",
    "what",
];

fn headers(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of headers") {
        let path = entry.expect("a readable folder").path();
        match path.is_dir() {
            true => headers(&path, found),
            false => found.push(path),
        }
    }
}

/// A header without comments, its continued lines joined.
fn without_comments(text: &str) -> String {
    let text = text.replace("\\\n", " ");
    let lines = text.lines().map(|line| match line.find("//") {
        Some(at) if line[..at].matches('"').count() % 2 == 0 => &line[..at],
        _ => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// What a line has between `(` and `)` behind the name of a macro that it defines: names that no other macro can change.
fn macro_parameters(line: &str) -> Vec<&str> {
    let define = line.trim_start().strip_prefix("#define ");
    let parameters = define.and_then(|it| {
        let open = it.find(|c: char| !c.is_alphanumeric() && c != '_')?;
        it[open..].strip_prefix('(')?.split_once(')')
    });
    parameters.map_or(Vec::new(), |it| it.0.split(',').map(str::trim).collect())
}

/// The identifiers of a line that stand for themselves: no member behind `.`, `->` or `::`, no part of a name that `##` makes, nothing in quotes.
fn identifiers(line: &str) -> Vec<&str> {
    let (mut found, mut at, bytes) = (Vec::new(), 0, line.as_bytes());
    while at < bytes.len() {
        let start = at;
        let is_word = |it: u8| it.is_ascii_alphanumeric() || it == b'_';
        if bytes[at] == b'"' || (bytes[at] == b'\'' && (at == 0 || !bytes[at - 1].is_ascii_digit()))
        {
            at += 1;
            while at < bytes.len() && bytes[at] != bytes[start] {
                at += 1 + usize::from(bytes[at] == b'\\');
            }
            at += 1;
        } else if is_word(bytes[at]) {
            while at < bytes.len() && is_word(bytes[at]) {
                at += 1;
            }
            let before = line[..start].trim_end();
            let member = (before.ends_with('.') && !before.ends_with("..."))
                || before.ends_with("->")
                || before.ends_with("::")
                || before.ends_with("##")
                || line[at..].trim_start().starts_with("##");
            if !bytes[start].is_ascii_digit() && !member {
                found.push(&line[start..at]);
            }
        } else {
            at += 1;
        }
    }
    found
}

fn can_be_changed(text: &str) -> Vec<String> {
    let text = without_comments(text);
    let mut found = Vec::new();
    for line in text.lines() {
        let directive = line.trim_start().starts_with('#');
        if MEMBERS.contains(&line.trim())
            || (directive && !line.trim_start().starts_with("#define "))
        {
            continue;
        }
        let parameters = macro_parameters(line);
        found.extend(
            identifiers(line)
                .into_iter()
                .filter(|it| {
                    it.len() == 1 && !PUBLIC.contains(it) && *it != "_" || COMMON.contains(it)
                })
                .filter(|it| !parameters.contains(it))
                .map(|it| format!("`{it}` in `{}`", line.trim())),
        );
    }
    found
}

#[test]
fn macros_of_programs_change_no_header() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    let mut files = Vec::new();
    headers(&root, &mut files);
    assert!(files.len() > 100, "the headers are in {}", root.display());
    let mut wrong = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a readable header");
        let names = can_be_changed(&text).into_iter();
        wrong.extend(names.map(|it| format!("{}: {it}", file.display())));
    }
    assert!(
        wrong.is_empty(),
        "begin these with `__`:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn names_that_a_macro_can_change_are_found() {
    assert_eq!(
        can_be_changed("template <class T> T twice(T __a);").len(),
        3
    );
    assert_eq!(
        can_be_changed("#define __CHV_X(T, n) T x##n = __a.n; // N").len(),
        0
    );
    assert_eq!(
        can_be_changed("int __f(int index) { return p->q + R::S; }").len(),
        3
    );
    assert_eq!(can_be_changed("char __c = 'b', *__s = \"index\";").len(), 0);
}
