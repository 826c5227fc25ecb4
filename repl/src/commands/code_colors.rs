//! Colours of assembly and IR.

const COMMENT: &str = "\x1b[2m";
const SOURCE: &str = "\x1b[36m";
const LABEL: &str = "\x1b[33m";
const DIRECTIVE: &str = "\x1b[35m";
const INSTRUCTION: &str = "\x1b[34m";
const ADDED: &str = "\x1b[32m";
const REMOVED: &str = "\x1b[31m";
const RESET: &str = "\x1b[0m";

/// The text with colour codes; with the codes taken out it is the same text.
pub fn colored(text: &str, comment: &str, is_difference: bool) -> String {
    let lines = text.lines().map(|line| match is_difference {
        true => of_difference(line),
        false => of_code(line, comment),
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn of_difference(line: &str) -> String {
    match line.as_bytes().first() {
        Some(b'+') => format!("{ADDED}{line}{RESET}"),
        Some(b'-') => format!("{REMOVED}{line}{RESET}"),
        Some(b'@') => format!("{COMMENT}{line}{RESET}"),
        _ => line.to_owned(),
    }
}

fn of_code(line: &str, comment: &str) -> String {
    let indented = line.len() - line.trim_start().len();
    let (indent, text) = line.split_at(indented);
    if text.starts_with(comment) {
        // Those at a line's begin tell of the source, the others are LLVM's.
        let color = if indent.is_empty() { SOURCE } else { COMMENT };
        return format!("{indent}{color}{text}{RESET}");
    }
    let (code, behind) = match text.find(comment) {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    let code = match code.trim_end() {
        "" => String::new(),
        it if it.ends_with(':') => format!("{LABEL}{code}{RESET}"),
        it if it.starts_with('.') => first_word(code, DIRECTIVE),
        it if indent.is_empty() && !it.starts_with('@') => code.to_owned(),
        _ => instruction(code),
    };
    match behind {
        "" => format!("{indent}{code}"),
        _ => format!("{indent}{code}{COMMENT}{behind}{RESET}"),
    }
}

/// An instruction, which may have an address or a predicate before it, or the register that it gives.
fn instruction(code: &str) -> String {
    let mut begin = 0;
    for word in code.split_inclusive(char::is_whitespace) {
        let bare = word.trim_end();
        let before = bare.starts_with("/*") || bare.starts_with('@') || bare.is_empty();
        let result = bare == "=" || (bare.starts_with('%') && code[begin..].contains(" = "));
        if !before && !result {
            break;
        }
        begin += word.len();
    }
    let (before, rest) = code.split_at(begin);
    format!("{before}{}", first_word(rest, INSTRUCTION))
}

fn first_word(text: &str, color: &str) -> String {
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    format!("{color}{word}{RESET}{rest}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::without_colors;

    #[test]
    fn colours_change_no_letter() {
        for (text, comment) in [
            (
                "// cell 1:2  x\n.version 8.0\n$L__BB0_1:\n\t@%p1 bra \t$L__BB0_2;\n\tret; // x",
                "//",
            ),
            ("# a\nk:\n\tmovl %eax, %ebx # b\n.LCPI0_0:\n", "#"),
            (
                "define void @k() {\n  %1 = load i32, ptr %p\n  ret void\n}",
                ";",
            ),
            ("\t/*0000*/ @P0 EXIT ;\n", "//"),
        ] {
            let lines: Vec<&str> = text.lines().collect();
            assert_eq!(
                without_colors(&colored(text, comment, false)),
                lines.join("\n")
            );
        }
        assert_eq!(
            instruction("@%p1 bra x"),
            format!("@%p1 {INSTRUCTION}bra{RESET} x")
        );
        assert_eq!(
            instruction("%1 = load i32"),
            format!("%1 = {INSTRUCTION}load{RESET} i32")
        );
        assert_eq!(
            without_colors(&colored("+a\n-b\n c", "//", true)),
            "+a\n-b\n c"
        );
    }
}
