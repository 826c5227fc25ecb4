//! Ctrl-C while a cell runs: it ends the executor, and with it the cell; the session goes on.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::render::Render;
use crate::sys;

/// Status of a process that an interrupt ended, as shells say it.
const STATUS: i32 = 130;

/// What an interrupt is to do now. Clones are one.
#[derive(Clone, Default)]
pub struct Interrupt {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    /// Ends what runs; `None` while nothing does.
    stop: Option<Box<dyn Fn() + Send>>,
    /// It has been called.
    stopped: bool,
    /// Interrupts that came while nothing could be stopped, since the last time something ran.
    unheard: u32,
}

impl Interrupt {
    /// Takes the terminal's interrupts from now on; to be called before any thread is started.
    pub fn install(&self, render: Render) -> std::io::Result<()> {
        let interrupt = self.clone();
        sys::on_interrupt(move || interrupt.fire(&render))
    }

    /// While something runs that `stop` ends: does `run`, and says whether it was stopped.
    pub fn during<T>(
        &self,
        stop: impl Fn() + Send + 'static,
        run: impl FnOnce() -> T,
    ) -> (T, bool) {
        *self.lock() = State {
            stop: Some(Box::new(stop)),
            ..State::default()
        };
        let result = run();
        let state = std::mem::take(&mut *self.lock());
        (result, state.stopped)
    }

    fn fire(&self, render: &Render) {
        let mut state = self.lock();
        if let Some(stop) = &state.stop {
            stop();
            state.stopped = true;
            return;
        }
        // The prompt takes Ctrl-C as a key, so this is the compiler at work, or a restart: neither can be stopped half-way.
        state.unheard += 1;
        match state.unheard {
            1 => render.note("the compiler is at work; interrupt again to end the session"),
            _ => std::process::exit(STATUS),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn only_what_runs_is_stopped() {
        let interrupt = Interrupt::default();
        let render = Render::new(true);
        let stops = Arc::new(AtomicU32::new(0));
        let counter = stops.clone();
        let stop = move || {
            counter.fetch_add(1, Ordering::Relaxed);
        };
        let (value, stopped) = interrupt.during(stop, || {
            interrupt.fire(&render);
            7
        });
        assert_eq!(
            (value, stopped, stops.load(Ordering::Relaxed)),
            (7, true, 1)
        );
        interrupt.fire(&render);
        let (_, stopped) = interrupt.during(|| {}, || {});
        assert!(!stopped);
    }
}
