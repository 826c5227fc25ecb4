//! Notebooks as files: cells of code and of text, in three formats that can be converted to each other.

use std::path::Path;

use serde_json::{Map, Value};

mod ipynb;
mod markdown;
mod percent;
pub mod record;
pub mod run;

/// What a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It is run.
    Code,
    /// Text for people.
    Markdown,
    /// Text that nothing is done with.
    Raw,
}

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub struct NotebookCell {
    /// What it is.
    pub kind: Kind,
    /// Its text, without the last line's end.
    pub text: String,
    /// The line of the file where its text begins, from 1; of an `.ipynb`, whose lines are no text's, always 1.
    pub first_line: u32,
    /// What its mark says behind `%%`, or its heading.
    pub title: Option<String>,
    /// Of an `.ipynb`: all that it has beside these.
    pub rest: Map<String, Value>,
}

impl NotebookCell {
    fn new(kind: Kind, text: String, first_line: u32) -> NotebookCell {
        NotebookCell {
            kind,
            text,
            first_line,
            title: None,
            rest: Map::new(),
        }
    }

    /// Is it to fail? Jupyter's tag `raises-exception` says so: the others run on, and the run counts as good.
    pub fn may_fail(&self) -> bool {
        let tags = self.rest.get("metadata").and_then(|it| it.get("tags"));
        let mut tags = tags.and_then(Value::as_array).into_iter().flatten();
        tags.any(|it| it == "raises-exception")
    }
}

/// A notebook.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notebook {
    /// Its cells, in order.
    pub cells: Vec<NotebookCell>,
    /// Of an `.ipynb`: all that it has beside them.
    pub rest: Map<String, Value>,
}

/// How a notebook is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Jupyter's JSON: `.ipynb`.
    Ipynb,
    /// Source text with `// %%` marks.
    Percent,
    /// Text with fenced blocks of code: `.md`.
    Markdown,
}

impl Format {
    /// The format that a file's name tells.
    pub fn of(path: &Path) -> Format {
        match path.extension().and_then(|it| it.to_str()) {
            Some("ipynb") => Format::Ipynb,
            Some("md" | "markdown") => Format::Markdown,
            _ => Format::Percent,
        }
    }

    /// Reads a notebook. The error is for people, and does not name the file.
    pub fn read(self, text: &str) -> Result<Notebook, String> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let text = &text.replace("\r\n", "\n");
        match self {
            Format::Ipynb => ipynb::read(text),
            Format::Percent => Ok(percent::read(text)),
            Format::Markdown => Ok(markdown::read(text)),
        }
    }

    /// Writes a notebook. What the format has no place for is left out: outputs and metadata, but for an `.ipynb`.
    pub fn write(self, notebook: &Notebook) -> String {
        match self {
            Format::Ipynb => ipynb::write(notebook),
            Format::Percent => percent::write(notebook),
            Format::Markdown => markdown::write(notebook),
        }
    }
}

/// Lines without the blank ones at both ends; and how many there were before the first.
fn trimmed(lines: &[&str]) -> (String, u32) {
    let blank = |line: &&&str| line.trim().is_empty();
    let before = lines.iter().take_while(blank).count();
    let after = lines[before..].iter().rev().take_while(blank).count();
    let text = lines[before..lines.len() - after].join("\n");
    (text, before as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Notebook {
        let cell = |kind, text: &str| NotebookCell::new(kind, text.to_owned(), 1);
        let mut titled = cell(Kind::Code, "k<<<1, 1>>>();\n\n// end");
        titled.title = Some("launch it".to_owned());
        Notebook {
            cells: vec![
                cell(Kind::Markdown, "# Title\n\n- one\n- two"),
                cell(Kind::Markdown, "Another."),
                cell(Kind::Code, "__global__ void k() {}\n%who"),
                titled,
                cell(Kind::Code, "```\n\"fences\"\n```"),
                cell(Kind::Raw, "left alone"),
            ],
            rest: Map::new(),
        }
    }

    fn plain(notebook: &Notebook) -> Vec<(Kind, String)> {
        let cells = notebook.cells.iter();
        cells.map(|it| (it.kind, it.text.clone())).collect()
    }

    #[test]
    fn each_format_gives_back_what_it_was_given() {
        let notebook = example();
        for format in [Format::Ipynb, Format::Percent, Format::Markdown] {
            let written = format.write(&notebook);
            let read = format.read(&written).expect("it was just written");
            assert_eq!(plain(&read), plain(&notebook), "{format:?}:\n{written}");
            assert_eq!(format.write(&read), written, "{format:?}");
            let crlf = written.replace('\n', "\r\n");
            let read = format
                .read(&format!("\u{feff}{crlf}"))
                .expect("it is the same");
            assert_eq!(plain(&read), plain(&notebook), "{format:?} with CR LF");
        }
        let titled = Format::Percent.read(&Format::Percent.write(&notebook));
        assert_eq!(
            titled.map(|it| it.cells[3].title.clone()),
            Ok(Some("launch it".to_owned()))
        );
    }

    #[test]
    fn lines_of_cells_are_those_of_the_file() {
        for (format, text) in [
            (
                Format::Percent,
                "int a;\n\n// %% [markdown]\n// text\n\n// %% two\n\nint b;\nint c;\n",
            ),
            (
                Format::Markdown,
                "text\n\n```cuda\nint a;\n```\n\n```python\nno = 1\n```\n~~~ c++\n\nint b;\nint c;\n~~~\n",
            ),
        ] {
            let read = format.read(text).expect("it is one");
            let lines: Vec<&str> = text.lines().collect();
            let code: Vec<_> = read
                .cells
                .iter()
                .filter(|it| it.kind == Kind::Code)
                .collect();
            assert_eq!(code.len(), 2, "{read:?}");
            for cell in code {
                let first = cell.text.lines().next().unwrap_or_default();
                assert_eq!(lines[cell.first_line as usize - 1], first, "{cell:?}");
            }
        }
    }
}
