//! Commands that show values: with more elements, or as pictures by a cell that calls what `<chevron/display.h>` has.

use devicecc::Source;
use jit_api::wire::ShownMost;

use super::failed;
use crate::flow::Flow;
use crate::front::Front;
use crate::preferences::ELEMENTS_MAX;

/// Elements that `%show` shows if no number is given.
const ELEMENTS: u32 = 1000;

/// `%show EXPR [N]`
pub fn value(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let mut parts = expressions(arguments);
    let number = parts.last().filter(|_| parts.len() > 1);
    let elements = match number.map(|it| it.parse::<u32>()) {
        Some(Ok(number @ 1..=ELEMENTS_MAX)) => {
            parts.pop();
            number
        }
        None => ELEMENTS,
        Some(_) => {
            let usage = format!("usage: `%show EXPR [N]`, with N from 1 to {ELEMENTS_MAX}");
            return failed(front, &usage);
        }
    };
    if parts.len() != 1 {
        return failed(front, "usage: `%show EXPR [N]`");
    }
    front.session.show_most(ShownMost {
        elements,
        allocated: elements,
    });
    front.cell(parts.remove(0), Source::Prompt)
}

pub fn plot(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    show(front, "plot", arguments, 1..=3, "usage: `%plot EXPR [N]`")
}

pub fn image(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let usage = "usage: `%image EXPR W H [C]`, or `%image EXPR` of an array of rows";
    if expressions(arguments).len() == 2 {
        return failed(front, usage);
    }
    show(front, "image", arguments, 1..=4, usage)
}

fn show(
    front: &mut Front,
    function: &str,
    arguments: &str,
    counts: std::ops::RangeInclusive<usize>,
    usage: &str,
) -> anyhow::Result<Flow> {
    let expressions = expressions(arguments);
    if !counts.contains(&expressions.len()) {
        return failed(front, usage);
    }
    let call = format!("chevron::{function}({})", expressions.join(", "));
    front.cell(
        format!("#include <chevron/display.h>\n{call}"),
        Source::Prompt,
    )
}

/// Expressions with blanks between them. Blanks inside of brackets and quotes, and beside an operator, do not part them.
fn expressions(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in words(text) {
        let continues = found
            .last()
            .is_some_and(|before| before.ends_with(is_operator) || word.starts_with(is_operator));
        match found.last_mut().filter(|_| continues) {
            Some(before) => {
                before.push(' ');
                before.push_str(word);
            }
            None => found.push(word.to_owned()),
        }
    }
    found
}

fn is_operator(letter: char) -> bool {
    "+-*/%&|^<>=?:,!~.".contains(letter)
}

/// Parts between blanks that are in no brackets or quotes.
pub(super) fn words(text: &str) -> Vec<&str> {
    let (mut depth, mut quote, mut escaped) = (0i32, None, false);
    let parted = |letter: char| {
        if let Some(ends) = quote {
            if letter == ends && !escaped {
                quote = None;
            }
            escaped = letter == '\\' && !escaped;
            return false;
        }
        match letter {
            '"' | '\'' => quote = Some(letter),
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => return letter.is_whitespace() && depth <= 0,
        }
        false
    };
    text.split(parted).filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_part_expressions() {
        for (text, expected) in [
            ("", &[][..]),
            ("v", &["v"]),
            ("data  n", &["data", "n"]),
            ("f(a, b) 100", &["f(a, b)", "100"]),
            ("a + 1 n * 2", &["a + 1", "n * 2"]),
            ("x, y", &["x, y"]),
            ("*rows 8", &["*rows", "8"]),
            ("p w h 3", &["p", "w", "h", "3"]),
            (
                "std::vector<int>{1, 2} \"a b\"",
                &["std::vector<int>{1, 2}", "\"a b\""],
            ),
            ("m[\"a \\\" b\"] 4", &["m[\"a \\\" b\"]", "4"]),
        ] {
            assert_eq!(expressions(text), expected, "{text}");
        }
    }
}
