//! Pictures for terminals that draw pixels: kitty's protocol and sixels.

use super::picture::Picture;
use super::png_file::base64;

/// Bytes of base64 in one of kitty's commands at most.
const KITTY_PIECE: usize = 4096;

/// Steps of each colour in sixels: all mixtures of them are the palette.
const LEVELS: usize = 6;

/// Pixels in a row of sixels at most, and rows.
pub const SIXEL_WIDTH_MAX: usize = 800;
pub const SIXEL_HEIGHT_MAX: usize = 600;

/// A PNG file as kitty wants it, no wider than so many letters.
pub fn kitty(file: &[u8], picture: (usize, usize), columns: usize) -> String {
    // A letter is taken for 8 by 16 pixels: smaller pictures keep their size.
    let wanted = picture.0.div_ceil(8).min(columns).max(1);
    let data = base64(file);
    let pieces: Vec<&[u8]> = data.as_bytes().chunks(KITTY_PIECE).collect();
    let mut text = String::new();
    for (index, piece) in pieces.iter().enumerate() {
        let more = u8::from(index + 1 < pieces.len());
        let first = match index {
            0 => format!("a=T,f=100,q=2,c={wanted},"),
            _ => String::new(),
        };
        // Base64 is ASCII.
        let piece = String::from_utf8_lossy(piece);
        text += &format!("\x1b_G{first}m={more};{piece}\x1b\\");
    }
    text
}

/// A picture as sixels.
pub fn sixel(picture: &Picture) -> String {
    let scale = (SIXEL_WIDTH_MAX as f64 / picture.width as f64)
        .min(SIXEL_HEIGHT_MAX as f64 / picture.height as f64)
        .min(1.0);
    let size = |it: usize| ((it as f64 * scale).round() as usize).max(1);
    let picture = match scale < 1.0 {
        true => &picture.scaled(size(picture.width), size(picture.height)),
        false => picture,
    };
    let mut text = format!("\x1bPq\"1;1;{};{}", picture.width, picture.height);
    for color in 0..LEVELS.pow(3) {
        let part = |at: usize| at % LEVELS * 100 / (LEVELS - 1);
        text += &format!(
            "#{color};2;{};{};{}",
            part(color / LEVELS / LEVELS),
            part(color / LEVELS),
            part(color)
        );
    }
    for top in (0..picture.height).step_by(6) {
        put_band(&mut text, picture, top);
    }
    text + "\x1b\\"
}

/// Six rows: for each colour in them, which pixels have it.
fn put_band(text: &mut String, picture: &Picture, top: usize) {
    let rows = 6.min(picture.height - top);
    let mut colors = vec![Vec::new(); LEVELS.pow(3)];
    for row in 0..rows {
        for column in 0..picture.width {
            if let Some(color) = color_at(picture, column, top + row) {
                let bits = &mut colors[color];
                bits.resize(picture.width, 0u8);
                bits[column] |= 1 << row;
            }
        }
    }
    let used = colors
        .iter()
        .enumerate()
        .filter(|(_, bits)| !bits.is_empty());
    for (color, bits) in used {
        *text += &format!("#{color}");
        for run in bits.chunk_by(|one, other| one == other) {
            let letter = (63 + run[0]) as char;
            match run.len() {
                1..=3 => (0..run.len()).for_each(|_| text.push(letter)),
                length => *text += &format!("!{length}{letter}"),
            }
        }
        text.push('$');
    }
    text.push('-');
}

/// The palette's colour of a pixel, by an ordered pattern between two levels; none if the pixel is transparent.
fn color_at(picture: &Picture, x: usize, y: usize) -> Option<usize> {
    const PATTERN: [[f64; 4]; 4] = [
        [0.0, 8.0, 2.0, 10.0],
        [12.0, 4.0, 14.0, 6.0],
        [3.0, 11.0, 1.0, 9.0],
        [15.0, 7.0, 13.0, 5.0],
    ];
    let [red, green, blue, alpha] = picture.pixel(x, y);
    if alpha < 128 {
        return None;
    }
    let threshold = (PATTERN[y % 4][x % 4] + 0.5) / 16.0;
    let level = |it: u8| {
        let exact = f64::from(it) / 255.0 * (LEVELS - 1) as f64;
        (exact + threshold).floor().min((LEVELS - 1) as f64) as usize
    };
    Some((level(red) * LEVELS + level(green)) * LEVELS + level(blue))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_files_come_in_pieces() {
        let text = kitty(&vec![7; 10_000], (640, 480), 80);
        let commands: Vec<&str> = text.split("\x1b\\").filter(|it| !it.is_empty()).collect();
        assert_eq!(commands.len(), 4);
        assert!(commands[0].starts_with("\x1b_Ga=T,f=100,q=2,c=80,m=1;"));
        assert!(commands[3].starts_with("\x1b_Gm=0;"));
    }

    #[test]
    fn sixels_have_all_pixels() {
        let picture = Picture {
            width: 5,
            height: 7,
            rgba: [255, 0, 0, 255].repeat(35),
        };
        let text = sixel(&picture);
        assert!(text.starts_with("\x1bPq\"1;1;5;7#0;2;0;0;0"), "{text}");
        // Six rows of red, then one.
        assert!(text.ends_with("#180!5~$-#180!5@$-\x1b\\"), "{text}");
    }

    #[test]
    fn large_pictures_are_made_smaller() {
        let picture = Picture {
            width: 1600,
            height: 2,
            rgba: [0, 0, 0, 255].repeat(3200),
        };
        assert!(sixel(&picture).starts_with("\x1bPq\"1;1;800;1#"));
    }
}
