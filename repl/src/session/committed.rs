//! What the session keeps of a cell.

use std::sync::Arc;

use devicecc::Source;
use devicecc::cell::{Footprint, HostModule, Item, Replaced};
use jit::wire::CellImage;

/// How many cells back an equal object is looked for.
const SHARING_CELLS: usize = 16;

/// A cell that is part of the session.
pub struct Committed {
    /// Its number.
    pub number: u32,
    /// Its text.
    pub text: String,
    /// Where the text came from.
    pub source: Source,
    /// The names it introduced.
    pub items: Arc<[Item]>,
    /// Items of earlier cells that it defines anew.
    pub replaced: Vec<Replaced>,
    /// Macros of earlier cells that it takes away.
    pub undefined_macros: Vec<String>,
    /// What it leaves behind for later cells.
    pub footprint: Footprint,
    /// Newer definitions can take the place of all that it defines.
    pub can_be_superseded: bool,
    /// Earlier cells that it refers to.
    pub refers: Vec<u32>,
    /// It has statements or initialisers that run.
    pub runs: bool,
    /// It failed when it ran, or was never run: it is there for its definitions alone.
    pub failed: bool,
    /// What a new executor gets: without the cell's number and host code, so that equal cells share it. `None`: nothing.
    pub(super) image: Option<Arc<CellImage>>,
    /// Its host code.
    pub(super) code: Option<Arc<Code>>,
}

impl Committed {
    /// What messages call its text.
    pub fn source_name(&self) -> String {
        match &self.source {
            Source::Prompt => format!("cell {}", self.number),
            Source::File(path) => path.display().to_string(),
        }
    }

    /// What a new executor gets, complete.
    pub(super) fn linkable(&self) -> CellImage {
        CellImage {
            number: self.number,
            object: self.code.as_ref().map(|code| code.object.clone()),
            ..self.image.as_deref().cloned().unwrap_or_default()
        }
    }

    /// The cell stays known to the compiler; its code and variables are not brought back again.
    pub(super) fn drop_code(&mut self) {
        self.image = None;
        self.code = None;
    }

    /// Of a cell that ran to its end, a new executor needs what later cells can refer to: nothing of statements. A lambda of theirs
    /// may be called later; then a crash's places are found by its code.
    pub(super) fn leave_behind(&mut self) {
        if self.footprint == Footprint::Nothing && !may_hold_lambda(&self.text) {
            self.drop_code();
        }
    }
}

/// An opening square bracket that follows neither a name nor a closing bracket is no subscript.
fn may_hold_lambda(text: &str) -> bool {
    text.match_indices('[').any(|(at, _)| {
        let before = text[..at].trim_end().chars().next_back();
        !before.is_some_and(|it| it.is_alphanumeric() || matches!(it, '_' | ')' | ']'))
    })
}

/// A kernel that is defined again and again has the same items each time, and but for its body the same image.
fn shared<T: PartialEq + ?Sized>(
    cells: &[Committed],
    of: impl Fn(&Committed) -> Option<&Arc<T>>,
    new: Arc<T>,
) -> Arc<T> {
    let recent = cells.iter().rev().take(SHARING_CELLS);
    let equal = recent.filter_map(of).find(|it| **it == new);
    equal.cloned().unwrap_or(new)
}

/// The items of the next cell.
pub(super) fn shared_items(cells: &[Committed], items: Vec<Item>) -> Arc<[Item]> {
    shared(cells, |cell| Some(&cell.items), items.into())
}

/// What is kept of the next cell's image.
pub(super) fn shared_image(cells: &[Committed], image: &CellImage) -> Arc<CellImage> {
    let kept = CellImage {
        kernels: image.kernels.clone(),
        definitions: image.definitions.clone(),
        variables: image.variables.clone(),
        entry: image.entry.clone(),
        ..CellImage::default()
    };
    shared(cells, |cell| cell.image.as_ref(), Arc::new(kept))
}

/// A cell's host code.
pub struct Code {
    /// Symbol of its entry.
    pub entry: String,
    /// The ELF object.
    pub object: Vec<u8>,
    /// What the object was made from: a crash's places are found by that.
    pub host: Option<HostModule>,
}

impl Code {
    /// A kernel's host side is the same whatever its body is, so who defines one again and again has one object of it, not thousands.
    pub(super) fn shared(
        cells: &[Committed],
        image: &CellImage,
        host: Option<HostModule>,
    ) -> Option<Arc<Code>> {
        let object = image.object.as_ref()?;
        let recent = cells.iter().rev().take(SHARING_CELLS);
        let equal = recent
            .filter_map(|cell| cell.code.as_ref())
            .find(|code| code.entry == image.entry && code.object == *object);
        Some(equal.cloned().unwrap_or_else(|| {
            Arc::new(Code {
                entry: image.entry.clone(),
                object: object.clone(),
                host,
            })
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subscripts_are_no_lambdas() {
        for text in ["p[0] = 1;", "f(x)[2]", "a [1][2]", "x = 3;"] {
            assert!(!may_hold_lambda(text), "{text}");
        }
        for text in [
            "[] { f(); }()",
            "call([&] { x = 1; });",
            "x = [](int y) { return p[y]; }(1)",
        ] {
            assert!(may_hold_lambda(text), "{text}");
        }
    }
}
