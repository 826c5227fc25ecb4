//! What is allocated in the executor, and which variables of the session lead there.

use devicecc::cell::{Item, ItemKind};
use jit_api::wire::{LiveAllocation, MemoryOf, MemoryUse};

use super::{Committed, Session};

/// An allocation, and the names of the variables that hold a pointer into it.
pub struct Held {
    /// The allocation.
    pub allocation: LiveAllocation,
    /// The names.
    pub by: Vec<String>,
}

/// What is allocated.
pub struct Memory {
    /// All of it, by the cells that made it; none where NVIDIA's runtime library alone knows.
    pub live: Option<Vec<Held>>,
    /// The most that was in use on the device at once, bytes.
    pub most_bytes: u64,
    /// The session's variables that are pointers, with what they hold.
    pub pointers: Vec<(String, u64)>,
    /// The cell whose allocation made it the most; 0: none did.
    pub most_in: u32,
}

impl Held {
    /// Does no variable of the session lead to it, so that nobody may be able to free it?
    pub fn is_lost(&self) -> bool {
        self.by.is_empty()
            && matches!(
                self.allocation.of,
                MemoryOf::Device | MemoryOf::Managed | MemoryOf::Pinned
            )
    }
}

impl Session {
    /// What is allocated.
    pub fn memory(&mut self) -> anyhow::Result<Memory> {
        let (names, symbols): (Vec<String>, Vec<String>) = self.pointers().into_iter().unzip();
        self.revive()?;
        let MemoryUse {
            live,
            most_bytes,
            most_in,
            pointers,
        } = { self.executor_mut().memory(symbols) }.map_err(|death| anyhow::anyhow!("{death}"))?;
        let pointers: Vec<(String, u64)> = { names.into_iter().zip(pointers) }
            .filter_map(|(name, value)| Some((name, value?)))
            .collect();
        let live = live.map(|mut all| {
            all.sort_by_key(|it| (it.cell, it.address));
            let with_names = all.into_iter().map(|allocation| {
                let end = allocation.address + allocation.bytes;
                let within = |value: u64| (allocation.address..end).contains(&value);
                let by = pointers.iter().filter(|(_, value)| within(*value));
                let by = by.map(|(name, value)| match value - allocation.address {
                    0 => name.clone(),
                    offset => format!("{name} ({offset} bytes in)"),
                });
                Held {
                    by: by.collect(),
                    allocation,
                }
            });
            with_names.collect()
        });
        Ok(Memory {
            live,
            most_bytes,
            pointers,
            most_in,
        })
    }

    /// The most that is in use on the device at once counts from now on.
    pub fn forget_most_memory(&mut self) -> anyhow::Result<()> {
        self.revive()?;
        self.executor().forget_most_memory();
        Ok(())
    }

    /// Has the session's end tell what was not freed, or not.
    pub fn tell_leaks_at_end(&mut self, tell: bool) {
        self.settings_mut().tells_leaks = tell;
    }

    /// Does the session's end tell what was not freed?
    pub fn tells_leaks_at_end(&self) -> bool {
        self.settings().tells_leaks
    }

    /// The session ends: what it has not freed, if that was asked for. The sanitizer tells it anyway.
    pub(super) fn tell_leaks_of_session(&mut self) {
        if !self.settings().tells_leaks || !self.settings().sanitize.is_empty() {
            return;
        }
        // Who has ended holds nothing.
        if let Ok(leaks) = self.executor_mut().leaks()
            && !self.tell_leaked(&leaks, "the session", None)
        {
            self.render().note("all that was allocated has been freed");
        }
    }

    /// The session's variables that are pointers, with their symbols.
    fn pointers(&self) -> Vec<(String, String)> {
        let definitions = self.definitions();
        let current = definitions.list().iter().filter(|it| it.newer.is_none());
        let pointers =
            current.filter(|it| it.item.kind == ItemKind::Variable && is_pointer(it.item));
        let found = pointers.filter_map(|it| {
            let cell = self.cells().numbered(it.cell)?;
            Some((it.item.name.clone(), symbol_of(cell, &it.item.name)?))
        });
        found.collect()
    }
}

fn is_pointer(item: &Item) -> bool {
    let bare = item.signature.trim_end_matches("const").trim_end();
    bare.ends_with('*') || bare.ends_with("*__restrict")
}

/// The symbol of a variable that a cell defines.
fn symbol_of(cell: &Committed, name: &str) -> Option<String> {
    let last = name.rsplit("::").next().unwrap_or(name);
    let within = format!("{}{last}", last.len());
    let definitions = &cell.image.as_ref()?.definitions;
    let mut symbols = definitions.iter().map(|it| &it.symbol);
    let found = symbols.clone().find(|it| *it == name);
    found
        .or_else(|| symbols.find(|it| it.starts_with("_Z") && it.contains(&within)))
        .cloned()
}
