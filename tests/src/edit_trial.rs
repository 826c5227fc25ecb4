//! One edited session: typed in, it must neither hang nor end the prompt, and what fails in it must leave no trace.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use fastrand::Rng;

use crate::chevron::{Finished, Output, outputs};
use crate::edit::edited;
use crate::golden::Golden;
use crate::normalise::normalise;
use crate::trial::copy_files;
use crate::watched::{Busy, Watched, run};

/// A session that is in order can define, launch and show.
const CANARY: &str = "__global__ void chevron_canary(int *p) { *p = 4711; }\nint *chevron_canary_p; cudaMallocManaged(&chevron_canary_p, \
                      sizeof(int))\nchevron_canary<<<1, 1>>>(chevron_canary_p); cudaDeviceSynchronize();\n*chevron_canary_p\n";
const CANARY_SHOWN: &str = "(int) 4711";
/// Names in the canary that a macro of the edited session may have taken away.
const CANARY_NAMES: &[&str] = &[
    "__global__",
    "void",
    "int",
    "p",
    "sizeof",
    "cudaMallocManaged",
    "cudaDeviceSynchronize",
    "chevron_canary",
    "chevron_canary_p",
];
/// What the runtime says to an allocation while a stream captures.
const CAPTURES: &str = "cudaErrorStreamCapture";
/// Stands for an input that is left out, so that its neighbours do not become one; it fails and changes nothing.
const GAP: &[u8] = b"%who nothing\n";
/// How often both texts are typed again before a difference between them counts.
const REPEATS: usize = 3;
const WHO: &str = "%who -v";
/// What the error of a cell says if it was compiled and its code ran: its definitions stay.
const RAN: &[&str] = &[
    "ended the executor",
    "the executor ended",
    "uncaught exception",
    ": cuda",
    "kernel `",
];
/// What is said of an input that was not complete when it was submitted.
const AS_IS: &str = "submitted as is";
/// What `chevron` must never say.
const NEVER: &[&str] = &[
    "panicked at",
    "RUST_BACKTRACE",
    "the session cannot go on",
    "thread '",
];

/// What became of an edited session that is as it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// No input failed.
    Good,
    /// Inputs were rejected, and `%who` and everything after them was as if they had not been typed.
    Rejected,
    /// A cell ran and failed: an exception, a device error, a crash of the user's code.
    Failed,
    /// The edited session ends itself before its last line (`%quit`).
    Quit,
    /// The user's code ran for ever and was ended.
    UserLoop,
    /// What the edited session left behind forbids the check: a macro that takes a name away, a stream that still captures.
    Forbidden,
}

/// One edited session.
#[derive(Clone, Debug)]
pub struct EditTrial {
    /// The golden session.
    pub path: PathBuf,
    /// Seed of its edits.
    pub seed: u64,
    /// A cache that trials may share.
    pub cache: PathBuf,
}

impl EditTrial {
    /// Types it; the error says what is wrong, with all that was typed.
    ///
    /// # Errors
    /// `chevron` hung, died, panicked, lost the session or kept a trace of an input that failed.
    pub fn run(&self) -> anyhow::Result<Kind> {
        let golden = Golden::parse(&std::fs::read_to_string(&self.path)?)?;
        let text = edited(&golden.typed(), &mut Rng::with_seed(self.seed));
        // What is expected of a session without end, and of memory, is the CPU device's.
        let mut flags = vec!["--device=cpu".to_owned()];
        flags.extend(golden.header.flags);
        self.check(&flags, &text).with_context(|| {
            format!(
                "`{}`, seed {}, typed:\n{}\n",
                self.path.display(),
                self.seed,
                text.escape_ascii().to_string().replace("\\n", "\n")
            )
        })
    }

    fn check(&self, flags: &[String], text: &[u8]) -> anyhow::Result<Kind> {
        let close = closing(text);
        let typed = [text, close.as_bytes(), CANARY.as_bytes()].concat();
        let first = match self.session(flags, &typed)? {
            Some(session) => session,
            None => return Ok(Kind::UserLoop),
        };
        // Only what was typed before the canary is looked at from here on.
        let canary_line = lines_of(text) + lines_of(close.as_bytes());
        if !first.iter().any(|output| {
            output.last_line > Some(canary_line) && output.stdout.contains(CANARY_SHOWN)
        }) {
            if has_line(text, ends_a_session) {
                return Ok(Kind::Quit);
            }
            let captures = first
                .iter()
                .any(|output| output.stderr.contains(CAPTURES) || output.stdout.contains(CAPTURES));
            if captures || has_line(text, takes_a_name) || is_copied(text) {
                return Ok(Kind::Forbidden);
            }
            bail!(
                "the session is lost: the canary does not show `{CANARY_SHOWN}`\n{}",
                shown(&first)
            );
        }
        if !first.iter().any(|output| output.failed) {
            return Ok(Kind::Good);
        }
        self.compare_who(flags, &typed, &first)?;
        let ran = first
            .iter()
            .any(|output| output.failed && !rejected(output, &typed));
        if ran {
            return Ok(Kind::Failed);
        }
        self.compare_without(flags, &typed, &first)?;
        Ok(Kind::Rejected)
    }

    /// `%who` after every input: after a rejected one it is what it was before.
    fn compare_who(&self, flags: &[String], typed: &[u8], first: &[Output]) -> anyhow::Result<()> {
        let ends: BTreeSet<usize> = first.iter().filter_map(|output| output.last_line).collect();
        let mut asking = Vec::new();
        for (number, line) in (1..).zip(typed.split_inclusive(|&byte| byte == b'\n')) {
            asking.extend_from_slice(line);
            if ends.contains(&number) {
                asking.extend_from_slice(format!("{WHO}\n").as_bytes());
            }
        }
        let Some(asked) = self.session(flags, &asking)? else {
            return Ok(());
        };
        // An input that was submitted half-written ends elsewhere with more lines in it, and the answers are not where they are looked for.
        if asked.iter().any(|it| it.stderr.contains(AS_IS)) {
            return Ok(());
        }
        let mut before = "nothing is defined\n";
        for pair in asked.chunks_exact(2) {
            let [input, who] = pair else { continue };
            if who.first_line != who.last_line || who.failed {
                bail!(
                    "`{WHO}` failed or was taken for a part of an input\n{}",
                    shown(&asked)
                );
            }
            if input.failed && rejected(input, &asking) && who.stdout != before {
                bail!(
                    "the input that failed changed `{WHO}` from\n{before}to\n{}\nwhat it said:\n{}",
                    who.stdout,
                    input.stderr
                );
            }
            before = &who.stdout;
        }
        Ok(())
    }

    /// Typed without the inputs that were rejected, the session says the same.
    fn compare_without(
        &self,
        flags: &[String],
        typed: &[u8],
        first: &[Output],
    ) -> anyhow::Result<()> {
        // What was typed, or how long something took.
        let tells_of_inputs = |line: &str| {
            [
                "%history",
                "%time",
                "%%time",
                "%cache",
                "%devices",
                "%load",
                "%checkpoint",
                "%notes",
            ]
            .iter()
            .any(|name| line.starts_with(name))
        };
        if has_line(typed, tells_of_inputs) {
            return Ok(());
        }
        let kept = without_failed(typed, first);
        // A kernel is compiled beside the cells, so which cell its error is printed after is chance; that it comes is not.
        let said = |outputs: &[Output]| {
            let good = || outputs.iter().filter(|output| !output.failed);
            let stdout: Vec<String> = good().map(|output| output.stdout.clone()).collect();
            let mut stderr: Vec<String> = good()
                .flat_map(|output| output.stderr.lines().map(str::to_owned))
                .collect();
            stderr.sort();
            (stdout, stderr)
        };
        let Some(second) = self.session(flags, &kept)? else {
            return Ok(());
        };
        if said(first) == said(&second) {
            return Ok(());
        }
        // What differs by itself (values that nobody set, threads that race) is no trace of anything.
        for text in [typed, &kept].repeat(REPEATS) {
            let again = self.session(flags, text)?.unwrap_or_default();
            let expected = if text == typed {
                said(first)
            } else {
                said(&second)
            };
            if said(&again) != expected {
                return Ok(());
            }
        }
        bail!(
            "typed without the inputs that failed, it says another thing\nwith them:\n{}\nwithout them:\n{}",
            shown(first),
            shown(&second)
        );
    }

    /// What each input wrote; `None` if the user's code never ends.
    fn session(&self, flags: &[String], typed: &[u8]) -> anyhow::Result<Option<Vec<Output>>> {
        let directory = tempfile::tempdir()?;
        copy_files(&self.path.with_extension("d"), directory.path())?;
        let Watched {
            status,
            busy,
            stdout,
            stderr,
            orphan,
        } = run(flags, typed, directory.path(), &self.cache)?;
        let said = || format!("stdout:\n{stdout}\nstderr:\n{stderr}");
        if let Some(word) = NEVER.iter().find(|word| stderr.contains(*word)) {
            bail!("it says `{word}`\n{}", said());
        }
        if orphan {
            bail!(
                "the executor lives on when its session is killed\n{}",
                said()
            );
        }
        let status = match (status, busy) {
            (Some(status), _) => status,
            (None, Some(Busy::Executor | Busy::Reader)) => return Ok(None),
            (None, busy) => bail!("it hangs, busy: {busy:?}\n{}", said()),
        };
        if !matches!(status.code(), Some(0 | 1)) {
            bail!("it ended with {status}\n{}", said());
        }
        let clean = |text: &str| normalise_marked(text, directory.path(), &self.cache);
        outputs(&Finished {
            status,
            stdout: clean(&stdout),
            stderr: clean(&stderr),
        })
        .map(Some)
    }
}

fn normalise_marked(text: &str, directory: &Path, cache: &Path) -> String {
    // A kernel's name tells how its code was made, which may be better by then.
    let tells_how = |line: &&str| {
        [", compiled in ", ", from the cache in "]
            .iter()
            .any(|how| line.contains(how))
    };
    let lines = normalise(text, directory, cache);
    let kept: Vec<&str> = lines.lines().filter(|line| !tells_how(line)).collect();
    kept.join("\n") + "\n"
}

/// It failed before any of its code ran. A file that was loaded may hold good cells beside one that is rejected.
fn rejected(output: &Output, typed: &[u8]) -> bool {
    let mut lines = typed
        .split(|&byte| byte == b'\n')
        .skip(output.first_line.unwrap_or(1) - 1);
    let loads = lines
        .next()
        .is_some_and(|line| line.trim_ascii_start().starts_with(b"%load"));
    !loads && !RAN.iter().any(|words| output.stderr.contains(words))
}

fn lines_of(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte == b'\n').count()
}

fn has_line(text: &[u8], is: impl Fn(&str) -> bool) -> bool {
    String::from_utf8_lossy(text)
        .lines()
        .any(|line| is(line.trim_start()))
}

/// Ends what an edit left open, if anything is open; nothing else. No `;;` ends an `#if`, whose text may hold several cells.
fn closing(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let directives = text
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix('#'))
        .map(str::trim_start);
    // An `#endif` that no `#if` stands before ends nothing.
    let open = directives.fold(0usize, |open, directive| match directive {
        it if it.starts_with("if") => open + 1,
        it if it.starts_with("endif") => open.saturating_sub(1),
        _ => open,
    });
    format!("\n{};;\n", "#endif\n".repeat(open))
}

/// Does this line end a session that reads it as an input?
fn ends_a_session(line: &str) -> bool {
    const WORDS: [&str; 9] = [
        "%quit", "quit", "exit", ":q", ":wq", ":exit", ".quit", ".exit", ".q",
    ];
    WORDS.iter().any(|word| line.starts_with(word))
}

/// Does the first line have a prompt's mark? Then lines without one, the canary's among them, pass for outputs.
fn is_copied(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let first = text.trim_start();
    let after_number = first.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let marks = [">>> ", "$ ", "In ["];
    marks.iter().any(|mark| first.starts_with(mark))
        || (after_number.len() < first.len() && after_number.starts_with("> "))
}

/// Does this line define a macro of a name that the canary uses?
fn takes_a_name(line: &str) -> bool {
    let mut words = line
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty());
    words.next() == Some("define")
        && words
            .next()
            .is_some_and(|name| CANARY_NAMES.contains(&name))
}

fn shown(outputs: &[Output]) -> String {
    let line = |line: Option<usize>| line.map_or_else(String::new, |line| line.to_string());
    outputs
        .iter()
        .map(|output| {
            let (first, last) = (line(output.first_line), line(output.last_line));
            format!(
                "[lines {first}-{last}, failed {}]\n{}{}",
                output.failed, output.stdout, output.stderr
            )
        })
        .collect()
}

/// What was typed, with a gap in place of each input that failed.
fn without_failed(typed: &[u8], outputs: &[Output]) -> Vec<u8> {
    let gone: Vec<(usize, usize)> = { outputs.iter() }
        .filter(|output| output.failed)
        .filter_map(|output| output.first_line.zip(output.last_line))
        .collect();
    let mut kept = Vec::new();
    for (number, line) in (1..).zip(typed.split_inclusive(|&byte| byte == b'\n')) {
        let mut gone = gone.iter();
        match gone.find(|(first, last)| (first..=last).contains(&&number)) {
            Some((first, _)) if *first == number => kept.extend_from_slice(GAP),
            Some(_) => {}
            None => kept.extend_from_slice(line),
        }
    }
    kept
}
