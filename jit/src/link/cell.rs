//! Linking of a cell's host code: what it defines newly, what it takes from earlier cells, and when its code can go again.

use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::sync::atomic::Ordering;

use object::SymbolIndex;

use super::code_memory::Lifetime;
use super::kernel_names::{kernel_of_stub, of_kernel};
use super::loaded_object::{self, LoadedObject};
use super::object_file::{self, Definition, ObjectFile};
use super::references::References;
use super::symbols::{Symbol, Symbols, late_name, symbol_of_late, symbol_of_slot};
use super::{LinkError, Linker, demangle, library};
use crate::wire::{self, CodeSection};

/// A cell's host code, as the session sends it.
pub struct HostCell<'a> {
    /// Number of the cell: `Linker::undo` goes by it.
    pub number: u32,
    /// The object, if there is one.
    pub object: Option<&'a [u8]>,
    /// Symbol of its entry.
    pub entry: &'a str,
    /// The symbols of the object that cells may define again.
    pub definitions: &'a [wire::Definition],
    /// The cell's new device variables: symbol, and the host address that stands for it.
    pub shadows: &'a [(String, usize)],
}

/// Functions of a cell's object that the executor calls, and where its code lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedCell {
    /// Address of `void entry()`.
    pub entry: usize,
    /// Address of `void entry_register()`, which makes the cell's kernel stubs known.
    pub register: Option<usize>,
    /// Its sections with code.
    pub code: Vec<CodeSection>,
}

/// The host code of the session.
#[derive(Default)]
pub(super) struct HostCode {
    pub(super) symbols: Symbols,
    /// Objects by entry, the newest of each.
    objects: HashMap<String, HostObject>,
    /// Objects that were linked again; pointers may lead to them.
    older: Vec<LoadedObject>,
    /// Objects that nothing can point to, and their entries' addresses, by entry; they go when their entry has returned.
    transient: HashMap<String, (LoadedObject, usize)>,
    pub(super) references: References,
}

/// A linked object whose code stays as long as the session.
struct HostObject {
    linked: LoadedObject,
    /// What it defines under names of its own.
    own: HashMap<String, Symbol>,
    /// Of the addresses that it was linked against.
    bindings_hash: u64,
    code: Vec<CodeSection>,
}

/// The addresses that an object is linked against.
struct Bindings {
    addresses: Vec<(SymbolIndex, usize)>,
    hash: u64,
}

impl Linker {
    /// Makes a cell's host code and variables part of the session, or changes nothing.
    ///
    /// Of its definitions, the fresh ones take the place of earlier ones, and the others give way to them. Other weak definitions give
    /// way too, as with any linker, and other strong ones that exist already are an error. An object that was linked before is not
    /// linked again, unless that would show: the same code is used.
    pub fn add_cell(&self, cell: &HostCell<'_>) -> Result<Option<LinkedCell>, LinkError> {
        let mut code = self.session();
        let linked = match cell.object {
            Some(object) => Some(self.add_object(&mut code, cell, object)?),
            None => None,
        };
        for (symbol, shadow) in cell.shadows {
            let symbol_of_variable = Symbol {
                address: *shadow,
                weak: false,
            };
            code.symbols.define(cell.number, symbol, symbol_of_variable);
        }
        Ok(linked)
    }

    /// Gives back the memory of a cell's code if nothing can point to it; to be called when its entry has returned or will not run.
    pub fn release(&self, entry: &str) {
        let mut code = self.session();
        let Some((released, address)) = code.transient.remove(entry) else {
            return;
        };
        code.references.forget(address);
        drop(code);
        drop(released);
    }

    /// Takes back the definitions of all cells from `first` on. Their code stays in memory, because threads and pointers may lead to it.
    pub fn undo(&self, first: u32) {
        self.session()
            .symbols
            .undo(first, |name| self.outside(name));
    }

    /// Host objects whose code is in memory.
    pub fn host_object_count(&self) -> u64 {
        let code = self.session();
        (code.objects.len() + code.older.len() + code.transient.len()) as u64
    }

    fn add_object(
        &self,
        code: &mut HostCode,
        cell: &HostCell<'_>,
        object: &[u8],
    ) -> Result<LinkedCell, LinkError> {
        let mut file = object_file::read(object).map_err(LinkError::Failed)?;
        if !file.defines(cell.entry) {
            return Err(LinkError::Failed(format!(
                "the object does not define `{}`",
                cell.entry
            )));
        }
        let replaced = give_way(code, cell, &mut file)?;
        let mut bindings = self.bind(&mut code.symbols, cell, &file)?;
        if let Some(before) = code.objects.get(cell.entry)
            && before.bindings_hash == bindings.hash
            && before.can_stand_for(cell, &file)
        {
            let functions = before.define_again(cell, &mut code.symbols)?;
            self.define_kernels(&mut code.symbols, cell.number, &before.own);
            self.await_late(&mut code.symbols, &before.own);
            return Ok(functions);
        }
        bindings.addresses.extend(replaced);
        let transient = cell.definitions.is_empty() && file.is_only(cell.entry);
        let lifetime = if transient {
            Lifetime::Entry
        } else {
            Lifetime::Session
        };
        let (linked, addresses) =
            loaded_object::load(&file, &bindings.addresses, lifetime).map_err(LinkError::Failed)?;
        if self.traces.load(Ordering::Relaxed) {
            let object = (&file, cell.entry);
            code.references
                .note(&code.symbols, object, &addresses, &bindings.addresses);
        }
        let sections = file.code_sections(&addresses);
        let own: HashMap<String, Symbol> = file
            .defined
            .into_iter()
            .zip(addresses)
            .filter(|(definition, _)| !definition.private)
            .map(|(Definition { name, weak, .. }, address)| (name, Symbol { address, weak }))
            .collect();
        let functions = functions(&own, cell.entry, &sections)?;
        if transient {
            let transient = (linked, functions.entry);
            code.transient.insert(cell.entry.to_owned(), transient);
            return Ok(functions);
        }
        for (name, symbol) in own.iter().filter(|(name, _)| !is_of_cell(name, cell.entry)) {
            code.symbols.define(cell.number, name, *symbol);
        }
        self.define_kernels(&mut code.symbols, cell.number, &own);
        self.await_late(&mut code.symbols, &own);
        let object = HostObject {
            linked,
            own,
            bindings_hash: bindings.hash,
            code: sections,
        };
        if let Some(older) = code.objects.insert(cell.entry.to_owned(), object) {
            code.older.push(older.linked);
        }
        Ok(functions)
    }

    /// Lets the symbols of kernels whose stubs an object has lead to these, unless something else defines them.
    fn define_kernels(&self, symbols: &mut Symbols, cell: u32, own: &HashMap<String, Symbol>) {
        for (name, stub) in own {
            let Some(kernel) = kernel_of_stub(name) else {
                continue;
            };
            symbols.define(cell, &of_kernel(&kernel), *stub);
            if symbols.has_slot(&kernel)
                && symbols.get(&kernel).is_none()
                && self.outside(&kernel).is_none()
            {
                symbols.slot(&kernel, Some(stub.address));
            }
        }
    }

    /// Lets the slots of functions that nothing defines lead to what stands for them.
    fn await_late(&self, symbols: &mut Symbols, own: &HashMap<String, Symbol>) {
        for (name, late) in own {
            if let Some(missing) = symbol_of_late(name)
                && symbols.get(missing).is_none()
                && symbols.get(&of_kernel(missing)).is_none()
                && self.outside(missing).is_none()
            {
                symbols.slot(missing, Some(late.address));
            }
        }
    }

    /// Finds the addresses of all that the object needs. Host slots that are not there yet are made.
    fn bind(
        &self,
        symbols: &mut Symbols,
        cell: &HostCell<'_>,
        file: &ObjectFile<'_>,
    ) -> Result<Bindings, LinkError> {
        let own: HashSet<&str> = file.defined.iter().map(|it| it.name.as_str()).collect();
        let (mut addresses, mut undefined) = (Vec::with_capacity(file.needed.len()), Vec::new());
        let mut hasher = DefaultHasher::new();
        for need in &file.needed {
            let (name, found) = match symbol_of_slot(&need.name) {
                Some(symbol) => {
                    let address = self
                        .find(symbols, cell, symbol)
                        .or_else(|| symbols.late(symbol));
                    let here = || own.contains(symbol) || own.contains(late_name(symbol).as_str());
                    let known = address.is_some() || need.weak || here();
                    (symbol, known.then(|| symbols.slot(symbol, address)))
                }
                None => (need.name.as_str(), self.find(symbols, cell, &need.name)),
            };
            // Assembler may name a symbol and never use it.
            let Some(address) =
                found.or_else(|| (need.weak || !file.uses(need.index)).then_some(0))
            else {
                let name = demangle(name);
                if !undefined.contains(&name) {
                    undefined.push(name);
                }
                continue;
            };
            (&need.name, address).hash(&mut hasher);
            addresses.push((need.index, address));
        }
        if undefined.is_empty() {
            let hash = hasher.finish();
            Ok(Bindings { addresses, hash })
        } else {
            Err(LinkError::Undefined(undefined))
        }
    }

    fn find(&self, symbols: &Symbols, cell: &HostCell<'_>, name: &str) -> Option<usize> {
        let shadow = cell.shadows.iter().find(|(symbol, _)| symbol == name);
        shadow
            .map(|(_, address)| *address)
            .or_else(|| Some(symbols.get(name)?.address))
            .or_else(|| self.outside(name))
            .or_else(|| Some(symbols.get(&of_kernel(name))?.address))
    }
}

impl HostObject {
    /// Is linking the cell's object, which is equal to this one, again without effect? Not if it defines variables: they start anew.
    fn can_stand_for(&self, cell: &HostCell<'_>, file: &ObjectFile<'_>) -> bool {
        cell.definitions.iter().filter(|it| it.fresh).all(|fresh| {
            let mut defined = file.defined.iter();
            match defined.find(|definition| definition.name == fresh.symbol) {
                Some(definition) => !definition.data && self.own.contains_key(&fresh.symbol),
                // A device variable.
                None => true,
            }
        })
    }

    /// Makes its definitions the newest ones again.
    fn define_again(
        &self,
        cell: &HostCell<'_>,
        symbols: &mut Symbols,
    ) -> Result<LinkedCell, LinkError> {
        for (name, symbol) in &self.own {
            let fresh = |it: &wire::Definition| it.fresh && it.symbol == *name;
            // Those that are not fresh may have been taken back with the cell that had them first.
            let missing = || !is_of_cell(name, cell.entry) && symbols.get(name).is_none();
            if cell.definitions.iter().any(fresh) || missing() {
                symbols.define(cell.number, name, *symbol);
            }
        }
        functions(&self.own, cell.entry, &self.code)
    }
}

/// Takes out of the object the definitions for which there are others; gives the addresses of those.
fn give_way(
    code: &HostCode,
    cell: &HostCell<'_>,
    file: &mut ObjectFile<'_>,
) -> Result<Vec<(SymbolIndex, usize)>, LinkError> {
    let again = code.objects.contains_key(cell.entry);
    let listed: HashMap<&str, bool> = cell
        .definitions
        .iter()
        .map(|definition| (definition.symbol.as_str(), definition.fresh))
        .collect();
    let (mut own, mut replaced, mut twice) = (Vec::new(), Vec::new(), Vec::new());
    for definition in std::mem::take(&mut file.defined) {
        let earlier = code.symbols.get(&definition.name);
        let listed = listed.get(definition.name.as_str()).copied();
        let other = match earlier {
            _ if definition.private || listed == Some(true) => None,
            // What an equal object has defined is as good.
            Some(earlier) if definition.weak || listed == Some(false) || again => {
                Some(earlier.address)
            }
            Some(earlier) => {
                if !earlier.weak {
                    twice.push(format!("`{}`", demangle(&definition.name)));
                }
                None
            }
            // An inline variable that an opened library holds as well is one variable.
            None if definition.weak && definition.data && listed.is_none() => {
                library::opened_symbol(&definition.name)
            }
            None => None,
        };
        match other {
            Some(address) => replaced.push((definition.index, address)),
            None => own.push(definition),
        }
    }
    file.defined = own;
    if twice.is_empty() {
        Ok(replaced)
    } else {
        Err(LinkError::Failed(format!(
            "defined a second time: {}",
            twice.join(", ")
        )))
    }
}

/// Is it one of the functions that only the executor calls?
fn is_of_cell(name: &str, entry: &str) -> bool {
    name.strip_prefix(entry)
        .is_some_and(|rest| rest.is_empty() || rest == "_register")
}

fn functions(
    own: &HashMap<String, Symbol>,
    entry: &str,
    code: &[CodeSection],
) -> Result<LinkedCell, LinkError> {
    let address = |name: &str| own.get(name).map(|symbol| symbol.address);
    let linked = |address| LinkedCell {
        entry: address,
        register: own.get(&format!("{entry}_register")).map(|it| it.address),
        code: code.to_vec(),
    };
    address(entry)
        .map(linked)
        .ok_or_else(|| LinkError::Failed(format!("the linker gave no address for `{entry}`")))
}
