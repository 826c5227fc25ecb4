//! What takes over when the executor ends: its checkpoint, or the spare executor.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tests::peer::{Prompt, chevron_prompt_with};
use tests::processes::{children, resident_bytes};

/// How long the session may take to have a spare.
const SPARE_LIMIT: Duration = Duration::from_secs(30);

/// Every cell has one, however soon it follows another.
const CHECKPOINT: &str = "--checkpoint=on";

/// Without a checkpoint the spare is what takes over.
const NO_CHECKPOINT: &str = "--checkpoint=off";

/// The executor, its checkpoint, the one before that has not ended yet, a spare.
const PROCESSES_MAX: usize = 4;

/// What a session may grow by for each crash, bytes: the threads of an executor that has ended leave their stacks in the next.
const GROWTH_MAX: u64 = 512 << 10;

#[test]
fn fifty_crashes_leave_nothing_behind() -> Result<()> {
    let cache = tempfile::tempdir()?;
    let mut prompt = chevron_prompt_with(cache.path(), &[CHECKPOINT.to_owned()])?;
    for line in [
        "#include <dirent.h>",
        "__global__ void add(int *p) { atomicAdd(p, 1); }",
        "int *p; cudaMallocManaged(&p, 4); *p = 0;",
        "int open_files() { int n = 0; DIR *d = opendir(\"/proc/self/fd\"); while (readdir(d)) ++n; closedir(d); return n; }",
        "add<<<64, 64>>>(p); cudaDeviceSynchronize(); int before = open_files();",
        "abort();",
    ] {
        prompt.line(line)?;
    }
    let resident = |prompt: &Prompt| children(prompt.pid()).into_iter().map(resident_bytes).max();
    let first = resident(&prompt).context("there is an executor")?;
    for number in 0..50 {
        prompt.line(&format!(
            "add<<<64, 64>>>(p); cudaDeviceSynchronize(); *(volatile int *)0 = {number};"
        ))?;
        ensure!(
            prompt.answer.contains("is taken back: all variables"),
            "{}",
            prompt.answer
        );
    }
    prompt.line("add<<<1, 1>>>(p); cudaDeviceSynchronize(); *p")?;
    ensure!(prompt.answer.contains("(int) 4097"), "{}", prompt.answer);
    prompt.line("open_files() - before")?;
    ensure!(prompt.answer.contains("(int) 0"), "{}", prompt.answer);
    let processes = children(prompt.pid());
    ensure!(
        processes.len() <= PROCESSES_MAX,
        "there are {} processes: {processes:?}",
        processes.len()
    );
    let last = resident(&prompt).context("there is an executor")?;
    println!("executor: {first} bytes after a crash, {last} after 50 more");
    ensure!(
        last < first + 50 * GROWTH_MAX,
        "the executor grew from {first} to {last} bytes"
    );
    Ok(())
}

#[test]
fn a_checkpoint_ends_with_the_session() -> Result<()> {
    let cache = tempfile::tempdir()?;
    let mut prompt =
        chevron_prompt_with(cache.path(), &["--no-spare", CHECKPOINT].map(str::to_owned))?;
    prompt.line("int x = 1;")?;
    let processes = children(prompt.pid());
    ensure!(
        processes.len() >= 2,
        "no checkpoint was made: {processes:?}"
    );
    let status = std::process::Command::new("kill")
        .args(["-9", &prompt.pid().to_string()])
        .status()?;
    ensure!(status.success(), "the session could not be killed");
    let start = Instant::now();
    while processes.iter().any(|it| resident_bytes(*it) > 0) {
        ensure!(start.elapsed() < SPARE_LIMIT, "{processes:?} live on");
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

#[test]
fn a_checkpoint_that_was_killed_is_told_of() -> Result<()> {
    let cache = tempfile::tempdir()?;
    let mut prompt =
        chevron_prompt_with(cache.path(), &["--no-spare", CHECKPOINT].map(str::to_owned))?;
    for line in ["#include <unistd.h>", "#include <string>"] {
        prompt.line(line)?;
    }
    prompt.line("int executor = getpid(), x = 5;")?;
    // All children of the session but the executor: the checkpoint of before this cell.
    prompt.line("std::string others = \"for it in $(cat /proc/\" + std::to_string(getppid()) + \"/task/*/children); do [ $it = \" + std::to_string(executor) + \" ] || kill -9 $it; done\";")?;
    prompt.line("x = 6; system(others.c_str()); sleep(1); abort();")?;
    ensure!(
        prompt
            .answer
            .contains("there was no checkpoint to go back to"),
        "{}",
        prompt.answer
    );
    prompt.line("x")?;
    ensure!(prompt.answer.contains("(int) 5"), "{}", prompt.answer);
    Ok(())
}

#[test]
fn the_spare_takes_over_with_all_definitions() -> Result<()> {
    let cache = tempfile::tempdir()?;
    let mut prompt = chevron_prompt_with(cache.path(), &[NO_CHECKPOINT.to_owned()])?;
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
    let mut prompt = chevron_prompt_with(cache.path(), &[NO_CHECKPOINT.to_owned()])?;
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
    let mut prompt = chevron_prompt_with(
        cache.path(),
        &["--no-spare", NO_CHECKPOINT].map(str::to_owned),
    )?;
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
