//! A session's end, its own or that at `%reset`: static destructors run, and may fail as cells may.

use jit_api::client::Death;

use super::Session;
use super::reports::{await_kernels, keep_code_objects};
use crate::interrupt::{Stop, Stopped};
use crate::workers::Workers;

impl Session {
    /// The end: static destructors have run, and what was put into the cache is on disk when this returns. False if the executor did not end in good
    /// order; the user has been told.
    pub fn close(mut self) -> bool {
        // What has not been waited for has run nothing.
        if !self.executors().is_starting() {
            self.tell_sanitizers_end();
            self.tell_leaks_of_session();
        }
        let good = self.executors().is_starting() || self.end_executor();
        self.close_after_program();
        good
    }

    /// The end of a session whose executor has ended as a program, which has been told.
    pub fn close_after_program(self) {
        if !self.executors().is_starting() {
            let made = self.executor().code_objects();
            await_kernels(&self.interrupt(), self.workers(), Workers::wait_all);
            keep_code_objects(&made, self.workers(), self.cache(), self.render());
        }
        self.cache().flush();
    }

    fn end_executor(&mut self) -> bool {
        if let Some(death) = self.executor().ended() {
            self.tell_death(None, &death, None);
            return false;
        }
        let stop = Stop {
            ask: None,
            end: Some(Box::new(self.executor().killer())),
        };
        let (interrupt, executor) = (self.interrupt(), self.executor_mut());
        let (death, stopped) = interrupt.during(stop, || executor.quit());
        self.show_what_was_left();
        if stopped != Stopped::No {
            self.render()
                .error("static destructors were interrupted: the executor was ended");
            return false;
        }
        if death == Death::Exit(0) {
            return true;
        }
        self.tell_end(None, |report| self.render().end_death(&death, report));
        false
    }
}
