//! The session's device code, as `%symbols` lists it: kernels, device functions, device variables.

use std::collections::HashSet;

use devicecc::cell::ItemKind;
use jit_api::wire::Space;

use super::Session;

/// The columns' heads.
const HEADS: [&str; 7] = [
    "kind",
    "name",
    "registers",
    "shared bytes",
    "local bytes",
    "bytes",
    "",
];

/// What is not known, or does not apply.
const UNKNOWN: &str = "-";

type Row = [String; HEADS.len()];

impl Session {
    /// Rows of a table, its heads first: all of the session's device symbols, or those of one name.
    pub fn device_symbols(&mut self, name: &str) -> Vec<Row> {
        let mut rows = vec![HEADS.map(str::to_owned)];
        let is_meant = |display: &str| name.is_empty() || is_named(display, name);
        rows.extend(self.kernel_rows(&is_meant));
        rows.extend(self.function_rows(&is_meant));
        rows.extend(self.variable_rows(&is_meant));
        rows
    }

    fn kernel_rows(&mut self, is_meant: &dyn Fn(&str) -> bool) -> Vec<Row> {
        // What is compiled now is listed too.
        self.workers().wait_all();
        let mut needs = self.workers().needs();
        needs.retain(|it| is_meant(&it.display));
        // Who cannot be asked has ended, which the next cell finds out.
        let asked = self.revive().is_ok();
        let rows = needs.into_iter().map(|it| {
            let told = match asked {
                true => self.executor_mut().kernel_use(&it.symbol).ok().flatten(),
                false => None,
            };
            let sizes: Vec<String> = it.parameters.iter().map(u32::to_string).collect();
            let parameters = match sizes.len() {
                0 => "no parameters".to_owned(),
                1 => format!("a parameter of {} bytes", sizes[0]),
                _ => format!("parameters of {} bytes", sizes.join(", ")),
            };
            let shared = it.shared_bytes_with(told.as_ref());
            let told_or = |number: Option<String>| number.unwrap_or(UNKNOWN.to_owned());
            [
                "kernel".to_owned(),
                it.display,
                told_or(told.map(|it| it.registers.to_string())),
                shared.to_string(),
                told_or(told.map(|it| it.local_bytes.to_string())),
                UNKNOWN.to_owned(),
                parameters,
            ]
        });
        rows.collect()
    }

    fn function_rows(&self, is_meant: &dyn Fn(&str) -> bool) -> Vec<Row> {
        let images = self.cells().iter().filter_map(|cell| cell.image());
        let with_thunks: HashSet<&str> = images
            .flat_map(|image| &image.thunks)
            .flat_map(|thunks| &thunks.functions)
            .map(String::as_str)
            .collect();
        let known = self.definitions();
        let functions = known.list().iter().filter(|it| {
            it.newer.is_none()
                && it.item.kind == ItemKind::DeviceFunction
                && is_meant(&it.item.name)
        });
        let mut rows: Vec<Row> = functions
            .map(|it| {
                let note = match with_thunks.contains(it.item.symbol.as_str()) {
                    true => format!("{}, reached by address", it.item.signature),
                    false => it.item.signature.clone(),
                };
                row("function", &it.item.name, UNKNOWN.to_owned(), note)
            })
            .collect();
        rows.sort();
        rows
    }

    fn variable_rows(&self, is_meant: &dyn Fn(&str) -> bool) -> Vec<Row> {
        let mut seen = HashSet::new();
        let images = self.cells().iter().rev().filter_map(|cell| cell.image());
        let variables = images
            .flat_map(|image| &image.variables)
            .filter(|it| is_meant(&it.display) && seen.insert(it.symbol.as_str()));
        let mut rows: Vec<Row> = variables
            .map(|it| {
                let space = match it.space {
                    Space::Device => "__device__",
                    Space::Constant => "__constant__",
                    Space::Managed => "__managed__",
                };
                row(
                    "variable",
                    &it.display,
                    it.bytes.to_string(),
                    space.to_owned(),
                )
            })
            .collect();
        rows.sort();
        rows
    }
}

fn row(kind: &str, name: &str, bytes: String, note: String) -> Row {
    let unknown = || UNKNOWN.to_owned();
    [
        kind.to_owned(),
        name.to_owned(),
        unknown(),
        unknown(),
        unknown(),
        bytes,
        note,
    ]
}

/// Is it of this name? Of an instance of a template the template's name will do, and of a name in a namespace its last part.
fn is_named(display: &str, name: &str) -> bool {
    let plain = display.split('<').next().unwrap_or(display);
    [display, plain]
        .into_iter()
        .any(|it| it == name || it.rsplit("::").next() == Some(name))
}
