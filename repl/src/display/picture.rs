//! Pictures: what the pixels of a cell's image look like.

use jit_api::wire::display::{Element, Image};

use super::color_map::{ColorMap, byte};

/// Pixels of red, green, blue and alpha, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Four bytes a pixel.
    pub rgba: Vec<u8>,
}

impl Picture {
    /// What an image looks like. The error is for people.
    pub fn of(image: &Image) -> Result<Picture, String> {
        let (width, height) = (image.width as usize, image.height as usize);
        let channels = usize::from(image.channels);
        let numbers = numbers(image);
        if channels == 0 || numbers.len() != width * height * channels {
            return Err("image: its pixels did not come as they should".to_owned());
        }
        let map = map_of(image)?;
        let (low, high) = image.range.unwrap_or_else(|| usual_range(image, &numbers));
        // One value everywhere has no range: it is drawn as the middle.
        let scale = if high > low { 1.0 / (high - low) } else { 0.0 };
        let part = |number: f32| {
            if scale == 0.0 {
                return 0.5;
            }
            (f64::from(number) - low) * scale
        };
        let mut rgba = Vec::with_capacity(width * height * 4);
        for pixel in numbers.chunks_exact(channels) {
            rgba.extend_from_slice(&match *pixel {
                [it] if it.is_nan() => [0; 4],
                [it] => opaque(map.color(part(it))),
                [it, alpha] => {
                    let grey = byte(part(it));
                    [grey, grey, grey, byte(part(alpha))]
                }
                [red, green, blue] => opaque([red, green, blue].map(|it| byte(part(it)))),
                [red, green, blue, alpha] => [red, green, blue, alpha].map(|it| byte(part(it))),
                _ => [0; 4],
            });
        }
        Ok(Picture {
            width,
            height,
            rgba,
        })
    }

    /// The same in so many pixels: each is the mean of those that it stands for.
    pub fn scaled(&self, width: usize, height: usize) -> Picture {
        let mut rgba = Vec::with_capacity(width * height * 4);
        let part = |index: usize, of: usize, all: usize| {
            let first = index * all / of;
            first..((index + 1) * all / of).max(first + 1).min(all)
        };
        for row in 0..height {
            for column in 0..width {
                let (mut sum, mut count) = ([0u64; 4], 0);
                for y in part(row, height, self.height) {
                    for x in part(column, width, self.width) {
                        let pixel = self.pixel(x, y);
                        (0..4).for_each(|it| sum[it] += u64::from(pixel[it]));
                        count += 1;
                    }
                }
                rgba.extend(sum.map(|it| (it / count.max(1)) as u8));
            }
        }
        Picture {
            width,
            height,
            rgba,
        }
    }

    /// A pixel.
    pub fn pixel(&self, x: usize, y: usize) -> [u8; 4] {
        let at = (y * self.width + x) * 4;
        let bytes = &self.rgba[at..at + 4];
        [bytes[0], bytes[1], bytes[2], bytes[3]]
    }

    /// How bright a pixel is before white, from 0 to 1.
    pub fn brightness(&self, x: usize, y: usize) -> f64 {
        let [red, green, blue, alpha] = self.pixel(x, y).map(|it| f64::from(it) / 255.0);
        let color = 0.299 * red + 0.587 * green + 0.114 * blue;
        color * alpha + 1.0 - alpha
    }
}

fn opaque([red, green, blue]: [u8; 3]) -> [u8; 4] {
    [red, green, blue, 255]
}

fn numbers(image: &Image) -> Vec<f32> {
    match image.element {
        Element::Byte => image.pixels.iter().map(|it| f32::from(*it)).collect(),
        Element::Float => {
            let floats = image.pixels.chunks_exact(4);
            floats
                .map(|it| f32::from_ne_bytes([it[0], it[1], it[2], it[3]]))
                .collect()
        }
    }
}

fn map_of(image: &Image) -> Result<ColorMap, String> {
    match (image.color_map.as_str(), image.element) {
        ("", Element::Float) => Ok(ColorMap::Viridis),
        ("", Element::Byte) => Ok(ColorMap::Gray),
        (name, _) => ColorMap::named(name).ok_or_else(|| {
            format!(
                "image: there is no colour map `{name}`; there are {}",
                ColorMap::names()
            )
        }),
    }
}

/// The values that are drawn as the least and the greatest if nobody says which.
fn usual_range(image: &Image, numbers: &[f32]) -> (f64, f64) {
    match (image.element, image.channels) {
        (Element::Byte, _) => (0.0, 255.0),
        (Element::Float, 1) => {
            bounds(numbers.iter().map(|it| f64::from(*it))).unwrap_or((0.0, 1.0))
        }
        (Element::Float, _) => (0.0, 1.0),
    }
}

/// The least and the greatest finite number.
pub fn bounds(numbers: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let finite = numbers.filter(|it| it.is_finite());
    finite.fold(None, |bounds, it| match bounds {
        None => Some((it, it)),
        Some((low, high)) => Some((low.min(it), high.max(it))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floats(width: u64, channels: u8, values: &[f32]) -> Image {
        Image {
            width,
            height: values.len() as u64 / width / u64::from(channels),
            channels,
            element: Element::Float,
            pixels: values.iter().flat_map(|it| it.to_ne_bytes()).collect(),
            color_map: "gray".to_owned(),
            range: None,
        }
    }

    #[test]
    fn a_range_is_found_and_what_is_no_number_is_transparent() {
        let picture = Picture::of(&floats(2, 1, &[-2.0, 2.0, f32::NAN, 0.0])).expect("a picture");
        assert_eq!(picture.pixel(0, 0), [0, 0, 0, 255]);
        assert_eq!(picture.pixel(1, 0), [255, 255, 255, 255]);
        assert_eq!(picture.pixel(0, 1), [0; 4]);
        assert_eq!(picture.pixel(1, 1), [128, 128, 128, 255]);
    }

    #[test]
    fn one_value_everywhere_is_a_picture() {
        let picture = Picture::of(&floats(1, 1, &[3.0, 3.0])).expect("a picture");
        assert_eq!(picture.pixel(0, 0), picture.pixel(0, 1));
    }

    #[test]
    fn colours_of_floats_are_cut_off() {
        let picture = Picture::of(&floats(1, 3, &[-1.0, 0.5, 9.0])).expect("a picture");
        assert_eq!(picture.pixel(0, 0), [0, 128, 255, 255]);
    }

    #[test]
    fn unknown_maps_are_told() {
        let image = Image {
            color_map: "rainbow".to_owned(),
            ..floats(1, 1, &[1.0])
        };
        let error = Picture::of(&image).expect_err("no such map");
        assert!(
            error.contains("`rainbow`") && error.contains("viridis"),
            "{error}"
        );
    }

    #[test]
    fn smaller_pictures_have_means() {
        let picture = Picture {
            width: 4,
            height: 2,
            rgba: [[0, 0, 0, 255], [100, 0, 0, 255]].concat().repeat(4),
        };
        assert_eq!(picture.scaled(1, 1).rgba, [50, 0, 0, 255]);
        assert_eq!(picture.scaled(4, 2), picture);
        assert_eq!(picture.scaled(8, 4).pixel(7, 3), [100, 0, 0, 255]);
    }
}
