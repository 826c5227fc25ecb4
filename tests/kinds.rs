//! Every kind of fault that others found is held by a session or a test: `kinds.toml`. `tests/trials` runs them, kind by kind.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{bail, ensure};
use tests::kinds::{self, Kind, Outcome, Outcomes};
use tests::{devices, prepared_caches::PreparedCaches};

/// Set to 1: all sessions and tests of the table are run.
const RUN_VARIABLE: &str = "CHEVRON_KINDS";
/// Names a folder of inputs, each of which must have an entry.
const INPUTS_VARIABLE: &str = "CHEVRON_KINDS_INPUTS";

fn main() -> ExitCode {
    match check_and_run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn check_and_run() -> anyhow::Result<()> {
    let kinds = kinds::read()?;
    let faults: Vec<String> = kinds
        .iter()
        .flat_map(|kind| {
            let faults = kind.faults().into_iter();
            faults.map(|fault| format!("{}: {fault}", kind.name))
        })
        .collect();
    ensure!(faults.is_empty(), "kinds.toml:\n{}", faults.join("\n"));
    if let Some(folder) = std::env::var_os(INPUTS_VARIABLE) {
        let missing = kinds::without_entry(&kinds, Path::new(&folder))?;
        ensure!(missing.is_empty(), "without an entry: {missing:?}");
    }
    println!("{} kinds, each with what holds it", kinds.len());
    if std::env::var_os(RUN_VARIABLE).is_some_and(|value| value == "1") {
        run(&kinds)?;
    }
    Ok(())
}

fn run(kinds: &[Kind]) -> anyhow::Result<()> {
    let (here, caches) = (devices::devices()?, PreparedCaches::default());
    let sessions: BTreeSet<&String> = kinds.iter().flat_map(|kind| &kind.sessions).collect();
    let tests: BTreeSet<&String> = kinds.iter().flat_map(|kind| &kind.tests).collect();
    let mut outcomes = Outcomes::default();
    for session in sessions {
        outcomes.run_session(session, &here, &caches)?;
    }
    outcomes.run_tests(&tests.into_iter().collect::<Vec<_>>())?;
    println!("\n| kind | inputs | sessions and tests | passed | needs another device |");
    println!("| --- | --- | --- | --- | --- |");
    let mut failures = Vec::new();
    for kind in kinds {
        println!("{}", row(kind, &outcomes));
        failures.extend(outcomes.of(kind).filter_map(|(name, outcome)| {
            let Outcome::Failed(why) = outcome else {
                return None;
            };
            Some(format!("---- {}: `{name}`\n{why}", kind.name))
        }));
    }
    if failures.is_empty() {
        return Ok(());
    }
    bail!("{}", failures.join("\n"))
}

fn row(kind: &Kind, outcomes: &Outcomes) -> String {
    let count =
        |wanted: fn(&Outcome) -> bool| outcomes.of(kind).filter(|(_, it)| wanted(it)).count();
    let (all, passed) = (count(|_| true), count(|it| *it == Outcome::Passed));
    let elsewhere = count(|it| *it == Outcome::NotHere);
    let later = kind
        .later
        .as_ref()
        .map_or(String::new(), |words| format!(" (later; says: {words})"));
    format!(
        "| {}{later} | {} | {all} | {passed} | {elsewhere} |",
        kind.name,
        kind.inputs.join(", ")
    )
}
