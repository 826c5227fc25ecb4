//! The cache as programs use it: whatever happens to its directory, nobody gets a wrong entry and nobody is failed.

mod damage;
mod eviction;
mod faults;
mod processes;
mod sample;

use libtest_mimic::{Arguments, Failed, Trial};

type Test = (&'static str, fn() -> Result<(), Failed>);

fn main() {
    if let Some(role) = std::env::var_os(processes::ROLE_VARIABLE) {
        processes::child(&role.to_string_lossy());
    }
    let tests = [
        damage::TESTS,
        eviction::TESTS,
        faults::TESTS,
        processes::TESTS,
    ]
    .concat();
    let trials = tests
        .into_iter()
        .map(|(name, test)| Trial::test(name, test))
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
