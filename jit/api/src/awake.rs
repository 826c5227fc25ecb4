//! Waiting for what will come soon.

use std::num::NonZero;
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, RecvError, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

/// Most small cells are linked and have run by then.
const AWAKE_MAX: Duration = Duration::from_micros(400);

/// Receives as `recv` does. A thread that sleeps lets its processor go idle, which takes up to 60 µs to wake again in a virtual machine, once for each thread
/// that an answer passes through. So for a moment this one does not sleep, but lets others run; unless there is no other processor.
pub(crate) fn receive_soon<T>(channel: &Receiver<T>) -> Result<T, RecvError> {
    let start = Instant::now();
    while several_processors() && start.elapsed() < AWAKE_MAX {
        match channel.try_recv() {
            Ok(received) => return Ok(received),
            Err(TryRecvError::Disconnected) => return Err(RecvError),
            Err(TryRecvError::Empty) => thread::yield_now(),
        }
    }
    channel.recv()
}

fn several_processors() -> bool {
    static SEVERAL: OnceLock<bool> = OnceLock::new();
    *SEVERAL
        .get_or_init(|| thread::available_parallelism().is_ok_and(|it| it > NonZero::<usize>::MIN))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn what_comes_late_is_received_and_the_end_is_seen() {
        let (sender, receiver) = mpsc::channel();
        let later = thread::spawn(move || {
            thread::sleep(4 * AWAKE_MAX);
            sender.send(1).expect("the test waits for it");
            sender.send(2).expect("the test waits for it");
        });
        assert_eq!(receive_soon(&receiver), Ok(1));
        assert_eq!(receive_soon(&receiver), Ok(2));
        assert_eq!(receive_soon(&receiver), Err(RecvError));
        later.join().expect("it ends");
    }
}
