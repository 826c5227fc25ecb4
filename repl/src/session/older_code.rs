//! What older code goes on with, which the user may not expect.

use devicecc::cell::{Cell, Item, ItemKind, OldType};

use super::Session;
use crate::render::listed;

/// Names that a message lists at most.
const NAMES_MAX: usize = 4;

impl Session {
    /// Variables whose type has been defined anew keep the old one.
    pub(super) fn tell_old_types(&self, old: &[OldType]) {
        for variable in old {
            self.render.note(format_args!(
                "`{}` is of the `{}` of cell {}, which cell {} defines anew",
                variable.variable, variable.type_name, variable.cell, variable.newer
            ));
        }
    }

    /// What uses a variable or a function that `cell` defines with another type keeps the older one. The cell is not committed yet.
    pub(super) fn tell_kept(&self, cell: &Cell) {
        if cell.replaced.iter().all(|it| it.followed) {
            return;
        }
        let known = self.definitions();
        for replaced in cell.replaced.iter().filter(|it| !it.followed) {
            let mut current = known.list().iter().enumerate().rev();
            let found = current.find(|(_, it)| {
                it.newer.is_none()
                    && (&it.item.name, &it.item.signature) == (&replaced.name, &replaced.signature)
            });
            let Some((at, older)) = found.filter(|(_, it)| is_followed_by_type(it.item)) else {
                continue;
            };
            let is_new = |item: &Item| {
                let mut items = cell.items.iter();
                items.any(|new| (&new.name, &new.signature) == (&item.name, &item.signature))
            };
            // What templates are instantiated to later means the newer one.
            let users = known.list().iter().filter(|it| {
                it.newer.is_none()
                    && it.item.kind != ItemKind::Template
                    && !is_new(it.item)
                    && it.uses.iter().any(|&used| known.followed(used) == at)
            });
            let users: Vec<String> = users.map(|it| format!("`{}`", it.item.name)).collect();
            if let Some(users) = listed(&users, NAMES_MAX) {
                self.render.note(format_args!(
                    "the `{}` of cell {} (`{}`) is still used by {users}: {}",
                    older.item.name,
                    older.cell,
                    older.item.signature,
                    what_differs(older.item, &replaced.by)
                ));
            }
        }
    }
}

/// Of types and class templates the variables made of them are told of, when they are used.
fn is_followed_by_type(item: &Item) -> bool {
    match item.kind {
        ItemKind::Type | ItemKind::Namespace | ItemKind::Macro => false,
        ItemKind::Template => !matches!(item.signature.as_str(), "" | "struct" | "class" | "union"),
        _ => true,
    }
}

/// Why the newer one, whose signature is `by`, does not take its place: with the same signature it may lie in another memory space, or be a kernel.
fn what_differs(older: &Item, by: &str) -> &'static str {
    if older.signature == by {
        "the newer one is of another kind"
    } else {
        "its type has changed"
    }
}
