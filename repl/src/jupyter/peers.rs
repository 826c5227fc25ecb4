//! Who is connected to a socket: each has a queue, and loses what comes when that is full, so that nobody holds up the others.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use tokio::net::tcp::OwnedWriteHalf;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{sleep, timeout};

use super::zmtp::{Frames, Wire, encoded, greet, read_message};

/// Bytes that may wait for one peer.
const WAITING_MAX: usize = 64 << 20;

/// Bytes of a message: a notebook's cell is never as long.
const MESSAGE_MAX: u64 = 256 << 20;

/// Bytes of a topic, and of a heartbeat.
const LITTLE_MAX: u64 = 4096;

/// How long a peer may take to shake hands.
const GREETING: Duration = Duration::from_secs(10);

/// Gives what a new follower of a topic is greeted with.
pub type Greeter = Box<dyn Fn(&[u8]) -> Frames + Send + Sync>;

/// What a socket does with what comes.
pub enum Kind {
    /// ROUTER: it goes there, behind the sender's identity.
    Requests(mpsc::Sender<Frames>),
    /// REP: it goes back.
    Heartbeat,
    /// XPUB: it is a topic that the sender follows from now on; this gives what that is greeted with.
    Topics(Greeter),
}

impl Kind {
    /// The socket's type, and those that it talks to.
    fn types(&self) -> (&'static str, &'static [&'static str]) {
        match self {
            Kind::Requests(_) => ("ROUTER", &["DEALER", "REQ", "ROUTER"]),
            Kind::Heartbeat => ("REP", &["REQ", "DEALER"]),
            Kind::Topics(_) => ("XPUB", &["SUB", "XSUB"]),
        }
    }

    fn bytes_max(&self) -> u64 {
        match self {
            Kind::Requests(_) => MESSAGE_MAX,
            Kind::Heartbeat | Kind::Topics(_) => LITTLE_MAX,
        }
    }
}

struct Peer {
    id: u64,
    identity: Vec<u8>,
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

/// The peers of one socket. Clones are one.
#[derive(Clone, Default)]
pub struct Peers(Arc<Mutex<Vec<Peer>>>);

impl Peers {
    /// Sends a message to all who follow its topic, the first frame.
    pub fn publish(&self, frames: &[Vec<u8>]) {
        let topic = frames.first().map_or(&[][..], Vec::as_slice);
        let wire = encoded(frames);
        self.with(|peers| {
            let follows = |peer: &&mut Peer| peer.topics.iter().any(|it| topic.starts_with(it));
            peers
                .iter_mut()
                .filter(follows)
                .for_each(|peer| peer.offer(&wire));
        });
    }

    /// Sends a message to the peer whose identity is its first frame. Who has gone gets nothing.
    pub fn send(&self, frames: &[Vec<u8>]) {
        let Some((identity, frames)) = frames.split_first() else {
            return;
        };
        let wire = encoded(frames);
        self.with(|peers| {
            // One that has come back is the last.
            if let Some(peer) = peers.iter().rfind(|it| it.identity == *identity) {
                peer.offer(&wire);
            }
        });
    }

    /// Is nothing under way?
    pub fn are_served(&self) -> bool {
        self.with(|peers| {
            let mut waiting = peers.iter().map(|it| it.waiting.load(Ordering::Relaxed));
            waiting.all(|it| it == 0)
        })
    }

    fn with<T>(&self, then: impl FnOnce(&mut Vec<Peer>) -> T) -> T {
        then(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn with_peer(&self, id: u64, then: impl FnOnce(&mut Peer)) {
        self.with(|peers| {
            if let Some(peer) = peers.iter_mut().find(|it| it.id == id) {
                then(peer);
            }
        });
    }
}

/// Takes whoever connects.
pub async fn serve(listener: TcpListener, peers: Peers, kind: Kind) {
    let kind = Arc::new(kind);
    for id in 0.. {
        // A descriptor may come free again.
        let Ok((stream, _)) = listener.accept().await else {
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let (peers, kind) = (peers.clone(), Arc::clone(&kind));
        tokio::spawn(async move {
            // Who breaks the protocol or goes is forgotten.
            let _ = follow(stream, id, &peers, &kind).await;
            peers.with(|peers| peers.retain(|it| it.id != id));
        });
    }
}

async fn follow(stream: TcpStream, id: u64, peers: &Peers, kind: &Kind) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let (mut reader, mut writer) = stream.into_split();
    let (ours, theirs) = kind.types();
    let identity = timeout(GREETING, greet(&mut reader, &mut writer, ours, theirs)).await??;
    let identity = match identity.is_empty() {
        true => [&[0][..], &id.to_be_bytes()].concat(),
        false => identity,
    };
    let (queue, queued) = unbounded_channel();
    let waiting = Arc::<AtomicUsize>::default();
    let written = tokio::spawn(write(writer, queued, Arc::clone(&waiting)));
    let peer = Peer {
        id,
        identity: identity.clone(),
        topics: Vec::new(),
        queue,
        waiting,
    };
    peers.with(|peers| peers.push(peer));
    let end = loop {
        match read_message(&mut reader, kind.bytes_max()).await {
            Ok(frames) => take(frames, id, &identity, peers, kind),
            Err(end) => break end,
        }
    };
    written.abort();
    Err(end)
}

/// Takes a message of a peer.
fn take(mut frames: Frames, id: u64, identity: &[u8], peers: &Peers, kind: &Kind) {
    match kind {
        Kind::Requests(to) => {
            frames.insert(0, identity.to_vec());
            let _ = to.send(frames);
        }
        Kind::Heartbeat => peers.with_peer(id, |peer| peer.offer(&encoded(&frames))),
        Kind::Topics(welcome) => {
            let Some([follows @ (0 | 1), topic @ ..]) = frames.first().map(Vec::as_slice) else {
                return;
            };
            let greeting = (*follows == 1).then(|| encoded(&welcome(topic)));
            peers.with_peer(id, |peer| match greeting {
                Some(greeting) => {
                    peer.topics.push(topic.to_vec());
                    peer.offer(&greeting);
                }
                None => {
                    if let Some(at) = peer.topics.iter().position(|it| it == topic) {
                        peer.topics.swap_remove(at);
                    }
                }
            });
        }
    }
}

async fn write(
    mut writer: OwnedWriteHalf,
    mut queued: UnboundedReceiver<Wire>,
    waiting: Arc<AtomicUsize>,
) {
    use tokio::io::AsyncWriteExt as _;
    while let Some(wire) = queued.recv().await {
        let written = writer.write_all(&wire).await;
        waiting.fetch_sub(wire.len(), Ordering::Relaxed);
        if written.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn join(peers: &Peers, id: u64, topics: &[&[u8]]) -> UnboundedReceiver<Wire> {
        let (queue, queued) = unbounded_channel();
        let peer = Peer {
            id,
            identity: b"me".to_vec(),
            topics: topics.iter().map(|it| it.to_vec()).collect(),
            queue,
            waiting: Arc::default(),
        };
        peers.with(|peers| peers.push(peer));
        queued
    }

    #[test]
    fn who_takes_nothing_loses_what_comes_and_holds_up_nobody() {
        let peers = Peers::default();
        let (mut all, mut some) = (join(&peers, 0, &[b""]), join(&peers, 1, &[b"str"]));
        let frames = |topic: &str, bytes| vec![topic.as_bytes().to_vec(), vec![7; bytes]];
        peers.publish(&frames("status", 1));
        assert!(some.try_recv().is_err() && !peers.are_served());
        let got = all.try_recv().expect("it follows all");
        assert_eq!(*got, *b"\x01\x06status\0\x01\x07");
        peers.publish(&frames("stream", WAITING_MAX / 2));
        peers.publish(&frames("stream", WAITING_MAX / 2));
        let got = some.try_recv().expect("it has room for one");
        assert_eq!(got[8..17], *b"\x02\0\0\0\0\x02\0\0\0");
        assert!(some.try_recv().is_err());
    }

    #[test]
    fn replies_go_to_who_came_last_by_that_name() {
        let peers = Peers::default();
        let (mut old, mut new) = (join(&peers, 0, &[]), join(&peers, 1, &[]));
        peers.send(&[b"me".to_vec(), b"x".to_vec()]);
        peers.send(&[b"you".to_vec(), b"y".to_vec()]);
        assert!(old.try_recv().is_err());
        assert_eq!(*new.try_recv().expect("it is the last"), *b"\0\x01x");
        assert!(new.try_recv().is_err());
    }

    #[test]
    fn topics_come_and_go() {
        let peers = Peers::default();
        let mut queued = join(&peers, 3, &[]);
        let kind = Kind::Topics(Box::new(|topic| vec![b"hello".to_vec(), topic.to_vec()]));
        for said in [&b"\x01a"[..], b"\x02a", b"", b"\0b"] {
            take(vec![said.to_vec()], 3, b"", &peers, &kind);
        }
        assert_eq!(
            *queued.try_recv().expect("a greeting"),
            *b"\x01\x05hello\0\x01a"
        );
        take(vec![b"\0a".to_vec()], 3, b"", &peers, &kind);
        peers.publish(&[b"a".to_vec()]);
        assert!(queued.try_recv().is_err());
    }
}
