//! Says which commit a build is of, for `chevron --version`. Without git, or outside of a clone, it says none.

use std::path::Path;
use std::process::Command;

/// Digits of the commit's name: enough to find it.
const DIGITS: &str = "--short=12";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // It grows with each commit and each checkout.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"])
        && Path::new(&log).exists()
    {
        println!("cargo:rerun-if-changed={log}");
    }
    if let Some(commit) = git(&["rev-parse", DIGITS, "HEAD"]) {
        println!("cargo:rustc-env=CHEVRON_COMMIT={commit}");
    }
}

fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
