//! The five sockets of a kernel, served by one thread that never waits for a cell.

use std::sync::mpsc;
use std::time::Duration;

use anyhow::Context;
use tokio::net::TcpListener;
use tokio::sync::{mpsc as async_mpsc, oneshot};

use super::connection::Connection;
use super::peers::{self, Kind, Peers};
use super::zmtp::Frames;

/// Messages to all front ends that may wait before who prints has to.
const WAITING_MAX: usize = 256;

/// How long the process waits at its end for who is slow to take what was sent.
const FLUSHING: Duration = Duration::from_millis(200);

/// What is to be sent.
enum Outgoing {
    Message(Frames),
    /// All before this is written.
    Flush(oneshot::Sender<()>),
}

/// Sends to one socket, from any thread but the sockets' own.
#[derive(Clone)]
pub struct Sender(async_mpsc::Sender<Outgoing>);

impl Sender {
    /// Sends a message; what cannot be sent any more is dropped.
    pub fn send(&self, frames: Frames) {
        let _ = self.0.blocking_send(Outgoing::Message(frames));
    }

    /// Waits until what was sent before is written.
    pub fn flush(&self) {
        let (done, written) = oneshot::channel();
        if self.0.blocking_send(Outgoing::Flush(done)).is_ok() {
            let _ = written.blocking_recv();
        }
    }
}

/// The ways out.
pub struct Senders {
    /// Replies on shell.
    pub shell: Sender,
    /// Replies on control.
    pub control: Sender,
    /// Questions to one front end.
    pub stdin: Sender,
    /// What goes to all.
    pub iopub: Sender,
}

/// The ways in.
pub struct Receivers {
    /// Requests on shell.
    pub shell: mpsc::Receiver<Frames>,
    /// Requests on control.
    pub control: mpsc::Receiver<Frames>,
    /// Answers to questions.
    pub stdin: mpsc::Receiver<Frames>,
}

/// Binds the sockets and serves them from now on. `welcome`: what a front end is sent as soon as it follows this topic.
pub fn serve(
    connection: &Connection,
    welcome: impl Fn(&[u8]) -> Frames + Send + Sync + 'static,
) -> anyhow::Result<(Senders, Receivers)> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("no sockets")?;
    let [(shell_in, shell), (control_in, control), (stdin_in, stdin)] =
        [mpsc::channel(), mpsc::channel(), mpsc::channel()];
    let bound = |port, kind, send| runtime.block_on(bind(connection, port, kind, send));
    let senders = Senders {
        shell: bound(connection.shell_port, Kind::Requests(shell_in), Peers::send)?,
        control: bound(
            connection.control_port,
            Kind::Requests(control_in),
            Peers::send,
        )?,
        stdin: bound(connection.stdin_port, Kind::Requests(stdin_in), Peers::send)?,
        iopub: bound(
            connection.iopub_port,
            Kind::Topics(Box::new(welcome)),
            Peers::publish,
        )?,
    };
    bound(connection.hb_port, Kind::Heartbeat, Peers::send)?;
    std::thread::Builder::new()
        .name("sockets".to_owned())
        .spawn(move || runtime.block_on(std::future::pending::<()>()))
        .context("no thread for the sockets")?;
    let receivers = Receivers {
        shell,
        control,
        stdin,
    };
    Ok((senders, receivers))
}

/// Binds one socket; gives what sends to it, by `send`.
async fn bind(
    connection: &Connection,
    port: u16,
    kind: Kind,
    send: fn(&Peers, &[Vec<u8>]),
) -> anyhow::Result<Sender> {
    let ip = connection.ip();
    let listener = TcpListener::bind((ip, port)).await;
    let listener = listener.with_context(|| format!("`{ip}:{port}` cannot be listened to"))?;
    let peers = Peers::default();
    let (sender, outgoing) = async_mpsc::channel(WAITING_MAX);
    tokio::spawn(peers::serve(listener, peers.clone(), kind));
    tokio::spawn(send_all(peers, outgoing, send));
    Ok(Sender(sender))
}

async fn send_all(
    peers: Peers,
    mut outgoing: async_mpsc::Receiver<Outgoing>,
    send: fn(&Peers, &[Vec<u8>]),
) {
    while let Some(one) = outgoing.recv().await {
        match one {
            Outgoing::Message(frames) => send(&peers, &frames),
            Outgoing::Flush(done) => {
                for _ in 0..FLUSHING.as_millis() {
                    if peers.are_served() {
                        break;
                    }
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
                let _ = done.send(());
            }
        }
        // Those who write to the peers have their turn.
        tokio::task::yield_now().await;
    }
}
