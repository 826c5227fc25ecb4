//! Programs that user code has compiled while it runs, as NVRTC does: what the session gets of one, and what it gives back.

use std::hash::{DefaultHasher, Hasher as _};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD as LETTERS;
use serde::{Deserialize, Serialize};

use super::{KernelImage, PROTOCOL, VariableImage};

/// A program to compile.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramSource {
    /// Who waits for it: the answer has the same number.
    pub number: u64,
    /// What messages call it.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Headers that it may include: the name as a directive has it, and the text.
    pub headers: Vec<(String, String)>,
    /// How it is read.
    pub options: ProgramOptions,
    /// Expressions that name kernels and variables of it, whose symbols are wanted.
    pub names: Vec<String>,
}

/// How a program is read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramOptions {
    /// It is HIP's.
    pub hip: bool,
    /// Directories of its headers.
    pub include_dirs: Vec<String>,
    /// Macros in order: `NAME=VALUE` of one that is defined, or the name alone of one that is taken away.
    pub macros: Vec<(String, bool)>,
    /// Headers that are included before it.
    pub includes: Vec<String>,
    /// The standard, such as `c++17`; empty if none is asked for.
    pub standard: String,
    /// Functions without a word for that are the device's too.
    pub for_device: bool,
    /// Products and sums are not fused (`--fmad=false`).
    pub unfused: bool,
    /// Warnings are not wanted.
    pub quiet: bool,
}

/// What came of a program.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ProgramMade {
    /// As in its source.
    pub number: u64,
    /// Its code; none if there are errors.
    pub code: Option<ProgramCode>,
    /// What the compiler says of it, for people.
    pub log: String,
    /// The symbols of what was asked for by name, in order.
    pub lowered: Vec<String>,
}

/// The code of a program: what a module is made of.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ProgramCode {
    /// Its kernels.
    pub kernels: Vec<KernelImage>,
    /// Its device variables.
    pub variables: Vec<VariableImage>,
    /// As of a cell.
    pub thunks: Vec<KernelImage>,
}

/// What a program's image begins with. It is text without a NUL inside, as PTX is: programs treat it as such.
pub const IMAGE_BEGIN: &str =
    "//\n// A program's image, made by Chevron for its own devices: no PTX\n//\n.chevron ";

/// Why bytes are no image of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoImage {
    /// They are something else.
    #[error("it is not what NVRTC made in Chevron")]
    Foreign,
    /// Another version of Chevron made it.
    #[error("another version of Chevron made it")]
    OtherVersion,
    /// It is one, but not as it was made.
    #[error("it is damaged")]
    Damaged,
}

fn version() -> String {
    format!("{}-{PROTOCOL}", env!("CARGO_PKG_VERSION"))
}

/// Tells these bytes from others that the same version of Chevron makes.
fn checksum(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("{:x}", hasher.finish())
}

/// How many bytes the image has after its first line, as that line says; for a reader that has only its address.
///
/// # Errors
/// It is no image, or not one of this version.
pub fn image_rest(line: &str) -> Result<usize, NoImage> {
    let mut words = line.split(' ');
    if words.next() != Some(&version()) {
        return Err(NoImage::OtherVersion);
    }
    words
        .next()
        .and_then(|it| it.parse().ok())
        .ok_or(NoImage::Damaged)
}

impl ProgramCode {
    /// As a module is loaded from it: text, for whoever takes it for PTX.
    pub fn to_image(&self) -> Result<Vec<u8>, String> {
        let bytes = postcard::to_stdvec(self).map_err(|error| error.to_string())?;
        let (text, sum) = (LETTERS.encode(&bytes), checksum(&bytes));
        let image = format!("{IMAGE_BEGIN}{} {} {sum}\n{text}", version(), text.len());
        Ok(image.into_bytes())
    }

    /// The code of an image.
    ///
    /// # Errors
    /// It is none.
    pub fn from_image(image: &[u8]) -> Result<ProgramCode, NoImage> {
        let rest = image
            .strip_prefix(IMAGE_BEGIN.as_bytes())
            .ok_or(NoImage::Foreign)?;
        let end = rest.iter().position(|&it| it == b'\n');
        let (line, rest) = rest.split_at(end.ok_or(NoImage::Damaged)?);
        let line = str::from_utf8(line).map_err(|_| NoImage::Damaged)?;
        let length = image_rest(line)?;
        let text = rest.get(1..1 + length).ok_or(NoImage::Damaged)?;
        let bytes = LETTERS.decode(text).map_err(|_| NoImage::Damaged)?;
        if line.rsplit(' ').next() != Some(&checksum(&bytes)) {
            return Err(NoImage::Damaged);
        }
        postcard::from_bytes(&bytes).map_err(|_| NoImage::Damaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(object: &[u8]) -> ProgramCode {
        let kernel = KernelImage {
            symbol: "k".to_owned(),
            object: object.to_vec(),
            ..KernelImage::default()
        };
        ProgramCode {
            kernels: vec![kernel],
            variables: Vec::new(),
            thunks: Vec::new(),
        }
    }

    #[test]
    fn an_image_is_text_and_gives_the_code_back() {
        for length in 0..9u8 {
            let object: Vec<u8> = (0..length).map(|it| it.wrapping_mul(37)).collect();
            let image = code(&object).to_image().expect("it can be written");
            assert!(image.is_ascii() && !image.contains(&0));
            let back = ProgramCode::from_image(&image).expect("it is one");
            assert_eq!(back.kernels[0].object, object);
            // What follows it is not its own.
            let longer = [&image[..], b"\0 more"].concat();
            assert!(ProgramCode::from_image(&longer).is_ok());
        }
    }

    #[test]
    fn what_is_no_image_says_why() {
        let image = code(&[1, 2, 3]).to_image().expect("it can be written");
        let of = |bytes: &[u8]| ProgramCode::from_image(bytes).err();
        assert_eq!(of(b".version 8.0"), Some(NoImage::Foreign));
        assert_eq!(of(&image[..image.len() - 1]), Some(NoImage::Damaged));
        let mut changed = image.clone();
        let last = changed.len() - 3;
        changed[last] ^= 1;
        assert_eq!(of(&changed), Some(NoImage::Damaged));
        let older = String::from_utf8(image)
            .expect("text")
            .replacen(&version(), "0.0.0-1", 1);
        assert_eq!(of(older.as_bytes()), Some(NoImage::OtherVersion));
    }
}
