//! The spare executor takes over when the executor ends.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tests::peer::{Prompt, chevron_prompt, chevron_prompt_with, children};

/// How long the session may take to have a spare.
const SPARE_LIMIT: Duration = Duration::from_secs(30);

#[test]
fn the_spare_takes_over_with_all_definitions() -> Result<()> {
    let cache = tempfile::tempdir()?;
    let mut prompt = chevron_prompt(cache.path())?;
    let first = only_child(&prompt)?;
    for line in [
        "int value = 5;",
        "__device__ int offset = 2;",
        "__global__ void add(int *p, int n) { *p = n + offset; }",
        "int run(int n) { int *p; cudaMallocManaged(&p, 4); add<<<1, 1>>>(p, n); cudaDeviceSynchronize(); return *p; }",
        "int gone() { return 1; }",
        "%undo",
    ] {
        prompt.line(line)?;
    }
    let spare = second_child(&prompt, first)?;
    // What was defined after the spare was started is in it all the same.
    prompt.line("int later(int n) { return run(n) * 2; }")?;
    prompt.line("*(volatile int *)0 = 1;")?;
    ensure!(prompt.answer.contains("SIGSEGV"), "{}", prompt.answer);
    ensure!(
        !prompt.answer.contains("warning: cell"),
        "{}",
        prompt.answer
    );
    prompt.line("later(8)")?;
    ensure!(prompt.answer.contains("(int) 20"), "{}", prompt.answer);
    prompt.line("gone()")?;
    ensure!(prompt.answer.contains("undeclared"), "{}", prompt.answer);
    ensure!(
        children(prompt.pid()).contains(&spare),
        "the spare is not the executor"
    );
    // And again, with the next one.
    let next = second_child(&prompt, spare)?;
    prompt.line("__builtin_trap();")?;
    prompt.line("later(9)")?;
    ensure!(prompt.answer.contains("(int) 22"), "{}", prompt.answer);
    ensure!(
        children(prompt.pid()).contains(&next),
        "the second spare is not the executor"
    );
    Ok(())
}

#[test]
fn a_spare_that_was_killed_is_not_used() -> Result<()> {
    let cache = tempfile::tempdir()?;
    let mut prompt = chevron_prompt(cache.path())?;
    let first = only_child(&prompt)?;
    prompt.line("int twice(int x) { return 2 * x; }")?;
    let spare = second_child(&prompt, first)?;
    let status = std::process::Command::new("kill")
        .args(["-9", &spare.to_string()])
        .status()?;
    ensure!(status.success(), "the spare could not be killed");
    prompt.line("*(volatile int *)0 = 1;")?;
    prompt.line("twice(4)")?;
    ensure!(prompt.answer.contains("(int) 8"), "{}", prompt.answer);
    Ok(())
}

#[test]
fn without_a_spare_there_is_none() -> Result<()> {
    let cache = tempfile::tempdir()?;
    let mut prompt = chevron_prompt_with(cache.path(), &["--no-spare".to_owned()])?;
    prompt.line("int twice(int x) { return 2 * x; }")?;
    std::thread::sleep(Duration::from_secs(2));
    only_child(&prompt)?;
    prompt.line("*(volatile int *)0 = 1;")?;
    prompt.line("twice(4)")?;
    ensure!(prompt.answer.contains("(int) 8"), "{}", prompt.answer);
    Ok(())
}

fn only_child(prompt: &Prompt) -> Result<u32> {
    match children(prompt.pid())[..] {
        [executor] => Ok(executor),
        ref others => anyhow::bail!("one executor expected, there are {others:?}"),
    }
}

/// The child beside `first`.
fn second_child(prompt: &Prompt, first: u32) -> Result<u32> {
    let start = Instant::now();
    while start.elapsed() < SPARE_LIMIT {
        let spare = children(prompt.pid()).into_iter().find(|&it| it != first);
        if let Some(spare) = spare {
            return Ok(spare);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    None.context("no spare executor was started")
}
