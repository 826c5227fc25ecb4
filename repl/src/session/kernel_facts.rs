//! What a kernel is, for people: its name alone at the prompt tells.

use devicecc::cell::ItemKind;
use jit_api::wire::KernelUse;

use super::Session;
use super::machine_code::Named;
use crate::workers::{KernelNeeds, Making, is_kernel};

impl Session {
    /// What a cell's text tells that is a kernel's name and no more; nothing if it is anything else.
    pub fn kernel_alone(&mut self, text: &str) -> Option<String> {
        let name = text.trim();
        let kernels = match name.ends_with('>') {
            true => self.instances_called(name),
            false if is_name(name) && self.newest_is_kernel(name) => self.kernels_named(name),
            false => Vec::new(),
        };
        if kernels.is_empty() {
            return None;
        }
        // What is compiled now is told when it has been.
        self.workers().wait_all();
        let texts: Vec<String> = kernels.iter().map(|it| self.kernel_text(it)).collect();
        Some(texts.join("\n"))
    }

    /// Is what the name means now a kernel, or a template of kernels? Read without looking at more cells than needed: any name may be asked for.
    fn newest_is_kernel(&self, name: &str) -> bool {
        let newest = |matches: &dyn Fn(&str) -> bool| {
            let items = self.cells().iter().rev().flat_map(|cell| cell.items());
            items
                .filter(|it| matches(&it.name))
                .map(|it| it.kind)
                .next()
        };
        let inner = |it: &str| it.strip_suffix(name).is_some_and(|it| it.ends_with("::"));
        let kind = newest(&|it| it == name).or_else(|| newest(&inner));
        matches!(kind, Some(ItemKind::Kernel | ItemKind::Template))
    }

    fn instances_called(&self, name: &str) -> Vec<Named> {
        let bare = |text: &str| text.replace(char::is_whitespace, "");
        let begins = name.split('<').next().unwrap_or_default();
        if !is_name(begins) || name.contains("<<<") {
            return Vec::new();
        }
        let (name, all) = (bare(name), self.known_kernels().into_iter());
        all.filter(|it| bare(&it.display) == name).collect()
    }

    fn kernel_text(&mut self, kernel: &Named) -> String {
        let mut lines = vec![self.kernel_heading(kernel)];
        match self.workers().needs_of_symbol(&kernel.symbol) {
            Some(needs) => {
                lines.push(self.resources(&needs));
                lines.extend(self.launched(&kernel.symbol));
                lines.extend(needs.making.map(|it| made_how(&it)));
            }
            None => lines.push("it could not be compiled: a launch tells why".to_owned()),
        }
        let name = &kernel.display;
        let code = match self.workers().target().forms() {
            [first, second, ..] => {
                format!("`{}`, `{}`", command(*first, name), command(*second, name))
            }
            _ => String::new(),
        };
        lines.push(format!(
            "its code: {code}; blocks that fit: `%occupancy {name}`"
        ));
        lines.join("\n  ")
    }

    /// A line for each kernel that the newest cell defines or makes of a template, with what it needs; waits until they are compiled.
    pub fn facts_of_new_kernels(&mut self) -> Vec<String> {
        let image = self.cells().last().and_then(|cell| cell.image.as_ref());
        let kernels = image.map_or(&[][..], |it| &it.kernels).iter();
        let kernels: Vec<Named> = kernels
            .filter(|it| is_kernel(&it.symbol))
            .map(|it| Named {
                symbol: it.symbol.clone(),
                display: it.display.clone(),
            })
            .collect();
        if kernels.is_empty() {
            return Vec::new();
        }
        self.workers().wait_all();
        let line = |session: &mut Session, it: &Named| {
            let needs = session.workers().needs_of_symbol(&it.symbol)?;
            let resources = session.resources(&needs);
            let making = needs.making.as_ref().map(made_how);
            let making = making.map_or_else(String::new, |it| format!("; {it}"));
            Some(format!("kernel `{}`: {resources}{making}", it.display))
        };
        kernels.iter().filter_map(|it| line(self, it)).collect()
    }

    /// How full its last launch's blocks make a multiprocessor.
    fn launched(&mut self, symbol: &str) -> Option<String> {
        // Who cannot be asked has ended, which the next cell finds out.
        self.revive().ok()?;
        let it = self.executor_mut().last_launch(symbol).ok()??;
        let extents = match it.block {
            [x, 1, 1] => x.to_string(),
            [x, y, 1] => format!("{x} x {y}"),
            [x, y, z] => format!("{x} x {y} x {z}"),
        };
        let shared = match it.shared_bytes {
            0 => String::new(),
            bytes => format!(" and {bytes} bytes of dynamic shared memory"),
        };
        let threads = if it.block == [1; 3] {
            "thread"
        } else {
            "threads"
        };
        let blocks = if it.blocks == 1 { "block" } else { "blocks" };
        Some(format!(
            "last launched with blocks of {extents} {threads}{shared}: a multiprocessor holds {} {blocks}, {} of {} warps ({} %)",
            it.blocks,
            it.warps,
            it.warps_max,
            100 * it.warps / it.warps_max.max(1)
        ))
    }

    /// Its name, signature, cell and versions.
    fn kernel_heading(&self, kernel: &Named) -> String {
        let definitions = self.definitions();
        let template = kernel.display.split('<').next().unwrap_or_default();
        let named = definitions.named(template).into_iter();
        let mut all = named.map(|at| &definitions.list()[at]);
        let of_symbol = all.clone().find(|it| it.item.symbol == kernel.symbol);
        let Some(it) = of_symbol.or_else(|| all.next_back()) else {
            return format!("kernel {}", kernel.display);
        };
        let versions = match it.version {
            0 | 1 => String::new(),
            version => format!(", version {version}"),
        };
        format!(
            "kernel {}: {}\n  {}{versions}",
            kernel.display,
            it.item.signature,
            self.render().named(it.cell)
        )
    }

    /// What the device tells of a kernel that it has loaded.
    pub(super) fn told_of(&mut self, symbol: &str) -> Option<KernelUse> {
        // Who cannot be asked has ended, which the next cell finds out.
        self.revive().ok()?;
        self.executor_mut().kernel_use(symbol).ok().flatten()
    }

    /// What it needs of the device.
    fn resources(&mut self, needs: &KernelNeeds) -> String {
        let mut parts = Vec::new();
        let told = self.told_of(&needs.symbol);
        if let Some(found) = &told {
            parts.push(format!("{} registers", found.registers));
            parts.push(match found.local_bytes {
                0 => "no spills, no local memory".to_owned(),
                bytes => format!("{bytes} bytes of local memory (spills, arrays of a thread)"),
            });
        }
        if needs.code_bytes.is_none() {
            parts.push("not yet assembled".to_owned());
        }
        parts.push(needs.shared_in_words(told.as_ref()));
        parts.push(format!("{} bytes of parameters", needs.parameter_bytes));
        if needs.max_threads > 0 {
            parts.push(format!("at most {} threads in a block", needs.max_threads));
        }
        parts.join(", ")
    }
}

/// How its code was made.
fn made_how(making: &Making) -> String {
    let milliseconds = making.took.as_secs_f64() * 1e3;
    let origin = match making.cached {
        true => "from the cache",
        false => "compiled",
    };
    let draft = match making.draft {
        true => "; a draft, until the optimised code is there",
        false => "",
    };
    format!("{}, {origin} in {milliseconds:.3} ms{draft}", making.how)
}

fn command(form: devicecc::targets::listing::Form, kernel: &str) -> String {
    format!("%{} {kernel}", form.command())
}

fn is_name(text: &str) -> bool {
    let good = |it: char| it.is_alphanumeric() || it == '_' || it == ':';
    text.starts_with(|it: char| it.is_alphabetic() || it == '_') && text.chars().all(good)
}
