//! Jupyter's notebooks, in the format that nbformat calls 4: <https://nbformat.readthedocs.io/en/latest/format_description.html>.

use serde_json::{Map, Value, json};

use super::{Kind, Notebook, NotebookCell};

/// Languages of kernels whose cells are this one's.
const OURS: &[&str] = &[
    "c++", "cpp", "c++17", "c++20", "c++23", "cuda", "cu", "hip", "c",
];

/// Reads one. The error is for people.
pub fn read(text: &str) -> Result<Notebook, String> {
    let whole: Value =
        serde_json::from_str(text).map_err(|error| format!("it is no notebook: {error}"))?;
    let Value::Object(mut rest) = whole else {
        return Err("it is no notebook: its JSON is no object".to_owned());
    };
    match rest.get("nbformat").and_then(Value::as_u64) {
        Some(4) => {}
        Some(older @ 1..4) => {
            return Err(format!(
                "its format is nbformat {older}, and only 4 is read: `jupyter nbconvert --to notebook` converts it"
            ));
        }
        Some(newer) => {
            return Err(format!(
                "its format is nbformat {newer}, and only 4 is read"
            ));
        }
        None => return Err("it is no notebook: it has no `nbformat`".to_owned()),
    }
    refuse_other_languages(&rest)?;
    let Some(Value::Array(found)) = rest.remove("cells") else {
        return Err("it is no notebook: it has no list of cells".to_owned());
    };
    let cells = (1..).zip(found).map(|(number, cell)| {
        let broken = |what: &str| format!("its cell {number} {what}");
        let Value::Object(mut rest) = cell else {
            return Err(broken("is no object"));
        };
        let kind = match rest.remove("cell_type").as_ref().and_then(Value::as_str) {
            Some("code") => Kind::Code,
            Some("markdown") => Kind::Markdown,
            Some("raw") => Kind::Raw,
            _ => return Err(broken("has no type that is known: code, markdown or raw")),
        };
        let text = text_of(rest.remove("source")).ok_or_else(|| broken("has no text"))?;
        let title = rest
            .get("metadata")
            .and_then(|it| it.get("title"))
            .and_then(Value::as_str);
        let title = title.map(str::to_owned);
        let mut cell = NotebookCell::new(kind, text, 1);
        (cell.title, cell.rest) = (title, rest);
        Ok(cell)
    });
    Ok(Notebook {
        cells: cells.collect::<Result<_, _>>()?,
        rest,
    })
}

fn refuse_other_languages(rest: &Map<String, Value>) -> Result<(), String> {
    let metadata = rest.get("metadata");
    let of = |part: &str, name: &str| metadata.and_then(|it| it.get(part)?.get(name)?.as_str());
    let language = of("kernelspec", "language").or_else(|| of("language_info", "name"));
    let Some(other) = language.filter(|it| !OURS.contains(&it.to_ascii_lowercase().as_str()))
    else {
        return Ok(());
    };
    Err(format!(
        "its cells are in {other}; a Python notebook runs CUDA C++ in `%%chevron` cells, after `%load_ext chevron`"
    ))
}

/// The text of a `source`: a string, or a list of lines with their ends.
fn text_of(source: Option<Value>) -> Option<String> {
    match source? {
        Value::String(text) => Some(text),
        Value::Array(lines) => lines.iter().map(Value::as_str).collect(),
        _ => None,
    }
}

/// Writes one.
pub fn write(notebook: &Notebook) -> String {
    let cells: Vec<Value> = (1..)
        .zip(&notebook.cells)
        .map(|(number, it)| written(number, it))
        .collect();
    let mut whole = notebook.rest.clone();
    whole.insert("cells".to_owned(), Value::Array(cells));
    whole.entry("metadata").or_insert_with(|| {
        json!({
            "kernelspec": {"display_name": "Chevron (CUDA C++)", "language": "c++", "name": "chevron"},
            "language_info": {"file_extension": ".cu", "mimetype": "text/x-c++src", "name": "c++"},
        })
    });
    whole.entry("nbformat").or_insert(json!(4));
    whole.entry("nbformat_minor").or_insert(json!(5));
    let mut text = Vec::new();
    // As nbformat writes it: one blank a level, so that a change of a cell is a change of few lines.
    let formatter = serde_json::ser::PrettyFormatter::with_indent(b" ");
    let mut serializer = serde_json::Serializer::with_formatter(&mut text, formatter);
    // Writing JSON to memory cannot fail: all keys are strings.
    let _ = serde::Serialize::serialize(&Value::Object(whole), &mut serializer);
    text.push(b'\n');
    String::from_utf8_lossy(&text).into_owned()
}

fn written(number: usize, cell: &NotebookCell) -> Value {
    let mut fields = cell.rest.clone();
    let kind = match cell.kind {
        Kind::Code => "code",
        Kind::Markdown => "markdown",
        Kind::Raw => "raw",
    };
    fields.insert("cell_type".to_owned(), json!(kind));
    let lines: Vec<&str> = cell.text.split_inclusive('\n').collect();
    fields.insert("source".to_owned(), json!(lines));
    let metadata = fields.entry("metadata").or_insert_with(|| json!({}));
    if let (Some(title), Value::Object(metadata)) = (&cell.title, metadata) {
        metadata.insert("title".to_owned(), json!(title));
    }
    fields
        .entry("id")
        .or_insert_with(|| json!(format!("cell-{number}")));
    if cell.kind == Kind::Code {
        fields.entry("outputs").or_insert_with(|| json!([]));
        fields.entry("execution_count").or_insert(Value::Null);
    }
    Value::Object(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_notebook_is_told() {
        for (text, said) in [
            ("", "it is no notebook: EOF"),
            ("[]", "no object"),
            ("{}", "no `nbformat`"),
            ("{\"nbformat\": 3, \"worksheets\": []}", "nbformat 3"),
            ("{\"nbformat\": 5, \"cells\": []}", "nbformat 5"),
            ("{\"nbformat\": 4}", "no list of cells"),
            ("{\"nbformat\": 4, \"cells\": [1]}", "cell 1 is no object"),
            (
                "{\"nbformat\": 4, \"cells\": [{\"cell_type\": \"heading\"}]}",
                "cell 1 has no type",
            ),
            (
                "{\"nbformat\": 4, \"cells\": [{\"cell_type\": \"code\", \"source\": 7}]}",
                "cell 1 has no text",
            ),
            (
                "{\"nbformat\": 4, \"cells\": [], \"metadata\": {\"kernelspec\": {\"language\": \"python\"}}}",
                "in python",
            ),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(said), "{text}: {error}");
        }
    }

    #[test]
    fn what_is_unknown_is_kept() {
        let text = r#"{"cells": [{"cell_type": "code", "source": ["a\n", "b"], "metadata": {"tags": ["x"]}, "id": "q", "outputs": [], "execution_count": 4, "extra": 1}],
            "metadata": {"authors": ["me"]}, "nbformat": 4, "nbformat_minor": 2}"#;
        let notebook = read(text).expect("it is one");
        assert_eq!(notebook.cells[0].text, "a\nb");
        let again: Value = serde_json::from_str(&write(&notebook)).expect("it is JSON");
        assert_eq!(
            again,
            serde_json::from_str::<Value>(text).expect("it is JSON")
        );
    }
}
