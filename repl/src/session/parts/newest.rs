//! What is known of the cell that was entered last.

use crate::session::timing::Timings;

/// What is known of it.
#[derive(Default)]
pub(in crate::session) struct Newest {
    timings: Timings,
    interrupted: bool,
    everything_said: Option<String>,
}

impl Newest {
    /// Another cell is entered. What the compiler said of the last one that it rejected stays.
    pub(in crate::session) fn begin(&mut self) {
        self.timings = Timings::default();
        self.interrupted = false;
    }

    /// Where its time went.
    pub(in crate::session) fn timings(&self) -> &Timings {
        &self.timings
    }

    pub(in crate::session) fn timings_mut(&mut self) -> &mut Timings {
        &mut self.timings
    }

    pub(in crate::session) fn interrupted(&self) -> bool {
        self.interrupted
    }

    pub(in crate::session) fn set_interrupted(&mut self, interrupted: bool) {
        self.interrupted = interrupted;
    }

    /// All that the compiler said of the last cell that it rejected, if not all was shown.
    pub(in crate::session) fn everything_said(&self) -> Option<&str> {
        self.everything_said.as_deref()
    }

    pub(in crate::session) fn set_everything_said(&mut self, said: Option<String>) {
        self.everything_said = said;
    }
}
