//! Tables as text and HTML.

use jit_api::wire::display::Table;

use super::svg::escaped;

/// Rows that are shown as text.
const TEXT_ROWS_MAX: usize = 30;

/// Letters of one cell that are shown as text.
const CELL_LETTERS_MAX: usize = 40;

/// Rows and columns of texts, those that are kept.
struct Grid<'a> {
    table: &'a Table,
    numbers: Vec<bool>,
}

impl Grid<'_> {
    fn of(table: &Table) -> Grid<'_> {
        let columns = table.columns.len();
        let is_number = |text: &String| text.parse::<f64>().is_ok();
        let column = |at: usize| table.cells.iter().skip(at).step_by(columns.max(1));
        Grid {
            table,
            numbers: (0..columns).map(|it| column(it).all(is_number)).collect(),
        }
    }

    fn rows(&self) -> impl Iterator<Item = &[String]> {
        self.table.cells.chunks(self.table.columns.len().max(1))
    }

    /// What is not shown of the table's rows and columns.
    fn left_out(&self, rows_shown: usize) -> Option<String> {
        let columns = self.table.columns.len() as u64;
        let rows = (self.table.rows > rows_shown as u64)
            .then(|| format!("{} rows in all", self.table.rows));
        let columns = (self.table.columns_in_all > columns)
            .then(|| format!("{} columns in all", self.table.columns_in_all));
        let parts: Vec<String> = rows.into_iter().chain(columns).collect();
        (!parts.is_empty()).then(|| format!("… ({})", parts.join(", ")))
    }
}

/// A table as lines; no line's end behind the last one.
pub fn text(table: &Table) -> String {
    let grid = Grid::of(table);
    if table.cells.is_empty() {
        return "an empty table".to_owned();
    }
    let rows: Vec<&[String]> = grid.rows().take(TEXT_ROWS_MAX).collect();
    let index_width = (rows.len() - 1).to_string().len();
    let cut: Vec<Vec<String>> = rows
        .iter()
        .map(|row| row.iter().map(|it| shortened(it)).collect())
        .collect();
    let letters = |text: &str| text.chars().count();
    let names: Vec<String> = table.columns.iter().map(|it| shortened(it)).collect();
    let widths: Vec<usize> = (0..names.len())
        .map(|column| {
            let cells = cut.iter().filter_map(|row| row.get(column));
            cells
                .chain([&names[column]])
                .map(|it| letters(it))
                .max()
                .unwrap_or(0)
        })
        .collect();
    let line = |index: &str, cells: &[String]| {
        let mut line = format!("{index:>index_width$}");
        for (column, cell) in cells.iter().enumerate() {
            let blanks = " ".repeat(widths[column] - letters(cell));
            line += "  ";
            line += &match grid.numbers[column] {
                true => blanks + cell,
                false => cell.clone() + &blanks,
            };
        }
        line.trim_end().to_owned()
    };
    let mut lines = vec![line("", &names)];
    let rule = index_width + widths.iter().map(|it| it + 2).sum::<usize>();
    lines.push("─".repeat(rule));
    lines.extend(
        cut.iter()
            .enumerate()
            .map(|(index, row)| line(&index.to_string(), row)),
    );
    lines.extend(grid.left_out(rows.len()));
    lines.join("\n")
}

/// A table as HTML.
pub fn html(table: &Table) -> String {
    let grid = Grid::of(table);
    let mut html = String::from("<table>\n<thead><tr><th></th>");
    for name in &table.columns {
        html += &format!("<th>{}</th>", escaped(name));
    }
    html += "</tr></thead>\n<tbody>\n";
    let mut rows = 0;
    for row in grid.rows() {
        html += &format!("<tr><th>{rows}</th>");
        for (column, cell) in row.iter().enumerate() {
            let align = if grid.numbers[column] {
                "right"
            } else {
                "left"
            };
            html += &format!("<td style=\"text-align:{align}\">{}</td>", escaped(cell));
        }
        html += "</tr>\n";
        rows += 1;
    }
    html += "</tbody>\n</table>\n";
    if let Some(left_out) = grid.left_out(rows) {
        html += &format!("<p>{}</p>\n", escaped(&left_out));
    }
    html
}

fn shortened(text: &str) -> String {
    let text = text.replace(['\n', '\t'], " ");
    if text.chars().count() <= CELL_LETTERS_MAX {
        return text;
    }
    let start: String = text.chars().take(CELL_LETTERS_MAX - 1).collect();
    start + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(columns: &[&str], cells: &[&str], rows: u64) -> Table {
        let owned = |texts: &[&str]| texts.iter().map(|it| (*it).to_owned()).collect();
        Table {
            columns: owned(columns),
            cells: owned(cells),
            rows,
            columns_in_all: columns.len() as u64,
        }
    }

    #[test]
    fn numbers_stand_to_the_right() {
        let table = table(&["name", "mass"], &["\"a\"", "1.5", "\"long\"", "-10"], 2);
        assert_eq!(
            text(&table),
            "   name    mass\n───────────────\n0  \"a\"      1.5\n1  \"long\"   -10"
        );
        assert!(html(&table).contains("<td style=\"text-align:right\">-10</td>"));
        assert!(html(&table).contains("<td style=\"text-align:left\">&quot;a&quot;</td>"));
    }

    #[test]
    fn what_is_left_out_is_told() {
        let cells = vec!["1"; 200];
        let table = table(&["value"], &cells, 1000);
        assert_eq!(text(&table).lines().count(), 2 + TEXT_ROWS_MAX + 1);
        assert!(text(&table).ends_with("… (1000 rows in all)"));
        assert!(html(&table).contains("(1000 rows in all)"));
    }

    #[test]
    fn long_cells_are_cut() {
        let long = "ä".repeat(100);
        let table = table(&["text"], &[&long], 1);
        assert!(text(&table).contains(&("ä".repeat(CELL_LETTERS_MAX - 1) + "…")));
        assert!(html(&table).contains(&long));
    }
}
