//! The socket from which all front ends hear: what ZeroMQ calls XPUB, by its protocol ZMTP 3.0.
//!
//! The crate's own makes each message wait for the slowest front end: one that stands still, or whose machine has gone, would silence the kernel
//! for all others. Here each has a queue, and loses what comes when that is full.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::sockets::Frames;

/// Bytes that may wait for one front end.
const WAITING_MAX: usize = 64 << 20;

/// What front ends say here is which topics they follow.
const TOPIC_MAX: u64 = 4096;

/// Flags of a frame.
const MORE: u8 = 1;
const LONG: u8 = 2;
const COMMAND: u8 = 4;

/// Bytes on the wire, shared by those who get them.
type Wire = Arc<[u8]>;

/// One front end.
struct Peer {
    topics: Vec<Vec<u8>>,
    queue: UnboundedSender<Wire>,
    waiting: Arc<AtomicUsize>,
}

impl Peer {
    fn offer(&self, wire: &Wire) {
        let waiting = self.waiting.fetch_add(wire.len(), Ordering::Relaxed);
        if waiting + wire.len() > WAITING_MAX || self.queue.send(Arc::clone(wire)).is_err() {
            self.waiting.fetch_sub(wire.len(), Ordering::Relaxed);
        }
    }
}

/// All who listen. Clones are one.
#[derive(Clone, Default)]
pub struct Listeners(Arc<Mutex<Vec<(u64, Peer)>>>);

impl Listeners {
    /// Sends a message to all who follow its topic, the first frame.
    pub fn publish(&self, frames: &Frames) {
        let topic = frames.first().map_or(&[][..], Vec::as_slice);
        let wire = encoded(frames);
        self.with(|peers| {
            for (_, peer) in peers {
                if peer.topics.iter().any(|it| topic.starts_with(it)) {
                    peer.offer(&wire);
                }
            }
        });
    }

    /// Is nothing under way to those who take what they get?
    pub fn are_served(&self) -> bool {
        self.with(|peers| {
            let mut waiting = peers
                .iter()
                .map(|(_, it)| it.waiting.load(Ordering::Relaxed));
            waiting.all(|it| it == 0)
        })
    }

    fn with<T>(&self, then: impl FnOnce(&mut Vec<(u64, Peer)>) -> T) -> T {
        then(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Takes whoever connects. `welcome`: what is sent to who follows a topic anew.
pub async fn serve(
    listener: TcpListener,
    listeners: Listeners,
    welcome: impl Fn(&[u8]) -> Frames + Send + Sync + 'static,
) {
    let welcome = Arc::new(welcome);
    for id in 0.. {
        // A descriptor may come free again.
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            continue;
        };
        let (listeners, welcome) = (listeners.clone(), Arc::clone(&welcome));
        tokio::spawn(async move {
            // Who breaks the protocol or goes is forgotten.
            let _ = follow(stream, id, &listeners, &*welcome).await;
            listeners.with(|peers| peers.retain(|(it, _)| *it != id));
        });
    }
}

async fn follow(
    stream: TcpStream,
    id: u64,
    listeners: &Listeners,
    welcome: &(impl Fn(&[u8]) -> Frames + Send + Sync),
) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let (mut reader, mut writer) = stream.into_split();
    greet(&mut reader, &mut writer).await?;
    let (queue, queued) = unbounded_channel();
    let waiting = Arc::<AtomicUsize>::default();
    let peer = Peer {
        topics: Vec::new(),
        queue,
        waiting: Arc::clone(&waiting),
    };
    listeners.with(|peers| peers.push((id, peer)));
    let writing = tokio::spawn(write(writer, queued, waiting));
    let result = listen(&mut reader, id, listeners, welcome).await;
    writing.abort();
    result
}

async fn write(
    mut writer: OwnedWriteHalf,
    mut queued: UnboundedReceiver<Wire>,
    waiting: Arc<AtomicUsize>,
) {
    while let Some(wire) = queued.recv().await {
        let written = writer.write_all(&wire).await;
        waiting.fetch_sub(wire.len(), Ordering::Relaxed);
        if written.is_err() {
            return;
        }
    }
}

/// Hears which topics a front end follows, until it goes.
async fn listen(
    reader: &mut OwnedReadHalf,
    id: u64,
    listeners: &Listeners,
    welcome: &(impl Fn(&[u8]) -> Frames + Send + Sync),
) -> io::Result<()> {
    loop {
        let (flags, frame) = read_frame(reader).await?;
        let [follows @ (0 | 1), topic @ ..] = frame.as_slice() else {
            continue;
        };
        if flags & (COMMAND | MORE) != 0 {
            continue;
        }
        let greeting = (*follows == 1).then(|| encoded(&welcome(topic)));
        listeners.with(|peers| {
            let Some((_, peer)) = peers.iter_mut().find(|(it, _)| *it == id) else {
                return;
            };
            match greeting {
                Some(greeting) => {
                    peer.topics.push(topic.to_vec());
                    peer.offer(&greeting);
                }
                None => {
                    if let Some(at) = peer.topics.iter().position(|it| it == topic) {
                        peer.topics.swap_remove(at);
                    }
                }
            }
        });
    }
}

/// Says hello, and hears a subscriber's.
async fn greet(reader: &mut OwnedReadHalf, writer: &mut OwnedWriteHalf) -> io::Result<()> {
    let mut ours = [0; 64];
    (ours[0], ours[9], ours[10]) = (0xff, 0x7f, 3);
    ours[12..16].copy_from_slice(b"NULL");
    writer.write_all(&ours).await?;
    let mut theirs = [0; 64];
    reader.read_exact(&mut theirs).await?;
    let good = theirs[0] == 0xff && theirs[10] >= 3 && theirs[12..17] == *b"NULL\0";
    if !good {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let ready = b"\x05READY\x0bSocket-Type\0\0\0\x04XPUB";
    writer.write_all(&[COMMAND, ready.len() as u8]).await?;
    writer.write_all(ready).await?;
    let (flags, command) = read_frame(reader).await?;
    let subscribes = [&b"\0\0\0\x03SUB"[..], &b"\0\0\0\x04XSUB"[..]]
        .iter()
        .any(|it| command.windows(it.len()).any(|part| part == *it));
    if flags & COMMAND == 0 || !command.starts_with(b"\x05READY") || !subscribes {
        return Err(io::ErrorKind::InvalidData.into());
    }
    Ok(())
}

async fn read_frame(reader: &mut OwnedReadHalf) -> io::Result<(u8, Vec<u8>)> {
    let flags = reader.read_u8().await?;
    let length = match flags & LONG {
        0 => u64::from(reader.read_u8().await?),
        _ => reader.read_u64().await?,
    };
    if length > TOPIC_MAX {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut frame = vec![0; length as usize];
    reader.read_exact(&mut frame).await?;
    Ok((flags, frame))
}

fn encoded(frames: &Frames) -> Wire {
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

    #[test]
    fn who_takes_nothing_loses_what_comes_and_holds_up_nobody() {
        let listeners = Listeners::default();
        let join = |id, topic: &[u8]| {
            let (queue, queued) = unbounded_channel();
            let peer = Peer {
                topics: vec![topic.to_vec()],
                queue,
                waiting: Arc::default(),
            };
            listeners.with(|peers| peers.push((id, peer)));
            queued
        };
        let (mut all, mut some) = (join(0, b""), join(1, b"str"));
        let frames = |topic: &str, bytes| vec![topic.as_bytes().to_vec(), vec![7; bytes]];
        listeners.publish(&frames("status", 1));
        assert!(some.try_recv().is_err() && !listeners.are_served());
        assert_eq!(
            *all.try_recv().expect("it follows all"),
            *b"\x01\x06status\0\x01\x07"
        );
        listeners.publish(&frames("stream", WAITING_MAX / 2));
        listeners.publish(&frames("stream", WAITING_MAX / 2));
        let got = some.try_recv().expect("it has room for one");
        assert_eq!(got[8..17], *b"\x02\0\0\0\0\x02\0\0\0");
        assert!(some.try_recv().is_err());
    }
}
