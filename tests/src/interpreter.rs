//! One file of LLVM's `clang/test/Interpreter`: what is typed, what it checks, and whether Chevron does it.
//!
//! The checks stay LLVM's own: its `FileCheck` judges the output. `expected-error` comments are looked for in what the input of that
//! line wrote. Beyond the file, every input has to succeed unless the file or the table says that it fails.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

use crate::chevron::{Output, Run, outputs};

/// What was settled by hand, by file name: `tests/interpreter_suite.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settled {
    /// Tests that are not run, and why.
    pub left_out: BTreeMap<String, String>,
    /// Lines of inputs that are to fail, from 1.
    pub fails: BTreeMap<String, BTreeSet<usize>>,
    /// Messages in clang-repl's words and in Chevron's.
    pub words: Vec<Words>,
    /// Checks of a value's text, and the checks that stand for them.
    pub display: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    /// Why a test does not pass.
    pub reasons: BTreeMap<String, String>,
}

/// One message.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// clang-repl's text.
    pub theirs: String,
    /// What a line of Chevron's has in it.
    pub ours: String,
}

/// A test, read.
pub struct Suite<'a> {
    /// The file.
    pub path: &'a Path,
    /// Its name.
    pub name: &'a str,
    /// LLVM's `FileCheck`.
    pub file_check: &'a Path,
    /// What was settled by hand.
    pub settled: &'a Settled,
}

/// A line that is typed.
struct Typed<'a> {
    /// Its number in the file, from 1.
    line: usize,
    text: &'a str,
}

impl Suite<'_> {
    /// Types the test into Chevron in a directory of its own.
    ///
    /// `None`: it passes; else the first thing that is not as the test has it.
    ///
    /// # Errors
    /// Chevron or FileCheck does not start, or a file cannot be read or written.
    pub fn check(&self) -> Result<Option<String>> {
        let text = std::fs::read_to_string(self.path)?;
        let directory = tempfile::tempdir()?;
        self.prepare(&text, directory.path())?;
        let typed = typed_lines(&text);
        let stdin: String = typed.iter().flat_map(|line| [line.text, "\n"]).collect();
        let cache = directory.path().join("cache");
        let mut arguments = vec!["--quiet".to_owned()];
        // Without it the test's own header would not be found, which is not what it is about.
        if text.contains("-Xcc=\"-I%t\"") {
            arguments.push(format!("-I{}", directory.path().display()));
        }
        let run = Run {
            arguments,
            stdin: &stdin,
            directory: directory.path(),
            cache: &cache,
            marks: true,
            pauses: &[],
            cpu_devices: 1,
            tier: "",
        };
        let finished = match run.finish() {
            Ok(finished) => finished,
            Err(error) => return Ok(error.to_string().lines().next().map(str::to_owned)),
        };
        if finished.status.code().is_none() {
            return Ok(Some(format!(
                "Chevron ended by a signal: {}",
                finished.status
            )));
        }
        let outputs = outputs(&finished)?;
        if let Some(problem) = self.failures(&text, &typed, &outputs) {
            return Ok(Some(problem));
        }
        self.file_check(&text, &outputs, directory.path())
    }

    /// Lays out what the test needs beside its session: the parts of a split file, and shared libraries.
    fn prepare(&self, text: &str, directory: &Path) -> Result<()> {
        for (name, part) in parts(text) {
            std::fs::write(directory.join(name), part)?;
        }
        for line in text.lines() {
            if let Some(command) = line.strip_prefix("// RUN: %clang++ ") {
                let command = command.replace("%t", &directory.to_string_lossy());
                shell(&format!("clang++-22 {command}"))?;
            }
        }
        let folder = self.path.with_file_name("Inputs");
        if text.contains("%lib libdynamic-library-test.so") {
            // The stored library is a binary; its source is C.
            let (source, library) = ("dynamic-library-test.cpp", "libdynamic-library-test.so");
            let (source, library) = (folder.join(source), directory.join(library));
            let (source, library) = (source.display(), library.display());
            shell(&format!("cc -shared -fPIC -x c '{source}' -o '{library}'"))?;
        }
        Ok(())
    }

    /// The first input that failed and should not have, or the other way round, or whose message is another one.
    fn failures(&self, text: &str, typed: &[Typed], outputs: &[Output]) -> Option<String> {
        let mut to_fail = self
            .settled
            .fails
            .get(self.name)
            .cloned()
            .unwrap_or_default();
        for (line, message) in expected(text, typed) {
            to_fail.insert(line);
            let output = input_of(typed, outputs, line)?;
            if !output.stderr.contains(message) {
                return Some(format!("line {line} does not say `{message}`"));
            }
        }
        let lines: Vec<usize> = typed.iter().map(|typed| typed.line).collect();
        let mut first = 0;
        for output in outputs {
            let Some(last) = output.last_line else {
                continue;
            };
            let own: BTreeSet<usize> = lines[first..last.min(lines.len())]
                .iter()
                .copied()
                .collect();
            first = last.min(lines.len());
            let says = output.stderr.lines().find(|line| line.contains("error:"));
            match (output.failed, own.is_disjoint(&to_fail)) {
                (true, true) => {
                    let line = own.last().copied().unwrap_or(0);
                    return Some(format!(
                        "line {line} fails: {}",
                        says.unwrap_or("no message")
                    ));
                }
                (false, false) => {
                    let line = own.intersection(&to_fail).next().copied().unwrap_or(0);
                    return Some(format!("line {line} does not fail"));
                }
                _ => {}
            }
        }
        None
    }

    /// What FileCheck says, once for each prefix that the test uses on a session's output.
    fn file_check(
        &self,
        text: &str,
        outputs: &[Output],
        directory: &Path,
    ) -> Result<Option<String>> {
        let both = text
            .lines()
            .any(|line| line.contains("RUN:") && line.contains("2>&1"));
        let shown: String = outputs
            .iter()
            .map(|output| self.shown(output, both))
            .collect();
        let (output, checks) = (directory.join("output"), directory.join("checks"));
        std::fs::write(&output, &shown)?;
        std::fs::write(&checks, self.checks(text))?;
        for prefix in prefixes(text) {
            let ran = Command::new(self.file_check)
                .args([
                    "--allow-empty",
                    "--dump-input=never",
                    "--check-prefix",
                    &prefix,
                ])
                .arg("--input-file")
                .args([&output, &checks])
                .output()
                .with_context(|| format!("`{}` does not start", self.file_check.display()))?;
            if !ran.status.success() {
                let says = String::from_utf8_lossy(&ran.stderr).into_owned();
                let error = says.lines().find(|line| line.contains("error:"));
                let check = says.lines().find(|line| line.starts_with("//"));
                let (error, check) = (error.unwrap_or(&says), check.unwrap_or_default());
                let error = error.rsplit("error: ").next().unwrap_or(error);
                return Ok(Some(format!("{error} `{check}`; output:\n{shown}")));
            }
        }
        Ok(None)
    }

    /// An input's output as clang-repl would have worded it.
    fn shown(&self, output: &Output, both: bool) -> String {
        if !both {
            return output.stdout.clone();
        }
        let mut shown = String::new();
        for line in output.stderr.lines() {
            shown += line;
            shown.push('\n');
            for words in &self.settled.words {
                if line.contains(&words.ours) {
                    shown += &words.theirs;
                    shown.push('\n');
                }
            }
        }
        if output.failed && !shown.contains("error: Failed to materialize") {
            shown += "error: Parsing failed.\n";
        }
        shown + &output.stdout
    }

    /// The test's checks, with values in Chevron's format.
    fn checks(&self, text: &str) -> String {
        let Some(display) = self.settled.display.get(self.name) else {
            return text.to_owned();
        };
        let mut checks = String::new();
        for line in text.lines() {
            let (head, value) = line.split_once(": ").unwrap_or((line, ""));
            match display.get(value) {
                Some(ours) if head.starts_with("// CHECK") => {
                    let first = std::iter::once(head).chain(std::iter::repeat("// CHECK-NEXT"));
                    for (head, ours) in first.zip(ours) {
                        checks += &format!("{head}: {ours}\n");
                    }
                }
                _ => checks += &format!("{line}\n"),
            }
        }
        checks
    }
}

/// Runs a command of the test's preparation.
fn shell(command: &str) -> Result<()> {
    let status = Command::new("sh").args(["-c", command]).status()?;
    if !status.success() {
        bail!("`{command}` failed");
    }
    Ok(())
}

/// Parts of a file for `split-file`: name and text.
fn parts(text: &str) -> Vec<(&str, &str)> {
    let pieces = text.split("//--- ").skip(1);
    pieces.filter_map(|piece| piece.split_once('\n')).collect()
}

/// What a person would type: the lines of the session without comments.
///
/// A `\` at the end of a line says to clang-repl that the input goes on. It stays, but not in directives: there it would join them.
fn typed_lines(text: &str) -> Vec<Typed<'_>> {
    let session = text
        .lines()
        .find_map(|line| {
            let (_, rest) = line.strip_prefix("// RUN: cat ")?.split_once("%t/")?;
            rest.split([' ', '|']).next()
        })
        .unwrap_or_default();
    let mut own = session.is_empty();
    let mut directive = false;
    let mut typed = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if let Some(name) = line.strip_prefix("//--- ") {
            own = name == session;
            continue;
        }
        if !own || line.trim_start().starts_with("//") {
            continue;
        }
        directive = line.starts_with('#') || directive;
        let continued = line.trim_end().strip_suffix('\\');
        let text = if directive {
            continued.unwrap_or(line)
        } else {
            line
        };
        directive = directive && continued.is_some();
        typed.push(Typed {
            line: index + 1,
            text,
        });
    }
    typed
}

/// Errors that comments expect: the line of the input's text that they stand behind, and a part of the message.
fn expected<'a>(text: &'a str, typed: &[Typed]) -> Vec<(usize, &'a str)> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let Some((code, rest)) = line.split_once("// expected-error") else {
            continue;
        };
        let message = rest
            .split_once("{{")
            .and_then(|(_, rest)| rest.split_once("}}"));
        let Some((message, _)) = message else {
            continue;
        };
        let own = if code.trim().is_empty() {
            index
        } else {
            index + 1
        };
        let before = typed
            .iter()
            .rev()
            .find(|typed| typed.line <= own && !typed.text.trim().is_empty());
        found.extend(before.map(|typed| (typed.line, message)));
    }
    found
}

/// The output of the input that has a line of the file.
fn input_of<'a>(typed: &[Typed], outputs: &'a [Output], line: usize) -> Option<&'a Output> {
    let at = typed.iter().position(|typed| typed.line == line)? + 1;
    outputs
        .iter()
        .find(|output| output.last_line.is_some_and(|last| last >= at))
}

/// Prefixes of checks on the output of a session that is typed.
fn prefixes(text: &str) -> BTreeSet<String> {
    let runs = text.lines().filter(|line| {
        line.contains("RUN:") && (line.contains("| FileCheck") || line.contains("--input-file"))
            || line.contains("RUN: FileCheck")
    });
    let prefixes = runs.map(|line| match line.split_once("check-prefix=") {
        Some((_, rest)) => rest.split(' ').next().unwrap_or(rest),
        None => "CHECK",
    });
    // The others check IR, and a session given as arguments.
    let others = ["CODEGEN-CHECK", "CHECK-DRIVER"];
    prefixes
        .filter(|prefix| !others.contains(prefix))
        .map(str::to_owned)
        .collect()
}

/// The `FileCheck` of LLVM 22.
pub fn file_check() -> PathBuf {
    std::env::var_os("FILECHECK").map_or_else(|| "FileCheck-22".into(), PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_not_typed_and_directives_lose_their_continuations() {
        let text = "// RUN: cat %s | clang-repl\nint i = \\\n  1;\n#if 0 \\\n  #error x \\\n#endif\n  // note\ni\n";
        let typed: Vec<_> = typed_lines(text)
            .iter()
            .map(|typed| (typed.line, typed.text))
            .collect();
        let lines = [
            (2, "int i = \\"),
            (3, "  1;"),
            (4, "#if 0 "),
            (5, "  #error x "),
            (6, "#endif"),
            (8, "i"),
        ];
        assert_eq!(typed, lines);
    }

    #[test]
    fn a_split_file_types_its_session_only() {
        let text = "// RUN: cat %t/a.txt | clang-repl\n//--- b.cpp\nint b;\n//--- a.txt\n#include \"b.cpp\"\nb\n";
        let typed: Vec<_> = typed_lines(text).iter().map(|typed| typed.text).collect();
        assert_eq!(typed, ["#include \"b.cpp\"", "b"]);
        assert_eq!(
            parts(text),
            [("b.cpp", "int b;\n"), ("a.txt", "#include \"b.cpp\"\nb\n")]
        );
    }

    #[test]
    fn errors_belong_to_the_input_that_they_stand_behind() {
        let text = "BOOM! // expected-error {{undeclared}}\n\nint y = ;\n\n// expected-error@-2 {{expected expression}}\n";
        let typed = typed_lines(text);
        assert_eq!(
            expected(text, &typed),
            [(1, "undeclared"), (3, "expected expression")]
        );
    }

    #[test]
    fn prefixes_of_sessions_only() {
        let text = "// RUN: clang-repl x | FileCheck --check-prefix=CHECK-DRIVER %s\n// RUN: cat %s | clang-repl | FileCheck %s\n\
                    // RUN: cat %s | clang-repl 2>&1 | FileCheck %s --check-prefix=NEG\n";
        assert_eq!(
            prefixes(text),
            BTreeSet::from(["CHECK".to_owned(), "NEG".to_owned()])
        );
    }
}
