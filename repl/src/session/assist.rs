//! What helps while one types: how a name goes on, what a call takes, what a name is.

use std::collections::BTreeSet;

use devicecc::assist::{Declaration, Proposal};

use self::call::Call;
use super::Session;
use crate::lexer::words;
use crate::workers::KernelNeeds;

mod call;
#[cfg(test)]
#[path = "assist/tests.rs"]
mod of_sessions;

/// What a launch takes between its brackets.
const LAUNCH: &str = "grid, block[, shared bytes[, stream]]";

/// Threads in a block at most, on every device that there is: CUDA's Programming Guide, technical specifications by compute capability.
const THREADS_OF_BLOCK_MAX: u32 = 1024;

/// The parts of `LAUNCH` that are a parameter each.
const LAUNCH_PARAMETERS: [&str; 4] = ["grid", "block", "shared bytes", "stream"];

/// One way to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// What replaces the text from `Completion::begin` to the cursor.
    pub text: String,
    /// What is shown for it, a function's signature say; the text itself if nothing else is known.
    pub label: String,
    /// What it is, in a word for a list: `function`, `kernel`, `type`, `variable`, `member`, `keyword`, `macro`, `namespace`, `command`, `file`.
    pub kind: &'static str,
}

/// The ways in which a text goes on at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// Where what is replaced begins, as a byte of the text; it ends at the cursor.
    pub begin: usize,
    /// The ways, best first.
    pub candidates: Vec<Candidate>,
}

/// What can be called where the cursor stands within the parentheses of a call, or within `<<<` of a launch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signatures {
    /// The overloads, best first: the text, and the bytes of it that are each parameter.
    pub overloads: Vec<(String, Vec<std::ops::Range<usize>>)>,
    /// The parameter that is being typed, from 0.
    pub parameter: usize,
}

/// What a name is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The declarations, as C++ has them; several for overloads.
    pub declarations: Vec<String>,
    /// The comment before the newest definition, without its marks.
    pub documentation: Option<String>,
    /// More lines for people: the cell or file, registers and shared memory of a kernel.
    pub facts: Vec<String>,
    /// The newest definition's text, if a cell has it.
    pub source: Option<String>,
}

impl About {
    /// All of it for a person, with its source if that is wanted.
    pub fn text(&self, with_source: bool) -> String {
        let mut parts = vec![self.declarations.join("\n")];
        parts.extend(self.documentation.clone());
        parts.push(self.facts.join("\n"));
        parts.extend(self.source.clone().filter(|_| with_source));
        parts.retain(|it| !it.trim().is_empty());
        parts.join("\n\n")
    }
}

impl Session {
    /// How a cell's text goes on at a place (a byte of it).
    pub fn complete(&mut self, text: &str, position: usize) -> Completion {
        let position = on_boundary(text, position);
        let typed = &text[..position];
        let begin = word_begin(typed);
        let word = &typed[begin..];
        let mut proposals = self.compiler_mut().complete(text, position);
        if proposals.is_empty() {
            proposals = self.known_names(&typed[..begin], word);
        }
        // Names that end here are no way to go on, but what they take is worth showing.
        proposals.retain(|it| it.name != word || it.label != it.name);
        proposals.sort_by(|a, b| sort_key(a).cmp(&sort_key(b)));
        proposals.dedup_by(|a, b| a.name == b.name && a.label == b.label);
        let candidates = proposals.into_iter().map(|it| Candidate {
            text: it.name,
            label: it.label,
            kind: kind_word(&it.kind),
        });
        Completion {
            begin,
            candidates: candidates.collect(),
        }
    }

    /// Where clang knows nothing: the session's names and keywords, by what is typed of them.
    fn known_names(&self, before: &str, word: &str) -> Vec<Proposal> {
        let before = before.trim_end();
        let member = [".", "->", "::"].iter().any(|it| before.ends_with(it));
        let literal = Call::is_in_literal(before);
        if word.is_empty() || member || literal || is_directive(before) {
            return Vec::new();
        }
        let items = self.cells().iter().flat_map(|cell| cell.items());
        let names: BTreeSet<&str> = items.map(|item| item.name.as_str()).collect();
        let keywords = words::NEVER_LAST.iter().chain(words::OTHER_KEYWORDS);
        let names = names.into_iter().map(|it| (it, "variable", 0));
        let all = names.chain(keywords.map(|it| (*it, "keyword", 2)));
        all.filter(|(name, ..)| name.starts_with(word))
            .map(|(name, kind, rank)| Proposal {
                kind: kind.to_owned(),
                name: name.to_owned(),
                label: name.to_owned(),
                rank,
            })
            .collect()
    }

    /// What can be called at a place of a cell's text.
    pub fn signatures(&mut self, text: &str, position: usize) -> Signatures {
        let typed = &text[..on_boundary(text, position)];
        match Call::around(typed) {
            None => Signatures::default(),
            Some(Call::Launch { kernel, argument }) => {
                let mut signatures = launch(kernel, argument);
                for (text, _) in &mut signatures.overloads {
                    *text += &self.limits_of_launch(kernel);
                }
                signatures
            }
            Some(Call::Function {
                bracket,
                argument_begin,
            }) => {
                // What is typed of the argument may be no expression yet.
                let mut asked = typed[..argument_begin].to_owned();
                let (mut overloads, mut parameter) =
                    self.compiler_mut().signatures(&asked, argument_begin);
                if overloads.is_empty() && asked[bracket..].starts_with('{') {
                    // Of a variable in braces clang tells nothing; in parentheses it has the same constructors.
                    asked.replace_range(bracket..=bracket, "(");
                    (overloads, parameter) = self.compiler_mut().signatures(&asked, argument_begin);
                }
                let overloads = overloads.into_iter().map(|it| (it.text, it.parameters));
                Signatures {
                    overloads: overloads.collect(),
                    parameter,
                }
            }
        }
    }

    /// What a name is, or an expression that ends with one, such as `v.size`; `None` if nothing is known of it.
    pub fn about(&mut self, name: &str) -> Option<About> {
        let name = asked_name(name);
        if name.is_empty() {
            return None;
        }
        let declarations = self.compiler_mut().declarations(name);
        let mut about = About {
            facts: self.facts_of(name, &declarations),
            source: self.source_of(name),
            ..About::default()
        };
        for declaration in declarations {
            if !declaration.comment.is_empty() && about.documentation.is_none() {
                about.documentation = Some(declaration.comment);
            }
            if !about.declarations.contains(&declaration.text) {
                about.declarations.push(declaration.text);
            }
        }
        (!about.declarations.is_empty() || about.source.is_some()).then_some(about)
    }

    /// Where a name comes from, its versions, and what its kernels need.
    fn facts_of(&mut self, name: &str, declarations: &[Declaration]) -> Vec<String> {
        let mut facts = Vec::new();
        let mut kernels = Vec::new();
        let definitions = self.definitions();
        let of = definitions.named(name);
        for &at in &of {
            let it = &definitions.list()[at];
            let versions = match it.version {
                0 | 1 => String::new(),
                version => format!(", version {version}"),
            };
            facts.push(format!("cell {}{versions}", it.cell));
            kernels.extend(self.workers().needs_of(&it.item.name));
        }
        let is_of_session = !of.is_empty();
        facts.extend(kernels.into_iter().map(|it| self.facts_of_kernel(&it)));
        for declaration in declarations {
            let is_cell = declaration.file.starts_with("cell ");
            if declaration.file.is_empty() || (is_cell && is_of_session) {
                continue;
            }
            facts.push(match is_cell {
                true => format!("{}, line {}", declaration.file, declaration.line),
                false => place(declaration),
            });
        }
        let mut seen = BTreeSet::new();
        facts.retain(|it| seen.insert(it.clone()));
        facts
    }

    /// What a kernel's newest code needs, as far as it has been compiled and the device says.
    fn facts_of_kernel(&mut self, kernel: &KernelNeeds) -> String {
        let mut needs = Vec::new();
        let told = self.told_of(&kernel.symbol);
        if let Some(found) = &told {
            needs.push(format!("{} registers", found.registers));
            needs.push(format!("{} bytes of local memory", found.local_bytes));
        }
        needs.push(kernel.shared_in_words(told.as_ref()));
        needs.push(format!("{} bytes of parameters", kernel.parameter_bytes));
        if kernel.max_threads > 0 {
            needs.push(format!("at most {} threads in a block", kernel.max_threads));
        }
        if kernel.runs_threads {
            needs.push("its threads wait for each other".to_owned());
        }
        if let Some(bytes) = kernel.code_bytes {
            needs.push(format!("{bytes} bytes of code"));
        }
        format!("kernel `{}`: {}", kernel.display, needs.join(", "))
    }

    /// What a launch of a kernel must keep to, as far as the kernel has been compiled: behind a signature, in few words.
    fn limits_of_launch(&mut self, name: &str) -> String {
        let Some(kernel) = self.workers().needs_of(name).into_iter().next() else {
            return String::new();
        };
        let threads = match kernel.max_threads {
            0 => THREADS_OF_BLOCK_MAX,
            bound => bound,
        };
        let mut limits = format!("  ≤ {threads} threads");
        // Who cannot be asked has ended, which the next cell finds out.
        let told = self
            .executor_mut()
            .kernel_use(&kernel.symbol)
            .ok()
            .flatten();
        let shared = kernel.shared_bytes_with(told.as_ref());
        if shared > 0 {
            limits += &format!(", {shared} B shared");
        }
        if let Some(found) = told {
            limits += &format!(", {} registers", found.registers);
        }
        limits
    }

    /// The text of the cell that has the newest definition of a name.
    fn source_of(&self, name: &str) -> Option<String> {
        let definitions = self.definitions();
        let newest = definitions.named(name).last().copied()?;
        let number = definitions.list()[newest].cell;
        let cell = self.cells().numbered(number)?;
        Some(cell.text.trim_end().to_owned())
    }
}

/// The place, or the nearest one before it that is between two characters of the text.
fn on_boundary(text: &str, position: usize) -> usize {
    let position = position.min(text.len());
    (0..=position)
        .rev()
        .find(|it| text.is_char_boundary(*it))
        .unwrap_or(0)
}

/// Where the name, or the part of a header's path, begins that ends a text.
fn word_begin(typed: &str) -> usize {
    let line = typed.rsplit('\n').next().unwrap_or(typed);
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let of_header = is_directive(line) && line.contains("include") && line.contains(['<', '"']);
    let before = match of_header {
        true => typed.rfind(['<', '"', '/']),
        false => typed.rfind(|c: char| !part(c)),
    };
    before.map_or(0, |at| {
        at + typed[at..].chars().next().map_or(1, char::len_utf8)
    })
}

fn is_directive(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or(before);
    line.trim_start().starts_with('#')
}

/// Best first.
fn sort_key(proposal: &Proposal) -> (u32, String, &str, usize, &str) {
    (
        proposal.rank,
        proposal.name.to_lowercase(),
        &proposal.name,
        proposal.label.len(),
        &proposal.label,
    )
}

fn kind_word(kind: &str) -> &'static str {
    const KINDS: [&str; 9] = [
        "function",
        "kernel",
        "type",
        "member",
        "keyword",
        "macro",
        "namespace",
        "file",
        "variable",
    ];
    KINDS
        .into_iter()
        .find(|it| *it == kind)
        .unwrap_or("variable")
}

/// What is meant by a name as people ask for it: `f(`, `f()`, `?f` and `f?` are `f`.
fn asked_name(name: &str) -> &str {
    let name = name.trim().trim_matches('?').trim();
    let name = name.strip_suffix("()").unwrap_or(name);
    name.trim_end_matches(['(', ';', '<', ' '])
}

/// Where a header declares it. The embedded ones are in no directory that one could look into.
fn place(declaration: &Declaration) -> String {
    let (file, line) = (&declaration.file, declaration.line);
    match file.strip_prefix("/chevron/include/") {
        Some(embedded) => format!("`<{embedded}>` of Chevron, line {line}"),
        None => format!("{file}:{line}"),
    }
}

/// The signature of a launch's brackets.
fn launch(kernel: &str, argument: usize) -> Signatures {
    let before = format!("{kernel}<<<");
    let parameters = LAUNCH_PARAMETERS.map(|parameter| {
        let begin = before.len() + LAUNCH.find(parameter).unwrap_or_default();
        begin..begin + parameter.len()
    });
    Signatures {
        overloads: vec![(format!("{before}{LAUNCH}>>>"), parameters.to_vec())],
        parameter: argument,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_begin_after_what_is_no_part_of_them() {
        for (typed, word) in [
            ("std::ve", "ve"),
            ("a.b", "b"),
            ("p->", ""),
            ("x = größe", "größe"),
            ("#include <cooperative_gr", "cooperative_gr"),
            ("#include <sys/ty", "ty"),
            ("#include \"a-b", "a-b"),
            ("int a;\n# include <x.h", "x.h"),
            ("f(1) <", ""),
        ] {
            assert_eq!(&typed[word_begin(typed)..], word, "{typed}");
        }
    }

    #[test]
    fn a_launch_names_its_parameters() {
        let made = launch("k", 2);
        let (text, parameters) = &made.overloads[0];
        assert_eq!(text, "k<<<grid, block[, shared bytes[, stream]]>>>");
        let named: Vec<&str> = parameters.iter().map(|it| &text[it.clone()]).collect();
        assert_eq!(named, LAUNCH_PARAMETERS);
        assert_eq!(made.parameter, 2);
    }

    #[test]
    fn names_are_asked_for_in_many_ways() {
        for asked in ["f", "?f", "f?", " f( ", "f()", "f;"] {
            assert_eq!(asked_name(asked), "f");
        }
        assert_eq!(asked_name("v.size()"), "v.size");
    }
}
