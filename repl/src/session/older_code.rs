//! What older code goes on with, which the user may not expect.

use devicecc::Source;
use devicecc::cell::{BuiltIn, Cell, Item, ItemKind, OldType, Replaced};

use super::Session;
use super::definitions::Definition;
use crate::render::listed;

/// Names that a message lists at most.
const NAMES_MAX: usize = 4;

impl Session {
    /// Variables whose type has been defined anew keep the old one.
    pub(super) fn tell_old_types(&self, old: &[OldType]) {
        for variable in old {
            self.render().note(format_args!(
                "`{}` is of the `{}` of cell {}, which cell {} defines anew",
                variable.variable, variable.type_name, variable.cell, variable.newer
            ));
        }
    }

    /// What uses a variable or a function that `cell` defines with another type keeps the older one. The cell is not committed yet.
    pub(super) fn tell_kept(&self, cell: &Cell, source: &Source) {
        let keeps = |it: &Replaced| !it.followed || it.built_in != BuiltIn::Nowhere;
        if !cell.replaced.iter().any(keeps) {
            return;
        }
        for replaced in cell
            .replaced
            .iter()
            .filter(|it| it.built_in == BuiltIn::InObjects && it.followed)
        {
            self.render().note(format_args!(
                "objects that kernels have made keep the `{}` of cell {}; those that they make from now on have the new one",
                replaced.name, replaced.cell
            ));
        }
        let keeps = |it: &&Replaced| keeps(it) && it.built_in != BuiltIn::InObjects;
        let known = self.definitions();
        for replaced in cell.replaced.iter().filter(keeps) {
            let mut current = known.list().iter().enumerate().rev();
            let found = current.find(|(_, it)| {
                it.newer.is_none()
                    && (&it.item.name, &it.item.signature) == (&replaced.name, &replaced.signature)
            });
            let Some((at, older)) = found.filter(|(_, it)| is_followed_by_type(it.item)) else {
                continue;
            };
            // Each of two files keeps what is `static` in it, as programs do.
            let of_other_file = self.cells().iter().any(|it| {
                it.number == older.cell
                    && matches!((it.facts.source.origin(), source.origin()), (Source::File(then), Source::File(now)) if then != now)
            });
            if of_other_file && !replaced.followed && older.item.signature == replaced.by {
                continue;
            }
            let is_new = |item: &Item| {
                let mut items = cell.items.iter();
                items.any(|new| (&new.name, &new.signature) == (&item.name, &item.signature))
            };
            let is_gone = |item: &Item| {
                let mut gone = cell.replaced.iter().filter(|it| it.gone_from.is_some());
                gone.any(|it| (&it.name, &it.signature) == (&item.name, &item.signature))
            };
            let users = known.list().iter().filter(|it| {
                it.newer.is_none()
                    && keeps_it(it.item, older.item, replaced)
                    && !is_new(it.item)
                    && !is_gone(it.item)
                    && it.uses.iter().any(|&used| known.followed(used) == at)
            });
            let users: Vec<String> = users.map(|it| format!("`{}`", it.item.name)).collect();
            if let Some(users) = listed(&users, NAMES_MAX) {
                self.tell_users(replaced, older, &users);
            }
        }
    }

    /// Says that `users` go on with what has been replaced.
    fn tell_users(&self, replaced: &Replaced, older: &Definition<'_>, users: &str) {
        if let Some(file) = &replaced.gone_from {
            self.render().note(format_args!(
                "`{file}` has no `{}` any more; the one of cell {} is still used by {users}",
                older.item.name, older.cell
            ));
        } else if replaced.followed {
            self.render().note(format_args!(
                "the value that `{}` had is built into {users}: define again what is to have the new one",
                older.item.name
            ));
        } else {
            self.render().note(format_args!(
                "the `{}` of cell {} (`{}`) is still used by {users}: {}",
                older.item.name,
                older.cell,
                older.item.signature,
                what_differs(older.item, &replaced.by)
            ));
        }
    }
}

/// Is `user` of a kind that goes on with the older one? What templates are instantiated to later means the newer function or variable.
fn keeps_it(user: &Item, older: &Item, replaced: &Replaced) -> bool {
    match replaced.built_in {
        BuiltIn::Everywhere => true,
        BuiltIn::InDeviceCode => {
            matches!(user.kind, ItemKind::Kernel | ItemKind::DeviceFunction)
        }
        BuiltIn::Nowhere | BuiltIn::InObjects => {
            replaced.gone_from.is_some()
                || user.kind != ItemKind::Template
                || (older.kind == ItemKind::Template && older.signature == replaced.by)
        }
    }
}

/// Of types and class templates the variables made of them are told of, when they are used.
fn is_followed_by_type(item: &Item) -> bool {
    match item.kind {
        ItemKind::Type | ItemKind::Namespace | ItemKind::Macro => false,
        ItemKind::Template => !matches!(item.signature.as_str(), "" | "struct" | "class" | "union"),
        ItemKind::Kernel
        | ItemKind::DeviceFunction
        | ItemKind::DeviceVariable
        | ItemKind::Function
        | ItemKind::Variable => true,
    }
}

/// Why the newer one, whose signature is `by`, does not take its place: with the same signature it may lie in another memory space, or be a kernel; a template may
/// take newer versions of types.
fn what_differs(older: &Item, by: &str) -> &'static str {
    if older.signature != by {
        "its type has changed"
    } else if older.kind == ItemKind::Template {
        "types in it have changed"
    } else {
        "the newer one is of another kind"
    }
}
