//! The value that the session showed last.

use devicecc::cell::Kept;

/// The newest value that was shown, if one was.
#[derive(Debug, Default)]
pub(in crate::session) struct LastValue(Option<Shown>);

/// It, and what became of it.
#[derive(Debug)]
pub(in crate::session) struct Shown {
    pub(in crate::session) cell: u32,
    pub(in crate::session) kept: Kept,
    /// It was kept and is not there any more: why.
    pub(in crate::session) lost: Option<&'static str>,
}

impl LastValue {
    pub(in crate::session) fn get(&self) -> Option<&Shown> {
        self.0.as_ref()
    }

    /// A cell has run, and shown a value of which this becomes.
    pub(in crate::session) fn shown(&mut self, cell: u32, kept: Option<Kept>) {
        if let Some(kept) = kept {
            self.0 = Some(Shown {
                cell,
                kept,
                lost: None,
            });
        }
    }

    /// It is not there any more.
    pub(in crate::session) fn lose(&mut self, why: &'static str) {
        if let Some(shown) = &mut self.0 {
            shown.lost = Some(why);
        }
    }

    /// The cells from this one on are taken back: the value may be a variable of theirs.
    pub(in crate::session) fn taken_back(&mut self, first: u32) {
        if self.0.as_ref().is_some_and(|it| it.cell >= first) {
            self.lose("the cell is taken back");
        }
    }
}
