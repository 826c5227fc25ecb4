//! Lines for the user, kept until somebody takes them.

use std::sync::{Mutex, PoisonError};

/// A cache that goes wrong again and again must not fill the memory of a session that nobody reads.
const LINES_MAX: usize = 64;

#[derive(Default)]
pub(crate) struct Log {
    lines: Mutex<Lines>,
}

#[derive(Default)]
struct Lines {
    kept: Vec<String>,
    dropped: u64,
}

impl Log {
    pub(crate) fn add(&self, line: String) {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.kept.len() < LINES_MAX {
            lines.kept.push(line);
        } else {
            lines.dropped += 1;
        }
    }

    pub(crate) fn take(&self) -> Vec<String> {
        let Lines { mut kept, dropped } =
            std::mem::take(&mut *self.lines.lock().unwrap_or_else(PoisonError::into_inner));
        if dropped > 0 {
            kept.push(format!("{dropped} more lines about the cache were dropped"));
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_first_lines_and_counts_the_rest() {
        let log = Log::default();
        for number in 0..LINES_MAX + 3 {
            log.add(number.to_string());
        }
        let lines = log.take();
        assert_eq!(lines.len(), LINES_MAX + 1);
        assert_eq!(
            lines[LINES_MAX],
            "3 more lines about the cache were dropped"
        );
        assert!(log.take().is_empty());
    }
}
