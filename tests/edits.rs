//! Random edits of the golden sessions: no hang, no lost session, no panic, and what fails leaves no trace.
//! Sessions that wait for Ctrl-C are left out: here nobody types it.
//!
//! `CHEVRON_EDITS` sets how many (CI runs few), `CHEVRON_EDITS_SEED` the first seed, `CHEVRON_EDITS_JOBS` how many run at once,
//! `CHEVRON_EDITS_SECONDS` after how long no more are begun.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use tests::chevron::{Purpose, number};
use tests::devices;
use tests::edit_trial::{EditTrial, Kind};
use tests::golden::Golden;
use tests::seeds::Seeds;
use tests::trial::files;

const COUNT: u64 = 60;
const JOBS: u64 = 2;

#[test]
fn edited_sessions() {
    let mut sessions = files(&devices::files("golden")).expect("the golden sessions can be listed");
    sessions.retain(|(_, path)| !waits_for_interrupt(path));
    let cache = tempfile::tempdir().expect("a temporary directory can be made");
    let (seeds, start) = (
        Seeds::of("CHEVRON_EDITS", number("CHEVRON_EDITS", COUNT), JOBS),
        Instant::now(),
    );
    let trials = seeds.run(|seed| {
        // A seed names its session as well, so one number is a whole reproducer.
        let (_, path) = &sessions[fastrand::Rng::with_seed(!seed).usize(..sessions.len())];
        let trial = EditTrial {
            path: path.clone(),
            seed,
            cache: cache.path().to_owned(),
        };
        let again = || format!("CHEVRON_EDITS=1 CHEVRON_EDITS_SEED={seed}");
        trial.run().with_context(again)
    });
    let mut kinds = BTreeMap::<Kind, u64>::new();
    for kind in &trials.good {
        *kinds.entry(*kind).or_default() += 1;
    }
    eprintln!(
        "{} of {} edited sessions in {:.0} s: {kinds:?}",
        trials.made(),
        seeds.count,
        start.elapsed().as_secs_f64()
    );
    trials.check();
}

fn waits_for_interrupt(session: &Path) -> bool {
    let text = fs::read_to_string(session).expect("a golden session can be read");
    let golden = Golden::parse(&text).expect("a golden session has its header");
    golden
        .pauses
        .iter()
        .any(|pause| pause.purpose == Purpose::Interrupt)
}
