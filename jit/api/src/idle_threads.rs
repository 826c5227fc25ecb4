//! The threads of a pool that wait for work. The one that stopped working last is woken first: its memory and its core are warm, while threads that take turns
//! find both cold each time (the driver's assembler on an H100: 12 ms in one thread, 16 in eight by turns).

use std::thread::{self, Thread};

/// Idle threads, the newest last. To be kept under the lock that guards the pool's work.
#[derive(Debug, Default)]
pub struct IdleThreads(Vec<Thread>);

impl IdleThreads {
    /// The calling thread has found no work. It lets go of the lock, calls `thread::park`, and looks for work again: it may have been woken for nothing.
    pub fn join(&mut self) {
        self.leave();
        self.0.push(thread::current());
    }

    /// The calling thread is not idle, whether somebody has woken it or not.
    pub fn leave(&mut self) {
        let own = thread::current().id();
        self.0.retain(|thread| thread.id() != own);
    }

    /// Wakes the thread that became idle last. False if none is idle.
    pub fn wake_one(&mut self) -> bool {
        let newest = self.0.pop();
        if let Some(thread) = &newest {
            thread.unpark();
        }
        newest.is_some()
    }

    /// Wakes all.
    pub fn wake_all(&mut self) {
        while self.wake_one() {}
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::lock::lock;

    #[derive(Default)]
    struct Pool {
        work: Vec<u32>,
        idle: IdleThreads,
    }

    #[test]
    fn work_that_comes_piece_by_piece_is_one_threads() {
        let pool = Arc::new(Mutex::new(Pool::default()));
        let (done, finished) = mpsc::channel();
        for name in ["a", "b", "c"] {
            let (pool, done) = (Arc::clone(&pool), done.clone());
            thread::spawn(move || {
                loop {
                    let mut state = lock(&pool);
                    match state.work.pop() {
                        Some(piece) => {
                            drop(state);
                            done.send((name, piece)).expect("the test waits for it");
                        }
                        None => {
                            state.idle.join();
                            drop(state);
                            thread::park();
                        }
                    }
                }
            });
        }
        let all_idle = || lock(&pool).idle.0.len() == 3;
        let mut names = Vec::new();
        for piece in 0..20 {
            while !all_idle() {
                thread::yield_now();
            }
            let mut state = lock(&pool);
            state.work.push(piece);
            assert!(state.idle.wake_one());
            drop(state);
            let (name, taken) = finished.recv().expect("a thread takes it");
            assert_eq!(taken, piece);
            names.push(name);
        }
        assert!(names.iter().all(|name| *name == names[0]), "{names:?}");
    }
}
