//! Ctrl-C while a cell runs: the executor is asked to stop it; if it cannot, or at a second Ctrl-C, the executor is ended, and with it
//! the cell. The session goes on. While a cell is compiled: the compiler is asked to give it up; if it does not, a second Ctrl-C ends the session.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::render::Render;
use crate::sys::{self, Interrupts, Signal};
use crate::terminal::Terminal;

/// Status of a process that an interrupt ended, as shells say it.
const STATUS: u8 = 130;

/// How long an executor that was asked may take to stop a cell before it is ended, and the compiler before the user is told that it does not stop.
const PATIENCE: Duration = Duration::from_millis(1200);

/// How long a note is left to be read: who presses Ctrl-C twice in a row means the cell, not the session.
const READING: Duration = Duration::from_secs(1);

/// What an interrupt is to do now. Clones are one.
#[derive(Clone, Default)]
pub struct Interrupt {
    state: Arc<Mutex<State>>,
    /// Where the user is told what an interrupt does; set once it is installed.
    render: Arc<OnceLock<Render>>,
}

/// What stops what is under way.
pub struct Stop {
    /// Asks for it; `None` if there is nobody to ask, as in a program.
    pub ask: Option<Box<dyn Fn() + Send>>,
    /// Ends what runs at once; `None` if nothing less than the session's end does.
    pub end: Option<Box<dyn Fn() + Send>>,
}

impl Stop {
    /// Of work that looks at this flag.
    pub fn by_flag(flag: &Arc<AtomicBool>) -> Stop {
        let flag = Arc::clone(flag);
        Stop {
            ask: Some(Box::new(move || flag.store(true, Ordering::Relaxed))),
            end: None,
        }
    }
}

/// What was done to a cell while it was compiled or ran.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stopped {
    /// Nothing.
    #[default]
    No,
    /// It was asked to stop.
    Asked,
    /// It was ended, executor and all.
    Ended,
}

#[derive(Default)]
struct State {
    /// What stops what runs; `None` while nothing does.
    stop: Option<Stop>,
    stopped: Stopped,
    /// Counts what has run, so that patience ends with what it was for.
    runs: u64,
    /// When the user was told that nothing can be stopped, if that was since the last time something ran.
    told: Option<Instant>,
    /// The prompt that waits for a line, if one does.
    prompt: Option<String>,
    /// How many lines have been given up at prompts.
    lines_given_up: usize,
    /// Of a front end that no interrupt is to end.
    requests: Option<Requests>,
    /// While one thing is done after the other, as `%watch` does.
    series: Option<Series>,
    /// A debugger has the terminal: Ctrl-C is its business.
    left_to_debugger: bool,
}

/// The interrupts of several things that are done one after the other.
#[derive(Clone, Copy, Default)]
struct Series {
    /// One found nothing to stop, and stops what comes next.
    kept: bool,
    /// One came that nobody has answered for yet.
    pressed: bool,
}

/// What a front end's interrupts are for.
#[derive(Clone, Copy, Default)]
struct Requests {
    /// One is under way.
    running: bool,
    /// It was interrupted when there was nothing to stop: between its inputs, or between a cell's compilation and its run.
    missed: bool,
}

/// What comes of an interrupt while nothing can be stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refusal {
    /// The user is told that the next one ends the session.
    Told,
    /// There was no time to read that.
    Ignored,
    /// The session ends.
    End,
}

impl Interrupt {
    /// Takes the terminal's interrupts from now on, and signals that cells send to the session; to be called before any thread is started.
    pub fn install(&self, render: Render) -> std::io::Result<()> {
        self.install_for(Interrupts::Taken, render)
    }

    /// Likewise for cells that nobody types: Ctrl-C ends them all.
    pub fn install_without_prompt(&self, render: Render) -> std::io::Result<()> {
        self.install_for(Interrupts::End, render)
    }

    /// Likewise for a front end, which says when it works on a request: an interrupt stops that, now or as soon as it can be, and none ends the session.
    pub fn install_for_front_end(&self, render: Render) -> std::io::Result<()> {
        self.lock().requests = Some(Requests::default());
        self.install_for(Interrupts::Taken, render)
    }

    /// Does what Ctrl-C does; for front ends that ask for it.
    pub fn press(&self) {
        if !self.fire() {
            self.refuse();
        }
    }

    /// A request begins, or has ended: interrupts of before mean nothing.
    pub fn request(&self, running: bool) {
        let missed = false;
        self.lock().requests = Some(Requests { running, missed });
    }

    /// Was the request interrupted when there was nothing to stop?
    pub fn was_missed(&self) -> bool {
        self.lock().requests.is_some_and(|it| it.missed)
    }

    fn install_for(&self, interrupts: Interrupts, render: Render) -> std::io::Result<()> {
        let interrupt = self.clone();
        let _ = self.render.set(render);
        let terminal = Terminal::at_start();
        let action = move |signal| match signal {
            Signal::Interrupt if interrupt.lock().left_to_debugger => {}
            Signal::Interrupt if interrupt.fire() || interrupt.give_up_line() => {}
            Signal::Interrupt => interrupt.refuse(),
            // A prompt that waits for a line has modes of its own.
            Signal::Ending => terminal.restore(),
            Signal::Ours => {
                interrupt.note("a cell has sent a signal to the session, which goes on")
            }
        };
        sys::on_signal(interrupts, action)
    }

    /// While something runs that `stop` stops: does `run`, and says what was done to it.
    pub fn during<T>(&self, stop: Stop, run: impl FnOnce() -> T) -> (T, Stopped) {
        let missed = {
            let mut state = self.lock();
            let mut requests = state.requests;
            let missed = requests.as_mut().map(|it| std::mem::take(&mut it.missed));
            let mut series = state.series;
            let kept = series.as_mut().map(|it| std::mem::take(&mut it.kept));
            *state = State {
                stop: Some(stop),
                runs: state.runs + 1,
                lines_given_up: state.lines_given_up,
                requests,
                series,
                left_to_debugger: state.left_to_debugger,
                ..State::default()
            };
            missed == Some(true) || kept == Some(true)
        };
        if missed {
            self.fire();
        }
        let result = run();
        let mut state = self.lock();
        state.stop = None;
        (result, std::mem::take(&mut state.stopped))
    }

    /// Interrupts what runs, as Ctrl-C does; any thread may. False if nothing runs that can be stopped, or stopped by more than it was asked for.
    pub fn fire(&self) -> bool {
        let mut guard = self.lock();
        let state = &mut *guard;
        let Some(stop) = &state.stop else {
            return false;
        };
        if let Some(series) = &mut state.series {
            series.pressed = true;
        }
        match (&stop.ask, state.stopped) {
            (Some(ask), Stopped::No) => {
                ask();
                state.stopped = Stopped::Asked;
                let (interrupt, run) = (self.clone(), state.runs);
                // Without a thread, the second interrupt does it.
                drop(
                    thread::Builder::new()
                        .name("patience".to_owned())
                        .spawn(move || {
                            thread::sleep(PATIENCE);
                            interrupt.end(run);
                        }),
                );
            }
            _ => {
                let Some(end) = &stop.end else {
                    return false;
                };
                end();
                state.stopped = Stopped::Ended;
            }
        }
        true
    }

    /// While a debugger has the terminal, which gives it to the process that it debugs: that is in this process's group, and so Ctrl-C comes here too.
    pub fn beside_debugger<T>(&self, run: impl FnOnce() -> T) -> T {
        self.lock().left_to_debugger = true;
        let done = run();
        self.lock().left_to_debugger = false;
        done
    }

    /// While `run` does one thing after the other, as `%watch` does: an interrupt that comes between two of them stops the second.
    pub fn keeping<T>(&self, run: impl FnOnce() -> T) -> T {
        self.lock().series = Some(Series::default());
        let done = run();
        self.lock().series = None;
        done
    }

    /// Takes note that an interrupt has come since `keeping` began or this was last called, whether it found something to stop or not. A cell may end by
    /// itself while it is asked to stop; then only this tells of the interrupt.
    pub fn take_pressed(&self) -> bool {
        let mut state = self.lock();
        let pressed = |it: &mut Series| std::mem::take(&mut it.pressed);
        state.series.as_mut().is_some_and(pressed)
    }

    /// While `read` waits for a line at this prompt: an interrupt, which the terminal sends if nobody takes Ctrl-C as a key, gives up what has been typed.
    pub fn at_prompt<T>(&self, prompt: &str, read: impl FnOnce() -> T) -> T {
        self.lock().prompt = Some(prompt.to_owned());
        let read = read();
        self.lock().prompt = None;
        read
    }

    /// How often what was typed at prompts has been given up so far.
    pub fn lines_given_up(&self) -> usize {
        self.lock().lines_given_up
    }

    /// False if no prompt waits.
    fn give_up_line(&self) -> bool {
        let mut state = self.lock();
        let Some(prompt) = state.prompt.clone() else {
            return false;
        };
        state.lines_given_up += 1;
        if let Some(render) = self.render.get() {
            render.prompt_anew(&prompt);
        }
        true
    }

    /// Ends a run that is not over yet, or tells the user who can.
    fn end(&self, run: u64) {
        let mut state = self.lock();
        if state.runs != run {
            return;
        }
        match &state.stop {
            None => {}
            Some(Stop { end: Some(end), .. }) => {
                end();
                state.stopped = Stopped::Ended;
            }
            Some(Stop { end: None, .. }) => {
                let told = state.told.is_some();
                drop(state);
                if !told {
                    self.refuse();
                }
            }
        }
    }

    /// No prompt waits, so this is the compiler where it cannot be left half-way, or a restart.
    fn refuse(&self) {
        let mut state = self.lock();
        if let Some(requests) = &mut state.requests {
            requests.missed = requests.running;
            return;
        }
        if let Some(series) = state.series.as_mut().filter(|it| !it.kept) {
            *series = Series {
                kept: true,
                pressed: true,
            };
            return;
        }
        drop(state);
        match self.refusal(Instant::now()) {
            Refusal::Told => {
                self.note("the compiler is at work; interrupt again to end the session");
            }
            Refusal::Ignored => {}
            Refusal::End => sys::exit_now(STATUS),
        }
    }

    fn note(&self, text: &str) {
        if let Some(render) = self.render.get() {
            render.note(text);
        }
    }

    fn refusal(&self, now: Instant) -> Refusal {
        let mut state = self.lock();
        match state.told {
            None => {
                state.told = Some(now);
                Refusal::Told
            }
            Some(told) if now.duration_since(told) < READING => Refusal::Ignored,
            Some(_) => Refusal::End,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    fn counted(asks: bool) -> (Stop, Arc<[AtomicU32; 2]>) {
        let counts = Arc::<[AtomicU32; 2]>::default();
        let count = |which: usize| {
            let counts = counts.clone();
            Box::new(move || {
                counts[which].fetch_add(1, Ordering::Relaxed);
            }) as Box<dyn Fn() + Send>
        };
        let stop = Stop {
            ask: asks.then(|| count(0)),
            end: Some(count(1)),
        };
        (stop, counts)
    }

    fn of(counts: &[AtomicU32; 2]) -> [u32; 2] {
        [0, 1].map(|which| counts[which].load(Ordering::Relaxed))
    }

    #[test]
    fn the_first_asks_and_the_second_ends() {
        let interrupt = Interrupt::default();
        let (stop, counts) = counted(true);
        let (value, stopped) = interrupt.during(stop, || {
            assert!(interrupt.fire());
            assert_eq!(of(&counts), [1, 0]);
            assert!(interrupt.fire());
            7
        });
        assert_eq!((value, stopped, of(&counts)), (7, Stopped::Ended, [1, 1]));
        let (stop, counts) = counted(false);
        let (_, stopped) = interrupt.during(stop, || interrupt.fire());
        assert_eq!((stopped, of(&counts)), (Stopped::Ended, [0, 1]));
    }

    #[test]
    fn only_what_runs_is_stopped() {
        let interrupt = Interrupt::default();
        assert!(!interrupt.fire());
        let (stop, counts) = counted(true);
        let (_, stopped) = interrupt.during(stop, || {});
        assert!(!interrupt.fire());
        assert_eq!((stopped, of(&counts)), (Stopped::No, [0, 0]));
    }

    #[test]
    fn a_burst_of_interrupts_does_not_end_the_session() {
        let interrupt = Interrupt::default();
        let start = Instant::now();
        assert_eq!(interrupt.refusal(start), Refusal::Told);
        let soon = start + READING / 2;
        assert_eq!(interrupt.refusal(soon), Refusal::Ignored);
        assert_eq!(interrupt.refusal(start + READING), Refusal::End);
        let (stop, _) = counted(true);
        interrupt.during(stop, || {});
        assert_eq!(interrupt.refusal(start + READING), Refusal::Told);
    }

    #[test]
    fn at_a_prompt_only_the_line_is_given_up() {
        let interrupt = Interrupt::default();
        assert!(!interrupt.give_up_line());
        let given_up = interrupt.at_prompt("1> ", || {
            assert!(!interrupt.fire() && interrupt.give_up_line());
            interrupt.lines_given_up()
        });
        let (stop, _) = counted(true);
        interrupt.during(stop, || {});
        assert_eq!((given_up, interrupt.lines_given_up()), (1, 1));
        assert!(!interrupt.give_up_line());
    }

    #[test]
    fn a_request_is_stopped_as_soon_as_it_can_be() {
        let interrupt = Interrupt::default();
        interrupt.request(false);
        interrupt.press();
        assert!(!interrupt.was_missed());
        interrupt.request(true);
        interrupt.press();
        assert!(interrupt.was_missed());
        let (stop, counts) = counted(true);
        let (_, stopped) = interrupt.during(stop, || {});
        assert_eq!((stopped, of(&counts)), (Stopped::Asked, [1, 0]));
        let (stop, counts) = counted(true);
        interrupt.during(stop, || {});
        assert_eq!((of(&counts), interrupt.was_missed()), ([0, 0], false));
    }

    #[test]
    fn an_interrupt_between_two_things_stops_the_second_if_it_is_kept() {
        let interrupt = Interrupt::default();
        interrupt.keeping(|| {
            interrupt.press();
            let (stop, counts) = counted(true);
            let (_, stopped) = interrupt.during(stop, || {});
            assert_eq!((stopped, of(&counts)), (Stopped::Asked, [1, 0]));
            let (stop, counts) = counted(true);
            let (_, stopped) = interrupt.during(stop, || {});
            assert_eq!((stopped, of(&counts)), (Stopped::No, [0, 0]));
            interrupt.press();
        });
        let (stop, counts) = counted(true);
        interrupt.during(stop, || {});
        assert_eq!(of(&counts), [0, 0]);
    }

    #[test]
    fn an_interrupt_that_stops_nothing_is_known_to_the_series() {
        let interrupt = Interrupt::default();
        let asked_too_late = || {
            let (stop, _) = counted(true);
            interrupt.during(stop, || interrupt.press());
            interrupt.take_pressed()
        };
        assert!(!asked_too_late());
        interrupt.keeping(|| {
            assert!(!interrupt.take_pressed() && asked_too_late());
            assert!(!interrupt.take_pressed());
            interrupt.press();
            assert!(interrupt.take_pressed());
        });
    }

    #[test]
    fn a_compiler_that_does_not_stop_is_told_of() {
        let interrupt = Interrupt::default();
        let flag = Arc::new(AtomicBool::new(false));
        let (told, stopped) = interrupt.during(Stop::by_flag(&flag), || {
            assert!(interrupt.fire() && flag.load(Ordering::Relaxed));
            assert!(!interrupt.fire());
            let before = interrupt.lock().told;
            thread::sleep(PATIENCE + PATIENCE / 2);
            (before, interrupt.lock().told)
        });
        assert_eq!(stopped, Stopped::Asked);
        assert!(told.0.is_none() && told.1.is_some());
    }

    #[test]
    fn what_does_not_stop_is_ended_and_what_follows_is_not() {
        let interrupt = Interrupt::default();
        let (stop, counts) = counted(true);
        let (_, stopped) = interrupt.during(stop, || {
            interrupt.fire();
            thread::sleep(PATIENCE + PATIENCE / 2);
        });
        assert_eq!((stopped, of(&counts)), (Stopped::Ended, [1, 1]));
        let (stop, counts) = counted(true);
        let (_, stopped) = interrupt.during(stop, || interrupt.fire());
        assert_eq!(stopped, Stopped::Asked);
        let (stop, later) = counted(true);
        interrupt.during(stop, || thread::sleep(PATIENCE + PATIENCE / 2));
        assert_eq!((of(&counts), of(&later)), ([1, 0], [0, 0]));
    }
}
