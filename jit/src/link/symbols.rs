//! The session's symbols: the newest definition of each, what it was before, and the pointers through which code reaches those that
//! cells may define again.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What separates a symbol from the rest of the name of its host slot.
const SLOT_SUFFIX: &str = ".slot";

/// What separates a function's symbol from the rest of the name of what its host slot leads to until something defines it.
const LATE_SUFFIX: &str = ".late";

/// Where a symbol is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symbol {
    pub(super) address: usize,
    /// A later strong definition may stand beside it (inline functions, template instantiations).
    pub(super) weak: bool,
}

/// The symbols that the session defines.
#[derive(Default)]
pub(super) struct Symbols {
    newest: HashMap<String, Symbol>,
    /// What each definition hid, in the order of the cells: `undo` goes back through it.
    changes: Vec<Change>,
    /// Host slots by symbol. Code that is linked holds their addresses, so they stay where they are for ever.
    slots: HashMap<String, &'static AtomicUsize>,
}

struct Change {
    cell: u32,
    name: String,
    before: Option<Symbol>,
}

/// The symbol whose host slot has this name, if it is the name of one.
pub(super) fn symbol_of_slot(name: &str) -> Option<&str> {
    name.strip_suffix(SLOT_SUFFIX)
        .filter(|symbol| !symbol.is_empty())
}

/// The name of what stands for a function that nothing defines.
pub(super) fn late_name(symbol: &str) -> String {
    format!("{symbol}{LATE_SUFFIX}")
}

/// The symbol for which a definition of this name stands until there is one, if it is the name of one that does.
pub(super) fn symbol_of_late(name: &str) -> Option<&str> {
    name.strip_suffix(LATE_SUFFIX)
        .filter(|symbol| !symbol.is_empty())
}

impl Symbols {
    /// The newest definition.
    pub(super) fn get(&self, name: &str) -> Option<Symbol> {
        self.newest.get(name).copied()
    }

    /// What stands for a function that nothing defines, if a cell uses it.
    pub(super) fn late(&self, symbol: &str) -> Option<usize> {
        let late = self.get(&late_name(symbol))?;
        Some(late.address)
    }

    /// Makes a cell's definition the newest; its host slot, if there is one, points to it from now on.
    pub(super) fn define(&mut self, cell: u32, name: &str, symbol: Symbol) {
        if let Some(slot) = self.slots.get(name) {
            slot.store(symbol.address, Ordering::Release);
        }
        let before = self.newest.insert(name.to_owned(), symbol);
        if before != Some(symbol) {
            self.changes.push(Change {
                cell,
                name: name.to_owned(),
                before,
            });
        }
    }

    /// Forgets the definitions of all cells from `first` on; those that they hid are the newest again. `outside` finds what is
    /// no definition of a cell. The host slot of a symbol that nothing defines any more stays as it is, for threads that still run
    /// code of those cells.
    pub(super) fn undo(&mut self, first: u32, outside: impl Fn(&str) -> Option<usize>) {
        while let Some(change) = self.changes.pop_if(|change| change.cell >= first) {
            let address = match change.before {
                Some(symbol) => {
                    self.newest.insert(change.name.clone(), symbol);
                    Some(symbol.address)
                }
                None => {
                    self.newest.remove(&change.name);
                    outside(&change.name).or_else(|| self.late(&change.name))
                }
            };
            if let (Some(slot), Some(address)) = (self.slots.get(&change.name), address) {
                slot.store(address, Ordering::Release);
            }
        }
    }

    /// Does code reach the symbol through a host slot?
    pub(super) fn has_slot(&self, symbol: &str) -> bool {
        self.slots.contains_key(symbol)
    }

    /// Address of a symbol's host slot. One that is made for it holds `address`: the symbol's, or null as long as nothing defines it.
    pub(super) fn slot(&mut self, symbol: &str, address: Option<usize>) -> usize {
        if let Some(slot) = self.slots.get(symbol) {
            // It may stand for something that was taken back, or that was not there yet.
            if let (Some(address), None) = (address, self.newest.get(symbol)) {
                slot.store(address, Ordering::Release);
            }
            return slot.as_ptr() as usize;
        }
        let slot: &'static AtomicUsize =
            Box::leak(Box::new(AtomicUsize::new(address.unwrap_or(0))));
        self.slots.insert(symbol.to_owned(), slot);
        slot.as_ptr() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(address: usize) -> Symbol {
        Symbol {
            address,
            weak: false,
        }
    }

    /// What code reads from a slot.
    fn read(slot: usize) -> usize {
        // SAFETY: slots are never freed.
        unsafe { *(slot as *const usize) }
    }

    #[test]
    fn a_slot_follows_definitions_and_undo() {
        let mut symbols = Symbols::default();
        let slot = symbols.slot("f", Some(1));
        assert_eq!(read(slot), 1);
        for cell in 2..6 {
            symbols.define(cell, "f", at(cell as usize * 10));
        }
        assert_eq!((read(slot), symbols.slot("f", None)), (50, slot));
        symbols.undo(4, |_| None);
        assert_eq!((read(slot), symbols.get("f")), (30, Some(at(30))));
        symbols.undo(2, |name| (name == "f").then_some(7));
        assert_eq!((read(slot), symbols.get("f")), (7, None));
    }

    #[test]
    fn what_is_gone_leaves_its_slot_to_code_that_still_runs() {
        let mut symbols = Symbols::default();
        symbols.define(1, "f", at(10));
        let slot = symbols.slot("f", Some(10));
        symbols.undo(1, |_| None);
        assert_eq!((read(slot), symbols.get("f")), (10, None));
        symbols.slot("f", Some(20));
        assert_eq!(read(slot), 20);
    }

    #[test]
    fn a_function_that_is_taken_back_is_late_again() {
        let mut symbols = Symbols::default();
        symbols.define(1, "f.late", at(10));
        let slot = symbols.slot("f", symbols.late("f"));
        symbols.define(2, "f", at(20));
        assert_eq!((read(slot), symbols.late("f")), (20, Some(10)));
        symbols.undo(2, |_| None);
        assert_eq!(read(slot), 10);
        symbols.undo(1, |_| None);
        assert_eq!((read(slot), symbols.late("f")), (10, None));
    }

    #[test]
    fn an_equal_definition_costs_no_memory() {
        let mut symbols = Symbols::default();
        for cell in 0..1_000 {
            symbols.define(cell, "f", at(10));
        }
        assert_eq!(symbols.changes.len(), 1);
    }

    #[test]
    fn names_of_slots() {
        assert_eq!(symbol_of_slot("_Z1fv.slot"), Some("_Z1fv"));
        assert_eq!(symbol_of_slot("slot"), None);
        assert_eq!(symbol_of_slot(".slot"), None);
        assert_eq!(symbol_of_late("_Z1fv.late"), Some("_Z1fv"));
        assert_eq!(symbol_of_late("_Z1fv.slot"), None);
    }
}
