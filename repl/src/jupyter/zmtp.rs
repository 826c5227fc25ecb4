//! ZeroMQ's protocol on the wire, ZMTP 3.0 without encryption, as far as a kernel needs it.
//!
//! The crate zeromq does not do here: it makes room for whatever length a stranger's frame announces, which ends the process, and its XPUB socket
//! waits for the slowest front end.

use std::io;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};

/// Frames of a message.
pub type Frames = Vec<Vec<u8>>;

/// A message as it is written.
pub type Wire = Arc<[u8]>;

/// Bits of a frame's first byte.
const MORE: u8 = 1;
const LONG: u8 = 2;
const COMMAND: u8 = 4;

/// Bytes of a greeting.
const GREETING: usize = 64;

/// A command of the handshake is no longer.
const COMMAND_MAX: u64 = 4096;

/// Frames that a message may have.
const FRAMES_MAX: usize = 1024;

fn broken(what: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// Shakes hands as a socket of type `ours` with one of `theirs`; gives the identity by which the other wants to be known.
pub async fn greet(
    reader: &mut (impl AsyncRead + Unpin),
    writer: &mut (impl AsyncWrite + Unpin),
    ours: &str,
    theirs: &[&str],
) -> io::Result<Vec<u8>> {
    let mut greeting = [0; GREETING];
    (greeting[0], greeting[9], greeting[10]) = (0xff, 0x7f, 3);
    greeting[12..16].copy_from_slice(b"NULL");
    writer.write_all(&greeting).await?;
    reader.read_exact(&mut greeting).await?;
    if greeting[0] != 0xff || greeting[10] < 3 {
        return Err(broken("no greeting of ZMTP 3"));
    }
    if !greeting[12..].starts_with(b"NULL\0") {
        return Err(broken("another mechanism than NULL"));
    }
    writer.write_all(&ready(ours)).await?;
    let (flags, command) = read_frame(reader, COMMAND_MAX).await?;
    let properties = command.strip_prefix(b"\x05READY");
    let (true, Some(properties)) = (flags & COMMAND != 0, properties) else {
        return Err(broken("no READY"));
    };
    let kind = property(properties, "Socket-Type").unwrap_or_default();
    if !theirs.iter().any(|it| it.as_bytes() == kind) {
        return Err(broken("a socket of another type"));
    }
    Ok(property(properties, "Identity")
        .unwrap_or_default()
        .to_vec())
}

fn ready(kind: &str) -> Vec<u8> {
    let mut command = b"\x05READY\x0bSocket-Type".to_vec();
    command.extend((kind.len() as u32).to_be_bytes());
    command.extend(kind.bytes());
    let mut frame = vec![COMMAND, command.len() as u8];
    frame.extend(command);
    frame
}

/// The value of a property; its name is written in any case.
fn property<'a>(mut properties: &'a [u8], wanted: &str) -> Option<&'a [u8]> {
    loop {
        let (length, rest) = properties.split_first()?;
        let (name, rest) = rest.split_at_checked(usize::from(*length))?;
        let (length, rest) = rest.split_first_chunk::<4>()?;
        let (value, rest) = rest.split_at_checked(u32::from_be_bytes(*length) as usize)?;
        if name.eq_ignore_ascii_case(wanted.as_bytes()) {
            return Some(value);
        }
        properties = rest;
    }
}

/// Reads a message of at most so many bytes. Commands are passed over: who was greeted as 3.0 sends none that need an answer.
pub async fn read_message(
    reader: &mut (impl AsyncRead + Unpin),
    bytes_max: u64,
) -> io::Result<Frames> {
    let (mut frames, mut left) = (Frames::new(), bytes_max);
    loop {
        let (flags, frame) = read_frame(reader, left).await?;
        if flags & COMMAND != 0 {
            continue;
        }
        left -= frame.len() as u64;
        frames.push(frame);
        if flags & MORE == 0 {
            return Ok(frames);
        }
        if frames.len() == FRAMES_MAX {
            return Err(broken("too many frames"));
        }
    }
}

/// Reads a frame. Room is made for what comes, not for what is announced.
async fn read_frame(
    reader: &mut (impl AsyncRead + Unpin),
    bytes_max: u64,
) -> io::Result<(u8, Vec<u8>)> {
    let flags = reader.read_u8().await?;
    let length = match flags & LONG {
        0 => u64::from(reader.read_u8().await?),
        _ => reader.read_u64().await?,
    };
    if length > bytes_max {
        return Err(broken("a frame is too long"));
    }
    let mut frame = Vec::new();
    reader.take(length).read_to_end(&mut frame).await?;
    match frame.len() as u64 == length {
        true => Ok((flags, frame)),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

/// A message as it is written.
pub fn encoded(frames: &[Vec<u8>]) -> Wire {
    let mut wire = Vec::with_capacity(frames.iter().map(|it| it.len() + 9).sum());
    for (at, frame) in frames.iter().enumerate() {
        let more = if at + 1 < frames.len() { MORE } else { 0 };
        match u8::try_from(frame.len()) {
            Ok(length) => wire.extend([more, length]),
            Err(_) => {
                wire.push(more | LONG);
                wire.extend((frame.len() as u64).to_be_bytes());
            }
        }
        wire.extend_from_slice(frame);
    }
    wire.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait<T>(future: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        runtime.expect("it needs nothing").block_on(future)
    }

    #[test]
    fn messages_come_back() {
        let frames = vec![b"topic".to_vec(), Vec::new(), vec![7; 300]];
        let wire = encoded(&frames);
        assert_eq!(wire[..9], *b"\x01\x05topic\x01\0");
        let mut reader = &wire[..];
        let read = wait(read_message(&mut reader, 1000)).expect("it is whole");
        assert_eq!(read, frames);
        assert!(wait(read_message(&mut &wire[..], 304)).is_err());
        assert!(wait(read_message(&mut &wire[..wire.len() - 1], 1000)).is_err());
        let endless = [&[LONG][..], &u64::MAX.to_be_bytes()].concat();
        assert!(wait(read_message(&mut &endless[..], u64::MAX - 1)).is_err());
    }

    #[test]
    fn only_fitting_sockets_shake_hands() {
        let said = |mechanism: &[u8], command: &[u8]| {
            let mut greeting = [0; GREETING];
            (greeting[0], greeting[10]) = (0xff, 3);
            greeting[12..12 + mechanism.len()].copy_from_slice(mechanism);
            [&greeting, command].concat()
        };
        let greeted = |bytes: Vec<u8>| {
            wait(greet(
                &mut &bytes[..],
                &mut Vec::new(),
                "ROUTER",
                &["DEALER"],
            ))
        };
        let mut dealer = ready("DEALER");
        assert_eq!(greeted(said(b"NULL", &dealer)).expect("it fits"), b"");
        dealer.extend(b"\x08identity\0\0\0\x02me");
        dealer[1] += 15;
        assert_eq!(greeted(said(b"NULL", &dealer)).expect("it fits"), b"me");
        for unfit in [
            said(b"CURVE", &dealer),
            said(b"NULL", &ready("SUB")),
            said(b"NULL", b"\x04\x07\x05READY\x0b"),
            said(b"NULL", b"\0\x01x"),
            vec![b'G'; 200],
            Vec::new(),
        ] {
            assert!(greeted(unfit).is_err());
        }
    }
}
