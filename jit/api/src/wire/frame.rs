//! Frames: four bytes of length (little-endian), then one message in postcard.

use std::io::{self, ErrorKind, Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Bytes of one message at most; a longer length means that the two sides have lost step.
pub const FRAME_BYTES_MAX: usize = 1 << 30;

/// Bytes of a message that are made room for before they have come.
const CHUNK_BYTES: usize = 1 << 16;

/// Why a message could not be sent or read.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    /// The connection failed.
    #[error("the connection failed: {0}")]
    Io(#[from] io::Error),
    /// The message is longer than `FRAME_BYTES_MAX`.
    #[error("a message of {0} bytes is longer than the limit of {FRAME_BYTES_MAX} bytes")]
    TooLong(usize),
    /// The bytes are no such message.
    #[error("a message could not be understood: {0}")]
    Malformed(#[from] postcard::Error),
}

/// Sends one message.
pub fn write<T: Serialize>(stream: &mut impl Write, message: &T) -> Result<(), FrameError> {
    write_after(stream, Vec::new(), message)
}

/// Sends one message after bytes of others that were kept back, with them.
pub fn write_after<T: Serialize>(
    stream: &mut impl Write,
    before: Vec<u8>,
    message: &T,
) -> Result<(), FrameError> {
    // One buffer and one write.
    stream.write_all(&append(before, message)?)?;
    stream.flush()?;
    Ok(())
}

/// Adds a message to bytes that are to be sent later.
pub fn append<T: Serialize>(mut bytes: Vec<u8>, message: &T) -> Result<Vec<u8>, FrameError> {
    let start = bytes.len();
    bytes.extend([0; 4]);
    let mut bytes = postcard::to_extend(message, bytes)?;
    let length = bytes.len() - start - 4;
    if length > FRAME_BYTES_MAX {
        return Err(FrameError::TooLong(length));
    }
    // The length is filled in when it is known.
    bytes[start..start + 4].copy_from_slice(&(length as u32).to_le_bytes());
    Ok(bytes)
}

/// Reads one message; none if the other side closed the connection between messages.
pub fn read<T: DeserializeOwned>(stream: &mut impl Read) -> Result<Option<T>, FrameError> {
    let mut length = [0; 4];
    let mut filled = 0;
    while filled < length.len() {
        match stream.read(&mut length[filled..]) {
            Ok(0) if filled == 0 => return Ok(None),
            Ok(0) => return Err(io::Error::from(ErrorKind::UnexpectedEof).into()),
            Ok(bytes) => filled += bytes,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    let length = u32::from_le_bytes(length) as usize;
    if length > FRAME_BYTES_MAX {
        return Err(FrameError::TooLong(length));
    }
    let mut message = Vec::new();
    // Grows with what really comes, so a wrong length does not allocate; most messages are read at once.
    while message.len() < length {
        let filled = message.len();
        message.resize(length.min(filled + CHUNK_BYTES), 0);
        stream.read_exact(&mut message[filled..])?;
    }
    Ok(Some(postcard::from_bytes(&message)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{Event, Request};

    #[test]
    fn messages_come_back_in_order() {
        let mut bytes = Vec::new();
        write(&mut bytes, &Request::Library("m".to_owned())).unwrap();
        let kept = append(Vec::new(), &Request::Undo { first: 3 }).unwrap();
        write_after(&mut bytes, kept, &Request::Quit).unwrap();
        let mut stream = bytes.as_slice();
        assert!(matches!(read(&mut stream).unwrap(), Some(Request::Library(name)) if name == "m"));
        assert!(matches!(
            read(&mut stream).unwrap(),
            Some(Request::Undo { first: 3 })
        ));
        assert!(matches!(read(&mut stream).unwrap(), Some(Request::Quit)));
        assert!(read::<Request>(&mut stream).unwrap().is_none());
    }

    #[test]
    fn a_cut_message_is_an_error_and_not_an_end() {
        let mut bytes = Vec::new();
        write(&mut bytes, &Event::Log("some text".to_owned())).unwrap();
        for cut in 1..bytes.len() {
            assert!(read::<Event>(&mut &bytes[..cut]).is_err(), "cut at {cut}");
        }
    }

    #[test]
    fn a_senseless_length_is_refused() {
        let error = read::<Event>(&mut [0xff; 16].as_slice()).unwrap_err();
        assert!(matches!(error, FrameError::TooLong(_)), "{error}");
    }

    #[test]
    fn garbage_is_refused() {
        let error = read::<Event>(&mut [3, 0, 0, 0, 0xee, 0xee, 0xee].as_slice()).unwrap_err();
        assert!(matches!(error, FrameError::Malformed(_)), "{error}");
    }
}
