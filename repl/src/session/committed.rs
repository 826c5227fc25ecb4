//! What the session keeps of a cell.

use std::sync::Arc;

use devicecc::cell::{Cell, Footprint, HostModule, Item};
use devicecc::{Past, Source};
use jit_api::wire::CellImage;

/// How many cells back an equal object is looked for.
const SHARING_CELLS: usize = 16;

/// A cell that is part of the session. There may be tens of thousands: what one has in common with those before it they share.
pub struct Committed {
    /// Its number.
    pub number: u32,
    /// It failed when it ran, or was never run: it is there for its definitions alone.
    pub failed: bool,
    /// Its text.
    pub text: Arc<str>,
    /// What was found about it.
    pub facts: Arc<Facts>,
    /// Cells of `facts.replaced`, in its order, then earlier cells that it refers to.
    cells: Box<[u32]>,
    /// What a new executor gets: without the cell's number and host code, so that equal cells share it. `None`: nothing.
    pub(super) image: Option<Arc<CellImage>>,
    /// Its host code.
    pub(super) code: Option<Arc<Code>>,
}

/// What was found about a cell, but for other cells' numbers: a kernel that is defined again and again has the same each time.
#[derive(PartialEq)]
pub struct Facts {
    /// Where the text came from.
    pub source: Source,
    /// The names it introduced.
    pub items: Vec<Item>,
    /// Items of earlier cells that it defines anew.
    replaced: Vec<ReplacedItem>,
    /// Macros of earlier cells that it takes away.
    pub undefined_macros: Vec<String>,
    /// What it leaves behind for later cells.
    pub footprint: Footprint,
    /// Newer definitions can take the place of all that it defines.
    pub can_be_superseded: bool,
    /// It has statements or initialisers that run.
    pub runs: bool,
    /// It shows a value and changes nothing.
    pub only_looks: bool,
}

/// As [`devicecc::cell::Replaced`], without the cell's number.
#[derive(PartialEq)]
struct ReplacedItem {
    name: String,
    signature: String,
    by: String,
    followed: bool,
    gone_from: Option<String>,
}

/// An item of an earlier cell that a cell defines anew or takes away, as [`devicecc::cell::Replaced`].
#[derive(Clone, Copy, Debug)]
pub struct Replaced<'a> {
    /// Qualified name.
    pub name: &'a str,
    /// Signature of the older item.
    pub signature: &'a str,
    /// Signature of the newer one.
    pub by: &'a str,
    /// The cell of the older one.
    pub cell: u32,
    /// Does older code follow to the newer one?
    pub followed: bool,
    /// There is no newer one: this file had it, was read again, and has it no more.
    pub gone_from: Option<&'a str>,
}

impl Committed {
    /// What the executor got of it, less its host code; none once that is not brought back any more.
    pub(super) fn image(&self) -> Option<&CellImage> {
        self.image.as_deref()
    }

    /// What is kept of a cell that comes after these. Its `host` stays with it.
    pub(super) fn after(
        cells: &[Committed],
        cell: Cell,
        text: Arc<str>,
        source: Source,
        image: &CellImage,
    ) -> Committed {
        let mut numbers: Vec<u32> = cell.replaced.iter().map(|it| it.cell).collect();
        numbers.extend(&cell.refers);
        let facts = Facts {
            source,
            can_be_superseded: cell.can_be_superseded(),
            items: cell.items,
            replaced: cell
                .replaced
                .into_iter()
                .map(|it| ReplacedItem {
                    name: it.name,
                    signature: it.signature,
                    by: it.by,
                    followed: it.followed,
                    gone_from: it.gone_from,
                })
                .collect(),
            undefined_macros: cell.undefined_macros,
            footprint: cell.footprint,
            runs: cell.runs,
            only_looks: cell.only_looks,
        };
        Committed {
            number: cell.number,
            failed: !image.run,
            text: shared_text(cells.iter().map(|it| &it.text), text),
            facts: shared(cells, |it| Some(&it.facts), Arc::new(facts)),
            cells: numbers.into(),
            image: Some(shared_image(cells, image)),
            code: Code::shared(cells, image, cell.host),
        }
    }

    /// Did it neither define nor change anything, as far as one sees? It showed a value, or failed and defined nothing.
    pub fn is_look(&self) -> bool {
        let leaves_nothing = self.facts.footprint == Footprint::Nothing;
        leaves_nothing && self.items().is_empty() && (self.facts.only_looks || self.failed)
    }

    /// What messages call its text.
    pub fn source_name(&self) -> String {
        self.facts.source.cell_name(self.number)
    }

    /// The names it introduced.
    pub fn items(&self) -> &[Item] {
        &self.facts.items
    }

    /// Items of earlier cells that it defines anew.
    pub fn replaced(&self) -> impl Iterator<Item = Replaced<'_>> {
        let items = self.facts.replaced.iter().zip(&self.cells);
        items.map(|(it, &cell)| Replaced {
            name: &it.name,
            signature: &it.signature,
            by: &it.by,
            cell,
            followed: it.followed,
            gone_from: it.gone_from.as_deref(),
        })
    }

    /// Items of earlier cells that older code follows from to this cell's: name, signature and cell.
    pub fn follows(&self) -> Vec<(&str, &str, u32)> {
        let followed = self.replaced().filter(|it| it.followed);
        followed
            .map(|it| (it.name, it.signature, it.cell))
            .collect()
    }

    /// Earlier cells that it refers to.
    pub fn refers(&self) -> &[u32] {
        &self.cells[self.facts.replaced.len()..]
    }

    /// What the compiler asks for when it needs a cell again that it has forgotten.
    pub(super) fn past(&self) -> Past<'_> {
        Past {
            number: self.number,
            text: Arc::clone(&self.text),
            source: &self.facts.source,
            items: self.items(),
            follows: self.follows(),
            refers: self.refers(),
            footprint: self.facts.footprint,
            can_be_superseded: self.facts.can_be_superseded,
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
        // Variables of later cells may hold addresses of thunks.
        let has_thunks = self.image().is_some_and(|it| !it.thunks.is_empty());
        let leaves_nothing = self.facts.footprint == Footprint::Nothing && !has_thunks;
        if leaves_nothing && !may_hold_lambda(&self.text) {
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
fn shared<T: PartialEq>(
    cells: &[Committed],
    of: impl Fn(&Committed) -> Option<&Arc<T>>,
    new: Arc<T>,
) -> Arc<T> {
    let recent = cells.iter().rev().take(SHARING_CELLS);
    let equal = recent.filter_map(of).find(|it| **it == new);
    equal.cloned().unwrap_or(new)
}

/// A text like these, which are oldest first: a launch that is entered again and again is kept once.
pub(crate) fn shared_text<'a>(
    texts: impl DoubleEndedIterator<Item = &'a Arc<str>>,
    new: Arc<str>,
) -> Arc<str> {
    let mut recent = texts.rev().take(SHARING_CELLS);
    recent.find(|it| **it == new).cloned().unwrap_or(new)
}

/// What is kept of the next cell's image.
fn shared_image(cells: &[Committed], image: &CellImage) -> Arc<CellImage> {
    let kept = CellImage {
        kernels: image.kernels.clone(),
        definitions: image.definitions.clone(),
        variables: image.variables.clone(),
        thunks: image.thunks.clone(),
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
    fn shared(
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
