//! Which modules of a crate use which, by the paths in its source: `use` lines, and paths that begin with `crate`, `super` or `self`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::Context;

/// A module's path below the crate's root, which is empty.
pub type Module = Vec<String>;

/// How often a name may be re-exported before it is taken for what it was named at last.
const REEXPORTS_MAX: usize = 8;

/// The modules of a crate, without those that are for tests alone.
pub struct Imports {
    modules: BTreeMap<Module, Vec<Import>>,
}

/// A path that a module names.
struct Import {
    path: Module,
    /// What it is called in the module; none if it is no `use`, or one of all names.
    name: Option<String>,
}

/// Modules of one parent that use each other, in a circle.
#[derive(Debug, PartialEq, Eq)]
pub struct Circle {
    /// The parent's path, `::` between its parts; empty for the crate's root.
    pub parent: String,
    /// Names of the modules, in order.
    pub members: Vec<String>,
    /// Who uses whom, for people: `a::b -> c::d`.
    pub uses: Vec<String>,
}

impl Imports {
    /// Reads the modules in a crate's folder of sources.
    ///
    /// # Errors
    /// A folder or file cannot be read.
    pub fn read(sources: &Path) -> anyhow::Result<Imports> {
        let mut texts = BTreeMap::new();
        read_folder(sources, &mut Vec::new(), &mut texts)?;
        Ok(Imports::of(texts))
    }

    /// The modules of these texts.
    fn of(mut texts: BTreeMap<Module, String>) -> Imports {
        for text in texts.values_mut() {
            *text = code(text);
        }
        let mut for_tests = Vec::new();
        for (module, text) in &mut texts {
            for name in take_tests(text) {
                for_tests.push([module.as_slice(), &[name]].concat());
            }
        }
        texts.retain(|module, _| !for_tests.iter().any(|test| module.starts_with(test)));
        let modules = texts
            .iter()
            .map(|(module, text)| (module.clone(), imports(module, text)))
            .collect();
        Imports { modules }
    }

    /// How many modules there are.
    pub fn count(&self) -> usize {
        self.modules.len()
    }

    /// All circles.
    pub fn circles(&self) -> Vec<Circle> {
        let mut circles = Vec::new();
        for (parent, uses) in self.uses_by_parent() {
            let mut names: BTreeSet<&String> = uses.keys().flat_map(|(a, b)| [a, b]).collect();
            while let Some(first) = names.pop_first() {
                let there = reached(first, &uses);
                let is_with = |other: &&&String| {
                    there.contains(**other) && reached(other, &uses).contains(first)
                };
                let mut members: Vec<String> = names
                    .iter()
                    .filter(is_with)
                    .map(|it| (*it).clone())
                    .collect();
                if members.is_empty() {
                    continue;
                }
                names.retain(|name| !members.contains(name));
                members.insert(0, first.clone());
                let within = uses
                    .iter()
                    .filter(|((a, b), _)| members.contains(a) && members.contains(b));
                circles.push(Circle {
                    parent: parent.join("::"),
                    uses: within.flat_map(|(_, examples)| examples.clone()).collect(),
                    members,
                });
            }
        }
        circles
    }

    /// For each parent which of its modules uses which other one, with examples.
    fn uses_by_parent(&self) -> BTreeMap<Module, BTreeMap<(String, String), Vec<String>>> {
        let mut found: BTreeMap<Module, BTreeMap<(String, String), Vec<String>>> = BTreeMap::new();
        for (module, imports) in &self.modules {
            for import in imports {
                let target = self.resolve(&import.path);
                let common = module
                    .iter()
                    .zip(&target)
                    .take_while(|(a, b)| a == b)
                    .count();
                // A module and what it is made of know each other.
                let (Some(user), Some(used)) = (module.get(common), target.get(common)) else {
                    continue;
                };
                let example = format!("{} -> {}", module.join("::"), target.join("::"));
                let parent = found.entry(module[..common].to_vec()).or_default();
                let examples = parent.entry((user.clone(), used.clone())).or_default();
                if !examples.contains(&example) {
                    examples.push(example);
                }
            }
        }
        found
    }

    /// The module that a path leads to, through re-exports.
    fn resolve(&self, path: &[String]) -> Module {
        let mut path = path.to_vec();
        for _ in 0..REEXPORTS_MAX {
            let depth = (0..=path.len())
                .rev()
                .find(|depth| self.modules.contains_key(&path[..*depth]))
                .unwrap_or(0);
            let module = &path[..depth];
            let named = path.get(depth).and_then(|name| {
                let imports = self.modules.get(module)?;
                let is_it = |it: &&Import| it.name.as_ref() == Some(name) && it.path != path;
                imports.iter().find(is_it)
            });
            match named {
                Some(import) => {
                    let rest = path[depth + 1..].to_vec();
                    path = [import.path.clone(), rest].concat();
                }
                None => return module.to_vec(),
            }
        }
        path
    }
}

/// The names that can be reached from one.
fn reached<'a>(
    from: &'a String,
    uses: &'a BTreeMap<(String, String), Vec<String>>,
) -> BTreeSet<&'a String> {
    let mut found = BTreeSet::new();
    let mut next = vec![from];
    while let Some(name) = next.pop() {
        for (_, used) in uses.keys().filter(|(user, _)| user == name) {
            if found.insert(used) {
                next.push(used);
            }
        }
    }
    found
}

fn read_folder(
    folder: &Path,
    module: &mut Module,
    texts: &mut BTreeMap<Module, String>,
) -> anyhow::Result<()> {
    let entries = fs::read_dir(folder).with_context(|| format!("`{}`", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        let stem = path
            .file_stem()
            .and_then(|it| it.to_str())
            .unwrap_or_default();
        if path.is_dir() {
            // What is there are programs, crates of their own.
            if !(module.is_empty() && stem == "bin") {
                module.push(stem.to_owned());
                read_folder(&path, module, texts)?;
                module.pop();
            }
        } else if path.extension().is_some_and(|it| it == "rs") {
            let mut name = module.clone();
            match stem {
                "lib" | "mod" => {}
                // The program of a crate that is a library as well: it uses that from outside.
                "main" => continue,
                _ => name.push(stem.to_owned()),
            }
            let text =
                fs::read_to_string(&path).with_context(|| format!("`{}`", path.display()))?;
            texts.insert(name, text);
        }
    }
    Ok(())
}

/// A text without its comments and without what is in its string and character literals.
fn code(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if first == '"' {
            string_bytes(rest)
        } else if first == 'r' && !ends_in_word(&code) {
            raw_string_bytes(rest)
        } else if first == '\'' {
            character_bytes(rest)
        } else {
            0
        };
        match skipped {
            0 => code.push(first),
            _ => code.push(' '),
        }
        rest = &rest[skipped.max(first.len_utf8())..];
    }
    code
}

fn ends_in_word(text: &str) -> bool {
    text.ends_with(|last: char| last.is_alphanumeric() || last == '_')
}

/// The length of the string literal that a text begins with.
fn string_bytes(text: &str) -> usize {
    let mut escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of the raw string literal that a text begins with; 0 if it begins with none.
fn raw_string_bytes(text: &str) -> usize {
    let hashes = text[1..].bytes().take_while(|byte| *byte == b'#').count();
    let Some(body) = text[1 + hashes..].strip_prefix('"') else {
        return 0;
    };
    let end = format!("\"{}", "#".repeat(hashes));
    body.find(&end)
        .map_or(text.len(), |at| 2 + hashes + at + end.len())
}

/// The length of the character literal that a text begins with; 0 if it begins with a lifetime.
fn character_bytes(text: &str) -> usize {
    let mut characters = text.char_indices().skip(1);
    match (characters.next(), characters.next()) {
        (Some((_, '\\')), Some((escaped, _))) => {
            let after = escaped + text[escaped..].chars().next().map_or(0, char::len_utf8);
            text[after..].find('\'').map_or(0, |end| after + end + 1)
        }
        (Some(_), Some((end, '\''))) => end + 1,
        _ => 0,
    }
}

/// Takes what is for tests alone out of a text, and gives the names of modules that are.
fn take_tests(text: &mut String) -> Vec<String> {
    const MARK: &str = "#[cfg(test)]";
    let mut modules = Vec::new();
    while let Some(start) = text.find(MARK) {
        let item = &text[start + MARK.len()..];
        let end = item_bytes(item);
        let words: Vec<&str> = item[..end].split_whitespace().collect();
        if let Some(at) = words.iter().position(|word| *word == "mod")
            && let Some(name) = words.get(at + 1)
        {
            modules.push(name.trim_end_matches(';').to_owned());
        }
        text.replace_range(start..start + MARK.len() + end, "");
    }
    modules
}

/// The length of the item that a text begins with: to its `;`, or to the brace that closes it.
fn item_bytes(text: &str) -> usize {
    let mut depth = 0;
    for (at, character) in text.char_indices() {
        match character {
            ';' if depth == 0 => return at + 1,
            '{' => depth += 1,
            '}' if depth <= 1 => return at + 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// What a module's code names of its crate.
fn imports(module: &Module, code: &str) -> Vec<Import> {
    let mut found = Vec::new();
    let mut rest = String::new();
    let mut at = 0;
    for (start, _) in code.match_indices("use ") {
        if start < at || ends_in_word(&code[..start]) {
            continue;
        }
        let end = code[start..].find(';').map_or(code.len(), |it| start + it);
        rest += &code[at..start];
        at = end;
        let tree: String = code[start + 4..end]
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        add_tree(module, &[], &tree, &mut found);
    }
    rest += &code[at..];
    let is_path = |character: char| character.is_alphanumeric() || "_:".contains(character);
    for word in rest.split(|character| !is_path(character)) {
        let parts: Vec<String> = word.split("::").map(str::to_owned).collect();
        let first = parts[0].as_str();
        if parts.len() > 1
            && ["crate", "super"].contains(&first)
            && let Some(path) = absolute(module, &parts)
        {
            found.push(Import { path, name: None });
        }
    }
    found
}

/// Adds the paths of a `use` tree, such as `a::{b, c::{self, D as E}}`.
fn add_tree(module: &Module, before: &[String], tree: &str, found: &mut Vec<Import>) {
    let tree = tree.trim();
    let (path, group) = match tree.split_once('{') {
        Some((path, group)) => (path, group.trim_end().strip_suffix('}')),
        None => (tree, None),
    };
    let (path, alias) = match path.split_once(" as ") {
        Some((path, alias)) => (path, Some(alias.trim().to_owned())),
        None => (path, None),
    };
    let mut parts = before.to_vec();
    let own = path.split("::").map(|part| part.trim().to_owned());
    parts.extend(own.filter(|part| !part.is_empty()));
    if let Some(group) = group {
        for branch in branches(group) {
            add_tree(module, &parts, branch, found);
        }
        return;
    }
    if parts.len() > 1 && parts.last().is_some_and(|last| last == "self") {
        parts.pop();
    }
    let name = alias
        .or_else(|| parts.last().cloned())
        .filter(|it| it != "*");
    parts.retain(|part| part != "*");
    if let Some(path) = absolute(module, &parts) {
        found.push(Import { path, name });
    }
}

/// The branches of a group, which stand between commas outside of inner groups.
fn branches(group: &str) -> Vec<&str> {
    let (mut depth, mut start, mut branches) = (0, 0, Vec::new());
    for (at, character) in group.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                branches.push(&group[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    branches.push(&group[start..]);
    branches.retain(|branch| !branch.trim().is_empty());
    branches
}

/// A path from the crate's root; none if it leads to another crate.
fn absolute(module: &Module, parts: &[String]) -> Option<Module> {
    let ups = parts.iter().take_while(|part| *part == "super").count();
    match parts.first()?.as_str() {
        "crate" => Some(parts[1..].to_vec()),
        "self" => Some([module.as_slice(), &parts[1..]].concat()),
        "super" => {
            let base = module.len().checked_sub(ups)?;
            Some([&module[..base], &parts[ups..]].concat())
        }
        // A child, which is named without more, or another crate: that is no module, so what is left of it is this module.
        _ => Some([module.as_slice(), parts].concat()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(texts: &[(&str, &str)]) -> Vec<(String, String)> {
        let module = |path: &str| {
            path.split("::")
                .filter(|it| !it.is_empty())
                .map(str::to_owned)
                .collect()
        };
        let texts = texts
            .iter()
            .map(|(path, text)| (module(path), (*text).to_owned()));
        let circles = Imports::of(texts.collect()).circles();
        circles
            .into_iter()
            .map(|it| (it.parent, it.members.join(" ")))
            .collect()
    }

    fn circle(parent: &str, members: &str) -> Vec<(String, String)> {
        vec![(parent.to_owned(), members.to_owned())]
    }

    #[test]
    fn two_that_use_each_other_are_a_circle() {
        let texts = [
            ("", "mod a; mod b;"),
            ("a", "use crate::b::B;"),
            ("b", "use super::a::{A, C};"),
        ];
        assert_eq!(of(&texts), circle("", "a b"));
        let texts = [
            ("", ""),
            ("a", "use crate::b::B;"),
            ("b", "use super::c::C;"),
            ("c", ""),
        ];
        assert_eq!(of(&texts), []);
    }

    #[test]
    fn a_circle_may_lead_through_others_and_through_children() {
        let texts = [
            ("", ""),
            ("a::deep", "fn f() { crate::b::g() }"),
            ("b", "use crate::{c::{self, D}};"),
            ("c", "use crate::a;"),
            ("a", "mod deep;"),
        ];
        assert_eq!(of(&texts), circle("", "a b c"));
    }

    #[test]
    fn children_are_compared_with_their_siblings() {
        let texts = [
            ("", ""),
            ("a", "use self::x::X;"),
            ("a::x", "use super::y::Y;"),
            ("a::y", "use super::x;"),
        ];
        assert_eq!(of(&texts), circle("a", "x y"));
        let texts = [
            ("", ""),
            ("a", "pub struct A; use x::X;"),
            ("a::x", "use super::A;"),
        ];
        assert_eq!(of(&texts), []);
    }

    #[test]
    fn names_are_followed_through_the_parent() {
        let texts = [
            ("", "mod a; mod b; pub use b::{B as Other};"),
            ("a", "use crate::Other;"),
            ("b", "use crate::a::A;"),
        ];
        assert_eq!(of(&texts), circle("", "a b"));
    }

    #[test]
    fn tests_comments_and_texts_do_not_count() {
        let texts = [
            ("", "mod a; mod b; #[cfg(test)] mod helpers;"),
            ("a", "use crate::b::B;"),
            (
                "b",
                "// use crate::a;\nconst T: &str = \"use crate::a;\"; #[cfg(test)] mod tests { use crate::a::A; }",
            ),
            ("helpers", "use crate::{a, b};"),
        ];
        assert_eq!(of(&texts), []);
    }

    #[test]
    fn literals_are_left_out_and_lifetimes_stay() {
        assert_eq!(
            code("a 'x' '\\'' '\"' \"\\\"\" r#\"\"\"# b"),
            "a           b"
        );
        assert_eq!(code("fn f<'a>(x: &'a str)"), "fn f<'a>(x: &'a str)");
    }
}
