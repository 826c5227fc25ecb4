//! Text that a terminal sends as if it were typed: pasted where pastes are not bracketed, or sent by an editor. And keys that mean what was typed before them.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustyline::{
    Cmd, ConditionalEventHandler, Editor, Event, EventContext, EventHandler, Helper, KeyCode,
    KeyEvent, Modifiers, RepeatCount, history::History,
};

/// Keys that follow each other so fast were not pressed one by one: a key that is held down repeats slower.
const TOGETHER: Duration = Duration::from_millis(25);

/// What a tab at the start of a line, or in what is pasted, becomes: as wide as rustyline shows one.
pub const INDENTATION: &str = "    ";

/// When keys came. Clones are one.
#[derive(Clone, Default)]
pub struct Keys(Arc<Mutex<Times>>);

#[derive(Default)]
struct Times {
    last: Option<Instant>,
    /// Of the last key, and of the one before it: did it come together with the key before?
    together: [bool; 2],
    /// The last key went through the history: what stands there is an input of it, and no beginning.
    recalled: bool,
}

impl Keys {
    /// Takes note of every key of this editor; a tab is completed only where a person presses it behind something.
    pub fn watch<H: Helper, I: History>(&self, editor: &mut Editor<H, I>) {
        let watched = EventHandler::Conditional(Box::new(AnyKey(self.clone())));
        editor.bind_sequence(Event::Any, watched);
        let tab = EventHandler::Conditional(Box::new(Tab(self.clone())));
        editor.bind_sequence(KeyEvent::from('\t'), tab);
        for (key, search) in [
            (KeyCode::Up, Cmd::HistorySearchBackward),
            (KeyCode::Down, Cmd::HistorySearchForward),
        ] {
            let recall = Recall(self.clone(), search);
            let recall = EventHandler::Conditional(Box::new(recall));
            editor.bind_sequence(KeyEvent(key, Modifiers::NONE), recall);
        }
    }

    /// Did one of the last two keys come together with the key before it? On a busy machine one of them may be late.
    pub fn are_together(&self) -> bool {
        self.times().together.contains(&true)
    }

    /// A key is pressed now: did it come together with the one before?
    pub fn press(&self) -> bool {
        self.pressed(Instant::now())
    }

    fn pressed(&self, now: Instant) -> bool {
        let mut times = self.times();
        let gap = times.last.replace(now).map(|last| now - last);
        let together = gap.is_some_and(|gap| gap < TOGETHER);
        times.together = [together, times.together[0]];
        times.recalled = false;
        together
    }

    /// Up or Down behind this text: does it look for inputs that begin so?
    fn searches(&self, before: &str, now: Instant) -> bool {
        let recalled = self.times().recalled;
        self.pressed(now);
        let searches = !recalled && !before.is_empty() && !before.contains('\n');
        self.times().recalled = !searches;
        searches
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

/// Up or Down, and the search that it is behind the beginning of an input.
struct Recall(Keys, Cmd);

impl ConditionalEventHandler for Recall {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        let before = context.line().get(..context.pos()).unwrap_or_default();
        let searches = self.0.searches(before, Instant::now());
        searches.then(|| self.1.clone())
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
    fn a_beginning_is_looked_for_until_an_input_is_recalled() {
        let (keys, now) = (Keys::default(), Instant::now());
        assert!(keys.searches("cuda", now));
        assert!(keys.searches("cuda", now));
        assert!(!keys.searches("", now));
        assert!(!keys.searches("int x = 1;", now));
        keys.pressed(now);
        assert!(keys.searches("int x", now));
        assert!(!keys.searches("void f() {\n  int", now));
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
