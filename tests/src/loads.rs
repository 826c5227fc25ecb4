//! A file that is edited and loaded again, many times in one session: what it has gives what it gives in a fresh session that loads the newest text alone.

mod forms;
mod source;

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::path::Path;

use anyhow::Context;
use fastrand::Rng;

use crate::chevron::{Output, Run, outputs};
use source::{Text, Version, WAYS};

const PRELUDE: &str = "void show(int item, int place, int value) { printf(\"%d %d %d\\n\", item, place, value); fflush(stdout); }\n\
                       struct plain { __host__ __device__ constexpr int get() const { return 5; } };\n";
/// How many sessions are run at most to find a shorter one that fails likewise.
const ATTEMPTS: usize = 500;

/// What is known not to hold, and is not generated or not compared.
pub const KNOWN: &[&str] = &[
    "specializations that a file does not have any more, of members of a class template that is written as before: they stay",
    "names that move between a file and its header: functions of another file are not left behind",
    "names of a header that the file does not include any more stay",
];

/// What came of a session.
#[derive(Debug, Default)]
pub struct Tally {
    /// Versions of the file that were loaded and compared.
    pub loads: usize,
    /// Versions that are no valid C++.
    pub skipped: usize,
    /// Lines that showed what they show in a fresh session.
    pub shown: usize,
}

/// What differs.
#[derive(Debug)]
struct Difference {
    load: usize,
    /// Of what kind it is: a shorter session must fail likewise.
    kind: String,
    message: String,
}

/// A line that is typed, and what it must show.
struct Expected {
    load: usize,
    /// Its number among the typed lines.
    at: usize,
    line: String,
    /// `None`: it must be rejected.
    shown: Shown,
}

/// What a line shows in a fresh session; `None` for one that it rejects.
type Shown = Option<String>;
/// What the lines of a fresh session show; `None` if it rejects the file.
type AllShown = Option<Vec<Shown>>;

struct Trial<'a> {
    home: &'a Path,
    cache: &'a Path,
    fresh: HashMap<Text, AllShown>,
}

/// Edits and loads a random file `steps` times. The error shows the shortest session that was found to fail likewise.
///
/// # Errors
/// Something gave another value than in a fresh session, or was rejected.
pub fn check(seed: u64, steps: usize, cache: &Path) -> anyhow::Result<Tally> {
    let home = tempfile::tempdir()?;
    let mut tally = Tally::default();
    let mut trial = Trial {
        home: home.path(),
        cache,
        fresh: HashMap::new(),
    };
    let mut rng = Rng::with_seed(seed);
    let mut version = Version::random(&mut rng);
    let mut versions: Vec<Version> = Vec::new();
    for _ in 0..steps {
        if trial.fresh(&version.text(versions.len()))?.is_some() {
            versions.push(version.clone());
        } else {
            tally.skipped += 1;
        }
        // Now and then an edit is taken back.
        version = match versions.len() {
            0 => Version::random(&mut rng),
            count if rng.u8(..20) == 0 => versions[rng.usize(..count)].again(&versions),
            // What is no valid C++ is not edited on.
            count => versions[count - 1].edited(&mut rng),
        };
    }
    tally.loads += versions.len();
    let Some(difference) = trial.difference(&versions, &mut tally)? else {
        return Ok(tally);
    };
    versions.truncate(difference.load + 1);
    let (versions, difference) = trial.shortened(versions, difference);
    Err(anyhow::anyhow!(
        "{}\n{}",
        described(&versions),
        difference.message
    ))
}

impl Trial<'_> {
    /// What a new session shows that loads this alone.
    fn fresh(&mut self, text: &Text) -> anyhow::Result<AllShown> {
        if let Some(known) = self.fresh.get(text) {
            return Ok(known.clone());
        }
        let directory = tempfile::tempdir_in(self.home)?;
        std::fs::write(directory.path().join("lib.cu"), &text.file)?;
        std::fs::write(directory.path().join("part.h"), &text.header)?;
        let typed = format!("{PRELUDE}%load lib.cu\n{}", lines(&text.probes));
        let all = self.run(&typed, directory.path())?;
        let loaded = PRELUDE.lines().count() + 1;
        let output = at_line(&all, loaded).context("a fresh session did not load a file")?;
        let shown = (!output.failed).then(|| {
            (0..text.probes.len())
                .map(|place| at_line(&all, loaded + 1 + place))
                .map(|output| output.filter(|it| !it.failed).map(|it| it.stdout.clone()))
                .collect()
        });
        self.fresh.insert(text.clone(), shown.clone());
        Ok(shown)
    }

    fn run(&self, typed: &str, directory: &Path) -> anyhow::Result<Vec<Output>> {
        let mut run = Run::plain(
            vec!["--device=cpu".to_owned()],
            typed,
            directory,
            self.cache,
        );
        run.marks = true;
        outputs(&run.finish()?)
    }

    /// What is typed to load all of them, one after another, and what must be shown. `None` if one is no valid C++.
    fn script(
        &mut self,
        versions: &[Version],
        directory: &Path,
    ) -> anyhow::Result<Option<(String, Vec<Expected>)>> {
        let mut typed = PRELUDE.to_owned();
        let mut expected = Vec::new();
        let mut names = BTreeSet::new();
        for (load, version) in versions.iter().enumerate() {
            let text = version.text(load);
            let Some(shown) = self.fresh(&text)? else {
                return Ok(None);
            };
            std::fs::write(directory.join(format!("{load}.cu")), &text.file)?;
            std::fs::write(directory.join(format!("{load}.h")), &text.header)?;
            let _ = writeln!(
                typed,
                "rename(\"{load}.cu\", \"lib.cu\"); rename(\"{load}.h\", \"part.h\");"
            );
            let mut expect = |line: &str, shown: Shown| {
                let at = typed.lines().count() + 1;
                typed += &format!("{line}\n");
                expected.push(Expected {
                    load,
                    at,
                    line: line.to_owned(),
                    shown,
                });
            };
            expect("%load lib.cu", Some(String::new()));
            for (probe, shown) in text.probes.iter().zip(shown) {
                if shown.is_some() {
                    expect(probe, shown);
                }
            }
            for probe in version.gone(&names, load) {
                expect(&probe, None);
            }
            names.extend(version.names());
            if let Some(aside) = version.aside(load) {
                typed += &lines(&[aside]);
            }
        }
        Ok(Some((typed, expected)))
    }

    /// The first thing that differs from fresh sessions.
    fn difference(
        &mut self,
        versions: &[Version],
        tally: &mut Tally,
    ) -> anyhow::Result<Option<Difference>> {
        let directory = tempfile::tempdir_in(self.home)?;
        let Some((typed, expected)) = self.script(versions, directory.path())? else {
            return Ok(None);
        };
        let all = match self.run(&typed, directory.path()) {
            Ok(all) => all,
            Err(error) => {
                return Ok(Some(Difference {
                    load: versions.len() - 1,
                    kind: "end".to_owned(),
                    message: format!("{error:#}"),
                }));
            }
        };
        for Expected {
            load,
            at,
            line,
            shown,
        } in expected
        {
            let output = at_line(&all, at).context("a line was not read")?;
            let got = (!output.failed).then_some(&output.stdout);
            if got != shown.as_ref() {
                return Ok(Some(Difference {
                    load,
                    kind: kind_of(output),
                    message: format!(
                        "load {load}: `{line}` showed\n{}{}instead of\n{}",
                        output.stdout,
                        output.stderr,
                        shown.as_deref().unwrap_or("an error")
                    ),
                }));
            }
            tally.shown += 1;
        }
        Ok(None)
    }

    /// The shortest session that was found to fail likewise.
    fn shortened(
        &mut self,
        versions: Vec<Version>,
        difference: Difference,
    ) -> (Vec<Version>, Difference) {
        let mut shortening = Shortening {
            trial: self,
            attempts: ATTEMPTS,
            versions,
            difference,
        };
        for _ in 0..2 {
            shortening.loads();
            shortening.items();
            shortening.ways();
        }
        (shortening.versions, shortening.difference)
    }
}

/// A session that is made shorter as long as it fails likewise.
struct Shortening<'a, 'b> {
    trial: &'a mut Trial<'b>,
    attempts: usize,
    versions: Vec<Version>,
    difference: Difference,
}

impl Shortening<'_, '_> {
    /// Takes what is left after a change, if that still fails likewise.
    fn attempt(&mut self, change: impl FnOnce(&mut Vec<Version>)) -> bool {
        let mut fewer = self.versions.clone();
        change(&mut fewer);
        if self.attempts == 0 || fewer.is_empty() || !changed(&self.versions, &fewer) {
            return false;
        }
        self.attempts -= 1;
        let found = self.trial.difference(&fewer, &mut Tally::default());
        let Ok(Some(found)) = found else {
            return false;
        };
        let like = found.kind == self.difference.kind;
        if like {
            fewer.truncate(found.load + 1);
            (self.versions, self.difference) = (fewer, found);
        }
        like
    }

    fn loads(&mut self) {
        for at in (0..self.versions.len()).rev() {
            if at < self.versions.len() {
                self.attempt(|versions| drop(versions.remove(at)));
            }
        }
        for at in 0..self.versions.len() {
            self.attempt(|versions| {
                if let Some(version) = versions.get_mut(at) {
                    (version.quiet, version.aside) = (true, None);
                }
            });
        }
    }

    fn items(&mut self) {
        for id in self.ids() {
            let without = |version: &mut Version| version.items.retain(|item| item.id != id);
            if self.attempt(|versions| versions.iter_mut().for_each(without)) {
                continue;
            }
            for at in 0..self.versions.len() {
                self.attempt(|versions| versions.get_mut(at).into_iter().for_each(without));
            }
        }
    }

    fn ways(&mut self) {
        for id in self.ids() {
            for way in 0..WAYS {
                self.attempt(|versions| {
                    for version in versions {
                        version.simplify(id, way);
                    }
                });
            }
        }
    }

    fn ids(&self) -> BTreeSet<usize> {
        let items = self.versions.iter().flat_map(|version| &version.items);
        items.map(|item| item.id).collect()
    }
}

/// Is anything else on the disk or typed?
fn changed(before: &[Version], after: &[Version]) -> bool {
    let asides = |versions: &[Version]| -> Vec<Option<String>> {
        (0..versions.len())
            .map(|at| versions[at].aside(at))
            .collect()
    };
    texts(before) != texts(after) || asides(before) != asides(after)
}

fn texts(versions: &[Version]) -> Vec<Text> {
    versions
        .iter()
        .enumerate()
        .map(|(at, version)| version.text(at))
        .collect()
}

fn lines(of: &[String]) -> String {
    of.iter().map(|line| format!("{line}\n")).collect()
}

fn at_line(all: &[Output], line: usize) -> Option<&Output> {
    all.iter().find(|output| output.first_line == Some(line))
}

/// The first error without names and numbers, or that there is none.
fn kind_of(output: &Output) -> String {
    let error = output.stderr.lines().find(|line| line.contains("error"));
    let mut kind = String::new();
    for (at, piece) in error.unwrap_or("value").split(['\'', '`']).enumerate() {
        if at % 2 == 0 {
            kind.extend(piece.chars().filter(|it| !it.is_ascii_digit()));
        }
    }
    kind
}

fn described(versions: &[Version]) -> String {
    let mut text = String::new();
    for (at, version) in versions.iter().enumerate() {
        let Text { file, header, .. } = version.text(at);
        let _ = write!(text, "---- load {at}: lib.cu\n{file}");
        if !header.is_empty() {
            let _ = write!(text, "---- part.h\n{header}");
        }
        let typed = [
            version.text(at).probes,
            version.aside(at).into_iter().collect(),
        ]
        .concat();
        if !typed.is_empty() {
            let _ = write!(text, "---- typed\n{}", lines(&typed));
        }
    }
    text
}
