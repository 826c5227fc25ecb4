//! PNG files: pictures written and read.

use std::io::Cursor;

use super::picture::Picture;

/// Pixels of a file that is read at most.
const PIXELS_MAX: usize = 64_000_000;

/// A picture as a PNG file: RGB if nothing of it is transparent, grey if it has no colours, else RGBA.
pub fn encode(picture: &Picture) -> Result<Vec<u8>, String> {
    let pixels = || picture.rgba.chunks_exact(4);
    let opaque = pixels().all(|it| it[3] == 255);
    let grey = opaque && pixels().all(|it| it[0] == it[1] && it[1] == it[2]);
    let (color, data) = match (grey, opaque) {
        (true, _) => (
            png::ColorType::Grayscale,
            pixels().map(|it| it[0]).collect(),
        ),
        (_, true) => (
            png::ColorType::Rgb,
            pixels().flat_map(|it| [it[0], it[1], it[2]]).collect(),
        ),
        _ => (png::ColorType::Rgba, picture.rgba.clone()),
    };
    let written = || -> Result<Vec<u8>, png::EncodingError> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, picture.width as u32, picture.height as u32);
        encoder.set_color(color);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&data)?;
        writer.finish()?;
        Ok(file)
    };
    written().map_err(|error| format!("the image could not be written as PNG: {error}"))
}

/// Reads a PNG file; the error is for people.
pub fn decode(file: &[u8]) -> Result<Picture, String> {
    let failed = |error: png::DecodingError| format!("the bytes are no PNG file: {error}");
    let mut decoder = png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(failed)?;
    let (width, height) = reader.info().size();
    let (width, height) = (width as usize, height as usize);
    if width * height > PIXELS_MAX {
        return Err(format!(
            "{width} x {height} pixels are too many to be shown here"
        ));
    }
    let bytes = reader
        .output_buffer_size()
        .ok_or("the PNG file is too large")?;
    let mut data = vec![0; bytes];
    let frame = reader.next_frame(&mut data).map_err(failed)?;
    let data = &data[..frame.buffer_size()];
    let rgba = match frame.color_type {
        png::ColorType::Grayscale => data.iter().flat_map(|it| [*it, *it, *it, 255]).collect(),
        png::ColorType::GrayscaleAlpha => {
            let pixels = data.chunks_exact(2);
            pixels.flat_map(|it| [it[0], it[0], it[0], it[1]]).collect()
        }
        png::ColorType::Rgb => {
            let pixels = data.chunks_exact(3);
            pixels.flat_map(|it| [it[0], it[1], it[2], 255]).collect()
        }
        png::ColorType::Rgba => data.to_vec(),
        png::ColorType::Indexed => {
            return Err("the PNG file's palette is not understood".to_owned());
        }
    };
    Ok(Picture {
        width,
        height,
        rgba,
    })
}

/// Bytes as base64, with padding.
pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for piece in bytes.chunks(3) {
        let byte = |at: usize| u32::from(piece.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            text.push(match digit > piece.len() {
                true => '=',
                false => DIGITS[(bits >> (18 - 6 * digit) & 63) as usize] as char,
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(pixels: &[[u8; 4]]) -> Picture {
        Picture {
            width: pixels.len(),
            height: 1,
            rgba: pixels.concat(),
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for pixels in [
            [[7, 7, 7, 255], [200, 200, 200, 255]],
            [[1, 2, 3, 255], [250, 0, 9, 255]],
            [[1, 2, 3, 0], [250, 0, 9, 128]],
        ] {
            let file = encode(&picture(&pixels)).expect("a file");
            assert_eq!(&file[..8], b"\x89PNG\r\n\x1a\n");
            assert_eq!(decode(&file), Ok(picture(&pixels)));
        }
    }

    #[test]
    fn what_is_no_file_is_told() {
        assert!(decode(b"no picture").is_err());
        let file = encode(&picture(&[[1, 2, 3, 4]])).expect("a file");
        assert!(decode(&file[..file.len() / 2]).is_err());
    }

    #[test]
    fn base64_has_padding() {
        assert_eq!(base64(b""), "");
        assert_eq!(base64(b"M"), "TQ==");
        assert_eq!(base64(b"Ma"), "TWE=");
        assert_eq!(base64(b"Many"), "TWFueQ==");
    }
}
