//! `%who`: what the session defines, in which version, and what depends on what.

use std::collections::HashSet;

use devicecc::cell::ItemKind;

use super::state::table;
use super::{failed, told_usage};
use crate::flow::Flow;
use crate::front::Front;
use crate::session::definitions::{Definition, Definitions, Through};

/// Kinds in the order in which they are shown, with their names in the plural and the singular.
const KINDS: &[(ItemKind, &str, &str)] = &[
    (ItemKind::Kernel, "kernels", "kernel"),
    (
        ItemKind::DeviceFunction,
        "device functions",
        "device function",
    ),
    (
        ItemKind::DeviceVariable,
        "device variables",
        "device variable",
    ),
    (ItemKind::Function, "functions", "function"),
    (ItemKind::Variable, "variables", "variable"),
    (ItemKind::Type, "types", "type"),
    (ItemKind::Template, "templates", "template"),
    (ItemKind::Namespace, "namespaces", "namespace"),
    (ItemKind::Macro, "macros", "macro"),
];

const USAGE: &str = "usage: `%who [NAME|-v|-d NAME]`";

/// Lines of a definition's cell that are shown.
const TEXT_LINES_MAX: usize = 20;

pub fn who(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let (option, name) = arguments
        .split_once(char::is_whitespace)
        .unwrap_or((arguments, ""));
    let definitions = front.session.definitions();
    match (option, name.trim()) {
        ("", "") => list(front, &definitions),
        ("-v", "") => list_in_full(front, &definitions),
        ("-d", name) if !name.is_empty() => return dependencies(front, &definitions, name),
        (name, "") if !name.starts_with('-') => return about(front, &definitions, name),
        ("-v", name) => return about(front, &definitions, name),
        _ => return failed(front, USAGE),
    }
    Ok(Flow::Done)
}

/// What stands now, of one kind.
fn current<'a>(
    definitions: &'a Definitions<'a>,
    kind: ItemKind,
) -> impl Iterator<Item = &'a Definition<'a>> {
    definitions
        .list()
        .iter()
        .filter(move |it| it.newer.is_none() && it.item.kind == kind)
}

fn list(front: &Front, definitions: &Definitions) {
    let mut rows = Vec::new();
    for (kind, plural, _) in KINDS {
        let mut names: Vec<&str> = current(definitions, *kind)
            .map(|it| it.item.name.as_str())
            .collect();
        names.dedup();
        if !names.is_empty() {
            rows.push([(*plural).to_owned(), names.join(", ")]);
        }
    }
    show(front, &rows);
}

fn list_in_full(front: &Front, definitions: &Definitions) {
    let mut rows = Vec::new();
    for (kind, ..) in KINDS {
        rows.extend(current(definitions, *kind).map(|it| {
            [
                kind_name(it).to_owned(),
                it.item.name.clone(),
                format!("cell {}", it.cell),
                it.item.signature.clone(),
                remarks(definitions, it),
            ]
        }));
    }
    show(front, &rows);
}

fn show<const N: usize>(front: &Front, rows: &[[String; N]]) {
    let render = front.session.render();
    if rows.is_empty() {
        render.text("nothing is defined");
    }
    table(render, rows);
}

fn kind_name(definition: &Definition) -> &'static str {
    let kind = KINDS
        .iter()
        .find(|(kind, ..)| *kind == definition.item.kind);
    kind.map_or("", |(_, _, singular)| singular)
}

/// What is worth knowing beside name, cell and signature.
fn remarks(definitions: &Definitions, of: &Definition) -> String {
    let mut remarks = Vec::new();
    if of.version > 1 {
        remarks.push(format!("version {}", of.version));
    }
    if let Some((old, newer)) = definitions.old_type(of) {
        remarks.push(format!(
            "of the `{}` of cell {}, which cell {} defines anew",
            old.item.name, old.cell, newer.cell
        ));
    }
    remarks.join("; ")
}

/// What is meant by a name; a name that nothing has is told, with those near it.
fn known(front: &Front, definitions: &Definitions, name: &str) -> Option<Vec<usize>> {
    let of = definitions.named(name);
    if !of.is_empty() {
        return Some(of);
    }
    let render = front.session.render();
    render.error(format_args!("nothing is called `{name}`"));
    let near: Vec<String> = definitions
        .near(name)
        .iter()
        .map(|near| format!("`{near}`"))
        .collect();
    render.hint(if near.is_empty() {
        "`%who` lists what is defined".to_owned()
    } else {
        format!("did you mean {}?", near.join(" or "))
    });
    None
}

fn in_full(definitions: &Definitions, of: &[usize]) -> Vec<[String; 5]> {
    let rows = of.iter().map(|&at| {
        let it = &definitions.list()[at];
        let mut row = row(it, it.item.signature.clone());
        row[4] = remarks(definitions, it);
        row
    });
    rows.collect()
}

/// What a name is, and the text that defined it.
fn about(front: &Front, definitions: &Definitions, name: &str) -> anyhow::Result<Flow> {
    let Some(of) = known(front, definitions, name) else {
        return Ok(Flow::Failed);
    };
    let render = front.session.render();
    table(render, &in_full(definitions, &of));
    let mut numbers: Vec<u32> = of.iter().map(|&at| definitions.list()[at].cell).collect();
    numbers.dedup();
    for number in numbers {
        let cells = front.session.cells();
        let Some(cell) = cells.iter().find(|it| it.number == number) else {
            continue;
        };
        let source = &cell.facts.source;
        match source.file().and(source.place()) {
            Some(place) => render.text(format_args!("  in `{place}`")),
            None => render.text(indented(cell.text.trim_end())),
        }
    }
    Ok(Flow::Done)
}

/// The first lines of a cell's text.
fn indented(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(|line| format!("  {line}")).collect();
    let more = lines.len().saturating_sub(TEXT_LINES_MAX);
    if more > 1 {
        lines.truncate(TEXT_LINES_MAX);
        lines.push(format!("  … {more} more lines"));
    }
    lines.join("\n")
}

/// What depends on a name, and what it uses.
fn dependencies(front: &Front, definitions: &Definitions, name: &str) -> anyhow::Result<Flow> {
    let Some(of) = known(front, definitions, name) else {
        return Ok(Flow::Failed);
    };
    let mut rows = in_full(definitions, &of);
    let users = users(front, definitions, &of);
    section(&mut rows, "used by", users);
    section(&mut rows, "uses", used(definitions, &of));
    table(front.session.render(), &rows);
    Ok(Flow::Done)
}

fn row(definition: &Definition, about: String) -> [String; 5] {
    [
        kind_name(definition).to_owned(),
        definition.item.name.clone(),
        format!("cell {}", definition.cell),
        about,
        String::new(),
    ]
}

fn section(rows: &mut Vec<[String; 5]>, title: &str, entries: Vec<[String; 5]>) {
    let title = if entries.is_empty() {
        format!("{title} nothing")
    } else {
        title.to_owned()
    };
    rows.push([
        title,
        String::new(),
        String::new(),
        String::new(),
        String::new(),
    ]);
    rows.extend(entries.into_iter().map(|mut entry| {
        entry[0].insert_str(0, "  ");
        entry
    }));
}

fn users(front: &Front, definitions: &Definitions, of: &[usize]) -> Vec<[String; 5]> {
    let mut again: HashSet<String> = of
        .iter()
        .flat_map(|&at| front.session.kernels_using(definitions.list()[at].item))
        .collect();
    // A kernel is no dependent of itself.
    for &at in of {
        again.remove(&definitions.list()[at].item.name);
    }
    let mut rows = Vec::new();
    for (at, how) in definitions.dependents(of) {
        let it = &definitions.list()[at];
        let mut about = Vec::new();
        if let Through::Another(by) = how {
            about.push(format!("through `{}`", definitions.list()[by].item.name));
        }
        if let Some(cell) = kept_version(definitions, it, of) {
            about.push(format!("keeps the version of cell {cell}"));
        }
        if it.item.kind == ItemKind::Kernel && again.remove(&it.item.name) {
            about.push("is compiled again when it changes".to_owned());
        }
        rows.push(row(it, about.join(", ")));
    }
    // Kernels that no cell's text defines by this name: instances of templates.
    let mut instances: Vec<String> = again.into_iter().collect();
    instances.sort_unstable();
    rows.extend(instances.into_iter().map(|name| {
        let about = "is compiled again when it changes".to_owned();
        [
            "kernel".to_owned(),
            name,
            String::new(),
            about,
            String::new(),
        ]
    }));
    rows
}

/// The cell of an older version that `user` refers to and does not follow from.
fn kept_version(definitions: &Definitions, user: &Definition, of: &[usize]) -> Option<u32> {
    let names: Vec<&str> = of
        .iter()
        .map(|&at| definitions.list()[at].item.name.as_str())
        .collect();
    let kept = user.uses.iter().map(|&used| definitions.followed(used));
    kept.map(|at| &definitions.list()[at])
        .find(|it| it.newer.is_some() && names.contains(&it.item.name.as_str()))
        .map(|it| it.cell)
}

fn used(definitions: &Definitions, of: &[usize]) -> Vec<[String; 5]> {
    let mut seen = HashSet::new();
    let mut rows = Vec::new();
    for &at in of {
        for &used in &definitions.list()[at].uses {
            let used = definitions.followed(used);
            if !seen.insert(used) {
                continue;
            }
            let it = &definitions.list()[used];
            let about = it.newer.map_or_else(
                || it.item.signature.clone(),
                |newer| match (newer.taken_away, it.item.kind) {
                    (true, ItemKind::Macro) => format!("undefined by cell {}", newer.cell),
                    (true, _) => format!("an older version; cell {} has it no more", newer.cell),
                    (false, _) => format!("an older version; cell {} has a newer one", newer.cell),
                },
            );
            rows.push(row(it, about));
        }
    }
    rows
}

/// `%doc NAME`: what a name is, for people.
pub fn doc(front: &mut Front, name: &str) -> anyhow::Result<Flow> {
    if name.is_empty() {
        return told_usage(front, "%doc NAME");
    }
    let Some(about) = front.session.about(name) else {
        let message = format!("nothing is known of `{name}`");
        return failed(front, &message);
    };
    front.session.render().text(about.text(false));
    Ok(Flow::Done)
}
