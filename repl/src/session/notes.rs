//! What is told of a cell that the compiler rejects, and what is kept of it for who wants to read all.

use devicecc::Source;
use devicecc::cell::{Complaint, Diagnostic, ItemKind, Rejected};

use super::missing_headers::unknown_name;
use super::{Committed, Session, host_code, launch_mistakes, missing_files, misspelt};

impl Session {
    /// Tells why a cell was rejected, and what may help.
    pub(super) fn tell_rejected(&mut self, text: &str, source: &Source, rejected: Rejected) {
        let mistake = self.launch_mistake(text, &rejected);
        if let Some(mistake) = mistake {
            let cell = self.compiler().next_number();
            self.render()
                .diagnostics(&mistake.rendered(text, source, cell));
            self.newest_mut()
                .set_everything_said(Some(rejected.rendered));
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
        self.render().diagnostics(&rejected.rendered);
        let mut hints: Vec<String> = self.gone(text, source, &rejected).into_iter().collect();
        if hints.is_empty() {
            hints = self.missing_headers(text, source, &rejected);
        }
        if hints.is_empty() {
            hints.extend(misspelt::hint(text, &rejected, || self.definitions()));
        }
        hints.extend(missing_files::hint(&rejected, self.is_program(source)));
        hints.extend(host_code::hints(&rejected));
        hints.extend(own_vector_type(&rejected));
        hints.extend(reference_of_texture(&rejected));
        hints.extend(character_of_c20(&rejected));
        hints.extend(launch_mistakes::hints(&rejected, &self.definitions()));
        hints.extend(self.hint_about_last(&rejected));
        self.newest_mut().set_everything_said(None);
        if !rejected.everything.is_empty() {
            if matches!(source.origin(), Source::Prompt | Source::Notebook { .. }) {
                hints.push("`%notes` shows all that the compiler says of it".to_owned());
            }
            self.newest_mut()
                .set_everything_said(Some(rejected.everything));
        }
        for hint in hints {
            self.render().hint(hint);
        }
    }

    /// Where the first name was that clang does not know, if a file had it that was read again and has it no more, or if it was a macro.
    fn gone(&self, text: &str, source: &Source, rejected: &Rejected) -> Option<String> {
        let mut unknown = rejected.errors().filter_map(|it| unknown_name(text, it));
        unknown.find_map(|(scope, name)| {
            let full = format!("{scope}{name}");
            let is_it = |of: &str| {
                let inner = of.strip_suffix(&full);
                inner.is_some_and(|it| it.is_empty() || (scope.is_empty() && it.ends_with("::")))
            };
            let mut newest_first = self.cells().iter().rev();
            newest_first.find_map(|cell| said_of(cell, &full, is_it, source))?
        })
    }

    /// All that the compiler said of the last cell that it rejected; `None` if nothing was left out.
    pub fn everything_said(&self) -> Option<&str> {
        self.newest().everything_said()
    }
}

/// What a cell has done with an unknown name: nothing; or the outer `Some`, with what there is to say of it.
fn said_of(
    cell: &Committed,
    full: &str,
    is_it: impl Fn(&str) -> bool,
    source: &Source,
) -> Option<Option<String>> {
    let number = cell.number;
    if cell.items().iter().any(|it| is_it(&it.name)) {
        let file = cell.facts.source.file();
        let same = file.filter(|it| source.file() == Some(it));
        return Some(same.map(|it| {
            let file = it.display();
            format!("`{full}` is in the `{file}` that cell {number} loaded, and not in this one")
        }));
    }
    let mut replaced = cell.replaced().filter(|it| is_it(it.name));
    if let Some(file) = replaced.find_map(|it| it.gone_from) {
        return Some(Some(format!(
            "`{full}` was in `{file}` until cell {number}"
        )));
    }
    let mut macros = cell.facts.undefined_macros.iter();
    let was_macro = macros.any(|it| it == full);
    was_macro.then(|| Some(format!("`{full}` was a macro until cell {number}")))
}

/// `open(path.u8string().c_str())`, which gives `char` before C++20. nvcc reads programs as C++17 if nothing else is asked for.
fn character_of_c20(rejected: &Rejected) -> Option<String> {
    let mut all = rejected.diagnostics.iter();
    let is_it = |it: &str| it.contains("from 'const char8_t") && it.contains("to 'const char *'");
    all.any(|it| is_it(&it.message)).then(|| {
        "UTF-8 text is of type `char8_t` since C++20: `--std gnu++17` reads it as nvcc does"
            .to_owned()
    })
}

/// `texture<float> t;`, of programs for older versions of CUDA.
fn reference_of_texture(rejected: &Rejected) -> Option<String> {
    let mut unknown = rejected
        .errors()
        .filter(|it| it.complaint == Complaint::UnknownName);
    let is_reference = |name: &str, it: &Diagnostic| {
        it.message
            .starts_with(&format!("no template named '{name}'"))
    };
    let kind = unknown.find_map(|it| {
        ["texture", "surface"]
            .into_iter()
            .find(|name| is_reference(name, it))
    })?;
    let capital = if kind == "texture" {
        "Texture"
    } else {
        "Surface"
    };
    Some(format!(
        "{kind} references left CUDA with version 12: make a {kind} object with `cudaCreate{capital}Object`, and pass the kernel that `cuda{capital}Object_t`"
    ))
}

/// Headers for compilers without CUDA's types define them where OpenMP is on. nvcc has it off unless it is asked for.
fn own_vector_type(rejected: &Rejected) -> Option<String> {
    let errors = rejected.errors();
    let clashes = errors.filter(|it| it.complaint == Complaint::TypedefClash);
    let quoted = clashes.filter_map(|it| it.message.split('\'').nth(1));
    let mut types = quoted.filter_map(|it| it.strip_prefix("struct "));
    let is_vector = |name: &&str| name.ends_with(['1', '2', '3', '4']);
    let name = types.find(is_vector)?;
    Some(format!(
        "CUDA has `{name}` itself; if a header defines it for OpenMP, `-U_OPENMP` reads the program as nvcc does without `-fopenmp`"
    ))
}
