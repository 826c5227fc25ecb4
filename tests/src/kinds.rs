//! The kinds of faults that others found, and the sessions and tests that hold each: `kinds.toml`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};
use serde::Deserialize;

use crate::devices;
use crate::golden::Golden;
use crate::prepared_caches::PreparedCaches;
use crate::trial::Trial;

/// One kind of fault.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// What holds now, in plain words.
    pub name: String,
    /// The inputs that showed it, `folder/file`.
    pub inputs: Vec<String>,
    /// Golden sessions that hold it, `topic/behaviour`.
    #[serde(default)]
    pub sessions: Vec<String>,
    /// Rust tests that hold it, `FILE::FUNCTION`.
    #[serde(default)]
    pub tests: Vec<String>,
    /// What is said where it is not there yet: a part of the sessions' text.
    pub later: Option<String>,
}

#[derive(Deserialize)]
struct Table {
    kind: Vec<Kind>,
}

/// Reads the table.
///
/// # Errors
/// It cannot be read, or is no good table.
pub fn read() -> anyhow::Result<Vec<Kind>> {
    let path = devices::files("kinds.toml");
    let text = std::fs::read_to_string(&path);
    let text = text.with_context(|| format!("`{}`", path.display()))?;
    let table: Table = toml::from_str(&text).with_context(|| format!("`{}`", path.display()))?;
    Ok(table.kind)
}

impl Kind {
    /// What is wrong with its entry: nothing holds it, what it names is not there, or what it says is said nowhere.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.sessions.is_empty() && self.tests.is_empty() {
            faults.push("no session and no test holds it".to_owned());
        }
        let mut texts = String::new();
        for name in &self.sessions {
            match std::fs::read_to_string(session_file(name)) {
                Ok(text) => texts.push_str(&text),
                Err(error) => faults.push(format!("session `{name}`: {error}")),
            }
        }
        for name in &self.tests {
            match RustTest::parse(name).and_then(|test| test.text()) {
                Ok(text) => texts.push_str(&text),
                Err(error) => faults.push(format!("test `{name}`: {error:#}")),
            }
        }
        if let Some(words) = self.later.as_ref().filter(|words| !texts.contains(*words)) {
            faults.push(format!("nothing that holds it says `{words}`"));
        }
        faults
    }
}

fn session_file(name: &str) -> PathBuf {
    devices::files("golden").join(format!("{name}.cu"))
}

/// A function of one of the workspace's test programs.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RustTest {
    /// Its file, from the repository's root.
    file: PathBuf,
    /// The test program.
    target: String,
    /// Its name there, modules first.
    name: String,
}

impl RustTest {
    /// `PACKAGE/tests/TARGET.rs::FUNCTION`, or `PACKAGE/tests/TARGET/MODULE.rs::FUNCTION`.
    fn parse(text: &str) -> anyhow::Result<RustTest> {
        let (file, function) = text.split_once("::").context("no `::` in it")?;
        let below = file.rsplit_once("tests/").map_or(file, |parts| parts.1);
        let mut words = below
            .strip_suffix(".rs")
            .context("no Rust file")?
            .split('/');
        let target = words.next().unwrap_or_default().to_owned();
        let modules = words.filter(|word| *word != "main");
        let name: Vec<&str> = modules.chain([function]).collect();
        Ok(RustTest {
            file: file.into(),
            target,
            name: name.join("::"),
        })
    }

    /// The text of its file, in which it must be.
    fn text(&self) -> anyhow::Result<String> {
        let text = std::fs::read_to_string(devices::files("..").join(&self.file))?;
        let function = self.name.rsplit("::").next().unwrap_or_default();
        let there = text.contains(&format!("#[test]\nfn {function}("));
        ensure!(there, "there is no such test");
        Ok(text)
    }
}

/// Files below a folder that no entry names.
///
/// # Errors
/// The folder cannot be read.
pub fn without_entry(kinds: &[Kind], folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut missing = Vec::new();
    for part in std::fs::read_dir(folder).with_context(|| format!("`{}`", folder.display()))? {
        let part = part?.path();
        if !part.is_dir() {
            continue;
        }
        for input in std::fs::read_dir(&part)? {
            let input = input?.path();
            let input = input.strip_prefix(folder)?.to_string_lossy().into_owned();
            if !kinds.iter().any(|kind| kind.inputs.contains(&input)) {
                missing.push(input);
            }
        }
    }
    missing.sort();
    Ok(missing)
}

/// How one session on one device, or one test, went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// As it must.
    Passed,
    /// Not so, and why.
    Failed(String),
    /// It shows what only another device does.
    NotHere,
}

/// What was run, by its name in the table; a session stands for all its devices.
#[derive(Debug, Default)]
pub struct Outcomes(BTreeMap<String, Vec<Outcome>>);

impl Outcomes {
    /// Of one entry's sessions and tests, in order.
    pub fn of<'a>(&'a self, kind: &'a Kind) -> impl Iterator<Item = (&'a str, &'a Outcome)> {
        let names = kind.sessions.iter().chain(&kind.tests);
        names.flat_map(|name| {
            let outcomes = self.0.get(name).into_iter().flatten();
            outcomes.map(move |outcome| (name.as_str(), outcome))
        })
    }

    /// Runs a session on every device of this machine that it names.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn run_session(
        &mut self,
        name: &str,
        here: &[String],
        caches: &PreparedCaches,
    ) -> anyhow::Result<()> {
        let path = session_file(name);
        let header = Golden::parse(&std::fs::read_to_string(&path)?)?.header;
        let wanted = here
            .iter()
            .filter(|it| devices::wanted(it, &header.devices));
        let mut outcomes = Vec::new();
        for device in wanted {
            let trial = Trial {
                name: name.to_owned(),
                path: path.clone(),
                device: device.clone(),
                hip: false,
            };
            outcomes.push(match trial.run(caches) {
                Ok(()) => Outcome::Passed,
                Err(error) => Outcome::Failed(format!("on `{device}`: {error:#}")),
            });
        }
        if outcomes.is_empty() {
            outcomes.push(Outcome::NotHere);
        }
        self.0.insert(name.to_owned(), outcomes);
        Ok(())
    }

    /// Runs tests with cargo, those of one test program together.
    ///
    /// # Errors
    /// Cargo does not start.
    pub fn run_tests(&mut self, tests: &[&String]) -> anyhow::Result<()> {
        let mut programs: BTreeMap<String, Vec<(&str, RustTest)>> = BTreeMap::new();
        for name in tests {
            let test = RustTest::parse(name)?;
            let program = programs.entry(test.target.clone()).or_default();
            program.push((name, test));
        }
        for (target, tests) in programs {
            let mut cargo = Command::new(env!("CARGO"));
            cargo.args(["test", "--workspace", "--test", &target]);
            if !cfg!(debug_assertions) {
                cargo.arg("--release");
            }
            cargo.current_dir(devices::files("..")).arg("--");
            cargo.args(["--exact"]);
            cargo.args(tests.iter().map(|(_, test)| &test.name));
            let output = cargo.output().context("cargo does not start")?;
            let told = String::from_utf8_lossy(&output.stdout);
            for (name, test) in tests {
                let passed = told.contains(&format!("test {} ... ok\n", test.name));
                let outcome = if passed {
                    Outcome::Passed
                } else {
                    Outcome::Failed(format!("{told}{}", String::from_utf8_lossy(&output.stderr)))
                };
                self.0.insert(name.to_owned(), vec![outcome]);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_told_apart_by_their_files() {
        let parsed = |text: &str| {
            let test = RustTest::parse(text).expect("it is good");
            (test.target, test.name)
        };
        let expected = |target: &str, name: &str| (target.to_owned(), name.to_owned());
        assert_eq!(parsed("tests/ends.rs::f"), expected("ends", "f"));
        assert_eq!(parsed("a/tests/b/main.rs::f"), expected("b", "f"));
        assert_eq!(parsed("a/tests/b/c.rs::f"), expected("b", "c::f"));
        assert!(RustTest::parse("ends.rs").is_err());
    }

    #[test]
    fn entries_that_hold_nothing_are_faults() {
        let kind = Kind {
            name: "a kind".to_owned(),
            inputs: Vec::new(),
            sessions: vec!["prompt/no_such_session".to_owned()],
            tests: vec!["tests/kinds.rs::no_such_test".to_owned()],
            later: Some("words".to_owned()),
        };
        assert_eq!(kind.faults().len(), 3);
    }
}
