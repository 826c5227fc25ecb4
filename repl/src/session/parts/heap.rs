//! What is known of the executor's heap.

/// So many cells that run well after a checkpoint was gone back to make it one to go back to again.
const TRUSTED_AFTER: u32 = 3;

/// What is known of the executor's heap.
#[derive(Debug, Default)]
pub(in crate::session) struct HeapState {
    /// The first cell that may have run in this executor's heap.
    first: u32,
    /// The executor was a checkpoint, and so many cells have run well since: its heap may be damaged.
    suspect: Option<u32>,
}

impl HeapState {
    /// A new executor starts: its heap is sound, and this is the first cell that runs in it.
    pub(in crate::session) fn start(&mut self, first: u32) {
        *self = HeapState {
            first,
            suspect: None,
        };
    }

    /// A cell has run to its end.
    pub(in crate::session) fn ran_well(&mut self) {
        self.suspect = self
            .suspect
            .map(|count| count + 1)
            .filter(|&count| count < TRUSTED_AFTER);
    }

    /// The first cell that may have run in it.
    pub(in crate::session) fn first(&self) -> u32 {
        self.first
    }

    /// It is damaged now. Gives whether its checkpoint was gone back to a moment ago, and so has the damage too.
    pub(in crate::session) fn was_suspect(&mut self) -> bool {
        self.suspect.replace(0).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_trusted_again_after_cells_that_run_well() {
        let mut heap = HeapState {
            suspect: Some(0),
            ..HeapState::default()
        };
        heap.ran_well();
        heap.ran_well();
        assert_eq!(heap.suspect, Some(2));
        heap.ran_well();
        assert_eq!(heap.suspect, None);
        heap.ran_well();
        assert_eq!(heap.suspect, None);
    }
}
