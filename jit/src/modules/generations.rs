//! Which image of a kernel its slot takes, when cells define the kernel again and again, and images come before, between and after.
//!
//! An image's generation is the number of the cell that it was compiled from.

/// What is to be done with an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The slot takes it; one of the same generation that it holds is a draft, or as good.
    Take,
    /// Its cell is not linked yet.
    KeepAside,
    /// A later definition has superseded it, or it is a draft and the optimised code has overtaken it.
    Drop,
}

/// The generations of one kernel; `T` is an image.
pub(super) struct Generations<T> {
    /// Cells that name the kernel, and so promise an image, oldest first.
    named: Vec<u32>,
    /// Generation of the slot's image, or the least that it takes.
    least: u32,
    /// The highest that it takes; none as long as no cell names the kernel.
    most: Option<u32>,
    /// The slot's image is no draft.
    optimised: bool,
    aside: Vec<Aside<T>>,
}

/// An image that waits for its cell.
struct Aside<T> {
    generation: u32,
    draft: bool,
    image: T,
}

impl<T> Generations<T> {
    pub(super) fn new() -> Generations<T> {
        Generations {
            named: Vec::new(),
            least: 0,
            most: None,
            optimised: false,
            aside: Vec::new(),
        }
    }

    /// True if a cell that is linked promises an image.
    pub(super) fn promised(&self) -> bool {
        self.most.is_some()
    }

    /// What is to be done with an image of this generation.
    pub(super) fn judge(&self, generation: u32, draft: bool) -> Verdict {
        let overtaken = generation == self.least && draft && self.optimised;
        match self.most {
            Some(_) if generation < self.least || overtaken => Verdict::Drop,
            Some(most) if generation <= most => Verdict::Take,
            _ => Verdict::KeepAside,
        }
    }

    /// Notes that the slot has taken an image.
    pub(super) fn took(&mut self, generation: u32, draft: bool) {
        (self.least, self.optimised) = (generation, !draft);
    }

    /// Keeps an image until its cell is linked; it takes the place of one of the same generation that is not better.
    pub(super) fn keep_aside(&mut self, generation: u32, draft: bool, image: T) {
        let better = |it: &Aside<T>| it.generation == generation && draft && !it.draft;
        if self.aside.iter().any(better) {
            return;
        }
        self.aside.retain(|it| it.generation != generation);
        self.aside.push(Aside {
            generation,
            draft,
            image,
        });
    }

    /// A cell that is linked names the kernel: from now on the slot wants its image. Gives it if it has come already.
    pub(super) fn name(&mut self, cell: u32) -> Option<T> {
        if self.named.last() != Some(&cell) {
            self.named.push(cell);
        }
        (self.least, self.most, self.optimised) = (cell, Some(cell), false);
        self.aside.retain(|it| it.generation >= cell);
        let come = self.aside.iter().position(|it| it.generation == cell)?;
        Some(self.aside.swap_remove(come).image)
    }

    /// Cells from `first` on are taken back. True if the slot's image is one of theirs, so that it wants another one: the next that
    /// comes of an earlier cell.
    pub(super) fn undo(&mut self, first: u32) -> bool {
        self.aside.retain(|it| it.generation < first);
        let all = self.named.len();
        self.named.retain(|cell| *cell < first);
        // Their numbers are given again: an image of a new cell with such a number waits for its cell, whatever the slot holds.
        let most = self.most.map(|most| most.min(first.saturating_sub(1)));
        self.most = most.filter(|_| !self.named.is_empty());
        if self.named.len() == all {
            return false;
        }
        (self.least, self.optimised) = (0, false);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_waits_for_its_cell_and_a_stale_one_is_dropped() {
        let mut generations = Generations::new();
        assert_eq!(generations.judge(3, false), Verdict::KeepAside);
        generations.keep_aside(3, false, "three");
        generations.keep_aside(5, true, "a draft of five");
        generations.keep_aside(5, false, "five");
        assert_eq!(generations.name(3), Some("three"));
        assert_eq!(generations.judge(2, false), Verdict::Drop);
        assert_eq!(generations.judge(3, false), Verdict::Take);
        assert_eq!(generations.judge(4, false), Verdict::KeepAside);
        assert_eq!(generations.name(5), Some("five"));
        assert_eq!(generations.judge(3, false), Verdict::Drop);
    }

    #[test]
    fn a_draft_that_comes_late_is_dropped() {
        let mut generations = Generations::new();
        generations.keep_aside(2, false, "two");
        generations.keep_aside(2, true, "a draft of two");
        assert_eq!(generations.name(2), Some("two"));
        generations.took(2, false);
        assert_eq!(generations.judge(2, true), Verdict::Drop);
        assert_eq!(generations.judge(2, false), Verdict::Take);
        // Defined anew, and taken back: what comes then is judged for itself.
        generations.name(4);
        assert_eq!(generations.judge(4, true), Verdict::Take);
        generations.took(4, true);
        assert_eq!(generations.judge(4, true), Verdict::Take);
        generations.took(4, false);
        assert!(generations.undo(4));
        assert_eq!(generations.judge(2, true), Verdict::Take);
    }

    #[test]
    fn a_cell_that_is_linked_before_its_image_comes_wants_it() {
        let mut generations = Generations::new();
        assert!(!generations.promised());
        assert_eq!(generations.name(7), None);
        assert!(generations.promised());
        assert_eq!(generations.judge(7, false), Verdict::Take);
        generations.keep_aside(8, false, "eight");
        assert_eq!(generations.name(9), None);
        assert!(generations.aside.is_empty());
    }

    #[test]
    fn undo_wants_an_image_of_an_earlier_cell_again() {
        let mut generations = Generations::new();
        generations.name(2);
        generations.name(6);
        generations.took(6, false);
        generations.keep_aside(8, false, "eight");
        assert!(!generations.undo(7));
        assert!(generations.aside.is_empty());
        assert!(generations.undo(5));
        assert_eq!(generations.judge(5, false), Verdict::KeepAside);
        assert_eq!(generations.judge(4, false), Verdict::Take);
        generations.took(4, false);
        assert_eq!(generations.judge(2, false), Verdict::Drop);
        // The number of the cell that was taken back is used again.
        generations.keep_aside(5, false, "five");
        assert_eq!(generations.name(5), Some("five"));
        assert!(generations.undo(1));
        assert!(!generations.promised());
    }

    #[test]
    fn an_image_of_a_number_that_is_given_again_waits_for_its_cell() {
        let mut generations = Generations::new();
        generations.name(5);
        generations.name(7);
        assert!(generations.undo(7));
        generations.took(5, false);
        // Cell 6 does not name the kernel, the new cell 6 does.
        assert!(!generations.undo(6));
        assert_eq!(generations.judge(6, false), Verdict::KeepAside);
        generations.keep_aside(6, false, "six");
        assert_eq!(generations.name(6), Some("six"));
    }
}
