//! One soak: operations are typed one by one, and each must do what the model says.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use fastrand::Rng;

use super::live::{Live, Said};
use super::model::{Kind, Meaning, Model};
use super::operation::{Operation, random};

/// What every session starts with; each is one cell, as all that is typed.
const START: [&str; 10] = [
    "#include <csignal>",
    "#include <mutex>",
    "#include <stdexcept>",
    "#include <thread>",
    "#include <unistd.h>",
    "__global__ void wild(int *p) { *p = 1; }",
    "__global__ void trap() { __trap(); }",
    "__global__ void spin(volatile int *p) { while (*p == 0) { } }",
    "int *out; std::mutex held;",
    OUT,
];
/// Gives kernels a place for their results, and takes the mutex that is never free.
const OUT: &str = "cudaMallocManaged(&out, sizeof(int)); held.lock();";
/// Operations between two comparisons with a new session.
const COMPARE_EVERY: u64 = 100;
/// Longest time that a cell may run before it is interrupted.
const INTERRUPT_MAX_MS: u64 = 40;
/// What a session says if a cell could not be stopped cleanly: that is allowed where a machine is busy, and is counted.
const ENDED: &str = "could not be stopped cleanly";
/// What a session says if a cell that ended the executor is undone, variables and all.
const TAKEN_BACK: &str = "is taken back: all variables are as they were before it";
/// What a session says if the values are gone.
const LOST: &str = "a new executor runs with all definitions";

/// One run.
#[derive(Clone, Debug)]
pub struct SoakTrial {
    /// Of its operations.
    pub seed: u64,
    /// How many.
    pub operations: u64,
    /// A cache that trials may share.
    pub cache: PathBuf,
    /// Where what was typed is written if it fails.
    pub transcript: PathBuf,
    /// When it stops, be it done or not.
    pub end: Instant,
}

/// How many operations of each kind there were, and how long they took in all.
pub type Figures = BTreeMap<&'static str, (u64, Duration)>;

struct Run {
    live: Live,
    model: Model,
    figures: Figures,
    /// What was counted last.
    latest: &'static str,
}

impl SoakTrial {
    /// Runs it; gives how many operations there were.
    ///
    /// # Errors
    /// An operation did something else than the model says, or the session was lost.
    pub fn run(&self) -> anyhow::Result<(u64, Figures)> {
        let directory = tempfile::tempdir()?;
        let mut run = Run {
            live: Live::start(directory.path(), &self.cache)?,
            model: Model::default(),
            figures: Figures::new(),
            latest: "start",
        };
        let result = self.all(&mut run);
        if result.is_err() {
            std::fs::write(&self.transcript, &run.live.typed)?;
        }
        let done = result
            .with_context(|| format!("all that was typed is in `{}`", self.transcript.display()))?;
        Ok((done, run.figures))
    }

    fn all(&self, run: &mut Run) -> anyhow::Result<u64> {
        let mut rng = Rng::with_seed(self.seed);
        run.begin()?;
        for number in 1..=self.operations {
            let operation = random(&mut rng, &run.model);
            let after = Duration::from_millis(rng.u64(..=INTERRUPT_MAX_MS));
            let start = Instant::now();
            run.take(&operation, after)
                .with_context(|| format!("operation {number}: {operation:?}"))?;
            run.took(start);
            let last = number == self.operations || Instant::now() >= self.end;
            if number % COMPARE_EVERY == 0 || last {
                let start = Instant::now();
                run.compare(&self.cache)
                    .with_context(|| format!("the comparison after operation {number}"))?;
                run.took(start);
            }
            if last {
                return Ok(number);
            }
        }
        Ok(0)
    }
}

impl Run {
    fn begin(&mut self) -> anyhow::Result<()> {
        self.model = Model::default();
        for text in START {
            self.good(text, "")?;
            self.model.commit(None);
        }
        Ok(())
    }

    fn take(&mut self, operation: &Operation, after: Duration) -> anyhow::Result<()> {
        match operation {
            Operation::Define(definition) => {
                self.count("define");
                self.good(&definition.text, "")?;
                self.model.commit(Some(definition.clone()));
            }
            Operation::Show { text, value } => {
                self.count("show");
                self.good(text, &format!("{value}\n"))?;
                self.model.commit(None);
            }
            Operation::Store { text, name, value } => {
                self.count("store");
                self.good(text, "")?;
                self.model.commit(None);
                self.model.set(*name, *value);
            }
            Operation::Undo(cells) => {
                let cells = (*cells).min(self.model.len() - START.len());
                if cells > 0 {
                    self.count("undo");
                    self.good(&format!("%undo {cells}"), "")?;
                    self.model.undo(cells);
                }
            }
            Operation::Reset => {
                self.count("reset");
                self.good("%reset", "")?;
                self.begin()?;
            }
            Operation::Restart => {
                self.count("restart");
                let said = self.live.enter("%restart")?;
                ensure!(!said.failed, "it failed: {said:?}");
                self.lost(&said)?;
            }
            Operation::Rejected(text) => {
                self.count("reject");
                let said = self.live.enter(text)?;
                ensure!(
                    said.failed && said.stdout.is_empty(),
                    "it was not rejected: {said:?}"
                );
            }
            Operation::Fails { text, stored, says } => {
                self.count("fail");
                let said = self.live.enter(text)?;
                ensure!(
                    said.failed && said.stderr.contains(says),
                    "it should say `{says}`: {said:?}"
                );
                self.model.commit(None);
                self.store(*stored);
            }
            Operation::Crash(text) => {
                self.count("crash");
                let said = self.live.enter(text)?;
                ensure!(said.failed, "it did not fail: {said:?}");
                self.ended(&said)?;
            }
            Operation::Interrupt { text, stored } => self.interrupt(text, *stored, after)?,
        }
        Ok(())
    }

    fn interrupt(
        &mut self,
        text: &str,
        stored: Option<(super::model::Name, i64)>,
        after: Duration,
    ) -> anyhow::Result<()> {
        let said = self.live.interrupt(text, after)?;
        ensure!(
            said.failed && said.stdout.is_empty(),
            "it was not stopped: {said:?}"
        );
        if said.stderr.contains(ENDED) {
            eprintln!("not stopped cleanly: {text}");
            self.count("interrupt that ended the executor");
            return self.ended(&said);
        }
        self.model.commit(None);
        self.count("interrupt");
        ensure!(
            said.stderr.contains("was interrupted"),
            "it should say so: {said:?}"
        );
        // It may have come before the cell stored anything.
        if let Some((name, value)) = stored {
            let typed = name.text();
            let show = match name.0 {
                Kind::DeviceVariable => format!(
                    "cudaMemcpyFromSymbol(out, {typed}, sizeof(int)); printf(\"%d\\n\", *out);"
                ),
                _ => format!("printf(\"%d\\n\", {typed});"),
            };
            let now = self.live.enter(&show)?;
            self.model.commit(None);
            let before = format!("{}\n", self.model.value(name));
            if now.stdout != before {
                ensure!(
                    now.stdout == format!("{value}\n"),
                    "`{typed}` was {before} and became {now:?}, not {value}"
                );
                self.model.set(name, value);
            }
        }
        Ok(())
    }

    /// The cell ended the process that held the values: it is taken back, as if it had not been typed, or it stays and they are lost.
    fn ended(&mut self, said: &Said) -> anyhow::Result<()> {
        if said.stderr.contains(TAKEN_BACK) {
            self.count("taken back");
            return Ok(());
        }
        self.model.commit(None);
        self.lost(said)
    }

    /// The process that held the values is gone.
    fn lost(&mut self, said: &Said) -> anyhow::Result<()> {
        ensure!(said.stderr.contains(LOST), "it should say so: {said:?}");
        self.model.lose_values();
        self.good(OUT, "")?;
        self.model.commit(None);
        Ok(())
    }

    fn store(&mut self, stored: Option<(super::model::Name, i64)>) {
        if let Some((name, value)) = stored {
            self.model.set(name, value);
        }
    }

    /// Enters what ends well and prints this.
    fn good(&mut self, text: &str, expected: &str) -> anyhow::Result<()> {
        good(&mut self.live, text, expected)
    }

    /// What all names mean is what the model says, and what they mean in a new session that has got the definitions and values alone.
    fn compare(&mut self, cache: &std::path::Path) -> anyhow::Result<()> {
        self.count("comparison");
        let (survey, expected) = self.model.survey();
        self.good(&survey, &expected)?;
        self.model.commit(None);
        let directory = tempfile::tempdir()?;
        let mut fresh = Live::start(directory.path(), cache)?;
        for text in START {
            good(&mut fresh, text, "")?;
        }
        for definition in self.model.definitions() {
            good(&mut fresh, &definition.text, "")?;
        }
        for name in self.model.names() {
            let Some(Meaning::Variable { value, .. }) = self.model.find(name).map(|it| &it.meaning)
            else {
                continue;
            };
            let typed = name.text();
            let text = match name.0 {
                Kind::DeviceVariable => format!(
                    "{{ int value = {value}; cudaMemcpyToSymbol({typed}, &value, sizeof value); }}"
                ),
                _ => format!("{typed} = {value};"),
            };
            good(&mut fresh, &text, "")?;
        }
        good(&mut fresh, &survey, &expected).context("in a new session")
    }

    fn count(&mut self, what: &'static str) {
        self.figures.entry(what).or_default().0 += 1;
        self.latest = what;
    }

    /// What was counted last began then.
    fn took(&mut self, start: Instant) {
        self.figures.entry(self.latest).or_default().1 += start.elapsed();
    }
}

fn good(live: &mut Live, text: &str, expected: &str) -> anyhow::Result<()> {
    let said = live.enter(text)?;
    ensure!(
        !said.failed && said.stdout == expected,
        "`{text}` should print `{expected}`: {said:?}"
    );
    Ok(())
}
