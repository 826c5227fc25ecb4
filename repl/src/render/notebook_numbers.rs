//! Cells in messages by the numbers that a notebook shows, in the place of the session's own.

use std::collections::BTreeMap;

use super::OF_NOTEBOOK;

/// A message with `cell [7]` for `cell 3`. `places`: where cells are from.
pub fn in_place_of_own(text: &str, places: &BTreeMap<u32, String>) -> String {
    let mut parts = text.split("cell ");
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|it: char| !it.is_ascii_digit());
        let (number, rest) = part.split_at(end.unwrap_or(part.len()));
        let place = number.parse().ok().and_then(|it: u32| places.get(&it));
        match place.filter(|it| it.starts_with(OF_NOTEBOOK)) {
            Some(place) if !result.ends_with(char::is_alphanumeric) => result += place,
            _ => result += &format!("cell {number}"),
        }
        result += rest;
    }
    ranges_in_place_of_own(&result, places)
}

/// A text with `cells [7] to [9]` in the place of `cells 3 to 5`.
fn ranges_in_place_of_own(text: &str, places: &BTreeMap<u32, String>) -> String {
    let number = |text: &str| {
        let place = places.get(&text.parse().ok()?)?;
        Some(place.strip_prefix("cell ")?.to_owned()).filter(|it| it.starts_with('['))
    };
    let mut parts = text.split("cells ");
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let range = part.split_once(" to ").and_then(|(first, rest)| {
            let end = rest.find(|it: char| !it.is_ascii_digit());
            let (last, rest) = rest.split_at(end.unwrap_or(rest.len()));
            Some((number(first)?, number(last)?, rest))
        });
        result += &match range {
            // Several of the session's may be one of the notebook's.
            Some((first, last, rest)) if first == last => format!("parts of cell {first}{rest}"),
            Some((first, last, rest)) => format!("cells {first} to {last}{rest}"),
            None => format!("cells {part}"),
        };
    }
    result
}

#[cfg(test)]
mod tests {
    use crate::render::Render;
    use crate::settings::Color;

    #[test]
    fn a_notebooks_cells_have_its_numbers() {
        let render = Render::new(false, Color::Never);
        render.cell_is_from(3, Some("cell [7]".into()));
        render.cell_is_from(4, Some("a.cu:2".into()));
        render.cell_is_from(5, Some("cell [9]".into()));
        render.cell_is_from(6, Some("cell [7]".into()));
        for (text, said) in [
            (
                "x  cell 3  int, of cell 3:2",
                "x  cell [7]  int, of cell [7]:2",
            ),
            (
                "cell 4, cell 33, cells, excell 3",
                "cell 4, cell 33, cells, excell 3",
            ),
            ("cell [3] and a cell of 3", "cell [3] and a cell of 3"),
            (
                "cells 3 to 5 are back, cells 4 to 5, cells 3",
                "cells [7] to [9] are back, cells 4 to 5, cells 3",
            ),
            ("note: cells 3 to 6", "note: parts of cell [7]"),
        ] {
            assert_eq!(render.as_notebook_says(text), said);
        }
        assert_eq!(render.named(3), "cell [7]");
    }
}
