//! Code objects with the text that they were made of behind them, for kernels that may have to be made again with fewer registers.
//!
//! The cache keeps them so. A device gets the code object alone.

/// Ends what has a text. Eight bytes with the text's length stand before it.
const MARK: &[u8; 8] = b"chv text";

/// A code object with its text.
pub(super) fn joined(code: &[u8], text: &[u8]) -> Vec<u8> {
    let length = (text.len() as u64).to_le_bytes();
    [code, text, &length, MARK].concat()
}

/// The code object, and its text if it has one.
pub(super) fn parted(bytes: &[u8]) -> (&[u8], Option<&[u8]>) {
    let text = || {
        let rest = bytes.strip_suffix(MARK)?;
        let (rest, length) = rest.split_last_chunk::<8>()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        Some(rest.split_at(rest.len().checked_sub(length)?))
    };
    text().map_or((bytes, None), |(code, text)| (code, Some(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_comes_off_again() {
        let both = joined(b"code", b".version 8.0");
        assert_eq!(parted(&both), (&b"code"[..], Some(&b".version 8.0"[..])));
        assert_eq!(parted(b"code"), (&b"code"[..], None));
        assert_eq!(parted(MARK), (&MARK[..], None));
        let too_long = [&[0xff; 8][..], MARK].concat();
        assert_eq!(parted(&too_long), (&too_long[..], None));
    }
}
