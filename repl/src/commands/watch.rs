//! `%watch`: files that are edited elsewhere. When one is saved, those of its parts that are new are entered again.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use super::failed;
use crate::flow::Flow;
use crate::front::Front;
use crate::interrupt::{Stop, Stopped};
use crate::lexer::{TokenKind, tokens};
use crate::source_file::{Kinds, read_source, read_text};
use crate::split::{Input, split_lines, split_marked};
use crate::words::split_words;

/// How often files are looked at: a person does not notice the time. Unlike the system's notifications it works on every file system, and for
/// editors that write another file and rename it.
const PERIOD: Duration = Duration::from_millis(100);

/// Enters files, and what changes in them, until Ctrl-C.
pub fn watch(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let paths: Vec<PathBuf> = split_words(arguments).into_iter().map(Into::into).collect();
    if paths.is_empty() {
        return failed(front, "usage: `%watch FILE...`");
    }
    if front.loading > 0 {
        return failed(front, "a file that is read cannot watch another");
    }
    let mut files: Vec<Watched> = paths
        .iter()
        .map(|it| Watched::new(it, front.begin_reading()))
        .collect();
    let interrupt = front.session.interrupt().clone();
    interrupt.keeping(|| watch_files(front, &mut files))
}

fn watch_files(front: &mut Front, files: &mut [Watched]) -> anyhow::Result<Flow> {
    let mut first = true;
    loop {
        let seen = stamps(files);
        for file in files.iter_mut() {
            let text = match read_source(&file.path, Kinds::Regular) {
                Ok(text) => text,
                Err(message) if first => return failed(front, &message),
                // It may come again.
                Err(_) => continue,
            };
            front.session.forget_interrupt();
            let flow = file.enter(front, &text, first)?;
            let pressed = front.session.interrupt().take_pressed();
            match flow {
                Flow::Quit => return Ok(Flow::Quit),
                // It stopped no cell, so it is for this command.
                Flow::Done if pressed => return Ok(Flow::Done),
                Flow::Done | Flow::Failed => {}
            }
        }
        if first {
            let render = front.session.render();
            render.note("what changes is entered again when it is saved; Ctrl-C ends that");
        }
        first = false;
        front.session.end_open_line();
        if !await_change(front, files, seen) {
            return Ok(Flow::Done);
        }
    }
}

/// A file, and what of it has been entered.
struct Watched {
    path: PathBuf,
    /// Its parts are one text, whenever they are entered: none of them takes another's names away.
    reading: u32,
    /// The parts that the session has, by their keys, and how often.
    entered: HashMap<u64, usize>,
    /// It, and the headers of the user's that it includes.
    read: Vec<PathBuf>,
}

impl Watched {
    fn new(path: &Path, reading: u32) -> Watched {
        Watched {
            path: path.to_owned(),
            reading,
            entered: HashMap::new(),
            read: vec![path.to_owned()],
        }
    }

    /// Enters the parts of this text that the session has not. One that fails is tried again when the file changes. `Failed`: one was interrupted.
    fn enter(&mut self, front: &mut Front, text: &str, first: bool) -> anyhow::Result<Flow> {
        let inputs = split_marked(text).unwrap_or_else(|| split_lines(text));
        let parts: Vec<Input> = inputs
            .into_iter()
            .filter(|it| first || !matches!(it, Input::Note(_)))
            .collect();
        self.read = vec![self.path.clone()];
        let directory = self.path.parent().unwrap_or(Path::new("")).to_owned();
        let mut left = std::mem::take(&mut self.entered);
        let mut changed = Vec::new();
        let mut macros = HashSet::new();
        for part in &parts {
            let text = &part.piece().text;
            let mut all = text.clone();
            let key = key(text, &directory, &mut self.read, &mut all);
            let known = left.get_mut(&key).filter(|it| **it > 0);
            if let Some(count) = known {
                *count -= 1;
                // What a macro was is built into what uses it.
                if !words(text).any(|word| macros.contains(word)) {
                    *self.entered.entry(key).or_default() += 1;
                    continue;
                }
            } else {
                macros.extend(macros_of(&all));
            }
            changed.push((key, part));
        }
        if !first && !changed.is_empty() {
            let (count, of) = (changed.len(), parts.len());
            let are = if count == 1 { "is" } else { "are" };
            front.session.render().note(format_args!(
                "`{}` has changed: {count} of {of} parts {are} entered",
                self.path.display()
            ));
        }
        for (key, part) in changed {
            let flow = self.enter_one(front, part)?;
            match flow {
                Flow::Quit => return Ok(Flow::Quit),
                Flow::Done => *self.entered.entry(key).or_default() += 1,
                Flow::Failed if front.session.interrupted() => return Ok(Flow::Failed),
                Flow::Failed => {}
            }
        }
        Ok(Flow::Done)
    }

    fn enter_one(&self, front: &mut Front, part: &Input) -> anyhow::Result<Flow> {
        let before = front.history.len();
        front.loading += 1;
        let part = std::slice::from_ref(part);
        let flow = front.inputs_of_reading(&self.path, self.reading, part);
        front.loading -= 1;
        front.history.truncate(before);
        flow
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|it: char| !it.is_alphanumeric() && it != '_')
}

/// The macros that a text defines.
fn macros_of(text: &str) -> impl Iterator<Item = String> {
    text.lines().filter_map(|line| {
        let directive = line.trim_start().strip_prefix('#')?.trim_start();
        let rest = directive.strip_prefix("define")?.trim_start();
        words(rest).next().map(str::to_owned)
    })
}

/// What tells a part from others: its tokens, and the texts of the user's headers that it includes, which are added to `read`, and their texts to `all`.
fn key(text: &str, directory: &Path, read: &mut Vec<PathBuf>, all: &mut String) -> u64 {
    let mut hasher = DefaultHasher::new();
    for token in tokens(text) {
        // White space within a directive is told by its text.
        if !matches!(token.kind, TokenKind::Comment | TokenKind::Newline) {
            token.text(text).hash(&mut hasher);
        }
    }
    let (mut found, before) = (Vec::new(), all.len());
    add_headers(text, directory, &mut found, all);
    all[before..].hash(&mut hasher);
    found.retain(|it| !read.contains(it));
    read.append(&mut found);
    hasher.finish()
}

/// Adds the user's headers that a text includes to `found`, and their texts to `all`, each once.
fn add_headers(text: &str, directory: &Path, found: &mut Vec<PathBuf>, all: &mut String) {
    let included = text.lines().filter_map(|line| {
        let directive = line.trim_start().strip_prefix('#')?.trim_start();
        let name = directive.strip_prefix("include")?.trim_start();
        name.strip_prefix('"')?.split('"').next()
    });
    for name in included {
        let path = directory.join(name);
        if found.contains(&path) {
            continue;
        }
        let Ok(header) = read_text(&path, Kinds::Regular) else {
            continue;
        };
        all.push('\n');
        all.push_str(&header);
        found.push(path.clone());
        add_headers(&header, path.parent().unwrap_or(directory), found, all);
    }
}

/// When a file was written, how long it is, and which file it is.
type Stamp = (SystemTime, u64, u64);

/// Of each file that is read; none of one that is not there.
type Stamps = BTreeMap<PathBuf, Option<Stamp>>;

fn stamps(files: &[Watched]) -> Stamps {
    let read = files.iter().flat_map(|file| &file.read);
    let stamp = |path: &Path| {
        let found = std::fs::metadata(path).ok()?;
        Some((found.modified().ok()?, found.len(), found.ino()))
    };
    read.map(|path| (path.clone(), stamp(path))).collect()
}

/// Waits until a file is another one than it was, and is written whole; false if that was interrupted.
fn await_change(front: &Front, files: &[Watched], mut seen: Stamps) -> bool {
    // Headers that were found when the files were read.
    for (path, stamp) in stamps(files) {
        seen.entry(path).or_insert(stamp);
    }
    let known = |path: &PathBuf, stamp: &Option<Stamp>| seen.get(path).is_none_or(|it| it == stamp);
    let flag = Arc::<AtomicBool>::default();
    let changed = || {
        let mut before: Option<Stamps> = None;
        while !flag.load(Ordering::Relaxed) {
            std::thread::sleep(PERIOD);
            let now = stamps(files);
            let all_there = now.values().all(Option::is_some);
            let same = now.iter().all(|(path, stamp)| known(path, stamp));
            if all_there && !same && before.as_ref() == Some(&now) {
                return;
            }
            before = Some(now);
        }
    };
    let interrupt = front.session.interrupt();
    interrupt.during(Stop::by_flag(&flag), changed).1 == Stopped::No
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key_of(text: &str, directory: &Path) -> u64 {
        key(text, directory, &mut Vec::new(), &mut String::new())
    }

    #[test]
    fn parts_are_told_apart_by_their_tokens() {
        let here = Path::new("");
        let one = key_of("int f() { return 1; } // one", here);
        assert_eq!(one, key_of("/* f */ int f()\n{\n  return 1;\n}", here));
        assert_ne!(one, key_of("int f() { return 2; }", here));
    }

    #[test]
    fn a_header_that_is_edited_makes_another_part() {
        let folder = tempfile::tempdir().expect("writable");
        let write = |name: &str, text: &str| {
            std::fs::write(folder.path().join(name), text).expect("writable");
        };
        write("outer.h", "#include \"inner.h\"\n");
        write("inner.h", "#include \"outer.h\"\nint a();\n");
        let part = "# include \"outer.h\"\n#include <vector>";
        let mut read = Vec::new();
        let mut all = String::new();
        let before = key(part, folder.path(), &mut read, &mut all);
        assert_eq!(read.len(), 2);
        write("inner.h", "int b();\n# define SCALE(x) 2 * x\n");
        assert_ne!(before, key(part, folder.path(), &mut read, &mut all));
        let macros: Vec<String> = macros_of(&all).collect();
        assert_eq!(macros, ["SCALE"]);
    }
}
