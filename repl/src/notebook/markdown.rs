//! Markdown whose fenced blocks in CUDA, HIP or C++ are cells of code.

use super::{Kind, Notebook, NotebookCell, trimmed};

/// Words behind a fence that make its block a cell of code.
const LANGUAGES: &[&str] = &["cuda", "cu", "hip", "cpp", "c++", "cxx", "cc", "chevron"];

/// The word behind the fence of what nothing is done with.
const RAW: &str = "raw";

/// Stands between two cells of text, which would else be one.
const BETWEEN: &str = "<!-- cell -->";

/// A block under way.
struct Fence<'a> {
    mark: &'a str,
    word: &'a str,
}

/// Reads it.
pub fn read(text: &str) -> Notebook {
    let mut cells = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    let (mut fence, mut begin) = (None, 1);
    let mut add = |kind, lines: &mut Vec<&str>, begin: u32| {
        let (text, blank) = trimmed(lines);
        if kind != Kind::Markdown || !text.is_empty() {
            cells.push(NotebookCell::new(kind, text, begin + blank));
        }
        lines.clear();
    };
    for (number, line) in (1u32..).zip(text.lines()) {
        match &fence {
            None => match fence_of(line) {
                Some(found) if kind_of(found.word).is_some() => {
                    add(Kind::Markdown, &mut lines, begin);
                    (fence, begin) = (Some(found), number + 1);
                }
                // A block in another language is text.
                Some(found) => {
                    lines.push(line);
                    fence = Some(found);
                }
                None if line.trim() == BETWEEN => {
                    add(Kind::Markdown, &mut lines, begin);
                    begin = number + 1;
                }
                None => lines.push(line),
            },
            Some(open) if ends(line, open.mark) => {
                let kind = kind_of(open.word);
                match kind {
                    Some(kind) => {
                        add(kind, &mut lines, begin);
                        begin = number + 1;
                    }
                    None => lines.push(line),
                }
                fence = None;
            }
            Some(_) => lines.push(line),
        }
    }
    let kind = fence.and_then(|it| kind_of(it.word));
    add(kind.unwrap_or(Kind::Markdown), &mut lines, begin);
    Notebook {
        cells,
        ..Notebook::default()
    }
}

/// The fence that a line opens, with the first word behind it.
fn fence_of(line: &str) -> Option<Fence<'_>> {
    let rest = line.trim_start();
    let letter = rest.chars().next().filter(|it| "`~".contains(*it))?;
    let length = rest.len() - rest.trim_start_matches(letter).len();
    if length < 3 || line.len() - rest.len() > 3 {
        return None;
    }
    let (mark, said) = rest.split_at(length);
    let word = said.trim().trim_start_matches(['{', '.']);
    let word = word.split([' ', ',', '}']).next().unwrap_or_default();
    (!said.contains('`')).then_some(Fence { mark, word })
}

/// Does a line close a block that this fence opened?
fn ends(line: &str, mark: &str) -> bool {
    let line = line.trim();
    line.len() >= mark.len()
        && line.starts_with(mark)
        && line.trim_start_matches(&mark[..1]).is_empty()
}

fn kind_of(word: &str) -> Option<Kind> {
    let word = word.to_ascii_lowercase();
    match word.as_str() {
        RAW => Some(Kind::Raw),
        word if LANGUAGES.contains(&word) => Some(Kind::Code),
        _ => None,
    }
}

/// Writes it.
pub fn write(notebook: &Notebook) -> String {
    let mut text = String::new();
    let mut before = None;
    for cell in &notebook.cells {
        if !text.is_empty() {
            text.push('\n');
        }
        if cell.kind == Kind::Markdown {
            if before == Some(Kind::Markdown) {
                text += &format!("{BETWEEN}\n\n");
            }
            text += &format!("{}\n", cell.text);
        } else {
            let word = if cell.kind == Kind::Code { "cuda" } else { RAW };
            // Longer than any run of these in the text.
            let mut mark = "```".to_owned();
            while cell.text.contains(&mark) {
                mark.push('`');
            }
            text += &format!("{mark}{word}\n{}\n{mark}\n", cell.text);
        }
        before = Some(cell.kind);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_other_languages_are_text() {
        let text = "a\n```python\n```cuda\nx = 1\n```\nb\n\n````cuda\n```\nint a;\n````\n``` not a fence ```\n```{.cuda n=1}\nint b;\n";
        let read = read(text);
        let cells: Vec<_> = read
            .cells
            .iter()
            .map(|it| (it.kind, it.text.as_str()))
            .collect();
        assert_eq!(
            cells,
            [
                (Kind::Markdown, "a\n```python\n```cuda\nx = 1\n```\nb"),
                (Kind::Code, "```\nint a;"),
                (Kind::Markdown, "``` not a fence ```"),
                (Kind::Code, "int b;"),
            ]
        );
    }
}
