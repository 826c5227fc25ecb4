//! What is told of a cell that the compiler rejects, and what is kept of it for who wants to read all.

use devicecc::Source;
use devicecc::cell::{ItemKind, Rejected};

use super::{Session, host_code, launch_mistakes, misspelt};

impl Session {
    /// Tells why a cell was rejected, and what may help.
    pub(super) fn tell_rejected(&mut self, text: &str, source: &Source, rejected: Rejected) {
        let mistake = self.launch_mistake(text, &rejected);
        if let Some(mistake) = mistake {
            let cell = self.compiler.next_number();
            self.render
                .diagnostics(&mistake.rendered(text, source, cell));
            self.everything_said = Some(rejected.rendered);
            return;
        }
        self.tell_as_clang(text, source, rejected);
    }

    /// A mistake with the brackets of a launch or the head of a kernel, where clang has found fault with the line.
    fn launch_mistake(&self, text: &str, rejected: &Rejected) -> Option<launch_mistakes::Mistake> {
        let defined = self.definitions();
        let is_kernel = |name: &str| defined.has(name, ItemKind::Kernel);
        let mistake = launch_mistakes::found(text, is_kernel)?;
        let line = mistake.line(text);
        let mut errors = rejected.errors();
        errors.any(|it| it.line == line).then_some(mistake)
    }

    fn tell_as_clang(&mut self, text: &str, source: &Source, rejected: Rejected) {
        self.render.diagnostics(&rejected.rendered);
        let mut hints = self.missing_headers(text, &rejected);
        if hints.is_empty() {
            hints.extend(misspelt::hint(text, &rejected, || self.definitions()));
        }
        hints.extend(host_code::hints(&rejected));
        hints.extend(launch_mistakes::hints(&rejected, &self.definitions()));
        hints.extend(self.hint_about_last(&rejected));
        self.everything_said = None;
        if !rejected.everything.is_empty() {
            if matches!(source.origin(), Source::Prompt | Source::Notebook { .. }) {
                hints.push("`%notes` shows all that the compiler says of it".to_owned());
            }
            self.everything_said = Some(rejected.everything);
        }
        for hint in hints {
            self.render.hint(hint);
        }
    }

    /// All that the compiler said of the last cell that it rejected; `None` if nothing was left out.
    pub fn everything_said(&self) -> Option<&str> {
        self.everything_said.as_deref()
    }
}
