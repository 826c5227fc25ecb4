//! The five sockets of a kernel, served by one thread that never waits for a cell.

use std::sync::mpsc;
use std::time::Duration;

use anyhow::Context;
use tokio::net::TcpListener;
use tokio::sync::{mpsc as async_mpsc, oneshot};
use zeromq::{RepSocket, RouterSocket, Socket, SocketRecv as _, SocketSend as _, ZmqMessage};

use super::connection::Connection;
use super::iopub::{self, Listeners};

/// Frames of a message.
pub type Frames = Vec<Vec<u8>>;

/// Messages to all front ends that may wait before who prints has to.
const WAITING_MAX: usize = 256;

/// What was written is under way at least so long before the process may end.
const FLUSHING: Duration = Duration::from_millis(40);

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
    let (shell_in, shell) = mpsc::channel();
    let (control_in, control) = mpsc::channel();
    let (stdin_in, stdin) = mpsc::channel();
    let channel = || async_mpsc::channel(WAITING_MAX);
    let [to_shell, to_control, to_stdin, to_iopub] = [channel(), channel(), channel(), channel()];
    let bound = |port: u16| connection.address(port);
    runtime.block_on(async {
        let router = |port: u16, from, to: async_mpsc::Receiver<Outgoing>| {
            let address = bound(port);
            async move {
                let mut socket = RouterSocket::new();
                bind(&mut socket, &address).await?;
                tokio::spawn(route(socket, from, to));
                anyhow::Ok(())
            }
        };
        router(connection.shell_port, shell_in, to_shell.1).await?;
        router(connection.control_port, control_in, to_control.1).await?;
        router(connection.stdin_port, stdin_in, to_stdin.1).await?;
        let mut beat = RepSocket::new();
        bind(&mut beat, &bound(connection.hb_port)).await?;
        tokio::spawn(echo(beat));
        let address = (connection.ip(), connection.iopub_port);
        let listener = TcpListener::bind(address).await.with_context(|| {
            let address = bound(connection.iopub_port);
            format!("`{address}` cannot be listened to")
        })?;
        let listeners = Listeners::default();
        tokio::spawn(iopub::serve(listener, listeners.clone(), welcome));
        tokio::spawn(publish(listeners, to_iopub.1));
        anyhow::Ok(())
    })?;
    std::thread::Builder::new()
        .name("sockets".to_owned())
        .spawn(move || runtime.block_on(std::future::pending::<()>()))
        .context("no thread for the sockets")?;
    let senders = Senders {
        shell: Sender(to_shell.0),
        control: Sender(to_control.0),
        stdin: Sender(to_stdin.0),
        iopub: Sender(to_iopub.0),
    };
    let receivers = Receivers {
        shell,
        control,
        stdin,
    };
    Ok((senders, receivers))
}

async fn bind(socket: &mut impl Socket, address: &str) -> anyhow::Result<()> {
    socket
        .bind(address)
        .await
        .with_context(|| format!("`{address}` cannot be listened to"))?;
    Ok(())
}

fn message(frames: Frames) -> Option<ZmqMessage> {
    let mut frames = frames.into_iter();
    let mut message = ZmqMessage::from(frames.next()?);
    frames.for_each(|frame| message.push_back(frame.into()));
    Some(message)
}

/// Requests come in and replies go out, each on its own.
async fn route(
    socket: RouterSocket,
    from: mpsc::Sender<Frames>,
    mut to: async_mpsc::Receiver<Outgoing>,
) {
    let (mut sending, mut receiving) = socket.split();
    tokio::spawn(async move {
        while let Some(outgoing) = to.recv().await {
            match outgoing {
                Outgoing::Message(frames) => {
                    if let Some(message) = message(frames) {
                        // Who has gone gets no reply.
                        let _ = sending.send(message).await;
                    }
                }
                Outgoing::Flush(done) => {
                    tokio::time::sleep(FLUSHING).await;
                    let _ = done.send(());
                }
            }
        }
    });
    loop {
        match receiving.recv().await {
            Ok(message) => {
                let frames = message.into_vec().into_iter().map(|it| it.to_vec());
                if from.send(frames.collect()).is_err() {
                    return;
                }
            }
            // A peer that broke the protocol is gone; the next one may come.
            Err(_) => tokio::task::yield_now().await,
        }
    }
}

/// What the heartbeat sends comes back.
async fn echo(mut socket: RepSocket) {
    loop {
        match socket.recv().await {
            Ok(message) => drop(socket.send(message).await),
            Err(_) => tokio::task::yield_now().await,
        }
    }
}

/// Messages go to all who follow.
async fn publish(listeners: Listeners, mut from: async_mpsc::Receiver<Outgoing>) {
    while let Some(outgoing) = from.recv().await {
        match outgoing {
            Outgoing::Message(frames) => listeners.publish(&frames),
            Outgoing::Flush(done) => {
                for _ in 0..FLUSHING.as_millis() {
                    if listeners.are_served() {
                        break;
                    }
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
                let _ = done.send(());
            }
        }
        // Those who write to the front ends have their turn.
        tokio::task::yield_now().await;
    }
}
