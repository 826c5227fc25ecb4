//! The process's one driver, and what its failures are to the runtime.

use std::sync::OnceLock;

use super::sys::{Driver, Failure};
use crate::device::{Error, Status, gate};

/// Keeps the driver from caching what it compiles: the session's cache is the only one, so that `%cache` and cold runs mean what
/// they say.
const CACHE_VARIABLE: &str = "CUDA_CACHE_DISABLE";

/// The driver, loaded and initialised by the first call. The error is for people.
pub(super) fn driver() -> Result<&'static Driver, String> {
    static DRIVER: OnceLock<Result<Driver, String>> = OnceLock::new();
    DRIVER
        .get_or_init(|| {
            if std::env::var_os(CACHE_VARIABLE).is_none() {
                // SAFETY: the executor opens its device before it starts any thread, so nobody reads the environment meanwhile.
                unsafe { std::env::set_var(CACHE_VARIABLE, "1") };
            }
            let driver = Driver::load();
            gate::install();
            driver
        })
        .as_ref()
        .map_err(Clone::clone)
}

/// A failure as the runtime's callers get it. The driver's numbers are the runtime's.
pub(super) fn error(Failure(code): Failure) -> Error {
    Status(code).into()
}

/// A failure for people.
pub(super) fn explain(Failure(code): Failure) -> String {
    let status = Status(code);
    format!("{} ({})", status.description(), status.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_drivers_numbers_are_the_runtimes() {
        assert_eq!(error(Failure(2)).status, Status::MEMORY_ALLOCATION);
        assert_eq!(error(Failure(700)).status, Status::ILLEGAL_ADDRESS);
        assert_eq!(
            explain(Failure(100)),
            "no CUDA-capable device is detected (cudaErrorNoDevice)"
        );
    }
}
