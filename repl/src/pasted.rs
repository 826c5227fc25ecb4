//! Text that a terminal sends as if it were typed: pasted where pastes are not bracketed, or sent by an editor.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustyline::{
    Cmd, ConditionalEventHandler, Editor, Event, EventContext, EventHandler, Helper, KeyEvent,
    RepeatCount, history::History,
};

/// Keys that follow each other so fast were not pressed one by one: a key that is held down repeats slower.
const TOGETHER: Duration = Duration::from_millis(25);

/// What a tab at the start of a line, or in what is pasted, becomes: as wide as rustyline shows one.
const INDENTATION: &str = "    ";

/// When keys came. Clones are one.
#[derive(Clone, Default)]
pub struct Keys(Arc<Mutex<Times>>);

#[derive(Default)]
struct Times {
    last: Option<Instant>,
    /// Of the last key, and of the one before it: did it come together with the key before?
    together: [bool; 2],
}

impl Keys {
    /// Takes note of every key of this editor; a tab is completed only where a person presses it behind something.
    pub fn watch<H: Helper, I: History>(&self, editor: &mut Editor<H, I>) {
        let watched = EventHandler::Conditional(Box::new(AnyKey(self.clone())));
        editor.bind_sequence(Event::Any, watched);
        let tab = EventHandler::Conditional(Box::new(Tab(self.clone())));
        editor.bind_sequence(KeyEvent::from('\t'), tab);
    }

    /// Did one of the last two keys come together with the key before it? On a busy machine one of them may be late.
    pub fn are_together(&self) -> bool {
        self.times().together.contains(&true)
    }

    fn pressed(&self, now: Instant) -> bool {
        let mut times = self.times();
        let gap = times.last.replace(now).map(|last| now - last);
        let together = gap.is_some_and(|gap| gap < TOGETHER);
        times.together = [together, times.together[0]];
        together
    }

    fn times(&self) -> std::sync::MutexGuard<'_, Times> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct AnyKey(Keys);

impl ConditionalEventHandler for AnyKey {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, _: &EventContext) -> Option<Cmd> {
        self.0.pressed(Instant::now());
        None
    }
}

struct Tab(Keys);

impl ConditionalEventHandler for Tab {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        let together = self.0.pressed(Instant::now());
        let before = context.line().get(..context.pos()).unwrap_or_default();
        indents(before, together).then(|| Cmd::Insert(1, INDENTATION.to_owned()))
    }
}

/// Is a tab behind this text an indentation, not a wish for completion?
fn indents(before: &str, together: bool) -> bool {
    let line = before.rsplit('\n').next().unwrap_or_default();
    together || line.trim().is_empty() && !before.trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_at_once_are_pasted() {
        let (keys, start) = (Keys::default(), Instant::now());
        assert!(!keys.pressed(start));
        assert!(keys.pressed(start + Duration::from_millis(1)));
        assert!(keys.are_together());
        assert!(!keys.pressed(start + Duration::from_millis(40)));
        assert!(keys.are_together());
        assert!(!keys.pressed(start + Duration::from_millis(80)));
        assert!(!keys.are_together());
    }

    #[test]
    fn tabs_indent_where_nothing_is_to_complete() {
        assert!(indents("void f() {\n", false));
        assert!(indents("void f() {\n    ", false));
        assert!(indents("int", true));
        assert!(!indents("void f() {\n    cuda", false));
        assert!(!indents("", false));
    }
}
