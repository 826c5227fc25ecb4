//! Random kernels with barriers give the same in fibers and in regions.
//!
//! `CHEVRON_TIERS` sets how many sessions of 16 kernels, `CHEVRON_TIERS_SEED` the first seed, `CHEVRON_TIERS_JOBS` how many run at once.

use tests::chevron::number;
use tests::random_kernels;
use tests::seeds::Seeds;

const COUNT: u64 = 4;
const JOBS: u64 = 2;
/// Kernels of a session.
const KERNELS: usize = 16;

#[test]
fn random_kernels_agree() {
    let cache = tempfile::tempdir().expect("a temporary directory can be made");
    let seeds = Seeds::of("CHEVRON_TIERS", number("CHEVRON_TIERS", COUNT), JOBS);
    let trials = seeds.run(|seed| random_kernels::check(seed, KERNELS, cache.path()));
    trials.check();
}

#[test]
#[ignore = "prints the session of CHEVRON_TIERS_SEED"]
fn session_of_seed() {
    println!(
        "{}",
        random_kernels::text(number("CHEVRON_TIERS_SEED", 1), KERNELS)
    );
}
