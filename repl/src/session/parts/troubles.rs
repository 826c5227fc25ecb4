//! What is kept of failures and of kernels that were compiled again.

use std::sync::Arc;

use devicecc::cell::Cell;
use jit_api::wire::DeviceFault;

/// Cells that compiled kernels again, of which this is kept.
const AGAIN_MAX: usize = 64;

/// What went wrong with a cell.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// The compiler rejected it.
    Rejected,
    /// The device did not take a launch, or a kernel failed.
    Fault(Box<DeviceFault>),
    /// An exception left it.
    Exception,
    /// It ended the executor.
    Death(String),
}

/// A cell that failed.
#[derive(Clone, Debug)]
pub struct Failed {
    /// Its number.
    pub cell: u32,
    /// Its text.
    pub text: Arc<str>,
    /// How.
    pub trouble: Trouble,
}

/// What the session keeps for it.
#[derive(Default)]
pub(in crate::session) struct Troubles {
    last: Option<Failed>,
    /// Cells, oldest first, with the kernels of earlier cells that they compiled again.
    again: Vec<(u32, Vec<String>)>,
}

impl Troubles {
    pub(in crate::session) fn failed(&mut self, cell: u32, text: &Arc<str>, trouble: Trouble) {
        self.last = Some(Failed {
            cell,
            text: Arc::clone(text),
            trouble,
        });
    }

    /// Keeps which kernels of earlier cells a cell compiles again.
    pub(in crate::session) fn compiled(&mut self, cell: &Cell, again: &[String]) {
        if again.is_empty() {
            return;
        }
        if self.again.len() == AGAIN_MAX {
            self.again.remove(0);
        }
        self.again.push((cell.number, again.to_vec()));
    }

    /// The newest failure.
    pub(in crate::session) fn last(&self) -> Option<&Failed> {
        self.last.as_ref()
    }

    /// Cells, oldest first, with the kernels of earlier cells that they compiled again.
    pub(in crate::session) fn again(&self) -> &[(u32, Vec<String>)] {
        &self.again
    }
}
