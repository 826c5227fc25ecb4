//! What a cell's code may come to call, known before it runs: which definitions refer to which.
//!
//! Seen are references that the linker binds. Where a pointer leads that code has stored is not known.

use std::collections::{HashMap, HashSet};

use object::read::elf::ElfFile64;
use object::{Object, ObjectSection, ObjectSymbol, RelocationTarget, SectionIndex, SymbolIndex};

use super::object_file::ObjectFile;
use super::symbols::{Symbols, symbol_of_slot};

/// What code or data refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reference {
    /// What lies there.
    Address(usize),
    /// The newest definition of a symbol, through its host slot.
    Newest(String),
}

/// The references of what is linked, by the address of the definition that holds them.
#[derive(Default)]
pub(super) struct References(HashMap<usize, Vec<Reference>>);

impl References {
    /// Notes what an object refers to. `addresses` are those of its definitions, in their order; `bound` are those that it was linked against.
    pub(super) fn note(
        &mut self,
        symbols: &Symbols,
        (file, entry): (&ObjectFile<'_>, &str),
        addresses: &[usize],
        bound: &[(SymbolIndex, usize)],
    ) {
        let mut targets: HashMap<usize, Reference> = HashMap::new();
        let known = |name: &str| symbols.get(name).is_some();
        let needs: HashMap<usize, &str> = file
            .needed
            .iter()
            .map(|need| (need.index.0, need.name.as_str()))
            .collect();
        for (index, address) in bound {
            let target = match needs.get(&index.0) {
                Some(name) => match symbol_of_slot(name) {
                    Some(symbol) => Reference::Newest(symbol.to_owned()),
                    None if known(name) => Reference::Address(*address),
                    // Libraries launch no kernel of the session.
                    None => continue,
                },
                // A definition of the object's own that has given way to another.
                None => Reference::Address(*address),
            };
            targets.insert(index.0, target);
        }
        let register = format!("{entry}_register");
        let mut holders = HashMap::new();
        for (definition, address) in file.defined.iter().zip(addresses) {
            targets.insert(definition.index.0, Reference::Address(*address));
            // That one refers to all stubs and launches none.
            if definition.name != register {
                holders.insert(definition.index.0, *address);
            }
        }
        for (holder, target) in of_object(file, entry) {
            if let (Some(holder), Some(target)) = (holders.get(&holder.0), targets.get(&target.0)) {
                self.0.entry(*holder).or_default().push(target.clone());
            }
        }
    }

    /// Forgets what lies at an address that is given back.
    pub(super) fn forget(&mut self, address: usize) {
        self.0.remove(&address);
    }

    /// The addresses that lead on from one, itself among them.
    pub(super) fn reached(&self, symbols: &Symbols, from: &[usize]) -> HashSet<usize> {
        let mut reached: HashSet<usize> = HashSet::new();
        let mut ahead = from.to_vec();
        while let Some(address) = ahead.pop() {
            if !reached.insert(address) {
                continue;
            }
            for reference in self.0.get(&address).into_iter().flatten() {
                let target = match reference {
                    Reference::Address(target) => Some(*target),
                    Reference::Newest(symbol) => symbols.get(symbol).map(|it| it.address),
                };
                ahead.extend(target);
            }
        }
        reached
    }
}

/// An object's references: global definition, global symbol. What lies outside of all definitions counts as the entry's: the parts that it is made of.
fn of_object(file: &ObjectFile<'_>, entry: &str) -> Vec<(SymbolIndex, SymbolIndex)> {
    let Ok(elf) = ElfFile64::<object::Endianness>::parse(file.bytes()) else {
        return Vec::new();
    };
    let mut definitions: Vec<(SectionIndex, u64, u64, SymbolIndex)> = Vec::new();
    for symbol in elf.symbols().filter(|symbol| symbol.is_global()) {
        if let Some(section) = symbol.section_index() {
            definitions.push((section, symbol.address(), symbol.size(), symbol.index()));
        }
    }
    definitions.sort_unstable_by_key(|(section, start, ..)| (section.0, *start));
    let entry = file.defined.iter().find(|it| it.name == entry);
    let holder = |section: SectionIndex, at: u64| {
        let after = definitions.partition_point(|it| (it.0.0, it.1) <= (section.0, at));
        let before = after.checked_sub(1).and_then(|last| definitions.get(last));
        before
            .filter(|it| it.0 == section && at < it.1 + it.2)
            .map(|it| it.3)
            .or(entry.map(|it| it.index))
    };
    let mut found = Vec::new();
    for section in elf.sections().filter(|it| it.name() != Ok(".eh_frame")) {
        for (at, relocation) in section.relocations() {
            if let RelocationTarget::Symbol(target) = relocation.target()
                && let Some(holder) = holder(section.index(), at)
            {
                found.push((holder, target));
            }
        }
    }
    found
}
