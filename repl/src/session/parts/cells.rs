//! The committed cells.

use std::ops::Deref;

use crate::session::Committed;

/// The committed cells, oldest first.
#[derive(Default)]
pub struct Cells(Vec<Committed>);

impl Cells {
    /// One more.
    pub(in crate::session) fn keep(&mut self, cell: Committed) {
        self.0.push(cell);
    }

    /// The first `kept` ones stay.
    pub(in crate::session) fn truncate(&mut self, kept: usize) {
        self.0.truncate(kept);
    }

    /// The code of the cell with this number is not brought back again.
    pub(in crate::session) fn drop_code(&mut self, number: u32) {
        if let Some(cell) = self.0.iter_mut().find(|it| it.number == number) {
            cell.drop_code();
        }
    }

    /// The number of the newest one; 0 if there is none.
    pub fn newest_number(&self) -> u32 {
        self.0.last().map_or(0, |cell| cell.number)
    }

    /// The one with this number.
    pub fn numbered(&self, number: u32) -> Option<&Committed> {
        self.0.iter().find(|it| it.number == number)
    }
}

impl<'a> IntoIterator for &'a Cells {
    type Item = &'a Committed;
    type IntoIter = std::slice::Iter<'a, Committed>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl Deref for Cells {
    type Target = [Committed];

    fn deref(&self) -> &[Committed] {
        &self.0
    }
}
