//! Source text with `// %%` marks, as VS Code and Jupytext write it.

use super::{Kind, Notebook, NotebookCell, trimmed};
use crate::split::is_mark;

/// Reads it. Text before the first mark is a cell too.
pub fn read(text: &str) -> Notebook {
    let mut cells = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    let (mut mark, mut begin) = (None, 1);
    for (number, line) in (1u32..).zip(text.lines()) {
        if is_mark(line) {
            cells.extend(cell(mark, &lines, begin));
            (mark, begin) = (Some(line), number + 1);
            lines.clear();
        } else {
            lines.push(line);
        }
    }
    cells.extend(cell(mark, &lines, begin));
    Notebook {
        cells,
        ..Notebook::default()
    }
}

/// The cell of these lines; none if there is nothing in it and no mark begins it.
fn cell(mark: Option<&str>, lines: &[&str], begin: u32) -> Option<NotebookCell> {
    let said = mark
        .and_then(|it| it.split_once("%%"))
        .map_or("", |it| it.1);
    let mut said = said.trim();
    let mut kind = Kind::Code;
    for (name, named) in [
        ("[markdown]", Kind::Markdown),
        ("[md]", Kind::Markdown),
        ("[raw]", Kind::Raw),
    ] {
        if let Some(rest) = said.strip_prefix(name) {
            (kind, said) = (named, rest.trim());
        }
    }
    let (text, blank) = match kind {
        Kind::Code => trimmed(lines),
        Kind::Markdown | Kind::Raw => {
            let lines: Vec<&str> = lines.iter().map(|it| without_comment(it)).collect();
            trimmed(&lines)
        }
    };
    if mark.is_none() && text.is_empty() {
        return None;
    }
    let mut cell = NotebookCell::new(kind, text, begin + blank);
    cell.title = (!said.is_empty()).then(|| said.to_owned());
    Some(cell)
}

fn without_comment(line: &str) -> &str {
    match line.strip_prefix("//") {
        Some(rest) => rest.strip_prefix(' ').unwrap_or(rest),
        None => line,
    }
}

/// Writes it.
pub fn write(notebook: &Notebook) -> String {
    let mut text = String::new();
    for cell in &notebook.cells {
        if !text.is_empty() {
            text.push('\n');
        }
        text += "// %%";
        text += match cell.kind {
            Kind::Code => "",
            Kind::Markdown => " [markdown]",
            Kind::Raw => " [raw]",
        };
        if let Some(title) = &cell.title {
            text += &format!(" {title}");
        }
        text.push('\n');
        for line in cell.text.lines() {
            text += &match cell.kind {
                Kind::Code => line.to_owned(),
                Kind::Markdown | Kind::Raw => format!("// {line}").trim_end().to_owned(),
            };
            text.push('\n');
        }
    }
    text
}
