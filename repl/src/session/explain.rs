//! What is kept of failures and of kernels that were compiled again, for `%explain`.

use devicecc::cell::ItemKind;

use super::Session;
use super::definitions::{Definitions, Through};
pub use super::parts::troubles::{Failed, Trouble};
use crate::lexer::{TokenKind, tokens};

/// Names that are told of a cell.
const NAMES_MAX: usize = 24;

impl Session {
    /// The newest failure.
    pub fn last_failure(&self) -> Option<Failed> {
        self.troubles().last().cloned()
    }

    /// Why a kernel was compiled again, oldest first: which cell defined what it uses anew.
    pub fn why_compiled_again(&self, kernel: &str) -> Vec<String> {
        let bare = kernel.split('<').next().unwrap_or_default();
        let is_it = |name: &String| name == kernel || name.split('<').next() == Some(bare);
        let cells =
            { self.troubles().again().iter() }.filter(|(_, kernels)| kernels.iter().any(is_it));
        let definitions = self.definitions();
        cells
            .filter(|(cell, _)| self.cells().numbered(*cell).is_some())
            .map(|(cell, _)| {
                let of = self.render().named(*cell);
                match changed_for(&definitions, *cell, bare) {
                    changed if changed.is_empty() => {
                        format!("{kernel} was compiled again for {of}")
                    }
                    changed => format!(
                        "{kernel} was compiled again for {of}, which defines {} anew",
                        changed.join(", ")
                    ),
                }
            })
            .collect()
    }

    /// The session's names that a cell's text has, and where its pointers lead now.
    pub fn touched(&mut self, text: &str) -> anyhow::Result<Vec<String>> {
        let memory = self.memory()?;
        let definitions = self.definitions();
        let mut told: Vec<(String, String)> = Vec::new();
        for token in tokens(text) {
            let name = token.text(text);
            if token.kind != TokenKind::Word
                || told.len() == NAMES_MAX
                || told.iter().any(|(known, _)| known == name)
            {
                continue;
            }
            let Some(&at) = definitions.named(name).last() else {
                continue;
            };
            let it = &definitions.list()[at];
            let kind = match it.item.kind {
                ItemKind::Kernel => "kernel",
                ItemKind::DeviceFunction => "device function",
                ItemKind::DeviceVariable => "device variable",
                ItemKind::Function => "function",
                ItemKind::Variable => "variable",
                ItemKind::Template => "template",
                ItemKind::Macro => "macro",
                ItemKind::Type | ItemKind::Namespace => continue,
            };
            let mut line = format!("{name}: {kind} of {}", self.render().named(it.cell));
            if let Some((_, value)) = memory.pointers.iter().find(|(of, _)| *of == it.item.name) {
                line += &leads(*value, memory.live.as_deref());
            }
            told.push((name.to_owned(), line));
        }
        Ok(told.into_iter().map(|(_, line)| line).collect())
    }
}

/// Where a pointer leads.
fn leads(value: u64, live: Option<&[super::memory_use::Held]>) -> String {
    let within = live.and_then(|all| {
        let mut allocations = all.iter().map(|it| &it.allocation);
        allocations.find(|it| (it.address..it.address + it.bytes.max(1)).contains(&value))
    });
    match (value, within, live) {
        (0, ..) => "; it is null".to_owned(),
        (_, Some(it), _) => {
            let offset = match value - it.address {
                0 => String::new(),
                offset => format!("{offset} bytes into "),
            };
            let made = match it.cell {
                0 => String::new(),
                cell => format!(", made by cell {cell}"),
            };
            format!("; it leads {offset}to {} bytes{made}", it.bytes)
        }
        (_, None, Some(_)) => {
            format!("; it holds {value:#x}, where the runtime has allocated nothing")
        }
        (_, None, None) => format!("; it holds {value:#x}"),
    }
}

/// What a cell defines that a kernel uses, itself or by another one.
fn changed_for(definitions: &Definitions, cell: u32, kernel: &str) -> Vec<String> {
    let list = definitions.list();
    let of_cell = (0..list.len()).filter(|&at| list[at].cell == cell);
    of_cell
        .filter_map(|at| {
            let dependents = definitions.dependents(&[at]);
            let found = dependents.iter().find(|(user, _)| {
                let name = &list[*user].item.name;
                name == kernel || name.rsplit("::").next() == Some(kernel)
            })?;
            let name = &list[at].item.name;
            Some(match found.1 {
                Through::Directly => format!("`{name}`"),
                Through::Another(by) => format!("`{name}` (used by `{}`)", list[by].item.name),
            })
        })
        .collect()
}
