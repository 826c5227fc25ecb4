//! A profile is taken of what the devices do in a cell.

use devicecc::targets::nvidia;
use jit_api::wire::Profile;

use super::Session;
use super::reports::await_kernels;
use crate::workers::Workers;

impl Session {
    /// From now on the executor keeps what its devices do. Kernels have their optimised code then, unless somebody interrupts the wait for it.
    ///
    /// # Errors
    /// The inner one tells people why it cannot. Otherwise the session cannot go on.
    pub fn begin_profile(&mut self) -> anyhow::Result<Result<(), String>> {
        self.revive()?;
        await_kernels(&self.interrupt(), self.workers(), Workers::wait_all);
        let libraries = nvidia::cupti_libraries();
        let paths = libraries.iter().map(|it| it.to_string_lossy().into_owned());
        match self.executor_mut().begin_profile(paths.collect()) {
            Ok(None) => Ok(Ok(())),
            Ok(Some(why)) => Ok(Err(why)),
            Err(death) => Ok(Err(death.to_string())),
        }
    }

    /// What the devices did since; they have nothing left to do then. Empty if the executor has ended meanwhile.
    pub fn end_profile(&mut self) -> anyhow::Result<Box<Profile>> {
        self.revive()?;
        // Who ends while the devices are waited for is told by the next cell.
        Ok(self.executor_mut().end_profile().unwrap_or_default())
    }
}
