//! Pictures as text: two pixels a letter where there is colour, shades elsewhere.

use super::color_map::ColorMap;
use super::picture::Picture;

/// Letters in a row at most.
const COLUMNS_MAX: usize = 80;

/// Rows of letters at most.
const ROWS_MAX: usize = 40;

/// From dark to bright.
const SHADES: &[char] = &[' ', '░', '▒', '▓', '█'];

/// A picture in lines of at most so many letters; no line's end behind the last one.
pub fn draw(picture: &Picture, columns: usize, color: bool) -> String {
    let columns = columns.clamp(1, COLUMNS_MAX);
    // A letter is twice as high as it is wide, and has two pixels with colour, half of one without.
    let wanted_columns = picture.width.min(columns);
    let rows_of = |columns: usize| {
        let rows = columns as f64 * picture.height as f64 / picture.width as f64 / 2.0;
        (rows.round() as usize).max(1)
    };
    let columns = match rows_of(wanted_columns) {
        rows if rows > ROWS_MAX => (wanted_columns * ROWS_MAX / rows).max(1),
        _ => wanted_columns,
    };
    let rows = rows_of(columns).min(ROWS_MAX);
    if color {
        return halves(&picture.scaled(columns, rows * 2));
    }
    // Without room to shrink, letters twice as wide keep the shape.
    let (columns, rows) =
        match picture.width * 2 <= COLUMNS_MAX.min(columns * 2) && picture.height <= ROWS_MAX {
            true => (picture.width * 2, picture.height),
            false => (columns, rows),
        };
    shades(&picture.scaled(columns, rows))
}

/// A letter in the colour of the least (0) or greatest (1) number of a map.
pub fn sample(map: &str, at: f64, color: bool) -> String {
    let [red, green, blue] = ColorMap::named(map).unwrap_or(ColorMap::Viridis).color(at);
    match color {
        true => format!("\x1b[38;2;{red};{green};{blue}m█\x1b[0m"),
        false => {
            let picture = Picture {
                width: 1,
                height: 1,
                rgba: vec![red, green, blue, 255],
            };
            format!("'{}'", shades(&picture))
        }
    }
}

/// Upper halves of letters in the colour of one pixel, before the colour of the one below.
fn halves(picture: &Picture) -> String {
    let mut text = String::new();
    for row in (0..picture.height).step_by(2) {
        for column in 0..picture.width {
            let [red, green, blue] = before_black(picture.pixel(column, row));
            let [below_red, below_green, below_blue] = before_black(picture.pixel(column, row + 1));
            text += &format!(
                "\x1b[38;2;{red};{green};{blue};48;2;{below_red};{below_green};{below_blue}m▀"
            );
        }
        text += "\x1b[0m\n";
    }
    text.pop();
    text
}

fn before_black([red, green, blue, alpha]: [u8; 4]) -> [u8; 3] {
    [red, green, blue].map(|it| (u16::from(it) * u16::from(alpha) / 255) as u8)
}

fn shades(picture: &Picture) -> String {
    let rows = (0..picture.height).map(|row| {
        let letters = (0..picture.width).map(|column| {
            let at = picture.brightness(column, row) * SHADES.len() as f64;
            SHADES[(at as usize).min(SHADES.len() - 1)]
        });
        letters.collect::<String>()
    });
    rows.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: usize, height: usize) -> Picture {
        let pixels = (0..width * height).map(|at| match (at % width) < width / 2 {
            true => [0, 0, 0, 255],
            false => [255, 255, 255, 255],
        });
        Picture {
            width,
            height,
            rgba: pixels.flatten().collect(),
        }
    }

    #[test]
    fn small_pictures_have_two_letters_a_pixel() {
        assert_eq!(draw(&picture(2, 2), 80, false), "  ██\n  ██");
    }

    #[test]
    fn large_pictures_fit() {
        for (width, height) in [(1000, 1000), (3000, 10), (10, 3000), (1, 1)] {
            for color in [false, true] {
                let text = draw(&picture(width, height), 60, color);
                assert!(text.lines().count() <= ROWS_MAX);
                let letters = |line: &str| {
                    line.chars()
                        .filter(|it| matches!(it, '▀' | '█' | ' '))
                        .count()
                };
                assert!(
                    text.lines().all(|line| letters(line) <= 60),
                    "{width} x {height}"
                );
            }
        }
    }

    #[test]
    fn colours_are_those_of_both_pixels() {
        let picture = Picture {
            width: 1,
            height: 2,
            rgba: vec![1, 2, 3, 255, 4, 5, 6, 255],
        };
        assert_eq!(
            draw(&picture, 80, true),
            "\x1b[38;2;1;2;3;48;2;4;5;6m▀\x1b[0m"
        );
    }
}
