//! How a trial's end becomes a test's.

use std::fs::File;
use std::io::Write as _;

use libtest_mimic::Failed;

use crate::devices::FAILURES_VARIABLE;

/// The test's outcome; a failure is also added to the file that `CHEVRON_TEST_FAILURES` names, if it does.
///
/// # Errors
/// The trial's own.
pub fn told(name: &str, outcome: anyhow::Result<()>) -> Result<(), Failed> {
    outcome.map_err(|error| {
        let text = format!("{error:#}");
        if let Some(path) = std::env::var_os(FAILURES_VARIABLE) {
            let file = File::options().create(true).append(true).open(path);
            // In one piece, because trials end side by side. The failure counts whether it can be written there or not.
            let _ = file
                .and_then(|mut file| file.write_all(format!("---- {name}\n{text}\n\n").as_bytes()));
        }
        Failed::from(text)
    })
}
