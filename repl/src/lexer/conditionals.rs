//! The branches of `#if`, as far as they decide which brackets are open: the first branch does, but for that of `#if 0`.

use super::directive_name;

/// One `#if`: the open brackets before it, and those after its first branch once another began.
#[derive(Clone, Debug)]
struct Conditional<B> {
    before: Vec<B>,
    after_first: Option<Vec<B>>,
    /// The branch that is being read is that of `#if 0`.
    left_out: bool,
}

/// The `#if`s that are open, outermost first.
#[derive(Clone, Debug)]
pub(super) struct Conditionals<B>(Vec<Conditional<B>>);

impl<B> Default for Conditionals<B> {
    fn default() -> Self {
        Conditionals(Vec::new())
    }
}

impl<B: Clone> Conditionals<B> {
    /// Is none open?
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads a directive; `stack`: the brackets that are open, outermost first.
    pub(super) fn directive(&mut self, text: &str, stack: &mut Vec<B>) {
        match directive_name(text) {
            "if" | "ifdef" | "ifndef" => self.0.push(Conditional {
                before: stack.clone(),
                after_first: None,
                left_out: is_never(text),
            }),
            "else" | "elif" | "elifdef" | "elifndef" => {
                if let Some(conditional) = self.0.last_mut() {
                    let after = std::mem::replace(stack, conditional.before.clone());
                    if !std::mem::take(&mut conditional.left_out) {
                        conditional.after_first.get_or_insert(after);
                    }
                }
            }
            "endif" => {
                if let Some(conditional) = self.0.pop() {
                    if conditional.left_out {
                        *stack = conditional.before;
                    } else if let Some(after) = conditional.after_first {
                        *stack = after;
                    }
                }
            }
            _ => {}
        }
    }
}

/// `#if 0`, by which people leave out what need not be code.
fn is_never(directive: &str) -> bool {
    let name = directive_name(directive);
    let condition = directive.split_once(name).map_or("", |(_, rest)| rest);
    name == "if" && matches!(condition.trim(), "0" | "false")
}
