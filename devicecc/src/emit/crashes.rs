//! What is left of an emission in which LLVM crashed, or that was given up: nothing of it may be touched again, so it stays in memory for good.

use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::ops::Deref;

use anyhow::anyhow;

use crate::error::bail_mendable;
use crate::shim::Guarded;
use crate::stop::Interrupted;

thread_local! {
    /// LLVM crashed in this thread's emission, or was left half-way.
    static CRASHED: Cell<bool> = const { Cell::new(false) };
}

/// A context or module of LLVM, disposed of when dropped, unless LLVM crashed on it.
pub(super) struct Disposable<T>(ManuallyDrop<T>);

impl<T> Disposable<T> {
    pub(super) fn new(value: T) -> Disposable<T> {
        Disposable(ManuallyDrop::new(value))
    }

    /// The value itself, whose owner is the caller from here on.
    pub(super) fn taken(mut self) -> T {
        // SAFETY: nobody looks at the value again: `self` is forgotten at once.
        let value = unsafe { ManuallyDrop::take(&mut self.0) };
        std::mem::forget(self);
        value
    }
}

impl<T> Deref for Disposable<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> Drop for Disposable<T> {
    fn drop(&mut self) {
        if !has_crashed() {
            // SAFETY: this is the value's only owner, and it is dropped once.
            unsafe { ManuallyDrop::drop(&mut self.0) };
        }
    }
}

/// A context for one emission on this thread.
pub(super) fn new_context() -> Disposable<inkwell::context::Context> {
    CRASHED.set(false);
    Disposable::new(inkwell::context::Context::create())
}

/// Did LLVM crash, or was it left, since this thread's last `new_context`?
pub(super) fn has_crashed() -> bool {
    CRASHED.get()
}

/// What LLVM gave, or an error for people. `what` is what failed, such as "LLVM generates no code".
pub(super) fn result<T>(guarded: Guarded<T>, what: &str) -> anyhow::Result<T> {
    match guarded {
        Guarded::Done(value) => Ok(value),
        Guarded::Failed(message) => Err(anyhow!("{what}: {message}")),
        Guarded::Crashed(reason) => {
            CRASHED.set(true);
            if let Some(missing) = missing_instruction(&reason) {
                bail_mendable!("{missing}");
            }
            let colon = if reason.is_empty() { "" } else { ": " };
            Err(anyhow!("LLVM crashed on it{colon}{reason}"))
        }
        Guarded::Stopped => {
            CRASHED.set(true);
            Err(Interrupted.into())
        }
    }
}

/// What to say where LLVM ended because the GPU that it makes code for has no instruction for a builtin function: clang lets every kernel call it.
fn missing_instruction(reason: &str) -> Option<String> {
    let rest = reason.strip_prefix("Cannot select: intrinsic %llvm.nvvm.")?;
    let name = rest.split_whitespace().next()?;
    let among_lanes = |kind: &str| {
        name.strip_prefix(kind)
            .is_some_and(|it| !it.contains("sync"))
    };
    let advice = match ["shfl.", "vote."].into_iter().any(among_lanes) {
        true => {
            ": shuffles and votes of GPUs since compute capability 7 take a mask, so use `__shfl_sync`, `__ballot_sync` and their kin"
        }
        false => "; `--arch` names another one",
    };
    Some(format!("this GPU has no instruction `{name}`{advice}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_gpu_lacks_is_told_as_such() {
        let said = |name: &str| missing_instruction(&format!("Cannot select: intrinsic %{name}"));
        let shuffle = said("llvm.nvvm.shfl.down.i32").expect("it is an instruction");
        assert!(shuffle.contains("`shfl.down.i32`") && shuffle.contains("`__shfl_sync`"));
        let other = said("llvm.nvvm.redux.sync.fmin").expect("it is an instruction");
        assert!(other.contains("`redux.sync.fmin`") && other.contains("`--arch`"));
        assert_eq!(said("llvm.x86.rdtsc"), None);
    }
}
